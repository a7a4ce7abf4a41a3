"""Where things lie on the mat: a layout is data, in millimetres, read from TOML and checked."""

from __future__ import annotations

import msgspec

from companion.errors import CompanionError


class BadLayout(CompanionError, ValueError):
    """A layout whose zones leave the mat, overlap or share a name; the message names both."""


class Zone(msgspec.Struct, frozen=True):
    """A rectangle on the mat. `x_mm`, `y_mm` is its corner nearest the origin, which is the mat's top left."""

    zone: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    fan: str = "none"
    """How several pieces share the zone: "none" (stacked), "right" or "down" (each shows an edge), "grid"."""


class Layout(msgspec.Struct, frozen=True):
    """One mat: its size and its zones, in the order they are drawn."""

    name: str
    width_mm: float
    height_mm: float
    zones: tuple[Zone, ...]

    def find(self, zone: str) -> Zone:
        """The zone of that name; raises KeyError."""
        for each in self.zones:
            if each.zone == zone:
                return each
        raise KeyError(zone)


def check_layout(layout: Layout) -> Layout:
    """The same layout; raises `BadLayout` where a zone leaves the mat or two zones overlap or share a name."""
    for index, zone in enumerate(layout.zones):
        right, bottom = zone.x_mm + zone.width_mm, zone.y_mm + zone.height_mm
        if zone.x_mm < 0 or zone.y_mm < 0 or right > layout.width_mm or bottom > layout.height_mm:
            raise BadLayout(f"Zone {zone.zone!r} of layout {layout.name!r} leaves the mat. Move or shrink it.")
        for other in layout.zones[:index]:
            if other.zone == zone.zone:
                raise BadLayout(f"Layout {layout.name!r} names zone {zone.zone!r} twice. Rename one.")
            if _overlap(zone, other):
                raise BadLayout(f"Zones {other.zone!r} and {zone.zone!r} of layout {layout.name!r} overlap. Move one.")
    return layout


def _overlap(one: Zone, other: Zone) -> bool:
    return (
        one.x_mm < other.x_mm + other.width_mm
        and other.x_mm < one.x_mm + one.width_mm
        and one.y_mm < other.y_mm + other.height_mm
        and other.y_mm < one.y_mm + one.height_mm
    )
