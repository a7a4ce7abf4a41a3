"""A camera over an imagined table; to the rest of the companion it is a camera like any other."""

from __future__ import annotations

from collections.abc import Callable

from vision.cameras.frames import Clock, Frame
from vision.virtual.painter import Painter
from vision.virtual.scene import Scene

Strip = Callable[[], tuple[str, ...]]
"""The colours of the strip's pixels now, `#rrggbb` as eyes see them, clockwise from the first seat; none: no light."""


def no_strip() -> tuple[str, ...]:
    """Where no strip lies round the mat."""
    return ()


class VirtualCamera:
    """Takes a picture of the present scene every `every_s` seconds by the clock. `seed` makes the noise repeatable."""

    def __init__(
        self,
        scene: Callable[[], Scene],
        painter: Painter,
        clock: Clock,
        *,
        every_s: float = 0.2,
        seed: int = 0,
        strip: Strip = no_strip,
    ) -> None:
        self.name = "Virtual camera"
        self.notes: tuple[str, ...] = ()
        self._scene = scene
        self._painter = painter
        self._clock = clock
        self._every_s = every_s
        self._seed = seed
        self._strip = strip
        self._number = 0
        self._due_s = clock.now()

    def read(self, timeout_s: float) -> Frame | None:
        """The next picture; None where it is not due in that time."""
        wait_s = self._due_s - self._clock.now()
        if wait_s > 0:
            self._clock.pause(min(wait_s, timeout_s))
        if wait_s > timeout_s:
            return None
        at_s = self._clock.now()
        self._due_s = max(self._due_s, at_s) + self._every_s
        self._number += 1
        # A picture shows the table as it was when the shutter opened, so the scene is asked for here and once.
        pixels = self._painter.render(self._scene(), self._seed + self._number, strip=self._strip())
        return Frame(pixels, at_s, self._number)

    def close(self) -> None:
        """There is nothing to give back."""
