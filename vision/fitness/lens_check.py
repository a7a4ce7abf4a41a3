"""Whether a lens needs to be calibrated: how far it bends the mat, told by one look at what is printed on it.

The mat's corners and its marks of bare ground lie where the layout has them. Where one lens, about the picture's
middle, brings all of them nearer to there than none does, it is the lens that bends; a mat that is glued askew does not
look so.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.geometry import bare_places
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.sightings import BARE
from vision.looks import Picture
from vision.markers import MarkerFinder, Markers
from vision.mat import FEWEST, Matrix, anchor_corners_mm, place, seen_anchors

Points = npt.NDArray[np.float64]

TOLERABLE_MM = 1.5
"""From here on the lens is to be calibrated. A card's marker may lie 2 mm off before the smallest gap is used up."""

FEWEST_MARKS = 6
"""So many marks of bare ground must be seen: the corners alone all lie about as far from the middle."""

NEAR_MM = 12.0
"""A mark of bare ground so near to a printed place is the one that is printed there; no two places are 24 mm apart."""

STRAY = 4.0
"""A marker that lies so many times as far off as the median is none of the mat's: cards carry such marks too."""
STRAY_LEAST_MM = 0.5
"""Nearer than this none is left out."""

FROM, UNTIL, STEPS = -1.0, 0.6, 17
"""Bends that are tried, in the division model, with the picture's width for 1; each time around the best, eight times
finer."""
ROUNDS = 4

GAIN = 0.9
"""The best bend must leave this share of the distance that is left without any, or less; else it means nothing."""


@dataclass(frozen=True, eq=False)
class _Marks:
    """Corners of markers (N, 4, 2) in px about the picture's middle, in widths of it, and where they are printed."""

    seen: Points
    printed_mm: Points


def lens_bend_mm(markers: Markers, layout: Layout, kit: Kit, width_px: int, height_px: int) -> float | None:
    """How far off, in mm, a marker is read at most, because the lens bends; None where too little is seen to tell.

    `markers` are those of one picture of that size. Of the mat three corners must be seen, and six of its bare places.
    On 96 rendered mats, bare and set out (k1 0, -0.05, -0.15 and -0.3; 1280 to 2304 px wide; tilt 0 to 25 degrees),
    it was within 7 % of the truth of 1.5 to 13.7 mm, and 0 where the lens bends nothing.
    """
    corners = seen_anchors(markers, layout)
    if len(corners) < FEWEST:
        return None
    by_id = {anchor.id: anchor for anchor in layout.anchors}
    middle = np.array([width_px - 1, height_px - 1]) / 2
    anchors = _Marks(
        (np.stack(list(corners.values())) - middle) / width_px,
        np.stack([anchor_corners_mm(by_id[each]) for each in corners]),
    )
    bare = (markers.corners_px[markers.ids == int(BARE)].astype(np.float64) - middle) / width_px
    if len(bare) < FEWEST_MARKS:
        return None
    places = np.array([[each.centre.x_mm, each.centre.y_mm] for each in bare_places(layout, kit)]).reshape(-1, 2)
    raw = _fit(anchors, 0.0)
    bend, to_mm = 0.0, raw
    # Matched once by the corners alone, and again by what that gave: a strong lens shifts marks by a whole place.
    for _ in range(2):
        ground = _matched(bare, _through(to_mm, bare, bend).reshape(-1, 4, 2), places, kit.marker_side_mm)
        if len(ground.seen) < FEWEST_MARKS:
            return None
        both = _Marks(
            np.concatenate([anchors.seen, ground.seen]), np.concatenate([anchors.printed_mm, ground.printed_mm])
        )
        bend, to_mm = _best(both)
    known = np.concatenate([places, np.array([[each.x_mm, each.y_mm] for each in layout.anchors])])
    read_at = place(raw, _bent(place(np.asarray(np.linalg.inv(to_mm)), known), bend))
    return float(np.linalg.norm(read_at - known, axis=1).max()) if bend else 0.0


