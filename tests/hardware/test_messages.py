"""Messages read from bodies, whatever stands in them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.messages import Ask, Beat, Do, Reader, Scale, State, Unknown, Who, format_message, parse_message

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
TYPES = st.sampled_from(["ask", "hello", "refuse", "beat", "state", "strip", "do", "done", "who", "weather"])
FIELDS = ["session", "n", "seen", "events", "held", "shown", "bad", "up_ms", "scale", "reader", "fitted", "id", "ok"]


def parse(**message: Any) -> object:
    return parse_message(json.dumps(message).encode())


STATE = {"type": "state", "session": 7, "n": 1, "up_ms": 5, "events": [], "held": [], "shown": 0, "bad": 0}


@given(st.binary(max_size=200))
def test_no_bytes_raise(body: bytes) -> None:
    parse_message(body)


@pytest.mark.slow
@settings(max_examples=40)
@given(TYPES, st.dictionaries(st.sampled_from(FIELDS), JSON))
def test_no_object_raises(kind: str, fields: dict[str, Any]) -> None:
    parse(type=kind, **fields)


def test_deeply_nested_bodies_raise_nothing() -> None:
    parse_message(b'{"type":"who","x":' + b"[" * 450 + b"]" * 450 + b"}")
    parse_message(b"[" * 1000)


def test_fields_that_nobody_knows_are_ignored() -> None:
    assert parse(type="beat", session=7, n=1, seen=0, mood="sunny") == Beat(7, 1, 0)


def test_a_type_that_nobody_knows_is_told_apart_from_junk() -> None:
    assert parse(type="weather", sunny=True) == Unknown("weather")
    assert parse(type=7) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"session": 0},
        {"session": 1073741824},
        {"n": 0},
        {"n": "1"},
        {"events": [[1, "press"]]},
        {"events": None},
        {"scale": {"count": -1}},
        {"scale": {"count": 1.5}},
        {"reader": {"card": "not hexadecimal"}},
    ],
)
def test_a_state_with_a_wrong_field_is_junk(wrong: dict[str, Any]) -> None:
    assert parse(**{**STATE, **wrong}) is None


def test_a_state_with_everything() -> None:
    state = parse(**STATE, scale={"count": None, "load": 2}, reader={"fault": "The card reader does not answer."})
    assert isinstance(state, State)
    assert state.scale == Scale(count=None, load=2.0)
    assert state.reader == Reader(fault="The card reader does not answer.")


def test_bodies_are_compact_and_printable() -> None:
    assert format_message(Who()) == b'{"type":"who"}'
    assert format_message(Do(7, 3, 1, "tare")) == b'{"type":"do","session":7,"n":3,"id":1,"what":"tare"}'
    ask = format_message(Ask(7, (1, 1), "0.1 ä\x7f"))
    assert ask == b'{"type":"ask","session":7,"protocol":[1,1],"companion":"0.1 \\u00e4\\u007f"}'
