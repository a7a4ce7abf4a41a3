"""Which bytes of a line only say again what was said."""

from __future__ import annotations

from typing import Any

from hardware.virtual.repeats import Repeats
from tests.hardware.paper_board import line

STATE: dict[str, Any] = {"session": 7, "held": [], "shown": 0, "bad": 0, "missed": 0}


def repeated(*lines: tuple[bytes, float]) -> int:
    repeats = Repeats()
    for data, at_s in lines:
        repeats.add(data, at_s)
    assert repeats.bytes == sum(len(data) for data, _ in lines)
    return repeats.repeated


def test_signs_of_life_in_their_time_are_no_repetition() -> None:
    beats = [(line(type="beat", session=7, n=n, seen=0), n / 10) for n in range(1, 5)]
    assert repeated(*beats) == 0
    hasty = line(type="beat", session=7, n=5, seen=0)
    assert repeated(*beats, (hasty, 0.45)) == len(hasty)
    assert repeated(*beats, (line(type="beat", session=7, n=5, seen=1), 0.45)) == 0


def test_an_event_that_is_told_again_is_counted_alone() -> None:
    first = line(type="state", n=1, up_ms=100, events=[[1, "press", "next"]], **STATE)
    second = line(type="state", n=2, up_ms=190, events=[[1, "press", "next"], [2, "press", "undo"]], **STATE)
    assert repeated((first, 0.1), (second, 0.2)) == len('[1,"press","next"]')


def test_strips_asks_and_things_to_do_that_are_sent_again() -> None:
    ask = line(type="ask", session=7, protocol=[1, 1], companion="0")
    strip = [line(type="strip", session=7, n=n, pixels="AAAA") for n in (1, 2)]
    do = [line(type="do", session=7, n=n, id=1, what="tare") for n in (3, 4)]
    assert repeated((ask, 0.0), (ask, 0.25)) == len(ask)
    assert repeated((strip[0], 0.0), (strip[1], 0.25)) == len(strip[1])
    assert repeated((do[0], 0.0), (do[1], 0.25)) == len(do[1])


def test_a_new_session_says_all_anew() -> None:
    strips = [line(type="strip", session=session, n=1, pixels="AAAA") for session in (7, 8)]
    assert repeated((strips[0], 0.0), (strips[1], 0.1)) == 0
