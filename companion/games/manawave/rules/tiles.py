"""The older game: what tiles do, how counters become tokens, and where on lines tiles come to rest.

A line is a number of half steps from N0, the one at the Source; a tile is one Nexus, two half steps, wide.
Ledger: M-220 to M-234, M-250 to M-261, B-12 to B-14.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.data.effects import Asking, CounterKind, Effect, Gain
from companion.games.manawave.data.playset import Geometry, NexusBoard, NexusPlayset
from companion.games.manawave.state.acts import Scatter
from companion.games.manawave.state.model import NO_COUNTERS, Counters, Ended, Nexus, Tile
from companion.games.shared.phases import put
from companion.language.values import Name

OWN_KINDS: tuple[CounterKind, ...] = ("shield", "growth")
"""Counters of a pool that go on own tribe tiles."""
OTHER_KINDS: tuple[CounterKind, ...] = ("attack", "sacrifice")
"""Those that go on opposing ones."""


class TileChange(msgspec.Struct, frozen=True, array_like=True):
    """So many counters more (or fewer) on a tile, or in a pool where `line` is below 0; of Soulstain a seat's."""

    seat: Seat
    line: int
    row: int
    counter: Gain
    number: int


def process(playset: NexusPlayset, world: Nexus, line: int, row: int, strength: int) -> Nexus:
    """The world once the tiles at one place of a line, of both sides, have done what they say (M-231, M-233)."""
    found = list[TileChange]()
    for asking, effect in _asked(playset, world, line, row, strength):
        if (amount := asking.amount(effect)) > 0:
            found += _aimed(playset, world, effect, asking.tile, amount if effect.op == "add" else -amount)
    for change in sorted(found, key=lambda each: each.number < 0):
        world = _with(world, change)
    return world


def decided(playset: NexusPlayset, world: Nexus, line: int, row: int, strength: int) -> Ended | None:
    """How the Monument tiles at a place end the game, tested after what was done there (M-234, B-18)."""
    won = set[Seat]()
    for asking, effect in _asked(playset, world, line, row, strength):
        if effect.op in ("win", "lose") and asking.holds(effect):
            won.add(asking.tile.seat if effect.op == "win" else 1 - asking.tile.seat)
    if not won:
        return None
    return "draw" if len(won) > 1 else ("first", "second")[won.pop()]


def is_tribe(playset: NexusPlayset, tile: Tile) -> bool:
    """Whether a tile has population, and takes counters."""
    return playset.tiles[tile.kind].type == "tribe"


def tribes_of(playset: NexusPlayset, world: Nexus, seat: Seat) -> tuple[Tile, ...]:
    """A seat's tribe tiles, in the order of the wave."""
    return tuple(each for each in world.own(seat) if is_tribe(playset, each))


def harvested(playset: NexusPlayset, world: Nexus) -> Nexus:
    """The world once counters have become tokens and are cleared; what is left of a pool goes too (M-260, M-261)."""
    after = []
    for tile in world.tiles:
        population = tile.population
        if is_tribe(playset, tile):
            lost = max(0, tile.counters.attack - tile.counters.shield) + tile.counters.sacrifice
            population = max(0, population - lost)
            population += min(tile.counters.growth, population)
        after.append(replace(tile, population=population, counters=NO_COUNTERS))
    return replace(world, tiles=tuple(after), pools=(NO_COUNTERS, NO_COUNTERS))


class TileAsking(Asking):
    """The queries of one tile."""

    def __init__(self, world: Nexus, tile: Tile, strength: int) -> None:
        self.world, self.tile, self.strength = world, tile, strength

    def query(self, name: str) -> int:
        return _QUERIES[name](self)


_QUERIES: Final[Mapping[str, Callable[[TileAsking], int]]] = {
    "strength": lambda its: its.strength,
    "self_population": lambda its: its.tile.population,
    "own_population": lambda its: its.world.population(its.tile.seat),
    "opposing_population": lambda its: its.world.population(1 - its.tile.seat),
    "soulstain": lambda its: its.world.stain(its.tile.seat),
    "tiles_on_line": lambda its: sum(each.line == its.tile.line for each in its.world.own(its.tile.seat)),
    "row": lambda its: its.tile.row,
}
"""What each query comes to, by its name."""


