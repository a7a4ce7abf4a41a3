"""How many bytes of a line of the protocol only say again what was said before."""

from __future__ import annotations

import json
from typing import Any, Final

from hardware.lines import LineReader

BEAT_S: Final = 0.085
"""A `state` or `beat` after so long is the sign of life of docs/protocol.md (every 100 ms, a board's every 90 ms less a
step of its loop), whatever it says; one that comes sooner and says the same is a repetition."""
_COUNTED: Final = ("n", "up_ms", "bad")
"""Fields that differ in every message, whatever it says."""


class Repeats:
    """Bytes that one side sent, and those of them that only repeat. It is given whole lines, as they were sent."""

    def __init__(self) -> None:
        self.bytes = 0
        self.repeated = 0
        self._reader = LineReader()
        self._session = 0
        self._last: dict[str, tuple[dict[str, Any], float]] = {}
        """What each type said last in this session, and when."""
        self._done: set[tuple[str, int]] = set()
        self._told_event = 0

    def add(self, data: bytes, now_s: float) -> None:
        """Takes what was sent now."""
        self.bytes += len(data)
        for body in self._reader.feed(data):
            message = json.loads(body)
            self.repeated += self._repeated(message, len(body) + len("*00000000\n"), now_s)

    def _repeated(self, message: dict[str, Any], size: int, now_s: float) -> int:
        kind = message["type"]
        if message.get("session", self._session) != self._session:
            self._session, self._told_event = message["session"], 0
            self._last.clear()
            self._done.clear()
        # A board's message comes in with all that it wrote in one step; its own clock tells the time between two.
        now_s = message.get("up_ms", 1000 * now_s) / 1000
        said = {name: value for name, value in message.items() if name not in _COUNTED}
        before, at_s = self._last.get(kind, (None, float("-inf")))
        self._last[kind] = said, now_s
        if kind in ("do", "done"):
            is_again = (kind, message["id"]) in self._done
            self._done.add((kind, message["id"]))
            return size if is_again else 0
        if said == before and (kind not in ("state", "beat") or now_s - at_s < BEAT_S):
            return size
        if kind == "state":
            old = [event for event in message["events"] if event[0] <= self._told_event]
            self._told_event = max([self._told_event, *(event[0] for event in message["events"])])
            return sum(len(json.dumps(event, separators=(",", ":"))) for event in old)
        return 0
