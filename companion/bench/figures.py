"""Figures of what was timed, and the machine they were taken on."""

from __future__ import annotations

import math
import platform
from collections.abc import Iterable

import msgspec


class Figures(msgspec.Struct, frozen=True):
    """How long something took, in microseconds."""

    count: int
    """How often it was timed."""
    median: float
    mean: float
    p95: float
    """19 of 20 took no longer."""
    p99: float
    """99 of 100 took no longer."""


def figures(took_ns: Iterable[int]) -> Figures:
    """The figures of these nanoseconds, of which there is at least one; a percentile is always one of them."""
    ordered = sorted(took_ns)
    count = len(ordered)
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return Figures(
        count=count,
        median=_us(middle),
        mean=_us(sum(ordered) / count),
        p95=_us(ordered[math.ceil(count * 0.95) - 1]),
        p99=_us(ordered[math.ceil(count * 0.99) - 1]),
    )


def _us(took_ns: float) -> float:
    """Microseconds; a tenth of a nanosecond is more than any clock tells."""
    return round(took_ns / 1000, 4)


def machine() -> str:
    """What the figures were taken on, in words."""
    return f"Python {platform.python_version()}, {platform.machine()}"
