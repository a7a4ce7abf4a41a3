"""Pieces that stand on the mat and carry no marker: where their feet are, and the zones whose markers they may hide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.table.expected import ExpectedZone
from companion.table.geometry import Area, bare_places, lay_zone, spots, zone_area
from companion.table.grid import Grid
from companion.table.kit import Kit
from companion.table.layout import Layout, Spot, Zone

LEAN = 0.75
"""Of its height a piece's top lies beside its foot in a picture, at most: 37 degrees from straight below the camera."""
APART_MM = 1.0
"""Between the feet of two that stand in one zone."""


def feet(zone: Zone, kinds: Sequence[str], kit: Kit) -> list[Spot]:
    """The middle of each foot: the first over the marker of the zone's first piece, the others beside it in rows.

    More than there is room for stand closer. People put them anywhere in the zone.
    """
    if not kinds:
        return []
    lies = kit.sizes[zone.lays]
    (corner,) = spots(zone, [lies], kit)
    first = Spot(corner.x_mm + lies.marker_x_mm, corner.y_mm + lies.marker_y_mm)
    step = max(kit.standees[kind].foot_mm for kind in kinds) + APART_MM
    right, below = zone.x_mm + zone.width_mm - step / 2, zone.y_mm + zone.height_mm - step / 2
    row = max(1, int((right - first.x_mm) / step) + 1)
    rows = (len(kinds) - 1) // row
    down = min(step, max(0.0, below - first.y_mm) / rows) if rows else 0.0
    return [Spot(first.x_mm + step * (index % row), first.y_mm + down * (index // row)) for index in range(len(kinds))]


def veiled(zones: Iterable[ExpectedZone], layout: Layout, kit: Kit) -> frozenset[str]:
    """The zones of which standing pieces may hide a marker: those they stand in, and those their tops lean over."""
    zones = tuple(zones)
    over = {each.zone: _reach(layout.find(each.zone), each.standing, kit) for each in zones if each.standing}
    if not over:
        return frozenset()
    grid, found = Grid(over.values()), set(over)
    for zone, marker in _markers([each for each in zones if each.zone not in over], layout, kit):
        if zone not in found and grid.meets(marker):
            found.add(zone)
    return frozenset(found)


def _reach(zone: Zone, kinds: Sequence[str], kit: Kit) -> Area:
    """What pieces may hide that stand anywhere in a zone."""
    standees = [kit.standees[kind] for kind in kinds]
    far = max(each.foot_mm / 2 + LEAN * each.tall_mm for each in standees)
    area = zone_area(zone)
    return Area(area.x_mm - far, area.y_mm - far, area.width_mm + 2 * far, area.height_mm + 2 * far)


def _markers(zones: Iterable[ExpectedZone], layout: Layout, kit: Kit) -> Iterator[tuple[str, Area]]:
    """What must be seen of each zone to read it: its pieces' markers, and those of bare ground."""
    for each in zones:
        for piece in lay_zone(layout.find(each.zone), each.content, kit, each.places):
            yield each.zone, piece.marker
    half = kit.marker_area_mm / 2
    for place in bare_places(layout, kit):
        at = place.centre
        yield place.zone, Area(at.x_mm - half, at.y_mm - half, 2 * half, 2 * half)
