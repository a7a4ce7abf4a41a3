"""Rectangles to be read of a picture, so that each block that changed lies with all of its room in one of them.

Reading costs by the area and a little for each rectangle. What changed is cut in two where that leaves least to read,
and each half again, a few times; then whatever is cheaper uncut is put together again.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.boxes import Bools

Ints: TypeAlias = npt.NDArray[np.int64]
Part: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, low in blocks, within the picture."""

SHARE_EACH: Final = 0.02
"""Of the picture: what one part more costs. At 1536 x 1024 a part of 2 % took 0.25 to 0.6 ms, and the whole 12.5 ms."""

CUTS: Final = 4
"""Halves of halves, so often: at a table of Waves whose strip lights up, 0.41 of the picture is left to read in 0.5 ms
of cutting; 0.42 after three cuts, and not less after five."""


def parts_of(changed: Bools, room: int) -> list[Part]:
    """The parts of a picture of so many blocks (rows, columns), none where nothing changed.

    They overlap where that is cheaper. `room` is how many blocks around a changed one belong to it.
    """
    return _cheapest(changed, 0, 0, changed.shape, room, CUTS)[1] if changed.any() else []


def _cheapest(
    marks: Bools, left: int, top: int, shape: tuple[int, ...], room: int, cuts: int
) -> tuple[float, list[Part]]:
    """Cost in blocks, and the parts, of marks that were cut out of the whole picture there."""
    columns, rows = np.flatnonzero(marks.any(axis=0)), np.flatnonzero(marks.any(axis=1))
    left, top = left + int(columns[0]), top + int(rows[0])
    marks = marks[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height, width = marks.shape
    right, low = min(left + width + room, shape[1]), min(top + height + room, shape[0])
    part = max(left - room, 0), max(top - room, 0), right, low
    each = SHARE_EACH * shape[0] * shape[1]
    cost = (right - part[0]) * (low - part[1]) + each
    if cuts == 0 or marks.size == 1 or cost < 3 * each:
        return cost, [part]
    # A cut may cost more than none at first: a ring gets cheaper only as its halves are cut in turn.
    (across, column), (along, row) = _best_cut(marks, room), _best_cut(marks.T, room)
    if across <= along:
        halves = (marks[:, :column], left, top), (marks[:, column:], left + column, top)
    else:
        halves = (marks[:row], left, top), (marks[row:], left, top + row)
    (one, some), (other, more) = (_cheapest(*half, shape, room, cuts - 1) for half in halves)
    return (one + other, some + more) if one + other < cost else (cost, [part])


def _best_cut(marks: Bools, room: int) -> tuple[float, int]:
    """Before which column to cut marks that reach all four sides, and the area of both halves with their room."""
    height, width = marks.shape
    if width < 2:
        return float("inf"), 0
    has = marks.any(axis=0)
    top = np.where(has, marks.argmax(axis=0), height)
    low = np.where(has, height - marks[::-1].argmax(axis=0), 0)
    both = _areas(top, low, room)[:-1] + _areas(top[::-1], low[::-1], room)[-2::-1]
    # Of cuts that are alike, as through a ring, the one nearest to the middle, and not a sliver.
    best = int((both + np.abs(np.arange(1, width) / width - 0.5)).argmin())
    return float(both[best]), best + 1


def _areas(top: Ints, low: Ints, room: int) -> Ints:
    """(N,) of the first column, the first two and so on: what lies around their marks, with the room on all sides."""
    heights = np.maximum.accumulate(low) - np.minimum.accumulate(top)
    widths = np.maximum.accumulate(np.where(low > top, np.arange(1, len(top) + 1), 0))
    return np.asarray((heights + 2 * room) * (widths + 2 * room))
