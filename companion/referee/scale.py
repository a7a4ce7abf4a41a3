"""What the scale under a zone adds to what the camera sees there, or tells alone where no camera looks."""

from __future__ import annotations

import msgspec

from companion.table.layout import Layout, Zone
from companion.table.seen import TableView, ZoneView, is_part

DOUBTED_AFTER_S = 2.0
"""Scale and camera may differ for so long before anybody is told: each takes its time to settle."""


class Weighed(msgspec.Struct, frozen=True):
    """A table as camera and scale have it together, and the zone in which they contradict each other ("": none)."""

    table: TableView
    doubt: str = ""


def zone_of_scale(layout: Layout) -> Zone | None:
    """The zone over the scale, or None where the mat has none."""
    return next((each for each in layout.zones if each.weighs), None)


def felt_in(zone: Zone, count: int) -> ZoneView:
    """So many pieces on the scale, as a camera would see them."""
    return ZoneView(zone.zone, (zone.weighs,) * count)


def weighed(seen: TableView, layout: Layout, count: int | None) -> Weighed:
    """What is seen, with the count of the scale put in where something hides the zone.

    Where both are sure and differ, the zone counts as covered: neither is believed. A count of None changes nothing.
    """
    zone = zone_of_scale(layout)
    if zone is None or count is None:
        return Weighed(seen)
    zones, doubt = [], ""
    for view in seen.zones:
        if view.zone == zone.zone:
            felt = msgspec.structs.replace(felt_in(zone, count), markers=view.markers)
            agrees = is_part(view.kinds, felt.kinds) if view.covered else view.kinds == felt.kinds
            if not agrees or view.backs:
                doubt, felt = zone.zone, ZoneView(zone.zone, covered=True)
            view = view if agrees and not view.covered else felt
        zones.append(view)
    return Weighed(TableView(tuple(zones)), doubt)


def felt_alone(layout: Layout, count: int) -> TableView:
    """What the scale tells where no camera looks: of every zone but its own nothing."""
    return TableView(
        tuple(felt_in(zone, count) if zone.weighs else ZoneView(zone.zone, covered=True) for zone in layout.zones)
    )
