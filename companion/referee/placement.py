"""Where a piece belongs that was put down beside the places: in the one near it that wants it, or several to name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from companion.games.core import Action
from companion.referee.explain import touches
from companion.referee.fuse import zone_at
from companion.referee.sight import Sight
from companion.table.contact import Lie, pushed
from companion.table.expected import At, InOrder, Place, Touching
from companion.table.geometry import spots
from companion.table.kit import Kit, PieceSize
from companion.table.layout import Layout, Spot, Zone
from companion.table.seen import BACK
from companion.table.standees import feet
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
    asked = {fix.target for fix in sight.fixes if shown in fix.kinds and fix.target != fix.source}
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


def squarely(
    zone: Zone, kind: str, others: Sequence[LyingPiece], layout: Layout, kit: Kit, asked: Iterable[Place] = ()
) -> Spot:
    """Where the marker of a piece lies that is laid squarely in a zone, after the `others` that lie there.

    What stands goes where there is room for its foot. `asked` are the places that the game wants there: the piece comes
    to lie in its own, or against what it is to touch.
    """
    if kind in kit.standees:
        beside = [other.kind for other in others if other.kind in kit.standees and _zone_of(other, layout, kit) is zone]
        return feet(zone, [*beside, kind], kit)[-1]
    there = [other for other in others if other.kind in kit.pieces and _zone_of(other, layout, kit) is zone]
    sizes = [*(kit.size(other.kind) for other in there), kit.size(kind)]
    size, spot = sizes[-1], _free(spots(zone, sizes, kit), sizes[-1], there)
    lie = Lie(kind, zone.zone, spot.x_mm + size.width_mm / 2, spot.y_mm + size.height_mm / 2)
    for place in asked:
        if not isinstance(place, InOrder) and place.kind == kind:
            lie = _placed(lie, place, others, layout, kit)
    right, down = marker_from_middle(kind, 0.0, kit)
    return Spot(lie.x_mm + right, lie.y_mm + down)


def _free(found: Sequence[Spot], size: PieceSize, there: Sequence[LyingPiece]) -> Spot:
    """The last place of a fan; for a disc the first on which none lies, as of some one may have been taken away."""
    for spot in found if size.is_round else ():
        x_mm, y_mm = spot.x_mm + size.width_mm / 2, spot.y_mm + size.height_mm / 2
        if all(math.dist((x_mm, y_mm), (each.x_mm, each.y_mm)) > size.width_mm / 2 for each in there):
            return spot
    return found[-1]


def _placed(lie: Lie, place: At | Touching, others: Sequence[LyingPiece], layout: Layout, kit: Kit) -> Lie:
    """The piece at the point that is asked for, or pushed against the one that it is to touch."""
    if isinstance(place, At):
        return msgspec.structs.replace(lie, x_mm=place.x_mm, y_mm=place.y_mm)
    for each in others:
        zone = _zone_of(each, layout, kit)
        if each.kind == place.other and zone is not None and zone.zone == place.zone:
            other = Lie(each.kind, place.zone, each.x_mm, each.y_mm, each.angle_deg)
            return pushed(lie, kit.size(lie.kind), other, kit.size(each.kind))
    return lie


def _zone_of(piece: LyingPiece, layout: Layout, kit: Kit) -> Zone | None:
    at = marker_of(piece, kit)
    return zone_at(layout, at.x_mm, at.y_mm)
