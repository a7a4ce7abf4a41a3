"""Where the camera is over the mat, and what planes above the mat look like to it, by the mat's homography.

Pinhole cameras only: pictures and homographies are those of `vision.lens.flattened` where a lens bends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.mat import Matrix

FOCAL = 0.9
"""Focal length in widths of the picture where neither a lens nor the picture tells it: between webcams and the Pi's
cameras."""
FOCALS = (0.35, 3.0)
"""A focal length beyond these is that of no camera for a table: then the homography is too uncertain to tell it."""
LEANS = 0.08
"""How much the scale must change across the picture, as a share, before its change tells the focal length. Of 600
cameras of 0.65 to 1.25 widths, the mat's markers off by 0.3 px, the focal length is then off by 3 % (median, a lean of
6 to 10 degrees), 0.5 % from 15 degrees on; to weigh it against a typical one came no nearer in the
median at any lean."""


@dataclass(frozen=True, eq=False)
class PosedCamera:
    """A pinhole camera over the mat."""

    lens: Matrix
    """(3, 3) from directions to px."""
    axes: Matrix
    """(3, 4): the mat's ways right, down and away from the camera, 1 mm each, and its top left corner, as directions
    of the camera have them, in mm."""

    @cached_property
    def place_mm(self) -> tuple[float, float, float]:
        """Where it is: right and down on the mat, and above it."""
        x, y, below = -np.linalg.solve(self.axes[:, :3], self.axes[:, 3])
        return float(x), float(y), -float(below)

    @property
    def above_mm(self) -> float:
        """How high it is above the mat."""
        return self.place_mm[2]

    @property
    def focal_px(self) -> float:
        """Its focal length, across the picture."""
        return float(self.lens[0, 0])

    @property
    def tilt_deg(self) -> float:
        """The angle between its view and the mat's perpendicular; 0 straight from above."""
        away = self.axes[:, 2]
        return math.degrees(math.acos(min(1.0, float(away[2]) / float(np.linalg.norm(away)))))

    def plane(self, above_mm: float) -> Matrix:
        """(3, 3) from px to mm of the plane so high above the mat, x and y as on the mat."""
        plane = self.axes[:, [0, 1, 3]]
        plane[:, 2] -= above_mm * self.axes[:, 2]
        return np.asarray(np.linalg.inv(self.lens @ plane), dtype=np.float64)

    def slope(self, x_mm: float, y_mm: float, above_mm: float) -> tuple[float, float]:
        """How far, right and down, the sight of a point runs over the mat for each mm that it falls."""
        x, y, high = self.place_mm
        fall = max(high - above_mm, 1.0)
        return (x_mm - x) / fall, (y_mm - y) / fall


def posed(to_mm: Matrix, size_px: tuple[int, int], lens: Matrix | None = None) -> PosedCamera:
    """The camera that sees the mat by that homography (3, 3), px to mm, whichever its sign.

    `lens` is (3, 3) from directions to px where the lens is known (`vision.lens.straight_matrix`). Elsewhere the
    middle of the picture, of that width and height, is where the lens looks, as in nearly all cameras; the focal length
    follows from the homography where the camera leans, and is assumed where it does not: little hangs on it there.
    """
    if lens is None:
        middle = np.array([[1, 0, (size_px[0] - 1) / 2], [0, 1, (size_px[1] - 1) / 2], [0, 0, 1]])
        focal_px = _focal_px(np.linalg.inv(to_mm @ middle), size_px[0])
        lens = middle @ np.diag([focal_px, focal_px, 1.0])
    # A homography has no sign; what the lens looks at must be in front of the camera.
    sign = math.copysign(1.0, float(to_mm[2] @ lens[:, 2]))
    across, down, corner = np.linalg.inv(sign * to_mm @ lens).T
    # Both ways are as long as 1 mm; their cross product is as long squared, and points away from the camera.
    away = np.cross(across, down) / math.sqrt(float(np.linalg.norm(across) * np.linalg.norm(down)))
    return PosedCamera(lens, np.column_stack([across, down, away, corner]))


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
