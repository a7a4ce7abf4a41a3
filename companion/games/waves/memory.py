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
from companion.games.waves.data import NAMES, PLURALS
from companion.games.waves.model import WavesView
from companion.games.waves.words import place, rebel

_ON_DECK = "It goes face down on top of the deck again."


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
            return Memory(f"Everybody has seen the {NAMES[elder]} in front of {place(before, slot)}.", _ON_DECK)
        case TurnUpGapElder(elder):
            return Memory(f"Everybody has seen the unassociated {NAMES[elder]}.", _ON_DECK)
        case RevealRebels(slot, face):
            many = rebel(before.table.setup).many
            seen = f"Everybody has seen the {many} of {place(before, slot)}: {PLURALS[face]}."
            return Memory(seen, "Turn them face down again and play on with them.")
        case RevealFollower(slot, face):
            seen = f"Everybody has seen the Follower of {place(before, slot)}: a {NAMES[face]}."
            return Memory(seen, "Turn it face down again and play on with it.")
        case Discard(seat, card):
            seen = f"Everybody has seen the {NAMES[card]} that {before.name(seat)} discarded."
            return Memory(seen, "It goes back to the hand.")
        case _:
            return None


def _drawn(before: WavesView, seat: Seat, card: Class) -> str:
    if before.seat == seat:
        return f"You have seen the card that you drew{'' if card == UNKNOWN else f': a {NAMES[card]}'}."
    return f"{before.name(seat)} has seen the card drawn from the deck."
