"""`companion board` as a person looks at it, on a virtual board's port: the firmware answers, not a script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from companion.cli import cli
from hardware.virtual.board import VirtualBoard
from hardware.virtual.process import BoardProcess, BoardProcessError, find_command
from tests.companion.boards import Hands, OwnTime, QuickBoard, Running
from tests.companion.commands import call, refused

FITTED = "Scale, 8 buttons, 60 lights and card reader."
"""What firmware/settings.json fits."""


def group() -> click.Group:
    found = cli.get_command(click.Context(cli), "board")
    assert isinstance(found, click.Group)
    return found


# --- how it is now ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("interpreter", ["micropython", "python"])
def test_how_the_board_is_now(own_time: OwnTime, interpreter: Any) -> None:
    try:
        find_command(interpreter)
    except BoardProcessError as error:
        pytest.skip(str(error))
    own_time.board = made = QuickBoard(BoardProcess(interpreter), own_time.clock)
    made.set_load(3)
    made.lay_card("04a23b1c")
    try:
        ended = own_time.run("--once", "--port", made.path)
    finally:
        made.close()
    assert ended.status == 0, ended
    lines = [line.rstrip() for line in ended.out.splitlines()]
    assert lines[0] == f"Board on {made.path}"
    for line in (
        f"  health      {FITTED}",
        "  scale       3 pieces",
        "  reader      card 04a23b1c",
        "  buttons     seat1, seat2, seat3, seat4, seat5, seat6, next, undo",
        "  held        none",
        "  strip       60 pixels, no frame shown yet",
        "  bad lines   0 of the board's, 0 of ours",
    ):
        assert line in lines
    assert any(line.startswith("  started     switched on, ") for line in lines)
    assert any(line.startswith("  firmware    ") and line.endswith(", protocol 1") for line in lines)


def test_how_the_board_is_now_for_a_program(own_time: OwnTime, board: QuickBoard) -> None:
    board.set_load(2)
    ended = own_time.run("--once", "--json", "--port", board.path)
    assert ended.status == 0
    told = json.loads(ended.out)
    assert set(told["fitted"]) == {"scale", "buttons", "strip", "reader"}
    assert (told["port"], told["status"], told["cause"]) == (str(board.path), "ok", "power")
    assert told["scale"]["count"] == 2
    assert told["reader"] == {}
    assert told["bad"] == {"from_board": 0, "to_board": 0}
    assert told["held"] == told["pressed"] == []


def test_a_virtual_board_needs_no_port() -> None:
    result = call("board", "--once", "--port", "virtual")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Virtual board\n  health      {FITTED}\n")


# --- each change ------------------------------------------------------------------------------------------------------


def test_each_change_is_a_line_where_nobody_looks_at_a_terminal(own_time: OwnTime, board: QuickBoard) -> None:
    def hands() -> Hands:
        yield f"  health     {FITTED}", "  scale      0 pieces"
        board.set_load(4)
        yield ("  scale      4 pieces (load ",)
        board.press("seat3")
        yield "  pressed    seat3\n", "  held       seat3\n", "  held       none\n"
        board.lay_card("04a23b1c")
        yield ("  reader     card 04a23b1c\n",)
        board.break_parts("reader")
        yield ("  reader     The card reader",)
        board.break_parts()
        yield ("  reader     card 04a23b1c\n",)
        board.unplug()
        yield "  health     The board has been away for ", "Look at its cable; it is picked up by itself."
        board.plug_in()
        yield f"{board.path}: firmware ", "switched on\n", "The buttons were away for "

    ended = own_time.run("--port", board.path, hands=hands())
    assert ended.out.count("The board has been away for") == 1, "told once, not every second"
    assert ended.out.count("  pressed  ") == 1
    assert (ended.status, ended.errors.strip()) == (0, "")
    assert "\x1b" not in ended.out


def test_each_change_is_an_object_for_a_program(own_time: OwnTime, board: QuickBoard) -> None:
    def hands() -> Hands:
        yield ('"count": 0',)
        board.press("next")
        yield ('"pressed": ["next"]',)
        board.unplug()
        yield ('"status": "failed"',)

    ended = own_time.run("--json", "--port", board.path, hands=hands())
    told = [json.loads(line) for line in ended.out.splitlines()]
    assert ended.status == 0
    assert [button for each in told for button in each["pressed"]] == ["next"]
    assert (told[-1]["firmware"], told[-1]["scale"], told[-1]["held"]) == (None, None, [])


@pytest.fixture
def beside() -> Iterator[VirtualBoard]:
    """A board beside a command that is a process, in everybody's time."""
    made = VirtualBoard(BoardProcess("python")).start()
    yield made
    made.close()


