"""A clock that stands still until it is waited for, and cameras that are told what to do."""

from __future__ import annotations

import queue

import numpy as np

from companion.table.layout import Layout
from tests.vision.render import Printed, Shot, corner_markers, render
from vision.cameras.frames import Frame, Pixels

NEAR = Shot(1024, 683)
"""How a picture is taken of which nothing else is said: markers have 28 px."""


class FakeClock:
    """Time passes only by pauses."""

    def __init__(self) -> None:
        self.time_s = 100.0
        self.pauses: list[float] = []

    def now(self) -> float:
        return self.time_s

    def pause(self, duration_s: float) -> None:
        self.pauses.append(duration_s)
        self.time_s += duration_s


class ToldCamera:
    """Gives out what is put into its queue: pixels as frames a second apart, exceptions by raising them."""

    def __init__(self, name: str = "Camera test") -> None:
        self.name = name
        self.notes: tuple[str, ...] = ()
        self.told: queue.SimpleQueue[Pixels | Exception] = queue.SimpleQueue()
        self.closed = 0
        self.trouble: Exception | None = None
        """Raised as it is closed."""
        self._number = 0

    def read(self, timeout_s: float) -> Frame | None:
        try:
            told = self.told.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if isinstance(told, Exception):
            raise told
        self._number += 1
        return Frame(told.copy(), float(self._number), self._number)

    def close(self) -> None:
        self.closed += 1
        if self.trouble is not None:
            raise self.trouble


def cards(layout: Layout, first: int = 20) -> list[Printed]:
    """A marker in the middle of every zone, each turned differently."""
    return [
        Printed(first + place, zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2, 37.0 * place % 360)
        for place, zone in enumerate(layout.zones)
    ]


def table(layout: Layout, shot: Shot = NEAR, more: list[Printed] | None = None) -> Pixels:
    """A picture of the mat with its corners, a card in each zone and whatever more."""
    return render(layout, [*corner_markers(layout), *cards(layout), *(more or [])], shot).pixels


def plain(grey: int, height_px: int = 90, width_px: int = 160) -> Pixels:
    """One grey picture."""
    return np.full((height_px, width_px, 3), grey, np.uint8)
