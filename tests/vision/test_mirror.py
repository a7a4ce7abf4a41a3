"""A mirrored picture is called so, and how it is put right, wherever pictures are judged."""

from __future__ import annotations

import numpy as np

from companion.table.layout import Layout
from companion.table.sightings import MarkerId, PrintedMarker
from tests.vision.boards import SIZE, picture, poses
from tests.vision.fakes import plain, table
from vision.cameras.frames import Frame, Pixels
from vision.charuco import Showing
from vision.looks import Looker
from vision.markers import MarkerFinder
from vision.mirror import EVERY_S, MIRRORED, is_mirrored

ALL = {MarkerId(each): PrintedMarker(18.0) for each in range(4, 587)}


def mirrored(pixels: Pixels) -> Pixels:
    return np.ascontiguousarray(pixels[:, ::-1])


def test_a_mat_is_mirrored_or_not(layout: Layout) -> None:
    finder = MarkerFinder()
    assert is_mirrored(mirrored(table(layout)), finder)
    assert not is_mirrored(table(layout), finder)
    assert not is_mirrored(plain(128), finder)


def test_the_look_says_so_and_not_that_it_is_unsharp(layout: Layout) -> None:
    looker = Looker(layout, ALL)
    pixels = [plain(0), mirrored(table(layout)), mirrored(table(layout)), table(layout), table(layout)]
    looks = [
        looker.look(Frame(each.copy(), number * EVERY_S, number), "Camera test")
        for number, each in enumerate(pixels, start=1)
    ]
    assert looks[0].verdict.startswith("Camera test sees no marker. The picture is black.")
    assert looks[1].verdict == looks[2].health.text == f"Camera test sees no marker. {MIRRORED}"
    assert looks[1].state == "lost"
    assert looks[4].state == "in view"


def test_a_calibration_board_in_a_mirror_is_told() -> None:
    seen = picture(poses()[0], seed=0)
    showing = Showing(SIZE, is_live=False)
    assert showing.look(mirrored(seen)) == MIRRORED
    assert showing.look(seen).startswith("View 1 is taken.")