def _asked(
    playset: NexusPlayset, world: Nexus, line: int, row: int, strength: int
) -> Iterator[tuple[TileAsking, Effect]]:
    """Each thing that the tiles at a place do, with the queries of its tile."""
    for tile in world.tiles:
        if (tile.line, tile.row) == (line, row):
            asking = TileAsking(world, tile, strength)
            yield from ((asking, effect) for effect in playset.tiles[tile.kind].on_wave)


def _aimed(playset: NexusPlayset, world: Nexus, effect: Effect, tile: Tile, amount: int) -> Iterator[TileChange]:
    """The tiles that an effect concerns (ledger 4.3)."""
    counter = effect.counter or "mana"
    if counter == "soulstain" or effect.to == "pool":
        yield TileChange(tile.seat, -1, 0, counter, amount)
        return
    for each in _targets(playset, world, effect.to, tile):
        yield TileChange(each.seat, each.line, each.row, counter, amount)


def _targets(playset: NexusPlayset, world: Nexus, to: str, tile: Tile) -> Iterable[Tile]:
    other = tribes_of(playset, world, 1 - tile.seat)
    match to:
        case "self":
            return (tile,) if is_tribe(playset, tile) else ()
        case "adjacent":
            return [each for each in tribes_of(playset, world, tile.seat) if touch(each, tile)]
        case "opposing_line":
            return [each for each in other if each.line == tile.line]
        case "opposing_nearest":
            return _nearest(other, tile.line)
    return ()


def _nearest(other: Iterable[Tile], line: int) -> Iterable[Tile]:
    """The opposing tribe tile with the lowest row on the line, or, where it is empty, on the lines beside it."""
    near = [[each for each in other if abs(each.line - line) == apart] for apart in (0, 1)]
    found = near[0] or near[1]
    return [min(found, key=lambda each: (each.row, each.line))] if found else []


def _with(world: Nexus, change: TileChange) -> Nexus:
    if change.counter == "soulstain":
        stain = max(0, world.soulstain[change.seat] + change.number)
        return replace(world, soulstain=put(world.soulstain, change.seat, stain))
    if change.line < 0:
        pool = world.pools[change.seat].plus(change.counter, change.number)
        return replace(world, pools=put(world.pools, change.seat, pool))
    spot = (change.seat, change.line, change.row)
    tiles = list(world.tiles)
    for index, each in enumerate(tiles):
        if (each.seat, each.line, each.row) == spot:
            tiles[index] = replace(each, counters=each.counters.plus(change.counter, change.number))
    return replace(world, tiles=tuple(tiles))


# --- what is placed ---


Side: TypeAlias = tuple[tuple[Tile, ...], tuple[CounterKind, ...], tuple[int, ...]]
"""Tiles on which counters may be placed, the kinds that go there, and how many of each kind on each tile in turn."""


def sides(playset: NexusPlayset, world: Nexus, choice: Scatter) -> tuple[Side, Side]:
    """What a seat places on its own tribe tiles, and what on opposing ones."""
    own, other = tribes_of(playset, world, choice.seat), tribes_of(playset, world, 1 - choice.seat)
    return (own, OWN_KINDS, choice.own), (other, OTHER_KINDS, choice.other)


def placed(playset: NexusPlayset, world: Nexus, choice: Scatter) -> Nexus:
    """The world once a seat has placed counters of its pool so; what it has not placed lies there no more (M-250)."""
    after = replace(world, pools=put(world.pools, choice.seat, NO_COUNTERS))
    for tiles, kinds, numbers in sides(playset, world, choice):
        for (tile, kind), number in zip(product(tiles, kinds), numbers, strict=True):
            if number:
                after = _with(after, TileChange(tile.seat, tile.line, tile.row, kind, number))
    return after


