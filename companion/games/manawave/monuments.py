"""What a Monument makes of the game when it is resolved. Ledger: M-080, M-081, section 4.3."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.model import BOTH, CONFLICTS, PLACES, Clans, Conflict, Ended, Position
from companion.games.manawave.playset import ClansPlayset, Metric, Resolve, Scope

Verdict: TypeAlias = Ended | None
WINNERS: dict[Ended, tuple[Seat, ...]] = {"first": (0,), "second": (1,), "draw": ()}
"""Who has won by each ending."""
_BY_SEAT: tuple[Ended, Ended] = ("first", "second")


def verdict(playset: ClansPlayset, world: Clans, position: Position, number: int) -> Verdict:
    """How the Monument at a position ends the game in that round; None where it does not."""
    card = world.monuments[position - 1] if len(world.monuments) >= position else ""
    return resolved(playset.monuments[card].resolve, world, position, number) if card else None


def resolved(resolve: Resolve, world: Clans, position: Position, number: int) -> Verdict:
    """The same by what a Monument says."""
    if number < resolve.min_round:
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


def measure(world: Clans, seat: Seat, position: Position, metric: Metric, scope: Scope) -> int:
    """What a seat has of a metric, at the Clan here or in the whole Tribe."""
    tribe = world.tribes[seat]
    if metric == "soulstain":
        return tribe.soulstain
    clans = (tribe.at(position),) if scope == "clan_here" else tribe.clans
    match metric:
        case "population":
            return sum(clan.population for clan in clans)
        case "families":
            return sum(len(clan.families) for clan in clans)
        case "families_min":
            return min(len(clan.families) for clan in clans)
        case "modality":
            return sum(each.counters for clan in clans for each in clan.families)
        case _:
            return sum(clan.counters.of(metric) for clan in clans)


# --- conflicts ---


def fought(world: Clans, position: Position, step: Conflict) -> Clans:
    """The world after one step of the conflict at a position, both sides at once (M-090 to M-096)."""
    clans = [world.clan(seat, position) for seat in BOTH]
    after = []
    for seat in BOTH:
        own, other = clans[seat], clans[1 - seat]
        population = own.population
        match step:
            case "war":
                population -= max(0, other.counters.attack - own.counters.shield)
            case "sacrifice":
                population -= own.counters.sacrifice
            case "growth":
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
    for place, each in order[first:]:
        if fought(world, place, each) is not world:
            return place, each
    return None
