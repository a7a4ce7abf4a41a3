"""One direction of a bad cable: whole lines are lost, spoilt, doubled, overtaken or late, by a plan and a lot."""

from __future__ import annotations

import random
from collections import Counter, deque
from typing import Final

import msgspec

from companion.table.fault_plans import LineRates, Lot

HEALTHY: Final = LineRates()
HELD_S: Final = 0.3
"""Longest that a message waits to be overtaken: three others follow one another within 300 ms (docs/protocol.md)."""
LONGEST: Final = 1100
"""Bytes without an LF that are kept: more than any line of the protocol. More go on as they are."""
MOST_BITES: Final = 4
"""Bytes of a line that are changed at most: a check of 32 bits finds bursts of four bytes, and nearly all else."""


class _Held(msgspec.Struct):
    """A line that waits to be overtaken."""

    line: bytes
    behind: int
    until_s: float


class FaultyWire:
    """Bytes in, bytes out, in a time of its own. With healthy rates it carries all bytes at once, as they are."""

    def __init__(self, seed: int | str) -> None:
        self.rates = HEALTHY
        """May be set at any time, from any thread."""
        self.told = Counter[str]()
        """How often each fault has happened, and under "messages" how many lines came in while there were any rates."""
        self._lot = Lot(seed)
        self._rng = random.Random(f"wire/{seed}")
        self._rest = b""
        self._held: list[_Held] = []
        self._queue: deque[tuple[float, bytes]] = deque()

    def clear(self) -> None:
        """The cable was pulled: what is on its way is lost."""
        self._rest = b""
        self._held.clear()
        self._queue.clear()

    def carry(self, data: bytes, now_s: float) -> bytes:
        """Takes these bytes in and gives all that has come through by now. Times must not run backwards."""
        rates = self.rates
        if rates == HEALTHY and not (self._rest or self._held or self._queue):
            return data
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._put(line + b"\n", rates, now_s)
        if len(self._rest) > LONGEST or rates == HEALTHY:
            self._send(self._rest, now_s)
            self._rest = b""
        for held in [each for each in self._held if now_s >= each.until_s or rates == HEALTHY]:
            self._held.remove(held)
            self._send(held.line, now_s)
        come = []
        while self._queue and self._queue[0][0] <= now_s:
            come.append(self._queue.popleft()[1])
        return b"".join(come)

    def _put(self, line: bytes, rates: LineRates, now_s: float) -> None:
        if rates == HEALTHY:
            self._pass(line, now_s)
            return
        fate = self._lot.line(rates)
        self.told["messages"] += 1
        self.told.update(
            name
            for name, is_so in (
                ("lost", fate.is_lost),
                ("spoilt", fate.is_spoilt),
                ("twice", fate.is_twice),
                ("swapped", fate.behind),
                ("late", fate.late_s),
            )
            if is_so
        )
        if fate.is_lost:
            return
        if fate.is_twice:
            self._hold(line, fate.again_behind + 1, now_s)
        if fate.is_spoilt:
            line = self._spoilt(line)
        if fate.behind:
            self._hold(line, fate.behind + 1, now_s)
        self._pass(b"" if fate.behind else line, now_s, fate.late_s)

    def _hold(self, line: bytes, behind: int, now_s: float) -> None:
        self._held.append(_Held(line, behind, now_s + HELD_S))

    def _pass(self, line: bytes, now_s: float, late_s: float = 0.0) -> None:
        """Sends a line, and behind it those that have now been overtaken by enough."""
        if line:
            self._send(line, now_s, late_s)
        for held in list(self._held):
            held.behind -= 1
            if held.behind <= 0:
                self._held.remove(held)
                self._send(held.line, now_s)

    def _send(self, data: bytes, now_s: float, late_s: float = 0.0) -> None:
        if data:
            last_s = self._queue[-1][0] if self._queue else now_s
            self._queue.append((max(now_s + late_s, last_s), data))

    def _spoilt(self, line: bytes) -> bytes:
        """The line with some bytes changed, or without a part of it."""
        rng, spoilt = self._rng, bytearray(line)
        if rng.random() < 0.3:
            first = rng.randrange(len(line))
            del spoilt[first : first + rng.randint(1, len(line) - first)]
        else:
            for _ in range(rng.randint(1, MOST_BITES)):
                spoilt[rng.randrange(len(line))] ^= rng.randint(1, 255)
        return bytes(spoilt)
