"""Real photographs with AprilTags, in the folder that MARKER_PHOTOGRAPHS names; elsewhere not even collected.

Each picture has a list beside it, one marker a line: id, four corners in px (AprilRobotics/apriltag).
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.layout import Layout
from tests.vision.conftest import PHOTOGRAPHS
from tests.vision.fakes import FakeClock
from vision.files import PictureFolder
from vision.looks import Looker, Picture
from vision.markers import MarkerFinder
from vision.overlay import draw

pytestmark = pytest.mark.shared


def photographs() -> list[Path]:
    found = sorted(Path(os.environ[PHOTOGRAPHS]).glob("*.jpg"))
    assert found, f"{PHOTOGRAPHS} names a folder without photographs"
    return found


def test_listed_markers_are_found_and_none_with_a_wrong_id() -> None:
    found = listed = wrong = unlisted = 0
    for path in photographs():
        numbers = [re.findall(r"[-\d.]+", line) for line in path.with_suffix(".txt").read_text().splitlines()]
        truth = [(int(each[0]), np.array(each[1:9], float).reshape(4, 2).mean(axis=0)) for each in numbers if each]
        listed += len(truth)
        markers = MarkerFinder().find(np.asarray(cv2.imread(str(path)), dtype=np.uint8))
        for marker, corners in zip(markers.ids.tolist(), markers.corners_px, strict=True):
            near = [each for each, middle in truth if np.linalg.norm(middle - corners.mean(axis=0)) < 5]
            found += near == [marker]
            wrong += bool(near) and near != [marker]
            unlisted += not near
            # All tags in these photographs are number 0, also those that the lists leave out.
            wrong += not near and marker != 0
    print(f"found {found} of {listed} listed, {wrong} wrong, {unlisted} that no list has")
    assert wrong == 0
    assert found >= 0.6 * listed


def test_a_folder_of_them_is_read_and_named_as_not_ours(layout: Layout, clock: FakeClock) -> None:
    pictures = photographs()
    folder = PictureFolder(Path(os.environ[PHOTOGRAPHS]), clock, every_s=0, loops=False)
    for _ in pictures:
        frame = folder.read(0)
        assert frame is not None
        look = Looker(layout, {}).look(frame, folder.name)
        print(look.verdict)
        assert (look.state, look.sightings, look.health.status) == ("lost", (), "failed")
        assert look.verdict.startswith(f"{folder.name} sees ")
        # Number 0 is the number of a corner of our mat, too; seen so often it is another's.
        assert "these are not this game's" in look.verdict or "of this game's mat" in look.verdict


def test_no_picture_of_them_shows_what_it_sees(layout: Layout, clock: FakeClock) -> None:
    folder = PictureFolder(Path(os.environ[PHOTOGRAPHS]), clock, every_s=0, loops=False)
    frame = folder.read(0)
    assert frame is not None
    picture = Looker(layout, {}).picture(frame, folder.name)
    # Not a pixel of it: another picture with the same verdict is drawn the same.
    blank = Picture(picture.look, layout, np.zeros((90, 160, 3), np.uint8))
    assert draw(picture, {}) == draw(blank, {})
