"""What reads dice is not shown the markers that were read: where they are it sees the paper around them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.private_places import BOARD, BOARDS, KIT, LAYOUT, board_in, painter
from vision.cameras.frames import Frame
from vision.dice.known_markers import without_markers
from vision.dice.tray import Tray, rectified
from vision.looks import Looker, Picture
from vision.virtual.scene import Scene
from vision.virtual.shot import CameraPose, Shot

SHOT = Shot(CameraPose(20.0, 4.0), noise=0.0, width_px=1536, height_px=1024)
ZONE = "board.2"
TRAY = Tray.of(LAYOUT.find(ZONE))
DARK = 100


def seen(angle_deg: float) -> Picture:
    """A board in its place, turned so far, as it is read."""
    frame = Frame(painter(SHOT).render(Scene((board_in(ZONE, angle_deg),))), 1.0, 1)
    return Looker(LAYOUT, KIT.printed).picture(frame, "Camera test")


@pytest.mark.parametrize("angle_deg", [0.0, 37.0, 176.0])
def test_a_marker_that_was_read_is_painted_over_and_nothing_else_is(angle_deg: float) -> None:
    picture = seen(angle_deg)
    assert picture.pixels is not None
    assert picture.mat is not None
    markers = picture.look.sightings
    assert KIT.markers(BOARD)[BOARDS.index(ZONE)] in [each.marker for each in markers]
    painted = without_markers(picture.pixels, picture.mat.to_mm, markers, TRAY)
    before, after = (rectified(each, picture.mat.to_mm, TRAY) for each in (picture.pixels, painted))
    assert before.min() < DARK / 2
    assert after.min() > DARK
    (board,) = (each for each in markers if each.marker in KIT.markers(BOARD))
    rows, columns = np.nonzero((before != after).any(axis=2))
    spots = np.stack([TRAY.left_mm + columns / 2, TRAY.top_mm + rows / 2], axis=1)
    assert np.linalg.norm(spots - (board.x_mm, board.y_mm), axis=1).max() < board.side_mm * 0.6 * 2**0.5


def test_markers_elsewhere_and_those_that_were_not_read_are_left() -> None:
    picture = seen(0.0)
    assert picture.pixels is not None
    assert picture.mat is not None
    board = [each for each in picture.look.sightings if each.marker in KIT.markers(BOARD)]
    assert without_markers(picture.pixels, picture.mat.to_mm, (), TRAY) is picture.pixels
    other = Tray.of(LAYOUT.find("dice_tray"))
    assert without_markers(picture.pixels, picture.mat.to_mm, board, other) is picture.pixels
