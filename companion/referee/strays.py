"""Pieces of the game that lie on the mat and in no zone: they count nowhere, and people are told where they belong."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from companion.referee.fuse import zone_at
from companion.table.kit import Kit
from companion.table.layout import Layout, Spot
from companion.table.sightings import MarkerId, Sighting

RESTS_AFTER_S = 1.0
"""A piece that has lain in one place so long was laid there: a hand carries one on, sooner or later."""
GONE_AFTER_S = 0.5
"""One that was not read for so long lies there no more."""
SAME_PLACE_MM = 10.0


class Stray(msgspec.Struct, frozen=True):
    """One piece that lies between the zones; its spot is that of its marker."""

    marker: MarkerId
    kind: str
    is_back: bool
    spot: Spot
    since_s: float
    seen_s: float


class Strays(msgspec.Struct, frozen=True):
    """Those of the last looks. Start with `Strays()` and give each look to `next`."""

    seen: tuple[Stray, ...] = ()

    def next(self, at_s: float, sightings: Iterable[Sighting], layout: Layout, kit: Kit) -> Strays:
        """After one more look."""
        now = [
            self._since(each, kit.kinds[each.marker], kit, at_s)
            for each in sightings
            if each.marker in kit.kinds and zone_at(layout, each.x_mm, each.y_mm) is None and _is_on(layout, each)
        ]
        here = {(each.marker, each.since_s) for each in now}
        # A hand passes over what lies there.
        hidden = [
            each for each in self.seen if at_s - each.seen_s < GONE_AFTER_S and (each.marker, each.since_s) not in here
        ]
        return Strays((*now, *hidden))

    def _since(self, each: Sighting, kind: str, kit: Kit, at_s: float) -> Stray:
        spot = Spot(each.x_mm, each.y_mm)
        before = (
            one
            for one in self.seen
            if one.marker == each.marker
            and math.dist((one.spot.x_mm, one.spot.y_mm), (spot.x_mm, spot.y_mm)) <= SAME_PLACE_MM
        )
        same = next(before, None)
        is_back = kit.pieces[kind].is_shared
        if same is None:
            return Stray(each.marker, kind, is_back, spot, at_s, at_s)
        return msgspec.structs.replace(same, seen_s=at_s)

    def at_rest(self, at_s: float) -> tuple[Stray, ...]:
        """Those that have been laid there, from left to right."""
        rest = (each for each in self.seen if each.seen_s - each.since_s >= RESTS_AFTER_S and at_s >= each.seen_s)
        return tuple(sorted(rest, key=lambda each: (each.spot.x_mm, each.spot.y_mm)))


def _is_on(layout: Layout, each: Sighting) -> bool:
    return 0 <= each.x_mm <= layout.width_mm and 0 <= each.y_mm <= layout.height_mm
