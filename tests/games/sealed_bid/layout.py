"""The mats of Sealed Bid and its pieces: sizes in millimetres, and which marker stands for what."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from companion.table.kit import Kit, MarkedPiece, PieceSize, check_kit
from companion.table.layout import Anchor, Fan, Layout, Spot, Zone, check_layout
from companion.table.pieces import PieceKind
from tests.games.sealed_bid.model import COPIES, DIE_COLOURS, NUMBERS, PEARLS, TRAY

WIDTH_MM, HEIGHT_MM, MARGIN_MM, SEAT_MM = 600.0, 400.0, 10.0, 145.0
TRAY_MM = 170.0
"""How much longer the mat with a tray for dice is."""
SEATS: Final = (2, 3, 4)
_RIGHT = Fan(dx_mm=26)
_ROWS = Fan(dx_mm=38, row=3, row_dy_mm=38)


@cache
def layout_of(players: int, luck: bool = False) -> Layout:
    """The mat for so many players, checked: piles, prize and bowl above, the seats' places in columns below.

    Where dice are rolled a tray lies below all.

    ::

        deck  prize  discard  bowl    supply
        bid.0 token.0   bid.1 token.1   ...
        won.0           won.1           ...
    """
    zones = (
        Zone("deck", 36, 32, 70, 96, Spot(40, 36)),
        Zone("prize", 116, 32, 70, 96, Spot(120, 36)),
        Zone("discard", 196, 32, 70, 96, Spot(200, 36)),
        Zone("bowl", 290, 36, 122, 86, Spot(296, 43), _ROWS, lays="pearl", bare=5, weighs="pearl"),
        Zone("supply", 430, 36, 122, 86, Spot(436, 43), _ROWS, lays="pearl", bare=0),
        *(zone for seat in range(players) for zone in _places(seat)),
        *([Zone(TRAY, 180, 366, 240, 170, lays="token", bare=0)] if luck else []),
    )
    height_mm, name = HEIGHT_MM + TRAY_MM * luck, f"sealed-bid-{players}{'-luck' * luck}"
    return check_layout(Layout(name, WIDTH_MM, height_mm, zones, _corners(height_mm), rim_mm=6))


def _places(seat: int) -> Iterator[Zone]:
    left = MARGIN_MM + SEAT_MM * seat
    yield Zone(f"bid.{seat}", left + 2, 146, 97, 46, Spot(left + 8, 150), _RIGHT, bare=2, seat=seat)
    yield Zone(f"token.{seat}", left + 101, 150, 40, 40, Spot(left + 104, 153), lays="token", seat=seat)
    yield Zone(f"won.{seat}", left + 2, 264, 139, 46, Spot(left + 8, 268), _RIGHT, seat=seat)


def _corners(height_mm: float) -> tuple[Anchor, ...]:
    right, below = WIDTH_MM - 20, height_mm - 20
    corners = ((20.0, 20.0), (right, 20.0), (right, below), (20.0, below))
    return tuple(Anchor(corner, x_mm, y_mm, 18) for corner, (x_mm, y_mm) in enumerate(corners))


LAYOUT: Final = layout_of(3)
"""The mat of the usual game."""

_SIZES = {
    "card": PieceSize(63, 88, 12.75, 12.75, bare=(Spot(38.75, 12.75),)),
    "token": PieceSize(34, 34, 17, 17, is_round=True),
    "pearl": PieceSize(34, 34, 17, 17, is_round=True),
}
_MARKED = {
    "back": MarkedPiece("card", 4, is_shared=True),
    "token": MarkedPiece("token", 5),
    "pearl": MarkedPiece("pearl", 6, PEARLS),
    **{f"card:{each}": MarkedPiece("card", 10 + 10 * each, COPIES) for each in NUMBERS},
}
KIT: Final = check_kit(Kit(18, _SIZES, _MARKED), layout_of(max(SEATS)))

PAINTS: Final = ("#b5202b", "#1f4fa3", "#1f7a3d", "#5b2c83")
"""How the dice of each seat are painted."""

PIECES: Final = {
    "back": PieceKind("back", "face-down card", "card", "#334455", sign="?"),
    "token": PieceKind("token", "start token", "disc", "#2aa6c9", sign="1"),
    "pearl": PieceKind("pearl", "pearl", "disc", "#f4e3c1", sign="o"),
    **{f"card:{each}": PieceKind(f"card:{each}", f"card {each}", "card", "#eeeeee", str(each)) for each in NUMBERS},
    **{
        f"die:{name}": PieceKind(f"die:{name}", f"{name} die", "die", paint, sign="d")
        for name, paint in zip(DIE_COLOURS, PAINTS, strict=True)
    },
}
"""Dice are among them, and carry no marker."""
