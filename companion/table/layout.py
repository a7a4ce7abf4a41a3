"""Where things lie on the mat: a layout is data, in millimetres, read from TOML and checked."""

from __future__ import annotations

import msgspec

from companion.errors import CompanionError


class BadLayout(CompanionError, ValueError):
    """A layout whose zones or anchors leave the mat, overlap or share a name; the message names both."""


QUIET_ZONE = 1 / 8
"""White edge around a marker's black square, of its side: one cell of an AprilTag 36h11."""


class Spot(msgspec.Struct, frozen=True):
    """A point on the mat, in millimetres from its top left."""

    x_mm: float
    y_mm: float


class Fan(msgspec.Struct, frozen=True):
    """How far each piece lies from the one before it, to the right and down; never negative.

    After `row` pieces (0: never) a new row begins, `row_dx_mm`, `row_dy_mm` from the beginning of the row before.
    """

    dx_mm: float = 0
    dy_mm: float = 0
    row: int = 0
    row_dx_mm: float = 0
    row_dy_mm: float = 0

    def step(self, index: int) -> tuple[float, float]:
        """How far the piece of that index lies from the first one, in mm."""
        row, place = divmod(index, self.row) if self.row else (0, index)
        return self.dx_mm * place + self.row_dx_mm * row, self.dy_mm * place + self.row_dy_mm * row


class Zone(msgspec.Struct, frozen=True):
    """A rectangle on the mat in which the *marker* of a piece must lie for the piece to be in this zone.

    The pieces themselves may reach out of it and over one another. `x_mm`, `y_mm` is its corner nearest the origin,
    which is the mat's top left.
    """

    zone: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    first: Spot | None = None
    """Top left corner of the first piece; None where its marker lies in the middle of the zone."""
    fan: Fan = Fan()
    layer: int = 0
    """Pieces of a higher layer lie over those of a lower one; in a zone each lies over the one before it."""
    label: Spot | None = None
    """Top left corner of the zone's words on the mat; None where whoever draws it may choose."""
    lays: str = "card"
    """Size, by its name in the kit, of the pieces that come to lie here."""
    weighs: str = ""
    """Kind of the pieces that a scale under this zone counts; empty where none stands. One zone of a mat at most."""
    bare: int = 1
    """On how many places of the fan, from the first, the mat has the bare ground's marker (0: nothing to be proved)."""
    seat: int | None = None
    """The seat whose place this is; None where it is everybody's."""
    note: str = ""
    """What people do there, in a few words that are printed in it."""
    turned: bool = False
    """Whether its words stand upside down on the mat: they are read from the opposite side."""
    private: bool = False
    """What lies here nobody may see until the game says so: until then its pixels are blacked out in every frame."""


class Anchor(msgspec.Struct, frozen=True):
    """A marker printed on the mat itself, by which a camera finds it or tells which it is.

    `x_mm`, `y_mm` is its centre.

    `side_mm` is the side of its black square; upright on the mat, with a white edge of an eighth of the side around it.
    """

    id: int
    x_mm: float
    y_mm: float
    side_mm: float

    def area(self) -> Zone:
        """What it takes of the mat, its white edge included."""
        whole_mm = self.side_mm * (1 + 2 * QUIET_ZONE)
        return Zone(str(self.id), self.x_mm - whole_mm / 2, self.y_mm - whole_mm / 2, whole_mm, whole_mm)


class Layout(msgspec.Struct, frozen=True):
    """One mat: its size, its zones, in the order they are drawn, and its anchors where a camera may look at it."""

    name: str
    width_mm: float
    height_mm: float
    zones: tuple[Zone, ...]
    anchors: tuple[Anchor, ...] = ()
    rim_mm: float = 0
    """Width of the dashed rim along all edges, by which an arm over the mat is noticed; 0 where there is none."""
    mark: Anchor | None = None
    """The marker that says which mat this is, as no other has it; None on one that does not say so."""

    def find(self, zone: str) -> Zone:
        """The zone of that name; raises KeyError."""
        for each in self.zones:
            if each.zone == zone:
                return each
        raise KeyError(zone)


def check_layout(layout: Layout) -> Layout:
    """The same layout; raises `BadLayout` where a zone, anchor or mark leaves the mat, or two overlap or share a name.

    It also refuses a mat or anything on it without a size, a fan that runs to the left or upwards, and a second scale.
    """
    if layout.width_mm <= 0 or layout.height_mm <= 0:
        raise BadLayout(f"The mat of layout {layout.name!r} has no size. Give it a width and a height over 0.")
    for zone in layout.zones:
        if min(zone.fan.dx_mm, zone.fan.dy_mm, zone.fan.row, zone.fan.row_dx_mm, zone.fan.row_dy_mm) < 0:
            raise BadLayout(f"The fan of zone {zone.zone!r} of layout {layout.name!r} runs backwards. Use 0 or more.")
    scales = [zone.zone for zone in layout.zones if zone.weighs]
    if len(scales) > 1:
        both = f"{scales[0]!r} and {scales[1]!r}"
        raise BadLayout(f"Zones {both} of layout {layout.name!r} both weigh. Leave it to one: there is one scale.")
    taken: list[tuple[str, Zone]] = []
    for kind, area in _areas(layout):
        if area.width_mm <= 0 or area.height_mm <= 0:
            size = "Give it a width and a height over 0."
            raise BadLayout(f"{kind} {area.zone!r} of layout {layout.name!r} has no size. {size}")
        right, bottom = area.x_mm + area.width_mm, area.y_mm + area.height_mm
        if area.x_mm < 0 or area.y_mm < 0 or right > layout.width_mm or bottom > layout.height_mm:
            raise BadLayout(f"{kind} {area.zone!r} of layout {layout.name!r} leaves the mat. Move or shrink it.")
        for other_kind, other in taken:
            if other_kind == kind and other.zone == area.zone:
                raise BadLayout(f"Layout {layout.name!r} names {kind.lower()} {area.zone!r} twice. Rename one.")
            if _overlap(area, other):
                both = f"{kind}s {other.zone!r}" if kind == other_kind else f"{other_kind} {other.zone!r}"
                and_this = repr(area.zone) if kind == other_kind else f"{kind.lower()} {area.zone!r}"
                raise BadLayout(f"{both} and {and_this} of layout {layout.name!r} overlap. Move one.")
        taken.append((kind, area))
    return layout


def _areas(layout: Layout) -> list[tuple[str, Zone]]:
    zones = [("Zone", zone) for zone in layout.zones]
    marks = [("Mark", layout.mark.area())] if layout.mark else []
    return zones + [("Anchor", anchor.area()) for anchor in layout.anchors] + marks


def _overlap(one: Zone, other: Zone) -> bool:
    return (
        one.x_mm < other.x_mm + other.width_mm
        and other.x_mm < one.x_mm + one.width_mm
        and one.y_mm < other.y_mm + other.height_mm
        and other.y_mm < one.y_mm + one.height_mm
    )
