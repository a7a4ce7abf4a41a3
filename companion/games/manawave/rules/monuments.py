"""Monuments are resolved and fought at, then counters are consolidated (M-080 to M-103); what a round would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import RuleId, Seat
from companion.games.manawave.data.effects import NOUNS
from companion.games.manawave.data.playset import ClansPlayset, Metric, NexusPlayset, Scope
from companion.games.manawave.rules.phase import Gaps, Halting, changed, moved
from companion.games.manawave.rules.tiles import decided, harvested, process, spaces
from companion.games.manawave.rules.wave import run
from companion.games.manawave.state import model
from companion.games.manawave.state.acts import Consolidate, Fight, Resolve
from companion.games.shared.phases import people
from companion.language.message import Message, listing, say, written
from companion.language.values import Count, Name

Verdict: TypeAlias = model.Ended | None
WINNERS: dict[model.Ended, tuple[Seat, ...]] = {"first": (0,), "second": (1,), "draw": ()}
"""Who has won by each ending."""
_BY_SEAT: tuple[model.Ended, model.Ended] = ("first", "second")


def verdict(playset: ClansPlayset, world: model.Clans, position: int, number: int) -> Verdict:
    """How the Monument at a position ends the game in that round; None where it does not."""
    card = world.monuments[position - 1] if len(world.monuments) >= position else ""
    if not card or number < (resolve := playset.monuments[card].resolve).min_round:
        return None
    if (lose := resolve.lose_if) is not None:
        lost = [measure(world, seat, position, lose.metric, lose.scope) <= lose.at_most for seat in model.BOTH]
        if all(lost):
            return "draw"
        if any(lost):
            return _BY_SEAT[lost.index(False)]
    if (threshold := resolve.threshold) is not None:
        least = threshold.per_round * number + threshold.add
        if all(measure(world, seat, position, threshold.metric, threshold.scope) < least for seat in model.BOTH):
            return None
    for each in resolve.compare:
        one, other = (measure(world, seat, position, each.metric, each.scope) for seat in model.BOTH)
        if one != other:
            return _BY_SEAT[0] if (one > other) == (each.prefer == "more") else _BY_SEAT[1]
    return None


def deciding(playset: ClansPlayset, world: model.Clans, number: int) -> tuple[int, model.Ended] | None:
    """The first Monument that ends the game in that round, and how; None where none does."""
    found = ((position, verdict(playset, world, position, number)) for position in model.PLACES)
    return next(((position, ended) for position, ended in found if ended is not None), None)


def measure(world: model.Clans, seat: Seat, position: int, metric: Metric, scope: Scope) -> int:
    """What a seat has of a metric, at the Clan here or in the whole Tribe."""
    tribe = world.tribes[seat]
    if metric == "soulstain":
        return tribe.soulstain
    clans = (tribe.at(position),) if scope == "clan_here" else tribe.clans
    return _MEASURES[metric](clans) if metric in _MEASURES else sum(getattr(each.counters, metric) for each in clans)


_MEASURES: Final[Mapping[Metric, Callable[[Sequence[model.Clan]], int]]] = {
    "population": lambda clans: sum(clan.population for clan in clans),
    "families": lambda clans: sum(len(clan.families) for clan in clans),
    "families_min": lambda clans: min(len(clan.families) for clan in clans),
    "modality": lambda clans: sum(each.counters for clan in clans for each in clan.families),
}
"""Those that are no counters of a tracker."""


def fought(world: model.Clans, position: int, step: model.Conflict) -> model.Clans:
    """The world after one step of the conflict at a position, both sides at once (M-090 to M-096)."""
    clans = [world.clan(seat, position) for seat in model.BOTH]
    after = []
    for seat in model.BOTH:
        own, other = clans[seat], clans[1 - seat]
        population = own.population
        if step == "war":
            population -= max(0, other.counters.attack - own.counters.shield)
        elif step == "sacrifice":
            population -= own.counters.sacrifice
        else:
            population += min(own.counters.growth, population)
        after.append(max(0, population))
    for seat in model.BOTH:
        if after[seat] != clans[seat].population:
            clan = replace(clans[seat], population=after[seat])
            world = world.with_tribe(seat, world.tribes[seat].with_clan(position, clan))
    return world


def next_fight(world: model.Clans, position: int, step: model.Conflict | None) -> tuple[int, model.Conflict] | None:
    """The next step of a conflict that changes a population, from the one after this; None where none is left."""
    order = [(place, each) for place in model.PLACES for each in model.CONFLICTS]
    first = order.index((position, step)) + 1 if step is not None and position else 0
    return next(((place, each) for place, each in order[first:] if fought(world, place, each) is not world), None)


class Outlook(msgspec.Struct, frozen=True):
    """A world once a round has run its course, and how the game ends by it."""

    world: model.Clans
    """After the wave, before anything is decided of what it brings."""
    ended: model.Ended | None
    """What the Monuments would say of it."""
    position: int
    """Of the Monument that says so; 0 where none does."""
    after: model.Clans
    """After the conflicts."""


def wave(playset: ClansPlayset, world: model.Clans, number: int) -> model.Clans:
    """The world once the wave has run from Source to Sink."""
    for position in model.PLACES:
        world, _ = run(playset, world, position, number)
    return world


def showdown(playset: ClansPlayset, world: model.Clans, number: int) -> Outlook:
    """What Monuments and conflicts make of counters as they lie."""
    position, ended = deciding(playset, world, number) or (0, None)
    after = world
    for place in model.PLACES:
        for step in model.CONFLICTS:
            after = fought(after, place, step)
    return Outlook(world, ended, position, after)


def if_the_wave_ran(playset: ClansPlayset, world: model.Clans, number: int) -> Outlook:
    """What the whole round would bring if the wave ran now and nobody bought anything."""
    return showdown(playset, wave(playset, world, number), number)


def whole_wave(playset: NexusPlayset, world: model.Nexus, strength: int) -> tuple[model.Nexus, model.Ended | None]:
    """The older world once the wave has run over all tiles and counters have become tokens; or how it ends before."""
    for line, row in spaces(world.tiles):
        world = process(playset, world, line, row, strength)
        ended = decided(playset, world, line, row, strength)
        if ended is not None:
            return world, ended
    return harvested(playset, world), None


# --- the phases ---


class Resolving(Halting[Resolve], phase=model.Phase.RESOLVE):
    """A Monument that decides nothing is passed over; one that decides the game is agreed to by people."""

    def halt(self, table: model.Table) -> tuple[int] | None:
        found = deciding_now(table)
        return None if found is None else (found[0],)

    def apply(self, state: model.ManaState, act: Resolve) -> model.ManaState:
        found = deciding_now(state.table)
        assert found is not None  # else the act is not legal
        return changed(state, ("M-080", "M-081"), at=act.position, ended=found[1])

    def comes_after(self, table: model.Table) -> model.Phase:
        return next_in_order(table)

    def gaps(self, view: model.ManaView, act: Resolve) -> Gaps:
        monument, winners = monument_title(view.table, act.position), WINNERS[_ending(view.table)]
        return {"monument": monument, "position": act.position, "who": people(view, winners)}

    def variant(self, view: model.ManaView, act: Resolve) -> str:
        return "" if WINNERS[_ending(view.table)] else "draw"


def _ending(table: model.Table) -> model.Ended:
    return (deciding_now(table) or (0, "draw"))[1]


class Fighting(Halting[Fight], phase=model.Phase.CONFLICT):
    """War, Sacrifice and Growth at each Monument; a step that changes no population is passed over."""

    def halt(self, table: model.Table) -> tuple[int, model.Conflict] | None:
        return next_fight(table.clans, table.at, None if table.step is UNSET else table.step)

    def apply(self, state: model.ManaState, act: Fight) -> model.ManaState:
        world = state.table.clans
        after = fought(world, act.position, act.step)
        hit = _hit(world, after, act.position)
        why = ("M-090", self.texts[act.step].asks, "M-092", "M-096")
        return changed(state, why, world=after, at=act.position, step=act.step, hit=hit)

    def comes_after(self, table: model.Table) -> model.Phase:
        return next_in_order(table)

    def gaps(self, view: model.ManaView, act: Fight) -> Gaps:
        changes = listing(_changes(view, act.position, act.step), ";")
        step = written(self.texts[act.step].title)
        return {"step": step, "position": act.position, "changes": changes}

    def variant(self, view: model.ManaView, act: Fight) -> str:
        return act.step


class Consolidating(Halting[Consolidate], phase=model.Phase.CONSOLIDATE):
    """The counters of the wave are taken away; what lasts stays (M-100, M-101)."""

    def halt(self, table: model.Table) -> tuple[()] | None:
        return () if consolidated(table) != table.clans else None

    def apply(self, state: model.ManaState, act: Consolidate) -> model.ManaState:
        return changed(state, ("M-100", "M-101"), world=consolidated(state.table))

    def left(self, state: model.ManaState) -> model.ManaState:
        return next_round(state, ending(state.table), "M-102", "M-103")

    def variant(self, view: model.ManaView, act: Consolidate) -> str:
        return "" if view.table.clans_set.options.mana_persists else "mana_too"


def next_in_order(table: model.Table) -> model.Phase:
    """What comes after the present phase, of those whose order a playset says."""
    fights = [model.Phase.RESOLVE, model.Phase.CONFLICT]
    if table.clans_set.options.phase_order == "conflict_first":
        fights.reverse()
    order = [model.Phase.PAY, *fights, model.Phase.CONSOLIDATE]
    return order[order.index(table.phase) + 1]


def next_round(state: model.ManaState, ended: model.Ended | None, begins: RuleId, ends: RuleId) -> model.ManaState:
    """A new round by one rule, or the end by the other."""
    if ended is not None:
        return moved(state, (ends,), ended=ended)
    return moved(state, (begins,), phase=model.Phase.START, at=0)


def deciding_now(table: model.Table) -> tuple[int, model.Ended] | None:
    """The first Monument that decides the game now, and how; None where none does."""
    return deciding(table.clans_set, table.clans, table.round)


def consolidated(table: model.Table) -> model.Clans:
    """The world after Consolidation."""
    world = table.clans
    kept = model.Counters.cleared if table.clans_set.options.mana_persists else lambda counters: model.NO_COUNTERS
    for seat, tribe in enumerate(world.tribes):
        clans = tuple(replace(clan, counters=kept(clan.counters)) for clan in tribe.clans)
        world = world.with_tribe(seat, replace(tribe, clans=clans, counters=kept(tribe.counters)))
    return world


def ending(table: model.Table) -> model.Ended | None:
    """How the game ends after Consolidation, where the pile is too short for another round (M-103, B-10)."""
    options, setup = table.clans_set.options, table.clans_set.setup
    if model.count(table.pile) >= setup.end_when_pile_below:
        return None
    one, other = (table.clans.population(seat) for seat in model.BOTH)
    if options.pile_empty == "population" and one != other:
        return "first" if one > other else "second"
    return "draw"


def changing(before: model.Clans, position: int, step: model.Conflict) -> tuple[Seat, ...]:
    """Whose population a step changes."""
    return _hit(before, fought(before, position, step), position)


def _hit(before: model.Clans, after: model.Clans, position: int) -> tuple[Seat, ...]:
    return tuple(
        seat for seat in model.BOTH if before.clan(seat, position).population != after.clan(seat, position).population
    )


def _changes(view: model.ManaView, position: int, step: model.Conflict) -> Iterator[Message]:
    """What a step of a conflict does to whose population."""
    before, after = view.table.clans, fought(view.table.clans, position, step)
    for seat in _hit(before, after, position):
        was, now = (world.clan(seat, position).population for world in (before, after))
        who, number = view.who(seat), Count(abs(now - was), NOUNS["population"])
        if now < was:
            yield say("{who} loses {number}, {now} left", who=who, number=number, now=now)
        else:
            yield say("{who} gains {number}, now {now}", who=who, number=number, now=now)


def monument_title(table: model.Table, position: int) -> Name:
    """What the Monument at a position is called."""
    card = table.clans.monuments[position - 1]
    return Name(table.clans_set.monuments[card].title)
