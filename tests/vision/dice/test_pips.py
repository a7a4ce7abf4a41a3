"""Pips counted on drawn faces: every value however turned and coloured, and silence where it is not clear."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.dice.drawn import pipped
from vision.cameras.frames import Pixels
from vision.dice.pips import contradicts, count_pips

MIDDLE = (59.5, 59.5)
RED, WHITE = (40, 40, 180), (235, 235, 235)


def count(pixels: Pixels) -> int | None:
    return count_pips(pixels, MIDDLE, 40)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turn_deg", [0, 17, 45, 80])
def test_pips_are_counted_however_the_face_is_turned(value: int, turn_deg: float) -> None:
    assert count(pipped(value, turn_deg=turn_deg)) == value
    assert count(pipped(value, turn_deg=turn_deg, body=RED, pip=WHITE)) == value


def test_pips_that_hardly_differ_are_not_counted() -> None:
    assert count(pipped(4, body=(60, 60, 60), pip=(90, 90, 90))) is None


def test_a_face_half_in_glare_is_not_counted() -> None:
    pixels = pipped(5, body=RED, pip=WHITE)
    cv2.ellipse(pixels, (66, 52), (14, 7), 30, 0, 360, WHITE, -1)
    assert count(pixels) is None


def test_pips_that_run_together_are_not_counted() -> None:
    pixels = pipped(6)
    cv2.line(pixels, (50, 50), (50, 60), (30, 30, 30), 6)
    assert count(pixels) is None


def test_a_point_beside_the_die_is_not_counted() -> None:
    assert count_pips(pipped(5), (80, 80), 40) is None
    assert count_pips(pipped(5), (0, 0), 40) is None


def test_only_a_clear_count_contradicts() -> None:
    assert contradicts(pipped(4), MIDDLE, 40, 5)
    assert not contradicts(pipped(4), MIDDLE, 40, 4)
    assert not contradicts(np.full((120, 120, 3), 128, np.uint8), MIDDLE, 40, 4)


def test_a_spot_at_the_edge_that_reaches_out_is_no_pip() -> None:
    pixels = pipped(3)
    cv2.circle(pixels, (74, 45), 3, (30, 30, 30), -1)
    assert count(pixels) == 3
