"""Markers from picture to picture: what has not changed is not read again.

A camera stands still over a table on which little moves. Each picture is made eight times smaller, and compared with
how each of its blocks looked when it was last read. Only around blocks that differ are markers looked for; the others
are carried over. State comes from the pictures and their times alone, so that a recording is read as the game was.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.layout import Layout
from vision.background import Background
from vision.boxes import (
    BLOCK_PX,
    QUIET,
    Bools,
    Boxes,
    Floats,
    any_of,
    boxes_of,
    joined,
    matches,
    no_markers,
    once,
    only,
    touching,
)
from vision.cameras.frames import Pixels
from vision.dirty_rects import Part, parts_of
from vision.lens import Lens
from vision.markers import MarkerFinder, Markers
from vision.mat import Mat, place

Counts = npt.NDArray[np.uint8]

CHANGED_LEVELS = 3.75
"""By more than so many of 256 levels a block must differ from when it was last read.

Rendered tables of Waves, 12 pictures each, 1280 x 720 to 2304 x 1296, noise of sigma 4: in 1 of 198 pairs of a still
table a block differed by more. Of a piece that slipped by 0.5 mm at least one block differed by 4 (light of 0.45 with
50 % falloff) to 17 levels.
"""

MOST_GAIN = 0.1
"""By such a share the whole picture may grow brighter or darker without counting as changed: lamps flicker."""

READS = 10
"""So many readings in a row must agree before a place is carried over: more than the referee waits for until a zone has
come to rest, so that it never takes one reading, told thrice, for three. A marker that is read now and then only is
looked for in every picture. And a lens that focuses, or a film's next pictures, sharpen what has moved for up to a
second without a block growing lighter or darker: of a film of 2100 pictures 3 left a dozen markers unread for 5 to 17
pictures where all was read anew, 6 left two and 10 one.
"""

WHOLE_EVERY_S = 2.0
"""After so long everything is read again: what changed too little to notice does not stay wrong for longer."""

WHOLE_SHARE = 0.7
"""Share of the picture from which on it is read as a whole: single parts overlap, and each costs something itself."""

EDGE_PX = 14
"""What is read around a marker besides its quiet zone: half the largest window of the thresholds (27 px)."""

LEAST_SIDE = 1 / 50
"""Of the picture's longer side: for so large a marker at least room is made around what changed."""

RIM_POINTS, RIM_BESIDE_MM, RIM_FAR = 16, 10.0, 10_000
"""Points along each side of the rim, which a lens bends; how far beside it, and a little further than, dashes are
looked for where a corner marker is missing; and no point is drawn further off than so many blocks."""


@dataclass(frozen=True, eq=False)
class Seen:
    """The markers of one picture. The very same `markers` object is given again where nothing has changed."""

    markers: Markers
    read: Bools
    """Which blocks (rows, columns) were read in this picture and not carried over."""
    changed: Bools
    """Those, and the blocks that look again as they did at rest."""
    has_read: bool


