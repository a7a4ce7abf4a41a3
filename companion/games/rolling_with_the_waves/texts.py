"""What each icon of a mini board gives, for who looks it up."""

from __future__ import annotations

from companion.games.cards import Card, CardGroup
from companion.games.rolling_with_the_waves.model import DiceView
from companion.games.rolling_with_the_waves.phases.part import ICON_WORDS
from companion.games.rolling_with_the_waves.phases.scribe import WHY
from companion.games.rolling_with_the_waves.whole import STEPS, Phase
from companion.language.message import Message, say

_NAMES: dict[Phase, Message] = {
    Phase.CHESTS: say("Chests"),
    Phase.BURY: say("Bury"),
    Phase.CANNONS: say("Cannons"),
}


def cards(view: DiceView) -> tuple[CardGroup, ...]:
    """The icons from left to right, those of a step together; none where dice alone are counted."""
    if not view.table.whole:
        return ()
    found = (Card("", _name(phase), WHY[phase]) for phase in STEPS)
    return (CardGroup(say("What each icon gives"), tuple(found)),)


def _name(phase: Phase) -> Message:
    return _NAMES.get(phase) or ICON_WORDS[STEPS[phase][0]]
