"""The course of Waves: its phases on the machine, and how the game ends (W-030, W-040)."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from companion.games.core import ActionView, Memory, Prompt, RuleId
from companion.games.shared.machine import Phases
from companion.games.waves.data.figures import CLASS, ELDER
from companion.games.waves.rules import actions, moment, plays, round_end, setup, shells, tablet, waves
from companion.games.waves.state.model import Phase, Setup, Side, Table, WavesState, WavesView
from companion.games.waves.words import house_rules
from companion.games.waves.words.names import side_name
from companion.language.message import Message, say, sentences
from companion.language.values import Count

_SETUP = (Phase.TOKEN, Phase.DEAL, Phase.COUNCIL)


class Course(Phases[WavesState, WavesView, actions.WavesAction]):
    """Phase after phase, until a side has reached its goal."""

    moments = (
        *(
            setup.Token(),
            setup.Deal(),
            setup.Council(),
            shells.Shells(),
            plays.Play(),
            tablet.Reveal(),
            tablet.Tablet(),
        ),
        *(shells.Direct(), tablet.Extras(), waves.Wave(), round_end.TokenPassed(), round_end.OneCardEach()),
        *(round_end.Limit(), round_end.Gap(), round_end.NewCouncil()),
    )
    game_over = say("The game is over. Undo the last act or start a new game.")

    def over_rule(self, table: Table) -> RuleId:
        return "W-030" if table.winner >= 0 else ""

    def settle(self, state: WavesState) -> WavesState:
        """The state moved on to the first phase in which something is to be done, or to its end (W-030)."""
        winner = winning_side(state.table)
        if winner < 0:
            return super().settle(state)
        rules = (*state.table.why, "W-030", *_goal_rules(state.table.setup, winner), "W-035")
        return moment.because(state, *rules, winner=winner)

    def title(self, table: Table) -> Message:
        return title(table.setup, table.phase)

    def heading(self, table: Table) -> Message:
        phase = self.title(table)
        return phase if table.phase in _SETUP else say("Round {round} · {phase}", round=table.round, phase=phase)

    def house_rules(self, table: Table) -> tuple[Message, ...]:
        return house_rules.house_rules(table.setup)

    def prompt(self, view: WavesView) -> Prompt:
        table, prompt = view.table, super().prompt(view)
        if self.over_rule(table):
            return prompt
        begins = table.phase in (*_SETUP, Phase.SHELLS) and table.round == 1
        return replace(
            prompt, assumed=house_rules.assumed(table.setup), advice=house_rules.advice(table.setup) if begins else ()
        )

    def end(self, view: WavesView) -> Prompt:
        wins = say("{winner} wins.", winner=side_name(view.table.setup, view.table.winner, view.names))
        text, why = sentences(wins, goal_reached(view)), say("The game stops at once.")
        return Prompt(say("The game is over"), (), text, why, "W-030")

    def memory(self, before: WavesView, act: ActionView[actions.WavesAction]) -> Memory | None:
        """Advice is for people with cards of their own: where the companion deals, it puts the cards back itself."""
        told = super().memory(before, act)
        return told if told is None or not before.table.deals else Memory(told.seen)


COURSE: Final = Course()


def title(setup: Setup, phase: Phase) -> Message:
    """What a phase is called on screen (D-02)."""
    of_phase: moment.WavesMoment[Any] = COURSE.at(phase)
    return of_phase.title(setup, phase)


def winning_side(table: Table) -> Side:
    """The side that has reached its goal, or -1 (W-030..W-033)."""
    for side, (collected, goal) in enumerate(zip(table.collected, table.setup.goals, strict=True)):
        if len(collected) - collected.count(0) >= goal.different or sum(collected) >= goal.total:
            return side
    return -1


def _goal_rules(setup: Setup, side: Side) -> tuple[RuleId, ...]:
    """The rules that set this side's goal and say who shares the win."""
    if setup.is_head_to_head:
        return ("W-031", "W-110")
    if setup.is_teams:
        return ("W-033",) if len(setup.members(side)) == 1 else ("W-031", "W-007")
    return ("W-031" if setup.players == 3 else "W-032", "W-007")


def goal_reached(view: WavesView) -> Message:
    """How the winner reached the goal, in a sentence."""
    pile = view.table.collected[view.table.winner]
    classes = sum(1 for number in pile if number)
    return say(
        "The collection holds {elders} of {classes}.", elders=Count(sum(pile), ELDER), classes=Count(classes, CLASS)
    )
