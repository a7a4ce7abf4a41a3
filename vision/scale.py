"""Whether pieces or mat were printed at another scale than 100 %: many markers that measure off together.

A mat that is wholly printed at 97 % fits itself: its markers lie nearer to each other by as much as they are smaller,
and no camera tells. What it tells is that pieces and mat differ, or that sheets were scaled and then laid as far apart
as they should be. The line of 100 mm on each sheet tells the rest.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence

import numpy as np

from companion.table.layout import Layout
from companion.table.sightings import MarkerId, PrintedMarker, Sighting
from vision.marker_filter import side_of
from vision.markers import Markers
from vision.mat import Mat, seen_anchors

SMALLER, LARGER = 0.015, 0.025
"""Shares from which on pieces are told: by their median, and by the quarter that measures least.

In 40 rendered pictures of good prints, half of them in hard light, some with five shells 10 mm thick, the median was
0.2 to 3.1 % over the corners and that quarter -0.2 to 2.2 %. Scaled to 97 %, either is 3 % less, and on a mat of 97 %
3 % more.
"""
MAT_SMALLER, USUAL_LOSS = 0.015, 0.01
"""The same for the mat's own markers, beside the 1 % by which blur makes every marker smaller."""
FEWEST = 5
"""So many pieces, or marks of bare ground, must be read; half of them may be off by chance."""
SMALLEST_PX, MAT_SMALLEST_PX = 22, 28
"""Sides under which nothing is told: smaller markers lose more to blur, corners and pieces not alike."""
LOOKS, OF_THEM = 15, 10
"""In so many of the last looks the same must have been found."""
_CURE = "at 100 %, without “fit to page”; the line on each sheet must then measure 100 mm."


class ScaleWatch:
    """What the last looks say of the prints. One thread uses it."""

    def __init__(self, layout: Layout, printed: Mapping[MarkerId, PrintedMarker]) -> None:
        self._layout = layout
        self._printed = printed
        self._last: deque[tuple[str, int]] = deque(maxlen=LOOKS)

    def look(self, markers: Markers, mat: Mat, facts: Sequence[Sighting]) -> str:
        """A sentence with the cure, where the last looks agree; else nothing. `facts` are this look's."""
        self._last.append(_found(markers, mat, self._layout, self._printed, facts))
        (what, times), *_ = Counter(what for what, _ in self._last).most_common(1)
        if not what or times < OF_THEM:
            return ""
        percent = round(float(np.median([off for each, off in self._last if each == what])))
        return _SENTENCES[what].format(off=percent, scale=100 - percent, cure=_CURE)


_SENTENCES = {
    "mat": "The mat's markers measure about {off} % smaller than they should: its sheets were printed at about "
    "{scale} % and laid as far apart as full ones. Print them again {cure}",
    "smaller": "The pieces' markers measure about {off} % smaller beside the mat's: they were printed at about "
    "{scale} %. Print them again {cure}",
    "larger": "The pieces' markers measure about {off} % larger beside the mat's: the mat was printed at about "
    "{scale} %, or the pieces too large. Measure the line of 100 mm on both, and print that one again {cure}",
}


def _found(
    markers: Markers,
    mat: Mat,
    layout: Layout,
    printed: Mapping[MarkerId, PrintedMarker],
    facts: Sequence[Sighting],
) -> tuple[str, int]:
    """What one look shows, and by how many percent."""
    corners = seen_anchors(markers, layout)
    sides_mm = {anchor.id: anchor.side_mm for anchor in layout.anchors}
    used = [each for each in mat.anchors if each in corners]
    if not used:
        return "", 0
    side_px = np.median([side_of(corners[each]) for each in used])
    anchors = float(np.median([side_of(mat.place(corners[each])) / sides_mm[each] for each in used]))
    shares: dict[bool, list[float]] = {True: [], False: []}
    for fact in facts:
        print_ = printed[fact.marker]
        shares[print_.ground].append(fact.side_mm / print_.side_mm)
    ground, pieces = shares[True], shares[False]
    if side_px >= MAT_SMALLEST_PX and len(ground) >= FEWEST:
        lost = 1 - max(anchors, float(np.median(ground))) - USUAL_LOSS
        if lost > MAT_SMALLER:
            return "mat", round(100 * lost)
    if side_px < SMALLEST_PX or len(pieces) < FEWEST:
        return "", 0
    off = float(np.median(pieces)) / anchors - 1
    if off < -SMALLER:
        return "smaller", round(-100 * off)
    # A thick piece measures larger, so the thin ones decide.
    off = float(np.percentile(pieces, 25)) / anchors - 1
    return ("larger", round(100 * off)) if off > LARGER else ("", 0)
