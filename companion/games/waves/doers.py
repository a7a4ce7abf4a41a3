"""Who does what is no choice, where people sit with bots: each turns up, and takes, what lies at a slot of its own."""

from __future__ import annotations

from companion.games.core import Doers
from companion.games.waves.actions import Collect, DiscardExtras, RevealFollower, RevealRebels, TakeElder, WavesAction
from companion.games.waves.data import NOUNS
from companion.games.waves.model import Phase, WavesView
from companion.games.waves.tablets import check_slot
from companion.games.waves.turns import next_to_check
from companion.games.waves.words import rebel
from companion.language.message import NOTHING, Message, say


def of_slots(view: WavesView, action: WavesAction) -> Doers | None:
    """The owner of the slot of what lies there; None for what lies elsewhere.

    Cards that the companion deals nobody else can lay: of these an owner does what may be left as well, and no more.
    """
    match action:
        case RevealRebels(slot) | RevealFollower(slot) | DiscardExtras(slot) | Collect(slot) | TakeElder(slot):
            is_dealt = view.table.setup.cards == "virtual"
            return "dealer" if is_dealt and not _is_free(view, action) else (view.table.setup.owner(slot),)
    return None


def settle_words(view: WavesView, action: WavesAction) -> Message:
    """The button of what is turned up; of dealt cards also of what may be left as well, which nobody else taps."""
    setup, is_dealt = view.table.setup, view.table.setup.cards == "virtual"
    match action:
        case RevealRebels(slot):
            number = slot + 1
            if setup.is_head_to_head:
                return say("Turn up your {rebels:many} at place {place}", rebels=rebel(setup).noun, place=number)
            return say("Turn up your {rebels:many}", rebels=rebel(setup).noun)
        case RevealFollower(slot):
            if setup.is_head_to_head:
                return say("Turn up your Follower at place {place}", place=slot + 1)
            return say("Turn up your Follower")
        case Collect(slot) if is_dealt:
            return say("Collect the {elder}", elder=NOUNS[view.table.slots[slot].elder])
        case TakeElder(slot) if is_dealt:
            return say("Take the {elder} into your hand", elder=NOUNS[view.table.slots[slot].elder])
    return NOTHING


def _is_free(view: WavesView, action: WavesAction) -> bool:
    """Whether an Elder may be collected or be taken to hand, as its player likes (`optional_collect`)."""
    table = view.table
    if not isinstance(action, Collect | TakeElder) or not table.setup.variants.optional_collect:
        return False
    if table.phase not in (Phase.WAVE_1, Phase.WAVE_2) or next_to_check(table) != action.slot:
        return False
    return check_slot(table, action.slot).result == "collect"
