"""`companion board` without a board that answers: none, a foreign one, or one that another program holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware.ports import open_port
from hardware.virtual.board import VirtualBoard
from hardware.virtual.process import BoardProcess
from tests.companion.boards import OwnTime, QuickBoard, Running
from tests.companion.commands import refused, sentence
from tests.companion.conftest import Plain

TELLING = (["tare"], ["calibrate", "5"], ["strip-test"], ["restart"], ["log"], ["--once"])


@pytest.mark.parametrize("arguments", TELLING)
def test_no_board_is_told_by_each_command(own_time: OwnTime, arguments: list[str], tmp_path: Path) -> None:
    port = ("--port", tmp_path / "ttyACM9")
    ended = own_time.run(*arguments, *port) if arguments[0] != "--once" else own_time.run(*port, *arguments)
    assert ended.status == 1
    assert ended.errors == (
        "Looking for the board …\n"
        f"companion: No board is on {port[1]}. Plug it in, or name its port with --port. Then do this again.\n"
    )


def test_no_board_on_usb(own_time: OwnTime, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hardware.ports.Finder.__call__", lambda self: None)
    assert sentence(own_time.run("tare", "--data", tmp_path)) == (
        "No board is on USB. Plug it in with a cable that carries data, or name its port with --port. "
        "Then do this again."
    )


def test_a_board_that_does_not_answer(own_time: OwnTime, plain: Plain) -> None:
    port = plain(lambda message: []).port
    assert sentence(own_time.run("tare", "--port", port)) == (
        f"The board on {port} does not answer. Unplug it and plug it in again; if that does not help, "
        "type `companion flash`. Then do this again."
    )


def test_a_board_of_another_protocol(own_time: OwnTime, plain: Plain) -> None:
    def answer(message: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"type": "refuse", "session": message["session"], "protocol": [7, 9], "firmware": "9.9.9"}]

    told = sentence(own_time.run("tare", "--port", plain(answer).port))
    assert told.startswith("The board's firmware 9.9.9 speaks protocol 7 to 9, companion ")
    assert told.endswith("Copy the firmware that came with this companion onto the board. Type `companion flash`.")


def test_a_port_that_another_program_holds(own_time: OwnTime, board: QuickBoard) -> None:
    line = open_port(str(board.path))
    assert line is not None
    try:
        told = sentence(own_time.run("tare", "--port", board.path))
    finally:
        line.close()
    assert told == (
        f"Another program holds {board.path}: a running `companion play`, mpremote, or a serial monitor. Close it, "
        "then do this again."
    )


@pytest.mark.slow
def test_a_port_that_a_running_companion_holds_names_it() -> None:
    board = VirtualBoard(BoardProcess("python")).start()
    try:
        with Running.of("--port", board.path) as view:
            view.until("scale")
            assert refused("board", "tare", "--port", board.path) == (
                f"`companion board` (process {view.process.pid}) holds {board.path}. Stop it with Ctrl-C, then do this "
                "again."
            )
            with Running.of("--port", board.path) as second:
                second.until(f"Another program holds {board.path}")
                view.end(interrupt=True)
                # It is picked up as soon as it is free.
                second.until("  scale      0 pieces")
                assert second.end(interrupt=True).status == 0
    finally:
        board.close()
