"""How far apart two lying pieces are, edge to edge, in millimetres; and a piece pushed against another.

Each outline is a convex core with a round rim: of a disc a point, of a card its four corners and no rim.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from companion.table.kit import PieceSize
from companion.table.pieces import hexagon

Point: TypeAlias = tuple[float, float]
PUSHES = 20
"""Steps of a push. Each goes as far as is free for certain, so that few are needed."""
TOUCHES_MM = 0.05


class Lie(msgspec.Struct, frozen=True):
    """Where one piece lies: its middle, and how far it is turned clockwise as seen."""

    kind: str
    zone: str
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0


class Gap(msgspec.Struct, frozen=True):
    """The way from the nearest point of one piece to the nearest of another; no way where they touch or overlap."""

    right_mm: float
    down_mm: float

    @property
    def mm(self) -> float:
        """How long it is."""
        return math.hypot(self.right_mm, self.down_mm)


def gap(one: Lie, size: PieceSize, other: Lie, other_size: PieceSize) -> Gap:
    """What lies between two pieces."""
    mine, theirs = _core(one, size), _core(other, other_size)
    if _cross(mine, theirs):
        return Gap(0.0, 0.0)
    near, far = min(_pairs(mine, theirs), key=lambda pair: math.dist(*pair))
    away = math.dist(near, far)
    free = max(0.0, away - _rim(size) - _rim(other_size))
    share = free / away if away else 0.0
    return Gap((far[0] - near[0]) * share, (far[1] - near[1]) * share)


def pushed(one: Lie, size: PieceSize, other: Lie, other_size: PieceSize) -> Lie:
    """The first piece slid straight towards the middle of the other until they touch."""
    for _ in range(PUSHES):
        free = gap(one, size, other, other_size).mm
        away = math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
        if free <= TOUCHES_MM or not away:
            break
        step = free / away
        one = msgspec.structs.replace(
            one, x_mm=one.x_mm + (other.x_mm - one.x_mm) * step, y_mm=one.y_mm + (other.y_mm - one.y_mm) * step
        )
    return one


def _rim(size: PieceSize) -> float:
    return size.width_mm / 2 if size.is_round else 0.0


def _core(lie: Lie, size: PieceSize) -> Sequence[Point]:
    width, height = size.width_mm, size.height_mm
    if size.is_round:
        return ((lie.x_mm, lie.y_mm),)
    corners = hexagon(width, height) if size.is_hex else ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    turn = math.radians(lie.angle_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    around = [(x - width / 2, y - height / 2) for x, y in corners]
    return [(lie.x_mm + x * cos - y * sin, lie.y_mm + x * sin + y * cos) for x, y in around]


def _edges(core: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(core, (*core[1:], core[0]), strict=True))


def _pairs(mine: Sequence[Point], theirs: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """From each corner the nearest point of each edge of the other, as (mine, theirs)."""
    for corner in mine:
        yield from ((corner, _nearest(corner, edge)) for edge in _edges(theirs))
    for corner in theirs:
        yield from ((_nearest(corner, edge), corner) for edge in _edges(mine))


def _nearest(to: Point, edge: tuple[Point, Point]) -> Point:
    (x, y), (end_x, end_y) = edge
    dx, dy = end_x - x, end_y - y
    length = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((to[0] - x) * dx + (to[1] - y) * dy) / length)) if length else 0.0
    return x + dx * share, y + dy * share


def _cross(mine: Sequence[Point], theirs: Sequence[Point]) -> bool:
    """Whether two convex cores overlap: no edge of either has all of the other on its outer side."""
    return not any(_parts(one, other) for one, other in ((mine, theirs), (theirs, mine)))


def _parts(core: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether one of the edges lies between the two; a point parts from everything but itself."""
    if len(core) == 1:
        return len(other) == 1 and core[0] != other[0]
    # Corners run clockwise as seen, y down: outside is to the left of an edge.
    return any(
        all((end_x - x) * (each_y - y) - (end_y - y) * (each_x - x) < 0 for each_x, each_y in other)
        for (x, y), (end_x, end_y) in _edges(core)
    )