def spent(choice: Scatter) -> Counters:
    """How many counters are placed in all."""
    counters = NO_COUNTERS
    for kinds, numbers in ((OWN_KINDS, choice.own), (OTHER_KINDS, choice.other)):
        for step, kind in enumerate(kinds):
            counters = counters.plus(kind, sum(numbers[step :: len(kinds)]))
    return counters


# --- lines ---


TILE_MM: Final = 60.0
"""Diameter of a printed tile: one Nexus."""
NONE_LEFT: Final = 0
"""The row of a line that takes no more tiles."""


def line_count(board: NexusBoard) -> int:
    """How many lines there are: K Nexus tiles have 2 K - 1 (M-221)."""
    return 2 * board.nexus - 1


def line_name(line: int) -> str:
    """What people call a line: N0, N0.5, N1 (M-121, M-221)."""
    return f"N{line / 2:g}"


def line_title(line: int) -> Name:
    """The same as sentences say it."""
    return Name(line_name(line))


def next_row(board: NexusBoard, own: Iterable[Tile], line: int) -> int:
    """The row in which a tile would come to lie on a line, beside these tiles of its side; 0 where it takes none.

    Ledger M-224, B-13, B-25.
    """
    highest = max((each.row for each in own if abs(each.line - line) <= _reach(board.geometry)), default=0)
    row = highest + 1
    if board.geometry == "hex_lattice" and row % 2 != (1 if line % 2 else 0):
        row += 1
    return row if row <= board.max_rows else NONE_LEFT


def open_lines(board: NexusBoard, own: Sequence[Tile]) -> tuple[int, ...]:
    """The lines on which a tile may be laid."""
    return tuple(line for line in range(line_count(board)) if next_row(board, own, line))


def stoppers(board: NexusBoard, own: Iterable[Tile], line: int, row: int) -> tuple[Tile, ...]:
    """The tiles that stop one in that place; none where the wave itself does."""
    reach = _reach(board.geometry)
    ahead = [each for each in own if abs(each.line - line) <= reach and each.row < row]
    nearest = max((each.row for each in ahead), default=0)
    return tuple(each for each in ahead if each.row == nearest)


def touch(one: Tile, other: Tile) -> bool:
    """Whether two tiles of a side are adjacent (ledger 4.3)."""
    apart, rows = abs(one.line - other.line), abs(one.row - other.row)
    return (apart, rows) in ((0, 1), (1, 1), (2, 0))


def rests_mm(board: NexusBoard, own: Sequence[Tile]) -> dict[tuple[int, int], float]:
    """How far from the wave the middle of each tile of a side lies, by line and row.

    A tile slides until it meets the wave, or one that lies in its way: one beside it on the same line a whole tile off,
    one half a step aside as far as two round tiles come to each other.
    """
    found = dict[tuple[int, int], float]()
    lattice = TILE_MM * math.sqrt(3) / 2
    for tile in sorted(own, key=lambda each: each.row):
        if board.geometry == "hex_lattice":
            found[tile.line, tile.row] = TILE_MM / 2 + (tile.row - 1) * lattice
            continue
        ahead = [TILE_MM / 2]
        for (line, row), lies in found.items():
            aside = abs(line - tile.line) * TILE_MM / 2
            if row < tile.row and abs(line - tile.line) <= _reach(board.geometry):
                ahead.append(lies + math.sqrt(TILE_MM**2 - aside**2))
        found[tile.line, tile.row] = max(ahead)
    return found


def spaces(tiles: Iterable[Tile]) -> tuple[tuple[int, int], ...]:
    """The occupied places in the order in which the wave comes to them: line by line, each from the wave outward.

    Ledger M-230, M-232, B-17.
    """
    return tuple(sorted({(each.line, each.row) for each in tiles}))


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles as a position keeps them."""
    return tuple(sorted(tiles, key=lambda each: (each.line, each.row, each.seat)))


def _reach(geometry: Geometry) -> int:
    """How many half steps aside a tile still stands in the way."""
    return 0 if geometry == "same_line" else 1
