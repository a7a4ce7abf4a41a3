"""How dice lie in a rendered scene, and boxes: what stands between the camera and a point. Pure: numpy alone.

Lengths and axes are those of `vision.training.scenes.camera`: z up, 1 is one pixel at the middle of the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.training.scenes.camera import Points
from vision.training.scenes.dice_models import DieModel, up_turned

Triple = tuple[float, float, float]
Turning = tuple[Triple, Triple, Triple]
Rng = np.random.Generator

LEAST_LEAN_DEG, MOST_LEAN_DEG = 15.0, 45.0
"""As drawn dice lean: less may count as lying flat, more shows another face."""

GAP_PX = (0.3, 2.0)
"""Between dice that were pushed together."""


@dataclass(frozen=True)
class Pose:
    """A die where it came to rest."""

    value: int
    """Of the face that looks up most."""
    side: float
    middle: Triple
    turning: Turning
    """Rotation from the die's frame to the ground's, row by row."""
    is_cocked: bool = False


@dataclass(frozen=True)
class Box:
    """A cuboid: a tray's wall, a card, or the cube around a die."""

    middle: Triple
    half: Triple
    """Half of its sides along its own axes."""
    turning: Turning

    def corners(self) -> Points:
        """The eight corners (8, 3)."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
        moved: Points = np.array(self.middle) + (signs * self.half) @ np.array(self.turning).T
        return moved

    def hides(self, eye: Points, point: Points) -> bool:
        """Whether it cuts the straight line from `eye` to `point`, its surface not counted."""
        axes = np.array(self.turning)
        start, end = ((each - np.array(self.middle)) @ axes for each in (eye, point))
        way = end - start
        half = np.array(self.half) * (1 - 1e-6)
        enters, leaves = 0.0, 1.0
        for begin, step, reach in zip(start, way, half, strict=True):
            if abs(step) < 1e-12:
                if abs(begin) >= reach:
                    return False
                continue
            near, far = sorted(((-reach - begin) / step, (reach - begin) / step))
            enters, leaves = max(enters, near), min(leaves, far)
        return bool(leaves - enters > 1e-9)


def cube(pose: Pose) -> Box:
    """The cube around a die, its edges not rounded: a little larger than it, so that nothing half hidden counts."""
    half = pose.side / 2
    return Box(pose.middle, (half, half, half), pose.turning)


def flat(model: DieModel, value: int, side: float, at: tuple[float, float], yaw: float, under: float = 0.0) -> Pose:
    """A die that lies flat at a place of the ground, `under` above it."""
    return Pose(value, side, (at[0], at[1], under + side / 2), _rows(up_turned(model, value, yaw)))


def tipped(pose: Pose, axis: Points, lean_deg: float) -> Pose:
    """The same die tipped about a level axis, its lowest corner as high as its bottom was: nobody may read it."""
    lean = math.radians(lean_deg)
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turned = (np.eye(3) + math.sin(lean) * cross + (1 - math.cos(lean)) * cross @ cross) @ np.array(pose.turning)
    leant = Pose(pose.value, pose.side, pose.middle, _rows(turned), True)
    lift = pose.middle[2] - pose.side / 2 - float(cube(leant).corners()[:, 2].min())
    x0, y0, z0 = pose.middle
    return Pose(pose.value, pose.side, (x0, y0, z0 + lift), leant.turning, True)


def support(pose: Pose) -> Box:
    """What a tipped die leans on: a strip under its raised edge."""
    corners = cube(pose).corners()
    lowest = corners[np.argsort(corners[:, 2])]
    foot, raised = lowest[:2].mean(axis=0), lowest[2:4].mean(axis=0)
    away = (raised - foot)[:2]
    away = away / max(float(np.linalg.norm(away)), 1e-6)
    height, reach = float(raised[2]), pose.side * 0.35
    x, y = raised[:2] + away * (reach - 2)
    return Box(
        (float(x), float(y), height / 2),
        (reach, pose.side * 0.9, height / 2),
        _rows(np.array([[away[0], -away[1], 0], [away[1], away[0], 0], [0, 0, 1.0]])),
    )


def level(middle: Triple, half: Triple, yaw: float) -> Box:
    """A cuboid that lies flat, turned by `yaw` radians."""
    cos, sin = math.cos(yaw), math.sin(yaw)
    return Box(middle, half, ((cos, -sin, 0.0), (sin, cos, 0.0), (0.0, 0.0, 1.0)))


def beside(rng: Rng, other: Pose, side: float) -> tuple[tuple[float, float], float]:
    """Place and yaw of a die pushed against another: face to face, or corner to face."""
    turning = np.array(other.turning)
    level_axes = [axis for axis in turning.T if abs(axis[2]) < 0.5]
    out = level_axes[int(rng.integers(len(level_axes)))][:2] * (1 if rng.random() < 0.5 else -1)
    along = np.array([-out[1], out[0]]) * rng.uniform(-0.7, 0.7) * side
    yaw = math.atan2(out[1], out[0])
    gap = (side + other.side) / 2 + rng.uniform(*GAP_PX)
    if rng.random() < 0.4:
        turn = rng.uniform(0, math.pi / 2)
        yaw += turn
        gap += (abs(math.cos(turn)) + abs(math.sin(turn)) - 1) * side / 2
    x, y = np.array(other.middle[:2]) + out * gap + along
    return (float(x), float(y)), float(yaw)


def overlap(one: Box, other: Box) -> bool:
    """Whether two cuboids share room, by the separating axes of their faces and pairs of edges."""
    apart = np.array(other.middle) - np.array(one.middle)
    first, second = np.array(one.turning).T, np.array(other.turning).T
    axes = [*first, *second, *(np.cross(a, b) for a in first for b in second)]
    for axis in axes:
        if np.linalg.norm(axis) < 1e-9:
            continue
        reach = np.abs(first @ axis) @ np.array(one.half) + np.abs(second @ axis) @ np.array(other.half)
        if abs(float(apart @ axis)) >= reach:
            return False
    return True


def _rows(turning: Points) -> Turning:
    (a, b, c), (d, e, f), (g, h, i) = turning.tolist()
    return (a, b, c), (d, e, f), (g, h, i)
