"""The board's end of the protocol on a sheet of paper: to test the other end with."""

from __future__ import annotations

import json
from typing import Any

from hardware.lines import LineReader, format_line

FITTED: dict[str, Any] = {"scale": True, "buttons": ["seat1", "seat2", "next"], "strip": 4, "reader": "mfrc522"}


def line(**message: Any) -> bytes:
    """A message as a line."""
    return format_line(json.dumps(message, separators=(",", ":")).encode())


class PaperBoard:
    """Answers asks, tells its state, does each `do` once. Scale and reader are levels that the test sets."""

    def __init__(self, fitted: dict[str, Any] | None = None) -> None:
        self.fitted = FITTED if fitted is None else fitted
        self.boot = 1
        self.cause = "power"
        self.scale: dict[str, Any] = {"count": 0, "load": 0.0, "sure": 1.0}
        self.card: str | None = None
        self.strips: list[str] = []
        self.did: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.restart()

    def restart(self) -> None:
        """Forgets everything, as a board that was without power."""
        self._reader = LineReader()
        self.session = 0
        self.out = b""
        self._begin(0)

    def _begin(self, session: int) -> None:
        self.session, self._n, self._heard_n, self._last_event, self.shown = session, 0, 0, 0, 0
        self.events: list[tuple[int, str, str]] = []
        self._answers: dict[int, int] = {}

    def press(self, button: str) -> None:
        """One press; lost where no session is on or eight wait."""
        if self.session and len(self.events) < 8:
            self._last_event += 1
            self.events.append((self._last_event, "press", button))

    def hear(self, data: bytes) -> None:
        """Takes what the host wrote; answers lie in `out`."""
        for body in self._reader.feed(data):
            message = json.loads(body)
            self.messages.append(message)
            if message["type"] == "ask":
                if message["session"] != self.session:
                    self._begin(message["session"])
                self.out += line(
                    type="hello",
                    session=self.session,
                    protocol=1,
                    firmware="paper",
                    board="0",
                    boot=self.boot,
                    cause=self.cause,
                    fitted=self.fitted,
                )
            elif message["session"] != self.session:
                self.out += line(type="who")
            elif message["n"] > self._heard_n:
                self._heard_n = message["n"]
                self._obey(message)

    def _obey(self, message: dict[str, Any]) -> None:
        if message["type"] == "beat":
            self.events = [event for event in self.events if event[0] > message["seen"]]
        elif message["type"] == "strip":
            self.strips.append(message["pixels"])
            self.shown = message["n"]
        elif message["type"] == "do":
            if message["id"] not in self._answers:
                self._answers[message["id"]] = 1
                self.did.append(message["what"])
            self._n += 1
            self.out += line(type="done", session=self.session, n=self._n, id=message["id"], ok=True, text="")

    def tell(self) -> None:
        """Puts a state into `out`."""
        if not self.session:
            return
        self._n += 1
        state: dict[str, Any] = {"events": self.events, "held": [], "shown": self.shown, "bad": self._reader.bad}
        if self.fitted.get("scale"):
            state["scale"] = self.scale
        if self.fitted.get("reader"):
            state["reader"] = {"card": self.card}
        self.out += line(type="state", session=self.session, n=self._n, up_ms=100 * self._n, **state)

    def take(self) -> bytes:
        """What the board wrote since the last call."""
        out, self.out = self.out, b""
        return out
