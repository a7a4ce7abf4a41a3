"""From where the dice tray is seen: the angle that is told is the camera's, and the cure leads to a good one."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from companion.games.dice import tray_on
from companion.games.registry import GAMES
from companion.table.layout import Zone
from vision.camera_pose import PosedCamera, posed
from vision.fitness.tray_sight import TOP_MM, LookedAtTray, angles, check_tray
from vision.virtual.shot import FOCAL, CameraPose, Shot, mat_to_picture

TRAY = Zone("tray", 400.0, 200.0, 200.0, 160.0)
"""Its middle is at 500, 280."""
HIGH_MM = 1000.0 + TOP_MM


def over(x_mm: float, y_mm: float, above_mm: float = HIGH_MM) -> PosedCamera:
    """A camera there that looks straight down: where it looks is no matter."""
    axes = np.column_stack([np.eye(3), [-x_mm, -y_mm, above_mm]])
    return PosedCamera(np.diag([1000.0, 1000.0, 1.0]), axes)


def test_the_angle_is_that_to_the_top_faces() -> None:
    middle, least, most = angles(over(500.0, 280.0), TRAY)
    assert (middle, least) == (0.0, 0.0)
    # The corner dice lie 16 mm inside the edges.
    assert most == pytest.approx(math.degrees(math.atan(math.hypot(84, 64) / 1000)))
    middle, least, most = angles(over(500.0 - 364.0, 280.0), TRAY)
    assert [round(each, 1) for each in (middle, least, most)] == [20.0, 15.6, 24.3]


@pytest.mark.parametrize(
    ("aside_mm", "may_be_clear", "verdict", "words"),
    [
        (0.0, True, "barely", "too nearly straight above"),
        (0.0, False, "fit", "a good angle"),
        (150.0, True, "barely", "too nearly straight above"),
        (300.0, True, "fit", "a good angle"),
        (400.0, True, "fit", "a good angle"),
        (520.0, True, "barely", "too far aside"),
        (520.0, False, "barely", "too far aside"),
        (800.0, False, "unfit", "too far aside"),
    ],
)
def test_clear_dice_want_to_be_seen_from_aside_and_none_from_too_far(
    aside_mm: float, may_be_clear: bool, verdict: str, words: str
) -> None:
    check = check_tray(over(500.0 + aside_mm, 280.0), LookedAtTray(TRAY, may_be_clear))
    assert (check.name, check.verdict) == ("tray", verdict)
    assert words in check.text


@pytest.mark.parametrize(("aside_mm", "above_mm", "way"), [(20.0, 900.0, 1), (700.0, 1100.0, -1), (60.0, 1400.0, 1)])
def test_who_does_what_is_said_has_a_good_angle(aside_mm: float, above_mm: float, way: int) -> None:
    tray = LookedAtTray(TRAY, may_be_clear=True)
    found = re.search(r"about (\d+) cm", check_tray(over(500.0 + aside_mm, 280.0, above_mm), tray).text)
    assert found is not None
    moved = over(500.0 + aside_mm + way * 10 * int(found.group(1)), 280.0, above_mm)
    assert check_tray(moved, tray).verdict == "fit"


def test_until_the_mat_is_found_nothing_is_told() -> None:
    check = check_tray(None, LookedAtTray(TRAY, may_be_clear=True))
    assert (check.verdict, check.figure) == ("unknown", "")


@pytest.mark.parametrize("tilt_deg", [0.0, 6.0, 12.0])
@pytest.mark.parametrize("turn_deg", [0.0, 180.0])
@pytest.mark.parametrize("width_px", [1536, 1920])
def test_from_a_usual_camera_the_tray_of_a_mat_is_seen_from_a_good_angle(
    tilt_deg: float, turn_deg: float, width_px: int
) -> None:
    """Over the middle of the mat, which fills the picture, and leaning a little."""
    game = GAMES["rolling_with_the_waves"]
    layout = game.mat.layout(game.view(game.new_game({}, {}), None))
    shot = Shot(CameraPose(tilt_deg, turn_deg), width_px=width_px, height_px=1080)
    to_mm = np.asarray(np.linalg.inv(mat_to_picture(layout.width_mm, layout.height_mm, shot)), np.float64)
    lens = np.array([[FOCAL * width_px, 0, (width_px - 1) / 2], [0, FOCAL * width_px, 539.5], [0, 0, 1]])
    camera = posed(to_mm, (width_px, 1080), lens)
    check = check_tray(camera, LookedAtTray(layout.find(tray_on(game.dice, layout)), may_be_clear=True))
    assert check.verdict == "fit", check.figure
