"""No pixel flashes more than three times in any second, whatever a scene asks for.

A flash, after WCAG 2.2 ("general flash and red flash thresholds"), is a pair of opposing changes of relative luminance
of a tenth of its maximum or more. Here every such change counts, also between two bright values, which WCAG lets pass.
"""

from __future__ import annotations

from collections import deque

CHANGE = 0.09
"""A change counts from here: a little less than the tenth, so that rounding never decides."""
WINDOW_S = 1.02
MOST_TURNS = 5
"""Turns from brighter to darker or back in one window.

A window may begin in the midst of one more change, which makes six changes: three pairs.
"""


class _Swing:
    """How one value went up and down: which way it goes now, how far it has come, and when it last turned."""

    __slots__ = ("direction", "high", "low", "turns")

    def __init__(self) -> None:
        self.direction = 0
        self.low = self.high = 0.0
        self.turns: deque[float] = deque(maxlen=MOST_TURNS)

    def turn(self, value: float) -> int:
        """1 or -1 where the value would make it go up or down and it did not before; else 0."""
        if self.direction <= 0 and value - self.low >= CHANGE:
            return 1
        if self.direction >= 0 and self.high - value >= CHANGE:
            return -1
        return 0

    def allows(self, value: float, at_s: float) -> bool:
        is_full = len(self.turns) == MOST_TURNS and at_s - self.turns[0] <= WINDOW_S
        return not is_full or not self.turn(value)

    def take(self, value: float, at_s: float) -> None:
        turn = self.turn(value)
        if turn:
            self.direction, self.low, self.high = turn, value, value
            self.turns.append(at_s)
        else:
            self.low, self.high = min(self.low, value), max(self.high, value)


class FlashGuard:
    """Remembers how the pixels of one strip went up and down. All of them are dark at the beginning."""

    def __init__(self, pixels: int, values: int) -> None:
        """Watches so many `values` of each pixel (its luminance on a screen, on a strip …), each from 0 to 1."""
        self._swings = [[_Swing() for _ in range(values)] for _ in range(pixels)]

    def allows(self, pixel: int, values: tuple[float, ...], at_s: float) -> bool:
        """Whether a pixel may be so now; if not, it must stay as it was last taken."""
        return all(course.allows(value, at_s) for course, value in zip(self._swings[pixel], values, strict=True))

    def take(self, pixel: int, values: tuple[float, ...], at_s: float) -> None:
        """The pixel is so from now on."""
        for course, value in zip(self._swings[pixel], values, strict=True):
            course.take(value, at_s)


def _linear(value: int) -> float:
    """Light of one channel on a screen, by IEC 61966-2-1 (sRGB)."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


SCREEN = tuple(_linear(value) for value in range(256))
"""Light of each channel value on a screen, 0 to 1."""


def luminance(red: float, green: float, blue: float) -> float:
    """Relative luminance of light whose channels are given from 0 to 1."""
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
