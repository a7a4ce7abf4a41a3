"""The mats of Sealed Bid and its pieces, as layouts.toml and kit.toml have them."""

from __future__ import annotations

from typing import Final

from companion.games.shared.blanks import with_blanks
from companion.games.shared.mats import read_kit_for, read_mats
from companion.table.layout import Layout
from tests.games.sealed_bid.data.figures import PIECES as LOOKS

__all__ = ["KIT", "LAYOUT", "MATS", "PIECES", "SEATS", "layout_of"]

SEATS: Final = (2, 3, 4)
MATS: Final = read_mats(__package__)
"""By what people type."""
KIT: Final = read_kit_for(__package__, MATS.values())
PIECES: Final = with_blanks(LOOKS, KIT)
"""How each kind of piece looks."""


def layout_of(
    players: int, luck: bool = False, titles: bool = False, props: bool = False, coins: bool = False
) -> Layout:
    """The mat for so many players: with a tray for dice, with places for titles or coins, or with post and line."""
    name = "purses" if coins else "props" if props else "luck" if luck else "titled" if titles else "plain"
    return MATS[f"{name}-{players}"]


LAYOUT: Final = layout_of(3)
"""The mat of the usual game."""
