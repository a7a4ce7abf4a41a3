"""Which kind of piece an Atlantean is drawn as, and the colours of players and peninsulas on boards."""

from __future__ import annotations

from typing import Final

from companion.games.atlantis_rising.box import PieceKind
from companion.games.atlantis_rising.model import COLOURS, Atlantean, Table
from companion.games.core import Seat

PAINTS: Final = dict(
    zip(COLOURS, ("#c8412f", "#2f78d0", "#e0b52e", "#2f9152", "#dd7a26", "#8a4fb3", "#31407f"), strict=True)
)
"""Of the players' pieces."""
NO_PAINT: Final = "#4a5d68"
"""Of a player who has not taken a colour yet."""
LONE: Final[frozenset[PieceKind]] = frozenset(("hologram", "automaton"))
"""Pieces of which there is one, whoever has it."""
GROUNDS: Final = ("#8a5a3c", "#866a1a", "#2f7a45", "#1f8079", "#76549f", "#a0455c")
"""Of dry tiles, by peninsula in table order."""
WATER: Final = "#1746a8"
CENTRE_GROUND: Final = "#b9c7cf"


def standee(piece: Atlantean) -> str:
    """The kind of piece that an Atlantean is drawn as: "leader.0", "follower.3", "volunteer.2", "hologram"."""
    return piece.kind if piece.kind in LONE else f"{piece.kind}.{piece.seat}"


def paint_of(table: Table, seat: Seat) -> str:
    """The colour of a player's pieces, as `#rrggbb`."""
    return PAINTS.get(table.colours[seat], NO_PAINT)
