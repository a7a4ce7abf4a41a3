"""Shares that were counted in many games, with the interval in which the true share lies, and how they read."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Final

import msgspec

from companion.language.values import Name

LEVEL: Final = 0.95
"""Of an interval that stands alone."""


class Share(msgspec.Struct, frozen=True):
    """So many of so many, and Wilson's interval at some level."""

    count: int
    of: int
    low: float
    high: float

    @property
    def part(self) -> float:
        """As a fraction; of nothing, a half."""
        return self.count / self.of if self.of else 0.5

    def excludes(self, fair: float) -> bool:
        """Whether the interval lies beside that fraction."""
        return self.of > 0 and not self.low <= fair <= self.high

    @property
    def text(self) -> Name:
        """As people read it: "53.1 % (50.2–56.0)"."""
        return Name(f"{100 * self.part:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f})" if self.of else "–")

    @property
    def at_most(self) -> Name:
        """The upper end alone."""
        return Name(f"{100 * self.high:.2g} %")


def share(count: int, of: int, level: float = LEVEL) -> Share:
    """The share with Wilson's interval; of nothing, 0 to 1."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    z = NormalDist().inv_cdf((1 + level) / 2)
    part = count / of
    middle = part + z * z / (2 * of)
    reach = z * sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    whole = 1 + z * z / of
    return Share(count, of, max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole))


def level_of(together: int) -> float:
    """The level of each of so many intervals, so that all of them together hold at `LEVEL` (Bonferroni)."""
    return 1 - (1 - LEVEL) / max(1, together)
