"""What boxes about pips tell of the face around them, against pips laid out by hand."""

from __future__ import annotations

import math

import pytest

from tests.vision.dice.drawn import PIPS
from vision.training.labels import SQUARE_AT_ANY_ANGLE, about_pips

FACE_PX = 40.0


def pips_box(value: int, turn_deg: float) -> tuple[float, float, float, float]:
    """The upright box around the pips of a face of `FACE_PX` about (100, 60): 10 px to the next, 8 px across."""
    turn = math.radians(turn_deg)
    middles = [
        (
            100 + 10 * (x * math.cos(turn) - y * math.sin(turn)),
            60 + 10 * (x * math.sin(turn) + y * math.cos(turn)),
        )
        for x, y in PIPS[value]
    ]
    across, down = zip(*middles, strict=True)
    return min(across) - 4, min(down) - 4, max(across) + 4, max(down) + 4


@pytest.mark.parametrize("turn_deg", range(0, 91, 15))
@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_the_face_around_pips_is_found_at_any_angle(value: int, turn_deg: float) -> None:
    left, top, right, bottom = about_pips(pips_box(value, turn_deg), value)
    side = math.sqrt((right - left) * (bottom - top)) / SQUARE_AT_ANY_ANGLE
    assert side == pytest.approx(FACE_PX, rel=0.01 if value < 4 else 0.2)
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((100, 60))
