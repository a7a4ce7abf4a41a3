"""What the table goes on knowing when an act of Waves is taken back, and what becomes of the card."""

from __future__ import annotations

from companion.games.core import ActionView, Memory, Seat
from companion.games.waves.actions import (
    Discard,
    Draw,
    RevealFollower,
    RevealRebels,
    TurnUpElder,
    TurnUpGapElder,
    WavesAction,
)
from companion.games.waves.cards import UNKNOWN, Class
from companion.games.waves.data import NOUNS
from companion.games.waves.model import WavesView
from companion.games.waves.words import place, rebel
from companion.language.message import Message, say

_ON_DECK = say("It goes face down on top of the deck again.")


def memory(before: WavesView, act: ActionView[WavesAction]) -> Memory | None:
    """What cannot be unseen, as this seat may read it; None where the act reveals nothing.

    Advice is for people with cards of their own: where the companion deals, it puts the cards back itself.
    """
    told = _memory(before, act)
    if told is None or before.table.setup.cards == "own":
        return told
    return Memory(told.seen)


def _memory(before: WavesView, act: ActionView[WavesAction]) -> Memory | None:
    match act.action:
        case Draw(seat, card):
            return Memory(_drawn(before, seat, card), _ON_DECK)
        case TurnUpElder(slot, elder):
            who = place(before, slot)
            seen = say("Everybody has seen the {elder} in front of {who}.", elder=NOUNS[elder], who=who)
            return Memory(seen, _ON_DECK)
        case TurnUpGapElder(elder):
            return Memory(say("Everybody has seen the unassociated {elder}.", elder=NOUNS[elder]), _ON_DECK)
        case RevealRebels(slot, face):
            seen = say(
                "Everybody has seen the {rebels:many} of {who}: {card:many}.",
                rebels=rebel(before.table.setup).noun,
                who=place(before, slot),
                card=NOUNS[face],
            )
            return Memory(seen, say("Turn them face down again and play on with them."))
        case RevealFollower(slot, face):
            who = place(before, slot)
            seen = say("Everybody has seen the Follower of {who}: a {card}.", who=who, card=NOUNS[face])
            return Memory(seen, say("Turn it face down again and play on with it."))
        case Discard(seat, card):
            seen = say("Everybody has seen the {card} that {who} discarded.", card=NOUNS[card], who=before.who(seat))
            return Memory(seen, say("It goes back to the hand."))
        case _:
            return None


def _drawn(before: WavesView, seat: Seat, card: Class) -> Message:
    if before.seat != seat:
        return say("{who} has seen the card drawn from the deck.", who=before.who(seat))
    if card == UNKNOWN:
        return say("You have seen the card that you drew.")
    return say("You have seen the card that you drew: a {card}.", card=NOUNS[card])
