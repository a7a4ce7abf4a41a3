"""`companion check`: what it prints, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.games.registry import GAMES

HEAD = 'title = "Two shells"\ngame = "waves"\nrules = ["W-043"]\nentries = ["X-03"]\n'
BEFORE = """actions = [{ type = "PlaceShells", count = 2 }]
[before]
phase = "shells"
token = 0
deck = 76
elder = { 0 = 1, 1 = 4, 2 = 4, 3 = 2 }
hand = { 0 = 5, 1 = 5, 2 = 5, 3 = 5 }
"""
GOOD = HEAD + BEFORE + "[expect]\nshells = 2\n"
BAD = HEAD + BEFORE + "[expect]\nshells = 3\ntoken = 1\n"
ROUND = (
    '{"id":"R","mode":"ava","players":4,"council":[1,4,4,2],"token":0,"shells":2,"plays":["F3","F3","F5","F3"],'
    '"expect":{"open":%d}}\n'
)


def call(*arguments: str | Path) -> Result:
    """The command inside this process; nothing but its own exit may come out of it."""
    result = CliRunner().invoke(cli, ["check", *map(str, arguments)], prog_name="companion")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A good case, a bad one, and one that is no TOML, some of them in a folder below."""
    (tmp_path / "below").mkdir()
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "below" / "bad.toml").write_text(BAD, encoding="utf-8")
    (tmp_path / "broken.toml").write_text("title = ", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("Nothing to play.", encoding="utf-8")
    return tmp_path


def test_a_good_case_is_one_line_and_a_summary(folder: Path) -> None:
    result = call(folder / "good.toml")
    assert result.exit_code == 0
    assert result.output == f"ok       {folder}/good.toml: Two shells\n1 case: 1 as expected.\n"


def test_a_folder_is_played_whole_and_no_file_stops_another(folder: Path) -> None:
    result = call(folder)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[:3] == [
        f"FAIL     {folder}/below/bad.toml: Two shells",
        "         shells: expected 3, got 2",
        "         token: expected 1, got 0",
    ]
    assert lines[3] == f"ERROR    {folder}/broken.toml"
    assert lines[4].startswith(f"         {folder}/broken.toml: This is not TOML: ")
    assert lines[5:] == [
        f"ok       {folder}/good.toml: Two shells",
        "3 cases: 1 as expected, 1 different, 1 not playable.",
    ]


def test_quiet_prints_only_what_fails(folder: Path) -> None:
    result = call("--quiet", folder)
    assert result.exit_code == 1
    assert "good.toml" not in result.output
    assert "bad.toml" in result.output
    assert "broken.toml" in result.output
    assert call("--quiet", folder / "good.toml").output == "1 case: 1 as expected.\n"


def test_json_is_one_object_a_line(folder: Path) -> None:
    result = call("--json", folder)
    assert result.exit_code == 1
    rows = {Path(row["file"]).name: row for row in map(json.loads, result.output.splitlines())}
    assert rows["good.toml"] == {
        "file": f"{folder}/good.toml",
        "case": "",
        "title": "Two shells",
        "result": "as expected",
        "differences": [],
        "rules": ["W-043"],
        "entries": ["X-03"],
    }
    assert rows["bad.toml"]["result"] == "different"
    assert rows["bad.toml"]["differences"] == ["shells: expected 3, got 2", "token: expected 1, got 0"]
    assert rows["broken.toml"]["result"] == "cannot be played"


def test_rounds_are_told_by_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(ROUND % 4 + ROUND % 5, encoding="utf-8")
    result = call(path)
    assert result.exit_code == 1
    assert result.output == (
        f"ok       {path} (line 1): R\n"
        f"FAIL     {path} (line 2): R\n"
        "         open: expected 5, got 4\n"
        "2 cases: 1 as expected, 1 different.\n"
    )


def test_a_case_that_no_game_knows_fails_only_where_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"ships": 3}\n', encoding="utf-8")
    result = call(path)
    assert result.exit_code == 0
    assert result.output == (
        f"unknown  {path} (line 1)\n"
        "         No game of this version knows this kind of case.\n"
        "1 case: 0 as expected, 1 of an unknown kind.\n"
    )
    assert call("--strict", path).exit_code == 1
    assert call("--quiet", path).output == "1 case: 0 as expected, 1 of an unknown kind.\n"


def test_a_text_without_cases_is_named_and_fails(folder: Path) -> None:
    result = call(folder / "notes.txt", folder / "good.toml")
    assert result.exit_code == 1
    assert result.output.startswith(
        f"ERROR    {folder / 'notes.txt'}\n"
        "         No case is written in this file. Name a .toml or .jsonl file of cases; docs/scenarios.md shows one.\n"
    )
    assert result.output.endswith("2 cases: 1 as expected, 1 not playable.\n")
    assert call("/etc/passwd").exit_code == 1


def test_what_has_no_end_is_not_read() -> None:
    result = call("/dev/zero")
    assert result.exit_code == 1
    assert "/dev/zero: The file cannot be read (It is no plain file). Check the path." in result.output


def test_missing_files_and_empty_folders_are_named_and_the_others_played(folder: Path) -> None:
    (folder / "empty").mkdir()
    result = call(folder / "nowhere.toml", folder / "empty", folder / "good.toml")
    assert result.exit_code == 1
    assert (
        f"{folder}/nowhere.toml: The file cannot be read (No such file or directory). Check the path." in result.output
    )
    assert f"{folder}/empty: No file of cases lies in this folder (.toml, .jsonl)." in result.output
    assert f"ok       {folder}/good.toml" in result.output


@pytest.mark.parametrize("name", ["picture.toml", "picture.jsonl"])
def test_a_file_that_is_no_text_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"\x89PNG\xff")
    result = call(path)
    assert result.exit_code == 1
    assert "Line 1 is no text in UTF-8 (byte 0x89). Save the file as UTF-8." in result.output


def test_a_fault_in_a_game_is_told_without_a_traceback(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("nothing")

    monkeypatch.setattr(type(GAMES["waves"]), "outcome", fail)
    path = folder / "good.toml"
    path.write_text(GOOD + "outcome = []\n", encoding="utf-8")
    result = call(path, folder / "below" / "bad.toml")
    assert result.exit_code == 1
    assert "Something went wrong that was not foreseen (KeyError: 'nothing')" in result.output
    assert "bad.toml" in result.output


def test_no_file_is_wrong_usage() -> None:
    result = call()
    assert result.exit_code == 2
    assert "Missing argument" in result.output
