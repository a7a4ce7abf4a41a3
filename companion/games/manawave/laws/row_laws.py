"""The laws of lines, rows and tiles in a position of the older game, written apart from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.core import Seat
from companion.games.manawave.data.effects import COUNTERS
from companion.games.manawave.data.playset import NexusBoard
from companion.games.manawave.laws.witness import BETWEEN, Spot, numbers, too_many
from companion.games.manawave.state.acts import Scatter
from companion.games.manawave.state.model import BOTH, NO_COUNTERS, Nexus, Phase, Table, Tile
from companion.language.message import Message, say

LAWS: Final = ("M-211", "M-220", "M-221", "M-223", "M-224", "M-230", "M-231", "M-250", "M-260", "M-261")
ON_OWN: Final = ("shield", "growth")
ON_OTHER: Final = ("attack", "sacrifice")
"""What of a pool is placed on own tribe tiles, and what on opposing ones (ledger 4.5)."""


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
    for kind in too_many(table, seat, [each.kind for each in own], is_laid):
        card = table.title(kind)
        yield say("{card}: seat {seat} has more than were revealed (M-211).", card=card, seat=seat + 1)


def _of_counters(table: Table) -> Iterator[Message]:
    """What is counted, and when it may lie where."""
    sheet, is_between = numbers(table.nexus), table.phase in BETWEEN
    below = {what == "population" for (_, _, what), number in sheet.items() if number < 0}
    if True in below:
        yield say("A tile has less than no population (M-261).")
    if False in below:
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


def lines(board: NexusBoard) -> range:
    """All lines, in half steps from N0 (M-221)."""
    return range(board.nexus + board.nexus - 1)


def in_the_way(board: NexusBoard, own: Iterator[Tile] | list[Tile], line: int) -> list[Tile]:
    """The tiles of a side that can stop one on this line (M-224, B-13)."""
    near = (line,) if board.geometry == "same_line" else (line - 1, line, line + 1)
    return [each for each in own if each.line in near]


def resting_row(board: NexusBoard, own: list[Tile], line: int) -> int:
    """The row in which a tile comes to rest on a line of its side, whatever rows the board has (M-223, M-224)."""
    taken = [each.row for each in in_the_way(board, own, line)]
    above = max(taken) if taken else 0
    if board.geometry != "hex_lattice":
        return above + 1
    parity = {0: 0, 1: 1}[line % 2]  # whole lines own the even rows, half lines the odd ones
    return next(row for row in (above + 1, above + 2) if row % 2 == parity)


def open_lines(table: Table, seat: Seat) -> list[int]:
    """The lines on which a seat may lay a tile (B-25)."""
    board, own = table.nexus_set.board, of_seat(table.nexus, seat)
    return [line for line in lines(board) if resting_row(board, own, line) <= board.max_rows]


def of_seat(world: Nexus, seat: Seat) -> list[Tile]:
    """The tiles of a side."""
    return [each for each in world.tiles if each.seat == seat]


def tribe_tiles(table: Table, seat: Seat) -> list[Tile]:
    """A seat's tribe tiles, in the order of the wave."""
    return [each for each in of_seat(table.nexus, seat) if table.nexus_set.tiles[each.kind].type == "tribe"]


def scattered(table: Table, choice: Scatter) -> Counter[Spot]:
    """Where a choice places how many counters."""
    found = Counter[Spot]()
    for side, kinds, given in ((choice.seat, ON_OWN, choice.own), (1 - choice.seat, ON_OTHER, choice.other)):
        spots = [(tile, kind) for tile in tribe_tiles(table, side) for kind in kinds]
        for (tile, kind), number in zip(spots, given, strict=False):
            found[tile.seat, (tile.line, tile.row), kind] += number
    return found


def wrong_scattering(table: Table, choice: Scatter) -> Iterator[str]:
    """What is wrong with where counters are placed (M-250)."""
    own, other = (tribe_tiles(table, seat) for seat in (choice.seat, 1 - choice.seat))
    lengths = (2 * len(own), 2 * len(other))
    if (len(choice.own), len(choice.other)) != lengths or min((*choice.own, *choice.other), default=0) < 0:
        yield "Scatter does not fit the tiles as they lie (M-250)."
        return
    for kind in (*ON_OWN, *ON_OTHER):
        placed = sum(n for spot, n in scattered(table, choice).items() if spot[2] == kind)
        if placed > getattr(table.nexus.pools[choice.seat], kind):
            yield f"Scatter placed {placed} {kind}, more than the pool has (M-250)."
