"""How the camera stands over the mat: tilt, how large the mat is in the picture, and how large its markers are."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.table.layout import Layout
from vision.judging import side_of
from vision.mat import Matrix, place

Floats = npt.NDArray[np.float64]

TYPICAL_FOCAL = 1.1
"""Focal length in widths of the picture: 49 degrees from side to side, as a webcam has."""
FOCALS = np.geomspace(0.5, 3.0, 120)
"""From 90 degrees from side to side to 19."""
FOCAL_SPREAD = 0.35
"""How far, in its logarithm, a camera's focal length is off the typical one; chosen for 0.75 to 1.5 widths."""
AXES_SPREAD = 0.01
"""How exactly the mat's two directions come out square and of one scale: 0.3 px in a corner marker's place of 1000."""


@dataclass(frozen=True)
class Standing:
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
    focal: float
    """The focal length that the tilt was reckoned with, in widths of the picture."""


def stand(to_mm: Matrix, layout: Layout, width_px: int, height_px: int) -> Standing:
    """How the mat of that homography (px to mm) lies in a picture of that size."""
    to_px = np.asarray(np.linalg.inv(to_mm), dtype=np.float64)
    across, down = layout.width_mm, layout.height_mm
    corners = place(to_px, np.array([[0, 0], [across, 0], [across, down], [0, down]]))
    low, high = corners.min(axis=0), corners.max(axis=0)
    size = np.array([width_px, height_px])
    # A pixel's middle is its coordinate, so the picture ends half a pixel beyond.
    over = zip(("left", "upper", "right", "lower"), (*(low < -0.5), *(high > size - 0.5)), strict=True)
    scales = [_scale(to_px, x, y) for x in (0.0, across) for y in (0.0, down)]
    tilt, focal = tilt_deg(to_px, width_px, height_px)
    return Standing(
        tuple((float(x), float(y)) for x, y in corners),
        float(((high - low) / size).max()),
        tuple(name for name, is_over in over if is_over),
        min(scales),
        max(scales),
        tilt,
        focal,
    )


def _scale(to_px: Matrix, x_mm: float, y_mm: float) -> float:
    """Pixels a millimetre around a place, as the side of a square of 1 cm has them."""
    half = 5.0
    square = np.array([x_mm, y_mm]) + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return side_of(place(to_px, square)) / (2 * half)


def tilt_deg(to_px: Matrix, width_px: int, height_px: int) -> tuple[float, float]:
    """The angle in degrees between the camera's view and the mat's perpendicular, and the focal length in widths.

    The picture's middle is taken for the lens's axis, and the lens for free of distortion. The two directions of the
    mat must then be square to each other and of one scale, which gives the focal length where the camera leans enough;
    a typical one is leant on as far as the picture itself says little.
    """
    middle = np.array([[1, 0, -(width_px - 1) / 2], [0, 1, -(height_px - 1) / 2], [0, 0, 1]])
    centred = middle @ to_px
    best, tilt, chosen = math.inf, 0.0, TYPICAL_FOCAL
    for focal in FOCALS.tolist():
        rays = np.diag([1 / (focal * width_px), 1 / (focal * width_px), 1.0]) @ centred
        right, down = rays[:, 0], rays[:, 1]
        long, high = float(np.linalg.norm(right)), float(np.linalg.norm(down))
        askew = float(right @ down) / (long * high)
        unlike = math.log(long / high)
        prior = math.log(focal / TYPICAL_FOCAL) / FOCAL_SPREAD
        cost = (askew**2 + unlike**2) / AXES_SPREAD**2 + prior**2
        if cost < best:
            normal = np.cross(right, down)
            best, chosen = cost, focal
            tilt = math.degrees(math.acos(min(1.0, abs(float(normal[2])) / float(np.linalg.norm(normal)))))
    return tilt, chosen
