"""Sightings to a table: which piece lies in which zone, where something hides the mat, and what has come to rest.

That nothing lies in a place is believed only where the bare ground's marker is seen there, or a piece that lies over
it. Everything else is covered. Time comes with the looks.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType

from companion.table.geometry import bare_places
from companion.table.kit import Kit, PieceSize
from companion.table.layout import Layout, Spot, Zone
from companion.table.seen import TableView, ZoneView, is_part
from companion.table.sightings import BARE, Rejection, Sighting

SETTLED_AFTER_S = 0.3
"""How long a zone must look the same before it counts: a card slides through one in less."""
SETTLED_LOOKS = 3
"""At least this many looks must agree, however slowly they come."""
COVERED_AFTER_S = 1.0
"""How long a zone is believed to hold what it held while part of it cannot be seen: a marker missed is soon read."""
NEAR_MM = 9.0
"""How far a bare marker may lie from where it is looked for: cards are not laid to the millimetre."""


@dataclass(frozen=True)
class _Piece:
    """One piece that is seen, in its zone."""

    zone: Zone
    kind: str
    size: PieceSize
    at: Sighting

    def spot(self, on_piece: Spot) -> Spot:
        """Where on the mat a point of the piece lies, given from its top left corner."""
        right, down = on_piece.x_mm - self.size.marker_x_mm, on_piece.y_mm - self.size.marker_y_mm
        angle = math.radians(self.at.angle_deg)
        cos, sin = math.cos(angle), math.sin(angle)
        return Spot(self.at.x_mm + right * cos - down * sin, self.at.y_mm + right * sin + down * cos)

    def covers(self, place: Spot, marker_mm: float) -> bool:
        """Whether its body lies over part of a marker with its middle at that place."""
        right, down = place.x_mm - self.at.x_mm, place.y_mm - self.at.y_mm
        angle = math.radians(-self.at.angle_deg)
        cos, sin = math.cos(angle), math.sin(angle)
        x_mm = right * cos - down * sin + self.size.marker_x_mm
        y_mm = right * sin + down * cos + self.size.marker_y_mm
        half = marker_mm / 2
        if self.size.is_round:
            return math.hypot(x_mm - self.size.width_mm / 2, y_mm - self.size.height_mm / 2) < (
                self.size.width_mm / 2 + half
            )
        return -half < x_mm < self.size.width_mm + half and -half < y_mm < self.size.height_mm + half

    def lies_over(self, other: _Piece) -> bool:
        """Whether it lies on top where the two overlap: by their zones' layers, in a fan by the order of laying."""
        if self.zone.layer != other.zone.layer or self.zone.zone != other.zone.zone:
            return self.zone.layer > other.zone.layer
        return self._along_fan() > other._along_fan()

    def _along_fan(self) -> float:
        return self.at.x_mm * self.zone.fan.dx_mm + self.at.y_mm * self.zone.fan.dy_mm


@dataclass(frozen=True)
class _Place:
    """Where the marker of a next piece of `zone` would lie; `on` is the piece that carries the bare marker there."""

    zone: str
    centre: Spot
    on: _Piece | None = None


class _Ground:
    """Where bare ground's markers are seen; ordered from left to right, because each place asks for its nearest."""

    def __init__(self, seen: Iterable[Sighting]) -> None:
        self._spots = sorted((each.x_mm, each.y_mm) for each in seen)

    def shows(self, place: Spot) -> bool:
        """Whether one is seen where it is looked for."""
        first = bisect_left(self._spots, (place.x_mm - NEAR_MM,))
        for x_mm, y_mm in islice(self._spots, first, None):
            if x_mm > place.x_mm + NEAR_MM:
                break
            if math.dist((place.x_mm, place.y_mm), (x_mm, y_mm)) < NEAR_MM:
                return True
        return False


def table_view(
    sightings: Iterable[Sighting],
    rejected: Iterable[Rejection],
    layout: Layout,
    kit: Kit,
    tops: Mapping[str, str] = MappingProxyType({}),
) -> TableView:
    """What one look shows, a zone each of the layout, in its order.

    `tops` are the kinds that the game has on top of its piles, by zone: a card laid askew on one shows the card below.
    A zone counts as covered where one of its places shows neither a piece nor bare ground, and where a marker was seen
    that is no fact (held above the mat, seen twice).
    """
    seen = tuple(sightings)
    pieces = [piece for each in seen if (piece := _piece(each, layout, kit)) is not None]
    ground = _Ground(each for each in seen if each.marker == BARE)
    places = [_Place(each.zone, each.centre) for each in bare_places(layout, kit)]
    places += [place for piece in pieces for place in _places_on(piece, layout)]
    marker_mm = kit.marker_area_mm
    far = marker_mm + max([math.hypot(each.size.width_mm, each.size.height_mm) for each in pieces], default=0.0)
    hidden = {
        place.zone
        for place in places
        if not ground.shows(place.centre)
        and not any(_hides(piece, place, marker_mm) for piece in _near(pieces, place.centre, far))
    }
    hidden |= {zone.zone for each in rejected if (zone := zone_at(layout, each.x_mm, each.y_mm)) is not None}
    lying: dict[str, list[_Piece]] = defaultdict(list)
    for piece in pieces:
        lying[piece.zone.zone].append(piece)
    for name, top in tops.items():
        lying[name] = _without_below(lying[name], top)
    return TableView(tuple(_zone_view(zone.zone, lying[zone.zone], kit, zone.zone in hidden) for zone in layout.zones))


