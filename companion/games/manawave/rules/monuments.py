"""What a Monument makes of the game when it is resolved. Ledger: M-080, M-081, section 4.3."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.data.playset import ClansPlayset, Metric, NexusPlayset, Scope
from companion.games.manawave.rules.tiles import decided, harvested, process, spaces
from companion.games.manawave.rules.wave import run
from companion.games.manawave.state.model import BOTH, CONFLICTS, PLACES, Clan, Clans, Conflict, Ended, Nexus, Position

Verdict: TypeAlias = Ended | None
WINNERS: dict[Ended, tuple[Seat, ...]] = {"first": (0,), "second": (1,), "draw": ()}
"""Who has won by each ending."""
_BY_SEAT: tuple[Ended, Ended] = ("first", "second")


def verdict(playset: ClansPlayset, world: Clans, position: Position, number: int) -> Verdict:
    """How the Monument at a position ends the game in that round; None where it does not."""
    card = world.monuments[position - 1] if len(world.monuments) >= position else ""
    if not card or number < (resolve := playset.monuments[card].resolve).min_round:
        return None
    if (lose := resolve.lose_if) is not None:
        lost = [measure(world, seat, position, lose.metric, lose.scope) <= lose.at_most for seat in BOTH]
        if all(lost):
            return "draw"
        if any(lost):
            return _BY_SEAT[lost.index(False)]
    if (threshold := resolve.threshold) is not None:
        least = threshold.per_round * number + threshold.add
        if all(measure(world, seat, position, threshold.metric, threshold.scope) < least for seat in BOTH):
            return None
    for each in resolve.compare:
        one, other = (measure(world, seat, position, each.metric, each.scope) for seat in BOTH)
        if one != other:
            return _BY_SEAT[0] if (one > other) == (each.prefer == "more") else _BY_SEAT[1]
    return None


def deciding(playset: ClansPlayset, world: Clans, number: int) -> tuple[Position, Ended] | None:
    """The first Monument that ends the game in that round, and how; None where none does."""
    found = ((position, verdict(playset, world, position, number)) for position in PLACES)
    return next(((position, ended) for position, ended in found if ended is not None), None)


def measure(world: Clans, seat: Seat, position: Position, metric: Metric, scope: Scope) -> int:
    """What a seat has of a metric, at the Clan here or in the whole Tribe."""
    tribe = world.tribes[seat]
    if metric == "soulstain":
        return tribe.soulstain
    clans = (tribe.at(position),) if scope == "clan_here" else tribe.clans
    return _MEASURES[metric](clans) if metric in _MEASURES else sum(getattr(each.counters, metric) for each in clans)


_MEASURES: Final[Mapping[Metric, Callable[[Sequence[Clan]], int]]] = {
    "population": lambda clans: sum(clan.population for clan in clans),
    "families": lambda clans: sum(len(clan.families) for clan in clans),
    "families_min": lambda clans: min(len(clan.families) for clan in clans),
    "modality": lambda clans: sum(each.counters for clan in clans for each in clan.families),
}
"""Those that are no counters of a tracker."""


def fought(world: Clans, position: Position, step: Conflict) -> Clans:
    """The world after one step of the conflict at a position, both sides at once (M-090 to M-096)."""
    clans = [world.clan(seat, position) for seat in BOTH]
    after = []
    for seat in BOTH:
        own, other = clans[seat], clans[1 - seat]
        population = own.population
        if step == "war":
            population -= max(0, other.counters.attack - own.counters.shield)
        elif step == "sacrifice":
            population -= own.counters.sacrifice
        else:
            population += min(own.counters.growth, population)
        after.append(max(0, population))
    for seat in BOTH:
        if after[seat] != clans[seat].population:
            clan = replace(clans[seat], population=after[seat])
            world = world.with_tribe(seat, world.tribes[seat].with_clan(position, clan))
    return world


def next_fight(world: Clans, position: int, step: Conflict | None) -> tuple[int, Conflict] | None:
    """The next step of a conflict that changes a population, from the one after this; None where none is left."""
    order = [(place, each) for place in PLACES for each in CONFLICTS]
    first = order.index((position, step)) + 1 if step is not None and position else 0
    return next(((place, each) for place, each in order[first:] if fought(world, place, each) is not world), None)


class Outlook(msgspec.Struct, frozen=True):
    """A world once a round has run its course, and how the game ends by it."""

    world: Clans
    """After the wave, before anything is decided of what it brings."""
    ended: Ended | None
    """What the Monuments would say of it."""
    position: int
    """Of the Monument that says so; 0 where none does."""
    after: Clans
    """After the conflicts."""


def wave(playset: ClansPlayset, world: Clans, number: int) -> Clans:
    """The world once the wave has run from Source to Sink."""
    for position in PLACES:
        world, _ = run(playset, world, position, number)
    return world


def showdown(playset: ClansPlayset, world: Clans, number: int) -> Outlook:
    """What Monuments and conflicts make of counters as they lie."""
    position, ended = deciding(playset, world, number) or (0, None)
    after = world
    for place in PLACES:
        for step in CONFLICTS:
            after = fought(after, place, step)
    return Outlook(world, ended, position, after)


def if_the_wave_ran(playset: ClansPlayset, world: Clans, number: int) -> Outlook:
    """What the whole round would bring if the wave ran now and nobody bought anything."""
    return showdown(playset, wave(playset, world, number), number)


def whole_wave(playset: NexusPlayset, world: Nexus, strength: int) -> tuple[Nexus, Ended | None]:
    """The older world once the wave has run over all tiles and counters have become tokens; or how it ends before."""
    for line, row in spaces(world.tiles):
        world = process(playset, world, line, row, strength)
        ended = decided(playset, world, line, row, strength)
        if ended is not None:
            return world, ended
    return harvested(playset, world), None
