"""Prompts and the log, as the parts of the course say them, and how a game ended."""

from __future__ import annotations

from companion.games.atlantis_rising.box import POWER_CORE
from companion.games.atlantis_rising.course import moment_of, part_for
from companion.games.atlantis_rising.model import AtlantisAction, AtlantisView, Setup, Table
from companion.games.atlantis_rising.vocabulary import PHASES
from companion.games.core import ActionView, Memory, Prompt
from companion.language.message import Message, say


def prompt(view: AtlantisView) -> Prompt:
    """What the table is to do."""
    table = view.table
    if table.ended:
        return Prompt(say("The game is over"), (), outcome_text(table), end_reason(table), end_rule(table))
    phase = PHASES[table.phase]
    title = say("Round {round} · {phase}", round=table.round, phase=phase) if table.round else phase
    return moment_of(table).asked(view).prompt(title, house_rules(table.setup))


def describe(before: AtlantisView, act: ActionView[AtlantisAction]) -> Message:
    """An act in a sentence, for the log."""
    return part_for(before.table, act.action).told(before, act.action)


def memory(before: AtlantisView, act: ActionView[AtlantisAction]) -> Memory | None:
    """What taking the act back makes nobody forget."""
    return part_for(before.table, act.action).memory(before, act.action) if act.action.reveals else None


def outcome_text(table: Table) -> Message:
    """How the game ended; all win or all lose (A-120)."""
    if table.ended == "won":
        return say("The Power Core is built: all have won.")
    return say("Atlantis has sunk: all have lost.")


def end_reason(table: Table) -> Message:
    """Why it ended."""
    if table.ended == "won":
        return say("It was built in round {round}.", round=table.round)
    left = sum(not each.round for each in table.blueprint if each.component != POWER_CORE)
    return say("{left} components were left, and the Power Core.", left=left)


def end_rule(table: Table) -> str:
    """The rule by which it ended."""
    return "A-119" if table.ended == "won" else "A-118"


def house_rules(setup: Setup) -> tuple[Message, ...]:
    """The options of this game that are off their default, in words."""
    told = (
        (say("Two players have the Automaton as well."), setup.two_player_automaton),
        (say("Hands are closed: nobody sees the library cards of others."), setup.is_closed),
        (say("A Seafarer on a dry tile returns when its peninsula floods."), setup.seafarer_hit_on_dry),
    )
    return tuple(text for text, is_played in told if is_played)
