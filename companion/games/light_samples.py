"""What the strip of a game may show, put together by the game itself where no virtual game meets it."""

from __future__ import annotations

import msgspec

from companion.language.message import Message
from companion.lights.scene import Scene

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
"""Of people who play at a table that is shown."""


class LightSample(msgspec.Struct, frozen=True):
    """One light that a game shows: what it is for, the light, the mat around which it glows, and who sits there."""

    title: Message
    scene: Scene
    mat: str
    """By the name that people type."""
    names: tuple[str, ...]
