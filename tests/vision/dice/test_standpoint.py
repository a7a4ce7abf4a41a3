"""Where the camera is, by what it sees of the mat: a plane above it, and how its sight runs."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.standpoint import Standpoint, raised, standpoint
from vision.mat import place
from vision.virtual.shot import CameraPose, Shot, mat_to_picture

POINTS = np.array([[0, 0], [600, 0], [600, 400], [0, 400], [300, 200.0]])


@pytest.mark.parametrize(("tilt_deg", "within_mm"), [(0, 2.0), (4, 2.0), (10, 0.01), (20, 0.01), (35, 0.01)])
@pytest.mark.parametrize("turn_deg", [0, 40, -120])
def test_a_raised_plane_is_where_the_camera_sees_it(tilt_deg: float, turn_deg: float, within_mm: float) -> None:
    """A camera that leans tells its focal length; of one that does not, 1.1 widths are taken for 0.9."""
    shot = Shot(CameraPose(tilt_deg, turn_deg, (20, -10)), width_px=1280, height_px=720)
    flat, above = (mat_to_picture(600, 400, shot, above_mm) for above_mm in (0, 16))
    for sign in (1, -1):
        to_mm = raised(np.asarray(sign * np.linalg.inv(flat)), (1280, 720), 16)
        away = np.linalg.norm(place(to_mm, place(above, POINTS)) - POINTS, axis=1)
        assert away.max() < within_mm


def test_without_height_a_plane_stays_where_it_is() -> None:
    flat = mat_to_picture(600, 400, Shot(CameraPose(20), width_px=1280, height_px=720))
    to_mm = raised(np.asarray(np.linalg.inv(flat)), (1280, 720), 0)
    assert place(to_mm, place(flat, POINTS)) == pytest.approx(POINTS, abs=1e-6)


@pytest.mark.parametrize(("tilt_deg", "within"), [(0, 0.2), (10, 0.001), (35, 0.001)])
@pytest.mark.parametrize("turn_deg", [0, 40, -120])
def test_sight_runs_from_a_point_to_what_it_hides(tilt_deg: float, turn_deg: float, within: float) -> None:
    """A point 16 mm above the mat hides the place on the mat that is seen at the same px."""
    shot = Shot(CameraPose(tilt_deg, turn_deg, (20, -10)), width_px=1280, height_px=720)
    flat, above = (mat_to_picture(600, 400, shot, above_mm) for above_mm in (0, 16))
    hidden = place(np.asarray(np.linalg.inv(flat)), place(above, POINTS))
    for sign in (1, -1):
        camera = standpoint(np.asarray(sign * np.linalg.inv(flat)), (1280, 720))
        assert camera.above_mm > 300
        slopes = np.array([camera.slope(x_mm, y_mm, 16) for x_mm, y_mm in POINTS.tolist()])
        # Without a lean the focal length is assumed: 0.9 widths for 1.1, so that sight seems a fifth steeper.
        assert slopes == pytest.approx((hidden - POINTS) / 16, abs=within * float(np.abs(slopes).max()))


def test_nothing_lies_as_high_as_the_camera() -> None:
    assert Standpoint(0, 0, 10).slope(4, -2, 16) == (4, -2)
