"""`companion board` as a person runs it, on a virtual board's port: the firmware answers, not a script."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.cli.board import cable as boardcable
from companion.cli.board import commands as module
from companion.cli.board.cable import Cable
from companion.cli.board.commands import board as group
from companion.cli.board.strip import darken
from companion.errors import CompanionError
from companion.lights.power import draw_ma
from hardware.ports import open_port
from hardware.virtual.board import VirtualBoard
from hardware.virtual.process import BoardProcess, BoardProcessError, find_command
from tests.companion.boards import PlainBoard, Running, hello, state

FITTED = "Scale, 8 buttons, 60 lights and card reader."
"""What firmware/settings.json fits."""


Start = Callable[..., Running]
Plain = Callable[[Callable[[dict[str, Any]], list[dict[str, Any]]]], PlainBoard]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts the command with these arguments."""
    all_: list[Running] = []

    def begin(*arguments: str | Path, terminal: bool = False) -> Running:
        all_.append(Running(*arguments, terminal=terminal))
        return all_[-1]

    yield begin
    for running in all_:
        running.close()


@pytest.fixture
def plain() -> Iterator[Plain]:
    boards: list[PlainBoard] = []

    def make(answer: Callable[[dict[str, Any]], list[dict[str, Any]]]) -> PlainBoard:
        boards.append(PlainBoard(answer))
        return boards[-1]

    yield make
    for each in boards:
        each.close()


@pytest.fixture
def board() -> Iterator[VirtualBoard]:
    made = VirtualBoard(BoardProcess("python")).start()
    yield made
    made.close()


@pytest.fixture
def restless() -> Iterator[VirtualBoard]:
    """A board on whose scale the load never comes to rest."""
    loads = cycle((0.0, 40.0, 10.0, 80.0))
    made = VirtualBoard(BoardProcess("python"), load=lambda: next(loads)).start()
    yield made
    made.close()


def call(*arguments: str | Path) -> Result:
    """The command inside this process."""
    return CliRunner().invoke(cli, ["board", *map(str, arguments)], prog_name="companion")


def refusal(*arguments: str | Path) -> str:
    """The sentence with which the command ends."""
    result = call(*arguments)
    assert isinstance(result.exception, CompanionError), result.output
    return str(result.exception)


# --- looking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("interpreter", ["micropython", "python"])
def test_how_the_board_is_now(interpreter: Any) -> None:
    try:
        find_command(interpreter)
    except BoardProcessError as error:
        pytest.skip(str(error))
    made = VirtualBoard(BoardProcess(interpreter)).start()
    made.set_load(3)
    made.lay_card("04a23b1c")
    try:
        result = call("--once", "--port", made.path)
    finally:
        made.close()
    assert result.exit_code == 0, result.output
    lines = [line.rstrip() for line in result.stdout.splitlines()]
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


def test_how_the_board_is_now_for_a_program(board: VirtualBoard) -> None:
    board.set_load(2)
    result = call("--once", "--json", "--port", board.path)
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert set(told["fitted"]) == {"scale", "buttons", "strip", "reader"}
    assert (told["port"], told["status"], told["cause"]) == (str(board.path), "ok", "power")
    assert told["scale"]["count"] == 2
    assert told["reader"] == {}
    assert told["bad"] == {"from_board": 0, "to_board": 0}
    assert told["held"] == told["pressed"] == []


def test_each_change_is_a_line_where_nobody_looks_at_a_terminal(board: VirtualBoard, start: Start) -> None:
    view = start("--port", board.path)
    view.until(f"  health     {FITTED}", "  scale      0 pieces")
    board.set_load(4)
    view.until("  scale      4 pieces (load ")
    board.press("seat3")
    view.until("  pressed    seat3\n", "  held       seat3\n", "  held       none\n")
    board.lay_card("04a23b1c")
    view.until("  reader     card 04a23b1c\n")
    board.break_parts("reader")
    view.until("  reader     The card reader")
    board.break_parts()
    view.until("  reader     card 04a23b1c\n")
    board.unplug()
    view.until("  health     The board has been away for ", "Look at its cable; it is picked up by itself.")
    board.plug_in()
    out = view.until(f"{board.path}: firmware ", "switched on\n", "The buttons were away for ")
    assert out.count("The board has been away for") == 1, "told once, not every second"
    assert out.count("  pressed  ") == 1
    status, out, errors = view.end(interrupt=True)
    assert (status, errors.strip()) == (0, "")
    assert "\x1b" not in out


