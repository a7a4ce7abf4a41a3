"""What physically lies on the mat: every piece at its place, and the hands above it."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from companion.table.expected import ExpectedTable
from companion.table.geometry import lay_table
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.sightings import MarkerId
from companion.table.standees import feet
from vision.virtual.dice.records import LyingDie

Choose = Callable[[str, Kit, AbstractSet[MarkerId]], MarkerId]
"""Which piece of a kind to lay, as its marker; the set holds the markers that lie there already."""


@dataclass(frozen=True)
class PhysicalPiece:
    """One piece as it shows itself from above: a card that lies face down has the kind and marker of its back.

    `x_mm`, `y_mm` is its middle, from the mat's top left. `angle_deg` is how far it is turned clockwise as seen.
    """

    kind: str
    marker: MarkerId
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    face_up: bool = True
    layer: int = 0
    height_mm: float = 0.0
    """How far above the mat it is held; 0 where it lies."""


@dataclass(frozen=True)
class Standee:
    """A piece without a marker that stands there. `x_mm`, `y_mm` is the middle of its foot, `height_mm` how far that is
    held above the mat."""

    kind: str
    x_mm: float
    y_mm: float
    height_mm: float = 0.0


@dataclass(frozen=True)
class Hand:
    """A hand over the mat. `x_mm`, `y_mm` is the middle of its palm; `angle_deg` is where its fingers point, 0 for up
    the mat and clockwise as seen; the arm reaches the other way, beyond the mat. `height_mm` is above the mat."""

    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    height_mm: float = 0.0


@dataclass(frozen=True)
class Scene:
    """Everything over the mat. Pieces of a higher layer lie over lower ones, in a layer the later over the earlier.

    What is held above the mat is over all that lies.
    """

    pieces: tuple[PhysicalPiece, ...] = ()
    hands: tuple[Hand, ...] = ()
    dice: tuple[LyingDie, ...] = ()
    """They lie on the mat and on what lies there, and hands are over them."""
    standing: tuple[Standee, ...] = ()
    """They stand on what lies there, and hide what is behind them."""

    def upwards(self) -> tuple[PhysicalPiece, ...]:
        """The pieces, the lowest first."""
        return tuple(sorted(self.pieces, key=lambda piece: (piece.height_mm > 0, piece.layer)))


def first_free(kind: str, kit: Kit, taken: AbstractSet[MarkerId]) -> MarkerId:
    """The lowest marker of a kind that does not lie there yet; a shared one is always free.

    Raises LookupError where all lie there.
    """
    for marker in kit.markers(kind):
        if marker not in taken or kit.pieces[kind].is_shared:
            return marker
    raise LookupError(f"All {len(kit.markers(kind))} pieces of kind {kind!r} already lie on the mat.")


def lay_out(table: ExpectedTable, layout: Layout, kit: Kit, choose: Choose = first_free) -> Scene:
    """The scene of an expected table, every piece exactly where the layout has it; of a pile the top piece.

    Raises KeyError for a kind that the kit lacks, and what `choose` raises.
    """
    taken: set[MarkerId] = set()
    pieces = []
    for laid in lay_table(table, layout, kit):
        marker = choose(laid.kind, kit, taken)
        taken.add(marker)
        area = laid.area
        x_mm, y_mm = area.x_mm + area.width_mm / 2, area.y_mm + area.height_mm / 2
        layer = layout.find(laid.zone).layer
        pieces.append(PhysicalPiece(laid.kind, marker, x_mm, y_mm, 0.0, laid.face_up, layer))
    standing = [
        Standee(kind, foot.x_mm, foot.y_mm)
        for each in table.zones
        for kind, foot in zip(each.standing, feet(layout.find(each.zone), each.standing, kit), strict=True)
    ]
    return Scene(tuple(pieces), standing=tuple(standing))
