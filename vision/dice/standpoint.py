"""Where the camera is over the mat, and what planes above the mat look like to it, by the mat's homography."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.mat import Matrix

FOCAL = 0.9
"""Focal length in widths of the picture where the picture does not tell it: between webcams and the Pi's cameras."""
FOCALS = (0.35, 3.0)
"""A focal length beyond these is that of no camera for a table: then the homography is too uncertain to tell it."""
LEANS = 0.08
"""How much the scale must change across the picture, as a share, before its change tells the focal length."""


@dataclass(frozen=True)
class Standpoint:
    """The camera's place: right and down on the mat, and above it."""

    x_mm: float
    y_mm: float
    above_mm: float

    def slope(self, x_mm: float, y_mm: float, above_mm: float) -> tuple[float, float]:
        """How far, right and down, the sight of a point runs over the mat for each mm that it falls."""
        fall = max(self.above_mm - above_mm, 1.0)
        return (x_mm - self.x_mm) / fall, (y_mm - self.y_mm) / fall


def raised(to_mm: Matrix, size_px: tuple[int, int], above_mm: float) -> Matrix:
    """(3, 3) from px to mm of the plane `above_mm` over the mat, x and y as on the mat.

    `size_px` is the picture's width and height: its middle is where the lens looks, as in nearly all cameras, and it is
    in front of the camera. The focal length follows from the homography where the camera leans, and is assumed where it
    does not: little hangs on it there.
    """
    lens, axes = _posed(to_mm, size_px)
    plane = axes[:, [0, 1, 3]]
    plane[:, 2] -= above_mm * axes[:, 2]
    return np.asarray(np.linalg.inv(lens @ plane), dtype=np.float64)


def standpoint(to_mm: Matrix, size_px: tuple[int, int]) -> Standpoint:
    """Where the camera is that sees the mat so; what is known and assumed is as in `raised`."""
    _, axes = _posed(to_mm, size_px)
    x, y, below = -np.linalg.solve(axes[:, :3], axes[:, 3])
    return Standpoint(float(x), float(y), -float(below))


def _posed(to_mm: Matrix, size_px: tuple[int, int]) -> tuple[Matrix, Matrix]:
    """The lens (3, 3), and as it sees them (3, 4) the mat's ways right, down and away from it, and the mat's corner."""
    middle = np.array([[1, 0, (size_px[0] - 1) / 2], [0, 1, (size_px[1] - 1) / 2], [0, 0, 1]])
    # A homography has no sign; that of depths must be right.
    sign = math.copysign(1.0, float(to_mm[2] @ middle[:, 2]))
    flat = np.linalg.inv(middle) @ np.linalg.inv(sign * to_mm)
    focal_px = _focal_px(flat, size_px[0])
    lens = np.diag([focal_px, focal_px, 1.0])
    across, down, corner = (np.linalg.inv(lens) @ flat).T
    # Both ways are as long as 1 mm; their cross product is as long squared, and points away from the camera.
    away = np.cross(across, down) / math.sqrt(float(np.linalg.norm(across) * np.linalg.norm(down)))
    return middle @ lens, np.column_stack([across, down, away, corner])


def _focal_px(flat: Matrix, width_px: int) -> float:
    """From the homography mm to px, the picture's middle as origin: the mat's axes are square and of one length."""
    (a, b, _), (c, d, _), (e, f, _) = flat
    conditions = np.array([[a * b + c * d, e * f], [a * a + c * c - b * b - d * d, e * e - f * f]])
    weight = float(np.hypot(conditions[0, 0], conditions[1, 0]))
    mm_in_px = math.hypot(a, c) / abs(flat[2, 2])
    change = math.hypot(e, f) / abs(flat[2, 2]) / mm_in_px * width_px
    if change > LEANS and weight > 0:
        square = -weight * weight / float(conditions[:, 0] @ conditions[:, 1] or -math.inf)
        low, high = FOCALS
        if (low * width_px) ** 2 <= square <= (high * width_px) ** 2:
            return math.sqrt(square)
    return FOCAL * width_px
