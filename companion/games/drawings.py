"""What a game draws of its print: pieces whole, so that nobody has to buy them, and what mats show besides zones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.language.message import Message
from companion.table.ink import Drawing, Ink


class Drawings(msgspec.Struct, frozen=True):
    """All of them, drawn by the figures in force. What stands on a piece is English, as all that is printed."""

    pieces: tuple[Drawing, ...]
    buy: tuple[Message, ...]
    """What is needed besides, a line each."""
    steps: tuple[Message, ...]
    """How they are made, in order."""
    figures: tuple[Message, ...]
    """By which figures they are drawn, and which of these are assumed."""
    by_set: Mapping[str, Message] = {}
    """Further steps, each told where the set of these words is printed."""
    is_sold: bool = True
    """Whether there is a box of it, whose own pieces need labels alone."""


class PieceText(msgspec.Struct, frozen=True):
    """What is printed on a piece that says what it does."""

    title: Message
    """Its name there."""
    text: tuple[Message, ...]
    """What it does, in paragraphs; one that begins with a number and a colon stands behind that number."""


class MatPrint(msgspec.Struct, frozen=True):
    """What a mat shows besides its zones and markers."""

    words: Mapping[str, Message] = {}
    """What a place is called there, by its zone, where that is not the zone's own name."""
    ink: tuple[Ink, ...] = ()
    """What lies under all else, in millimetres from the mat's top left: pale, so that nothing is taken for a piece."""


PLAIN: Final = MatPrint()
