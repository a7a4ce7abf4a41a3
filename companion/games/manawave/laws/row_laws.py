"""The laws of lines, rows and tiles in a position of the older game, written apart from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.core import RuleId, Seat
from companion.games.manawave.effects import COUNTERS
from companion.games.manawave.laws.tile_laws import in_the_way, lines, of_seat
from companion.games.manawave.laws.witness import BETWEEN, numbers
from companion.games.manawave.model import BOTH, NO_COUNTERS, Phase, Table, Tile
from companion.language.message import Message, say
from companion.language.values import Name

LAWS: Final[tuple[RuleId, ...]] = (
    *("M-211", "M-220", "M-221", "M-223", "M-224", "M-230", "M-231", "M-250", "M-260", "M-261"),
)


def broken(table: Table) -> Iterator[Message]:
    """The broken laws of a game with tiles."""
    tiles, cards = table.nexus.tiles, table.nexus_set.tiles
    unknown = sorted({each.kind for each in tiles} - set(cards))
    if unknown or any(each.seat not in BOTH for each in tiles):
        yield say("A tile lies there that nobody can have taken (M-211).")
        return
    if list(tiles) != sorted(tiles, key=lambda each: (each.line, each.row, each.seat)):
        yield say("The tiles are not in the order in which the wave reaches them (M-230).")
    for seat in BOTH:
        own = of_seat(table.nexus, seat)
        yield from _of_rows(table, seat, own)
        yield from _of_copies(table, seat, own)
    yield from _of_counters(table)


def _of_rows(table: Table, seat: Seat, own: list[Tile]) -> Iterator[Message]:
    """Each tile has slid until something stopped it (M-221 to M-224, B-13, B-25)."""
    board = table.nexus_set.board
    if any(each.line not in lines(board) for each in own):
        yield say("A tile of seat {seat} lies on no line (M-221).", seat=seat + 1)
    if any(not 1 <= each.row <= board.max_rows for each in own):
        yield say("A tile of seat {seat} lies in no row (M-224).", seat=seat + 1)
    is_lattice = board.geometry == "hex_lattice"
    for tile in own:
        near = [each.row for each in in_the_way(board, own, tile.line)]
        if near.count(tile.row) > 1:
            yield say("Two tiles of seat {seat} lie in each other's way (M-224).", seat=seat + 1)
        if is_lattice and (tile.row + tile.line) % 2:
            yield say("A tile of seat {seat} lies beside its place in the honeycomb (M-224).", seat=seat + 1)
        step = 2 if is_lattice and tile.row - 1 not in near else 1
        if tile.row > step and tile.row - step not in near:
            yield say("Nothing has stopped a tile of seat {seat} where it lies (M-223).", seat=seat + 1)


def _of_copies(table: Table, seat: Seat, own: list[Tile]) -> Iterator[Message]:
    """Each tile is a copy of a card that was revealed; one comes in each round (M-211, M-220)."""
    is_laid = table.phase is Phase.SLIDE and not table.owed[seat]
    is_before = table.phase in BETWEEN - {Phase.START} and not is_laid
    rounds = table.round - table.nexus_set.board.strength_start - is_before
    if len(own) > rounds:
        yield say(
            "Seat {seat} has {number} tiles after {rounds} placements (M-220).",
            seat=seat + 1,
            number=len(own),
            rounds=rounds,
        )
    shown = Counter(dict(table.gone))
    if is_laid and seat < len(table.picked):
        shown[table.picked[seat]] += 1
    for kind, number in sorted(Counter(each.kind for each in own).items()):
        if number > shown[kind]:
            card = Name(table.nexus_set.titles()[kind])
            yield say("{card}: seat {seat} has more than were revealed (M-211).", card=card, seat=seat + 1)


def _of_counters(table: Table) -> Iterator[Message]:
    """What is counted, and when it may lie where."""
    sheet, is_between = numbers(table.nexus), table.phase in BETWEEN
    if any(number < 0 for (_, _, what), number in sheet.items() if what == "population"):
        yield say("A tile has less than no population (M-261).")
    if any(number < 0 for (_, _, what), number in sheet.items() if what != "population"):
        yield say("Somewhere lie fewer than no counters (M-231).")
    plain = [each for each in table.nexus.tiles if table.nexus_set.tiles[each.kind].type != "tribe"]
    if any(each.population for each in plain):
        yield say("A tile that is no tribe has population (M-261).")
    if any(each.counters != NO_COUNTERS for each in plain):
        yield say("Counters lie on a tile that is no tribe (M-231).")
    lies = [(place, what) for (_, place, what), number in sheet.items() if number and what in COUNTERS]
    if is_between and any(place for place, _ in lies):
        yield say("Counters of the last round lie on a tile (M-260).")
    if is_between and any(not place for place, _ in lies):
        yield say("Counters of the last round are still to be placed (M-250).")
