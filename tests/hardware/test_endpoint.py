"""The companion's end: what its callers see. Its talk on the wire: test_vectors.py."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.devices import DeviceHealth
from companion.table.felt import Feeling
from hardware.commands import Answer
from hardware.endpoint import HostEndpoint
from hardware.lines import LineReader
from tests.hardware.paper_board import PaperBoard, line

BUTTONS = ["seat1", "seat2", "next"]


class Pair:
    """A host and a paper board that hear each other, in a time of their own."""

    def __init__(self, board: PaperBoard | None = None) -> None:
        numbers = itertools.count(7)
        self.host = HostEndpoint(lambda: next(numbers), "0.1.0")
        self.board = board or PaperBoard()
        self.now_s = 100.0
        self.host.opened(self.now_s)

    def run(self, seconds: float) -> None:
        """Both talk for so long; a state every 100 ms."""
        for _ in range(round(seconds * 10)):
            self.board.hear(self.host.outgoing(self.now_s))
            self.board.tell()
            self.host.receive(self.board.take(), self.now_s)
            self.now_s += 0.1

    def health(self) -> DeviceHealth:
        return self.host.health(self.now_s)


def ok(text: str) -> DeviceHealth:
    return DeviceHealth("board", "ok", text)


def noted(text: str) -> DeviceHealth:
    return DeviceHealth("board", "noted", text)


def failed(text: str) -> DeviceHealth:
    return DeviceHealth("board", "failed", text)


def test_levels_are_told_at_the_start_and_when_they_change() -> None:
    pair = Pair()
    pair.run(0.3)
    assert pair.host.is_on
    assert pair.host.take() == (Feeling(count=0),)
    pair.board.scale, pair.board.card = {"count": 3, "load": 3.0, "sure": 1.0}, "04A23B1C"
    pair.run(0.3)
    assert pair.host.take() == (Feeling(count=3, card="04a23b1c"),)
    assert pair.host.take() == ()


def test_each_press_is_told_once_and_in_order() -> None:
    pair = Pair()
    pair.run(0.2)
    pair.host.take()
    for button in ("next", "seat1", "next"):
        pair.board.press(button)
    pair.run(1.0)
    assert pair.host.take() == (Feeling(count=0, presses=("next", "seat1", "next")),)
    assert pair.board.events == []


def test_a_button_nobody_knows_is_no_press_and_is_not_told_again() -> None:
    pair = Pair()
    pair.run(0.2)
    pair.host.take()
    pair.board.press("doorbell")
    pair.run(0.5)
    assert pair.host.take() == ()
    assert pair.board.events == []


def test_a_port_that_closes_is_told_once_and_the_levels_anew_afterwards() -> None:
    pair = Pair()
    pair.run(0.2)
    pair.host.take()
    pair.host.closed(pair.now_s)
    pair.host.closed(pair.now_s)
    assert pair.host.outgoing(pair.now_s) == b""
    assert pair.host.due_s(pair.now_s) == float("inf")
    assert pair.host.take() == (Feeling(is_away=True),)
    assert (pair.host.hello, pair.host.state) == (None, None)
    pair.host.opened(pair.now_s)
    pair.run(0.2)
    assert pair.host.take() == (Feeling(count=0),)


def test_a_board_that_never_was_there_is_not_away() -> None:
    host = HostEndpoint(lambda: 7)
    host.opened(0.0)
    host.outgoing(5.0)
    host.closed(6.0)
    assert host.take() == ()


def test_presses_that_waited_while_the_host_slept_are_nothing() -> None:
    """A machine that slept finds old lines in its buffer; the board has given the session up meanwhile."""
    pair = Pair()
    pair.run(0.3)
    pair.host.take()
    pair.board.press("next")
    pair.board.tell()
    pair.host.receive(pair.board.take(), pair.now_s + 20)
    assert pair.host.take() == (Feeling(is_away=True),)
    assert b'"ask"' in pair.host.outgoing(pair.now_s + 20)


def test_what_is_to_be_done_is_done_once_and_answered() -> None:
    pair = Pair()
    pair.run(0.2)
    first, second = pair.host.do("tare"), pair.host.do("calibrate", 12)
    pair.run(1.0)
    assert pair.board.did == ["tare", "calibrate"]
    assert pair.host.answers() == (Answer(first, True, ""), Answer(second, True, ""))
    assert [message["count"] for message in pair.board.messages if message.get("what") == "calibrate"] == [12]


def test_without_a_board_nothing_is_done() -> None:
    host = HostEndpoint(lambda: 7)
    task = host.do("tare")
    assert host.answers() == (Answer(task, False, "No board is connected. Plug it in and do it again."),)


def test_a_board_that_goes_away_has_not_done_it() -> None:
    pair = Pair()
    pair.run(0.2)
    task = pair.host.do("tare")
    pair.host.outgoing(pair.now_s)
    pair.host.closed(pair.now_s)
    text = "The board went away before it answered. Do it again once it is back."
    assert pair.host.answers() == (Answer(task, False, text),)


def test_a_board_that_never_answers_a_do_has_not_done_it() -> None:
    pair = Pair()
    pair.run(0.2)
    task = pair.host.do("tare")
    for _ in range(250):
        pair.host.outgoing(pair.now_s)
        pair.board.tell()
        pair.host.receive(pair.board.take(), pair.now_s)
        pair.now_s += 0.1
    text = "The board did not answer within 20 s. Restart it and do it again."
    assert pair.host.answers() == (Answer(task, False, text),)


def test_a_strip_is_sent_again_until_the_board_shows_it() -> None:
    pair = Pair()
    pair.run(0.2)
    pair.host.show(b"\xff\x00\x00")
    pair.host.outgoing(pair.now_s)  # lost on the way
    pair.run(1.0)
    assert pair.board.strips == ["/wAA"]
    pair.host.show(b"\xff\x00\x00")
    pair.run(1.0)
    assert pair.board.strips == ["/wAA"]


def test_a_strip_goes_only_where_there_is_one() -> None:
    pair = Pair(PaperBoard({"buttons": ["next"]}))
    pair.run(0.2)
    pair.host.show(b"\xff\x00\x00")
    pair.run(1.0)
    assert pair.board.strips == []


def test_a_strip_too_long_for_a_line_is_cut() -> None:
    pair = Pair()
    pair.run(0.2)
    pair.host.show(b"\xff" * 3000)
    pair.run(0.2)
    assert pair.board.strips == ["////" * 230]


def test_outgoing_has_something_when_it_said_so() -> None:
    pair = Pair()
    pair.run(0.2)
    pair.host.outgoing(pair.now_s)
    due_s = pair.host.due_s(pair.now_s)
    assert 0 < due_s <= 0.1
    assert pair.host.outgoing(pair.now_s + due_s / 2) == b""
    assert pair.host.outgoing(pair.now_s + due_s + 1e-9) != b""
    pair.host.do("tare")
    assert pair.host.due_s(pair.now_s) == 0


# What people read.


def test_health_without_a_port() -> None:
    host = HostEndpoint(lambda: 7)
    text = "No board on USB. Tap what the scale and the buttons would tell."
    assert host.health(0.0) == DeviceHealth("board", "absent", text)


def test_health_while_the_board_is_asked() -> None:
    host = HostEndpoint(lambda: 7)
    host.opened(0.0)
    assert host.health(1.0) == DeviceHealth("board", "absent", "A board is plugged in and is being asked what it has.")
    assert host.health(9.5) == failed(
        "The board has not answered for 10 s. Unplug it and plug it in again; "
        "if that does not help, copy the firmware onto it."
    )


@pytest.mark.parametrize(
    ("fitted", "text"),
    [
        (
            {"scale": True, "buttons": BUTTONS, "strip": 60, "reader": "mfrc522"},
            "Scale, 3 buttons, 60 lights and card reader.",
        ),
        ({"buttons": ["next"], "strip": 1}, "1 button and 1 light."),
        ({"scale": True}, "Scale."),
        ({}, "Nothing is fitted to the board."),
    ],
)
def test_health_tells_what_is_fitted(fitted: dict[str, Any], text: str) -> None:
    pair = Pair(PaperBoard(fitted))
    pair.run(0.2)
    assert pair.health() == ok(text)


def test_health_tells_what_fails() -> None:
    pair = Pair(PaperBoard({"scale": True, "buttons": ["next"]}))
    pair.board.scale = {"fault": "The scale does not answer. Look at its four wires."}
    pair.run(0.2)
    assert pair.health() == failed("Scale and 1 button. The scale does not answer. Look at its four wires.")
    assert pair.host.take() == (Feeling(),)


def test_health_tells_what_is_wrong_with_the_settings() -> None:
    host = HostEndpoint(lambda: 7)
    host.opened(0.0)
    rest = {"firmware": "1", "board": "0", "boot": 1, "cause": "power", "fitted": {}}
    host.receive(
        line(type="hello", session=7, protocol=1, fault="There is no settings.json on the board.", **rest), 0.0
    )
    assert host.health(0.1) == failed("Nothing is fitted to the board. There is no settings.json on the board.")


def test_health_after_an_absence() -> None:
    pair = Pair()
    pair.run(1.0)
    heard_s = pair.now_s - 0.1
    pair.host.closed(pair.now_s)
    assert pair.host.health(heard_s + 2.5) == failed(
        "The board has been away for 3 s. Look at its cable; it is picked up by itself. "
        "Tap meanwhile what it would tell."
    )
    pair.now_s = heard_s + 2.9
    pair.host.opened(pair.now_s)
    pair.run(0.2)
    note = " The buttons were away for 3 s; what was pressed meanwhile does not count."
    whole = "Scale, 3 buttons, 4 lights and card reader."
    assert pair.health() == noted(whole + note)
    pair.run(59.0)
    assert pair.health() == noted(whole + note)
    pair.run(2.0)
    assert pair.health() == ok(whole)


def test_health_after_the_board_hung() -> None:
    pair = Pair(PaperBoard({"strip": 4}))
    pair.run(1.0)
    pair.board.restart()
    pair.board.boot, pair.board.cause = 2, "watchdog"
    pair.now_s += 1.9
    pair.run(0.3)
    assert pair.health() == noted("4 lights. The board was away for 2 s. The board hung and restarted itself.")


def test_health_where_versions_differ() -> None:
    host = HostEndpoint(lambda: 7, "0.1.0")
    host.opened(0.0)
    host.receive(line(type="refuse", session=7, protocol=[2, 3], firmware="2.0.1"), 0.1)
    text = (
        "The board's firmware 2.0.1 speaks protocol 2 to 3, companion 0.1.0 speaks 1. "
        "Copy the firmware that came with this companion onto the board."
    )
    assert host.refusal == text
    assert host.health(0.2) == failed(text)
    host.closed(1.0)
    assert host.refusal == ""


def test_a_hello_of_another_protocol_is_a_refusal() -> None:
    host = HostEndpoint(lambda: 7, "0.1.0")
    host.opened(0.0)
    hello = {"firmware": "9", "board": "0", "boot": 1, "cause": "power", "fitted": {}}
    host.receive(line(type="hello", session=7, protocol=9, **hello), 0.1)
    assert not host.is_on
    assert host.refusal.startswith("The board's firmware 9 speaks protocol 9, companion 0.1.0 speaks 1.")


# Whatever the cable does.


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_junk_raises_nothing_and_is_no_feeling(pieces: list[bytes]) -> None:
    pair = Pair()
    pair.run(0.2)
    pair.host.take()
    for piece in pieces:
        pair.host.receive(piece, pair.now_s)
    assert pair.host.take() == ()


def lines_of(data: bytes) -> list[bytes]:
    return [text + b"\n" for text in data.split(b"\n")[:-1]]


def spoil(lines: list[bytes], chance: random.Random, badness: float) -> list[bytes]:
    """The lines with some lost, some twice, some spoilt, some later than others."""
    come: list[bytes] = []
    for text in lines:
        fate = chance.random()
        if fate < badness:
            continue
        come += [text] * (2 if fate > 1 - badness else 1)
        if chance.random() < badness:
            come.append(text[: chance.randrange(len(text))] + b"\n")
    if chance.random() < badness:
        chance.shuffle(come)
    return come


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from([0.05, 0.2, 0.5]))
def test_a_bad_cable_neither_doubles_nor_invents_nor_swaps_a_press(seed: int, badness: float) -> None:
    """Lines are lost, doubled, cut and out of order both ways; the paper board keeps its session all the time."""
    chance = random.Random(seed)
    pair = Pair()
    pair.run(0.2)
    pressed: list[str] = []
    late: list[bytes] = []
    for turn in range(120):
        if turn < 60 and chance.random() < 0.3 and len(pair.board.events) < 8:
            pressed.append(chance.choice(BUTTONS))
            pair.board.press(pressed[-1])
        bad = badness if turn < 60 else 0.0
        pair.board.hear(b"".join(spoil(lines_of(pair.host.outgoing(pair.now_s)), chance, bad)))
        pair.board.tell()
        come = spoil(late + lines_of(pair.board.take()), chance, bad)
        late = [text for text in come if chance.random() < bad]
        pair.host.receive(b"".join(text for text in come if text not in late), pair.now_s)
        # So often that nobody is silent for 1500 ms: here no session ends.
        pair.now_s += 0.02
    told = [button for feeling in pair.host.take() for button in feeling.presses]
    assert told == pressed


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_across_lost_sessions_presses_are_lost_but_never_doubled(seed: int) -> None:
    """Presses are numbered by their buttons (seat1 to seat8 in a ring), so a double or a swap would be seen."""
    chance = random.Random(seed)
    pair = Pair()
    pressed: list[tuple[int, str]] = []
    told: list[str] = []
    count = 0
    for _ in range(300):
        if chance.random() < 0.1:
            button = f"seat{count % 8 + 1}"
            count += 1
            pressed.append((count, button))
            pair.board.press(button)
        if chance.random() < 0.02:
            pair.now_s += chance.choice([0.5, 1.4, 1.6, 5.0])
        if chance.random() < 0.02:
            pair.board.restart()
        if chance.random() < 0.02:
            pair.host.closed(pair.now_s)
            pair.host.opened(pair.now_s)
        pair.board.hear(b"".join(spoil(lines_of(pair.host.outgoing(pair.now_s)), chance, 0.1)))
        pair.board.tell()
        pair.host.receive(b"".join(spoil(lines_of(pair.board.take()), chance, 0.1)), pair.now_s)
        pair.now_s += 0.05
        told += [button for feeling in pair.host.take() for button in feeling.presses]
    rest = iter(button for _, button in pressed)
    assert all(button in rest for button in told), "what was told is no part of what was pressed, in its order"


def test_every_line_that_goes_out_is_a_good_one() -> None:
    pair = Pair()
    reader = LineReader()
    pair.host.show(bytes(180))
    for _ in range(50):
        data = pair.host.outgoing(pair.now_s)
        for body in reader.feed(data):
            assert json.loads(body)["type"] in ("ask", "beat", "strip", "do")
        pair.board.hear(data)
        pair.board.tell()
        pair.host.receive(pair.board.take(), pair.now_s)
        pair.now_s += 0.05
    assert reader.bad == 0
