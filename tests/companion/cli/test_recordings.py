"""`companion record` and `companion replay` as people use them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.cli.table.fittings import STRIP_FILE
from companion.live.room import Room
from companion.recording.format import STEPS
from hardware.strips import read_recording
from tests.companion.commands import call, run, sentence
from tests.companion.served import get, play_here
from tests.companion.tables import wait_for


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """A game of bots without a camera, recorded to its end: its data folder, its recording and its id."""
    folder = tmp_path_factory.mktemp("recorded")
    data, to = folder / "data", folder / "game one"
    played: list[str] = []

    def see_the_end(room: Room, said: Mapping[str, str]) -> None:
        wait_for(room.session, lambda snapshot: snapshot.outcome is not None)
        assert any(each["device"] == "recording" for each in get(said["Table page"], "/table.json")["health"])
        played.append(said["Saved as"])

    arguments = ("--cards", "virtual", "--auto", "--seed", "4", "--address", "127.0.0.1", "--to", to)
    ended = play_here(see_the_end, data, *arguments, command="record")
    assert ended.status == 0, ended
    return data, to, played[0]


def test_a_recorded_game_is_replayed_to_the_position_that_was_saved(recording: tuple[Path, Path, str]) -> None:
    data, to, game = recording
    saved, replayed = run("verify", game, data=data), run("replay", to)
    assert (saved.status, replayed.status) == (0, 0), replayed.errors
    acts = saved.out.partition(" rows, ")[2].partition(" acts")[0]
    assert f" entries, {acts} acts, position " in replayed.out
    assert run("replay", to).out == replayed.out


def test_what_the_strip_showed_is_recorded_too(recording: tuple[Path, Path, str]) -> None:
    shown = read_recording(recording[1] / STRIP_FILE)
    assert {len(each.pixels) for each in shown} == {180}  # 60 pixels, red, green and blue
    assert [each.at_s for each in shown] == sorted(each.at_s for each in shown)
    assert any(shown[-2].pixels), "the winner's light"
    assert not any(shown[-1].pixels), "dark at the end"


def test_a_folder_of_recordings_is_replayed_one_after_the_other(recording: tuple[Path, Path, str]) -> None:
    result = call("replay", recording[1].parent)
    assert result.exit_code == 0
    assert result.output.count("position ") == 1


def test_a_recording_is_not_written_over_another(recording: tuple[Path, Path, str], tmp_path: Path) -> None:
    result = run("record", "sealed_bid", "--to", recording[1], data=tmp_path / "data")
    assert sentence(result) == f"{recording[1]} is not empty. Choose another folder for the recording with --to."


def test_a_changed_recording_is_told(recording: tuple[Path, Path, str], tmp_path: Path) -> None:
    steps = (recording[1] / STEPS).read_bytes()
    where = steps.index(b'"Acted"')
    (tmp_path / STEPS).write_bytes(steps[:where] + b'"acted"' + steps[where + 7 :])
    assert "line " in sentence(run("replay", tmp_path))


def test_a_folder_without_a_recording_says_how_to_make_one(tmp_path: Path) -> None:
    text = f"{tmp_path} holds no recording. Make one with: companion record GAME --to FOLDER."
    assert sentence(run("replay", tmp_path)) == text
    assert "holds no recording" in sentence(run("replay", tmp_path / "gone"))


def test_a_recording_needs_a_folder(tmp_path: Path) -> None:
    result = run("record", "sealed_bid", data=tmp_path)
    assert result.status == 2
    assert "Missing option '--to'" in result.errors
