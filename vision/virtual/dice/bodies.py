"""Bodies of dice as signed distances: a cube with rounded edges, tumbled corners and the hollows of pips cut out.

Points and directions are (3, N) float32. A body's own frame has its middle as origin; x, y and z run through the faces
of `Make.values`. Sphere marching: J. C. Hart, "Sphere tracing", The Visual Computer 12 (1996). Distances to a rounded
box follow from its definition: a smaller box, and the radius of the edge around it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.virtual.dice.makes import MAKES, Make
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.signs import SIDE_PX, drawn

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
Matrix = npt.NDArray[np.float64]

STEPS = 16
"""Of a march, at most; a ray that grazes an edge needs the most, and after so many it has passed."""
NEAR_MM = 0.02
"""Where a march ends: a twentieth of a pixel of a camera over the table."""


@dataclass(frozen=True)
class Body:
    """One die in space."""

    die: LyingDie

    @cached_property
    def make(self) -> Make:
        make = self.die.make
        return make if isinstance(make, Make) else MAKES[make % len(MAKES)]

    @cached_property
    def top(self) -> int:
        """Which of the faces of `Make.values` is on top, or was before it was tilted."""
        return self.make.values.index(self.die.value)

    @cached_property
    def grid(self) -> Bools:
        """(6, 3, 3): where it has pips, as `Make.grid` has them; a sign is in place of those on top."""
        if self.die.sign is None:
            return self.make.grid
        grid = self.make.grid.copy()
        grid[self.top] = False
        return grid

    @cached_property
    def half_mm(self) -> float:
        return self.die.size_mm / 2

    @cached_property
    def turn(self) -> Matrix:
        """(3, 3) from directions of the body's own frame to those of the mat; orthogonal, determinant 1."""
        turn, towards, tilt = map(math.radians, (self.die.turn_deg, self.die.tilt_towards_deg, self.die.tilt_deg))
        return _turned(towards) @ _leant(tilt) @ _turned(turn - towards) @ _with_top(self.make, self.die.value)

    @cached_property
    def _outwards(self) -> Floats:
        return self.turn.astype(np.float32)

    @cached_property
    def _inwards(self) -> Floats:
        return np.ascontiguousarray(self._outwards.T)

    @cached_property
    def middle_mm(self) -> Matrix:
        """(3,) on the mat; as high as its lowest point being `lift_mm` above the mat makes it."""
        core, edge = self.half_mm * (1 - self.make.edge), self.half_mm * self.make.edge
        reach = core * float(np.abs(self.turn[2]).sum()) + edge
        low = min(reach, max(self.half_mm, self.half_mm * self.make.ball))
        return np.array([self.die.x_mm, self.die.y_mm, self.die.lift_mm + low])

    @cached_property
    def corners_mm(self) -> Matrix:
        """(8, 3) of the cube around it, on the mat."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
        return np.asarray(self.middle_mm + self.half_mm * signs @ self.turn.T, dtype=np.float64)

    @cached_property
    def bowls_mm(self) -> Floats:
        """Middles (21, 3) of the balls whose caps are the pips, in its own frame."""
        make, found = self.make, list[list[float]]()
        out = 1 - make.deep + make.bowl
        for face, across, down in np.argwhere(self.grid).tolist():
            axis, place = face // 2, [0.0, 0.0, 0.0]
            place[axis] = -out if face % 2 else out
            place[(axis + 1) % 3], place[(axis + 2) % 3] = (across - 1) * make.apart, (down - 1) * make.apart
            found.append(place)
        return np.array(found, dtype=np.float32) * np.float32(self.half_mm)

    def inwards(self, points_mm: Floats) -> Floats:
        """Points of the mat in its own frame."""
        return self.turned_in(points_mm - self.middle_mm.astype(np.float32)[:, None])

    def turned_in(self, directions: Floats) -> Floats:
        """Directions of the mat in its own frame."""
        return turned(self._inwards, directions)

    def turned_out(self, directions: Floats) -> Floats:
        """Directions of its own frame on the mat."""
        return turned(self._outwards, directions)

    def outwards(self, points_mm: Floats) -> Floats:
        """Points of its own frame on the mat."""
        return self.turned_out(points_mm) + self.middle_mm.astype(np.float32)[:, None]

    def ink(self, points: Floats) -> Floats:
        """How much of a sign's ink (N,) there is at points (3, N) of its surface, 0 to 1."""
        found = np.zeros(points.shape[1], np.float32)
        if self.die.sign is None:
            return found
        axis, half = self.top // 2, np.float32(self.half_mm)
        up = points[axis] * np.float32(-1 if self.top % 2 else 1)
        is_top = up >= np.abs(points).max(axis=0) - np.float32(1e-3)
        across, down = points[(axis + 1) % 3, is_top] / half, points[(axis + 2) % 3, is_top] / half
        column, row = (((each + 1) / 2 * SIDE_PX).astype(np.intp).clip(0, SIDE_PX - 1) for each in (across, down))
        found[is_top] = drawn(self.die.sign)[row, column]
        return found

    def distance(self, points: Floats) -> Floats:
        """Signed distance (N,) in mm from its surface, below 0 within it and over 0 in the hollow of a pip."""
        return np.maximum(self.hull(points), self._hollow(points)[0])

    def hull(self, points: Floats) -> Floats:
        """Signed distance (N,) in mm from the surface that it had without pips."""
        edge = np.float32(self.half_mm * self.make.edge)
        over = np.abs(points) - np.float32(self.half_mm) + edge
        beside = np.maximum(over, 0)
        box = np.sqrt(_dot(beside, beside)) + np.minimum(over.max(axis=0), 0) - edge
        ball = np.sqrt(_dot(points, points)) - np.float32(self.half_mm * self.make.ball)
        return np.asarray(np.maximum(box, ball), dtype=np.float32)

    def into_pips(self, points: Floats, rays: Floats) -> tuple[Floats, Floats, Bools]:
        """Points (3, N) at which rays (3, N) meet the hull moved on to the ground of pips, and the normals there.

        Last, which of them (N,) are in a pip. A ray that goes into a hollow meets its ground: the hull is convex.
        """
        normals = self.hull_normals(points)
        hollow, towards = self._hollow(points)
        is_pip = hollow > 0
        if not is_pip.any():
            return points, normals, is_pip
        to_middle, own_rays = towards[:, is_pip], rays[:, is_pip]
        ahead, bowl = _dot(to_middle, own_rays), np.float32(self.half_mm * self.make.bowl)
        root = np.sqrt(np.maximum(ahead**2 - _dot(to_middle, to_middle) + bowl**2, 0))
        along = own_rays * (ahead + root)
        moved = points.copy()
        moved[:, is_pip] += along
        normals[:, is_pip] = (to_middle - along) / bowl
        return moved, normals, is_pip

    def hull_normals(self, points: Floats) -> Floats:
        """Outward normals (3, N) of the surface that it had without pips."""
        half, edge = np.float32(self.half_mm), np.float32(self.half_mm * self.make.edge)
        over = np.maximum(np.abs(points) - half + edge, np.float32(1e-4))
        normal = np.copysign(over, points)
        length, out = np.sqrt(_dot(over, over)), np.sqrt(_dot(points, points))
        is_ball = out - half * np.float32(self.make.ball) > length - edge
        normal /= length
        normal[:, is_ball] = (points / out)[:, is_ball]
        return np.asarray(normal, dtype=np.float32)

    def _hollow(self, points: Floats) -> tuple[Floats, Floats]:
        """How deep (N,) within the nearest pip's ball points are, below 0 outside it; and the way (3, N) to its middle.

        Only the pip of the cell in which a point lies is asked: pips do not reach into their neighbours' cells.
        """
        make, half = self.make, np.float32(self.half_mm)
        x, y, z = points
        far_x, far_y, far_z = np.abs(points)
        is_x = (far_x >= far_y) & (far_x >= far_z)
        is_y = ~is_x & (far_y >= far_z)
        up = np.where(is_x, x, np.where(is_y, y, z))
        across = np.where(is_x, y, np.where(is_y, z, x))
        down = np.where(is_x, z, np.where(is_y, x, y))
        face = np.where(is_x, 0, np.where(is_y, 2, 4)) + (up < 0)
        apart = half * np.float32(make.apart)
        column = np.minimum(np.maximum(np.rint(across / apart), -1), 1)
        row = np.minimum(np.maximum(np.rint(down / apart), -1), 1)
        has_pip = self.grid[face, column.astype(np.intp) + 1, row.astype(np.intp) + 1]
        out = half * np.float32(1 - make.deep + make.bowl)
        to_across, to_down, to_up = column * apart - across, row * apart - down, np.copysign(out, up) - up
        away = np.sqrt(to_across**2 + to_down**2 + to_up**2)
        depth = np.where(has_pip, half * np.float32(make.bowl) - away, np.float32(-1e3))
        towards = np.stack(
            [
                np.where(is_x, to_up, np.where(is_y, to_down, to_across)),
                np.where(is_x, to_across, np.where(is_y, to_up, to_down)),
                np.where(is_x, to_down, np.where(is_y, to_across, to_up)),
            ]
        )
        return depth, towards


