"""Monuments are resolved, and fought at; then counters are consolidated (M-080 to M-103)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import RuleId, Seat
from companion.games.manawave.data.effects import NOUNS
from companion.games.manawave.rules import monuments
from companion.games.manawave.rules.monuments import WINNERS, fought, next_fight
from companion.games.manawave.rules.phase import Gaps, Halting, changed, moved
from companion.games.manawave.state import model
from companion.games.manawave.state.acts import Consolidate, Fight, Resolve
from companion.games.shared.phases import Asked, people
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name

_STEPS: Final[Mapping[model.Conflict, tuple[Message, RuleId, Message]]] = {
    "war": (say("War"), "M-091", say("Attack beyond the other Clan's shield takes population.")),
    "sacrifice": (say("Sacrifice"), "M-093", say("Each sacrifice counter takes one population.")),
    "growth": (say("Growth"), "M-094", say("Growth counters add population, at most as much as there is.")),
}
"""What each step of a conflict is called, by which rule it comes, and what it does."""


class Resolving(Halting[Resolve]):
    """A Monument that decides nothing is passed over; one that decides the game is agreed to by people."""

    titles = {model.Phase.RESOLVE: say("Monument Resolution")}
    acts = (Resolve,)
    rule = "M-080"
    law = say("The Monuments are resolved in their order; the first that decides ends the game")
    leaving = ("M-082",)
    task = say("{monument} at position {position} {says}. Look, and agree.")
    why = say("Monuments are resolved from the Source to the Sink.")
    asks = "M-081"
    button, group = say("So it is: the game is over"), say("{monument}")
    log = say("{monument} {ends}.")

    def halt(self, table: model.Table) -> tuple[int] | None:
        found = deciding(table)
        return None if found is None else (found[0],)

    def apply(self, state: model.ManaState, act: Resolve) -> model.ManaState:
        found = deciding(state.table)
        assert found is not None  # else the act is not legal
        return changed(state, ("M-080", "M-081"), at=act.position, ended=found[1])

    def comes_after(self, table: model.Table) -> model.Phase:
        return next_in_order(table)

    def gaps(self, view: model.ManaView, act: Resolve) -> Gaps:
        says, ends = say("says: a draw"), say("ends the game in a draw")
        if winners := WINNERS[(deciding(view.table) or (0, "draw"))[1]]:
            says = ends = say("gives {who} the victory", who=people(view, winners))
        monument = monument_title(view.table, act.position)
        return {"monument": monument, "position": act.position, "says": says, "ends": ends}


class Fighting(Halting[Fight]):
    """War, Sacrifice and Growth at each Monument; a step that changes no population is passed over."""

    titles = {model.Phase.CONFLICT: say("Monument Conflicts")}
    acts = (Fight,)
    rule = "M-090"
    law = say("At each Monument in turn come war, sacrifice and growth, for both Clans at once")
    leaving = ("M-090",)
    button, group = say("{step}: population is moved"), say("Position {position}")
    log = say("{step} at position {position}: {changes}.")

    def halt(self, table: model.Table) -> tuple[int, model.Conflict] | None:
        return next_fight(table.clans, table.at, None if table.step is UNSET else table.step)

    def apply(self, state: model.ManaState, act: Fight) -> model.ManaState:
        world = state.table.clans
        after = fought(world, act.position, act.step)
        hit = _hit(world, after, act.position)
        why = ("M-090", _STEPS[act.step][1], "M-092", "M-096")
        return changed(state, why, world=after, at=act.position, step=act.step, hit=hit)

    def comes_after(self, table: model.Table) -> model.Phase:
        return next_in_order(table)

    def gaps(self, view: model.ManaView, act: Fight) -> Gaps:
        changes = listing(_changes(view, act.position, act.step), ";")
        return {"step": _STEPS[act.step][0], "position": act.position, "changes": changes}

    def asked(self, view: model.ManaView) -> Asked:
        act = self.first(view)
        _, rule, why = _STEPS[act.step]
        return Asked((), self.described(view, act), why, rule)


class Consolidating(Halting[Consolidate]):
    """The counters of the wave are taken away; what lasts stays (M-100, M-101)."""

    titles = {model.Phase.CONSOLIDATE: say("Consolidation")}
    acts = (Consolidate,)
    rule = "M-100"
    law = say("All attack, shield, sacrifice and growth counters are taken away")
    task = say("Take all attack, shield, sacrifice and growth counters off the trackers.")
    why = say("Population, Soulstain and Modality counters stay.")
    button, group = say("They are gone"), say("Consolidation")
    log = say("The counters of the wave are taken away.")

    def halt(self, table: model.Table) -> tuple[()] | None:
        return () if consolidated(table) != table.clans else None

    def apply(self, state: model.ManaState, act: Consolidate) -> model.ManaState:
        return changed(state, ("M-100", "M-101"), world=consolidated(state.table))

    def left(self, state: model.ManaState) -> model.ManaState:
        return next_round(state, ending(state.table), "M-102", "M-103")

    def task_for(self, view: model.ManaView, act: Consolidate) -> Message:
        if view.table.clans_set.options.mana_persists:
            return self.task
        return say("Take all mana, attack, shield, sacrifice and growth counters off the trackers.")


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


def deciding(table: model.Table) -> tuple[int, model.Ended] | None:
    """The first Monument that decides the game now, and how; None where none does."""
    return monuments.deciding(table.clans_set, table.clans, table.round)


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
