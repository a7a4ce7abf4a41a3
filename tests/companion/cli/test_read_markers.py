"""`companion read-markers`: what it prints of pictures, what it says of files that are none, and its exit status."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.table.layout import Layout
from tests.companion.commands import run
from tests.vision.fakes import plain
from tests.vision.render import Printed, Shot, render

SHEET = Layout("sheet", 300, 170, ())
PRINTED = [
    Printed(7, 40, 40, 30),
    Printed(1, 150, 60),
    Printed(7, 240, 120, 90),
    Printed(0, 60, 130),
    Printed(7, 150, 130),
]


def call(*arguments: str | Path) -> Result:
    """The command inside this process; nothing but its own exit may come out of it."""
    result = CliRunner().invoke(cli, ["read-markers", *map(str, arguments)], prog_name="companion")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two pictures, one of them without markers, and a text."""
    cv2.imwrite(str(tmp_path / "b-mat.png"), render(SHEET, PRINTED, Shot(1280, 720)).pixels)
    cv2.imwrite(str(tmp_path / "a-cloth.jpg"), plain(128))
    (tmp_path / "notes.txt").write_text("No picture.", encoding="utf-8")
    return tmp_path


def test_each_picture_is_a_line_and_none_without_markers_is_an_error(folder: Path) -> None:
    result = call(folder / "b-mat.png", folder / "a-cloth.jpg")
    assert result.exit_code == 0
    assert result.stdout == f"{folder}/b-mat.png: 5 markers: 0, 1, 7 ×3\n{folder}/a-cloth.jpg: no marker\n"
    assert result.stderr == ""


def test_one_marker_is_one_marker(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), render(SHEET, PRINTED[1:2], Shot(1280, 720)).pixels)
    assert call(tmp_path / "one.png").stdout == f"{tmp_path}/one.png: 1 marker: 1\n"


def test_a_folder_is_its_pictures_by_name(folder: Path) -> None:
    result = call(folder)
    assert result.exit_code == 0
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == [
        f"{folder}/a-cloth.jpg",
        f"{folder}/b-mat.png",
    ]


def test_json_has_the_corners_from_the_printed_top_left_on(folder: Path) -> None:
    result = call("--json", folder)
    assert result.exit_code == 0
    cloth, mat = map(json.loads, result.stdout.splitlines())
    assert cloth == {"image": f"{folder}/a-cloth.jpg", "markers": []}
    assert set(mat) == {"image", "markers"}
    assert [each["id"] for each in mat["markers"]] == [0, 1, 7, 7, 7]
    truth = render(SHEET, PRINTED, Shot(1280, 720)).corners_px
    for found, place in ((0, 3), (1, 1)):
        corners = np.array(mat["markers"][found]["corners"])
        assert np.linalg.norm(corners - truth[place], axis=1).max() < 1
        assert (np.round(corners, 2) == corners).all()


def test_a_file_that_is_no_picture_does_not_stop_the_others(folder: Path) -> None:
    gone, empty = folder / "gone.jpg", folder / "empty.png"
    empty.touch()
    result = call(folder / "notes.txt", gone, empty, folder / "b-mat.png")
    assert result.exit_code == 1
    assert result.stdout == f"{folder}/b-mat.png: 5 markers: 0, 1, 7 ×3\n"
    assert result.stderr.splitlines() == [
        f"companion: {folder}/notes.txt holds no picture that can be read. Save it again as .jpg or .png.",
        f"companion: There is no file {gone}. See that its name is written as it is on the disk.",
        f"companion: {empty} is empty. Copy it again from where it was taken.",
    ]


def test_json_gives_such_a_file_a_line_of_its_own(folder: Path) -> None:
    result = call("--json", folder / "notes.txt", folder / "a-cloth.jpg")
    assert result.exit_code == 1
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {
            "image": f"{folder}/notes.txt",
            "error": f"{folder}/notes.txt holds no picture that can be read. Save it again as .jpg or .png.",
        },
        {"image": f"{folder}/a-cloth.jpg", "markers": []},
    ]


def test_a_folder_without_pictures_says_what_to_put_into_it(tmp_path: Path) -> None:
    result = call(tmp_path)
    assert result.exit_code == 1
    assert result.stderr == (
        f"companion: {tmp_path} holds no picture. Put pictures into it (.png, .jpg, .jpeg, .bmp, .webp), or name "
        "another folder.\n"
    )


def test_a_picture_of_another_kind_in_a_folder_is_named(folder: Path) -> None:
    (folder / "c.HEIC").write_bytes(b"\0\0\0\x18ftypheic")
    (folder / "b-mat.png").rename(folder / "d.tif")
    result = call(folder)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [f"{folder}/a-cloth.jpg: no marker", f"{folder}/d.tif: 5 markers: 0, 1, 7 ×3"]
    assert result.stderr == (
        f"companion: {folder}/c.HEIC is a HEIC picture, which is not read here. Save it as .jpg; on an iPhone, "
        "Settings, Camera, Formats, Most Compatible takes such pictures from the start.\n"
    )


def test_a_mirrored_picture_is_told(folder: Path) -> None:
    shown = cv2.imread(str(folder / "b-mat.png"))
    assert shown is not None
    cv2.imwrite(str(folder / "b-mat.png"), shown[:, ::-1])
    result = call(folder)
    assert (result.exit_code, result.stdout) == (1, f"{folder}/a-cloth.jpg: no marker\n")
    assert result.stderr.startswith(f"companion: {folder}/b-mat.png: The picture is mirrored, so nothing in it can be")


def test_no_picture_named_is_a_usage_error() -> None:
    result = call()
    assert result.exit_code == 2
    assert "Missing argument 'IMAGE...'" in result.stderr


def test_a_name_that_is_no_text_is_read_again_from_the_json(tmp_path: Path) -> None:
    for command in ("read-markers", "read-dice"):
        path = os.fsencode(tmp_path) + b"/W\xfcrfel.jpg"
        with open(path, "wb") as file:
            file.write(b"no picture")
        ended = run(command, os.fsdecode(path), "--json")
        assert os.fsencode(json.loads(ended.out.splitlines()[0])["image"]) == path
