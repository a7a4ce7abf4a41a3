"""Pieces that lie in their zone and not in their place: too far from a point or a piece, or on a wrong side of one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from companion.referee.fuse import zone_at
from companion.referee.placement import marker_from_middle
from companion.table.contact import Gap, Lie, gap
from companion.table.expected import At, ExpectedZone, InOrder, Touching
from companion.table.kit import Kit
from companion.table.layout import Fan, Layout, Zone
from companion.table.sightings import MarkerId, Sighting

EYES_MM = 2.0
"""So much more than the game allows is put down to the eyes. Of markers of 20 px one look has the middle to 0.23 mm in
the mean, 0.76 at most, and the angle to 1.1 degrees, 4.7 at most; the mean of eight has the middle of a card, whose
marker is in a corner, to 0.3 and 2.1 mm, and the gap of two tiles to 0.3 mm. Prints cut out and stuck on by hand are
about 1 mm off."""
STEADY_MM = 0.7
"""A distance told of counts as the same as long as it changes by less: else the words would never stand still."""
SAME_MM, SAME_DEG = 3.0, 12.0
"""Nearer than this to where it lay a piece has not been moved."""
MOST_LOOKS = 8
"""A piece's place is the mean of so many looks."""
LEAST_LOOKS = 3
GONE_AFTER_S = 0.5
"""One that was not read for so long is not seen."""


class Off(msgspec.Struct, frozen=True):
    """One piece out of its place; `other` is the kind that it should touch, empty where it should lie at a point.

    It is to be slid so far to the right and down.
    """

    zone: str
    kind: str
    other: str
    right_mm: float
    down_mm: float

    @property
    def mm(self) -> float:
        """How far."""
        return math.hypot(self.right_mm, self.down_mm)

    def is_same(self, other: Off) -> bool:
        """Whether this is the same thing to say."""
        return (self.zone, self.kind, self.other) == (other.zone, other.kind, other.other)


class WrongSide(msgspec.Struct, frozen=True):
    """One piece of a fan that is to lie next to another, of the kind `other`, but on its other side."""

    zone: str
    kind: str
    other: str


Misplaced: TypeAlias = Off | WrongSide


class _Rest(msgspec.Struct, frozen=True):
    """Where one marker was read, as the mean of some looks."""

    marker: MarkerId
    x_mm: float
    y_mm: float
    angle_deg: float
    looks: int
    seen_s: float

    def is_of(self, each: Sighting) -> bool:
        return (
            self.marker == each.marker
            and math.dist((self.x_mm, self.y_mm), (each.x_mm, each.y_mm)) < SAME_MM
            and abs(_turn(self.angle_deg, each.angle_deg)) < SAME_DEG
        )

    def next(self, each: Sighting) -> _Rest:
        looks = min(self.looks + 1, MOST_LOOKS)
        return _Rest(
            self.marker,
            self.x_mm + (each.x_mm - self.x_mm) / looks,
            self.y_mm + (each.y_mm - self.y_mm) / looks,
            self.angle_deg + _turn(self.angle_deg, each.angle_deg) / looks,
            looks,
            each.at_s,
        )


class Rests(msgspec.Struct, frozen=True):
    """Where pieces lie, to the millimetre. Start with `Rests()` and give each look to `next`."""

    seen: tuple[_Rest, ...] = ()

    def next(self, at_s: float, sightings: Iterable[Sighting], kit: Kit) -> Rests:
        """After one more look."""
        before, now = list(self.seen), list[_Rest]()
        for each in sightings:
            if each.marker not in kit.kinds:
                continue
            same = next((one for one in before if one.is_of(each)), None)
            if same is not None:
                before.remove(same)
            now.append(same.next(each) if same else _Rest(each.marker, each.x_mm, each.y_mm, each.angle_deg, 1, at_s))
        moved = {each.marker for each in now}
        hidden = (one for one in before if at_s - one.seen_s < GONE_AFTER_S and one.marker not in moved)
        return Rests((*now, *hidden))

    def lies(self, layout: Layout, kit: Kit) -> tuple[Lie, ...]:
        """The pieces that rest in a zone."""
        return tuple(_lies(self.seen, layout, kit))


def _lies(seen: Iterable[_Rest], layout: Layout, kit: Kit) -> Iterator[Lie]:
    for each in seen:
        zone = zone_at(layout, each.x_mm, each.y_mm)
        if zone is not None and each.looks >= LEAST_LOOKS:
            kind = kit.kinds[each.marker]
            right, down = marker_from_middle(kind, each.angle_deg, kit)
            yield Lie(kind, zone.zone, each.x_mm - right, each.y_mm - down, each.angle_deg)


