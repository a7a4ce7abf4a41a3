"""Blank cards: pieces that the kit cannot name. Each has a marker of its own, and the owner says which piece it is.

In kit.toml a group is `"title" = { size = "title", first = 80, count = 4, named = true }`, and each name that one of
its cards may get is a kind with `name_of = "title"` and no marker. Read, the group is a kind for each card, `title#1`
to `title#4`; a name that is given takes the marker over from its blank card (`Kit.with_enrolled`).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.table.kit import SIGN, Kit, MarkedPiece
from companion.table.sightings import MarkerId

UNNAMED = ", not named yet"
"""What stands behind a blank card's words until it has a name."""


def spread(pieces: Mapping[str, MarkedPiece]) -> dict[str, MarkedPiece]:
    """The pieces with a kind for each blank card."""
    found = dict[str, MarkedPiece]()
    for kind, piece in pieces.items():
        if not piece.named or SIGN in kind:
            found[kind] = piece
            continue
        for index in range(piece.count):
            found[f"{kind}{SIGN}{index + 1}"] = msgspec.structs.replace(piece, first=piece.first + index, count=1)
    return found


def group_of(kind: str) -> str:
    """The group of a blank card: of "title#3" it is "title"."""
    return kind.partition(SIGN)[0]


def number_of(kind: str) -> int:
    """Its number in its group, from 1."""
    return int(kind.partition(SIGN)[2])


def blanks(kit: Kit) -> dict[MarkerId, str]:
    """The blank cards that nobody has named, by their markers."""
    return {marker: kind for marker, kind in kit.kinds.items() if kit.pieces[kind].named}


def groups(kit: Kit) -> dict[str, int]:
    """How many cards each group has, named or not."""
    found: dict[str, int] = {}
    for kind, piece in kit.pieces.items():
        if piece.named:
            found[group_of(kind)] = found.get(group_of(kind), 0) + 1
    return found


def names_of(kit: Kit, group: str) -> tuple[str, ...]:
    """The kinds that the cards of a group may be named as."""
    return tuple(kind for kind, piece in kit.pieces.items() if piece.name_of == group)


def names_left(kit: Kit, group: str) -> tuple[str, ...]:
    """Those of them that may still be given to a card."""
    return tuple(kind for kind in names_of(kit, group) if len(kit.markers(kind)) < kit.pieces[kind].copies)


def in_the_box(kit: Kit) -> Kit:
    """This kit with a name on every card: those that are given, and the rest in their order. A virtual box is so."""
    for group in groups(kit):
        left = [
            kind for kind in names_left(kit, group) for _ in range(kit.pieces[kind].copies - len(kit.markers(kind)))
        ]
        free = [marker for marker, kind in blanks(kit).items() if group_of(kind) == group]
        kit = kit.with_enrolled(dict(zip(free, left, strict=False)))
    return kit
