"""How the mat lies in the picture: how large, over which edges it reaches, and how far the camera leans over it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.table.layout import Layout
from vision.camera_pose import posed
from vision.marker_filter import side_of
from vision.mat import Matrix, place


@dataclass(frozen=True)
class Framing:
    """Where the mat lies in a picture. `corners_px` are its four corners, clockwise from the mat's top left."""

    corners_px: tuple[tuple[float, float], ...]
    fill: float
    """Share of the picture's width or height that the mat takes, the larger of the two; over 1 where it is cut off."""
    cut: tuple[str, ...]
    """Edges of the picture over which it reaches: "left", "right", "upper", "lower"."""
    least_px_per_mm: float
    most_px_per_mm: float
    """Over the mat's corners; the least is at its far side."""
    tilt_deg: float
    """The angle between the camera's view and the mat's perpendicular."""
    focal_px: float
    """The focal length that the tilt was reckoned with."""


def framed(to_mm: Matrix, layout: Layout, width_px: int, height_px: int, lens: Matrix | None = None) -> Framing:
    """How the mat of that homography (px to mm) lies in a picture of that size; `lens` is as in `posed`."""
    to_px = np.asarray(np.linalg.inv(to_mm), dtype=np.float64)
    across, down = layout.width_mm, layout.height_mm
    corners = place(to_px, np.array([[0, 0], [across, 0], [across, down], [0, down]]))
    low, high = corners.min(axis=0), corners.max(axis=0)
    size = np.array([width_px, height_px])
    # A pixel's middle is its coordinate, so the picture ends half a pixel beyond.
    over = zip(("left", "upper", "right", "lower"), (*(low < -0.5), *(high > size - 0.5)), strict=True)
    scales = [_scale(to_px, x, y) for x in (0.0, across) for y in (0.0, down)]
    camera = posed(to_mm, (width_px, height_px), lens)
    return Framing(
        tuple((float(x), float(y)) for x, y in corners),
        float(((high - low) / size).max()),
        tuple(name for name, is_over in over if is_over),
        min(scales),
        max(scales),
        camera.tilt_deg,
        camera.focal_px,
    )


def _scale(to_px: Matrix, x_mm: float, y_mm: float) -> float:
    """Pixels a millimetre around a place, as the side of a square of 1 cm has them."""
    half = 5.0
    square = np.array([x_mm, y_mm]) + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return side_of(place(to_px, square)) / (2 * half)
