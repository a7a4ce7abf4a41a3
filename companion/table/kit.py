"""The physical pieces of a game: their sizes, where a marker sits on each, and which marker stands for what."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import msgspec

from companion.errors import CompanionError
from companion.table.layout import QUIET_ZONE, Layout, Spot
from companion.table.sightings import BARE, MAT_MARKS, MarkerId, PrintedMarker

BIGGEST_ID = 586
"""AprilTag 36h11 has the ids 0 to 586."""
SIGN = "#"
"""Between the name of a group of blank cards and the number of a card in it: `title#3`."""
_TAG = re.compile("[0-9a-f]{1,40}")
"""How a reader tells of a card (docs/protocol.md), in lower case."""


def is_tag(text: str) -> bool:
    """Whether that may be the identity of a card on a reader, in lower case."""
    return _TAG.fullmatch(text) is not None


def is_drawn_anew(tag: str) -> bool:
    """Whether a card draws this identity by lot each time it comes near a reader, as phones and bank cards do.

    ISO/IEC 14443-3: one of four bytes, of which the first is 08.
    """
    return len(tag) == 8 and tag.startswith("08")


class BadKit(CompanionError, ValueError):
    """A kit with a piece too small for its marker, or a marker that would stand for two things; the text names it."""


class PieceSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Outline of one shape, and the centre of the marker on it, from the top left of the piece as it is read.

    Front and back carry their marker at the same place, each seen from its own side.
    """

    width_mm: float
    height_mm: float
    marker_x_mm: float
    marker_y_mm: float
    is_round: bool = False
    """A disc of diameter `width_mm`."""
    status: Literal["measured", "assumed"] = "assumed"
    """Whether somebody has measured the real piece."""
    bare: tuple[Spot, ...] = ()
    """Centres of the bare ground's markers on it, from its top left: where the next piece's marker comes to lie."""
    is_hex: bool = False
    """A hexagon that stands on an edge."""
    marker_side_mm: float = 0
    """Side of its own marker's black square, where that is another than the kit's; 0 where it is the kit's."""


class MarkedPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which markers one kind of piece carries: `count` of them from `first` on, and those that were `enrolled`."""

    size: str
    first: int = 0
    count: int = 1
    is_shared: bool = False
    """Several pieces carry the same marker, as all card backs do."""
    enrolled: tuple[MarkerId, ...] = ()
    """Markers of further prints of it, of another kit or home-made."""
    named: bool = False
    """The kit cannot name these pieces, and the owner says of each which it is (`companion/table/blanks.py`)."""
    name_of: str = ""
    """The group of blank cards one of which may be named so: it has no marker until that is done."""
    copies: int = 1
    """How many blank cards may be named so."""

    @property
    def markers(self) -> tuple[MarkerId, ...]:
        """The ids, in rising order."""
        count = 0 if self.name_of else self.count
        return tuple(sorted((*map(MarkerId, range(self.first, self.first + count)), *self.enrolled)))


class Standee(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece that stands on a round foot and carries no marker: nobody can read it, and it hides others'."""

    foot_mm: float
    """Diameter of its foot."""
    tall_mm: float
    """How high it stands: its top leans away from the camera, and hides more of the mat than its foot."""
    count: int = 1
    status: Literal["measured", "assumed"] = "assumed"

    @property
    def size(self) -> PieceSize:
        """What it takes of the mat. In place of a marker it has its middle."""
        return PieceSize(self.foot_mm, self.foot_mm, self.foot_mm / 2, self.foot_mm / 2, True, self.status)


