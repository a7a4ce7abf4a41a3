"""Whole boards by lines: sessions, refusals, events, garbage. The rules are those of docs/protocol.md."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

from .driven import FINE_MS, REPOSITORY, Driven, line


def events(board: Driven) -> list[list[object]]:
    found: list[list[object]] = board.last()["events"]
    return found


def test_hello_names_what_is_fitted_and_state_follows_at_once(board: Driven) -> None:
    board.run(100)
    hello = board.join()
    assert hello["protocol"] == 1
    version = (REPOSITORY / "firmware" / "version.py").read_text()
    assert re.search(r'FIRMWARE = "(.*)"', version)[1] == hello["firmware"]  # type: ignore[index]
    assert hello["cause"] == "power"
    assert hello["fitted"] == {
        "scale": True,
        "buttons": ["seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "next", "undo"],
        "strip": 60,
        "reader": "mfrc522",
    }
    assert "fault" not in hello
    assert board.last()["n"] == 1


def test_a_board_with_nothing_fitted_says_so(interpreter: Driven) -> None:
    interpreter.boot({})
    assert interpreter.join()["fitted"] == {}
    state = interpreter.last()
    assert "scale" not in state
    assert "reader" not in state


def test_wrong_settings_are_told_and_the_rest_works(interpreter: Driven) -> None:
    interpreter.boot({"buttons": {"next": 8}, "strip": {"pin": 8, "pixels": 60}})
    hello = interpreter.join()
    assert hello["fitted"] == {"buttons": ["next"]}
    assert hello["fault"] == (
        "settings.json on the board: buttons.next and strip.pin both have pin 8. Correct it and flash again."
    )


def test_refusal_names_the_session_and_both_ends_of_our_range(board: Driven) -> None:
    board.ask(9, (2, 5))
    refusal = board.run(50)
    version = (REPOSITORY / "firmware" / "version.py").read_text()
    firmware = re.search(r'FIRMWARE = "(.*)"', version)[1]  # type: ignore[index]
    assert refusal == [{"type": "refuse", "session": 9, "protocol": [1, 1], "firmware": firmware}]


def test_an_ask_that_makes_no_sense_is_not_answered(board: Driven) -> None:
    for session, protocol in ((0, [1, 1]), (1073741824, [1, 1]), (True, [1, 1]), ("7", [1, 1]), (7, [1]), (7, "11")):
        board.write(line({"type": "ask", "session": session, "protocol": protocol}))
    assert board.run(200) == []


def test_a_state_comes_at_least_every_100_ms(board: Driven) -> None:
    board.join()
    board.run(2000, beat=True, step_ms=FINE_MS)
    times = [at_ms for at_ms, message in board.heard if message["type"] == "state"]
    assert max(later - sooner for sooner, later in pairwise(times)) <= 100
    numbers = [message["n"] for _, message in board.heard if message["type"] == "state"]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_press_is_told_until_seen_and_once(board: Driven) -> None:
    board.join()
    board.table(pressed=["next"])
    board.run(60, beat=True)
    assert events(board) == [[1, "press", "next"]]
    board.table(pressed=[])
    board.run(500, beat=True)
    assert events(board) == [[1, "press", "next"]]
    board.run(300, beat=True, seen=1)
    assert events(board) == []
    board.run(1000, beat=True, seen=1)
    told = {tuple(event) for _, message in board.heard for event in message.get("events", [])}
    assert told == {(1, "press", "next")}


def test_eight_presses_wait_and_further_ones_are_lost(board: Driven) -> None:
    board.join()
    for _ in range(10):
        board.table(pressed=["seat1"])
        board.run(20)
        board.table(pressed=[])
        board.run(20)
    assert [event[0] for event in events(board)] == [1, 2, 3, 4, 5, 6, 7, 8]
    board.run(200, beat=True, seen=8)
    board.table(pressed=["undo"])
    board.run(100, beat=True, seen=8)
    assert events(board) == [[9, "press", "undo"]]


def test_presses_of_a_silence_never_come(board: Driven) -> None:
    board.join()
    board.run(500)
    board.table(pressed=["seat2"])
    board.run(100)
    board.table(pressed=[])
    board.run(1200)  # 1800 ms after the ask
    board.table(pressed=["seat3"])
    board.run(100)
    board.table(pressed=[])
    assert board.run(400) == []
    board.join(8)
    assert events(board) == []
    board.run(300, beat=True)
    assert events(board) == []


def test_who_at_most_every_100_ms(board: Driven) -> None:
    board.session = 99
    for _ in range(40):
        board.say("beat", seen=0)
        board.run(10, step_ms=FINE_MS)
    times = [at_ms for at_ms, _ in board.heard]
    assert {message["type"] for _, message in board.heard} == {"who"}
    assert 3 <= len(times) <= 5
    assert min(later - sooner for sooner, later in pairwise(times)) >= 100


def test_double_and_late_numbers_do_nothing(board: Driven) -> None:
    board.join()
    board.table(pressed=["next"])
    board.run(50)
    board.say("beat", n=10, seen=0)
    board.say("beat", n=10, seen=1)
    board.say("beat", n=9, seen=1)
    board.run(150)
    assert events(board) == [[1, "press", "next"]]
    board.say("beat", n=11, seen=1)
    board.run(150)
    assert events(board) == []


def test_messages_with_wrong_kinds_of_values_do_no_harm(board: Driven) -> None:
    board.join()
    for seen in ("1", None, 1e300, [1]):
        board.say("beat", seen=seen)
    for pixels in (7, None, "A", "****", "\u00e4", ["/wAA"]):
        board.say("strip", pixels=pixels)
    for fields in ({}, {"id": "x", "what": "tare"}, {"id": 3}, {"id": 4, "what": 5}, {"id": 5, "what": "calibrate"}):
        board.say("do", **fields)
    board.say("do", id=6, what="calibrate", count=256)
    done = [message for message in board.run(200) if message["type"] == "done"]
    assert [(message["id"], message["ok"]) for message in done] == [(3, False), (4, False), (5, False), (6, False)]
    assert done[2]["text"] == "Calibrating needs a count from 1 to 255 pieces."
    assert board.last()["bad"] == 0
    assert set(board.pixels) == {"0"}


def test_random_bytes_are_dropped_and_the_next_line_is_understood(board: Driven) -> None:
    board.join()
    noise = random.Random(20240)
    for _ in range(40):
        board.write("".join(chr(noise.randrange(256)) for _ in range(250)))
        board.say("beat", seen=0)  # spoilt by the noise before it, but it ends that line
        board.run(30)
    board.table(pressed=["next"])
    board.run(50, beat=True)
    state = board.last()
    assert state["events"] == [[1, "press", "next"]]
    assert state["bad"] >= 40
    assert board.boots == 1
    board.say("beat", seen=1)
    board.run(100)
    assert events(board) == []


def test_an_overlong_line_is_counted_once(board: Driven) -> None:
    board.join()
    for _ in range(20):
        board.write("x" * 400)
        board.run(10)
    board.write("\n")
    board.say("beat", seen=0)
    board.run(100)
    assert board.last()["bad"] == 1


def test_many_frames_at_once_do_not_hold_the_board_up(board: Driven) -> None:
    board.join()
    pixels = "/wAA" * 60
    for _ in range(12):  # what a buffer of 4 kB holds
        board.say("strip", pixels=pixels)
    board.run(150)
    assert board.last()["shown"] == 12
    assert board.pixels == "ff0000" * 60


@pytest.mark.parametrize("interpreter", ["micropython"], indirect=True, scope="session")
def test_memory_does_not_grow(board: Driven) -> None:
    """6 s of frames, presses and cards leave no more behind than the 6 s before; only MicroPython tells of its heap."""
    board.join()
    used = []
    for second in range(12):
        for _ in range(10):
            board.say("strip", pixels="AP8A" * 60)
            board.table(pressed=["next"] if second % 2 else [], card="04a23b1c" if second % 3 else None)
            board.run(100, beat=True, seen=second)
        used.append(board.table(memory=True)["memory"])
    assert max(used[6:]) <= max(used[:6]) + 512, "not nine bytes a frame"