def _without_below(pieces: list[_Piece], top: str) -> list[_Piece]:
    """Of two cards in a pile the upper one alone, where it is sure which that is and one of them is the known top.

    Its marker is seen inside the other's outline, so nothing of the other lies over it. Of three, or of two unknown
    ones, more was done than lay one card down: all of them count as seen.
    """
    if len(pieces) != 2 or top not in (pieces[0].kind, pieces[1].kind):
        return pieces
    above = [
        upper for upper, lower in (pieces, reversed(pieces)) if lower.covers(Spot(upper.at.x_mm, upper.at.y_mm), 0.0)
    ]
    return above if len(above) == 1 else pieces


def _piece(seen: Sighting, layout: Layout, kit: Kit) -> _Piece | None:
    zone, kind = zone_at(layout, seen.x_mm, seen.y_mm), kit.kinds.get(seen.marker)
    return None if zone is None or kind is None else _Piece(zone, kind, kit.size(kind), seen)


def _places_on(piece: _Piece, layout: Layout) -> Iterable[_Place]:
    """The places on a piece where another may come to lie: the next of its fan, or a piece of a higher layer."""
    fan = piece.zone.fan
    for bare in piece.size.bare:
        centre = piece.spot(bare)
        zone = zone_at(layout, centre.x_mm, centre.y_mm)
        if zone is None:
            continue
        step = (bare.x_mm - piece.size.marker_x_mm, bare.y_mm - piece.size.marker_y_mm)
        if zone.layer > piece.zone.layer or (zone is piece.zone and step == (fan.dx_mm, fan.dy_mm)):
            yield _Place(zone.zone, centre, piece)


def _near(pieces: Iterable[_Piece], place: Spot, far_mm: float) -> list[_Piece]:
    """Those of which any part can lie within so far of a place, for none is longer."""
    x_mm, y_mm = place.x_mm, place.y_mm
    return [each for each in pieces if abs(each.at.x_mm - x_mm) <= far_mm and abs(each.at.y_mm - y_mm) <= far_mm]


def _hides(piece: _Piece, place: _Place, marker_mm: float) -> bool:
    if place.on is piece or (place.on is not None and not piece.lies_over(place.on)):
        return False
    return piece.covers(place.centre, marker_mm)


def _zone_view(zone: str, pieces: list[_Piece], kit: Kit, covered: bool) -> ZoneView:
    faces = [piece for piece in pieces if not kit.pieces[piece.kind].is_shared]
    return ZoneView(
        zone,
        tuple(sorted(piece.kind for piece in faces)),
        len(pieces) - len(faces),
        covered,
        tuple(sorted(piece.at.marker for piece in faces)),
    )


def zone_at(layout: Layout, x_mm: float, y_mm: float) -> Zone | None:
    """The zone in which a marker at this place lies, or None between the zones."""
    for zone in layout.zones:
        if zone.x_mm <= x_mm < zone.x_mm + zone.width_mm and zone.y_mm <= y_mm < zone.y_mm + zone.height_mm:
            return zone
    return None


@dataclass(frozen=True)
class _Rest:
    """How long one zone has looked as it does."""

    view: ZoneView
    since_s: float
    looks: int
    seen_s: float

    def next(self, view: ZoneView, at_s: float) -> _Rest:
        """After one more look. A look at part of the same changes nothing for a while: the rest is only hidden."""
        if view == self.view:
            return _Rest(view, self.since_s, self.looks + 1, at_s)
        hides = view.covered and is_part(view.kinds, self.view.kinds) and view.backs <= self.view.backs
        if hides and at_s - self.seen_s < COVERED_AFTER_S:
            return self
        return _Rest(view, at_s, 1, at_s)

    def is_settled(self, at_s: float) -> bool:
        return self.looks >= SETTLED_LOOKS and at_s - self.since_s >= SETTLED_AFTER_S


@dataclass(frozen=True)
class Settling:
    """How long each zone has looked as it does. Start with `Settling()` and give each look to `next`."""

    at_s: float = 0.0
    rests: Mapping[str, _Rest] = field(default_factory=dict)

    def next(self, view: TableView, at_s: float) -> Settling:
        """The settling after one more look, taken at `at_s` by the camera's clock."""
        rests = {}
        for zone in view.zones:
            before = self.rests.get(zone.zone)
            rests[zone.zone] = before.next(zone, at_s) if before else _Rest(zone, at_s, 1, at_s)
        return Settling(at_s, rests)

    def table(self) -> TableView:
        """The table as far as it has come to rest; a zone that has not counts as covered, and nothing is seen in it."""
        return TableView(
            tuple(
                rest.view if rest.is_settled(self.at_s) else ZoneView(zone, covered=True)
                for zone, rest in self.rests.items()
            )
        )

    def moving(self) -> frozenset[str]:
        """Zones that have not come to rest."""
        return frozenset(zone for zone, rest in self.rests.items() if not rest.is_settled(self.at_s))
