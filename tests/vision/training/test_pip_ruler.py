"""The size of dice by the one pip that they show, whatever was drawn round it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.dice.drawn import pipped
from vision.cameras.frames import Pixels
from vision.training.labels import LabelledDie, Photograph, about_pips
from vision.training.pip_ruler import face_px_by_ones, pip_px


def one(face_px: float) -> Pixels:
    """A die that shows 1, drawn four times as large: OpenCV's circles reach half a px too far."""
    large = pipped(1, 4 * face_px)
    return np.asarray(cv2.resize(large, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), np.uint8)


def box_round(pixels: Pixels, side_px: float) -> tuple[float, float, float, float]:
    """As labels hold the box of a 1 that was drawn so wide about the picture's middle."""
    x, y = pixels.shape[1] / 2, pixels.shape[0] / 2
    half = side_px / 2
    return about_pips((x - half, y - half, x + half, y + half), 1)


def photograph(*dice: LabelledDie) -> Photograph:
    return Photograph(Path("a.jpg"), "matteo", dice)


@pytest.mark.parametrize("face_px", [30.0, 52.0, 80.0])
@pytest.mark.parametrize("drawn_faces", [0.25, 0.4, 0.95])
def test_a_pip_tells_the_face_whatever_box_was_drawn_round_it(face_px: float, drawn_faces: float) -> None:
    """Pips are drawn 0.18 faces wide."""
    pixels = one(face_px)
    box = box_round(pixels, drawn_faces * face_px)
    assert face_px_by_ones(photograph(LabelledDie(1, box)), pixels) == pytest.approx(face_px, rel=0.1)


def test_a_tilt_and_a_blur_change_little() -> None:
    pixels = one(60.0)
    oblique = cv2.resize(pixels, (pixels.shape[1], round(pixels.shape[0] * 0.7)), interpolation=cv2.INTER_AREA)
    soft = np.asarray(cv2.GaussianBlur(oblique, (0, 0), 1.5), np.uint8)
    assert pip_px(soft, box_round(soft, 24)) == pytest.approx(0.18 * 60, rel=0.12)


def test_the_median_of_all_ones_counts_and_other_values_do_not() -> None:
    pixels = np.hstack([one(40.0)] * 3)
    middles = [60.0, 180.0, 300.0]
    boxes = [about_pips((x - 8, 52.0, x + 8, 68.0), 1) for x in middles]
    ones = [LabelledDie(1, box) for box in boxes]
    assert face_px_by_ones(photograph(*ones, LabelledDie(4, (0, 0, 3, 3))), pixels) == pytest.approx(40, rel=0.1)
    assert face_px_by_ones(photograph(LabelledDie(4, boxes[0]), LabelledDie(1, None)), pixels) is None


def test_what_has_no_dark_pip_tells_nothing() -> None:
    even = np.full((90, 90, 3), 180, np.uint8)
    assert pip_px(even, box_round(even, 20)) is None
    assert face_px_by_ones(photograph(LabelledDie(1, box_round(even, 20))), even) is None
