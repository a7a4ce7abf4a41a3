"""The pieces of a game that it draws whole, so that nobody has to buy them, and what must be known to make them."""

from __future__ import annotations

import msgspec

from companion.language.message import Message
from companion.table.ink import Drawing


class Drawings(msgspec.Struct, frozen=True):
    """All of them, drawn by the figures in force. What stands on a piece is English, as all that is printed."""

    pieces: tuple[Drawing, ...]
    buy: tuple[Message, ...]
    """What is needed besides, a line each."""
    steps: tuple[Message, ...]
    """How they are made, in order."""
    figures: tuple[Message, ...]
    """By which figures they are drawn, and which of these are assumed."""
