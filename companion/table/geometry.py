"""Where pieces come to lie: an expected table as rectangles on the mat, each over the ones before it.

This is the one place where a layout becomes geometry; pages, the virtual camera and the tests draw from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.table.expected import Anything, At, Backs, Content, ExpectedTable, InOrder, Pieces, Pile, Place, Worth
from companion.table.kit import Kit, PieceSize
from companion.table.layout import Layout, Spot, Zone
from companion.table.worth import discs_of


class Area(msgspec.Struct, frozen=True):
    """An upright rectangle in millimetres; `x_mm`, `y_mm` is its top left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    def overlaps(self, other: Area) -> bool:
        """Whether they share more than an edge."""
        return (
            self.x_mm < other.x_mm + other.width_mm
            and other.x_mm < self.x_mm + self.width_mm
            and self.y_mm < other.y_mm + other.height_mm
            and other.y_mm < self.y_mm + self.height_mm
        )

    def holds(self, other: Area) -> bool:
        """Whether the other lies wholly inside; edges may touch."""
        return (
            self.x_mm <= other.x_mm
            and self.y_mm <= other.y_mm
            and other.x_mm + other.width_mm <= self.x_mm + self.width_mm
            and other.y_mm + other.height_mm <= self.y_mm + self.height_mm
        )


class LaidPiece(msgspec.Struct, frozen=True):
    """One piece in its place, upright. A face-down one has the kind of its back."""

    zone: str
    kind: str
    face_up: bool
    area: Area
    marker: Area
    """Its marker with the white edge."""


def lay_table(table: ExpectedTable, layout: Layout, kit: Kit) -> tuple[LaidPiece, ...]:
    """Every piece that the table must show, the lowest first; of a pile the top one.

    Zones of which the rules say nothing stay empty. Raises KeyError for a kind that the kit lacks.
    """
    laid: list[tuple[int, LaidPiece]] = []
    for each in table.zones:
        zone = layout.find(each.zone)
        laid += [(zone.layer, piece) for piece in lay_zone(zone, each.content, kit, each.places)]
    return tuple(piece for _, piece in sorted(laid, key=lambda item: item[0]))


def lay_zone(zone: Zone, content: Content, kit: Kit, asked: Sequence[Place] = ()) -> tuple[LaidPiece, ...]:
    """The pieces of one zone, the lowest first, in the order that is `asked`, and else in that of the content.

    Where a place is asked for one, it lies there and not by the fan.
    """
    kinds = list(_visible(content))
    for order in (each.kinds for each in asked if isinstance(each, InOrder)):
        kinds = list(_ordered(kinds, order))
    sizes = [kit.size(kind) for kind, _ in kinds]
    places = spots(zone, sizes, kit)
    free = list(range(len(kinds)))
    for at in (each for each in asked if isinstance(each, At)):
        index = next((index for index in free if kinds[index][0] == at.kind), None)
        if index is not None:
            free.remove(index)  # of several alike each has a place of its own
            places[index] = Spot(at.x_mm - sizes[index].width_mm / 2, at.y_mm - sizes[index].height_mm / 2)
    return tuple(
        LaidPiece(zone.zone, kind, face_up, piece_area(size, spot), marker_area(size, spot, kit))
        for (kind, face_up), size, spot in zip(kinds, sizes, places, strict=True)
    )


def _visible(content: Content) -> Iterator[tuple[str, bool]]:
    """Kind of each piece that shows, and whether it lies face up."""
    match content:
        case Pieces(kinds):
            yield from ((kind, True) for kind in kinds)
        case Backs(kind, count):
            yield from ((kind, False) for _ in range(count))
        case Pile(kind, count, top):
            if count:
                yield (top, True) if top else (kind, False)
        case Worth():
            yield from ((kind, True) for kind in discs_of(content))
        case Anything():
            return


def _ordered(kinds: Sequence[tuple[str, bool]], order: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The face-up kinds that have an order in it, and then all others as they stand."""
    left = list(kinds)
    for kind in order:
        if (kind, True) in left:
            left.remove((kind, True))
            yield kind, True
    yield from left


def spots(zone: Zone, sizes: Sequence[PieceSize], kit: Kit) -> list[Spot]:
    """Top left corner of each piece of a zone, by its fan.

    More pieces than the zone has room for, as a correction may ask, lie closer, so that their markers stay inside.
    """
    if not sizes:
        return []
    first = zone.first or _middle(zone, sizes[0])
    if len(sizes) == 1:
        return [first]
    steps = [zone.fan.step(index) for index in range(len(sizes))]
    right = zone.x_mm + zone.width_mm - max(first.x_mm + size.marker_x_mm + kit.print_mm(size) / 2 for size in sizes)
    below = zone.y_mm + zone.height_mm - max(first.y_mm + size.marker_y_mm + kit.print_mm(size) / 2 for size in sizes)
    closer_x = _share(right, max(x for x, _ in steps))
    closer_y = _share(below, max(y for _, y in steps))
    return [Spot(first.x_mm + x * closer_x, first.y_mm + y * closer_y) for x, y in steps]


class BarePlace(msgspec.Struct, frozen=True):
    """One place on the mat that carries the bare ground's marker: the zone it speaks for, and the marker's centre."""

    zone: str
    centre: Spot


def bare_places(layout: Layout, kit: Kit) -> tuple[BarePlace, ...]:
    """Where the mat itself says "nothing lies here": where the markers of the first pieces of each zone come to lie."""
    places = []
    for zone in layout.zones:
        size = kit.sizes[zone.lays]
        for spot in spots(zone, [size] * zone.bare, kit):
            centre = Spot(spot.x_mm + size.marker_x_mm, spot.y_mm + size.marker_y_mm)
            places.append(BarePlace(zone.zone, centre))
    return tuple(places)


def _share(room: float, wanted: float) -> float:
    return 1.0 if wanted <= room else max(0.0, room / wanted)


def _middle(zone: Zone, size: PieceSize) -> Spot:
    return Spot(
        zone.x_mm + zone.width_mm / 2 - size.marker_x_mm,
        zone.y_mm + zone.height_mm / 2 - size.marker_y_mm,
    )


def piece_area(size: PieceSize, spot: Spot) -> Area:
    """What a piece covers whose top left corner lies on a spot; of a disc the square around it."""
    return Area(spot.x_mm, spot.y_mm, size.width_mm, size.height_mm)


def marker_area(size: PieceSize, spot: Spot, kit: Kit) -> Area:
    """Where the whole print of its marker then lies, its white edge included."""
    marker_mm = kit.print_mm(size)
    left, top = spot.x_mm + size.marker_x_mm - marker_mm / 2, spot.y_mm + size.marker_y_mm - marker_mm / 2
    return Area(left, top, marker_mm, marker_mm)


def zone_area(zone: Zone) -> Area:
    """The rectangle of a zone."""
    return Area(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)


def hidden(pieces: Sequence[LaidPiece]) -> tuple[LaidPiece, ...]:
    """The pieces, of a table laid lowest first, whose marker another covers at least in part."""
    return tuple(
        piece
        for index, piece in enumerate(pieces)
        if any(over.area.overlaps(piece.marker) for over in pieces[index + 1 :])
    )


def astray(pieces: Sequence[LaidPiece], layout: Layout) -> tuple[LaidPiece, ...]:
    """The pieces whose marker does not lie wholly in their own zone."""
    areas = {zone.zone: zone_area(zone) for zone in layout.zones}
    return tuple(piece for piece in pieces if not areas[piece.zone].holds(piece.marker))