def test_each_change_is_an_object_for_a_program(board: VirtualBoard, start: Start) -> None:
    view = start("--json", "--port", board.path)
    view.until('"count": 0')
    board.press("next")
    view.until('"pressed": ["next"]')
    board.unplug()
    view.until('"status": "failed"')
    status, out, _ = view.end(interrupt=True)
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [button for each in told for button in each["pressed"]] == ["next"]
    assert (told[-1]["firmware"], told[-1]["scale"], told[-1]["held"]) == (None, None, [])


def test_the_page_is_drawn_in_place_and_leaves_the_terminal_as_it_was(board: VirtualBoard, start: Start) -> None:
    view = start("--port", board.path, terminal=True)
    view.until("\x1b[?1049h\x1b[?25l", "\x1b[1m0 pieces\x1b[0m", "Ctrl-C ends.")
    board.set_load(3)
    view.until("\x1b[1m3 pieces\x1b[0m")
    board.press("undo")
    view.until("pressed     \x1b[0m", "  undo\x1b[0m\x1b[K")
    board.unplug()
    view.until("\x1b[31mThe board has been away for ")
    board.plug_in()
    view.until("\x1b[33mScale, 8 buttons", "The buttons were away")
    status, out, errors = view.end(interrupt=True)
    assert (status, errors.strip()) == (0, "")
    screen, _, rest = out.rpartition("\x1b[?25h\x1b[?1049l")
    assert screen.count("\x1b[?1049h") == 1
    # What was seen last stays in the window, for whoever wants to copy it.
    assert rest.startswith("\x1b[1mBoard on ")
    assert "\x1b[K" not in rest
    assert "Ctrl-C" not in rest


def test_the_page_waits_for_a_board(board: VirtualBoard, start: Start) -> None:
    board.unplug()
    view = start("--port", board.path, terminal=True)
    view.until("\x1b[33mNo board is on ")
    board.plug_in()
    view.until("\x1b[1m0 pieces\x1b[0m")
    assert view.end(interrupt=True)[0] == 0


def test_a_virtual_board_needs_no_port() -> None:
    result = call("--once", "--port", "virtual")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Virtual board\n  health      {FITTED}\n")


