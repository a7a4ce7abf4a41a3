"""What the acts of a judged table rest on: the zones that show them, and how surely their markers were read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.games.core import Action
from companion.referee.comparison import Look, Position, looks_alike
from companion.referee.explain import touches
from companion.referee.fuse import zone_at
from companion.referee.scale import zone_of_scale
from companion.table.evidence import Evidence, Proof, Sensor
from companion.table.geometry import Area, lay_zone, zone_area
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.sightings import Reading


def prove(
    path: Sequence[Position], acts: Sequence[Action], by: Sensor, reading: Reading, count: int | None
) -> tuple[Proof, ...]:
    """A proof an act; `path` has the positions on both sides of each.

    `reading` is the look that was judged, of no meaning where the scale told alone; `count` what the scale feels, None
    where nobody believes it.
    """
    layout, kit = path[0].layout, path[0].game.mat.kit
    scale = zone_of_scale(layout)
    proofs = []
    for before, act, after in zip(path, acts, path[1:], strict=False):  # of an act that may go on only the end is there
        looks = before.look, after.look
        zones = tuple(_seen_in(act, layout, *looks))
        felt = count if scale is not None and scale.zone in zones else None
        if by == "scale":
            proofs.append(Proof(Evidence("scale", (scale.zone,) if scale and felt is not None else (), count=felt)))
        else:
            sure = _least_sure(reading, layout, zones)
            evidence = Evidence("camera", zones, reading.at_s, reading.frame, sure, felt)
            proofs.append(Proof(evidence, tuple(_areas(layout, kit, zones, looks))))
    return tuple(proofs)


def _seen_in(act: Action, layout: Layout, before: Look, after: Look) -> Iterator[str]:
    """Zones that look otherwise after the act; of one that changes no look, those that it touches."""
    names = [zone.zone for zone in layout.zones if zone.zone in before and zone.zone in after]
    changed = [name for name in names if not looks_alike(name, before, after)]
    yield from changed or (name for name in names if touches(act, frozenset([name])))


def _least_sure(reading: Reading, layout: Layout, zones: Sequence[str]) -> float | None:
    sure = [
        each.confidence
        for each in reading.sightings
        if (zone := zone_at(layout, each.x_mm, each.y_mm)) is not None and zone.zone in zones
    ]
    return round(min(sure), 3) if sure else None


def _areas(layout: Layout, kit: Kit, zones: Sequence[str], looks: Iterable[Look]) -> Iterator[Area]:
    """What each zone covers, with the pieces that reach out of it."""
    for name in zones:
        zone = layout.find(name)
        laid = [piece.area for look in looks for piece in lay_zone(zone, look[name], kit)]
        yield _around([zone_area(zone), *laid])


def _around(areas: Sequence[Area]) -> Area:
    left, top = min(each.x_mm for each in areas), min(each.y_mm for each in areas)
    right = max(each.x_mm + each.width_mm for each in areas)
    bottom = max(each.y_mm + each.height_mm for each in areas)
    return Area(left, top, right - left, bottom - top)
