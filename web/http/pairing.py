"""Pairing: a device shows how often the button at the table is to be pressed, and so many presses make it the host's.

Who only watches the pages learns nothing by it: no page tells that the button was pressed, and what counts is done by
hand, at the table, for the number on one device. Where two devices ask at the same time, neither is paired.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import Final, Literal

import msgspec

WINDOW_S: Final = 60.0
"""How long a device may wait for the presses, and then for its person to tap."""
PAUSE_S: Final = 2.0
"""A press that comes later than this after the last begins a new count."""
FEWEST_PRESSES: Final = 3
MOST_PRESSES: Final = 6
"""More than happen by accident, and no more than people count."""
MOST_ASKING: Final = 16
"""Devices remembered at once; any two of them are too many already."""

Standing = Literal["none", "asks", "paired", "beside"]
"""How it stands with a device: it asked nothing (any more), waits for the presses, is let in, or was not alone."""


class Asked(msgspec.Struct, frozen=True):
    """A device that wants to be the host's."""

    token: str
    """Known to that device alone."""
    presses: int
    at_s: float


def new_token() -> str:
    """A fresh secret for one device that asks."""
    return secrets.token_urlsafe(16)


class Pairing:
    """Who asks, and what is pressed at the table. Any thread may call it.

    Whoever presses the button stands at the table and reads the number on the device; that stands for the code.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        draw: Callable[[], int] = lambda: FEWEST_PRESSES + secrets.randbelow(MOST_PRESSES - FEWEST_PRESSES + 1),
    ) -> None:
        self._clock = clock
        self._draw = draw
        self._lock = threading.Lock()
        self._asking: dict[str, Asked] = {}
        self._beside: dict[str, float] = {}
        """Devices that were not alone, and until when they are told so."""
        self._pressed: list[float] = []
        """The presses of the count that goes on, in seconds."""
        self._paired: tuple[str, float] | None = None
        """The device that is let in, and until when."""

    def ask(self, before: str = "") -> Asked | None:
        """A device asks: its token, and how often to press. None where too many ask. `before` is its token so far."""
        with self._lock:
            self._judge()
            self._asking.pop(before, None)
            if len(self._asking) >= MOST_ASKING:
                return None
            asked = Asked(new_token(), self._draw(), self._clock())
            self._asking[asked.token] = asked
            return asked

    def press(self) -> None:
        """The button was pressed once."""
        with self._lock:
            self._judge()
            self._pressed.append(self._clock())

    def is_open(self) -> bool:
        """Whether presses are being counted, or a device is let in and has yet to come: what only the table may see."""
        with self._lock:
            self._judge()
            return bool(self._pressed) or self._paired is not None

    def standing(self, token: str) -> Standing:
        """How it stands with the device that has this token."""
        with self._lock:
            self._judge()
            if self._paired is not None and self._paired[0] == token:
                return "paired"
            if token in self._asking and self._clock() < self._asking[token].at_s + WINDOW_S:
                return "asks"
            return "beside" if token in self._beside else "none"

    def presses(self, token: str) -> int:
        """How often to press for the device that has this token; 0 where it does not ask."""
        with self._lock:
            self._judge()
            asked = self._asking.get(token)
            return asked.presses if asked else 0

    def claim(self, token: str) -> bool:
        """Whether the device that comes now is the one that was let in; it comes once."""
        with self._lock:
            self._judge()
            if self._paired is None or self._paired[0] != token:
                return False
            self._paired = None
            return True

    def _judge(self) -> None:
        """What the last count comes to, once it is over, and whose time has run out."""
        now = self._clock()
        if self._pressed and now > self._pressed[-1] + PAUSE_S:
            self._count(self._pressed[0], self._pressed[-1] + PAUSE_S, len(self._pressed))
            self._pressed = []
        if not self._pressed:
            # Kept for longer than they can be let in: who presses a little late must not press for somebody else.
            self._asking = {token: asked for token, asked in self._asking.items() if now < asked.at_s + 2 * WINDOW_S}
        self._beside = {token: until for token, until in self._beside.items() if now < until}
        if self._paired is not None and now >= self._paired[1]:
            self._paired = None

    def _count(self, first_s: float, end_s: float, presses: int) -> None:
        """The button was pressed so often between these times."""
        there = [asked for asked in self._asking.values() if asked.at_s <= end_s]
        if len(there) > 1:
            for asked in there:
                del self._asking[asked.token]
                self._beside[asked.token] = end_s + WINDOW_S
        elif there and there[0].at_s < first_s < there[0].at_s + WINDOW_S and there[0].presses == presses:
            del self._asking[there[0].token]
            self._paired = there[0].token, end_s + WINDOW_S