@pytest.mark.slow
def test_the_page_is_drawn_in_place_and_leaves_the_terminal_as_it_was(beside: VirtualBoard) -> None:
    with Running.of("--port", beside.path, terminal=True) as view:
        view.until("\x1b[?1049h\x1b[?25l", "\x1b[1m0 pieces\x1b[0m", "Ctrl-C ends.")
        beside.set_load(3)
        view.until("\x1b[1m3 pieces\x1b[0m")
        beside.press("undo")
        view.until("pressed     \x1b[0m", "  undo\x1b[0m\x1b[K")
        beside.unplug()
        view.until("\x1b[31mThe board has been away for ")
        beside.plug_in()
        view.until("\x1b[33mScale, 8 buttons", "The buttons were away")
        ended = view.end(interrupt=True)
    assert (ended.status, ended.errors.strip()) == (0, "")
    screen, _, rest = ended.out.rpartition("\x1b[?25h\x1b[?1049l")
    assert screen.count("\x1b[?1049h") == 1
    # What was seen last stays in the window, for whoever wants to copy it.
    assert rest.startswith("\x1b[1mBoard on ")
    assert "\x1b[K" not in rest
    assert "Ctrl-C" not in rest


def test_the_page_waits_for_a_board(own_time: OwnTime, board: QuickBoard) -> None:
    def hands() -> Hands:
        yield ("\x1b[33mNo board is on ",)
        board.plug_in()
        yield ("\x1b[1m0 pieces\x1b[0m",)

    board.unplug()
    assert own_time.run("--port", board.path, hands=hands(), terminal=True, TERM="xterm").status == 0


# --- where it is ------------------------------------------------------------------------------------------------------


def test_the_port_may_stand_in_the_settings(own_time: OwnTime, board: QuickBoard, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text(f'board = "{board.path}"\n', encoding="utf-8")
    other = str(tmp_path / "other")
    here = str(tmp_path)
    for arguments in (["--data", here, "--once"], ["tare", "--data", here], ["--data", here, "tare"]):
        ended = own_time.run(*arguments, COMPANION_DATA=other)
        assert ended.status == 0, ended
    assert own_time.run("tare", COMPANION_DATA=str(tmp_path)).status == 0


def test_a_subcommand_needs_no_option(own_time: OwnTime, board: QuickBoard, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text(f'board = "{board.path}"\n', encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COMPANION_DATA", raising=False)
        patch.setattr("companion.cli.board.place.default_folder", lambda: tmp_path)
        assert own_time.run("tare").status == 0


def test_settings_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("board = 7\n", encoding="utf-8")
    assert "companion.toml cannot be used" in refused("board", "tare", "--data", tmp_path)


def test_a_name_that_is_no_port() -> None:
    assert refused("board", "tare", "--port", "nix://x").startswith("“nix://x” is no serial port: ")


# --- how it is typed --------------------------------------------------------------------------------------------------


def test_json_and_once_are_for_the_view_alone() -> None:
    result = call("board", "--once", "tare")
    assert result.exit_code == 2
    assert "--json and --once are for `companion board` alone." in result.output


@pytest.mark.parametrize("name", sorted(group().commands))
def test_each_command_and_option_is_documented(name: str) -> None:
    command = group().commands[name]
    result = call("board", name, "-h")
    assert result.exit_code == 0
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help
            assert parameter.help.endswith(".")
            assert max(parameter.opts, key=len) in result.output
    listed = next(line for line in call("board", "-h").output.splitlines() if line.startswith(f"  {name} "))
    assert "..." not in listed


@pytest.mark.parametrize("count", ["0", "256", "five"])
def test_a_count_that_no_board_takes_is_a_wrong_use(count: str) -> None:
    assert call("board", "calibrate", count, "--port", "/dev/null").exit_code == 2


# --- the log ----------------------------------------------------------------------------------------------------------


def test_the_log_tells_what_goes_over_the_cable(own_time: OwnTime, board: QuickBoard) -> None:
    ended = own_time.run("log", "-n", "30", "--port", board.path)
    assert ended.status == 0
    rows = [line.split("  ") for line in ended.out.splitlines()]
    assert len(rows) == 30
    ways = {"ask": "→ board", "beat": "→ board", "hello": "board →", "state": "board →"}
    kinds = [row[2].strip() for row in rows]
    assert [row[1] for row in rows] == [ways[kind] for kind in kinds]
    # How often is asked before the board says hello, and who speaks first then, is the board's matter.
    said = list(dict.fromkeys(kinds))
    assert said[:2] == ["ask", "hello"]
    assert "state" in said
    assert "protocol [1, 1]" in rows[0][-1]
    assert 'scale {"count": ' in rows[kinds.index("state")][-1]


def test_the_log_goes_on_over_an_unplugging_until_ctrl_c(own_time: OwnTime, board: QuickBoard) -> None:
    def hands() -> Hands:
        yield "hello", "beat", "state"
        board.unplug()
        board.plug_in()
        yield "ask", "hello", "state"

    ended = own_time.run("log", "--port", board.path, hands=hands())
    assert (ended.status, ended.errors.strip()) == (0, "")
    assert "\x1b" not in ended.out
