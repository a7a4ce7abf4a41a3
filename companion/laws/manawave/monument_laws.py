"""Monuments, conflicts and Consolidation, worked out a second time from the ledger: M-080 to M-103."""

from __future__ import annotations

from typing import Final

from companion.games.core import Seat
from companion.games.manawave.data.playset import Metric, Scope
from companion.games.manawave.laws.invariants import cleared_kinds
from companion.games.manawave.laws.witness import Spot, numbers
from companion.games.manawave.state.model import BOTH, CONFLICTS, PLACES, Clans, Conflict, Ended, Position, Table
from companion.laws.manawave.sums import written

_WINS: Final[dict[Seat, Ended]] = {0: "first", 1: "second"}


def decision(table: Table) -> tuple[Position, Ended] | None:
    """The first Monument that decides the game, with how; None where none does (M-080, M-081, B-23)."""
    for position in PLACES:
        ended = verdict(table, position)
        if ended is not None:
            return position, ended
    return None


def verdict(table: Table, position: Position) -> Ended | None:
    """How the Monument at a position ends the game (ledger 4.3)."""
    resolve = table.clans_set.monuments[table.clans.monuments[position - 1]].resolve
    if table.round < resolve.min_round:
        return None
    if resolve.lose_if is not None:
        most = resolve.lose_if.at_most
        both = [value(table.clans, seat, position, resolve.lose_if.metric, resolve.lose_if.scope) for seat in BOTH]
        losers = [seat for seat in BOTH if both[seat] <= most]
        if losers:
            return "draw" if losers == list(BOTH) else _WINS[1 - losers[0]]
    if (wanted := resolve.threshold) is not None:
        both = [value(table.clans, seat, position, wanted.metric, wanted.scope) for seat in BOTH]
        if max(both) < wanted.per_round * table.round + wanted.add:
            return None
    for each in resolve.compare:
        one, other = (value(table.clans, seat, position, each.metric, each.scope) for seat in BOTH)
        if one != other:
            is_first = one > other if each.prefer == "more" else one < other
            return "first" if is_first else "second"
    return None


def value(world: Clans, seat: Seat, position: Position, metric: Metric, scope: Scope) -> int:
    """What a metric comes to for a seat."""
    tribe = world.tribes[seat]
    if metric == "soulstain":
        return tribe.soulstain
    columns = [tribe.clans[position - 1]] if scope == "clan_here" else list(tribe.clans)
    families = [[*each.above, *each.below] for each in columns]
    if metric == "families_min":
        return min(map(len, families))
    if metric == "families":
        return sum(map(len, families))
    if metric == "modality":
        return sum(each.counters for column in families for each in column)
    if metric == "population":
        return sum(each.population for each in columns)
    return sum(getattr(each.counters, metric) for each in columns)


# --- conflicts ---


def after_fight(world: Clans, position: Position, step: Conflict) -> dict[Spot, int]:
    """All numbers after one step of the conflict at a Monument, for both Clans at once (M-090 to M-095)."""
    before = numbers(world)
    after = dict(before)
    for seat in BOTH:
        spot = (seat, (position,), "population")
        has = before[spot]
        if step == "war":
            hits = before[1 - seat, (position,), "attack"] - before[seat, (position,), "shield"]
            after[spot] = max(0, has - max(0, hits))
        elif step == "sacrifice":
            after[spot] = max(0, has - before[seat, (position,), "sacrifice"])
        else:
            after[spot] = has + min(has, before[seat, (position,), "growth"])
    return after


def next_fight(table: Table) -> tuple[Position, Conflict] | None:
    """The next step that changes a population, in Manawave order; None where none is left."""
    before = numbers(table.clans)
    for position in PLACES:
        for order, step in enumerate(CONFLICTS):
            is_done = position < table.at
            if position == table.at and table.step in CONFLICTS:
                is_done = order <= CONFLICTS.index(table.step)
            if not is_done and after_fight(table.clans, position, step) != before:
                return position, step
    return None


# --- Consolidation ---


def consolidation(table: Table) -> Clans:
    """The world after it."""
    kinds = cleared_kinds(table)
    return written(table.clans, {s: 0 if s[2] in kinds else number for s, number in numbers(table.clans).items()})


def end_of_pile(table: Table) -> Ended | None:
    """How the game ends where too few cards are left for another round (M-103, M-271, B-10)."""
    if sum(number for _, number in table.pile) >= table.setup.playset.setup.end_when_pile_below:
        return None
    if table.is_clans and table.clans_set.options.pile_empty == "population":
        one, other = (sum(clan.population for clan in table.clans.tribes[seat].clans) for seat in BOTH)
        if one != other:
            return "first" if one > other else "second"
    return "draw"
