"""Markers on the mat that are none of the game's: which are seen there now, and where."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import msgspec

from companion.referee.fuse import zone_at
from companion.table.layout import Layout
from companion.table.sightings import MarkerId, Rejection

KEPT_S = 2.0
"""So long one counts as seen after it was read last: a hand that passes over a card takes it off no list."""
SAME_PLACE_MM = 10.0
"""One that is read no farther from where it lay lies there still, and pages need not be drawn anew."""


class UnknownMarker(msgspec.Struct, frozen=True):
    """A marker that belongs to no piece of the game, and where its centre lies, from the mat's top left."""

    marker: MarkerId
    x_mm: float
    y_mm: float
    zone: str
    """Empty where it lies between the zones."""
    times: int = 1
    """How often it is seen at once: several cards of another kit may carry the same."""


class UnknownMarkers(msgspec.Struct, frozen=True):
    """Those of the last looks. Start with `UnknownMarkers()` and give each look to `next`."""

    seen: Mapping[MarkerId, tuple[UnknownMarker, float]] = {}
    """Each, and when it was last read."""

    def next(self, at_s: float, rejected: Iterable[Rejection], layout: Layout) -> UnknownMarkers:
        """After one more look. What lies beside the mat is nobody's business and left out."""
        kept = {marker: pair for marker, pair in self.seen.items() if at_s - pair[1] <= KEPT_S}
        fresh: dict[MarkerId, UnknownMarker] = {}
        for each in rejected:
            if each.reason != "unknown" or not (
                0 <= each.x_mm <= layout.width_mm and 0 <= each.y_mm <= layout.height_mm
            ):
                continue
            if each.marker in fresh:
                fresh[each.marker] = msgspec.structs.replace(fresh[each.marker], times=fresh[each.marker].times + 1)
            else:
                zone = zone_at(layout, each.x_mm, each.y_mm)
                fresh[each.marker] = UnknownMarker(each.marker, each.x_mm, each.y_mm, zone.zone if zone else "")
        return UnknownMarkers({**kept, **{marker: (self._still(now), at_s) for marker, now in fresh.items()}})

    def _still(self, now: UnknownMarker) -> UnknownMarker:
        """Where it lay, if it lies there still."""
        before = self.seen[now.marker][0] if now.marker in self.seen else now
        is_still = math.hypot(before.x_mm - now.x_mm, before.y_mm - now.y_mm) <= SAME_PLACE_MM
        return before if is_still and (before.zone, before.times) == (now.zone, now.times) else now

    def now(self, at_s: float) -> tuple[UnknownMarker, ...]:
        """Those that are seen at that time, by their numbers."""
        return tuple(one for _, (one, seen_s) in sorted(self.seen.items()) if at_s - seen_s <= KEPT_S)
