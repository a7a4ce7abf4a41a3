"""The dashed rim along the edges of a mat: whatever reaches over the mat hides some of its dashes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.table.layout import Layout, Spot

DASH_MM = 10.0
"""Length of a dash, black and white by turns; on each side the first one, at the left or upper end, is black."""


class RimSample(msgspec.Struct, frozen=True):
    """One point in the middle of the rim's width, and how it is printed."""

    place: Spot
    dark: bool


def rim_samples(layout: Layout, step_mm: float) -> tuple[RimSample, ...]:
    """Points along the rim about `step_mm` apart, clockwise from the top left; none where the layout has no rim."""
    return tuple(_samples(layout, step_mm)) if layout.rim_mm else ()


def _samples(layout: Layout, step_mm: float) -> Iterator[RimSample]:
    half = layout.rim_mm / 2
    width, height = layout.width_mm, layout.height_mm
    for along in _steps(width, step_mm):
        yield RimSample(Spot(along, half), is_dark(along))
    for along in _steps(height, step_mm):
        yield RimSample(Spot(width - half, along), is_dark(along))
    for along in reversed(_steps(width, step_mm)):
        yield RimSample(Spot(along, height - half), is_dark(along))
    for along in reversed(_steps(height, step_mm)):
        yield RimSample(Spot(half, along), is_dark(along))


def _steps(length_mm: float, step_mm: float) -> list[float]:
    count = int(length_mm / step_mm)
    return [(index + 0.5) * length_mm / count for index in range(count)]


def is_dark(along_mm: float) -> bool:
    """How the rim is printed that far from the left or upper end of its side."""
    return int(along_mm / DASH_MM) % 2 == 0