class IncrementalFinder:
    """Finds the markers of one camera's pictures; one thread uses it."""

    def __init__(self, whole_every_s: float = WHOLE_EVERY_S) -> None:
        """With 0 every picture is read whole."""
        self._finder = MarkerFinder()
        self._whole_every_s = whole_every_s
        self._shape: tuple[int, ...] = ()
        self._markers = no_markers()
        self._boxes: Boxes = np.empty((0, 4), np.int64)
        self._as_read: Floats = np.empty((0, 0), np.float32)
        self._due: Counts = np.empty((0, 0), np.uint8)
        self._whole_at_s = 0.0
        self._background = Background()

    def look(self, grey: Pixels, at_s: float, *, is_new: bool = False) -> Seen:
        """The markers in a grey picture (H, W), uint8, taken at that time. With `is_new` all of it is read.

        Pictures of another size, and a time that ran backwards, begin anew.
        """
        now = _blocks(grey)
        if grey.shape != self._shape:
            self._shape, self._due = grey.shape, np.full(now.shape, READS, np.uint8)
            self._background = Background(now.shape)
            return self._read_whole(grey, now, at_s)
        level = self._level(now)
        self._due[np.abs(now * level - self._as_read) > CHANGED_LEVELS] = READS
        if is_new or at_s < self._whole_at_s:
            self._background = Background(now.shape)
        back = self._give_back(now * level)
        # Half a microsecond less: a recording tells times from another beginning, and rounds them elsewhere.
        if is_new or not 0 <= at_s - self._whole_at_s < self._whole_every_s - 5e-7:
            self._background.scale(1 / level)
            return self._read_whole(grey, now, at_s)
        read = self._due > 0
        if not read.any():
            return Seen(self._markers, read, back, has_read=False)
        parts = [_in_px(part, grey.shape) for part in parts_of(read, self._room_blocks(grey))]
        if sum((right - left) * (low - top) for left, top, right, low in parts) > WHOLE_SHARE * grey.size:
            self._background.scale(1 / level)
            return self._read_whole(grey, now, at_s)
        # Blocks that are not read keep how they looked: what changes slowly adds up until it is noticed.
        self._as_read[read] = now[read] * level
        found = [_part(self._finder, grey, each) for each in parts]
        fresh = joined(found)
        boxes = boxes_of(fresh, read.shape)
        gone = touching(self._boxes, read)
        # On the border of what is read, the box of a marker may touch it in one picture and not in the next.
        counts = touching(boxes, read) | any_of(matches(fresh, only(self._markers, gone)))
        fresh = once(only(fresh, counts))
        gone |= any_of(matches(self._markers, fresh))
        self._agree(read, only(self._markers, gone), fresh)
        return self._take(joined([only(self._markers, ~gone), fresh]), read, read | back)

    def _give_back(self, now: Floats) -> Bools:
        """Carry over what was at rest where it looks so again, as where a hand has passed; the blocks."""
        back = self._background.returned(now, self._due > 0, self._boxes, CHANGED_LEVELS)
        if back.any():
            self._due[back], self._as_read[back] = 0, self._background.looks[back]
            again = self._background.markers_in(back)
            gone = touching(self._boxes, back) | any_of(matches(self._markers, again))
            self._markers = joined([only(self._markers, ~gone), again])
            self._boxes = boxes_of(self._markers, back.shape)
        return back

    @property
    def markers(self) -> Markers:
        """Those of the last picture."""
        return self._markers

    def _read_whole(self, grey: Pixels, now: Floats, at_s: float) -> Seen:
        read = np.ones(now.shape, np.bool_)
        markers = self._finder.find(grey)
        self._agree(read, self._markers, markers)
        self._as_read, self._whole_at_s = now, at_s
        return self._take(markers, read, read)

    def _take(self, markers: Markers, read: Bools, changed: Bools) -> Seen:
        self._markers, self._boxes = markers, boxes_of(markers, read.shape)
        self._background.settle(self._as_read, self._due > 0, read, markers)
        return Seen(markers, read, changed, has_read=True)

    def _agree(self, read: Bools, before: Markers, now: Markers) -> None:
        """One reading less is due where it says what the last one said; else as many as after a change."""
        self._due[read & (self._due > 0)] -= 1
        same = matches(before, now)
        odd = [only(before, ~any_of(same)), only(now, ~any_of(same.T))]
        for left, top, right, low in boxes_of(joined(odd), read.shape).tolist():
            self._due[top:low, left:right] = READS - 1

    def _level(self, now: Floats) -> float:
        """By what the picture is to be multiplied to be as bright as when it was read."""
        # A part of the blocks is enough, and the middle one of them: an arm over the mat is not a darker lamp.
        level = float(np.median((self._as_read[::3, ::3] + 1) / (now[::3, ::3] + 1)))
        return level if abs(level - 1) <= MOST_GAIN else 1.0

    def _room_blocks(self, grey: Pixels) -> int:
        """So many blocks around a changed one may belong to the same marker."""
        sides = np.linalg.norm(self._markers.corners_px[:, 0] - self._markers.corners_px[:, 1], axis=1)
        side_px = max(float(sides.max(initial=0.0)) * 1.1, LEAST_SIDE * max(grey.shape))
        return int(np.ceil((side_px * QUIET * np.sqrt(2) + EDGE_PX) / BLOCK_PX))


def rim_blocks(shape: tuple[int, int], mat: Mat, layout: Layout, lens: Lens | None = None) -> Bools:
    """The blocks, of so many rows and columns, in which the mat's rim lies, with all that is looked at beside it."""
    middle, step = np.array([layout.width_mm, layout.height_mm]) / 2, np.linspace(-1, 1, RIM_POINTS)
    one = np.ones(RIM_POINTS)
    sides = [(step, -one), (one, step), (-step, one), (-one, -step)]
    around = np.concatenate([np.stack(side, axis=1) for side in sides])
    drawn = np.zeros(shape, np.uint8)
    for far_mm, value in ((RIM_BESIDE_MM, 1), (-layout.rim_mm - RIM_BESIDE_MM, 0)):
        points = place(np.asarray(np.linalg.inv(mat.to_mm)), middle + around * (middle + far_mm))
        blocks = np.floor(((lens.bend(points) if lens else points) + 0.5) / BLOCK_PX)
        cv2.fillPoly(drawn, [np.clip(blocks, -RIM_FAR, RIM_FAR).astype(np.int32)], value)
    return np.asarray(drawn > 0, np.bool_)


def _blocks(grey: Pixels) -> Floats:
    """The mean of each block to a quarter of a level, of whole blocks only."""
    rows, columns = grey.shape[0] // BLOCK_PX, grey.shape[1] // BLOCK_PX
    whole = grey[: rows * BLOCK_PX, : columns * BLOCK_PX]
    # In halves, for which OpenCV has a way of its own: five times as fast as in one step.
    half = cv2.resize(whole, (4 * columns, 4 * rows), interpolation=cv2.INTER_AREA)
    quarter = cv2.resize(half, (2 * columns, 2 * rows), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.resize(quarter, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def _in_px(part: Part, shape: tuple[int, ...]) -> Part:
    """Where a part lies in px; the last pixels of a picture may make no whole block, and belong to its last one."""
    left, top, right, low = (BLOCK_PX * each for each in part)
    whole_right, whole_low = shape[1] // BLOCK_PX * BLOCK_PX, shape[0] // BLOCK_PX * BLOCK_PX
    return left, top, shape[1] if right == whole_right else right, shape[0] if low == whole_low else low


def _part(finder: MarkerFinder, grey: Pixels, part: Part) -> Markers:
    """The markers in a part of a picture, where they lie in the whole."""
    left, top, right, low = part
    found = finder.find(grey[top:low, left:right], max(grey.shape))
    return Markers(found.ids, found.corners_px + np.array([left, top], np.float32))
