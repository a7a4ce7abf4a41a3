"""Sightings to a table: which piece lies in which zone, and when the picture has settled. Time comes with the looks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from companion.table.kit import Kit
from companion.table.layout import Layout, Zone
from companion.table.seen import TableView, ZoneView
from companion.table.sightings import Rejection, Sighting

SETTLED_AFTER_S = 0.3
"""How long a table must look the same before it counts: a card slides through a zone in less."""
SETTLED_LOOKS = 3
"""At least this many looks must agree, however slowly they come."""


def table_view(sightings: Iterable[Sighting], rejected: Iterable[Rejection], layout: Layout, kit: Kit) -> TableView:
    """What one look shows, a zone each of the layout, in its order.

    A zone in which a marker was seen that is no fact (held above the mat, seen twice) counts as covered.
    """
    faces: dict[str, list[str]] = defaultdict(list)
    backs: dict[str, int] = defaultdict(int)
    for sighting in sightings:
        zone = zone_at(layout, sighting.x_mm, sighting.y_mm)
        kind = kit.kinds.get(sighting.marker)
        if zone is None or kind is None:
            continue
        if kit.pieces[kind].is_shared:
            backs[zone.zone] += 1
        else:
            faces[zone.zone].append(kind)
    unclear = {zone.zone for each in rejected if (zone := zone_at(layout, each.x_mm, each.y_mm)) is not None}
    return TableView(
        tuple(
            ZoneView(zone.zone, tuple(sorted(faces[zone.zone])), backs[zone.zone], zone.zone in unclear)
            for zone in layout.zones
        )
    )


def zone_at(layout: Layout, x_mm: float, y_mm: float) -> Zone | None:
    """The zone in which a marker at this place lies, or None between the zones."""
    for zone in layout.zones:
        if zone.x_mm <= x_mm < zone.x_mm + zone.width_mm and zone.y_mm <= y_mm < zone.y_mm + zone.height_mm:
            return zone
    return None


@dataclass(frozen=True)
class Settling:
    """How long the table has looked as it does. Start with `Settling()` and give each look to `next`."""

    view: TableView | None = None
    since_s: float = 0.0
    looks: int = 0

    def next(self, view: TableView, at_s: float) -> Settling:
        """The settling after one more look, taken at `at_s` by the camera's clock."""
        if view != self.view:
            return Settling(view, at_s, 1)
        return Settling(view, self.since_s, self.looks + 1)

    def settled(self, at_s: float) -> TableView | None:
        """The table, where it has looked the same for long enough; else None."""
        enough = self.looks >= SETTLED_LOOKS and at_s - self.since_s >= SETTLED_AFTER_S
        return self.view if enough else None
