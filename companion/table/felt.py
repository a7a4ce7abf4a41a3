"""What the board on the cable felt: a count on the scale, presses, and whether it is there at all."""

from __future__ import annotations

import msgspec


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