class Kit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything that a game puts on the mat.

    `marker_side_mm` is the side of a marker's black square: of bare ground, and of each piece whose size says no other.
    """

    marker_side_mm: float
    sizes: dict[str, PieceSize]
    pieces: dict[str, MarkedPiece]
    """By kind of piece, as in the `pieces` of the game's mat."""
    tags: dict[str, str] = {}
    """What a card on the reader is: kind of piece by the tag's identity, in lower-case hexadecimal digits."""
    standees: dict[str, Standee] = {}
    """By kind of piece: those that stand there and carry no marker."""

    @property
    def marker_area_mm(self) -> float:
        """Side of the whole print of bare ground: the black square and the white edge, which must be seen too."""
        return self.marker_side_mm * (1 + 2 * QUIET_ZONE)

    def side_mm(self, size: PieceSize) -> float:
        """Side of the black square of the marker on a piece of that size."""
        return size.marker_side_mm or self.marker_side_mm

    def print_mm(self, size: PieceSize) -> float:
        """Side of the whole print of that marker, its white edge included."""
        return self.side_mm(size) * (1 + 2 * QUIET_ZONE)

    @cached_property
    def kinds(self) -> dict[MarkerId, str]:
        """What each marker stands for."""
        return {marker: kind for kind, piece in self.pieces.items() for marker in piece.markers}

    @cached_property
    def single(self) -> dict[MarkerId, str]:
        """What each marker stands for that one piece alone carries."""
        return {marker: kind for marker, kind in self.kinds.items() if not self.pieces[kind].is_shared}

    @cached_property
    def printed(self) -> dict[MarkerId, PrintedMarker]:
        """Every marker of the kit as it is printed, the bare ground's included."""
        pieces = {
            marker: PrintedMarker(self.side_mm(self.sizes[piece.size]), piece.is_shared)
            for piece in self.pieces.values()
            for marker in piece.markers
        }
        return {**pieces, BARE: PrintedMarker(self.marker_side_mm, shared=True, ground=True)}

    def with_enrolled(self, enrolled: Mapping[MarkerId, str]) -> Kit:
        """This kit with further prints of its pieces: what each marker of theirs stands for. Raises KeyError.

        A kind that is shared, as the card back is, may be seen several times under such a marker too. A blank card that
        is named is blank no more.
        """
        if not enrolled:
            return self
        blank = {
            kind: msgspec.structs.replace(self.pieces[kind], count=0)
            for marker, kind in self.kinds.items()
            if marker in enrolled and self.pieces[kind].named
        }
        more: dict[str, tuple[MarkerId, ...]] = {}
        for marker, kind in sorted(enrolled.items()):
            more[kind] = (*more.get(kind, self.pieces[kind].enrolled), marker)
        pieces = {kind: msgspec.structs.replace(self.pieces[kind], enrolled=markers) for kind, markers in more.items()}
        # Made anew: a replaced one would keep what this one has remembered of its markers.
        return Kit(self.marker_side_mm, self.sizes, {**self.pieces, **blank, **pieces}, self.tags, self.standees)

    def markers(self, kind: str) -> tuple[MarkerId, ...]:
        """The markers of a kind, in rising order; raises KeyError."""
        return self.pieces[kind].markers

    def size(self, kind: str) -> PieceSize:
        """The outline of a kind; raises KeyError."""
        if kind in self.standees:
            return self.standees[kind].size
        return self.sizes[self.pieces[kind].size]


