"""How the pieces of a game look: names, colours and signs, as data."""

from __future__ import annotations

from typing import Literal

import msgspec


class PieceKind(msgspec.Struct, frozen=True):
    """One kind of piece. `number` and `sign` tell it apart without its colour."""

    kind: str
    label: str
    shape: Literal["card", "tile", "disc"]
    colour: str
    """Ground, as `#rrggbb`."""
    number: str = ""
    sign: str = ""
    """One or two characters drawn large."""
