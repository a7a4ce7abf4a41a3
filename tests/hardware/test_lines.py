"""Lines out of any stream of bytes, and lines put together. Good and bad ones: protocol-vectors.json."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lines import MAX_BODY, LineReader, format_line

BODIES = st.lists(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=40), max_size=8)
JUNK = st.binary(max_size=30).filter(lambda junk: b"\n" not in junk)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    ends = sorted({place % (len(data) + 1) for place in places} | {0, len(data)})
    return [data[start:end] for start, end in itertools.pairwise(ends)]


@pytest.mark.slow
@given(BODIES, st.lists(JUNK, max_size=4), st.lists(st.integers(0, 10_000), max_size=12))
def test_any_split_gives_the_same_bodies(bodies: list[str], junk: list[bytes], places: list[int]) -> None:
    lines = [format_line(body.encode()) for body in bodies]
    data = b"".join([*lines[:2], *(piece + b"\n" for piece in junk), *lines[2:]])
    reader = LineReader()
    got = [body for part in cut(data, places) for body in reader.feed(part)]
    assert got == [body.encode() for body in bodies]
    assert reader.bad == len([piece for piece in junk if piece not in (b"", b"\r")])


@given(st.lists(st.binary(max_size=2000), max_size=8))
def test_junk_is_no_body(pieces: list[bytes]) -> None:
    reader = LineReader()
    for piece in pieces:
        for body in reader.feed(piece):
            assert format_line(body) in b"".join(pieces).replace(b"\r\n", b"\n")


def test_the_example_of_the_page() -> None:
    assert format_line(b'{"type":"who"}') == b'{"type":"who"}*679987da\n'


def test_empty_lines_are_nothing() -> None:
    reader = LineReader()
    assert reader.feed(b"\n\r\n\n") == []
    assert reader.bad == 0


def test_an_endless_line_takes_no_memory_and_is_one_bad_line() -> None:
    reader = LineReader()
    for _ in range(1000):
        assert reader.feed(b"x" * 4096) == []
    assert len(reader._rest) <= MAX_BODY + 10
    assert reader.feed(b"\n" + format_line(b"{}")) == [b"{}"]
    assert reader.bad == 1


def test_the_end_of_a_line_too_long_is_no_line() -> None:
    reader = LineReader()
    assert reader.feed(b"x" * 2000) == []
    assert reader.feed(format_line(b"{}")) == []
    assert reader.bad == 1


@pytest.mark.parametrize("body", [b"", b"x" * (MAX_BODY + 1), b"a\nb", "ä".encode()])
def test_what_cannot_be_a_body_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="A body is 1 to 1000 bytes of printable ASCII"):
        format_line(body)
