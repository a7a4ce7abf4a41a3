"""A command that is told to stop: whoever tells it, and however often, it ends as by one Ctrl-C.

`systemctl stop` sends SIGTERM, a terminal that is closed SIGHUP, an impatient person a second Ctrl-C.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from companion.runtime.terminal import let_go_of_gone_terminals

PATIENCE_S: Final = 20.0
"""For so long after the first nothing hurries the end: each of its steps waits a few seconds at most."""
_SIGNALS: Final = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if hasattr(signal, name)  # no SIGHUP on Windows
)


class Stop:
    """Raises `KeyboardInterrupt` in thread main at the first signal, and passes over those that come while it ends."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told_s: float | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Meanwhile. What is ignored, as after `nohup` or in the background of a shell, stays so."""
        before = {}
        if threading.current_thread() is threading.main_thread():  # no other may ask for signals
            for number in _SIGNALS:
                if signal.getsignal(number) not in (signal.SIG_IGN, None):
                    before[number] = signal.signal(number, self)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        now_s = self._clock()
        if self._told_s is not None and now_s - self._told_s < PATIENCE_S:
            return
        self._told_s = now_s
        let_go_of_gone_terminals()
        raise KeyboardInterrupt
