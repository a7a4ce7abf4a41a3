"""How blank cards look, which the owner names: in the data of a game stands a look for their group."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.table.blanks import UNNAMED, group_of, number_of
from companion.table.kit import Kit
from companion.table.pieces import PieceKind


def with_blanks(looks: Mapping[str, PieceKind], kit: Kit) -> dict[str, PieceKind]:
    """The looks with one for each blank card of the kit in place of its group's. Raises KeyError without a group's."""
    blank = [kind for kind, piece in kit.pieces.items() if piece.named]
    made = {
        kind: msgspec.structs.replace(
            looks[group_of(kind)],
            kind=kind,
            label=f"{looks[group_of(kind)].label} {number_of(kind)}{UNNAMED}",
        )
        for kind in blank
    }
    groups = {group_of(kind) for kind in blank}
    return {kind: look for kind, look in looks.items() if kind not in groups} | made
