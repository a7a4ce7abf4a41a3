"""Which kind of piece an Atlantean is drawn as, and the colours of players and peninsulas on boards."""

from __future__ import annotations

from typing import Final

from companion.games.atlantis_rising.box import PieceKind
from companion.games.atlantis_rising.model import COLOURS, Atlantean, Table
from companion.games.core import Seat

PAINTS: Final = dict(
    zip(COLOURS, ("#c0392b", "#2a6fb5", "#e2b714", "#2f8f4e", "#e07b24", "#7a4aa8", "#1d2f5c"), strict=True)
)
"""Of the players' pieces."""
NO_PAINT: Final = "#4a5d68"
"""Of a player who has not taken a colour yet."""
COLOURED: Final[frozenset[PieceKind]] = frozenset(("leader", "follower"))
"""Pieces that are of a player's colour; the others look alike, whoever has them."""
GROUNDS: Final = ("#8a5a3c", "#866a1a", "#2f7a45", "#1f8079", "#76549f", "#a0455c")
"""Of dry tiles, by peninsula in table order."""
WATER: Final = "#1746a8"
CENTRE_GROUND: Final = "#b9c7cf"


def standee(table: Table, piece: Atlantean) -> str:
    """The kind of piece that an Atlantean is drawn as: "leader:red", "follower:navy", "volunteer", "hologram"."""
    return f"{piece.kind}:{table.colours[piece.seat]}" if piece.kind in COLOURED else piece.kind


def paint_of(table: Table, seat: Seat) -> str:
    """The colour of a player's pieces, as `#rrggbb`."""
    return PAINTS.get(table.colours[seat], NO_PAINT)
