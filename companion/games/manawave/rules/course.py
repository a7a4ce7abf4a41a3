"""The course of a game: its phases in their order, of Clans and of the older game, on the machine that runs them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.core import Prompt, RuleId
from companion.games.errors import IllegalAction
from companion.games.manawave.rules import foundation, investment, lines, monuments, selection
from companion.games.manawave.rules.phase import Moment
from companion.games.manawave.rules.wave import Running
from companion.games.manawave.state.acts import ManaAction
from companion.games.manawave.state.model import ManaState, ManaView, Phase, Table
from companion.games.manawave.words import news
from companion.games.shared.machine import Machine
from companion.language.message import Message, say

_PHASES: Final[Mapping[bool, tuple[Moment[Any], ...]]] = {
    True: (
        *(foundation.World(), foundation.Founding(), foundation.Surviving(), foundation.Settling()),
        *(selection.Starting(), selection.Drawing(), selection.Choosing(), selection.Placing()),
        *(selection.Attaching(), Running(), investment.Investing(), investment.Paying(), monuments.Resolving()),
        *(monuments.Fighting(), monuments.Consolidating()),
    ),
    False: (
        *(selection.WaveStarting(), selection.TileDrawing(), selection.TileChoosing(), lines.Aiming()),
        *(lines.Sliding(), lines.Processing(), lines.Scattering(), lines.Laying(), lines.Harvesting()),
    ),
}
"""In their order, of a game with Clans and of the older one."""
_BY_PHASE: Final = {of: {at: each for each in phases for at in each.titles} for of, phases in _PHASES.items()}
_BY_ACT: Final = {of: {act: each for each in reversed(all_) for act in each.acts} for of, all_ in _PHASES.items()}


class Course(Machine[ManaState, ManaView, ManaAction]):
    """Runs the phases of both states of the design."""

    def titles(self, table: Table) -> dict[Phase, Message]:
        """The phases of this game in their order, and what people call them."""
        return {phase: each.titles[phase] for phase, each in _BY_PHASE[table.is_clans].items()}

    def on(self, table: Table) -> tuple[Moment[Any], ...]:
        return (_BY_PHASE[table.is_clans][table.phase],)

    def acts_of(self, table: Table, act: ManaAction) -> Moment[Any]:
        (now,) = self.on(table)
        if isinstance(act, now.acts):
            return now
        found: Moment[Any] | None = _BY_ACT[table.is_clans].get(type(act))
        if found is not None:
            return found
        words = say("There are no Clans in this game: pieces are slid along lines.")
        if table.is_clans:
            words = say("There are no lines and tiles in this game: Families are attached to Clans.")
        raise IllegalAction("M-122", words)

    def over_rule(self, table: Table) -> RuleId:
        if not table.ended:
            return ""
        return "M-081" if table.is_clans else "M-234"

    def heading(self, table: Table) -> Message:
        if table.is_clans or not table.round:
            return super().heading(table)
        return say("Wave {round} · {phase}", round=table.round, phase=self.title(table))

    def house_rules(self, table: Table) -> tuple[Message, ...]:
        return news.house_rules(table.setup)

    def end(self, view: ManaView) -> Prompt:
        why, rule, rules = news.end_reason(view), news.end_rule(view.table), self.house_rules(view.table)
        return Prompt(say("The game is over"), (), news.outcome_text(view), why, rule, house_rules=rules)


COURSE: Final = Course()
