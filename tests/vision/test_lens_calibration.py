"""The lens that made the pictures is found again, and sets of views that cannot tell it are refused."""

from __future__ import annotations

import re

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.boards import SIZE, WIDE, Pose, picture, poses, told, truth, view, views
from vision.cameras.frames import Pixels
from vision.charuco import BoardFinder, Showing, differs, is_still, wanted
from vision.lens import Lens
from vision.lens_calibration import MOST_ERROR_PX, BadViews, calibrate

HELD = [told(pose, seed=seed) for seed, pose in enumerate(poses())]
CHECKED = [Pose(x, y, 420, lean, yaw, 33) for x, y, lean, yaw in ((0.25, 0.4, 12, 0), (0.75, 0.6, 0, -25))]


def off_px(lens: Lens) -> float:
    """Root mean square distance of straightened corners, all over the picture, from where a pinhole shows them."""
    across, down = np.meshgrid(np.linspace(0, 1279, 25), np.linspace(0, 719, 15))
    raw = np.stack([across, down], axis=2).reshape(-1, 2)
    # Another focal length is no error: places on a plane come out the same. So the best homography is left out.
    mine, true = lens.straighten(raw), WIDE.straighten(raw)
    matrix, _ = cv2.findHomography(mine, true, 0)
    moved = cv2.perspectiveTransform(mine.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    return float(np.sqrt(((moved - true) ** 2).sum(axis=1).mean()))


@pytest.mark.slow
def test_the_lens_that_took_the_pictures_is_found_again() -> None:
    lens = calibrate(views(), "Camera test", "2026-11-22")
    assert off_px(lens) < 0.3
    assert lens.k1 == pytest.approx(WIDE.k1, abs=0.02)
    assert (lens.camera, lens.width_px, lens.height_px) == ("Camera test", 1280, 720)
    assert (lens.status, lens.date, lens.views) == ("calibrated", "2026-11-22", len(poses()))
    assert lens.error_px < 0.2
    for pose in CHECKED:
        seen = view(pose)
        off = lens.straighten(seen.corners_px) - truth(pose, WIDE, is_straight=True)[seen.ids]
        assert float(np.sqrt((off**2).sum(axis=1).mean())) < 0.5


@pytest.mark.parametrize("noise_px", [0.05, 0.3])
def test_noise_alone_brings_no_k3(noise_px: float) -> None:
    lens = calibrate([told(pose, WIDE, noise_px, seed) for seed, pose in enumerate(poses())], "c", "")
    assert lens.k3 == 0.0
    assert off_px(lens) < 0.3


def test_a_lens_that_has_k3_gets_it() -> None:
    strong = msgspec.structs.replace(WIDE, focal_x_px=760.0, focal_y_px=760.0, k1=-0.35, k2=0.25, k3=-0.06)
    nearer = [
        Pose(each.across, each.down, each.away_mm * 0.74, each.lean_deg, each.yaw_deg, each.turn_deg)
        for each in poses()
    ]
    lens = calibrate([told(pose, strong, 0.05, seed) for seed, pose in enumerate(nearer)], "c", "")
    assert lens.k3 == pytest.approx(-0.06, abs=0.02)
    edge = strong.edge()
    assert float(np.linalg.norm(lens.straighten(edge) - strong.straighten(edge), axis=1).mean()) < 1


def test_too_few_views_are_refused() -> None:
    with pytest.raises(BadViews, match=r"^11 views of the board are too few: 12 are needed\. Show it longer"):
        calibrate(HELD[:11], "c", "")
    with pytest.raises(BadViews, match=r"^1 view of the board is too few"):
        calibrate(HELD[:1], "c", "")


def test_views_that_are_all_alike_are_refused() -> None:
    alike = [told(Pose(0.5, 0.5, 430, 30, 0, turn), seed=turn) for turn in range(12)]
    with pytest.raises(BadViews) as refused:
        calibrate(alike, "c", "")
    assert str(refused.value) == (
        "The views are too much alike. Missing: the upper left corner, the upper right corner, the lower left corner, "
        "the lower right corner, one with its left side nearer, one with its right side nearer, one with its upper "
        "side nearer. Show these too."
    )
    flat = [told(Pose(x, y, 400), seed=1) for x in (0.2, 0.4, 0.6, 0.8) for y in (0.4, 0.5, 0.6)]
    with pytest.raises(BadViews, match="held straight in all views"):
        calibrate(flat, "c", "")


def test_a_board_that_is_bent_is_refused() -> None:
    bent = [told(pose, WIDE, 2.0, seed) for seed, pose in enumerate(poses())]
    with pytest.raises(BadViews) as refused:
        calibrate(bent, "c", "")
    off = re.match(r"The views contradict each other: corners are (\d\.\d) px off on average", str(refused.value))
    assert off is not None
    assert float(off[1]) > MOST_ERROR_PX
    assert "Glue the board onto something flat" in str(refused.value)


def test_pictures_of_two_sizes_are_refused() -> None:
    half = WIDE.sized(640, 360)
    assert half is not None
    with pytest.raises(BadViews, match="640 x 360 and 1280 x 720 px"):
        calibrate([*HELD, told(Pose(0.5, 0.5), half)], "c", "")


def test_each_place_and_tilt_that_is_missing_is_asked_for_in_turn() -> None:
    asked = [wanted(HELD[:count]) for count in range(len(HELD) + 1)]
    assert asked[:6] == [
        "Now the middle of the picture.",
        "Now the upper left corner.",
        "Now the upper right corner.",
        "Now the lower left corner.",
        "Now the lower right corner.",
        "Now tilt it: its left side, as the picture has it, nearer to the camera.",
    ]
    assert asked[9] == "3 more, each somewhere else and tilted otherwise."
    assert asked[12:] == [""] * 3


@pytest.mark.parametrize(
    ("lean_deg", "yaw_deg", "side"),
    [(0, 0, ""), (8, 0, ""), (30, 0, "lower"), (-30, 0, "upper"), (0, 30, "right"), (0, -30, "left")],
)
@pytest.mark.parametrize("turn_deg", [0, 90, 200])
def test_the_side_that_is_nearer_is_told_however_the_board_is_turned(
    lean_deg: float, yaw_deg: float, side: str, turn_deg: float
) -> None:
    assert told(Pose(0.5, 0.5, 430, lean_deg, yaw_deg, turn_deg)).tilt() == side


def test_a_view_counts_where_it_differs() -> None:
    one, near, far = (told(Pose(x, 0.5)) for x in (0.5, 0.51, 0.54))
    assert not differs(near, [one])
    assert differs(far, [one])
    assert not is_still(far, one)
    assert not is_still(one, None)
    assert is_still(told(Pose(0.5, 0.5), seed=2), one)


def test_a_live_board_is_taken_when_it_is_still_and_sharp_and_adds_something() -> None:
    showing = Showing(SIZE, is_live=True)
    here, there = picture(Pose(0.5, 0.5, 400)), picture(Pose(0.22, 0.4, 400))
    wall = np.full((720, 1280, 3), 110, np.uint8)
    assert showing.look(wall) == "The board is not seen. Now the middle of the picture."
    assert showing.look(here) == "Hold it still."
    assert showing.look(here) == "View 1 is taken. Now the upper left corner."
    assert showing.look(here) == "Now the upper left corner."
    assert showing.look(there) == "Hold it still."
    assert showing.look(there) == "View 2 is taken. Now the upper right corner."
    assert not showing.is_enough
    blurred = np.asarray(cv2.GaussianBlur(picture(Pose(0.5, 0.5, 300)), (0, 0), 3.5), np.uint8)
    assert showing.look(blurred) == "The board is blurred: hold it still, in good light, and not too near."


def test_pictures_from_the_disk_are_taken_unless_they_are_alike() -> None:
    showing = Showing(SIZE, is_live=False)
    for pose in (Pose(0.5, 0.5, 400), Pose(0.5, 0.5, 400), Pose(0.45, 0.5, 400)):
        showing.look(picture(pose))
    assert len(showing.views) == 2


def test_markers_of_the_game_are_no_board() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    sheet: Pixels = np.full((720, 1280), 235, np.uint8)
    for index in range(40):
        left, top = 30 + index % 10 * 120, 30 + index // 10 * 160
        sheet[top : top + 80, left : left + 80] = cv2.aruco.generateImageMarker(dictionary, index, 80)
    assert BoardFinder(SIZE).find(sheet) is None
