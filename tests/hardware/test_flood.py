"""A board that floods: sound messages, each with its check, of more than hands can do. It counts for nothing.

The figures of what people do are those of an evening: three presses each of eight players at once, four a second for
long, and a scale that rattles.
"""

from __future__ import annotations

import itertools
import logging
from typing import Any

import pytest

from companion.table.devices import DeviceHealth
from companion.table.felt import Feeling
from hardware.endpoint import HostEndpoint
from hardware.flood import LASTS_S
from hardware.link import BREATH_S, BoardLink
from hardware.pace import Pace
from hardware.ports import PortGone
from tests.hardware.paper_board import PaperBoard, line
from tests.hardware.test_ports import SilentPort

MOST_TOLD = 60
"""Feelings that a flood comes to at most, before it is known as one."""


class Flooding(PaperBoard):
    """Tells as many states as it is asked to, each with what the test gives."""

    def flood(self, states: int, **with_each: Any) -> None:
        for _ in range(states):
            self._n += 1
            presses = []
            for button in with_each.get("presses", ()):
                self._last_event += 1
                presses.append((self._last_event, "press", button))
            card = f"04{self._n:06x}" if with_each.get("is_tagged") and self._n % 2 else with_each.get("card")
            count = self._n % 200 if with_each.get("is_weighing") else 0
            self.out += line(
                type="state",
                session=self.session,
                n=self._n,
                up_ms=self._n,
                events=presses,
                held=[],
                shown=0,
                bad=0,
                scale={"count": count, "load": 0.0, "sure": 1.0},
                reader={"card": card},
            )


class Line:
    """A host and a board that floods, in a time of their own."""

    def __init__(self) -> None:
        numbers = itertools.count(7)
        self.host, self.board, self.now_s = HostEndpoint(lambda: next(numbers), "0.1.0"), Flooding(), 100.0
        self.felt: list[Feeling] = []
        self.host.opened(self.now_s)
        self.say(0)
        self.say(1)

    def say(self, states: int, **with_each: Any) -> None:
        """A tenth of a second, in which so many states come."""
        self.board.hear(self.host.outgoing(self.now_s))
        self.board.flood(states, **with_each)
        self.host.receive(self.board.take(), self.now_s)
        self.felt += self.host.take()
        self.now_s += 0.1

    def health(self) -> DeviceHealth:
        return self.host.health(self.now_s)

    def presses(self) -> int:
        return sum(len(each.presses) for each in self.felt)


FLOODS: dict[str, dict[str, Any]] = {
    "presses": {"presses": ["next", "undo"] * 4},
    "tags": {"is_tagged": True},
    "counts": {"is_weighing": True},
    "all": {"presses": ["next"], "is_tagged": True, "is_weighing": True},
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_a_flood_counts_for_nothing_and_is_told(flood: dict[str, Any]) -> None:
    line = Line()
    for _ in range(10):
        line.say(100, **flood)
    assert len(line.felt) <= MOST_TOLD
    assert line.felt[-1] == Feeling(is_away=True), "the board counts as away"
    assert line.presses() <= 24
    health = line.health()
    assert health.status == "failed"
    assert health.text.startswith("The board tells of more than hands can do, so none of it counts (")
    assert health.text.endswith(
        " presses and changes so far). Look at its buttons, scale and card reader for what sticks or rattles, or "
        "unplug it; tap meanwhile what it would tell."
    )


def test_what_came_in_one_with_a_flood_and_was_not_taken_counts_for_nothing_either() -> None:
    line = Line()
    line.say(100, presses=["undo"])
    assert line.presses() == 0
    assert line.felt[-1] == Feeling(is_away=True)


def test_once_it_is_over_the_levels_are_told_and_presses_count() -> None:
    line = Line()
    for _ in range(3):
        line.say(100, presses=["next"])
    seen = len(line.felt)
    for _ in range(round(LASTS_S * 10) + 2):
        line.say(1)
    assert line.felt[seen:] == [Feeling(count=0)]
    assert line.health().status == "ok"
    line.say(1, presses=["next"])
    assert line.felt[-1].presses == ("next",)


def test_a_board_that_begins_anew_without_end_floods_too() -> None:
    """Each new session tells its levels first, and its end that the board is away."""
    line = Line()
    for _ in range(300):
        line.board.out += b"".join((line_of_who(), b""))
        line.host.receive(line.board.take(), line.now_s)
        line.board.hear(line.host.outgoing(line.now_s))
        line.board.flood(1)
        line.host.receive(line.board.take(), line.now_s)
        line.felt += line.host.take()
        line.now_s += 0.001
    assert len(line.felt) <= 2 * MOST_TOLD + 2
    assert line.health().status == "failed"


def line_of_who() -> bytes:
    return line(type="who")


def test_what_people_do_is_no_flood() -> None:
    line = Line()
    line.say(1, presses=["next"] * 8)
    line.say(1, presses=["next"] * 8)
    line.say(1, presses=["next"] * 8)
    assert line.presses() == 24
    for _ in range(60):
        line.say(1)
    for tenth in range(600):
        line.say(1, presses=["next"] if tenth % 3 == 0 else [], is_weighing=True)
    assert line.presses() == 24 + 200
    assert not any(each.is_away for each in line.felt)


def test_a_phone_that_lies_on_the_reader_is_no_flood() -> None:
    """It shows another number, which begins with 08, at each of ten looks a second."""
    line = Line()
    for tenth in range(300):
        line.say(1, card=f"08{tenth:06x}")
    assert not any(each.is_away for each in line.felt)


@pytest.mark.parametrize(("per_s", "is_over"), [(10.0, False), (11.0, True)])
def test_a_pace_is_over_once_more_comes_for_long(per_s: float, is_over: bool) -> None:
    pace = Pace(20, 10.0)
    assert any(pace.is_over(per_s / 10, tenth / 10) for tenth in range(1000)) is is_over


class Wire(SilentPort):
    """A port from which so many bytes come with each look."""

    def __init__(self, data: bytes) -> None:
        super().__init__("wire", "")
        self.data, self.is_gone = data, False

    def read(self, timeout_s: float) -> bytes:
        if self.is_gone:
            raise PortGone("wire was unplugged.")
        return self.data


@pytest.mark.parametrize(("look_s", "is_held_up"), [(0.0001, True), (4096 / 11_520, False)])
def test_more_than_a_line_carries_is_left_waiting_in_the_port(look_s: float, is_held_up: bool) -> None:
    """11 520 bytes a second is all that 115200 baud carry; USB and pseudo-terminals carry thousands of times more."""
    now_s = 0.0
    link = BoardLink(lambda: Wire(b"x" * 4096), lambda feeling: None, clock=lambda: now_s)
    pauses = []
    for _ in range(100):
        now_s += look_s
        pauses.append(link.step())
    assert set(pauses) == ({0.0, BREATH_S} if is_held_up else {0.0})


def test_a_cable_that_comes_and_goes_all_night_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    now_s = 0.0
    wire = Wire(b"")
    link = BoardLink(lambda: wire, lambda feeling: None, clock=lambda: now_s)
    wire.is_gone = True
    for _ in range(1200):
        now_s += 1.0
        link.step()
    assert 1 <= len(caplog.records) <= 3
