"""A virtual board and the companion's end of its line in a time of their own, for soaks."""

from __future__ import annotations

import itertools
from typing import Final

from companion.table.devices import DeviceHealth
from companion.table.felt import Feeling
from hardware.endpoint import HostEndpoint
from hardware.messages import What
from hardware.virtual.board import Hands
from hardware.virtual.process import BoardProcess

SLICE_S: Final = 0.05
"""Longest time between two exchanges: well within the 1.5 s after which both sides give up."""


class HeadlessBoard(Hands):
    """Both ends of the line without a port, a thread or a clock; the same calls give the same every time."""

    def __init__(self, process: BoardProcess, companion: str = "headless") -> None:
        super().__init__()
        self._process = process
        numbers = itertools.count(1)
        self.host = HostEndpoint(lambda: next(numbers), companion)
        self._now_s: float | None = None
        self._start_s = 0.0

    def step(self, now_s: float) -> tuple[Feeling, ...]:
        """Lets both run on until `now_s` and gives what was felt. The first call tells when the board was switched on.

        Raises `BoardProcessError` where the process ended.
        """
        if self._now_s is None:
            self._now_s = self._start_s = now_s
            if self._table.power:
                self.host.opened(now_s)
            self._exchange(now_s)
        while self._now_s < now_s:
            self._now_s = min(now_s, self._now_s + SLICE_S)
            self._exchange(self._now_s)
        return self.host.take()

    def show(self, pixels: bytes) -> None:
        """Have the strip show these (red, green, blue a pixel)."""
        self.host.show(pixels)

    def do(self, what: What, count: int | None = None) -> int:
        """Have the board do this; the answer is among `host.answers()` some steps later."""
        return self.host.do(what, count)

    def health(self) -> DeviceHealth:
        """What a person should know of the board now."""
        return self.host.health(self._now_s or 0.0)

    def unplug(self) -> None:
        """Pulls the cable."""
        self._set_power(False)
        self.host.closed(self._now_s or 0.0)

    def plug_in(self) -> None:
        """Puts the cable in."""
        self._set_power(True)
        self.host.opened(self._now_s or 0.0)

    def close(self) -> None:
        """Ends the process."""
        self._process.close()

    def _exchange(self, now_s: float) -> None:
        out = self._move(self._process, now_s - self._start_s, self.host.outgoing(now_s))
        self.host.receive(out, now_s)
