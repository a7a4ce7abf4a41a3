"""The mat from frame to frame: covered corners are bridged, and a camera or mat that was moved is noticed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.table.layout import Layout
from vision.markers import Markers
from vision.mat import FEWEST_TO_HOLD, TOLERANCE_MM, Mat, NoMat, find_mat, offset_mm, seen_anchors

STEADY_FRAMES = 2
"""Frames that must agree with the one before, after a move, until anything counts: while it is being pushed none do."""


@dataclass(frozen=True)
class Found:
    """What one frame says of the mat, and a sentence on it. Without a `mat` nothing in the frame is to be read."""

    mat: Mat | None
    state: Literal["in view", "held", "moved", "lost", "other mat"]
    text: str


class MatTracker:
    """Follows one mat. One thread uses it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: Mat | None = None
        self._moved_mm = 0.0
        self._steady = STEADY_FRAMES

    def look(self, markers: Markers) -> Found:
        """What the next frame's markers say."""
        fresh = find_mat(markers, self._layout)
        if isinstance(fresh, NoMat):
            return self._hold(fresh, markers)
        seen = seen_anchors(markers, self._layout)
        if self._known is not None:
            moved_mm = offset_mm(self._known.to_mm, {each: seen[each] for each in fresh.anchors}, self._layout)
            if moved_mm > TOLERANCE_MM:
                self._steady, self._moved_mm = 0, max(moved_mm, self._moved_mm)
            else:
                self._steady = min(self._steady + 1, STEADY_FRAMES)
                if len(fresh.anchors) < len(self._known.anchors):
                    # Nothing moved, and the earlier fit with all corners is the better one.
                    fresh = replace(self._known, missing=fresh.missing, astray=fresh.astray)
        # The newest fit, not a mean: a tripod that sinks slowly is followed without a word.
        self._known = fresh
        if self._steady < STEADY_FRAMES:
            return Found(None, "moved", _moved(self._moved_mm))
        self._moved_mm = 0.0
        return Found(fresh, "in view", _in_view(fresh))

    def _hold(self, why: NoMat, markers: Markers) -> Found:
        """The mat as last known, where the few corners in view still lie where they lay."""
        seen = seen_anchors(markers, self._layout)
        known = self._known
        if why.reason == "too few" and known is not None and len(seen) >= FEWEST_TO_HOLD:
            moved_mm = offset_mm(known.to_mm, seen, self._layout)
            if moved_mm <= TOLERANCE_MM and self._steady >= STEADY_FRAMES:
                count = f"{len(seen)} of the mat's {len(self._layout.anchors)} corner markers"
                return Found(known, "held", f"Only {count} are in view, where they were before; the mat is still read.")
            if moved_mm > TOLERANCE_MM:
                self._steady = 0
                self._moved_mm = max(moved_mm, self._moved_mm)
        return Found(None, "lost", why.text)


def _moved(moved_mm: float) -> str:
    far = f"{moved_mm:.0f} mm" if moved_mm < 100 else "more than 10 cm"
    return f"The camera or the mat was moved, by {far}. Nothing is read until it stays put; then it goes on by itself."


def _in_view(mat: Mat) -> str:
    text = "The mat lies in view"
    quarter = round(mat.turned_deg / 90) % 4
    if quarter:
        text += f", turned by {quarter * 90} degrees, which does not matter"
    if mat.missing:
        names = "corner marker" if len(mat.missing) == 1 else "corner markers"
        text += f"; {names} {', '.join(map(str, mat.missing))} cannot be read, and the others are enough"
    if mat.astray:
        each = mat.astray[0]
        text += f"; corner marker {each} is not where it belongs and is left out: lay it flat, or print the mat again"
    return f"{text}."
