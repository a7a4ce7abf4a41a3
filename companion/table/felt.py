"""What the board on the cable felt: a count on the scale, presses, and whether it is there at all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from companion.table.layout import Layout
from companion.table.world import LyingPiece

MOST_PIECES = 255
"""More than any bowl holds: a scale that tells of more is broken (docs/protocol.md)."""
LIGHTER = 0.4
"""What any other piece weighs in the bowl of a virtual scale, in those that it counts: no whole number of them."""


class Feeling(msgspec.Struct, frozen=True):
    """One message of the board as the referee hears it: levels as they are now, and what was pressed since the last.

    `count` is how many pieces lie in the bowl, None while nobody can tell: no scale, one that fails, a load that moves
    or is no whole number of pieces. `card` is the identity of the card on the reader in hexadecimal digits, "" where
    none lies there. While the board is away all of these are empty.
    """

    count: int | None = None
    presses: tuple[str, ...] = ()
    """Buttons pressed, oldest first: "seat1" to "seat8", "next", "undo". Each press is told once."""
    card: str = ""
    is_away: bool = False
    is_hasty: bool = False
    """Pressed so soon after an act was seen or felt that it may have meant that one. Whoever has a clock says so."""
    is_repeat: bool = False
    """Pressed so soon after a press was refused that nobody can have read why. Whoever has a clock says so."""


class Buttons(Protocol):
    """Buttons that can be pressed without a finger: those of a virtual board. Any thread."""

    def names(self) -> tuple[str, ...]:
        """What there is to press; empty while the board is away."""

    def press(self, button: str) -> None:
        """Press one of them for a moment. One that there is not is nothing."""


class CardReader(Protocol):
    """A card reader on which a card can be laid without a hand: that of a virtual board. Any thread."""

    def lay_card(self, uid: str | None) -> None:
        """This card (identity in hexadecimal digits) lies on it from now on, or none."""


def load_on(layout: Layout, lying: Iterable[LyingPiece]) -> float:
    """What lies over the scale, in the pieces that it counts; 0 where the mat has no scale."""
    scale = next((zone for zone in layout.zones if zone.weighs), None)
    if scale is None:
        return 0.0
    return sum(
        1.0 if piece.kind == scale.weighs else LIGHTER
        for piece in lying
        if scale.x_mm <= piece.x_mm < scale.x_mm + scale.width_mm
        and scale.y_mm <= piece.y_mm < scale.y_mm + scale.height_mm
    )
