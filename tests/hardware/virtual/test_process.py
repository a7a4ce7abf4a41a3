"""The firmware in its own process, and what is said where that process is of no use."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hardware.virtual import process as module
from hardware.virtual.process import BoardProcess, BoardProcessError, Table, find_command

ASK = b'{"type":"ask","session":7,"protocol":[1,1],"companion":"0.1.0"}*22153f2f\n'
"""A good line of docs/protocol-vectors.json."""


def python(code: str) -> BoardProcess:
    return BoardProcess(command=[sys.executable, "-c", code])


def test_a_board_answers_the_ask_of_the_protocol(process: BoardProcess) -> None:
    assert process.step(0.1).out == ""
    told = process.step(0.3, ASK)
    assert told.out.startswith('{"type":"hello","session":7,"protocol":1,')
    assert '"type":"state"' in told.out
    assert told.boots == 1


def test_the_table_reaches_the_board(process: BoardProcess) -> None:
    process.step(0.1, ASK)
    assert '"held":["next"]' in process.step(0.5, table=Table(pressed=("next",))).out
    assert process.step(0.6, table=Table(power=False)).out == ""
    assert process.step(0.7, table=Table()).boots == 2


def test_a_board_that_hangs_is_restarted_by_its_watchdog(process: BoardProcess) -> None:
    process.step(0.1, hang=True)
    assert process.step(5.0).boots == 2


def test_a_process_that_is_closed_says_so(own_process: BoardProcess) -> None:
    assert own_process.step(0.1).boots == 1
    own_process.close()
    own_process.close()
    with pytest.raises(BoardProcessError, match=r"^The virtual board was closed\. Start the companion again\.$"):
        own_process.step(0.1)


def test_a_process_that_ends_tells_its_last_words() -> None:
    board = python("import sys; sys.stdin.readline(); print('Traceback', file=sys.stderr); sys.exit('out of memory')")
    with pytest.raises(BoardProcessError) as error:
        board.step(0.1)
    assert str(error.value) == (
        "The virtual board stopped: its process ended. Its last words: out of memory. Start the companion again."
    )
    with pytest.raises(BoardProcessError, match="was closed"):
        board.step(0.2)


def test_a_process_that_takes_nothing_any_more() -> None:
    board = python(
        "import os, signal; os.read(0, 10000); os.close(0); "
        'print(\'{"out":"","pixels":"","boots":1}\', flush=True); signal.pause()'
    )
    assert board.step(0.1).boots == 1
    with pytest.raises(BoardProcessError, match=r"The virtual board stopped: .*Broken pipe"):
        board.step(0.2)


def test_a_process_that_talks_nonsense() -> None:
    board = python("import sys; sys.stdin.readline(); print('hello', flush=True); sys.stdin.readline()")
    with pytest.raises(BoardProcessError, match="The virtual board stopped: JSON is malformed"):
        board.step(0.1)


def test_a_process_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_WITHIN_S", 0.0)
    board = python("import sys; sys.stdin.readline(); sys.stdin.readline()")
    with pytest.raises(BoardProcessError, match=r"it has not answered for 0 s\. Start the companion again\.$"):
        board.step(0.1)


def test_a_command_that_is_not_there() -> None:
    with pytest.raises(BoardProcessError, match=r"^The virtual board does not start: .*no-such-program"):
        BoardProcess(command=["no-such-program"])


def test_where_micropython_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_command("auto") == find_command("python")
    assert find_command("python")[0] == sys.executable
    with pytest.raises(BoardProcessError) as error:
        BoardProcess("micropython")
    assert str(error.value).startswith("MicroPython 1.24 or newer is not installed. Install Node.js and type ")
    assert str(error.value).endswith("or let the virtual board run in Python.")


@pytest.mark.parametrize(
    ("says", "is_taken"), [("(1, 24, 1, '')", True), ("(1, 25, 0, '')", True), ("(1, 22, 0)", False), ("?", False)]
)
def test_a_micropython_of_the_system_is_taken_if_it_is_new_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, says: str, is_taken: bool
) -> None:
    program = tmp_path / "micropython"
    program.write_text(f'#!/bin/sh\necho "{says}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (find_command("auto")[0] == str(program)) is is_taken


def test_the_last_words_name_the_error_and_not_the_interpreters_version() -> None:
    process = BoardProcess("python")
    with pytest.raises(BoardProcessError, match=r"Its last words: TypeError: .*\. Start the companion again\.$"):
        process._ask(b'{"now_ms":"soon"}\n')
