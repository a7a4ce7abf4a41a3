"""The last lines on the cable, as people look at them."""

from __future__ import annotations

from hardware.linelog import KEPT, LineLog, Logged


def test_lines_of_both_ways_with_their_times() -> None:
    log = LineLog()
    log.add("out", b"ask\n", 1.0)
    log.add("in", b"hel", 2.0)
    log.add("in", b"lo\r\nTraceback \xff\x00\n", 3.0)
    assert log.lines() == (
        Logged(1.0, "out", "ask"),
        Logged(3.0, "in", "hello"),
        Logged(3.0, "in", "Traceback \\xff\\x00"),
    )


def test_only_the_last_lines_are_kept() -> None:
    log = LineLog()
    for number in range(KEPT + 5):
        log.add("in", b"%d\n" % number, 0.0)
    assert [line.text for line in log.lines()] == [str(number) for number in range(5, KEPT + 5)]


def test_a_stream_without_line_ends_is_cut() -> None:
    log = LineLog()
    for _ in range(100):
        log.add("in", b"x" * 1000, 0.0)
    assert log.lines()
    assert all(set(line.text) == {"x"} and len(line.text) <= 1100 for line in log.lines())
