"""A perfect pair of eyes: what a camera would read of a table on which every piece lies exactly where it belongs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from companion.games.core import State
from companion.games.game import AnyGame
from companion.table.blanks import in_the_box
from companion.table.expected import ExpectedTable, Pile
from companion.table.geometry import Area, LaidPiece, bare_places, lay_table
from companion.table.kit import Kit
from companion.table.layout import QUIET_ZONE, Layout, Spot
from companion.table.sightings import BARE, MarkerId, Reading, Sighting
from companion.table.standees import feet


def look_at(game: AnyGame, state: State[Any, Any], at_s: float, covers: Collection[Area] = ()) -> Reading:
    """A reading of a state's table, every card named, in which what lies under one of `covers` is not seen."""
    view = game.view(state, None)
    layout, kit = game.mat.layout(view), in_the_box(game.mat.kit)
    table = game.mat.expected(view)
    piles = {zone.zone: zone.content.count for zone in table.zones if isinstance(zone.content, Pile)}
    over = [*covers, *standing_over(table, layout, kit)]
    return Reading(at_s, sightings(lay_table(table, layout, kit), layout, kit, at_s, over, piles))


def standing_over(table: ExpectedTable, layout: Layout, kit: Kit) -> Iterator[Area]:
    """What the feet of standing pieces cover."""
    for zone in table.zones:
        for kind, at in zip(zone.standing, feet(layout.find(zone.zone), zone.standing, kit), strict=True):
            half = kit.standees[kind].foot_mm / 2
            yield Area(at.x_mm - half, at.y_mm - half, 2 * half, 2 * half)


def sightings(
    pieces: Collection[LaidPiece],
    layout: Layout,
    kit: Kit,
    at_s: float,
    covers: Collection[Area] = (),
    piles: Mapping[str, int] = MappingProxyType({}),
) -> tuple[Sighting, ...]:
    """The markers of pieces laid lowest first, and the bare ground's, as far as nothing lies over them.

    `piles` has the height of each pile: whenever one grows, another card lies on top.
    """
    free = {kind: list(kit.markers(kind)) for kind in kit.pieces}
    ordered, found = list(pieces), list[Sighting]()
    printed = kit.printed
    prints = [(BARE, each.centre, 0) for each in bare_places(layout, kit)]
    for index, piece in enumerate(ordered, 1):
        markers = free[piece.kind]
        height = piles.get(piece.zone, 1) - 1
        index_of = -1 - height % len(markers) if height else 0
        marker = markers[0] if kit.pieces[piece.kind].is_shared else markers.pop(index_of)
        prints.append((marker, _middle(piece.marker), index))
        corner = piece.area
        prints += [
            (BARE, Spot(corner.x_mm + at.x_mm, corner.y_mm + at.y_mm), index) for at in kit.size(piece.kind).bare
        ]
    for marker, at, index in prints:
        side_mm = printed[MarkerId(marker)].side_mm
        half = side_mm * (1 + 2 * QUIET_ZONE) / 2
        area = Area(at.x_mm - half, at.y_mm - half, 2 * half, 2 * half)
        over = [*(piece.area for piece in ordered[index:]), *covers]
        if not any(each.overlaps(area) for each in over):
            found.append(Sighting(MarkerId(marker), at.x_mm, at.y_mm, 0.0, side_mm, 1.0, at_s))
    return tuple(found)


def _middle(area: Area) -> Spot:
    return Spot(area.x_mm + area.width_mm / 2, area.y_mm + area.height_mm / 2)
