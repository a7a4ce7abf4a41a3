"""Real photographs with AprilTags, in the folder that MARKER_PHOTOGRAPHS names; elsewhere not even collected.

Each picture has a list beside it, one marker a line: id, four corners in px (AprilRobotics/apriltag).
MARKER_FREE_PHOTOGRAPHS names folders of photographs without any marker, parted as in PATH.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.table.layout import Layout
from tests.vision.conftest import MARKER_FREE, PHOTOGRAPHS
from tests.vision.fakes import FakeClock
from vision.cameras.files import PictureFolder
from vision.cameras.stored import PICTURES
from vision.looks import Looker, Picture
from vision.markers import MarkerFinder
from vision.overlay import draw

pytestmark = pytest.mark.shared

Floats = npt.NDArray[np.floating[Any]]


def photographs() -> list[Path]:
    found = sorted(Path(os.environ[PHOTOGRAPHS]).glob("*.jpg"))
    assert found, f"{PHOTOGRAPHS} names a folder without photographs"
    return found


LARGE_PX = 20
"""Mean side from which a listed marker counts."""


def test_large_listed_markers_are_found_and_none_with_a_wrong_id() -> None:
    found = listed = small_found = small_listed = wrong = unlisted = 0
    for path in photographs():
        numbers = [re.findall(r"[-\d.]+", line) for line in path.with_suffix(".txt").read_text().splitlines()]
        truth = [(int(each[0]), np.array(each[1:9], float).reshape(4, 2)) for each in numbers if each]
        markers = MarkerFinder().find(np.asarray(cv2.imread(str(path)), dtype=np.uint8))
        near = [
            [place for place, (_, where) in enumerate(truth) if _apart(where, corners) < 5]
            for corners in markers.corners_px
        ]
        for marker, places in zip(markers.ids.tolist(), near, strict=True):
            unlisted += not places
            # All tags in these photographs are number 0, also those that the lists leave out.
            wrong += [truth[each][0] for each in places] != [marker] if places else marker != 0
        for place, (_, where) in enumerate(truth):
            is_found = any(place in places for places in near)
            is_large = np.linalg.norm(where - np.roll(where, 1, axis=0), axis=1).mean() >= LARGE_PX
            listed, found = listed + is_large, found + (is_large and is_found)
            small_listed, small_found = small_listed + (not is_large), small_found + (not is_large and is_found)
    print(f"found {found} of {listed} large ones, {small_found} of {small_listed} small ones, {wrong} wrong,")
    print(f"{unlisted} that no list has")
    assert wrong == 0
    assert found >= 0.95 * listed
    assert found + small_found >= 0.75 * (listed + small_listed)


def _apart(one: Floats, other: Floats) -> float:
    """How far their middles are apart, in px."""
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))


@pytest.mark.slow
@pytest.mark.shared(MARKER_FREE)
def test_no_marker_is_seen_where_there_is_none() -> None:
    folders = [Path(each) for each in os.environ[MARKER_FREE].split(os.pathsep) if each]
    files = [file for folder in folders for file in sorted(folder.iterdir()) if file.suffix.lower() in PICTURES]
    assert files, f"{MARKER_FREE} names no folder with photographs"
    finder, seen = MarkerFinder(), dict[str, list[int]]()
    for file in files:
        markers = finder.find(np.asarray(cv2.imread(str(file)), dtype=np.uint8))
        if len(markers):
            seen[str(file)] = markers.ids.tolist()
    print(f"{len(files)} photographs")
    assert seen == {}


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
