"""Labelled photographs: what a folder must hold, and where its labels go when a photograph is turned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from vision.training.photographs import (
    SOURCES,
    SQUARE_AT_ANY_ANGLE,
    PhotographsUnreadable,
    cut_out,
    leave_out,
    load_folder,
    whole,
)
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
    (photograph,) = load_folder(folder_of(tmp_path, {"a.png": entry()}))
    picture = whole(photograph)
    (label,) = picture.labels
    scale = FACE_PX / (64 / SQUARE_AT_ANY_ANGLE)
    assert picture.pixels.shape == (round(240 * scale), round(320 * scale), 3)
    assert (label.x_px, label.y_px) == pytest.approx((172 * scale, 92 * scale), abs=0.5)
    assert (label.value, label.colour, label.is_hidden, picture.source) == (4, "unknown", False, "mine")


def test_labels_go_where_the_die_goes_however_the_photograph_is_turned(tmp_path: Path) -> None:
    (photograph,) = load_folder(folder_of(tmp_path, {"a.png": entry()}))
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
    (photograph,) = load_folder(folder_of(tmp_path, {"a.png": entry()}))
    one, again, other = cut_out(photograph, 3), cut_out(photograph, 3), cut_out(photograph, 4)
    assert np.array_equal(one.pixels, again.pixels)
    assert one.labels == again.labels
    assert not np.array_equal(one.pixels, other.pixels)


def test_boxes_of_whole_dice_are_cut_down_to_the_top_face(tmp_path: Path) -> None:
    (photograph,) = load_folder(folder_of(tmp_path, {"a.png": entry("ctu")}))
    (label,) = photograph.labels
    # Seen from its near side, the top face is the upper part of the die: its box begins where the die's does.
    assert label.box == pytest.approx((140, 60, 204, 60 + 64 * SOURCES["ctu"].height))


def test_one_source_is_set_aside(tmp_path: Path) -> None:
    photographs = load_folder(folder_of(tmp_path, {"a.png": entry("one"), "b.png": entry("two")}))
    others, left = leave_out(photographs, "two")
    assert [each.path.name for each in others] == ["a.png"]
    assert [each.path.name for each in left] == ["b.png"]
    with pytest.raises(
        PhotographsUnreadable, match=r'"three" leaves no two parts: the sources are one, two\. Name one'
    ):
        leave_out(photographs, "three")


def test_photographs_without_boxes_are_left_out(tmp_path: Path) -> None:
    entries = {"a.png": entry(), "b.png": entry(dice=[{"value": 3}])}
    assert [each.path.name for each in load_folder(folder_of(tmp_path, entries))] == ["a.png"]


def test_a_folder_without_labels_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(PhotographsUnreadable, match=r"labels\.json cannot be read .*Name the folder that holds"):
        load_folder(tmp_path)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (b"{", r"is no file of labels: .*Mend it there"),
        (b"{}", r"names no photograph whose dice have boxes\. Add some"),
        (b'{"a.png": {"source": "x", "width": 9, "height": 9, "dice": []}}', r"a\.png is missing, though labels\.json"),
    ],
)
def test_wrong_labels_are_named(tmp_path: Path, labels: bytes, words: str) -> None:
    (tmp_path / "labels.json").write_bytes(labels)
    with pytest.raises(PhotographsUnreadable, match=words):
        load_folder(tmp_path)


def test_a_value_that_no_die_has_is_named(tmp_path: Path) -> None:
    folder_of(tmp_path, {"a.png": entry(value=7)})
    with pytest.raises(PhotographsUnreadable, match=r"a\.png has a die of value 7\. Say 1 to 6"):
        load_folder(tmp_path)


def test_a_picture_of_another_size_or_none_at_all_is_named(tmp_path: Path) -> None:
    (photograph,) = load_folder(folder_of(tmp_path, {"a.png": entry(width=640)}))
    with pytest.raises(PhotographsUnreadable, match=r"is 320 x 240 px, but labels\.json says 640 x 240"):
        whole(photograph)
    photograph.path.write_bytes(b"no picture")
    with pytest.raises(PhotographsUnreadable, match=r"a\.png is no picture that can be opened\. Copy it again"):
        whole(photograph)
