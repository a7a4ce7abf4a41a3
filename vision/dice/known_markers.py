"""Markers that were read in a picture are no dice, and no die lies on one: what reads dice is shown plain paper there.

Black cells on white look like pips: on two of 50 mini boards in hard light the marker was read as a six.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from companion.table.layout import QUIET_ZONE
from companion.table.sightings import Sighting
from vision.cameras.frames import Pixels
from vision.dice.tray import MARGIN_MM, Tray
from vision.mat import Matrix, Points, place

BESIDE: Final = 0.03
"""Of its side, so much around the black square is painted over too: where it ends the lens blurs it."""


def without_markers(pixels: Pixels, to_mm: Matrix, read: Iterable[Sighting], tray: Tray) -> Pixels:
    """A straight picture in which the markers that were read in and beside a tray are painted over, or the same.

    Each has the colour of its own white edge then. `to_mm` is (3, 3) from px to mm on the mat.
    """
    near = [each for each in read if tray.to_edge_mm(each.x_mm, each.y_mm) > -MARGIN_MM - each.side_mm]
    if not near:
        return pixels
    painted, to_px = pixels.copy(), np.asarray(np.linalg.inv(to_mm))
    for each in near:
        square, edge = (place(to_px, _corners_mm(each, 1 + 2 * grown)) for grown in (BESIDE, QUIET_ZONE))
        cv2.fillPoly(painted, [square.round().astype(np.int32)], _paper(pixels, square, edge))
    return painted


def _paper(pixels: Pixels, square: Points, edge: Points) -> list[float]:
    """The colour between a marker's black square and the end of its white edge, BGR; white where it is not seen."""
    left, top = np.maximum(np.floor(edge.min(axis=0)), 0).astype(int).tolist()
    right, low = (np.ceil(edge.max(axis=0)) + 1).astype(int).tolist()
    window = pixels[top:low, left:right]
    ring = np.zeros(window.shape[:2], np.uint8)
    for outline, level in ((edge, 1), (square, 0)):
        cv2.fillPoly(ring, [(outline - (left, top)).round().astype(np.int32)], level)
    return np.median(window[ring > 0], axis=0).tolist() if ring.any() else [255.0] * 3


def _corners_mm(marker: Sighting, times: float) -> Points:
    """The corners (4, 2) of its black square on the mat, made larger so many times."""
    turn, half = math.radians(marker.angle_deg), marker.side_mm / 2 * times
    right, down = half * np.array([math.cos(turn), math.sin(turn)]), half * np.array([-math.sin(turn), math.cos(turn)])
    middle = np.array([marker.x_mm, marker.y_mm])
    return np.asarray([middle - right - down, middle + right - down, middle + right + down, middle - right + down])
