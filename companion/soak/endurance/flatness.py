"""Whether a figure stays where it is: arithmetic on samples over time."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Final

import msgspec

TENTHS: Final = 10
FEWEST: Final = 3
"""A median of fewer samples is none."""
MOST_GROWTH: Final = 0.02
"""Of the memory after the start: what an hour of play may add. A companion runs for an evening, on a machine with some
gigabytes; at this rate a hundred hours would not double it."""


class Flatness(msgspec.Struct, frozen=True):
    """How a figure went on after its start. The first tenth of the time is left out: there caches fill."""

    second: float
    """Its median in the second tenth of the time."""
    last: float
    """Its median in the last tenth."""
    slope: float
    """Least squares from the second tenth on, a second."""

    @property
    def growth(self) -> float:
        """Of the last tenth beside the second, as a share: 0.02 is 2 % more, and less than 0 is shrinking."""
        return self.last / self.second - 1 if self.second else 0.0

    @property
    def is_flat(self) -> bool:
        """Whether it has not grown by more than `MOST_GROWTH`."""
        return self.last <= self.second * (1 + MOST_GROWTH)


def flatness(times_s: Sequence[float], values: Sequence[float]) -> Flatness | None:
    """Of samples at rising times; None where there are too few in a tenth of the time to tell."""
    if len(times_s) < TENTHS * FEWEST:
        return None
    second, last = (_tenth(times_s, values, which) for which in (1, TENTHS - 1))
    if min(len(second), len(last)) < FEWEST:
        return None
    begin_s = times_s[0] + (times_s[-1] - times_s[0]) / TENTHS
    later = [(at_s, value) for at_s, value in zip(times_s, values, strict=True) if at_s >= begin_s]
    line = statistics.linear_regression([at_s for at_s, _ in later], [value for _, value in later])
    return Flatness(statistics.median(second), statistics.median(last), line.slope)


def at_share(times_s: Sequence[float], values: Sequence[float], share: float) -> float:
    """The median of the tenth of the time that ends at this share of it, from 0.1 to 1; 0 where it has no sample."""
    found = _tenth(times_s, values, max(0, round(share * TENTHS) - 1))
    return statistics.median(found) if found else 0.0


def _tenth(times_s: Sequence[float], values: Sequence[float], which: int) -> list[float]:
    """The values in one tenth of the time, counted from 0; the last has its end as well."""
    if not times_s:
        return []
    first_s, span_s = times_s[0], times_s[-1] - times_s[0]
    return [
        value
        for at_s, value in zip(times_s, values, strict=True)
        if min(TENTHS - 1, int((at_s - first_s) / span_s * TENTHS) if span_s else 0) == which
    ]
