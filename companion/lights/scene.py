"""What the strip should say, free of any resolution: arcs of light with a text twin each."""

from __future__ import annotations

from typing import Literal

import msgspec

MOST_FLASHES_HZ = 3.0
"""No light changes faster (photosensitivity)."""


class Glow(msgspec.Struct, frozen=True):
    """Light on part of the strip. The strip is a ring of length 1 that starts at the first seat and runs clockwise."""

    start: float
    length: float
    colour: str
    """`#rrggbb` at full level."""
    text: str
    """The same thing in words, for the tablets."""
    level: float = 1.0
    """Brightness, 0 to 1."""
    motion: Literal["steady", "breathe", "travel"] = "steady"
    period_s: float = 2.0


class Scene(msgspec.Struct, frozen=True):
    """Glows from the bottom up: a later one covers an earlier one."""

    glows: tuple[Glow, ...] = ()

    def text(self) -> str:
        """The whole scene in words."""
        return " ".join(glow.text for glow in self.glows if glow.text)
