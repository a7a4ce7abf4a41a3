"""`companion flash` as a person runs it, on a board behind a pseudo-terminal."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from mpremote import transport_serial

from companion.cli import cli
from companion.errors import CompanionError
from hardware.flash import FIRMWARE, read_firmware
from tests.hardware.pty_board import PtyBoard, need_micropython

OLD = {"version.py": 'FIRMWARE = "0.0.1"\n', "main.py": "print('old')\n"}


@pytest.fixture
def board() -> Iterator[PtyBoard]:
    made = PtyBoard(OLD)
    yield made
    made.unplug()


@pytest.fixture(autouse=True)
def unpaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """mpremote pauses after every 256 bytes, for a board's small memory; this one takes them as fast as they come."""
    hurried = {**vars(time), "sleep": lambda pause_s: time.sleep(pause_s / 20)}
    monkeypatch.setattr(transport_serial, "time", SimpleNamespace(**hurried))


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The companion comes with the firmware that the board has already: nothing of it is to be copied."""
    folder = tmp_path / "firmware"
    folder.mkdir()
    for name, text in {**OLD, "settings.json": "{}"}.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr("companion.cli.board.flash.read_firmware", partial(read_firmware, folder=folder))


@pytest.fixture
def version() -> str:
    return read_firmware().version


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["flash", *arguments], input=typed)


@pytest.mark.slow
def test_the_firmware_of_this_companion_comes_onto_the_board(board: PtyBoard, version: str) -> None:
    need_micropython()
    result = run("--port", board.port, "--yes")
    assert result.exception is None, result.output
    count = len(list(FIRMWARE.glob("*.py"))) + 1  # and the settings, which this board has not
    assert result.stdout.splitlines() == [
        f"The board on {board.port} runs firmware 0.0.1.",
        f"{count} files copied and checked.",
        f"The board runs firmware {version}. 1 button.",
    ]
    assert board.files["main.py"] == (FIRMWARE / "main.py").read_bytes()
    assert json.loads(board.files["settings.json"]) == json.loads((FIRMWARE / "settings.json").read_bytes())


def test_it_asks_first_and_copies_nothing_where_the_answer_is_no(board: PtyBoard, version: str) -> None:
    result = run("--port", board.port, typed="n\n")
    assert result.exit_code == 1
    assert f"Copy firmware {version} onto it? [Y/n]: n" in result.stdout
    assert all(message["type"] == "ask" for message in board.heard)


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_a_yes_by_enter_copies_and_so_are_settings_where_they_are_named(board: PtyBoard, tmp_path: Path) -> None:
    need_micropython()
    board.files["settings.json"] = b"{}"
    result = run("--port", board.port, typed="\n")
    assert result.exception is None, result.output
    assert "The board had all files already." in result.stdout
    file = tmp_path / "mine.json"
    file.write_text('{"buttons": {"next": 8}}', encoding="utf-8")
    result = run("--port", board.port, "--yes", "--settings", str(file))
    assert result.exception is None, result.output
    assert "1 files copied and checked." in result.stdout
    assert board.files["settings.json"] == file.read_bytes()


def test_settings_that_cannot_be_read_stop_it_before_the_board_is_touched(board: PtyBoard, tmp_path: Path) -> None:
    result = run("--port", board.port, "--yes", "--settings", str(tmp_path / "none.json"))
    assert isinstance(result.exception, CompanionError)
    assert str(result.exception).endswith(
        "none.json cannot be read: No such file or directory. Name another with --settings."
    )
    assert board.heard == []


def test_a_board_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = run("--port", str(tmp_path / "ttyACM9"), "--yes")
    assert isinstance(result.exception, CompanionError)
    assert str(result.exception) == f"No board is on {tmp_path}/ttyACM9. Plug it in, or name its port with --port."