def march(body: Body, origin: Floats, rays: Floats) -> tuple[Floats, Bools]:
    """How far (N,) along unit rays (3, N) from one origin (3, 1) a hull is met, and whether it is; in its own frame."""
    enter, leave = through_box(origin, rays, body.half_mm)
    met = np.zeros(rays.shape[1], dtype=np.bool_)
    going = np.flatnonzero((leave > enter) & (leave > 0))
    along = np.maximum(enter, 0)
    ways, reached, until = rays[:, going], along[going], leave[going]
    for _ in range(STEPS):
        if not len(going):
            break
        gap = body.hull(origin + ways * reached)
        reached += gap
        along[going] = reached
        is_there = gap < NEAR_MM
        met[going[is_there]] = True
        stays = ~is_there & (reached <= until)
        going, ways, reached, until = going[stays], ways[:, stays], reached[stays], until[stays]
    return along, met


def through_box(origin: Floats, rays: Floats, half_mm: float) -> tuple[Floats, Floats]:
    """Where (N,) rays (3, N) enter and leave the cube of that half edge around the origin of the frame.

    A ray that misses it leaves before it enters. By slabs: Kay and Kajiya, SIGGRAPH 1986.
    """
    steep = 1 / np.where(np.abs(rays) < 1e-9, np.float32(1e-9), rays)
    half = np.float32(half_mm)
    first, second = (-half - origin) * steep, (half - origin) * steep
    return np.minimum(first, second).max(axis=0), np.maximum(first, second).min(axis=0)


