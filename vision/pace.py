"""How often and how finely a slow machine looks through its camera: decided from how long looks take.

First the pause between two looks grows, then pictures are made smaller. What costs is counted in whole looks: where
nothing moves a look is cheap, and that alone is no reason to go faster again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.table.layout import Layout
from companion.table.sightings import MarkerId, PrintedMarker
from vision.cameras.frames import Frame
from vision.marker_filter import side_of
from vision.mat import Mat, anchor_corners_mm, place

LONGEST_PAUSE_S = 0.2
"""Hands that put something down rest longer than three such looks take."""

SCALES = (1.0, 0.75, 0.5)
"""Of the camera's own size, in each direction."""

LEAST_SIDE_PX, TOO_SMALL_PX = 25.0, 23.0
"""Side of the smallest marker that a smaller picture must leave, and under which it is made larger at once. A marker
that cannot be read mostly cannot be read in the next picture either, and its place counts as covered: the game stands
still. Of 3644 markers on 60 drawn tables, 27 px wide at their own size, 0.27 % were lost at 20 px, 0.05 % at 21.4 and
none at 25.5.
"""

TOO_LONG = 0.8
"""Share of the pause that a look may take: the rest is for pages, lights and the referee."""
LOOKS, OF_THEM = 10, 5
"""It is slower at once where so many of the last looks took too long: half a second of a hand over the mat, and not the
one look in twenty that reads a still table anew."""

EASY = 0.6
"""Share of the pause that looks must take at most, were it the faster one, before it is faster again."""
EASY_FOR_S, EASY_LOOKS = 60.0, 100
"""For so long and so many looks."""
HICCUPS = 2
"""So many of these may take longer: the disk, or another program."""


@dataclass(frozen=True)
class Step:
    """One way of looking."""

    pause_s: float
    """Least time between two looks."""
    scale: float
    """Of the camera's own picture."""
    is_enough: bool = True
    """Whether the machine keeps up so; False at the last step only."""


class Pace:
    """Follows how long looks take. One thread uses it. The same times give the same steps."""

    def __init__(self, pause_s: float) -> None:
        """A machine that keeps up looks every `pause_s` seconds."""
        last = max(pause_s, LONGEST_PAUSE_S)
        pauses = [pause_s, (pause_s * last) ** 0.5, last] if pause_s < last else [last]
        self._steps = [
            *(Step(each, 1.0) for each in pauses),
            *(Step(last, each) for each in SCALES[1:]),
            Step(last, SCALES[-1], is_enough=False),
        ]
        self._usual = self._now = self._steps[0]
        self._side_px: float | None = None
        self._last: deque[bool] = deque(maxlen=LOOKS)
        self._slowest: list[float] = []
        self._count = 0
        self._since_s: float | None = None

    @property
    def now(self) -> Step:
        """How to look from the next frame on."""
        return self._now

    def looked(self, now_s: float, took_s: float, side_px: float | None = None) -> None:
        """A look ended at that time, having taken so long.

        `side_px` is the smallest marker's side in the picture looked at; None where the mat was not read whole. Then
        pictures keep their size.
        """
        if side_px is not None:
            self._side_px = side_px / self._now.scale
        self._last.append(took_s > TOO_LONG * self._now.pause_s)
        self._slowest = sorted([*self._slowest, took_s])[-HICCUPS - 1 :]
        self._count += 1
        self._since_s = now_s if self._since_s is None else self._since_s
        if self._side_px is not None and self._now.scale < 1 and self._side_px * self._now.scale < TOO_SMALL_PX:
            self._go(self._larger(self._side_px))
        elif sum(self._last) >= OF_THEM:
            self._go(self._slower(side_px is not None))
        elif now_s - self._since_s >= EASY_FOR_S and self._count >= EASY_LOOKS:
            self._go(self._faster(side_px is not None))

    def _go(self, step: Step) -> None:
        self._now = step
        self._last.clear()
        self._slowest, self._count, self._since_s = [], 0, None

    def _slower(self, may_resize: bool) -> Step:
        """The next step, or the present one where there is none that may be taken now."""
        for step in self._steps[self._place() + 1 :]:
            if not step.is_enough:
                return Step(step.pause_s, self._now.scale, is_enough=False) if may_resize else self._now
            if step.scale == self._now.scale or (may_resize and self._is_large_enough(step)):
                return step
        return self._now

    def _faster(self, may_resize: bool) -> Step:
        """The step before, where all looks would have been quick enough; else the present one."""
        earlier = self._steps[: self._place()]
        if not self._now.is_enough:
            earlier = [*earlier, Step(self._now.pause_s, self._now.scale)]
        if not earlier or (earlier[-1].scale != self._now.scale and not may_resize):
            return self._now
        # What a look costs goes by the number of pixels.
        would_take_s = self._slowest[0] * (earlier[-1].scale / self._now.scale) ** 2
        return earlier[-1] if would_take_s <= EASY * earlier[-1].pause_s else self._now

    def _larger(self, side_px: float) -> Step:
        """The same pause with a picture in which markers are large enough, or the camera's own."""
        fits = [each for each in SCALES if side_px * each >= LEAST_SIDE_PX]
        return Step(self._now.pause_s, min(fits, default=1.0))

    def _is_large_enough(self, step: Step) -> bool:
        return self._side_px is not None and self._side_px * step.scale >= LEAST_SIDE_PX

    def _place(self) -> int:
        same = (self._now.pause_s, self._now.scale)
        return next(place for place, each in enumerate(self._steps) if (each.pause_s, each.scale) == same)

    def note(self, frame: Frame) -> str:
        """A sentence where the machine is slow; "" where it keeps up. `frame` is as it is looked at."""
        if self._now == self._usual:
            return ""
        height, width = frame.pixels.shape[:2]
        rate = 1 / self._now.pause_s
        often = f"{rate:.0f} times a second" if rate >= 1.5 else f"every {self._now.pause_s:g} seconds"
        finely = "" if self._now.scale == 1 else f", at {width} x {height}"
        if self._now.is_enough:
            return f"This machine is slow: the table is looked at {often}{finely}."
        return (
            f"This machine is too slow: the table is looked at more rarely than {often}{finely}. Close other programs "
            "on it, or use a faster one."
        )


def scaled(frame: Frame, scale: float) -> Frame:
    """The frame with a picture so much smaller, of even width and height; the very same where that is none."""
    if scale == 1:
        return frame
    height, width = (2 * max(1, round(each * scale / 2)) for each in frame.pixels.shape[:2])
    small = cv2.resize(frame.pixels, (width, height), interpolation=cv2.INTER_AREA)
    return Frame(np.asarray(small, np.uint8), frame.at_s, frame.number)


def smallest_side_px(mat: Mat, layout: Layout, printed: Mapping[MarkerId, PrintedMarker]) -> float | None:
    """Side of the smallest marker where the mat is farthest from the camera; None where not all corners are seen."""
    if mat.missing or mat.astray or not layout.anchors:
        return None
    to_px = np.asarray(np.linalg.inv(mat.to_mm))
    px_per_mm = min(side_of(place(to_px, anchor_corners_mm(each))) / each.side_mm for each in layout.anchors)
    sides_mm = [*(each.side_mm for each in layout.anchors), *(each.side_mm for each in printed.values())]
    return px_per_mm * min(sides_mm)
