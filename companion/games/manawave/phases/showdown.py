"""Monuments are resolved, and fought at; then counters are consolidated (M-080 to M-103)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.acts import Consolidate, Fight, Resolve
from companion.games.manawave.model import (
    BOTH,
    NO_COUNTERS,
    PLACES,
    Clans,
    Conflict,
    Counters,
    Ended,
    ManaState,
    ManaView,
    Phase,
    Table,
    count,
)
from companion.games.manawave.monuments import WINNERS, fought, next_fight, verdict
from companion.games.manawave.phases.part import Part, changed
from companion.games.shared.phases import Asked, Label, people
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name, Noun

POPULATION = Noun("population", "population")
STEP_WORDS: dict[Conflict, Message] = {"war": say("War"), "sacrifice": say("Sacrifice"), "growth": say("Growth")}
STEP_RULES: dict[Conflict, str] = {"war": "M-091", "sacrifice": "M-093", "growth": "M-094"}


class Resolving(Part[Resolve]):
    """A Monument that decides nothing is passed over; one that decides the game is agreed to by people."""

    titles = {Phase.RESOLVE: say("Monument Resolution")}
    acts = (Resolve,)
    rule = "M-080"
    law = say("The Monuments are resolved in their order; the first that decides ends the game")

    def has_work(self, table: Table) -> bool:
        return deciding(table) is not None

    def legal(self, state: ManaState) -> tuple[Resolve, ...]:
        found = deciding(state.table)
        return () if found is None else (Resolve(found[0]),)

    def apply(self, state: ManaState, act: Resolve) -> ManaState:
        found = deciding(state.table)
        assert found is not None  # else the act is not legal
        return changed(state, ("M-080", "M-081"), at=act.position, ended=found[1])

    def asked(self, view: ManaView) -> Asked:
        position, ended = deciding(view.table) or (1, "draw")
        monument = _title(view.table, position)
        winners = WINNERS[ended]
        text = say(
            "{monument} at position {position} says: a draw. Look, and agree.", monument=monument, position=position
        )
        if winners:
            text = say(
                "{monument} at position {position} gives {who} the victory. Look, and agree.",
                monument=monument,
                position=position,
                who=people(view, winners),
            )
        return Asked((), text, say("Monuments are resolved from the Source to the Sink."), "M-081")

    def label(self, view: ManaView, act: Resolve) -> Label:
        return Label(say("So it is: the game is over"), _title_words(view.table, act.position))

    def told(self, before: ManaView, act: Resolve) -> Message:
        found = deciding(before.table)
        monument = _title(before.table, act.position)
        winners = WINNERS[found[1]] if found is not None else ()
        if not winners:
            return say("{monument} ends the game in a draw.", monument=monument)
        return say("{monument} gives {who} the victory.", monument=monument, who=people(before, winners))


class Fighting(Part[Fight]):
    """War, Sacrifice and Growth at each Monument; a step that changes no population is passed over."""

    titles = {Phase.CONFLICT: say("Monument Conflicts")}
    acts = (Fight,)
    rule = "M-090"
    law = say("At each Monument in turn come war, sacrifice and growth, for both Clans at once")

    def has_work(self, table: Table) -> bool:
        return upcoming(table) is not None

    def legal(self, state: ManaState) -> tuple[Fight, ...]:
        found = upcoming(state.table)
        return () if found is None else (Fight(*found),)

    def apply(self, state: ManaState, act: Fight) -> ManaState:
        world = state.table.clans
        after = fought(world, act.position, act.step)
        hit = _hit(world, after, act.position)
        why = ("M-090", STEP_RULES[act.step], "M-092", "M-096")
        return changed(state, why, world=after, at=act.position, step=act.step, hit=hit)

    def asked(self, view: ManaView) -> Asked:
        position, step = upcoming(view.table) or (1, "war")
        after = fought(view.table.clans, position, step)
        changes = listing(_changes(view, view.table.clans, after, position), ";")
        text = say(
            "{step} at position {position}: {changes}.", step=STEP_WORDS[step], position=position, changes=changes
        )
        reasons = {
            "war": say("Attack beyond the other Clan's shield takes population."),
            "sacrifice": say("Each sacrifice counter takes one population."),
            "growth": say("Growth counters add population, at most as much as there is."),
        }
        return Asked((), text, reasons[step], STEP_RULES[step])

    def label(self, view: ManaView, act: Fight) -> Label:
        group = say("Position {position}", position=act.position)
        return Label(say("{step}: population is moved", step=STEP_WORDS[act.step]), group)

    def told(self, before: ManaView, act: Fight) -> Message:
        after = fought(before.table.clans, act.position, act.step)
        changes = listing(_changes(before, before.table.clans, after, act.position), ";")
        return say(
            "{step} at position {position}: {changes}.",
            step=STEP_WORDS[act.step],
            position=act.position,
            changes=changes,
        )


class Consolidating(Part[Consolidate]):
    """The counters of the wave are taken away; what lasts stays (M-100, M-101)."""

    titles = {Phase.CONSOLIDATE: say("Consolidation")}
    acts = (Consolidate,)
    rule = "M-100"
    law = say("All attack, shield, sacrifice and growth counters are taken away")

    def has_work(self, table: Table) -> bool:
        return consolidated(table) != table.clans

    def legal(self, state: ManaState) -> tuple[Consolidate, ...]:
        return (Consolidate(),)

    def apply(self, state: ManaState, act: Consolidate) -> ManaState:
        return changed(state, ("M-100", "M-101"), world=consolidated(state.table))

    def asked(self, view: ManaView) -> Asked:
        text = say("Take all attack, shield, sacrifice and growth counters off the trackers.")
        if not view.table.clans_set.options.mana_persists:
            text = say("Take all mana, attack, shield, sacrifice and growth counters off the trackers.")
        return Asked((), text, say("Population, Soulstain and Modality counters stay."), "M-100")

    def label(self, view: ManaView, act: Consolidate) -> Label:
        return Label(say("They are gone"), say("Consolidation"))

    def told(self, before: ManaView, act: Consolidate) -> Message:
        return say("The counters of the wave are taken away.")


# --- what follows ---


def deciding(table: Table) -> tuple[int, Ended] | None:
    """The first Monument that decides the game now, and how; None where none does."""
    for position in PLACES:
        found = verdict(table.clans_set, table.clans, position, table.round)
        if found is not None:
            return position, found
    return None


def upcoming(table: Table) -> tuple[int, Conflict] | None:
    """The next step of the conflicts that changes a population."""
    return next_fight(table.clans, table.at, None if table.step is UNSET else table.step)


def consolidated(table: Table) -> Clans:
    """The world after Consolidation."""
    world, keeps = table.clans, table.clans_set.options.mana_persists
    for seat in BOTH:
        tribe = world.tribes[seat]
        for position in PLACES:
            clan = tribe.at(position)
            tribe = tribe.with_clan(position, replace(clan, counters=_lasting(clan.counters, keeps)))
        world = world.with_tribe(seat, replace(tribe, counters=_lasting(tribe.counters, keeps)))
    return world


def ending(table: Table) -> Ended | None:
    """How the game ends after Consolidation, where the pile is too short for another round (M-103, B-10)."""
    options, setup = table.clans_set.options, table.clans_set.setup
    if count(table.pile) >= setup.end_when_pile_below:
        return None
    one, other = (table.clans.tribes[seat].population for seat in BOTH)
    if options.pile_empty == "population" and one != other:
        return "first" if one > other else "second"
    return "draw"


def _lasting(counters: Counters, keeps_mana: bool) -> Counters:
    """What stays of counters."""
    return counters.cleared() if keeps_mana else NO_COUNTERS


def _hit(before: Clans, after: Clans, position: int) -> tuple[Seat, ...]:
    return tuple(
        seat for seat in BOTH if before.clan(seat, position).population != after.clan(seat, position).population
    )


def _changes(view: ManaView, before: Clans, after: Clans, position: int) -> list[Message]:
    texts = []
    for seat in _hit(before, after, position):
        one, other = before.clan(seat, position).population, after.clan(seat, position).population
        number = Count(abs(other - one), POPULATION)
        who = view.who(seat)
        texts.append(
            say("{who} loses {number}, {now} left", who=who, number=number, now=other)
            if other < one
            else say("{who} gains {number}, now {now}", who=who, number=number, now=other)
        )
    return texts


def _title(table: Table, position: int) -> Name:
    card = table.clans.monuments[position - 1]
    return Name(table.clans_set.monuments[card].title)


def _title_words(table: Table, position: int) -> Message:
    return say("{monument}", monument=_title(table, position))
