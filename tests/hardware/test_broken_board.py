"""A board that lies or is broken, by lines whose check is right: nothing of it is felt, and a sentence says so."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from companion.table.felt import Feeling
from hardware.endpoint import SENSELESS_FOR_S, HostEndpoint
from tests.hardware.paper_board import FITTED, line

HELLO: dict[str, Any] = {"protocol": 1, "firmware": "1", "board": "0", "boot": 1, "cause": "power", "fitted": FITTED}
STATE: dict[str, Any] = {"up_ms": 1, "events": [], "held": [], "shown": 0, "bad": 0}
TEXT = (
    "The board sends what makes no sense (1 message so far); none of it counts. "
    "Copy the firmware that came with this companion onto it, and tap meanwhile what it would tell."
)


@pytest.fixture
def host() -> HostEndpoint:
    """A companion in touch, which has felt three pieces."""
    host = HostEndpoint(lambda: 7)
    host.opened(0.0)
    host.receive(line(type="hello", session=7, **HELLO), 0.0)
    host.receive(line(type="state", session=7, n=1, scale={"count": 3, "load": 3.0, "sure": 1.0}, **STATE), 0.1)
    assert host.take() == (Feeling(count=3),)
    return host


def checked(body: str) -> bytes:
    return f"{body}*{zlib.crc32(body.encode()):08x}\n".encode()


def state_with(field: str, value: str) -> str:
    whole = {"type": "state", "session": 7, "n": 2, **STATE}
    return json.dumps(whole | {field: "VALUE"}, separators=(",", ":")).replace('"VALUE"', value)


WRONG = [
    ("scale", '{"count":256}'),  # docs/protocol.md: whole pieces, 0 to 255
    ("scale", '{"count":-1}'),
    ("scale", '{"count":2.5}'),
    ("scale", '{"count":"3"}'),
    ("scale", '{"count":true}'),
    ("scale", '{"count":NaN}'),
    ("scale", '{"count":4,"load":NaN,"sure":1}'),
    ("scale", '{"count":4,"load":Infinity,"sure":1}'),
    ("scale", '{"count":4,"load":1e999,"sure":1}'),
    ("scale", '{"count":4,"load":1e308,"sure":1}'),
    ("scale", '{"count":4,"load":4.0,"sure":7}'),
    ("scale", "[4,4.0,1]"),
    ("scale", "4"),
    ("reader", '{"card":"no digits"}'),
    ("reader", '{"card":4}'),
    ("reader", '{"card":"' + "0" * 41 + '"}'),
    ("events", '[[1,"press"]]'),
    ("events", '[[0,"press","next"]]'),
    ("events", '[["1","press","next"]]'),
    ("events", '[[1e300,"press","next"]]'),
    ("events", "[[" + "9" * 40 + ',"press","next"]]'),
    ("events", '{"1":"next"}'),
    ("held", '"next"'),
    ("n", "9" * 300),
    ("n", "-5"),
    ("n", "null"),
    ("missed", "9" * 300),
    ("missed", "-1"),
    ("up_ms", "1.5"),
    ("type", "[" * 400),
]


@pytest.mark.parametrize(("field", "value"), WRONG, ids=lambda each: str(each)[:30])
def test_what_cannot_be_is_not_felt_and_is_told(host: HostEndpoint, field: str, value: str) -> None:
    host.receive(checked(state_with(field, value)), 0.2)
    assert host.take() == ()
    assert (host.health(0.2).status, host.health(0.2).text) == ("failed", TEXT)
    host.outgoing(0.2)
    host.receive(line(type="state", session=7, n=2, scale={"count": 5, "load": 5.0, "sure": 1.0}, **STATE), 0.3)
    assert host.take() == (Feeling(count=5),), "the next good line is understood"


def test_a_huge_message_takes_no_memory_and_is_no_message(host: HostEndpoint) -> None:
    body = '{"type":"state","session":7,"n":2,"events":[' + ",".join(['[1,"press","next"]'] * 100_000) + "]}"
    for at in range(0, len(body), 4096):
        host.receive(body[at : at + 4096].encode(), 0.2)
    host.receive(b"*00000000\n", 0.2)
    assert host.take() == ()
    assert host.bad == 1


def test_a_spoilt_line_is_no_broken_board(host: HostEndpoint) -> None:
    host.receive(line(type="state", session=7, n=2, **STATE).replace(b"7", b"8", 1), 0.2)
    assert host.health(0.2).status == "ok"


def test_a_board_that_makes_sense_again_is_well_after_a_while(host: HostEndpoint) -> None:
    host.receive(checked(state_with("scale", "4")), 0.2)
    now_s, n = 0.2, 2
    while now_s < 0.2 + SENSELESS_FOR_S:
        now_s, n = now_s + 0.1, n + 1
        host.receive(line(type="state", session=7, n=n, scale={"count": 3}, **STATE), now_s)
    assert host.health(now_s).status == "ok"
