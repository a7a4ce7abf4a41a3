"""A bad cable: what is planned happens to whole lines, as often as planned, and nothing else."""

from __future__ import annotations

import pytest

from companion.table.fault_plans import LineRates
from hardware.lines import LineReader, format_line
from hardware.virtual.wire import HEALTHY, HELD_S, FaultyWire

LINES = [format_line(b'{"type":"beat","n":%d}' % n) for n in range(1, 2001)]


def through(rates: LineRates, step_s: float = 0.05, seed: int = 1) -> tuple[FaultyWire, list[bytes]]:
    """The lines that come through, one put in at each step, and all that waits at the end."""
    wire, now_s, out = FaultyWire(seed), 0.0, b""
    wire.rates = rates
    for each in LINES:
        out += wire.carry(each, now_s)
        now_s += step_s
    wire.rates = HEALTHY
    for _ in range(3):
        out += wire.carry(b"", now_s)
        now_s += 10.0
    return wire, [line + b"\n" for line in out.split(b"\n")[:-1]]


def test_a_healthy_wire_carries_bytes_as_they_are() -> None:
    wire = FaultyWire(1)
    assert wire.carry(b"half a li", 0.0) == b"half a li"
    assert wire.carry(b"ne\nand \xff", 0.0) == b"ne\nand \xff"
    assert wire.told == {}


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_lost_lines_are_missing_and_the_others_in_order(share: float) -> None:
    wire, come = through(LineRates(lost=share))
    assert come == [line for line in LINES if line in set(come)]
    assert len(come) == len(LINES) - wire.told["lost"]
    # Four standard deviations of a binomial distribution.
    assert abs(wire.told["lost"] - share * 2000) < 4 * (2000 * share * (1 - share)) ** 0.5


def test_spoilt_lines_are_no_lines_any_more() -> None:
    wire, come = through(LineRates(spoilt=0.3))
    reader = LineReader()
    good = reader.feed(b"".join(come))
    assert len(good) <= len(LINES) - wire.told["spoilt"], "an LF that is lost takes the next line with it"
    assert len(good) >= len(LINES) - 2 * wire.told["spoilt"]
    assert {format_line(body) for body in good} <= set(LINES)


def test_lines_that_come_twice_are_all_there() -> None:
    wire, come = through(LineRates(twice=0.3))
    assert len(come) == len(LINES) + wire.told["twice"]
    assert set(come) == set(LINES)


def test_swapped_lines_come_once_and_at_most_three_places_late() -> None:
    wire, come = through(LineRates(swapped=0.1))
    assert sorted(come) == sorted(LINES)
    moved = [LINES.index(line) - place for place, line in enumerate(come)]
    assert any(moved)
    assert wire.told["swapped"] > 100


def test_late_lines_are_in_order_and_no_later_than_planned() -> None:
    wire, now_s, late_s = FaultyWire(1), 0.0, list[float]()
    wire.rates = LineRates(late=0.5, late_s=0.4)
    put: list[float] = []
    for each in LINES:
        put.append(now_s)
        come = wire.carry(each, now_s).count(b"\n")
        late_s += [now_s - put[len(late_s) + number] for number in range(come)]
        now_s += 0.05
    assert max(late_s) <= 0.4 + 0.05
    assert max(late_s) > 0.2


def test_a_line_that_waits_to_be_overtaken_does_not_wait_for_ever() -> None:
    wire = FaultyWire(1)
    wire.rates = LineRates(swapped=1.0)
    assert wire.carry(LINES[0], 0.0) == b""
    assert wire.carry(b"", HELD_S) == LINES[0]


def test_the_same_seed_gives_the_same_faults() -> None:
    rates = LineRates(0.1, 0.1, 0.1, 0.1, 0.1)
    assert through(rates)[1] == through(rates)[1]
    assert through(rates)[1] != through(rates, seed=2)[1]


def test_a_cable_that_is_pulled_loses_what_is_in_it() -> None:
    wire = FaultyWire(1)
    wire.rates = LineRates(swapped=1.0)
    wire.carry(LINES[0] + b"half", 0.0)
    wire.clear()
    assert wire.carry(b"", 9.0) == b""


def test_what_is_no_line_goes_on_when_it_is_longer_than_any() -> None:
    wire = FaultyWire(1)
    wire.rates = LineRates(twice=0.1)
    assert wire.carry(b"x" * 2000, 0.0) == b"x" * 2000
