"""How a table looked when it last was at rest, so that what a hand only passed over need not be read again.

A block is at rest once readings have agreed on it. Where a hand comes and goes and leaves all as it was, its blocks
look again as they did then, and the markers are those of then: by the same measure as a block that never changed.
"""

from __future__ import annotations

import numpy as np

from vision.boxes import Bools, Boxes, Floats, any_of, boxes_of, joined, matches, no_markers, only, touching
from vision.markers import Markers


class Background:
    """The looks and markers of the blocks at rest, in the brightness in which blocks are compared."""

    def __init__(self, shape: tuple[int, ...] = (0, 0)) -> None:
        """For pictures of so many rows and columns of blocks; nothing is known yet."""
        self.looks: Floats = np.full(shape, np.nan, np.float32)
        """How each block looked; NaN where it has not been at rest, or what lay there is no longer known."""
        self._markers = no_markers()
        self._boxes: Boxes = np.empty((0, 4), np.int64)

    def scale(self, factor: float) -> None:
        """Blocks are compared in another brightness from now on."""
        self.looks *= np.float32(factor)

    def returned(self, now: Floats, due: Bools, boxes: Boxes, levels: float) -> Bools:
        """The blocks that are due and differ by no more than `levels` from how they looked at rest.

        Of the blocks of a marker, be it at rest or newly read (`boxes`), either all count or none: half of one that
        looks as before tells nothing of the other half.
        """
        alike = np.abs(now - self.looks) <= levels
        back: Bools = due & alike
        while back.any():
            unlike = due & ~back
            split = np.concatenate(
                [self._boxes[touching(self._boxes, unlike | ~alike)], boxes[touching(boxes, unlike)]]
            )
            fewer = back & ~_covered(split, due.shape)
            if np.array_equal(fewer, back):
                break
            back = fewer
        return back

    def markers_in(self, back: Bools) -> Markers:
        """The markers at rest that have any of these blocks."""
        return only(self._markers, touching(self._boxes, back))

    def settle(self, as_read: Floats, due: Bools, read: Bools, markers: Markers) -> None:
        """Take over how blocks were `read`, where nothing is due any more; `markers` are all that were found."""
        boxes = boxes_of(markers, due.shape)
        unsure = touching(boxes, due)
        at_rest = ~due & ~_covered(boxes[unsure], due.shape)
        fresh, lost = read & at_rest, np.zeros(len(self._markers), np.bool_)
        while True:
            lost = touching(self._boxes, fresh)
            more = (fresh | _covered(self._boxes[lost], due.shape)) & at_rest
            if np.array_equal(more, fresh):
                break
            fresh = more
        if not fresh.any():
            return
        # Of a marker that is settled in parts only, the other parts are no longer what they were.
        self.looks[_covered(self._boxes[lost], due.shape) & ~at_rest] = np.nan
        self.looks[fresh] = as_read[fresh]
        new = only(markers, touching(boxes, fresh) & ~unsure)
        kept = only(self._markers, ~lost & ~any_of(matches(self._markers, new)))
        self._markers = joined([kept, new])
        self._boxes = boxes_of(self._markers, due.shape)


def _covered(boxes: Boxes, shape: tuple[int, ...]) -> Bools:
    """The blocks that lie in any of these boxes."""
    blocks = np.zeros(shape, np.bool_)
    for left, top, right, low in boxes.tolist():
        blocks[top:low, left:right] = True
    return blocks
