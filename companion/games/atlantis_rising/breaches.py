"""What people may have done that no act which is seen can be, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.atlantis_rising.looks import library
from companion.games.atlantis_rising.model import AtlantisView
from companion.games.atlantis_rising.vocabulary import card_words
from companion.games.core import RuleId
from companion.language.message import Message, listing, say

DISCARDS = "library_discards"


def breach(view: AtlantisView, zone: str, shown: Sequence[str]) -> tuple[RuleId, Message] | None:
    """A library card that somebody holds lies on the discards, and nobody has said who plays it (A-083)."""
    table = view.table
    # One that was discarded before may have come to light by taking off those above it.
    if zone != DISCARDS or not shown or shown[-1] in map(library, table.library.discards):
        return None
    for card in table.setup.box.library:
        holders = [seat for seat, hand in enumerate(table.hands) if card in hand]
        if library(card) == shown[-1] and holders:
            who = listing((view.who(seat) for seat in holders), "or")
            words = card_words(table.setup.box, card)
            text = say(
                "{card} is on the discards: {who} taps that it is played, or takes it back.", card=words, who=who
            )
            return "A-083", text
    return None