def lens_verdict(picture: Picture, kit: Kit) -> str:
    """A sentence where the picture's lens bends so much that it should be calibrated; else nothing.

    Nothing as well where too little of the mat is seen to tell. The mat need not have been found: a lens that bends
    much keeps it from that.
    """
    if picture.pixels is None:
        return ""
    markers = MarkerFinder().find(picture.pixels)
    if picture.lens is not None:
        markers = picture.lens.straight_markers(markers)
    height, width = picture.pixels.shape[:2]
    off_mm = lens_bend_mm(markers, picture.layout, kit, width, height)
    if off_mm is None or off_mm < TOLERABLE_MM:
        return ""
    far = f"{off_mm:.0f} mm" if off_mm >= 2 else f"{off_mm:.1f} mm"
    if picture.lens is not None:
        return (
            f"The lens was calibrated, and still bends the picture by up to {far}: calibrate it again "
            "(companion calibrate)."
        )
    return f"The lens bends the picture by up to {far}: calibrate it (companion calibrate)."


def _straight(points: Points, bend: float) -> Points:
    """Points (N, 2) about the middle as a pinhole would show them: the division model, with a formula both ways."""
    return np.asarray(points / (1 + bend * (points**2).sum(axis=1, keepdims=True)), dtype=np.float64)


def _bent(points: Points, bend: float) -> Points:
    """The other way."""
    square = (points**2).sum(axis=1, keepdims=True)
    return np.asarray(points * 2 / (1 + np.sqrt(np.maximum(1 - 4 * bend * square, 0))), dtype=np.float64)


def _through(to_mm: Matrix, points: Points, bend: float) -> Points:
    return place(to_mm, _straight(points.reshape(-1, 2), bend))


def _fit(marks: _Marks, bend: float) -> Matrix:
    """The homography (3, 3) from straight points to mm that brings them nearest to where they are printed."""
    found, _ = cv2.findHomography(_straight(marks.seen.reshape(-1, 2), bend), marks.printed_mm.reshape(-1, 2), 0)
    return np.asarray(found, dtype=np.float64)


def _off(marks: _Marks, bend: float) -> Points:
    """(N,) how far each marker then lies off, in mm."""
    at = _through(_fit(marks, bend), marks.seen, bend).reshape(-1, 4, 2)
    return np.asarray(np.sqrt(((at - marks.printed_mm) ** 2).sum(axis=2).mean(axis=1)), dtype=np.float64)


def _best(marks: _Marks) -> tuple[float, Matrix]:
    """The bend that brings the markers nearest to where they are printed, 0 where none is much better; and its fit."""
    kept = marks
    for _ in range(2):
        bend = _tried(kept)
        off = _off(kept, bend)
        near = off <= max(STRAY * float(np.median(off)), STRAY_LEAST_MM)
        if near.all() or near.sum() < FEWEST + FEWEST_MARKS:
            break
        kept = _Marks(kept.seen[near], kept.printed_mm[near])
    bend = _tried(kept)
    if _total(kept, bend) > GAIN * _total(kept, 0.0):
        bend = 0.0
    return bend, _fit(kept, bend)


def _tried(marks: _Marks) -> float:
    best, reach = (FROM + UNTIL) / 2, (UNTIL - FROM) / 2
    for _ in range(ROUNDS):
        tried = np.linspace(best - reach, best + reach, STEPS)
        best = float(min(tried.tolist(), key=lambda bend: _total(marks, bend)))
        reach /= STEPS // 2
    return best


def _total(marks: _Marks, bend: float) -> float:
    return float(np.sqrt(np.mean(_off(marks, bend) ** 2)))


def _matched(seen: Points, at_mm: Points, places: Points, side_mm: float) -> _Marks:
    """Those of the markers (N, 4, 2), lying at `at_mm` by now, that are the only ones near one of the places (M, 2)."""
    half = side_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    if not len(seen) or not len(places):
        return _Marks(np.empty((0, 4, 2)), np.empty((0, 4, 2)))
    apart = np.linalg.norm(at_mm.mean(axis=1)[:, None] - places[None], axis=2)
    near = apart <= NEAR_MM
    alone = np.flatnonzero((near.sum(axis=1) == 1) & (near[:, near.argmax(axis=1)].sum(axis=0) == 1))
    return _Marks(seen[alone], places[near[alone].argmax(axis=1)][:, None] + square)
