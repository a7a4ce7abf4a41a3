"""How the pieces of a game look: names, colours and signs, as data."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.language.values import Noun
from companion.table.ink import Ink

Shape: TypeAlias = Literal["card", "tile", "disc", "hex", "pawn", "die"]
"""What a piece looks like from above. A die carries no marker: it is read by its face, and its colour is its own."""


def hexagon(width: float, height: float) -> tuple[tuple[float, float], ...]:
    """The corners of a hexagon of that size that stands on an edge: clockwise from the left, from its top left."""
    slant = width / 4
    above, below = ((slant, 0.0), (width - slant, 0.0)), ((width - slant, height), (slant, height))
    return (0.0, height / 2), *above, (width, height / 2), *below


class PieceKind(msgspec.Struct, frozen=True):
    """One kind of piece. `number` and `sign` tell it apart without its colour."""

    kind: str
    label: str
    shape: Shape
    colour: str
    """Ground, as `#rrggbb`."""
    number: str = ""
    sign: str = ""
    """One or two characters drawn large."""
    ink: tuple[Ink, ...] = ()
    """What is printed on its face, on white paper, where the game draws it whole; its marker lies over it."""

    @property
    def noun(self) -> Noun:
        """What it is called, for sentences: each language has its own word for it."""
        return Noun(self.label)