def test_the_port_may_stand_in_the_settings(board: VirtualBoard, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text(f'board = "{board.path}"\n', encoding="utf-8")
    other = tmp_path / "other"
    for arguments in (["--data", tmp_path, "--once"], ["tare", "--data", tmp_path], ["--data", tmp_path, "tare"]):
        result = CliRunner(env={"COMPANION_DATA": str(other)}).invoke(cli, ["board", *map(str, arguments)])
        assert result.exit_code == 0, result.output
    assert CliRunner(env={"COMPANION_DATA": str(tmp_path)}).invoke(cli, ["board", "tare"]).exit_code == 0


def test_settings_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("board = 7\n", encoding="utf-8")
    assert "companion.toml cannot be used" in refusal("tare", "--data", tmp_path)


def test_json_and_once_are_for_the_view_alone() -> None:
    result = call("--once", "tare")
    assert result.exit_code == 2
    assert "--json and --once are for `companion board` alone." in result.output


@pytest.mark.parametrize("name", sorted(group.commands))
def test_each_command_and_option_is_documented(name: str) -> None:
    command = group.commands[name]
    result = call(name, "-h")
    assert result.exit_code == 0
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help
            assert parameter.help.endswith(".")
            assert max(parameter.opts, key=len) in result.output
    listed = next(line for line in call("-h").output.splitlines() if line.startswith(f"  {name} "))
    assert "..." not in listed


# --- telling ----------------------------------------------------------------------------------------------------------


def test_tare_and_calibrate_change_what_the_board_counts(board: VirtualBoard) -> None:
    board.set_load(2)
    result = call("tare", "--port", board.path)
    assert (result.exit_code, result.stdout) == (0, "The scale is tared. It says: 0 pieces.\n")
    assert result.stderr == "Taring; leave the bowl alone …\n"
    board.set_load(12)
    result = call("calibrate", "5", "--port", board.path)
    assert (result.exit_code, result.stdout) == (0, "The scale is calibrated. It says: 5 pieces.\n")
    assert "  scale       5 pieces\n" in call("--once", "--port", board.path).stdout
    board.set_load(4)
    # Two of the usual pieces are one of these.
    assert "  scale       1 piece\n" in call("--once", "--port", board.path).stdout


def test_the_board_says_why_it_did_not_calibrate(board: VirtualBoard) -> None:
    assert refusal("calibrate", "5", "--port", board.path) == (
        "The scale is not calibrated. These pieces weigh too little to be counted. Lay them into the bowl, "
        "then calibrate again."
    )


def test_a_load_that_moves_is_not_tared(restless: VirtualBoard, start: Start) -> None:
    status, _, errors = start("tare", "--port", restless.path).end()
    assert status == 1
    assert errors.splitlines()[-1] == (
        "companion: The scale is not tared. The load on the scale does not come to rest. Take your hands off the bowl, "
        "then do it again."
    )


@pytest.mark.parametrize("count", ["0", "256", "five"])
def test_a_count_that_no_board_takes_is_a_wrong_use(count: str) -> None:
    assert call("calibrate", count, "--port", "/dev/null").exit_code == 2


def test_unplugged_in_the_middle_of_a_tare(restless: VirtualBoard, start: Start) -> None:
    tare = start("tare", "--port", restless.path)
    assert tare.process.stderr is not None
    assert tare.process.stderr.readline() == "Taring; leave the bowl alone …\n"
    restless.unplug()
    status, out, errors = tare.end()
    assert (status, out) == (1, "")
    assert errors == (
        "companion: The scale is not tared. The board went away before it answered. Do it again once it is back.\n"
    )


def test_a_restart_is_seen_through(board: VirtualBoard) -> None:
    result = call("restart", "--port", board.path)
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first.startswith("The board is back: restarted as it was told, firmware ")
    assert second == FITTED
    assert json.loads(call("--once", "--json", "--port", board.path).stdout)["cause"] == "reset"


def test_a_board_that_does_not_come_back_from_a_restart(plain: Plain, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(1, 10_000))

    def answer(message: dict[str, Any]) -> list[dict[str, Any]]:
        if message["type"] == "ask":
            return [hello(message), state(message, next(numbers))]
        if message["type"] == "do":
            done = {"type": "done", "session": message["session"], "n": next(numbers), "id": message["id"]}
            return [{**done, "ok": True, "text": ""}]
        return [state(message, next(numbers))]

    monkeypatch.setattr(module, "BACK_S", 0.3)
    port = plain(answer).port
    assert refusal("restart", "--port", port) == (
        f"The board on {port} did not come back within 0 s. Unplug it and plug it in again."
    )


PICTURES = [
    "First pixel: white.",
    "Last pixel: white.",
    "Red from the first to the last.",
    "Green from the first to the last.",
    "Blue from the first to the last.",
    "Dark.",
    "The strip is dark again. Missing or wrong colours: “Check each part” in docs/wiring.md.",
]
LOOKING = "Looking for the board …\n"


def spots(pixels: bytes) -> list[bytes]:
    return [pixels[index : index + 3] for index in range(0, len(pixels), 3)]


@pytest.mark.slow
def test_the_strip_is_lit_pixel_by_pixel_within_its_budget(board: VirtualBoard, start: Start, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("[strip]\nmax_ma = 150\nbrightness = 1.0\n", encoding="utf-8")
    test = start("strip-test", "--port", board.path, "--data", tmp_path)
    test.until("The strip has 60 pixels, says the board.\n", "First pixel: white.\n")
    seen: set[bytes] = set()
    while test.process.poll() is None:
        seen.add(board.pixels())
        test.look(0.01)
    status, out, errors = test.end()
    # A machine with too much to do lets the board wait: that is told, and the test goes on.
    assert (status, errors.replace(LOOKING, "")) == (0, "")
    assert out.splitlines()[1:] == PICTURES
    assert not any(board.pixels())
    lit = [spots(pixels) for pixels in seen]
    assert [b"\xff\xff\xff", *[bytes(3)] * 59] in lit, "one pixel at full white draws 60 mA more: that is allowed"
    assert [*[bytes(3)] * 59, b"\xff\xff\xff"] in lit
    for channel in range(3):
        assert any(all(spot[channel] and sum(spot) == spot[channel] for spot in strip) for strip in lit), (
            "the whole strip in each colour"
        )
    assert max(draw_ma(pixels) for pixels in seen) <= 150


def test_a_length_that_differs_from_the_settings_is_told(board: VirtualBoard, start: Start, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("[strip]\npixels = 30\n", encoding="utf-8")
    test = start("strip-test", "--port", board.path, "--data", tmp_path)
    test.until(
        "The strip has 60 pixels, says the board. companion.toml says 30: mend pixels under [strip] there, "
        "or the board's settings.\n",
        "Last pixel",
    )
    status, _, errors = test.end(interrupt=True)
    assert (status, errors.strip()) == (1, "Aborted!")
    assert not any(board.pixels()), "a strip that is stopped in mid-test is dark"


class StripBoard:
    """A board with a strip of two pixels, as a script; told is everything that it was told."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self._numbers = count(1)

    def answer(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        self.told.append(message)
        begin = [hello(message, strip=2)] if message["type"] == "ask" else []
        shown = max((each["n"] for each in self.strips() if each["session"] == message["session"]), default=0)
        return [*begin, {**state(message, next(self._numbers)), "shown": shown}]

    def strips(self) -> list[dict[str, Any]]:
        return [each for each in self.told if each["type"] == "strip"]

    def shows(self) -> bytes:
        return base64.b64decode(self.strips()[-1]["pixels"])


def test_a_strip_test_that_is_stopped_between_sending_and_reading_leaves_the_strip_dark(plain: Plain) -> None:
    board, ticks = StripBoard(), count()
    # So slowly that the next frame is not due for some turns.
    with Cable(plain(board.answer).port, clock=lambda: next(ticks) / 1000) as cable:
        cable.reach()
        cable.link.show(b"\xff" * 6)
        while (now := cable.link.state()) is None or now.shown == 0:
            cable.link.step()
        darken(cable, 2)
    assert board.shows() == bytes(6)


def test_a_board_that_is_too_busy_to_answer_for_a_moment_is_made_dark_all_the_same(plain: Plain) -> None:
    board = StripBoard()

    def answer(message: dict[str, Any]) -> list[dict[str, Any]]:
        said = board.answer(message)
        # From the first frame on nothing, until the host takes it for gone and begins a new session.
        return [] if board.strips() and message["session"] == board.strips()[0]["session"] else said

    with Cable(plain(answer).port) as cable:
        cable.reach()
        darken(cable, 2)
    assert board.strips()[0]["session"] != board.strips()[-1]["session"]
    assert board.shows() == bytes(6)


@pytest.mark.slow
def test_a_strip_test_goes_on_with_a_board_that_was_unplugged_for_a_moment(board: VirtualBoard, start: Start) -> None:
    test = start("strip-test", "--port", board.path)
    test.until("First pixel")
    board.unplug()
    board.plug_in()
    status, out, errors = test.end()
    assert (status, errors.replace(LOOKING, "")) == (0, "")
    assert out.splitlines()[1:] == PICTURES
    assert not any(board.pixels())


def test_unplugged_in_the_middle_of_a_strip_test(board: VirtualBoard, start: Start) -> None:
    test = start("strip-test", "--port", board.path)
    test.until("First pixel")
    board.unplug()
    status, _, errors = test.end()
    assert (status, errors) == (
        1,
        f"{LOOKING}companion: The board went away in the middle of the test. Look at its cable, then do this again.\n",
    )


def test_a_board_without_a_strip_is_told_how_to_get_one(plain: Plain) -> None:
    numbers = iter(range(1, 10_000))

    def answer(message: dict[str, Any]) -> list[dict[str, Any]]:
        begin = [hello(message, buttons=["next"])] if message["type"] == "ask" else []
        return [*begin, state(message, next(numbers))]

    port = plain(answer).port
    assert refusal("strip-test", "--port", port) == (
        f"The board on {port} has no strip. Where one hangs on it, name its pin and pixels in a settings file "
        "(docs/wiring.md) and type `companion flash --settings FILE`."
    )


def test_the_log_tells_what_goes_over_the_cable(board: VirtualBoard) -> None:
    result = call("log", "-n", "30", "--port", board.path)
    assert result.exit_code == 0
    rows = [line.split("  ") for line in result.stdout.splitlines()]
    assert len(rows) == 30
    ways = {"ask": "→ board", "beat": "→ board", "hello": "board →", "state": "board →"}
    kinds = [row[2].strip() for row in rows]
    assert [row[1] for row in rows] == [ways[kind] for kind in kinds]
    # How often is asked before the board says hello, and who speaks first then, is a matter of the machine's load.
    said = list(dict.fromkeys(kinds))
    assert said[:2] == ["ask", "hello"]
    assert "state" in said
    assert "protocol [1, 1]" in rows[0][-1]
    assert 'scale {"count": ' in rows[kinds.index("state")][-1]


def test_the_log_goes_on_over_an_unplugging_until_ctrl_c(board: VirtualBoard, start: Start) -> None:
    log = start("log", "--port", board.path)
    log.until("hello", "beat", "state")
    board.unplug()
    board.plug_in()
    log.until("ask", "hello", "state")
    status, out, errors = log.end(interrupt=True)
    assert (status, errors.strip()) == (0, "")
    assert "\x1b" not in out


# --- no board ---------------------------------------------------------------------------------------------------------

TELLING = (["tare"], ["calibrate", "5"], ["strip-test"], ["restart"], ["log"], ["--once"])


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a board that never comes."""
    monkeypatch.setattr(boardcable, "WAIT_S", 0.4)


@pytest.mark.parametrize("arguments", TELLING)
@pytest.mark.usefixtures("hurry")
def test_no_board_is_told_by_each_command(arguments: list[str], tmp_path: Path) -> None:
    port = tmp_path / "ttyACM9"
    result = call(*arguments, "--port", port) if arguments[0] != "--once" else call("--port", port, *arguments)
    assert result.stderr == "Looking for the board …\n"
    assert str(result.exception) == (
        f"No board is on {port}. Plug it in, or name its port with --port. Then do this again."
    )


@pytest.mark.usefixtures("hurry")
def test_no_board_on_usb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hardware.ports.Finder.__call__", lambda self: None)
    assert refusal("tare", "--data", tmp_path) == (
        "No board is on USB. Plug it in with a cable that carries data, or name its port with --port. "
        "Then do this again."
    )


@pytest.mark.usefixtures("hurry")
def test_a_board_that_does_not_answer(plain: Plain) -> None:
    port = plain(lambda message: []).port
    assert refusal("tare", "--port", port) == (
        f"The board on {port} does not answer. Unplug it and plug it in again; if that does not help, "
        "type `companion flash`. Then do this again."
    )


def test_a_board_of_another_protocol(plain: Plain) -> None:
    def answer(message: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"type": "refuse", "session": message["session"], "protocol": [7, 9], "firmware": "9.9.9"}]

    told = refusal("tare", "--port", plain(answer).port)
    assert told.startswith("The board's firmware 9.9.9 speaks protocol 7 to 9, companion ")
    assert told.endswith("Copy the firmware that came with this companion onto the board. Type `companion flash`.")


def test_a_port_that_another_program_holds(board: VirtualBoard) -> None:
    line = open_port(str(board.path))
    assert line is not None
    try:
        told = refusal("tare", "--port", board.path)
    finally:
        line.close()
    assert told == (
        f"Another program holds {board.path}: a running `companion play`, mpremote, or a serial monitor. Close it, "
        "then do this again."
    )


def test_a_port_that_a_running_companion_holds_names_it(board: VirtualBoard, start: Start) -> None:
    view = start("--port", board.path)
    view.until("scale")
    assert refusal("tare", "--port", board.path) == (
        f"`companion board` (process {view.process.pid}) holds {board.path}. Stop it with Ctrl-C, then do this again."
    )
    second = start("--port", board.path)
    second.until(f"Another program holds {board.path}")
    view.end(interrupt=True)
    # It is picked up as soon as it is free.
    second.until("  scale      0 pieces")
    assert second.end(interrupt=True)[0] == 0


def test_a_name_that_is_no_port() -> None:
    assert refusal("tare", "--port", "nix://x").startswith("“nix://x” is no serial port: ")
