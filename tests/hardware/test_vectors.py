"""Runs docs/protocol-vectors.json against the companion's end of the line."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.table.felt import Feeling
from hardware.endpoint import HostEndpoint
from hardware.lines import LineReader, format_line
from hardware.messages import format_message, parse_message

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "docs" / "protocol-vectors.json").read_text())
DIALOGUES = [dialogue for dialogue in VECTORS["dialogues"] if "host" in dialogue["runs"]]
TICK_MS = 5


def is_part(part: Any, whole: Any) -> bool:
    """Whether the whole has all that the part has; lists must be the same."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and is_part(part[key], whole[key]) for key in part)
    return bool(part == whole) and isinstance(part, bool) == isinstance(whole, bool)


class Run:
    """One dialogue against a host; time goes on in small steps."""

    def __init__(self, dialogue: dict[str, Any]) -> None:
        numbers = iter(dialogue["sessions"])
        self.fitted = dialogue["fitted"]
        self.host = HostEndpoint(lambda: next(numbers), "vectors")
        self.reader = LineReader()
        self.now_ms = 0
        self.sent: list[tuple[int, dict[str, Any]]] = []
        self.matched = 0
        self.last_n: dict[int, int] = {}
        self.host.opened(0.0)
        self.pump()

    def pump(self) -> None:
        for body in self.reader.feed(self.host.outgoing(self.now_ms / 1000)):
            self.sent.append((self.now_ms, json.loads(body)))

    def go_to(self, at_ms: int) -> None:
        while self.now_ms < at_ms:
            self.now_ms = min(at_ms, self.now_ms + TICK_MS)
            self.pump()

    def take(self, step: dict[str, Any]) -> None:
        self.go_to(step["at_ms"])
        if "host" in step:
            self.expect(step["host"])
        elif "host_not" in step:
            self.refute(step)
        elif "felt" in step:
            assert list(self.host.take()) == [msgspec.convert(felt, Feeling) for felt in step["felt"]]
        elif "game" in step:
            self.play(step["game"])
        elif "board" in step:
            self.feed(format_line(json.dumps(self.whole(step["board"]), separators=(",", ":")).encode()))
        elif "board_line" in step:
            self.feed(step["board_line"].encode("latin-1") + b"\n")
        else:
            raise AssertionError(f"an unknown step: {step}")

    def expect(self, part: dict[str, Any]) -> None:
        for index in range(self.matched, len(self.sent)):
            if is_part(part, self.sent[index][1]):
                self.matched = index + 1
                return
        raise AssertionError(f"{part} did not come by {self.now_ms} ms; sent since: {self.sent[self.matched :]}")

    def refute(self, step: dict[str, Any]) -> None:
        wrong = [
            (at_ms, message)
            for at_ms, message in self.sent
            if step["since_ms"] <= at_ms <= step["at_ms"] and is_part(step["host_not"], message)
        ]
        assert wrong == []

    def play(self, game: dict[str, Any]) -> None:
        if "show" in game:
            self.host.show(base64.b64decode(game["show"]))
        else:
            self.host.do(game["do"], game.get("count"))
        self.pump()

    def feed(self, data: bytes) -> None:
        self.host.receive(data, self.now_ms / 1000)
        self.pump()

    def whole(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message with what the step left out."""
        session = message.get("session", 0)
        left_out: dict[str, dict[str, Any]] = {
            "hello": {
                "protocol": 1,
                "firmware": "vectors",
                "board": "0",
                "boot": 1,
                "cause": "power",
                "fitted": self.fitted,
            },
            "refuse": {"firmware": "vectors"},
            "state": {"up_ms": self.now_ms, "events": [], "held": [], "shown": 0, "bad": 0},
        }
        if message["type"] in ("state", "done"):
            n = message.get("n", self.last_n.get(session, 0) + 1)
            self.last_n[session] = max(n, self.last_n.get(session, 0))
            message = {**message, "n": n}
        return {**left_out.get(message["type"], {}), **message}


def steps(dialogue: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for step in dialogue["steps"]:
        if step.get("run", "host") == "host" and not {"table", "lights", "board_not"} & set(step):
            yield step


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue["name"])
def test_dialogue_with_the_host(dialogue: dict[str, Any]) -> None:
    run = Run(dialogue)
    for step in steps(dialogue):
        run.take(step)


def test_every_dialogue_asks_something_of_the_side_it_is_run_against() -> None:
    for dialogue in DIALOGUES:
        assert any({"host", "host_not", "felt"} & set(step) for step in steps(dialogue)), dialogue["name"]


def test_steps_are_in_order_of_time() -> None:
    for dialogue in VECTORS["dialogues"]:
        times = [step["at_ms"] for step in dialogue["steps"]]
        assert times == sorted(times), dialogue["name"]


@pytest.mark.parametrize("good", VECTORS["lines"]["good"], ids=lambda good: good["line"][:60])
def test_good_line(good: dict[str, Any]) -> None:
    reader = LineReader()
    assert reader.feed(good["line"].encode() + b"\n") == [good["body"].encode()]
    assert format_line(good["body"].encode()) == good["line"].rstrip("\r").encode() + b"\n"
    assert parse_message(good["body"].encode()) is not None
    assert reader.bad == 0


@pytest.mark.parametrize("bad", VECTORS["lines"]["bad"], ids=lambda bad: bad["why"])
def test_bad_line(bad: dict[str, Any]) -> None:
    host = HostEndpoint(lambda: 7)
    host.opened(0.0)
    host.receive(bad["line"].encode("latin-1") + b"\n", 0.0)
    assert host.bad == 1


@pytest.mark.parametrize("good", VECTORS["lines"]["good"], ids=lambda good: good["line"][:60])
def test_messages_survive_the_way(good: dict[str, Any]) -> None:
    message = parse_message(good["body"].encode())
    assert message is not None
    if json.loads(good["body"])["type"] != "weather":
        assert parse_message(format_message(message)) == message  # type: ignore[arg-type]
