"""What the pieces of the older game are called: tiles, or Families (M-122, B-11)."""

from __future__ import annotations

from companion.games.manawave.model import Setup
from companion.language.values import Noun

TILE, FAMILY = Noun("tile"), Noun("Family", "Families")


def piece_noun(setup: Setup) -> Noun:
    """A tile, or a Family."""
    return FAMILY if setup.pieces == "families" else TILE
