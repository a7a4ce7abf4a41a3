"""What came of an act: which powers met, what a side has collected, what a tablet changes, and who wins."""

from __future__ import annotations

from companion.games.core import ActionView
from companion.games.waves.actions import (
    ActivateTablet,
    Collect,
    Discard,
    PlaceToken,
    RevealFollower,
    RevealRebels,
    TakeElder,
    TurnUpElder,
    TurnUpGapElder,
    WavesAction,
)
from companion.games.waves.data import DATA, ELDER, NOUNS
from companion.games.waves.model import WavesView
from companion.games.waves.prompts import goal_reached
from companion.games.waves.tablets import agent_power, elder_power
from companion.games.waves.words import side_name, tablet_text
from companion.language.message import Message, say
from companion.language.values import Count


def came_of(before: WavesView, act: ActionView[WavesAction], after: WavesView) -> Message | None:
    """What came of an act, in a short sentence or two; None where `describe` has said it all."""
    table = after.table
    if table.winner >= 0 and before.table.winner < 0:
        return goal_reached(after)
    match act.action:
        case ActivateTablet(tablet):
            return tablet_text(DATA.tablets[table.setup.tablets[tablet - 1]], table.setup.edition)
        case RevealFollower(slot):
            # What comes of it is told with the Elder: here, what the two come to as they lie there.
            elder, one, other = NOUNS[table.slots[slot].elder], agent_power(table, slot), elder_power(table, slot)
            return say("Power {one} against the {elder}'s {other}.", one=one, elder=elder, other=other)
        case Collect(_, side):
            return _collected(after, side)
        case _:
            return None


def piece_of(before: WavesView, act: WavesAction) -> str:
    """The kind of piece that an act is about; empty for none."""
    match act:
        case TurnUpElder(_, card) | TurnUpGapElder(card) | RevealRebels(_, card) | RevealFollower(_, card):
            return f"card:{card}"
        case Discard(_, card):
            return f"card:{card}"
        case Collect(slot) | TakeElder(slot):
            return f"card:{before.table.slots[slot].elder}"
        case ActivateTablet(tablet):
            return f"tablet:{before.table.setup.tablets[tablet - 1]}"
        case PlaceToken():
            return "token"
        case _:
            return ""


def _collected(view: WavesView, side: int) -> Message:
    """How far a side has come: its classes and Elders, and what it needs of either (W-030)."""
    setup, counts = view.table.setup, view.table.collected[side]
    goal = setup.goals[side]
    return say(
        "{side} has {different} of {classes} classes, {total} of {elders}.",
        side=side_name(setup, side, view.names),
        different=sum(number > 0 for number in counts),
        classes=goal.different,
        total=sum(counts),
        elders=Count(goal.total, ELDER),
    )
