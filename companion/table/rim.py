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


def rim_dashes(layout: Layout) -> tuple[tuple[Spot, ...], ...]:
    """The black dashes as convex outlines on the mat, for whoever draws or prints it; none without a rim.

    A corner belongs to two sides: each has there what lies nearer to its own middle line, which makes four triangles.
    """
    rim, width, height = layout.rim_mm, layout.width_mm, layout.height_mm
    if not rim:
        return ()
    found = [each for at in (0.0, height - rim) for each in _side(width, rim, at)]
    lengthways = [each for at in (0.0, width - rim) for each in _side(height, rim, at)]
    found += [tuple(Spot(spot.y_mm, spot.x_mm) for spot in each) for each in lengthways]
    return tuple(found)


def _side(length: float, rim: float, at: float) -> Iterator[tuple[Spot, ...]]:
    """The dashes of one side that runs along x, `at` from the mat's other edge.

    Along the short way of a corner a side has the two triangles at its ends, the crossing side the two others.
    """
    dash = 0.0
    while dash < length:
        if is_dark(dash):
            yield from _dash(dash, min(dash + DASH_MM, length), length, rim, at)
        dash += DASH_MM


def _dash(start: float, end: float, length: float, rim: float, at: float) -> Iterator[tuple[Spot, ...]]:
    middle = (max(start, rim), min(end, length - rim))
    if middle[0] < middle[1]:
        yield (Spot(middle[0], at), Spot(middle[1], at), Spot(middle[1], at + rim), Spot(middle[0], at + rim))
    for corner in (0.0, length - rim):
        for left, right in ((corner, corner + rim / 2), (corner + rim / 2, corner + rim)):
            low, high = max(start, left), min(end, right)
            if low < high:
                # Half the width of the triangle there: full at the corner's ends, nothing in its middle.
                one, other = (abs(corner + rim / 2 - x) for x in (low, high))
                mid = at + rim / 2
                outline = (Spot(low, mid - one), Spot(high, mid - other), Spot(high, mid + other), Spot(low, mid + one))
                yield outline