def check_kit(kit: Kit, layout: Layout) -> Kit:
    """The same kit; raises `BadKit` where a piece cannot carry its marker or an id is taken twice, by anchors too.

    It also refuses a zone of the layout for pieces of a size that the kit does not list, and a tag that no reader tells
    of or that stands for no piece.
    """
    if kit.marker_side_mm <= 0:
        raise BadKit(f"The kit's markers are {kit.marker_side_mm} mm wide. Give them a side over 0.")
    for name, size in kit.sizes.items():
        _check_size(name, size, kit)
    taken = {MarkerId(anchor.id): f"the corner of layout {layout.name!r}" for anchor in layout.anchors}
    taken[BARE] = "bare ground"
    taken |= {MarkerId(mark): "a mat" for mark in MAT_MARKS}
    if layout.mark is not None and layout.mark.id not in MAT_MARKS:
        raise BadKit(
            f"Layout {layout.name!r} has the mark {layout.mark.id}; {MAT_MARKS[0]} to {MAT_MARKS[-1]} are kept for "
            "mats. Renumber it."
        )
    for kind, piece in kit.pieces.items():
        if piece.size not in kit.sizes:
            raise BadKit(f"Piece {kind!r} has the size {piece.size!r}, which the kit does not list. Add it to sizes.")
        if piece.name_of and f"{piece.name_of}{SIGN}1" not in kit.pieces:
            raise BadKit(
                f"Piece {kind!r} is a name of {piece.name_of!r}, and the kit has no such group. Add it, with named = "
                "true."
            )
        if piece.count < 1:
            raise BadKit(f"Piece {kind!r} has {piece.count} markers. Give it at least one.")
        for marker in piece.markers:
            if not 0 <= marker <= BIGGEST_ID:
                raise BadKit(f"Piece {kind!r} has marker {marker}; AprilTag 36h11 has 0 to {BIGGEST_ID}. Renumber it.")
            if marker in taken:
                raise BadKit(f"Marker {marker} stands for {taken[marker]} and for piece {kind!r}. Renumber one.")
            taken[marker] = f"piece {kind!r}"
    for kind, standee in kit.standees.items():
        if kind in kit.pieces:
            raise BadKit(f"Piece {kind!r} both carries a marker and is a standee. Leave it in one of the two.")
        if standee.foot_mm <= 0 or standee.tall_mm <= 0 or standee.count < 1:
            raise BadKit(f"Standee {kind!r} has no size or no number. Give it a foot, a height and a count over 0.")
    for tag, kind in kit.tags.items():
        if not is_tag(tag):
            raise BadKit(f"Tag {tag!r} is no identity of a card. Write 1 to 40 hexadecimal digits in lower case.")
        if is_drawn_anew(tag):
            raise BadKit(f"Tag {tag!r} is drawn anew at each look. List a card whose tag stays the same.")
        if kind not in kit.pieces:
            raise BadKit(f"Tag {tag!r} stands for {kind!r}, which the kit does not list. Add it to pieces.")
    for zone in layout.zones:
        if zone.lays not in kit.sizes:
            raise BadKit(
                f"Zone {zone.zone!r} is for pieces of size {zone.lays!r}, which the kit lacks. Add it to sizes."
            )
    return kit


def _check_size(name: str, size: PieceSize, kit: Kit) -> None:
    if size.width_mm <= 0 or size.height_mm <= 0:
        raise BadKit(f"Size {name!r} is {size.width_mm} x {size.height_mm} mm. Give it a width and a height over 0.")
    if size.marker_side_mm < 0:
        raise BadKit(f"The markers of size {name!r} are {size.marker_side_mm:g} mm wide. Give them a side over 0.")
    prints = [(Spot(size.marker_x_mm, size.marker_y_mm), kit.print_mm(size))]
    prints += [(spot, kit.marker_area_mm) for spot in size.bare]
    for place, area_mm in prints:
        if not _fits(size, place, area_mm):
            raise BadKit(
                f"A marker of {area_mm:g} mm, its white edge included, does not fit on size {name!r}. "
                "Move the marker, or make the piece larger."
            )
    for index, (one, area_mm) in enumerate(prints):
        for two, other_mm in prints[index + 1 :]:
            if max(abs(one.x_mm - two.x_mm), abs(one.y_mm - two.y_mm)) < (area_mm + other_mm) / 2:
                raise BadKit(f"Two markers on size {name!r} overlap. Move one.")


def _fits(size: PieceSize, place: Spot, area_mm: float) -> bool:
    half = area_mm / 2
    if size.is_round:
        right, down = abs(place.x_mm - size.width_mm / 2) + half, abs(place.y_mm - size.height_mm / 2) + half
        return size.width_mm == size.height_mm and math.hypot(right, down) <= size.width_mm / 2
    return half <= place.x_mm <= size.width_mm - half and half <= place.y_mm <= size.height_mm - half
