"""Cards, tiles and boards that lie open to a view, with what each says: to be read on a page."""

from __future__ import annotations

import msgspec

from companion.language.message import NOTHING, Message


class Card(msgspec.Struct, frozen=True):
    """One of them."""

    kind: str
    """The kind of piece that it is."""
    name: Message
    text: Message
    """What it says, in a sentence or a few."""
    owner: Message = NOTHING
    """Whose it is, or where it lies; empty where its group says that."""


class CardGroup(msgspec.Struct, frozen=True):
    """Those of one sort."""

    title: Message
    cards: tuple[Card, ...]
