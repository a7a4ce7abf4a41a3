"""The projection of space against the homographies of planes, and the camera's place."""

from __future__ import annotations

import numpy as np
import pytest

from vision.mat import place
from vision.virtual.dice.projections import middle_of, projected, projection
from vision.virtual.shot import FOCAL, CameraPose, Shot, mat_to_picture

POINTS = np.array([[0, 0], [600, 0], [600, 400], [0, 400], [210, 130.0]])


@pytest.mark.parametrize("tilt_deg", [0, 12, 35])
@pytest.mark.parametrize("turn_deg", [0, 75, -160])
@pytest.mark.parametrize("above_mm", [0.0, 16.0])
def test_planes_are_seen_as_by_their_homographies(tilt_deg: float, turn_deg: float, above_mm: float) -> None:
    shot = Shot(CameraPose(tilt_deg, turn_deg, (12, -7)), width_px=1280, height_px=720)
    seen = projected(projection(600, 400, shot), np.column_stack([POINTS, np.full(len(POINTS), above_mm)]))
    assert seen == pytest.approx(place(mat_to_picture(600, 400, shot, above_mm), POINTS), abs=1e-6)


def test_a_camera_that_does_not_lean_is_over_the_middle() -> None:
    shot = Shot(width_px=1280, height_px=720)
    matrix = projection(600, 400, shot)
    x_mm, y_mm, z_mm = middle_of(matrix).tolist()
    assert (x_mm, y_mm) == pytest.approx((300, 200))
    ends = projected(matrix, np.array([[300, 200, 0], [301, 200, 0]]))
    # From there 1 mm is as many px wide as the focal length has heights.
    assert ends[1, 0] - ends[0, 0] == pytest.approx(FOCAL * 1280 / z_mm)


def test_what_is_higher_is_nearer_to_the_camera() -> None:
    matrix = projection(600, 400, Shot(CameraPose(30)))
    depths = [matrix[2] @ [300, 200, z_mm, 1] for z_mm in (0, 16)]
    assert 0 < depths[1] < depths[0]
