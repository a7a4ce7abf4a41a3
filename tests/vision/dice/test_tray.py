"""The tray straight from above, and its dice: those in it, those across its edge, and none beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.dice.drawn import Sight, cloth, coded
from vision.dice.model import Figures, Model
from vision.dice.tray import MARGIN_MM, PX_PER_MM, Tray, raised, read_tray, rectified
from vision.frames import Pixels
from vision.mat import Matrix, place
from vision.virtual.shot import CameraPose, Shot, mat_to_picture

TRAY = Tray(30, 20, 200, 120)
STRAIGHT: Matrix = np.array([[0.5, 0, 0.25], [0, 0.5, 0.25], [0, 0, 1]])
"""From px to mm of a picture of 2 px a mm straight from above; its first pixel begins where the mat does."""
POINTS = np.array([[0, 0], [600, 0], [600, 400], [0, 400], [300, 200.0]])


@pytest.fixture
def model() -> Model:
    return Model(Sight(), Figures(made="2026-01-31", data="coded dice"))


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


def test_a_place_on_the_mat_is_seen_at_its_px() -> None:
    flat = mat_to_picture(260, 160, Shot(CameraPose(25, 30), width_px=1280, height_px=720))
    picture = np.zeros((720, 1280, 3), np.uint8)
    x_px, y_px = place(flat, np.array([[90.0, 70.0]]))[0].tolist()
    cv2.circle(picture, (round(x_px), round(y_px)), 6, (255, 255, 255), -1)
    seen = rectified(picture, np.asarray(np.linalg.inv(flat)), TRAY)
    assert seen.shape == (240, 400, 3)
    rows, columns = np.nonzero(seen[:, :, 0] > 127)
    # 60 and 50 mm from its corner, whose px has its middle a quarter of a mm further in.
    assert (columns.mean(), rows.mean()) == pytest.approx((60 * PX_PER_MM - 0.5, 50 * PX_PER_MM - 0.5), abs=0.5)


def _picture(*places_mm: tuple[float, float]) -> tuple[Pixels, Matrix]:
    """Coded dice, showing 3, with their middles there at the height of their top faces; and the mat's homography."""
    size = (640, 480)
    pixels = cloth(*size)
    to_px = np.asarray(np.linalg.inv(raised(STRAIGHT, size, 16)))
    for x_px, y_px in place(to_px, np.array(places_mm)).tolist():
        coded(pixels, 3, round((x_px - 1.5) / 4), round((y_px - 1.5) / 4))
    return pixels, STRAIGHT


def test_dice_in_the_tray_are_read_with_their_place(model: Model) -> None:
    pixels, to_mm = _picture((100, 60), (180, 100))
    reading = read_tray(pixels, to_mm, TRAY, model, pips=False)
    assert reading.verdict == "read"
    assert [die.value for die in reading.dice] == [3, 3]
    # Coded in cells of 4 px, which are up to 2 px off.
    for die, (x_mm, y_mm) in zip(reading.dice, ((100, 60), (180, 100)), strict=True):
        x_px, y_px = die.middle_px
        seen_mm = (TRAY.left_mm + (x_px + 0.5) / PX_PER_MM, TRAY.top_mm + (y_px + 0.5) / PX_PER_MM)
        assert seen_mm == pytest.approx((x_mm, y_mm), abs=2.5)


def test_a_die_at_the_wall_is_read_one_across_the_edge_is_told_and_one_beside_is_none_of_its_dice(model: Model) -> None:
    wall, across, beside = (41.0, 80.0), (31.0, 80.0), (15.0, 80.0)
    readings = [read_tray(*_picture((120, 60), at), TRAY, model, pips=False) for at in (wall, across, beside)]
    assert [reading.verdict for reading in readings] == ["read", "doubtful", "read"]
    assert [[die.value for die in reading.dice] for reading in readings] == [[3, 3], [3, None], [3]]
    assert readings[1].dice[1].state == "outside"


def test_a_die_that_the_picture_cuts_is_told(model: Model) -> None:
    """The tray reaches beyond the camera's view, and the die is at its end."""
    pixels, to_mm = _picture((120, 60), (294, 80))
    reading = read_tray(pixels[:, :612], to_mm, Tray(30, 20, 290, 120), model, pips=False)
    assert [die.state for die in reading.dice] == ["read", "outside"]
    assert reading.verdict == "doubtful"


def test_an_empty_tray_is_read_as_none_even_where_it_is_one_even_surface(model: Model) -> None:
    """The whole picture tells whether the camera sees anything: the mat's markers were found in it."""
    pixels = np.full((480, 640, 3), 90, np.uint8)
    pixels[300:] = cloth(640, 180)
    reading = read_tray(pixels, STRAIGHT, TRAY, model, pips=False)
    assert (reading.verdict, reading.dice, reading.sentence) == ("read", (), "No die.")


def test_a_picture_that_shows_nothing_has_failed(model: Model) -> None:
    assert read_tray(np.zeros((480, 640, 3), np.uint8), STRAIGHT, TRAY, model).verdict == "failed"


def test_a_tray_knows_its_edges() -> None:
    assert TRAY.to_edge_mm(40, 80) == 10
    assert TRAY.to_edge_mm(100, 135) == 5
    assert TRAY.to_edge_mm(20, 80) == -10
    assert TRAY.wider(MARGIN_MM).to_edge_mm(30, 80) == MARGIN_MM
    with pytest.raises(ValueError, match="A tray of 0 x 5 mm has no room for dice"):
        Tray(0, 0, 0, 5)
