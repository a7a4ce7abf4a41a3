"""`companion board` as it tells the board to do something: tare, calibrate, restart, strip-test."""

from __future__ import annotations

import base64
import json
from itertools import count, cycle
from pathlib import Path
from typing import Any

from companion.cli.board import orders
from companion.cli.board.strip import darken
from companion.lights.power import draw_ma
from hardware.virtual.process import BoardProcess
from tests.companion.boards import Hands, OwnTime, QuickBoard, hello, state
from tests.companion.cli.board.test_board import FITTED
from tests.companion.commands import sentence
from tests.companion.conftest import Plain

LOOKING = "Looking for the board …\n"

# --- the scale --------------------------------------------------------------------------------------------------------


def test_tare_and_calibrate_change_what_the_board_counts(own_time: OwnTime, board: QuickBoard) -> None:
    board.set_load(2)
    ended = own_time.run("tare", "--port", board.path)
    assert (ended.status, ended.out) == (0, "The scale is tared. It says: 0 pieces.\n")
    assert ended.errors == "Taring; leave the bowl alone …\n"
    board.set_load(12)
    ended = own_time.run("calibrate", "5", "--port", board.path)
    assert (ended.status, ended.out) == (0, "The scale is calibrated. It says: 5 pieces.\n")
    assert "  scale       5 pieces\n" in own_time.run("--once", "--port", board.path).out
    board.set_load(4)
    # Two of the usual pieces are one of these.
    assert "  scale       1 piece\n" in own_time.run("--once", "--port", board.path).out


def test_the_board_says_why_it_did_not_calibrate(own_time: OwnTime, board: QuickBoard) -> None:
    assert sentence(own_time.run("calibrate", "5", "--port", board.path)) == (
        "The scale is not calibrated. These pieces weigh too little to be counted. Lay them into the bowl, "
        "then calibrate again."
    )


class Restless(QuickBoard):
    """A board on whose scale the load never comes to rest."""

    def __init__(self, time: OwnTime) -> None:
        loads = cycle((0.0, 40.0, 10.0, 80.0))
        super().__init__(BoardProcess("python"), time.clock, load=lambda: next(loads))
        time.board = self


def test_a_load_that_moves_is_not_tared(own_time: OwnTime) -> None:
    board = Restless(own_time)
    try:
        told = sentence(own_time.run("tare", "--port", board.path))
    finally:
        board.close()
    assert told == (
        "The scale is not tared. The load on the scale does not come to rest. Take your hands off the bowl, "
        "then do it again."
    )


def test_unplugged_in_the_middle_of_a_tare(own_time: OwnTime) -> None:
    board = Restless(own_time)

    def hands() -> Hands:
        yield ("Taring; leave the bowl alone …\n",)
        board.unplug()
        yield ("companion: ",)

    try:
        ended = own_time.run("tare", "--port", board.path, hands=hands())
    finally:
        board.close()
    assert ended.out == ""
    assert sentence(ended) == (
        "The scale is not tared. The board went away before it answered. Do it again once it is back."
    )


# --- restart ----------------------------------------------------------------------------------------------------------


def test_a_restart_is_seen_through(own_time: OwnTime, board: QuickBoard) -> None:
    ended = own_time.run("restart", "--port", board.path)
    assert ended.status == 0
    first, second = ended.out.splitlines()
    assert first.startswith("The board is back: restarted as it was told, firmware ")
    assert second == FITTED
    assert json.loads(own_time.run("--once", "--json", "--port", board.path).out)["cause"] == "reset"


def test_a_board_that_does_not_come_back_from_a_restart(own_time: OwnTime, plain: Plain) -> None:
    numbers = iter(range(1, 10_000))

    def answer(message: dict[str, Any]) -> list[dict[str, Any]]:
        if message["type"] == "ask":
            return [hello(message), state(message, next(numbers))]
        if message["type"] == "do":
            done = {"type": "done", "session": message["session"], "n": next(numbers), "id": message["id"]}
            return [{**done, "ok": True, "text": ""}]
        return [state(message, next(numbers))]

    port = plain(answer).port
    assert sentence(own_time.run("restart", "--port", port)) == (
        f"The board on {port} did not come back within 15 s. Unplug it and plug it in again."
    )
    assert own_time.now_s > orders.BACK_S


# --- the strip --------------------------------------------------------------------------------------------------------

PICTURES = [
    "First pixel: white.",
    "Last pixel: white.",
    "Red from the first to the last.",
    "Green from the first to the last.",
    "Blue from the first to the last.",
    "Dark.",
    "The strip is dark again. Missing or wrong colours: “Check each part” in docs/wiring.md.",
]


def spots(pixels: bytes) -> list[bytes]:
    return [pixels[index : index + 3] for index in range(0, len(pixels), 3)]