def misplaced(
    zones: Iterable[ExpectedZone], lies: Sequence[Lie], layout: Layout, kit: Kit, before: Sequence[Misplaced] = ()
) -> tuple[Misplaced, ...]:
    """The pieces that are seen out of their places, in the order of the zones; `before` are those named last.

    What was named remains so until it lies well within what is allowed, and with the same figure while that changes
    little.
    """
    found = list[Misplaced]()
    for zone in zones:
        for place in zone.places:
            if isinstance(place, InOrder):
                found += _out_of_order(layout.find(zone.zone), place, lies, before)
                continue
            off = _of_point(zone.zone, place, lies) if isinstance(place, At) else _apart(zone.zone, place, lies, kit)
            if off is None or place.within_mm is None:
                continue
            same = next((each for each in before if isinstance(each, Off) and each.is_same(off)), None)
            if off.mm > place.within_mm + EYES_MM - (STEADY_MM if same else 0.0):
                is_steady = same is not None and _far(same, off) < STEADY_MM
                found.append(same if same is not None and is_steady else off)
    return tuple(found)


def _of_point(zone: str, at: At, lies: Sequence[Lie]) -> Off | None:
    offs = (Off(zone, at.kind, "", at.x_mm - each.x_mm, at.y_mm - each.y_mm) for each in _of(lies, zone, at.kind))
    return min(offs, key=lambda off: off.mm, default=None)


def _apart(zone: str, asked: Touching, lies: Sequence[Lie], kit: Kit) -> Off | None:
    gaps = [
        gap(one, kit.size(one.kind), other, kit.size(other.kind))
        for one in _of(lies, zone, asked.kind)
        for other in _of(lies, asked.zone, asked.other)
        if one is not other
    ]
    least = min(gaps, key=_mm, default=None)
    return Off(zone, asked.kind, asked.other, least.right_mm, least.down_mm) if least is not None else None


def _out_of_order(zone: Zone, asked: InOrder, lies: Iterable[Lie], before: Sequence[Misplaced]) -> list[WrongSide]:
    """The first piece that has to be laid elsewhere in its fan, where any has: as few as can be are moved.

    Two that lie at the same height, as far as the eyes can tell, are in either order.
    """
    here = [each for each in lies if each.zone == zone.zone and each.kind in asked.kinds]
    was_named = any(isinstance(each, WrongSide) and each.zone == zone.zone for each in before)
    apart_mm = EYES_MM - STEADY_MM if was_named else EYES_MM
    seen = _in_doubt_as_asked(sorted((_along(zone.fan, each), each.kind) for each in here), asked.kinds, apart_mm)
    stay = _longest_common(seen, asked.kinds)
    left = [place for place in range(len(asked.kinds)) if place not in stay.values()]
    for index, kind in enumerate(seen):
        goal = next((place for place in left if asked.kinds[place] == kind), None)
        if index not in stay and goal is not None:
            return [WrongSide(zone.zone, kind, seen[_neighbour(index, goal, stay)])]
    return []


def _along(fan: Fan, lie: Lie) -> float:
    """How far along a fan a piece lies, in mm."""
    length = math.hypot(fan.dx_mm, fan.dy_mm)
    return (lie.x_mm * fan.dx_mm + lie.y_mm * fan.dy_mm) / length if length else 0.0


def _in_doubt_as_asked(seen: Sequence[tuple[float, str]], kinds: Sequence[str], apart_mm: float) -> list[str]:
    """Kinds in the order in which they lie; those that lie no further apart than that in the order that is asked."""
    runs = list[list[tuple[float, str]]]()
    for each in seen:
        if runs and each[0] - runs[-1][-1][0] <= apart_mm:
            runs[-1].append(each)
        else:
            runs.append([each])
    return [kind for run in runs for _, kind in sorted(run, key=lambda each: kinds.index(each[1]))]


def _longest_common(seen: Sequence[str], asked: Sequence[str]) -> dict[int, int]:
    """As many pieces as can stay where they are, rather the lower ones: their places in `seen`, and in `asked`."""
    best: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
    for one in range(len(seen) - 1, -1, -1):
        for two in range(len(asked) - 1, -1, -1):
            ways = [best.get((one, two + 1), ()), best.get((one + 1, two), ())]
            if seen[one] == asked[two]:
                ways.insert(0, ((one, two), *best.get((one + 1, two + 1), ())))
            best[one, two] = max(ways, key=len)
    return dict(best.get((0, 0), ()))


def _neighbour(index: int, goal: int, stay: Mapping[int, int]) -> int:
    """Which piece that stays it is to be laid next to, on its other side. There is one, or it could stay as well."""
    passed = [one for one, place in stay.items() if one > index and place < goal]
    return max(passed) if passed else min(one for one, place in stay.items() if one < index and place > goal)


def _of(lies: Iterable[Lie], zone: str, kind: str) -> list[Lie]:
    return [each for each in lies if (each.zone, each.kind) == (zone, kind)]


def _mm(each: Gap) -> float:
    return each.mm


def _far(one: Off, other: Off) -> float:
    return math.dist((one.right_mm, one.down_mm), (other.right_mm, other.down_mm))


def _turn(start_deg: float, end_deg: float) -> float:
    """The short way from one angle to another."""
    return (end_deg - start_deg + 180) % 360 - 180
