"""The board against docs/protocol-vectors.json; the file says itself how it is to be read."""

from __future__ import annotations

import base64
import json
from typing import Any, Literal

import pytest

from .driven import COARSE_MS, FINE_MS, REPOSITORY, Driven, line

VECTORS: dict[str, Any] = json.loads((REPOSITORY / "docs" / "protocol-vectors.json").read_text())
DIALOGUES = [each for each in VECTORS["dialogues"] if "board" in each["runs"]]
PINS = {name: i for i, name in enumerate([f"seat{i}" for i in range(1, 9)] + ["next", "undo"])}


def settings(fitted: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if "scale" in fitted:
        made["scale"] = {"data": 14, "clock": 15}
    if "buttons" in fitted:
        made["buttons"] = {name: PINS[name] for name in fitted["buttons"]}
    if "strip" in fitted:
        made["strip"] = {"pin": 22, "pixels": fitted["strip"], "max_ma": 2000}
    if "reader" in fitted:
        made["reader"] = {"spi": 0, "sck": 18, "mosi": 19, "miso": 16, "select": 17}
    return made


def has(message: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        return isinstance(message, dict) and all(
            name in message and has(message[name], value) for name, value in wanted.items()
        )
    return bool(message == wanted and type(message) is type(wanted))


class Dialogue:
    """One dialogue under way."""

    def __init__(self, board: Driven, is_timed: bool) -> None:
        """`is_timed`: whether a step asks when something was sent."""
        self._board = board
        self._step_ms: Literal[5, 100] = FINE_MS if is_timed else COARSE_MS
        self._matched = 0
        self._numbers: dict[int, int] = {}
        self._pressed: set[str] = set()

    def step(self, step: dict[str, Any]) -> None:
        board = self._board
        board.run(step["at_ms"] - board.now_ms, step_ms=self._step_ms)
        if "host" in step:
            board.write(line(self._filled(step["host"])))
        elif "host_line" in step:
            board.write(step["host_line"] + "\n")
        elif "table" in step:
            self._touch(step["table"])
        elif "board" in step:
            found = [i for i in range(self._matched, len(board.heard)) if has(board.heard[i][1], step["board"])]
            assert found, f"{step} was not sent; since the last match came {board.heard[self._matched :]}"
            self._matched = found[0] + 1
        elif "board_not" in step:
            for at_ms, message in board.heard:
                assert not (step["since_ms"] <= at_ms and has(message, step["board_not"])), (at_ms, message, step)
        elif "lights" in step:
            assert board.pixels == base64.b64decode(step["lights"]).hex()
        else:
            assert "felt" in step, step

    def _filled(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["type"] == "ask":
            return {"protocol": [1, 1], "companion": "vectors"} | message
        session = message["session"]
        filled = {"n": self._numbers.get(session, 0) + 1} | message
        if message["type"] == "beat":
            filled = {"seen": 0} | filled
        self._numbers[session] = filled["n"]
        return filled

    def _touch(self, table: dict[str, Any]) -> None:
        if "press" in table or "release" in table:
            self._pressed ^= {table.get("press") or table["release"]}
            self._board.table(pressed=sorted(self._pressed))
        else:
            self._board.table(**table)


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=[each["name"] for each in DIALOGUES])
def test_dialogue(interpreter: Driven, dialogue: dict[str, Any]) -> None:
    interpreter.boot(settings(dialogue["fitted"]))
    run = Dialogue(interpreter, any("since_ms" in step for step in dialogue["steps"]))
    for step in dialogue["steps"]:
        if step.get("run", "board") == "board":
            run.step(step)


@pytest.mark.parametrize("each", VECTORS["lines"]["bad"], ids=lambda each: each["why"])
def test_bad_line_is_dropped_and_counted(board: Driven, each: dict[str, str]) -> None:
    board.join()
    board.write(each["line"] + "\n")
    board.say("beat", seen=0)
    board.run(150)
    assert board.last()["bad"] == 1


@pytest.mark.parametrize("each", VECTORS["lines"]["good"], ids=lambda each: each.get("note", each["body"])[:40])
def test_good_line_is_not_counted(board: Driven, each: dict[str, str]) -> None:
    board.join()
    board.write(each["line"] + "\n")
    board.say("beat", seen=0)
    board.run(150)
    assert board.last()["bad"] == 0
