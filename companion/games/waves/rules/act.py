"""What every act of Waves is and has, and what is said of it: texts with gaps, filled by `moment.said_of`.

What stands in the gaps of such a text is a sample.
"""

from __future__ import annotations

from typing import ClassVar, Final

from companion.games.core import Action, Kind, RuleId, Sense
from companion.games.shared import seats
from companion.games.waves.data.figures import CARD
from companion.games.waves.state.model import SlotIndex
from companion.language.message import NOTHING, Message, say

CARD_ALONE: Final = say("{card}", card=CARD)
ON_DECK: Final = say("It goes face down on top of the deck again.")


class Act(Action, frozen=True):
    """What every act has: most are seen on the mat."""

    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "upkeep"
    law: ClassVar[tuple[RuleId, Message]]
    """The rule behind it, and what to say of it in another phase."""
    law_of_two: ClassVar[tuple[RuleId, Message] | None] = None
    """The same where it is another in Head to head."""
    misfit: ClassVar[Message] = NOTHING
    """Why it does not fit in its own phase, where one sentence says it."""
    button: ClassVar[Message] = NOTHING
    group: ClassVar[Message] = NOTHING
    piece: ClassVar[str] = ""
    """Beside the button: "card" and "tablet" are those of the class that the act is about."""
    log: ClassVar[Message] = NOTHING
    seen: ClassVar[Message] = NOTHING
    """What an undo makes nobody forget."""
    back: ClassVar[Message] = NOTHING
    """What is done by hand when it is undone."""
    settles: ClassVar[Message] = NOTHING
    settles_at: ClassVar[Message] = NOTHING
    """The words of the button by which a seat has it done at a table with bots; the latter with two Elders a player."""


class OfDealer(Act, frozen=True):
    """An act without a choice that whoever deals, or has a hand free, does for all."""

    of_dealer = True


class OfSeat(Act, seats.OfSeat, frozen=True):
    """An act of one seat."""


class OfOwner(Act, frozen=True):
    """An act without a choice at a slot, whose owner does it."""

    slot: SlotIndex


class TurnedUp(Act, frozen=True):
    """A card is turned up for all to see."""

    kind = "chance"
    reveals = True
    button = CARD_ALONE
    piece = "card"
    back = ON_DECK
