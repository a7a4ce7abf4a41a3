"""Where the camera is, by what it sees of the mat: a plane above it, how its sight runs, what a known lens tells."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from tests.vision.boards import WIDE
from vision.camera_pose import PosedCamera, posed
from vision.lens import flattened, straight_matrix
from vision.mat import Mat, Matrix, place
from vision.virtual.shot import FOCAL, CameraPose, Shot, mat_to_picture

SIZE = (1280, 720)
POINTS = np.array([[0, 0], [600, 0], [600, 400], [0, 400], [300, 200.0]])
LENS: Matrix = np.array([[FOCAL * 1280, 0, 639.5], [0, FOCAL * 1280, 359.5], [0, 0, 1]])
"""That of the virtual camera."""


def seen(tilt_deg: float, turn_deg: float = 40, above_mm: float = 0) -> Matrix:
    """From mm to px, of the mat or a plane above it."""
    shot = Shot(CameraPose(tilt_deg, turn_deg, (20, -10)), width_px=1280, height_px=720)
    return mat_to_picture(600, 400, shot, above_mm)


def known(tilt_deg: float, turn_deg: float, sign: float, lens: Matrix | None = None) -> PosedCamera:
    return posed(np.asarray(sign * np.linalg.inv(seen(tilt_deg, turn_deg))), SIZE, lens)


@pytest.mark.parametrize(("tilt_deg", "within_mm"), [(0, 2.0), (4, 2.0), (10, 0.01), (20, 0.01), (35, 0.01)])
@pytest.mark.parametrize("turn_deg", [0, 40, -120])
def test_a_raised_plane_is_where_the_camera_sees_it(tilt_deg: float, turn_deg: float, within_mm: float) -> None:
    """A camera that leans tells its focal length; of one that does not, 1.1 widths are taken for 0.9."""
    for sign in (1, -1):
        to_mm = known(tilt_deg, turn_deg, sign).plane(16)
        away = np.linalg.norm(place(to_mm, place(seen(tilt_deg, turn_deg, 16), POINTS)) - POINTS, axis=1)
        assert away.max() < within_mm


def test_without_height_a_plane_stays_where_it_is() -> None:
    assert place(known(20, 40, 1).plane(0), place(seen(20), POINTS)) == pytest.approx(POINTS, abs=1e-6)


@pytest.mark.parametrize(("tilt_deg", "within"), [(0, 0.2), (10, 0.001), (35, 0.001)])
@pytest.mark.parametrize("turn_deg", [0, 40, -120])
def test_sight_runs_from_a_point_to_what_it_hides(tilt_deg: float, turn_deg: float, within: float) -> None:
    """A point 16 mm above the mat hides the place on the mat that is seen at the same px."""
    for sign in (1, -1):
        _check_sight(known(tilt_deg, turn_deg, sign), tilt_deg, turn_deg, within)


@pytest.mark.parametrize("tilt_deg", [0, 2, 4, 35])
@pytest.mark.parametrize("turn_deg", [0, 40, -120])
def test_a_lens_that_is_known_tells_where_a_camera_is_that_does_not_lean(tilt_deg: float, turn_deg: float) -> None:
    for sign in (1, -1):
        camera = known(tilt_deg, turn_deg, sign, LENS)
        assert camera.tilt_deg == pytest.approx(tilt_deg, abs=0.001)
        _check_sight(camera, tilt_deg, turn_deg, 0.001)


def _check_sight(camera: PosedCamera, tilt_deg: float, turn_deg: float, within: float) -> None:
    """How its sight runs, to so large a share; without a lean a focal length is assumed: 0.9 widths for 1.1."""
    hidden = place(np.asarray(np.linalg.inv(seen(tilt_deg, turn_deg))), place(seen(tilt_deg, turn_deg, 16), POINTS))
    assert camera.above_mm > 300
    slopes = np.array([camera.slope(x_mm, y_mm, 16) for x_mm, y_mm in POINTS.tolist()])
    assert slopes == pytest.approx((hidden - POINTS) / 16, abs=within * float(np.abs(slopes).max()))


def test_nothing_lies_as_high_as_the_camera() -> None:
    camera = known(0, 0, 1)
    x_mm, y_mm, above_mm = camera.place_mm
    assert camera.slope(x_mm + 4, y_mm - 2, above_mm + 6) == pytest.approx((4, -2))


@pytest.mark.parametrize("k1", [-0.2, 0.1])
def test_the_lens_of_a_straightened_picture_is_that_of_its_px(k1: float) -> None:
    """A mat 400 mm straight below the camera: its straightened picture begins elsewhere than the raw one."""
    half = WIDE.sized(640, 360)
    assert half is not None
    lens = msgspec.structs.replace(half, k1=k1)
    to_px = lens.matrix @ np.array([[1, 0, -300], [0, 1, -200], [0, 0, 400.0]])
    raw, mat = np.zeros((360, 640), np.uint8), Mat(np.asarray(np.linalg.inv(to_px)), (), 0, 0)
    pixels, moved = flattened(raw, mat, lens)
    assert pixels.shape != raw.shape
    camera = posed(moved.to_mm, (pixels.shape[1], pixels.shape[0]), straight_matrix(lens))
    assert camera.place_mm == pytest.approx((300, 200, 400))
    assert camera.focal_px == pytest.approx(half.focal_x_px)


def test_where_no_lens_is_known_a_straightened_picture_has_none() -> None:
    assert straight_matrix(None) is None
