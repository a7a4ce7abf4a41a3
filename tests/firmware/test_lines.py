"""`firmware/lines.py` by itself, against the lines of docs/protocol-vectors.json."""

from __future__ import annotations

import importlib
import json
from types import ModuleType

import pytest

from .test_vectors import VECTORS


@pytest.fixture
def lines(firmware_path: None) -> ModuleType:
    return importlib.import_module("lines")


@pytest.mark.parametrize("each", VECTORS["lines"]["good"], ids=lambda each: each.get("note", each["body"])[:40])
def test_good_lines_are_read_and_written(lines: ModuleType, each: dict[str, str]) -> None:
    message = json.loads(each["body"])
    assert lines.decode(each["line"].encode()) == message
    assert lines.encode(list(message.items())) == each["line"].rstrip("\r").encode() + b"\n"


@pytest.mark.parametrize("each", VECTORS["lines"]["bad"], ids=lambda each: each["why"])
def test_bad_lines_are_none(lines: ModuleType, each: dict[str, str]) -> None:
    assert lines.decode(each["line"].encode("latin-1")) is None


def test_a_character_beyond_16_bits_is_two_escapes(lines: ModuleType) -> None:
    # RFC 8259, section 7: U+1D11E is \ud834\udd1e
    assert lines.encode([("text", "\U0001d11e")]).startswith(b'{"text":"\\ud834\\udd1e"}*')


def test_a_reader_takes_lines_in_any_pieces(lines: ModuleType) -> None:
    good = b'{"type":"who"}*679987da'
    text = b"\n\r\n" + good + b"\r\n" + b"x" * 3000 + b"\n" + good + b"\n" + good[:-1] + b"\n" + good
    for size in (1, 7, 256, 5000):
        reader = lines.LineReader()
        found = [message for i in range(0, len(text), size) for message in reader.feed(text[i : i + size])]
        assert found == [{"type": "who"}] * 2
        assert reader.bad == 2
        assert reader.feed(b"\n") == [{"type": "who"}]


def test_an_endless_line_takes_no_memory(lines: ModuleType) -> None:
    reader = lines.LineReader()
    for _ in range(1000):
        reader.feed(b"x" * 256)
        assert len(reader._held) <= 1010
    reader.feed(b"\n")
    assert reader.bad == 1
