"""The folder of rendered pictures as a training sees it: damage is named, and labels follow the cut."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.training.cycles.cache import LEAST_CONTRAST, Rendered, any_rendered, load_cache
from vision.training.cycles.marks import RECIPE
from vision.training.cycles.render import names, store
from vision.training.figures import TrainingError

SIZE_PX = 320


def mark(left: float = 130.0, top: float = 150.0, **changes: Any) -> dict[str, Any]:
    """A top face of 40 x 40 px."""
    right, bottom = left + 40, top + 40
    places = [[left + x, top + y] for x in (10, 20, 30) for y in (10, 20, 30)]
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    plain = {"value": 4, "colour": "red", "corners": corners, "places": places, "is_cocked": False}
    return {**plain, "is_covered": False, "seen": 1.0, "contrast": 90.0, **changes}


def cache_of(folder: Path, *dice: dict[str, Any], sides: Sequence[tuple[float, float]] = ()) -> tuple[Rendered, ...]:
    """A folder with one grey picture, on which the faces are red."""
    pixels = np.full((SIZE_PX, SIZE_PX, 3), 128, np.uint8)
    for die in dice:
        (left, top), _, (right, bottom), _ = np.clip(die["corners"], 0, SIZE_PX).astype(int)
        pixels[top:bottom, left:right] = (220, 20, 20)
    store(folder, 0, (pixels, list(dice), [list(side) for side in sides]))
    return load_cache(folder)


def test_a_whole_picture_has_its_labels(tmp_path: Path) -> None:
    (rendered,) = cache_of(tmp_path, mark())
    picture = rendered.picture()
    (label,) = picture.labels
    assert label.box == pytest.approx((130, 150, 170, 190))
    assert (label.value, label.colour, label.is_hidden, picture.source) == (4, "red", False, "rendered")
    assert picture.pixels[170, 150].tolist() == [20, 20, 220]


@pytest.mark.parametrize(
    ("changes", "value", "is_hidden"),
    [
        ({"is_cocked": True}, None, False),
        ({"is_covered": True, "seen": 0.6}, None, True),
        ({"contrast": LEAST_CONTRAST - 1}, None, False),
        ({"left": -12.0}, None, True),
        ({"left": -5.0}, 4, False),
    ],
)
def test_values_are_known_only_of_flat_faces_seen_whole(
    tmp_path: Path, changes: dict[str, Any], value: int | None, is_hidden: bool
) -> None:
    (rendered,) = cache_of(tmp_path, mark(**changes))
    (label,) = rendered.picture().labels
    assert (label.value, label.is_hidden) == (value, is_hidden)
    assert label.box[0] >= 0


def test_a_face_of_which_next_to_nothing_is_seen_has_no_label(tmp_path: Path) -> None:
    (rendered,) = cache_of(tmp_path, mark(left=-37.0), mark(top=20.0, is_covered=True, seen=0.1))
    assert rendered.picture().labels == ()


def test_labels_follow_the_cut_however_it_is_turned(tmp_path: Path) -> None:
    cache = cache_of(tmp_path, mark())
    for seed in range(25):
        picture = any_rendered(cache, seed)
        (label,) = picture.labels
        redness = picture.pixels[..., 2].astype(int) - picture.pixels[..., 0]
        # Half as red as the face, however dark the picture: so much of its rim is its own where colours run.
        y, x = np.nonzero(redness > np.percentile(redness, 99) / 2)
        assert picture.pixels.shape == (SIZE_PX, SIZE_PX, 3)
        assert label.value == 4
        # Pixels count from the middle of the first, labels from its rim; the box holds all four turned corners.
        assert (label.x_px, label.y_px) == pytest.approx((np.median(x) + 0.5, np.median(y) + 0.5), abs=2)
        assert (label.width_px, label.height_px) == pytest.approx((np.ptp(x) + 1, np.ptp(y) + 1), abs=7)


def test_side_faces_follow_the_cut_and_leave_it_with_what_they_show(tmp_path: Path) -> None:
    beside, outside = (150.0, 200.0), (-4.0, 90.0)
    cache = cache_of(tmp_path, mark(), sides=[beside, outside])
    assert cache[0].picture().sides == (beside, outside)
    for seed in range(25):
        picture = any_rendered(cache, seed)
        (label,), ((x, y),) = picture.labels, picture.sides
        # 30 px from the middle of a face of 40 px, whose box is up to 1.42 times as wide, by its angle.
        assert 0.52 < np.hypot(x - label.x_px, y - label.y_px) / label.width_px < 0.76


def test_the_same_seed_gives_the_same_cut(tmp_path: Path) -> None:
    cache = cache_of(tmp_path, mark())
    one, again, other = any_rendered(cache, 3), any_rendered(cache, 3), any_rendered(cache, 4)
    assert np.array_equal(one.pixels, again.pixels)
    assert one.labels == again.labels
    assert not np.array_equal(one.pixels, other.pixels)


def test_an_empty_folder_is_told_how_it_is_filled(tmp_path: Path) -> None:
    with pytest.raises(
        TrainingError, match=r"holds no rendered pictures\. Make some: python -m vision\.training\.cycles"
    ):
        load_cache(tmp_path)


def test_damaged_files_are_named(tmp_path: Path) -> None:
    (rendered,) = cache_of(tmp_path, mark())
    picture, line = names(tmp_path, 0)
    whole = line.read_bytes()
    for content, words in (
        (whole[:40], r"00000000\.json says nothing about a rendered picture: .*Delete it and render again"),
        (
            json.dumps(json.loads(whole) | {"recipe": RECIPE + 1}).encode(),
            r"is of recipe \d+, and this version renders",
        ),
        (whole.replace(b'"value":4', b'"value":9'), r"00000000\.json has a red die of value 9\. Delete it"),
    ):
        line.write_bytes(content)
        with pytest.raises(TrainingError, match=words):
            load_cache(tmp_path)
    line.write_bytes(whole)
    picture.write_bytes(picture.read_bytes()[:50])
    with pytest.raises(TrainingError, match=r"00000000\.png is no whole picture of 320 x 320 px\. Delete it"):
        rendered.picture()
    with pytest.raises(TrainingError, match=r"is no whole picture of 64 x 64 px"):
        replace(rendered, size_px=64).pixels()
    picture.unlink()
    with pytest.raises(
        TrainingError, match=r"00000000\.png is missing, though 00000000\.json tells of it\. Render again"
    ):
        load_cache(tmp_path)
