"""Prompts and the log, as the parts of the course say them, and how a game ended."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.box import POWER_CORE, Typed, box_of
from companion.games.atlantis_rising.course import moment_of, part_for
from companion.games.atlantis_rising.model import AtlantisAction, AtlantisView, Setup, Table
from companion.games.atlantis_rising.vocabulary import CARD, PHASES
from companion.games.core import ActionView, Memory, Prompt
from companion.language.message import Message, listing, say
from companion.language.values import Count, Noun

PENINSULA, COMPONENT, COUNCILOR = Noun("peninsula"), Noun("component"), Noun("councilor")
TRACK: Final = Noun("wrath track")


def prompt(view: AtlantisView) -> Prompt:
    """What the table is to do."""
    table = view.table
    if table.ended:
        return Prompt(say("The game is over"), (), outcome_text(table), end_reason(table), end_rule(table))
    phase = PHASES[table.phase]
    title = say("Round {round} · {phase}", round=table.round, phase=phase) if table.round else phase
    shown = moment_of(table).asked(view).prompt(title, house_rules(table.setup))
    return replace(shown, assumed=assumed(table.setup.typed))


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


def house_rules(setup: Setup) -> tuple[Message, ...]:
    """The options of this game that are off their default, in words."""
    told = (
        (say("Two players have the Automaton as well."), setup.two_player_automaton),
        (say("Hands are closed: nobody sees the library cards of others."), setup.is_closed),
        (say("A Seafarer on a dry tile returns when its peninsula floods."), setup.seafarer_hit_on_dry),
    )
    return tuple(text for text, is_played in told if is_played)
