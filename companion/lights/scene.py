"""What the strip should say, free of any resolution: arcs of light with a text twin each."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.language.message import Message, sentences

MOST_FLASHES_HZ = 3.0
"""No light changes faster (photosensitivity)."""

Motion = Literal["steady", "breathe", "travel", "travel_back"]


class Glow(msgspec.Struct, frozen=True):
    """Light on part of the strip. The strip is a ring of length 1 that starts at the first seat and runs clockwise.

    A seat's side is its share of the ring: with four seats the first sits before the middle of 0 to 0.25. `breathe`
    swings between full and a third in each period; `travel` goes round clockwise in one, `travel_back` the other way.
    """

    start: float
    length: float
    colour: str
    """`#rrggbb` at full level."""
    text: Message
    """The same thing in words, for the tablets; empty where another glow's words tell of this one too."""
    level: float = 1.0
    """Brightness, 0 to 1."""
    motion: Motion = "steady"
    period_s: float = 2.0


class Scene(msgspec.Struct, frozen=True):
    """Glows from the bottom up: a later one covers an earlier one."""

    glows: tuple[Glow, ...] = ()

    def text(self) -> Message:
        """The whole scene in words; empty where it has none."""
        return sentences(*(glow.text for glow in self.glows))

    def moves(self) -> bool:
        """Whether it looks different a moment later."""
        return any(glow.motion != "steady" for glow in self.glows)
