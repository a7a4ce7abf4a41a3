"""From points above a table to pixels: a pinhole that looks down, or the same made flat by the mat.

Ground coordinates: x right, y away from the near edge of the table, z up, all in units of one pixel at the middle of
the picture. Pixels: x right, y down. So the ground is right-handed, and a die keeps its handedness.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]

STEEPEST_DEG = 45.0
FAR_PX = (500.0, 2600.0)
"""How far the camera is, in units of the ground: 25 cm to 1.3 m where a die of 16 mm is 32 px."""


@dataclass(frozen=True, eq=False)
class Camera:
    """A 3x4 matrix from ground coordinates to pixels, and where the camera stands."""

    matrix: Points
    position: Points

    def project(self, points: Points) -> Points:
        """Pixels (N, 2) of points (N, 3)."""
        image = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        pixels: Points = image[:, :2] / image[:, 2:]
        return pixels

    @property
    def from_ground(self) -> Points:
        """The homography from points of the ground (z = 0) to pixels."""
        return self.matrix[:, [0, 1, 3]]

    def to_ground(self, pixels: Points) -> Points:
        """Points of the ground (N, 2) that are seen at pixels (N, 2)."""
        rays = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.from_ground).T
        ground: Points = rays[:, :2] / rays[:, 2:]
        return ground

    def sees(self, point: Points, normal: Points) -> bool:
        """Whether a face at `point` that looks along `normal` is turned towards the camera."""
        return float((self.position - point) @ normal) > 0


def looking_down(size_px: int, tilt_deg: float, far_px: float, turn_deg: float = 0.0) -> Camera:
    """A pinhole `far_px` from the picture's middle, tilted from the plumb line and turned about its own axis."""
    tilt, turn = math.radians(tilt_deg), math.radians(turn_deg)
    position = np.array([0.0, -math.sin(tilt), math.cos(tilt)]) * far_px
    forward = -position / far_px
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    right, down = right * math.cos(turn) + down * math.sin(turn), down * math.cos(turn) - right * math.sin(turn)
    return _pinhole(np.stack([right, down, forward]), position, far_px, size_px)


def _pinhole(turning: Points, position: Points, focal_px: float, size_px: int) -> Camera:
    outer = np.column_stack([turning, -turning @ position])
    inner = np.array([[focal_px, 0.0, size_px / 2], [0.0, focal_px, size_px / 2], [0.0, 0.0, 1.0]])
    return Camera(inner @ outer, position)


def made_flat(size_px: int, position: Points) -> Camera:
    """A picture rectified by its mat: the ground at one px a unit, what stands on it leaning away from the camera."""
    x, y, z = position
    flat = np.array([[z, 0.0, -x, 0.0], [0.0, z, -y, 0.0], [0.0, 0.0, -1.0, z]])
    middle = np.array([[1.0, 0.0, size_px / 2], [0.0, -1.0, size_px / 2], [0.0, 0.0, 1.0]])
    return Camera(middle @ flat, position)


def any_camera(rng: np.random.Generator, size_px: int) -> Camera:
    """One at random: a third each rectified by a mat, held nearly upright, and oblique up to `STEEPEST_DEG`."""
    far_px = float(rng.uniform(*FAR_PX))
    kind = rng.random()
    if kind < 0.35:
        tilt, around = math.radians(rng.uniform(0, STEEPEST_DEG)), rng.uniform(0, 2 * math.pi)
        aside = math.sin(tilt) * np.array([math.cos(around), math.sin(around)])
        return made_flat(size_px, np.array([*aside, math.cos(tilt)]) * max(far_px, 700.0))
    if kind < 0.65:
        return looking_down(size_px, float(rng.uniform(0, 15)), far_px, float(rng.uniform(0, 360)))
    turn_deg = float(rng.normal(0, 12)) if rng.random() < 0.6 else float(rng.uniform(0, 360))
    return looking_down(size_px, float(rng.uniform(12, STEEPEST_DEG)), far_px, turn_deg)
