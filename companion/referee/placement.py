"""Where a piece belongs that was put down beside the places: in the one near it that wants it, or several to name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from companion.games.core import Action
from companion.referee.explain import touches
from companion.referee.fuse import zone_at
from companion.referee.sight import Sight
from companion.table.geometry import spots
from companion.table.kit import Kit
from companion.table.layout import Layout, Spot, Zone
from companion.table.seen import BACK
from companion.table.world import LyingPiece


def marker_of(piece: LyingPiece, kit: Kit) -> Spot:
    """Where the marker of a lying piece is; its middle where the kit does not know it."""
    right, down = marker_from_middle(piece.kind, piece.angle_deg, kit)
    return Spot(piece.x_mm + right, piece.y_mm + down)


def marker_from_middle(kind: str, angle_deg: float, kit: Kit) -> tuple[float, float]:
    """How far right and down of its middle a piece that lies at an angle has its marker, in mm."""
    if kind not in kit.pieces:
        return 0.0, 0.0
    size, turn = kit.size(kind), math.radians(angle_deg)
    right, down = size.marker_x_mm - size.width_mm / 2, size.marker_y_mm - size.height_mm / 2
    return right * math.cos(turn) - down * math.sin(turn), right * math.sin(turn) + down * math.cos(turn)


def wanted_zones(sight: Sight, acts: Iterable[Action], kind: str, face_up: bool, layout: Layout) -> tuple[Zone, ...]:
    """The zones in which such a piece is asked for; where none is, those that one of these acts touches."""
    shown = kind if face_up else BACK
    asked = {fix.target for fix in sight.fixes if fix.kind == shown and fix.target != fix.source}
    if asked := asked - {""}:
        return tuple(zone for zone in layout.zones if zone.zone in asked)
    acts = tuple(acts)
    return tuple(zone for zone in layout.zones if any(touches(act, frozenset([zone.zone])) for act in acts))


def nearest(zones: Iterable[Zone], at: Spot, reach_mm: float) -> tuple[Zone, ...]:
    """Those of these zones that are within reach of a point, the nearest first."""
    return tuple(sorted((zone for zone in zones if away_mm(zone, at) <= reach_mm), key=lambda zone: away_mm(zone, at)))


def away_mm(zone: Zone, at: Spot) -> float:
    """How far a point is from a zone; 0 inside."""
    right = max(zone.x_mm - at.x_mm, 0.0, at.x_mm - zone.x_mm - zone.width_mm)
    down = max(zone.y_mm - at.y_mm, 0.0, at.y_mm - zone.y_mm - zone.height_mm)
    return math.hypot(right, down)


def squarely(zone: Zone, kind: str, others: Sequence[LyingPiece], layout: Layout, kit: Kit) -> Spot:
    """Where the marker of a piece lies that is laid squarely in a zone, after the `others` that lie there."""
    there = [other for other in others if other.kind in kit.pieces and _zone_of(other, layout, kit) is zone]
    sizes = [*(kit.size(other.kind) for other in there), kit.size(kind)]
    spot = spots(zone, sizes, kit.marker_area_mm)[-1]
    return Spot(spot.x_mm + sizes[-1].marker_x_mm, spot.y_mm + sizes[-1].marker_y_mm)


def _zone_of(piece: LyingPiece, layout: Layout, kit: Kit) -> Zone | None:
    at = marker_of(piece, kit)
    return zone_at(layout, at.x_mm, at.y_mm)
