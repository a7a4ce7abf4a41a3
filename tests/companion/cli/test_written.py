"""Files that a command writes where somebody has said: over its own alone, whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.written import (
    MARK,
    NotOurs,
    NotWritten,
    check_place,
    has_keys,
    is_marked,
    marked_jpeg,
    marked_png,
    write_own,
)
from tests.companion.commands import run, sentence
from tests.companion.own_playsets import playset_file

CURE = "Name another file with --out."
NOTES = b'{"game": "my own", "notes": [1, 2]}\n'


def test_a_file_of_somebody_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "thesis.json"
    path.write_bytes(NOTES)
    with pytest.raises(NotOurs) as error:
        write_own(path, b"new", has_keys("row"), CURE)
    assert str(error.value) == (
        f"{path} is there already, and this command did not write it, so it is left as it is. {CURE}"
    )
    assert [each.name for each in tmp_path.iterdir()] == ["thesis.json"]
    assert path.read_bytes() == NOTES


@pytest.mark.parametrize(
    ("content", "ours"),
    [
        (b'{"row": 1, "at": "x"}', True),
        (b'[{"row": 1, "at": 2, "more": 3}, {"row": 2, "at": 3}]', True),
        (b"[]", True),
        (b'[{"row": 1}]', False),
        (b'{"row": 1}', False),
        (b"[1]", False),
        (b"row at", False),
        (b"[" * 20_000, False),
    ],
)
def test_json_is_known_by_its_keys(content: bytes, ours: bool) -> None:
    assert has_keys("row", "at")(content) is ours


def test_an_earlier_file_of_ours_an_empty_one_and_none_are_written(tmp_path: Path) -> None:
    path = tmp_path / "report.svg"
    for content in (f"<svg>{MARK}", f"<svg>2 {MARK}"):
        write_own(path, content.encode(), is_marked, CURE)
        assert path.read_text(encoding="utf-8") == content
    path.write_bytes(b"")
    write_own(path, b"3", is_marked, CURE)
    assert [each.name for each in tmp_path.iterdir()] == ["report.svg"]


def test_a_link_stays_one_and_what_is_no_plain_file_is_written_to(tmp_path: Path) -> None:
    there, link = tmp_path / "there", tmp_path / "link"
    link.symlink_to(there)
    write_own(link, b"x", is_marked, CURE)
    assert (link.is_symlink(), there.read_bytes()) == (True, b"x")
    write_own(Path("/dev/null"), b"x", is_marked, CURE)
    assert not Path("/dev/null").is_file()


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "report.json"
    with pytest.raises(NotWritten) as error:
        check_place(missing, is_marked, CURE)
    assert str(error.value) == f"{missing} cannot be written: there is no folder {missing.parent}. {CURE}"
    with pytest.raises(NotWritten, match="is a folder"):
        check_place(tmp_path, is_marked, CURE)
    with pytest.raises(NotWritten, match=os.strerror(36)):
        check_place(tmp_path / ("x" * 300), is_marked, CURE)


def test_pictures_are_marked_and_read_as_before() -> None:
    pixels = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    for ending, mark in ((".png", marked_png), (".jpg", marked_jpeg)):
        plain = cv2.imencode(ending, pixels)[1].tobytes()
        assert not is_marked(plain)
        assert is_marked(mark(plain))
        one, other = (cv2.imdecode(np.frombuffer(each, np.uint8), cv2.IMREAD_COLOR) for each in (plain, mark(plain)))
        assert one is not None
        assert other is not None
        assert np.array_equal(one, other)


# --- every command that writes a file which somebody names ------------------------------------------------------------


def test_no_command_replaces_a_file_that_it_did_not_write(tmp_path: Path) -> None:
    asked = {
        "notes.json": ("simulate", "sealed_bid", "--games", "1", "--report"),
        "figures.json": ("bench", "latency", "sealed_bid", "--json"),
        "long.json": ("endure", "sealed_bid", "--json"),
        "drawing.png": ("lights", "sealed_bid", "--sheet"),
        "own.html": ("check-playset", playset_file(tmp_path), "--games", "1", "--greedy", "0", "--jobs", "1", "--html"),
    }
    for name, words in asked.items():
        path = tmp_path / name
        path.write_bytes(NOTES)
        told = sentence(run(*words, path))
        assert told.startswith(f"{path} is there already, and this command did not write it"), words
        assert told.endswith(f"Name another file with {words[-1]}.")
        assert path.read_bytes() == NOTES


def test_a_report_on_a_playset_replaces_the_last_one_and_no_games_that_are_not_its_own(tmp_path: Path) -> None:
    html, kept = tmp_path / "own.html", tmp_path / "own.html.games"
    asked = ("check-playset", playset_file(tmp_path), "--games", "1", "--greedy", "0", "--jobs", "1", "--html", html)
    html.write_text("<title>Mine: a playset tried</title>", encoding="utf-8")  # as each of them begins
    assert run(*asked).out
    assert "How it was found" in html.read_text(encoding="utf-8")
    kept.write_bytes(NOTES)
    assert sentence(run(*asked, "--anew")).startswith(f"{kept} is there already, and this command did not write it")
    assert kept.read_bytes() == NOTES
