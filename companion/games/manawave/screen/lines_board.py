"""The board of the older game: both sides' tiles along the lines, the wave's way between them, and lines to choose."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.board import Board, Cell, Mark
from companion.games.core import Seat
from companion.games.manawave.mat.looks import looks_of
from companion.games.manawave.rules.lines import Processing, sliding
from companion.games.manawave.rules.tiles import line_count, line_title, next_row
from companion.games.manawave.screen.style import GOOD, PLAIN, SIDES, Taps, counted, from_own, in_signs
from companion.games.manawave.state.acts import Aim
from companion.games.manawave.state.model import ManaView, Phase, Table, Tile
from companion.language.message import say, sentences
from companion.language.values import Name

ROW: float = 44.0
HEAD: float = 32.0
SMALL: float = 30.0


def lines_board(view: ManaView, taps: Taps, width: float) -> Board:
    """The own side below, both as far as tiles lie or come to rest, and one row more where a line may be chosen."""
    table = view.table
    top, bottom = from_own(view.seat)
    many = line_count(table.nexus_set.board)
    step = int(width / many)
    rows = {seat: _rows(view, seat) for seat in (top, bottom)}
    now = (Processing().halt(table) or (-1, 0))[0] if table.phase is Phase.PROCESS else -1
    cells, y = [*_head(view, top, 0.0, width)], HEAD
    cells += _side(view, taps, top, rows[top], y, step, is_above=True)
    y += rows[top] * ROW
    for line in range(many):
        name = line_title(line)
        mark: Mark = "now" if line == now else ""
        words = sentences(say("Line {name}.", name=name), say("The wave is here.") if mark else None)
        place, text = (round(line * step, 1), y, step, SMALL), say("{name}", name=name)
        cells.append(Cell(f"line.{line}", words, *place, text=text, mark=mark, colour=PLAIN))
    y += SMALL
    cells += _side(view, taps, bottom, rows[bottom], y, step, is_above=False)
    y += rows[bottom] * ROW
    cells += _head(view, bottom, y, width)
    is_aimed = any(cell.key.startswith("aim.") for cell in cells)
    return Board("lines", say("Lines from the Source to the Sink"), width, y + HEAD, tuple(cells), is_aimed)


def _rows(view: ManaView, seat: Seat) -> int:
    """So many rows of a side are drawn."""
    own = (*view.table.nexus.own(seat), *_sliding(view.table, seat))
    most = max((each.row for each in own), default=0)
    may_aim = view.table.phase is Phase.AIM and view.seat == seat
    return min(view.table.nexus_set.board.max_rows, max(1, most + may_aim))


def _sliding(table: Table, seat: Seat) -> tuple[Tile, ...]:
    """The tile that a seat has yet to slide, where it comes to rest."""
    return (sliding(table, seat),) if table.phase is Phase.SLIDE and table.owed[seat] else ()


def _head(view: ManaView, seat: Seat, y: float, width: float) -> Iterator[Cell]:
    world = view.table.nexus
    pool, total, who = counted(world.pools[seat], None, world.stain(seat)), world.population(seat), view.who(seat)
    words = say("{who}: population {total}", who=who, total=total)
    if pool.values:
        words = say("{who}: population {total}; {pool}", pool=pool, who=who, total=total)
    yield Cell(f"side.{seat}", words, 0, y, width, HEAD, text=words, colour=SIDES[seat])


def _side(
    view: ManaView, taps: Taps, seat: Seat, rows: int, y: float, step: float, *, is_above: bool
) -> Iterator[Cell]:
    table = view.table
    board, own = table.nexus_set.board, table.nexus.own(seat)
    lying = {(each.line, each.row): each for each in own}
    coming = {(each.line, each.row): each for each in _sliding(table, seat)}
    for line in range(line_count(board)):
        rest = next_row(board, own, line)
        for row in range(1, rows + 1):
            place = rows - row if is_above else row - 1
            left, top = round(line * step, 1), y + place * ROW
            if (line, row) in lying:
                yield _tile(view, lying[line, row], left, top, step)
                continue
            if (line, row) in coming:
                yield _rest(view, coming[line, row], left, top, step)
                continue
            choice = taps.of(Aim(seat, line)) if row == rest else None
            if choice is not None:
                words = say("Slide it along {line}: it comes to rest in row {row}.", line=line_title(line), row=row)
                # Nine beside one another are too narrow for a finger on a phone: it has a button for each below.
                tap = choice if view.seat is None else None
                yield Cell(f"aim.{line}", words, left, top, step, ROW, number="↓", choice=tap, colour=GOOD)


def _rest(view: ManaView, tile: Tile, left: float, top: float, step: float) -> Cell:
    """Where a tile is to be slid to."""
    card = Name(view.table.nexus_set.tiles[tile.kind].title)
    look = looks_of((view.table.setup.playset,))[f"tile_of_seat_{tile.seat + 1}:{tile.kind}"]
    who, line = view.who(tile.seat), line_title(tile.line)
    words = say("{who} slides {tile} here: {line}, row {row}.", who=who, tile=card, line=line, row=tile.row)
    return Cell(f"rest.{tile.seat}", words, left, top, step, ROW, number=look.sign, mark="now", colour=PLAIN)


def _tile(view: ManaView, tile: Tile, left: float, top: float, step: float) -> Cell:
    table = view.table
    card = table.nexus_set.tiles[tile.kind]
    look = looks_of((table.setup.playset,))[f"tile_of_seat_{tile.seat + 1}:{tile.kind}"]
    lies = counted(tile.counters, tile.population if card.type == "tribe" else None)
    who, piece, line = view.who(tile.seat), table.setup.piece, line_title(tile.line)
    title, row = Name(card.title), tile.row
    where = say("{who}'s {piece} {tile} on {line}, row {row}", who=who, piece=piece, tile=title, line=line, row=row)
    words = say("{where}: {counters}.", where=where, counters=lies) if lies.values else say("{where}.", where=where)
    number = f"{look.sign}{tile.population}" if card.type == "tribe" else look.sign
    short = in_signs(tile.counters)
    key = f"tile.{tile.seat}.{tile.line}.{tile.row}"
    return Cell(key, words, left, top, step, ROW, number=number, text=short, colour=look.colour)