def through_hull(body: Body, origin: Floats, rays: Floats) -> tuple[Floats, Floats]:
    """As `through_box`, for a body with sharp edges and tumbled corners: its shadow's shape. `rays` are (3, 1)."""
    enter, leave = through_box(origin, rays, body.half_mm)
    ball = np.float32(body.half_mm * body.make.ball)
    ahead = -(rays[0] * origin[0] + rays[1] * origin[1] + rays[2] * origin[2])
    square = ahead**2 - _dot(origin, origin) + ball**2
    root = np.sqrt(np.maximum(square, 0))
    leave = np.where(square > 0, np.minimum(leave, ahead + root), np.float32(-1))
    return np.maximum(enter, ahead - root), leave


def turned(matrix: Floats, points: Floats) -> Floats:
    """Points (3, N) through a matrix (3, 3). By hand: a library's threads take longer to wake than this takes."""
    found = matrix[:, :1] * points[0] + matrix[:, 1:2] * points[1] + matrix[:, 2:] * points[2]
    return np.asarray(found, dtype=np.float32)


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("kn,kn->n", one, other), dtype=np.float32)


def _turned(angle: float) -> Matrix:
    """Clockwise around z as seen from above: from x towards y."""
    return np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])


def _leant(angle: float) -> Matrix:
    """From z towards x."""
    return np.array([[math.cos(angle), 0, math.sin(angle)], [0, 1, 0], [-math.sin(angle), 0, math.cos(angle)]])


def _with_top(make: Make, value: int) -> Matrix:
    """A turn by quarters that brings a value's face to the top."""
    face = make.values.index(value)
    axis, sign = face // 2, -1.0 if face % 2 else 1.0
    turn = np.zeros((3, 3))
    turn[2, axis] = sign
    turn[0, (axis + 1) % 3] = 1
    turn[1, (axis + 2) % 3] = sign
    return turn
