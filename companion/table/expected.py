"""What the mat must show: exact pieces, a number of backs, a sum of discs, or anything, a zone at a time."""

from __future__ import annotations

import msgspec

from companion.language.message import NOTHING, Message


class Pieces(msgspec.Struct, frozen=True, tag=True):
    """Exactly these kinds of face-up pieces, bottom first."""

    kinds: tuple[str, ...]


class Backs(msgspec.Struct, frozen=True, tag=True):
    """This many face-down pieces of one kind, and nothing else."""

    kind: str
    count: int


class Pile(msgspec.Struct, frozen=True, tag=True):
    """A stack of which only the height is known to the rules; `top` is the kind on top where that is known."""

    kind: str
    count: int
    top: str = ""


class Anything(msgspec.Struct, frozen=True, tag=True):
    """The rules say nothing about this zone."""


class Worth(msgspec.Struct, frozen=True, tag=True):
    """Face-up discs whose values add up to so many of each name; any discs with these sums are right.

    A disc of a name and a value is of the kind NAME:VALUE, as "attack:5". Of a name that is not listed none lies there.
    """

    sums: tuple[tuple[str, int], ...]
    values: tuple[int, ...]
    """The values that there are, the largest first; the last is 1."""


Content = Pieces | Backs | Pile | Worth | Anything


class At(msgspec.Struct, frozen=True, tag=True):
    """A piece of that kind lies with its middle there, in mm on the mat.

    Further off than `within_mm` it is named, where that is given; the eyes' own error comes on top of it.
    """

    kind: str
    x_mm: float
    y_mm: float
    within_mm: float | None = None
    angle_deg: float = 0.0
    """How far hands lay it turned, clockwise as seen from above; eyes do not ask for it."""


class Touching(msgspec.Struct, frozen=True, tag=True):
    """A piece of that kind touches one of the kind `other` that lies in `zone`, with at most that gap between them."""

    kind: str
    zone: str
    other: str
    within_mm: float


class InOrder(msgspec.Struct, frozen=True, tag=True):
    """The face-up pieces of a zone with a fan in one row lie in this order along it, the first kind first."""

    kinds: tuple[str, ...]


Place = At | Touching | InOrder
"""More than a zone that is asked of its pieces. Of a piece that is not seen nothing follows."""


class ExpectedZone(msgspec.Struct, frozen=True):
    """What one zone must hold, with a note for people (a name, "next", "assumed")."""

    zone: str
    content: Content
    label: Message = NOTHING
    note: Message = NOTHING
    """A few words where the zone asks for attention; empty otherwise."""
    name: Message = NOTHING
    """What to call the place in the middle of a sentence, as in “Anna's collection”."""
    standing: tuple[str, ...] = ()
    """Kinds of the pieces without a marker that stand in it: told by acts and never seen, they hide what lies there."""
    places: tuple[Place, ...] = ()
    """What is asked of its pieces besides."""


class ExpectedTable(msgspec.Struct, frozen=True):
    """Every zone of the layout, in its order."""

    zones: tuple[ExpectedZone, ...]
