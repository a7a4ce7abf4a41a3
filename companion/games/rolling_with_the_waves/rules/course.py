"""The course of a whole game on its machine: its phases in their order, and what is said of all of them."""

from __future__ import annotations

from typing import Any, Final

from companion.games.core import Prompt
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.rules import allocation, bag, draft, rounds, scribe, volleys
from companion.games.rolling_with_the_waves.rules.phase import RoundPhase
from companion.games.rolling_with_the_waves.state import charts, model, records
from companion.games.rolling_with_the_waves.words.names import POINT, house_rules
from companion.games.shared.machine import Acts, Machine
from companion.games.shared.phases import people
from companion.language.message import Message, say
from companion.language.values import Count

PHASES: Final[tuple[RoundPhase[Any], ...]] = (
    rounds.First(),
    bag.Pool(),
    draft.Drafting(),
    allocation.Allocating(),
    allocation.Opening(),
    scribe.Scribing(),
    volleys.Volleys(),
    rounds.Anchor(),
)
MENDING: Final = bag.Mending()
PARTS: Final[tuple[Acts[model.DiceState, model.DiceView, Any], ...]] = (*PHASES, MENDING)
_BY_PHASE: Final = {phase: part for part in PHASES for phase in part.titles}
_ON: Final[dict[records.Phase, tuple[Acts[model.DiceState, model.DiceView, Any], ...]]] = {
    phase: (part, MENDING) if phase is records.Phase.DRAFT else (part,) for phase, part in _BY_PHASE.items()
}
_BY_ACT: Final = {act: part for part in PARTS for act in part.acts}


def title_of(phase: records.Phase) -> Message:
    """What people call a phase."""
    return _BY_PHASE[phase].titles[phase]


def outcome_text(view: model.DiceView) -> Message:
    """Who won, in a sentence."""
    best = charts.winners(view.table.played)
    if not best:
        return say("Nobody wins: all players have left.")
    winners, points = people(view, best), Count(charts.points(view.table.played, best[0]).total, POINT)
    return say("{winners} {number?wins|win} with {points}.", winners=winners, number=len(best), points=points)


class Course(Machine[model.DiceState, model.DiceView, model.DiceAction]):
    """Round after round, until the anchor is dropped for the last time."""

    def on(self, table: model.Table) -> tuple[Acts[model.DiceState, model.DiceView, Any], ...]:
        return _ON[table.played.phase]

    def acts_of(self, table: model.Table, act: model.DiceAction) -> Acts[model.DiceState, model.DiceView, Any]:
        if type(act) not in _BY_ACT:
            raise IllegalAction("R-021", say("A whole game ends by its rules. Drop anchor when all is written."))
        return _BY_ACT[type(act)]

    def over_rule(self, table: model.Table) -> str:
        return "R-021" if table.over else ""

    def title(self, table: model.Table) -> Message:
        return title_of(table.played.phase)

    def heading(self, table: model.Table) -> Message:
        return say("Round {round} · {phase}", round=table.played.round, phase=self.title(table))

    def end(self, view: model.DiceView) -> Prompt:
        why = say("Most points win; of equals, who has more Infamy.")
        rules = self.house_rules(view.table)
        return Prompt(say("The game is over"), (), outcome_text(view), why, "R-173", house_rules=rules)

    def house_rules(self, table: model.Table) -> tuple[Message, ...]:
        return house_rules(table.played.setup)


COURSE: Final = Course()
