"""Corners of markers on coloured tiles: a narrow white rim, and beyond it the dark of the tile."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.corners import ASKEW, askew, refined
from vision.marker_filter import SIZE_TOLERANCE, side_of
from vision.markers import MarkerFinder

SIDE_PX, RIM, FINER = 26, 1.25, 8
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
Picture = np.ndarray[tuple[int, int], np.dtype[np.uint8]]


def on_a_tile(marker: int, turned_deg: float, at_px: tuple[float, float], seed: int) -> tuple[Picture, np.ndarray]:
    """A marker on a dark tile in 80 x 80 px, sharp but for its noise, and the true corners (4, 2) of its square."""
    bits = cv2.aruco.generateImageMarker(DICTIONARY, marker, 8)
    cells = np.pad(np.where(bits > 0, 225, 25).astype(np.uint8), 1, constant_values=225)
    print_ = np.kron(cells, np.ones((16, 16), np.uint8))
    turn = np.deg2rad(turned_deg)
    ways = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    square = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE_PX / 2) @ ways + at_px
    rim = (square - at_px) * RIM + at_px
    size = 80 * FINER
    corners = np.array([[0, 0], [160, 0], [160, 160], [0, 160]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(corners, ((rim + 0.5) * FINER - 0.5).astype(np.float32))
    fine = cv2.warpPerspective(print_, warp, (size, size), borderMode=cv2.BORDER_CONSTANT, borderValue=(100,))
    coarse = cv2.resize(fine, (80, 80), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(seed).normal(0, 3, coarse.shape)
    return np.clip(cv2.GaussianBlur(coarse, (0, 0), 0.5) + noise, 0, 255).astype(np.uint8), square


def test_a_small_marker_on_a_dark_tile_measures_as_it_is_printed() -> None:
    finder, draw, read = MarkerFinder(), np.random.default_rng(5), 0
    for seed in range(300):
        at = (40 + draw.uniform(-0.5, 0.5), 40 + draw.uniform(-0.5, 0.5))
        pixels, square = on_a_tile(int(draw.integers(587)), draw.uniform(-4, 4), at, seed)
        found = finder.find(pixels, 1920)
        for corners in found.corners_px:
            read += 1
            assert abs(side_of(corners) / SIDE_PX - 1) < SIZE_TOLERANCE / 2
            assert np.abs(corners - square).max() < 2.0
    assert read >= 295


@pytest.mark.parametrize("shift", [(3.0, 0.0), (-3.0, 3.0)])
def test_four_corners_of_which_one_is_off_are_no_parallelogram(shift: tuple[float, float]) -> None:
    quad = np.array([[[10, 10], [36, 11], [35, 37], [9, 36]]], np.float32)
    assert askew(quad)[0] < ASKEW / 4
    quad[0, 2] += shift
    assert askew(quad)[0] > ASKEW


def test_where_there_is_no_edge_corners_stay_where_they_were() -> None:
    even = np.full((60, 60), 128, np.uint8)
    quad = np.array([[[10, 10], [36, 10], [36, 36], [10, 36]]], np.float32)
    np.testing.assert_allclose(refined(even, quad), quad)
    assert refined(even, np.empty((0, 4, 2), np.float32)).shape == (0, 4, 2)
