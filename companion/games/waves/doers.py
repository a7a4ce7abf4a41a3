"""Who does what is no choice, where people sit with bots: each turns up, and takes, what lies at a slot of its own."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.waves.actions import Collect, DiscardExtras, RevealFollower, RevealRebels, TakeElder, WavesAction
from companion.games.waves.data import NOUNS
from companion.games.waves.model import WavesView
from companion.games.waves.words import rebel
from companion.language.message import NOTHING, Message, say


def of_slot(view: WavesView, action: WavesAction) -> tuple[Seat, ...]:
    """The owner of the slot at which something is turned up or taken; nobody for what is done elsewhere."""
    match action:
        case RevealRebels(slot) | RevealFollower(slot) | DiscardExtras(slot) | Collect(slot) | TakeElder(slot):
            return (view.table.setup.owner(slot),)
    return ()


def settle_words(view: WavesView, action: WavesAction) -> Message:
    """The button by which an owner has it done; empty for what is nobody's own."""
    setup = view.table.setup
    match action:
        case RevealRebels(slot) if setup.is_head_to_head:
            return say("Turn up your {rebels:many} at place {place}", rebels=rebel(setup).noun, place=slot + 1)
        case RevealRebels():
            return say("Turn up your {rebels:many}", rebels=rebel(setup).noun)
        case RevealFollower(slot) if setup.is_head_to_head:
            return say("Turn up your Follower at place {place}", place=slot + 1)
        case RevealFollower():
            return say("Turn up your Follower")
        case DiscardExtras():
            return say("Keep one {rebel:noun}, discard the others", rebel=rebel(setup).noun)
        case Collect(slot):
            return say("Collect the {elder}", elder=NOUNS[view.table.slots[slot].elder])
        case TakeElder(slot):
            return say("Take the {elder} into your hand", elder=NOUNS[view.table.slots[slot].elder])
    return NOTHING
