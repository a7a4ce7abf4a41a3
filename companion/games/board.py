"""Boards: drawings beside the mat, made from a view, for what no piece on the mat shows.

A game says what its cells hold and where they lie; pages draw every board in one way (`web/render/board.py`).
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from companion.games.core import Choice
from companion.language.message import Message

Shape: TypeAlias = Literal["box", "round", "hex"]
"""A hex stands on a corner."""
Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""
PHONE: Final = 340.0
"""Units across a board for a phone: about as many pixels as a phone of 390 has for it."""
GAP: Final = 4.0
TAP: Final = 48.0
"""The least height and width of a cell to tap."""
Mark: TypeAlias = Literal["", "cross", "tick", "ring", "now", "erase", "closed"]
"""Crossed out; ticked off; circled; what is to be done now; to be erased now; or not to be had now, and so pale."""


class Cell(msgspec.Struct, frozen=True):
    """One place of a board. What it shows by a colour or a mark its words say too."""

    key: str
    """What it is known by on its board; it stays the same from act to act."""
    words: Message | None
    """All that it shows, for who cannot see it; None for a mere ornament."""
    x: float
    y: float
    """Its top left in the board's own units, x to the right and y down."""
    width: float
    height: float
    shape: Shape = "box"
    number: str = ""
    """A few digits or signs, large."""
    text: Message | None = None
    """What stands in it, below the number, in up to five lines."""
    mark: Mark = ""
    colour: str = ""
    """Of its ground, as `#rrggbb`; empty for none of its own."""
    pieces: tuple[str, ...] = ()
    """Kinds of the pieces that stand there."""
    choice: Choice[Any] | None = None
    """What tapping it does: one of the choices of the same view, else it cannot be tapped. One that changes a draft may
    be tapped several times in a row, so the cell stays where it is."""
    pick: str = ""
    """What is taken in hand by tapping it, to be tapped or dragged onto a cell that takes it; the first cell of a
    board that has one is in hand until another is."""
    takes: tuple[tuple[str, Choice[Any]], ...] = ()
    """What tapping it does while one of these is in hand; each is one of the choices of the same view."""


class Board(msgspec.Struct, frozen=True):
    """A drawing of cells; those further back overlap those before them."""

    key: str
    """What it is known by among the boards of its game."""
    title: Message
    width: float
    height: float
    cells: tuple[Cell, ...]
    is_near: bool = False
    """Whether it belongs beside the choices though nothing of it can be tapped just now: so it keeps its place."""
    is_second: bool = False
    """Whether people look it up now and then, and need not see it while they play."""


def across(left: float, top: float, width: float, height: float, many: int) -> tuple[Area, ...]:
    """Places for so many cells side by side within a row, with gaps between them."""
    # In whole tenths, so that sums stay within the board.
    each = int(10 * (width - GAP * (many - 1)) / max(1, many)) / 10
    return tuple((round(left + at * (each + GAP), 1), top, each, height) for at in range(many))
