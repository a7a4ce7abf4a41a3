"""What tiles do when the wave comes to them, and how counters become tokens. Ledger: M-231 to M-234, M-250 to M-261."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.effects import CounterKind, Effect, Gain
from companion.games.manawave.lines import touch
from companion.games.manawave.model import BOTH, NO_COUNTERS, Counters, Ended, Nexus, Tile
from companion.games.manawave.playset import NexusPlayset

Spot: TypeAlias = tuple[Seat, int, int]
"""A tile by its seat, line and row."""
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
    adds, removes = list[TileChange](), list[TileChange]()
    for tile in _at(world, line, row):
        asking = Asking(world, tile, strength)
        for effect in playset.tiles[tile.kind].on_wave:
            if effect.op in ("add", "remove") and effect.counter and asking.holds(effect):
                amount = asking.amount(effect)
                if amount > 0:
                    found = adds if effect.op == "add" else removes
                    found.extend(_aimed(playset, world, effect, tile, amount))
    after = world
    for change in adds:
        after = _with(after, change)
    for change in removes:
        after = _with(after, replace(change, number=-change.number))
    return after


def decided(playset: NexusPlayset, world: Nexus, line: int, row: int, strength: int) -> Ended | None:
    """How the Monument tiles at a place end the game, tested after what was done there (M-234, B-18)."""
    won = set[Seat]()
    for tile in _at(world, line, row):
        asking = Asking(world, tile, strength)
        for effect in playset.tiles[tile.kind].on_wave:
            if effect.op in ("win", "lose") and asking.holds(effect):
                won.add(tile.seat if effect.op == "win" else 1 - tile.seat)
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


class Asking:
    """The queries of one tile."""

    def __init__(self, world: Nexus, tile: Tile, strength: int) -> None:
        self._world, self._tile, self._strength = world, tile, strength

    def holds(self, effect: Effect) -> bool:
        """Whether all conditions of an effect hold."""
        return all(
            each.holds(self.query(each.query), self.query(each.other) if each.other else each.value or 0)
            for each in effect.when
        )

    def amount(self, effect: Effect) -> int:
        """How many it adds or takes away."""
        amount = effect.amount
        if isinstance(amount, int):
            return amount
        per = self.query(amount.per) if amount.per else 0
        return amount.of(per, self.query(amount.less_per) if amount.less_per else 0)

    def query(self, name: str) -> int:
        """What a query comes to."""
        tile, seat = self._tile, self._tile.seat
        match name:
            case "strength":
                return self._strength
            case "self_population":
                return tile.population
            case "own_population":
                return sum(each.population for each in self._world.own(seat))
            case "opposing_population":
                return sum(each.population for each in self._world.own(1 - seat))
            case "soulstain":
                return self._world.soulstain[seat]
            case "tiles_on_line":
                return sum(each.line == tile.line for each in self._world.own(seat))
            case "row":
                return tile.row
        raise AssertionError(f"no query of the older game: {name}")


def _at(world: Nexus, line: int, row: int) -> Iterator[Tile]:
    return (each for each in world.tiles if (each.line, each.row) == (line, row))


def _aimed(playset: NexusPlayset, world: Nexus, effect: Effect, tile: Tile, amount: int) -> Iterator[TileChange]:
    """The tiles that an effect concerns (ledger 4.3)."""
    counter = effect.counter or "mana"
    if counter == "soulstain":
        yield TileChange(tile.seat, -1, 0, counter, amount)
        return
    if effect.to == "pool":
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
    here = [each for each in other if each.line == line]
    beside = [each for each in other if abs(each.line - line) == 1]
    found = here or beside
    return [min(found, key=lambda each: (each.row, each.line))] if found else []


def _with(world: Nexus, change: TileChange) -> Nexus:
    if change.counter == "soulstain":
        stains = list(world.soulstain)
        stains[change.seat] = max(0, stains[change.seat] + change.number)
        return replace(world, soulstain=(stains[0], stains[1]))
    if change.line < 0:
        pools = list(world.pools)
        pools[change.seat] = pools[change.seat].plus(change.counter, change.number)
        return replace(world, pools=(pools[0], pools[1]))
    spot = (change.seat, change.line, change.row)
    return replace(
        world,
        tiles=tuple(
            replace(each, counters=each.counters.plus(change.counter, change.number))
            if (each.seat, each.line, each.row) == spot
            else each
            for each in world.tiles
        ),
    )


# --- what is placed ---


def placed(playset: NexusPlayset, world: Nexus, seat: Seat, own: tuple[int, ...], other: tuple[int, ...]) -> Nexus:
    """The world once a seat has placed counters of its pool so; what it has not placed lies there no more (M-250)."""
    after = replace(world, pools=(NO_COUNTERS, world.pools[1]) if seat == 0 else (world.pools[0], NO_COUNTERS))
    for tiles, kinds, numbers in (
        (tribes_of(playset, world, seat), OWN_KINDS, own),
        (tribes_of(playset, world, 1 - seat), OTHER_KINDS, other),
    ):
        for index, tile in enumerate(tiles):
            for step, kind in enumerate(kinds):
                number = numbers[index * len(kinds) + step]
                if number:
                    after = _with(after, TileChange(tile.seat, tile.line, tile.row, kind, number))
    return after


def spent(own: tuple[int, ...], other: tuple[int, ...]) -> Counters:
    """How many counters are placed in all."""
    counters = NO_COUNTERS
    for kinds, numbers in ((OWN_KINDS, own), (OTHER_KINDS, other)):
        for step, kind in enumerate(kinds):
            counters = counters.plus(kind, sum(numbers[step :: len(kinds)]))
    return counters


def must_scatter(playset: NexusPlayset, world: Nexus) -> tuple[bool, bool]:
    """Who has counters in the pool that some tile can take."""
    found = []
    for seat in BOTH:
        pool = world.pools[seat]
        own = bool(pool.shield or pool.growth) and bool(tribes_of(playset, world, seat))
        other = bool(pool.attack or pool.sacrifice) and bool(tribes_of(playset, world, 1 - seat))
        found.append(own or other)
    return found[0], found[1]
