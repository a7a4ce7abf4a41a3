"""A WLED that means harm: each question ends in time and takes little, its words are held short, the thread goes on."""

from __future__ import annotations

import itertools
import json
import logging
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hardware.wled import WledStrip
from hardware.wled_before import Before
from hardware.wled_pages import NoAnswer, NoWled, WledPages
from tests.hardware.hostile_wled import HEAD, INFO, STATE, HostileWled, answer, as_json

GOOD = as_json(INFO)
ANSWER_S = 0.15
MOST_BYTES = 12_000_000
"""A head may be 100 lines of 65 536 bytes."""


def dripping(text: bytes) -> Iterator[bytes]:
    """A byte at a time."""
    return (text[at : at + 1] for at in range(len(text)))


def asks(says: Any, gap_s: float = 0.0) -> None:
    """Ask what it is, once."""
    with closing(HostileWled(lambda path: iter(says(path)), gap_s)) as wled:
        WledPages(wled.host, ANSWER_S).info()


@pytest.mark.parametrize(
    "text",
    [
        answer(b"[" * 60_000),
        answer(b'{"a":' * 10_000),
        answer(b'{"leds": {"count": 60}'),
        answer(b"\xff\xfe"),
        answer(b"null"),
        answer(b'{"leds": {"count": -1}}'),
        answer(b'{"leds": {"count": %s}}' % (b"9" * 5_000)),
        answer(b'{"leds": {"count": 1e400}}'),
        answer(b'{"leds": {"count": 60}, "uptime": -3}'),
        answer(b'{"leds": {"count": 60}, "mac": "%s"}' % (b"a" * 50_000)),
        answer(GOOD, b"HTTP/1.1 404 Not Found\r\n"),
        b"HTTP/1.1 600 What\r\nContent-Length: 0\r\n" + b"X: y\r\n" * 200 + b"\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 20",
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + GOOD,
    ],
    ids=lambda text: f"{text[-20:]!r}",
)
def test_what_no_wled_says_is_no_wled(text: bytes) -> None:
    with pytest.raises(NoWled):
        asks(lambda _: [text])


@pytest.mark.parametrize(
    "text",
    [
        b"",
        HEAD + b"Content-Length: 999999\r\n\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{",
        answer(GOOD, b"HTTP/1.1 503 Busy\r\n"),
    ],
)
def test_what_ends_too_soon_is_no_answer(text: bytes) -> None:
    with pytest.raises(NoAnswer):
        asks(lambda _: [text])


@pytest.mark.parametrize("head", [b"", HEAD, GOOD.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"])
def test_an_answer_that_comes_byte_by_byte_is_none_after_a_while(head: bytes) -> None:
    """Each byte in time, and the whole a good answer, long after."""
    rest = GOOD.removeprefix(head)
    with pytest.raises(NoAnswer):
        asks(lambda _: itertools.chain([head], dripping(rest)), gap_s=ANSWER_S / 10)


@pytest.mark.parametrize(
    "endless",
    [
        (HEAD + b"\r\n", b" " * 65_536),
        (HEAD, b"X-Long: " + b"y" * 60_000 + b"\r\n"),
        (HEAD, b"y" * 65_536),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b" " * 65_536 + b"\r\n"),
    ],
    ids=["body", "heads", "head", "continue", "chunks"],
)
def test_an_endless_answer_ends_and_takes_little_memory(endless: tuple[bytes, bytes]) -> None:
    head, more = endless
    tracemalloc.start()
    try:
        with pytest.raises((NoAnswer, NoWled)):
            asks(lambda _: itertools.chain([head], itertools.repeat(more)))
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_it_sends_nobody_elsewhere(code: int) -> None:
    with closing(HostileWled(lambda _: iter([GOOD]))) as elsewhere:
        there = f"HTTP/1.1 {code} Gone\r\nLocation: http://{elsewhere.host}/json/info\r\n".encode()
        with pytest.raises(NoWled):
            asks(lambda _: [answer(b"", there)])
        assert elsewhere.asked == []


def test_what_it_calls_itself_is_told_short_and_cannot_turn_the_text_around() -> None:
    info = {**INFO, "name": "\u202eabc\n" + "n" * 9_000, "ver": "\x1b[2J" + "9" * 9_000}
    with closing(HostileWled(lambda path: iter([as_json(info if path.endswith("info") else STATE)]))) as wled:
        strip = WledStrip(wled.host, 60, pages=WledPages(wled.host, ANSWER_S))
        strip.ask_step()
        assert strip.health().text == (
            f"WLED [2J{'9' * 37} “abc {'n' * 36}” at {wled.host}: 60 pixels, 42 frames a second."
        )


@pytest.mark.slow
def test_one_that_says_something_else_each_time_ends_nothing_and_fills_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Other names, other states, gone, back, no WLED: the same strip all evening."""
    turns = itertools.count()
    odd = [b"", answer(b"[" * 60_000), b"nonsense\r\n", HEAD + b"Content-Length: 7\r\n\r\n{", answer(b"{}")]

    def says(path: str) -> Iterator[bytes]:
        turn = next(turns)
        if turn % 5 == 4:
            return iter([odd[turn // 5 % len(odd)]])
        state = {"on": turn % 2 == 0, "bri": turn % 256, "lor": turn % 3, "ps": turn % 9 - 1}
        return iter([as_json({**INFO, "mac": f"{turn:x}", "uptime": turn} if path.endswith("info") else state)])

    now_s = 0.0
    caplog.set_level(logging.INFO)
    with closing(HostileWled(says)) as wled:
        path = tmp_path / "wled.json"
        kept = Before(path, wled.host)
        strip = WledStrip(wled.host, 60, clock=lambda: now_s, pages=WledPages(wled.host, ANSWER_S), kept=kept)
        for _ in range(120):
            now_s += 5.0
            strip.ask_step()
            strip.show(bytes(180))
            strip.send_step()
            health = strip.health()
            assert health.status in ("failed", "noted", "ok")
            assert len(health.text) < 400
        strip.give_back()
        strip.close()
    assert len(caplog.records) <= 3
    assert len(json.loads(path.read_text())) <= 16