class SeenBoard(QuickBoard):
    """A board whose strip somebody looks at."""

    def __init__(self, time: OwnTime) -> None:
        self.seen: set[bytes] = set()
        super().__init__(BoardProcess("python"), time.clock)
        time.board = self

    def go_on(self) -> bool:
        said = super().go_on()
        self.seen.add(self.pixels())
        return said


def test_the_strip_is_lit_pixel_by_pixel_within_its_budget(own_time: OwnTime, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("[strip]\nmax_ma = 150\nbrightness = 1.0\n", encoding="utf-8")
    board = SeenBoard(own_time)
    try:
        ended = own_time.run("strip-test", "--port", board.path, "--data", tmp_path)
    finally:
        board.close()
    assert (ended.status, ended.errors) == (0, "")
    assert ended.out.splitlines() == ["The strip has 60 pixels, says the board.", *PICTURES]
    assert not any(board.pixels())
    lit = [spots(pixels) for pixels in board.seen]
    assert [b"\xff\xff\xff", *[bytes(3)] * 59] in lit, "one pixel at full white draws 60 mA more: that is allowed"
    assert [*[bytes(3)] * 59, b"\xff\xff\xff"] in lit
    for channel in range(3):
        assert any(all(spot[channel] and sum(spot) == spot[channel] for spot in strip) for strip in lit), (
            "the whole strip in each colour"
        )
    assert max(draw_ma(pixels) for pixels in board.seen) <= 150


def test_a_length_that_differs_from_the_settings_is_told(own_time: OwnTime, board: QuickBoard, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("[strip]\npixels = 30\n", encoding="utf-8")

    def hands() -> Hands:
        yield (
            "The strip has 60 pixels, says the board. companion.toml says 30: mend pixels under [strip] there, "
            "or the board's settings.\n",
            "Last pixel",
        )

    ended = own_time.run("strip-test", "--port", board.path, "--data", tmp_path, hands=hands())
    assert (ended.status, ended.errors.strip()) == (1, "Aborted!")
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


def test_a_strip_test_that_is_stopped_between_sending_and_reading_leaves_the_strip_dark(
    own_time: OwnTime, plain: Plain
) -> None:
    board = StripBoard()
    with own_time.cable(plain(board.answer).port) as cable:
        cable.reach()
        own_time.turn_s = 0.001  # so slowly that the next frame is not due for some turns
        cable.link.show(b"\xff" * 6)
        while (now := cable.link.state()) is None or now.shown == 0:
            cable.link.step()
            own_time.go_on()
        darken(cable, 2)
    assert board.shows() == bytes(6)


def test_a_board_that_is_too_busy_to_answer_for_a_moment_is_made_dark_all_the_same(
    own_time: OwnTime, plain: Plain
) -> None:
    board = StripBoard()

    def answer(message: dict[str, Any]) -> list[dict[str, Any]]:
        said = board.answer(message)
        # From the first frame on nothing, until the host takes it for gone and begins a new session.
        return [] if board.strips() and message["session"] == board.strips()[0]["session"] else said

    with own_time.cable(plain(answer).port) as cable:
        cable.reach()
        darken(cable, 2)
    assert board.strips()[0]["session"] != board.strips()[-1]["session"]
    assert board.shows() == bytes(6)


def test_a_strip_test_goes_on_with_a_board_that_was_unplugged_for_a_moment(
    own_time: OwnTime, board: QuickBoard
) -> None:
    def hands() -> Hands:
        yield ("First pixel",)
        board.unplug()
        board.plug_in()
        yield ("companion: ",)  # which it never says

    ended = own_time.run("strip-test", "--port", board.path, hands=hands())
    assert (ended.status, ended.errors.replace(LOOKING, "")) == (0, "")
    assert ended.out.splitlines()[1:] == PICTURES
    assert not any(board.pixels())


def test_unplugged_in_the_middle_of_a_strip_test(own_time: OwnTime, board: QuickBoard) -> None:
    def hands() -> Hands:
        yield ("First pixel",)
        board.unplug()
        yield ("companion: ",)

    ended = own_time.run("strip-test", "--port", board.path, hands=hands())
    assert (ended.status, ended.errors) == (
        1,
        f"{LOOKING}companion: The board went away in the middle of the test. Look at its cable, then do this again.\n",
    )


def test_a_board_without_a_strip_is_told_how_to_get_one(own_time: OwnTime, plain: Plain) -> None:
    numbers = iter(range(1, 10_000))

    def answer(message: dict[str, Any]) -> list[dict[str, Any]]:
        begin = [hello(message, buttons=["next"])] if message["type"] == "ask" else []
        return [*begin, state(message, next(numbers))]

    port = plain(answer).port
    assert sentence(own_time.run("strip-test", "--port", port)) == (
        f"The board on {port} has no strip. Where one hangs on it, name its pin and pixels in a settings file "
        "(docs/wiring.md) and type `companion flash --settings FILE`."
    )
