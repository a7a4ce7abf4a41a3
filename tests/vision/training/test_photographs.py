"""Labelled photographs: what a folder must hold, and where its labels go when a photograph is turned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from vision.training.figures import TrainingError
from vision.training.labels import SOURCES, SQUARE_AT_ANY_ANGLE, read_labels
from vision.training.photographs import cut_out, labels_of, leave_out, whole, with_boxes
from vision.training.records import FACE_PX

BOX = [140.0, 60.0, 204.0, 124.0]


def folder_of(path: Path, entries: dict[str, dict[str, Any]]) -> Path:
    """A folder in which every named picture shows one red square at `BOX`."""
    pixels = np.full((240, 320, 3), 128, np.uint8)
    pixels[60:124, 140:204] = (20, 20, 220)
    for name in entries:
        cv2.imwrite(str(path / name), pixels)
    (path / "labels.json").write_bytes(msgspec.json.encode(entries))
    return path


def entry(source: str = "mine", value: int = 4, **more: Any) -> dict[str, Any]:
    return {"source": source, "width": 320, "height": 240, "dice": [{"value": value, "box": BOX}], **more}


def test_a_whole_photograph_is_scaled_to_the_common_face(tmp_path: Path) -> None:
    (photograph,) = read_labels(folder_of(tmp_path, {"a.png": entry()}))
    picture = whole(photograph)
    (label,) = picture.labels
    scale = FACE_PX / (64 / SQUARE_AT_ANY_ANGLE)
    assert picture.pixels.shape == (round(240 * scale), round(320 * scale), 3)
    assert (label.x_px, label.y_px) == pytest.approx((172 * scale, 92 * scale), abs=0.5)
    assert (label.value, label.colour, label.is_hidden, picture.source) == (4, "unknown", False, "mine")


def test_labels_go_where_the_die_goes_however_the_photograph_is_turned(tmp_path: Path) -> None:
    (photograph,) = read_labels(folder_of(tmp_path, {"a.png": entry()}))
    for seed in range(25):
        picture = cut_out(photograph, seed)
        (label,) = picture.labels
        blue, _, red = picture.pixels[..., 0].astype(int), None, picture.pixels[..., 2].astype(int)
        y, x = np.nonzero(red - blue > 80)
        assert picture.pixels.shape == (320, 320, 3)
        if label.value is not None:
            # Pixels count from the middle of the first, labels from its rim.
            assert (label.x_px, label.y_px) == pytest.approx((x.mean() + 0.5, y.mean() + 0.5), abs=1.5)
            assert 0.75 < label.width_px * label.height_px / len(x) < 1.3


def test_the_same_seed_gives_the_same_cut(tmp_path: Path) -> None:
    (photograph,) = read_labels(folder_of(tmp_path, {"a.png": entry()}))
    one, again, other = cut_out(photograph, 3), cut_out(photograph, 3), cut_out(photograph, 4)
    assert np.array_equal(one.pixels, again.pixels)
    assert one.labels == again.labels
    assert not np.array_equal(one.pixels, other.pixels)


def test_boxes_of_whole_dice_are_cut_down_to_the_top_face(tmp_path: Path) -> None:
    (photograph,) = read_labels(folder_of(tmp_path, {"a.png": entry("ctu")}))
    (label,) = labels_of(photograph)
    # Seen from its near side, the top face is the upper part of the die: its box begins where the die's does.
    assert label.box == pytest.approx((140, 60, 204, 60 + 64 * SOURCES["ctu"].height))


def test_one_source_is_set_aside(tmp_path: Path) -> None:
    photographs = read_labels(folder_of(tmp_path, {"a.png": entry("one"), "b.png": entry("two")}))
    others, left = leave_out(photographs, "two")
    assert [each.file.name for each in others] == ["a.png"]
    assert [each.file.name for each in left] == ["b.png"]
    with pytest.raises(TrainingError, match=r'"three" leaves no two parts: the sources are one, two\. Name one'):
        leave_out(photographs, "three")


def test_photographs_without_boxes_are_left_out(tmp_path: Path) -> None:
    entries = {"a.png": entry(), "b.png": entry(dice=[{"value": 3}])}
    photographs = read_labels(folder_of(tmp_path, entries))
    assert [each.file.name for each in with_boxes(photographs)] == ["a.png"]
    with pytest.raises(TrainingError, match=r"No photograph has dice with boxes in labels\.json\. Add some"):
        with_boxes(photographs[1:])


def test_a_folder_without_labels_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"labels\.json cannot be read: .*Name a folder with labelled"):
        read_labels(tmp_path)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (b"{", r"labels\.json cannot be used: .*Mend it as its README says"),
        (b"{}", r"has no photograph of any source; its sources are: none\."),
        (b'{"a.png": {"source": "x", "width": 9, "height": 9, "dice": []}}', r"a\.png is missing, though labels\.json"),
    ],
)
def test_wrong_labels_are_named(tmp_path: Path, labels: bytes, words: str) -> None:
    (tmp_path / "labels.json").write_bytes(labels)
    with pytest.raises(TrainingError, match=words):
        with_boxes(read_labels(tmp_path))


def test_a_value_that_no_die_has_is_named(tmp_path: Path) -> None:
    folder_of(tmp_path, {"a.png": entry(value=7)})
    with pytest.raises(TrainingError, match=r"a\.png has a die of value 7\. Say 1 to 6"):
        read_labels(tmp_path)


def test_a_picture_of_another_size_or_none_at_all_is_named(tmp_path: Path) -> None:
    (photograph,) = read_labels(folder_of(tmp_path, {"a.png": entry(width=640)}))
    with pytest.raises(TrainingError, match=r"is 320 x 240 px, but labels\.json says 640 x 240"):
        whole(photograph)
    photograph.file.write_bytes(b"no picture")
    with pytest.raises(TrainingError, match=r"a\.png is no picture\. Fetch the folder anew"):
        whole(photograph)


def test_a_photograph_without_a_size_in_its_labels_has_that_of_its_picture(tmp_path: Path) -> None:
    bare = {"source": "mine", "dice": [{"value": 4, "box": BOX}]}
    (photograph,) = read_labels(folder_of(tmp_path, {"a.png": bare}))
    scale = FACE_PX / (64 / SQUARE_AT_ANY_ANGLE)
    assert whole(photograph).pixels.shape == (round(240 * scale), round(320 * scale), 3)
