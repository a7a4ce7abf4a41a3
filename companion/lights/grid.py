"""Lights of a map: the ring cut into equal cells, so that on a strip of as many pixels each cell is one pixel."""

from __future__ import annotations

from companion.language.message import NOTHING, Message
from companion.lights.scene import Glow, Motion

CELLS = 60
"""A metre of the usual strip has so many pixels."""


def cells(
    first: float,
    count: float,
    colour: str,
    text: Message = NOTHING,
    level: float = 1.0,
    motion: Motion = "steady",
    period_s: float = 2.0,
    *,
    of: int = CELLS,
) -> Glow:
    """A glow over so many cells from one on, `of` cells being the whole ring; a negative first counts from its end."""
    return Glow(first / of % 1.0, count / of, colour, text, level, motion, period_s)
