"""Misfortunes and the wrath of the gods, the floods whose place somebody chooses, and how a round ends.

Ledger: A-034 to A-045, A-051 to A-057, A-122, A-137, A-140.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import BASIC, CALM, CONTROLLED
from companion.games.atlantis_rising.rules import acts
from companion.games.atlantis_rising.rules.activation import applied
from companion.games.atlantis_rising.rules.decisions import ChooseFlood
from companion.games.atlantis_rising.rules.moments import PhaseMoment, StepMoment
from companion.games.atlantis_rising.rules.odds import warned
from companion.games.atlantis_rising.rules.preparation import opened
from companion.games.atlantis_rising.state import changes
from companion.games.atlantis_rising.state.ground import tile
from companion.games.atlantis_rising.state.model import TEAM, AtlantisState, AtlantisView, Phase, Table
from companion.games.atlantis_rising.state.steps import Flooding
from companion.games.atlantis_rising.words.vocabulary import refused
from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Label
from companion.language.message import Message, say

_RULES: dict[str, tuple[RuleId, ...]] = {
    "depleted": ("A-042",),
    "controlled": ("A-044",),
    "wrath": ("A-051", "A-052"),
    "card": ("A-036",),
}
_DRAWN_BY: dict[int, tuple[RuleId, ...]] = {1: ("A-149",), 2: ("A-134",), 3: ("A-034", "A-130")}
"""The rules that say who draws, by the number of players, where they are few."""

_ENDING: Final[dict[Phase, acts.Raged]] = {
    Phase.WRATH: acts.BeginWrath(),
    Phase.COUNTER: acts.MoveWrath(),
    Phase.END: acts.PassMarker(),
}
"""What is done in the phases at the end of a round."""


class Floods(StepMoment[Flooding, ChooseFlood]):
    """One after another: each is a whole flood (Q-06)."""

    one_is_done = True

    def settled(self, state: AtlantisState) -> AtlantisState | None:
        if changes.floodable(state.table):
            return super().settled(state)
        return changes.with_table(state, changes.drowned(state.table), "A-043", "A-118")

    def legal(self, state: AtlantisState) -> tuple[ChooseFlood, ...]:
        return tuple(ChooseFlood(each) for each in changes.choosable(state.table, self.step(state.table)))

    def apply(self, state: AtlantisState, act: ChooseFlood) -> AtlantisState:
        step = self.step(state.table)
        others = (*step.others, act.peninsula) if step.cause == "card" else ()
        table = changes.one_less(state.table, others=others)
        was_fenced = act.peninsula in table.barriers
        after, why = changes.flood(table, act.peninsula, breaks_barrier=step.cause == "controlled")
        absorbed = ("A-057",) if was_fenced and step.cause == "wrath" else ()
        return changes.with_table(state, after, *_RULES[step.cause], *absorbed, *why)

    def asks(self, table: Table) -> str:
        return f"Flooding_{self.step(table).cause}"

    def label(self, view: AtlantisView, act: ChooseFlood) -> Label:
        shown = f"dry:{tile(act.peninsula, view.table.dry[act.peninsula])}"
        return replace(super().label(view, act), piece=shown)

    def called(self, view: AtlantisView, act: ChooseFlood) -> str:
        if act.peninsula not in view.table.barriers:
            return "ChooseFlood"
        return "ChooseFlood_through" if self.step(view.table).cause == "controlled" else "ChooseFlood_barrier"

    def fault(self, state: AtlantisState, act: ChooseFlood) -> IllegalAction | None:
        table = state.table
        if not 0 <= act.peninsula < len(table.dry):
            return None
        if not table.dry[act.peninsula]:
            return refused(f"depleted_{self.step(table).cause}")
        return refused("different")


class Misfortunes(PhaseMoment[acts.Suffered]):
    """Between two cards tiles may be turned dry and library cards played."""

    titles = {Phase.MISFORTUNE: say("Misfortunes")}

    def legal(self, state: AtlantisState) -> tuple[acts.Suffered, ...]:
        table = state.table
        if table.drawn == len(table.drawers):
            return (acts.EndMisfortunes(),)
        return tuple(acts.DrawMisfortune(card) for card in changes.next_misfortunes(table))

    def apply(self, state: AtlantisState, act: acts.Suffered) -> AtlantisState:
        table = state.table
        if isinstance(act, acts.EndMisfortunes):
            return changes.with_table(state, replace(table, phase=Phase.ACTIONS), "A-045", "A-046")
        card = act.card
        table = replace(changes.misfortune_drawn(warned(table, card), card), drawn=table.drawn + 1)
        seat, order = table.current, _DRAWN_BY.get(table.players, ("A-034",))
        if card == CALM:
            return changes.with_table(state, table, *order, "A-038")
        if card == CONTROLLED:
            return changes.with_table(state, changes.pushed(table, Flooding(seat, 1, "controlled")), *order, "A-044")
        if card in BASIC:
            after, why = changes.named(table, BASIC[card], seat)
            return changes.with_table(state, after, *order, *why)
        special = table.box.special[card]
        return changes.with_table(state, applied(table, (special.effect,), seat, special.name), *order, "A-036")

    def askers(self, table: Table) -> tuple[Seat, ...]:
        return ((*table.drawers, table.starter)[table.drawn],)

    def asks(self, table: Table) -> str:
        return "misfortune" if table.drawn < len(table.drawers) else "misfortune_done"

    def fault(self, state: AtlantisState, act: acts.Suffered) -> IllegalAction | None:
        if isinstance(act, acts.DrawMisfortune) and state.table.drawn < len(state.table.drawers):
            return refused("no_such_card")
        return refused("other_number")

    def refusal(self, state: AtlantisState, act: acts.Suffered, now: Message, is_on: bool) -> IllegalAction:
        if not is_on and isinstance(act, acts.DrawMisfortune) and state.table.phase is Phase.MISFORTUNE:
            return refused("under_way")
        return super().refusal(state, act, now, is_on)


class Wrath(PhaseMoment[acts.Raged]):
    """Before the floods, and once the counter has moved, tiles may be turned dry."""

    titles = {
        **dict.fromkeys((Phase.WRATH, Phase.COUNTER), say("Wrath of the gods")),
        Phase.END: say("End of the round"),
    }

    def legal(self, state: AtlantisState) -> tuple[acts.Raged, ...]:
        return (_ENDING[state.table.phase],)

    def apply(self, state: AtlantisState, act: acts.Raged) -> AtlantisState:
        table = state.table
        if isinstance(act, acts.BeginWrath):
            floods = (Flooding(TEAM, table.wrath_value, "wrath"),) if table.wrath_value else ()
            return changes.with_table(state, changes.pushed(replace(table, phase=Phase.COUNTER), *floods), "A-051")
        if isinstance(act, acts.MoveWrath):
            rule, moved = ("A-055", table.wrath) if stays(table) else ("A-054", table.wrath + 1)
            return changes.with_table(state, replace(table, phase=Phase.END, wrath=moved), rule)
        served = [each for each in table.atlanteans if each.kind == "volunteer" and each.acted]
        after = next_round(changes.volunteers_dismissed(table, served))
        gone = ("A-122",) if served else ()
        passed = ("A-137", "A-140") if table.hologram else ()
        alone = ("A-147",) if table.players == 1 else ()
        return changes.with_table(state, after, "A-056", *gone, *passed, *alone)

    def asks(self, table: Table) -> str:
        if table.phase is Phase.WRATH:
            return "wrath" if table.wrath_value else "wrath_calm"
        if table.phase is Phase.END:
            return "end" if table.players > 1 else "end_alone"
        return "counter_stays" if stays(table) else "counter"

    def called(self, view: AtlantisView, act: acts.Raged) -> str:
        if isinstance(act, acts.MoveWrath) and stays(view.table):
            return "MoveWrath_stays"
        is_calm = isinstance(act, acts.BeginWrath) and not view.table.wrath_value
        return "BeginWrath_calm" if is_calm else super().called(view, act)


def stays(table: Table) -> bool:
    """Whether the wrath counter is on its last space, which it never leaves (A-055)."""
    return table.wrath == len(table.box.wrath.values) - 1


def next_round(table: Table) -> Table:
    """The table as the next round begins: the marker goes clockwise, and the Hologram with it (A-056, A-137, A-140)."""
    discards = (*table.stack_discards, table.hologram) if table.hologram else table.stack_discards
    starter = (table.starter + 1) % table.players
    kept = ("hologram", "automaton")  # by whoever has the starting marker
    moved = [replace(each, seat=starter) if each.kind in kept else each for each in table.atlanteans]
    table = replace(table, hologram="", scholar_artifact="", drawn=0, forbidden=(), numbers=(), used=())
    table = replace(table, round=table.round + 1, starter=starter, stack_discards=discards)
    return opened(replace(table, atlanteans=changes.in_order(moved)))
