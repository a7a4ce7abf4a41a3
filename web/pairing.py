"""Pairing: a button at the table lets one device become the host's without the host code."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

WINDOW_S: Final = 60.0


class Pairing:
    """A window that somebody at the table opens, and that one device closes. Any thread may call it.

    Whoever presses the button stands at the table; that stands for the code.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._until_s = float("-inf")

    def open(self) -> None:
        """The button was pressed: one device may come within `WINDOW_S` from now."""
        with self._lock:
            self._until_s = self._clock() + WINDOW_S

    def is_open(self) -> bool:
        """Whether a device may come now."""
        with self._lock:
            return self._clock() < self._until_s

    def claim(self) -> bool:
        """Whether the device that asks is the one; nobody else is until the window is opened again."""
        with self._lock:
            is_open = self._clock() < self._until_s
            self._until_s = float("-inf")
            return is_open
