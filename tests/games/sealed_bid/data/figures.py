"""What the data files of Sealed Bid say: the card of pearls and the looks of the pieces."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.shared.figures import Figure, OwnerFigure, OwnerFigures
from companion.games.shared.files import read_as
from companion.language.message import say
from companion.table.pieces import PieceKind
from tests.games.sealed_bid.model import DIE_COLOURS, PEARLS


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data.toml."""

    pearls: dict[str, Figure]
    looks: tuple[PieceKind, ...]


_DATA: Final = read_as(__package__, "data.toml", _Data)
SHIPPED: Final = _DATA.pearls
PIECES: Final = {look.kind: look for look in _DATA.looks}
"""How each kind of piece looks; dice are among them, and carry no marker."""
PAINTS: Final = tuple(PIECES[f"die:{name}"].colour for name in DIE_COLOURS)
"""How the die of each seat is painted."""
PEARL_CARD: Final = OwnerFigures(
    "owner/sealed_bid.toml",
    say("Pearl card"),
    say("Pearls for a prize"),
    (
        OwnerFigure("low", "pearls.low", say("Pearls for a low prize"), say("a low one"), 0, PEARLS),
        OwnerFigure("high", "pearls.high", say("Pearls for a high prize"), say("a high one"), 0, PEARLS),
    ),
)
"""The numbers on the card of pearls, which the owner of the box types (B-012)."""
PATH: Final = ("pearls",)
"""Their table in the owner's file."""
