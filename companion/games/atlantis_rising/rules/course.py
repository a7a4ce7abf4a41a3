"""The course of a game: which acts are on at each moment, the prompt, and how a game ended."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import POWER_CORE, Typed, box_of
from companion.games.atlantis_rising.rules.actions import Acting, Again, Attempts, Recruits, Sacrifices, Shares
from companion.games.atlantis_rising.rules.benefits import ByHand, Fences, Foresight, Recalls, Riches, Rises
from companion.games.atlantis_rising.rules.gate import Building, Purchases
from companion.games.atlantis_rising.rules.library import Discards, Plays, Reading
from companion.games.atlantis_rising.rules.misfortunes import Floods, Misfortunes, Wrath
from companion.games.atlantis_rising.rules.moments import StepMoment
from companion.games.atlantis_rising.rules.placement import Placing
from companion.games.atlantis_rising.rules.preparation import Preparing, Revealing, Study
from companion.games.atlantis_rising.state import changes, model, steps
from companion.games.atlantis_rising.state.hidden import tidied
from companion.games.atlantis_rising.state.model import Phase
from companion.games.atlantis_rising.words.vocabulary import CARD
from companion.games.core import Prompt, RuleId
from companion.games.shared.machine import Acts, Machine, Moment, named_by
from companion.language.message import Message, listing, say
from companion.language.values import Count, Noun

PENINSULA, COMPONENT, COUNCILOR, TRACK = Noun("peninsula"), Noun("component"), Noun("councilor"), Noun("wrath track")
_PLAYS, _PURCHASES = Plays(), Purchases()
_BESIDE: Final[dict[Phase | type[steps.Step], tuple[Acts[Any, Any, Any], ...]]] = {
    **dict.fromkeys((Phase.PLACE, Phase.MISFORTUNE, Phase.WRATH, Phase.END), (_PLAYS, _PURCHASES)),
    Phase.ACTIONS: (Building(), _PLAYS, _PURCHASES),
    **dict.fromkeys((steps.Attempt, steps.Discarding), (_PLAYS,)),
}
"""What may be done beside what has to be (Q-12)."""
_PHASES: Final = (Preparing(), Revealing(), Placing(), Misfortunes(), Acting(), Wrath())
_STEPS: Final[tuple[StepMoment[Any, Any], ...]] = (
    *(Floods(), Attempts(), Recruits(), Reading(), Discards(), Fences(), Rises(), Riches(), Foresight(), Again()),
    *(Recalls(), Shares(), Sacrifices(), Study(), ByHand()),
)
_MOMENTS: Final[dict[Phase | type[steps.Step], Moment[Any, Any, Any]]] = {
    **{phase: moment for moment in _PHASES for phase in moment.titles},
    **{kind: moment for moment in _STEPS for kind in moment.kinds},
}
_ON: Final = {key: (moment, *_BESIDE.get(key, ())) for key, moment in _MOMENTS.items()}
_OF: Final = {kind: acts for on in _ON.values() for acts in on for kind in acts.acts}
TITLES: Final = {phase: title for moment in _PHASES for phase, title in moment.titles.items()}
"""What people call each phase."""


class Course(Machine[model.AtlantisState, model.AtlantisView, model.AtlantisAction]):
    """The phases of a round, and the steps within them."""

    def on(self, table: model.Table) -> tuple[Acts[Any, Any, Any], ...]:
        # What waits behind an act is no step of its own: the phase has it done.
        step = type(table.steps[-1]) if table.steps else None
        return _ON[table.phase if step in (None, steps.Following) else step]

    def acts_of(self, table: model.Table, act: model.AtlantisAction) -> Acts[Any, Any, Any]:
        kind = type(act)
        return next((acts for acts in self.on(table) if kind in acts.acts), None) or named_by(_OF, kind)

    def over_rule(self, table: model.Table) -> RuleId:
        return "A-118" if table.ended else ""

    def title(self, table: model.Table) -> Message:
        return TITLES[table.phase]

    def after(self, before: model.AtlantisState, state: model.AtlantisState) -> model.AtlantisState:
        settled = self.settle(state)
        table = changes.with_tide(before.table, settled.table)
        return settled if table is settled.table else replace(settled, table=table)

    def settle(self, state: model.AtlantisState) -> model.AtlantisState:
        return tidied(super().settle(state))

    def prompt(self, view: model.AtlantisView) -> Prompt:
        shown = super().prompt(view)
        return shown if view.table.ended else replace(shown, assumed=assumed(view.table.setup.typed))

    def end(self, view: model.AtlantisView) -> Prompt:
        table = view.table
        left = sum(not each.round for each in table.blueprint if each.component != POWER_CORE)
        why = say("{left} components were left, and the Power Core.", left=left)
        if table.ended == "won":
            why = say("It was built in round {round}.", round=table.round)
        return Prompt(say("The game is over"), (), outcome_text(table), why, end_rule(table))

    def house_rules(self, table: model.Table) -> tuple[Message, ...]:
        setup = table.setup
        told = (
            (say("Two players have the Automaton as well."), setup.two_player_automaton),
            (say("Hands are closed: nobody sees the library cards of others."), setup.is_closed),
            (say("A Seafarer on a dry tile returns when its peninsula floods."), setup.seafarer_hit_on_dry),
        )
        return tuple(text for text, is_played in told if is_played)


COURSE: Final = Course()


def outcome_text(table: model.Table) -> Message:
    """How the game ended; all win or all lose (A-120)."""
    is_won = table.ended == "won"
    return say("The Power Core is built: all have won.") if is_won else say("Atlantis has sunk: all have lost.")


def end_rule(table: model.Table) -> str:
    """The rule by which it ended."""
    return "A-119" if table.ended == "won" else "A-118"


@lru_cache(maxsize=64)
def assumed(typed: Typed) -> tuple[Message, ...]:
    """How much of the box nobody has read off it yet, in words; nothing where all is known."""
    box = box_of(typed)
    parts = (
        (box.peninsula.values(), PENINSULA),
        (box.components.values(), COMPONENT),
        (box.councilors.values(), COUNCILOR),
        ((*box.library.values(), *box.artifacts.values(), *box.special.values()), CARD),
        ((box.wrath,), TRACK),
    )
    counts = [(sum(each.status == "assumed" for each in entries), noun) for entries, noun in parts]
    found = [say("{many}", many=Count(many, noun)) for many, noun in counts if many]
    return (say("Of this box these are assumed: {parts}.", parts=listing(found, ",")),) if found else ()
