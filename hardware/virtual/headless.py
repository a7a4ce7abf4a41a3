"""A virtual board and the companion's end of its line in a time of their own, for soaks."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

from companion.table.devices import DeviceHealth
from companion.table.fault_plans import FaultPlan
from companion.table.felt import Feeling
from hardware.endpoint import HostEndpoint
from hardware.messages import What
from hardware.virtual.board import Hands
from hardware.virtual.faulty_board import Failing
from hardware.virtual.process import BoardProcess
from hardware.virtual.wire import FaultyWire

SLICE_S: Final = 0.05
"""Longest time between two exchanges: well within the 1.5 s after which both sides give up."""


class HeadlessBoard(Hands):
    """Both ends of the line without a port, a thread or a clock; the same calls give the same every time."""

    def __init__(self, process: BoardProcess, companion: str = "headless", slice_s: float = SLICE_S) -> None:
        """`slice_s`: the longest time between two exchanges."""
        super().__init__()
        self._process = process
        self._slice_s = slice_s
        numbers = itertools.count(1)
        self.host = HostEndpoint(lambda: next(numbers), companion)
        self.watch: Callable[[bytes, bytes], object] = lambda to_board, to_host: None
        """Is given what each side sends, before anything happens to it on its way."""
        self._seed = 0
        self._failing = Failing(self, 0)
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
            self._now_s = min(now_s, self._now_s + self._slice_s)
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
        self._clear_cable()
        self.host.closed(self._now_s or 0.0)

    def plug_in(self) -> None:
        """Puts the cable in."""
        self.power_on()
        self.host.opened(self._now_s or 0.0)

    def power_off(self) -> None:
        """The power fails and the port stays open, as behind a hub with a supply of its own."""
        self._set_power(False)

    def power_on(self) -> None:
        """The power comes; where the port was closed nobody has opened it yet."""
        self._set_power(True)

    def follow(self, plan: FaultPlan) -> None:
        """Have these faults of line and board from now on, and no others."""
        if plan.seed != self._seed:
            self._seed = plan.seed
            self.to_board, self.to_host = (
                FaultyWire(f"{plan.seed}/to the board"),
                FaultyWire(f"{plan.seed}/to the host"),
            )
            self._failing = Failing(self, plan.seed)
        self.to_board.rates, self.to_host.rates = plan.to_board, plan.to_host
        self._failing.rates = plan.board

    def fail(self, now_s: float) -> None:
        """Begin and end failures of the board that are due by then."""
        self._failing.turn(now_s)

    def is_heard(self) -> bool:
        """Whether a session is on."""
        return self.host.is_on

    def close(self) -> None:
        """Ends the process."""
        self._process.close()

    def _exchange(self, now_s: float) -> None:
        sent = self.host.outgoing(now_s)
        out = self._move(self._process, now_s - self._start_s, sent)
        self.watch(sent, self.written)
        self.host.receive(out, now_s)
