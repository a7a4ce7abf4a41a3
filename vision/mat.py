"""Where the mat lies in the picture: from its printed corner markers, a homography from pixels to millimetres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.layout import Anchor, Layout
from vision.markers import Markers

Matrix = npt.NDArray[np.float64]
Points = npt.NDArray[np.float64]

FEWEST = 3
"""Corner markers for a new fit.

With four, places are exact to 0.2 mm (rendered, 2304 x 1296, tilt up to 35 degrees). With three the fourth corner is
extrapolated: near it they are off by up to 2 mm straight from above, 3 mm at 20 degrees and 6 mm at 35; in a picture
of 1280 x 720 by 4, 8 and 12 mm. So an earlier fit with four is kept as long as nothing moves (`MatTracker`).
"""

FEWEST_TO_HOLD = 2
"""Corner markers that show that a mat found before has not moved. One says little about a turn around it."""

FIT_TOLERANCE_PX = 1.0
"""Root mean square distance of the corners from the fit. In 60 rendered pictures it stayed under 0.65 px.

In pixels, for that is what corners scatter by. A corner marker that lies 50 mm off where it was printed exceeds it; one
20 mm off is bent into the fit unseen, which a mat printed in one piece does not do. A lens of k1 = -0.2 that nobody
calibrated exceeds it as well (1536 x 1024 and 2304 x 1296, tilt 6 and 20 degrees); of -0.1 does not, and markers are up
to 4.6 mm off.
"""

TOLERANCE_MM = 2.0
"""How far corners may lie from where they lay: half the smallest gap between zones; no card changes its zone."""


@dataclass(frozen=True, eq=False)
class Mat:
    """The mat, found. `to_mm` is (3, 3) from homogeneous px to homogeneous mm."""

    to_mm: Matrix
    anchors: tuple[int, ...]
    """The corner markers that the fit rests on."""
    error_px: float
    """Root mean square distance of the corners seen from where the fit has them."""
    turned_deg: float
    """How far the mat is turned clockwise in the picture, in [0, 360)."""
    astray: tuple[int, ...] = ()
    """Corner markers seen where the others say they cannot be: torn off, or another mat's."""
    missing: tuple[int, ...] = field(default=())
    """Corner markers that are not in view."""

    def place(self, points_px: npt.NDArray[np.floating]) -> Points:
        """Points (N, 2) in px as (N, 2) in mm."""
        return place(self.to_mm, points_px)


@dataclass(frozen=True)
class NoMat:
    """Why the mat was not found; `text` is a sentence with what to do."""

    reason: Literal["unprintable", "no corner", "too few", "misfit"]
    text: str


def place(matrix: Matrix, points_px: npt.NDArray[np.floating]) -> Points:
    """Points (N, 2) through a homography (3, 3)."""
    points = np.asarray(points_px, dtype=np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(points, matrix), dtype=np.float64).reshape(-1, 2)


def anchor_corners_mm(anchor: Anchor) -> Points:
    """Corners (4, 2) of the anchor's black square on the mat, in the order of `Markers.corners_px`."""
    half = anchor.side_mm / 2
    steps = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.asarray(np.array([anchor.x_mm, anchor.y_mm]) + steps, dtype=np.float64)


def seen_anchors(markers: Markers, layout: Layout) -> dict[int, Points]:
    """Corners (4, 2) in px of each anchor that is seen exactly once."""
    times = markers.count()
    return {
        anchor.id: markers.corners_px[int(np.flatnonzero(markers.ids == anchor.id)[0])].astype(np.float64)
        for anchor in layout.anchors
        if times[anchor.id] == 1
    }


def find_mat(markers: Markers, layout: Layout) -> Mat | NoMat:
    """The mat by at least three of its corner markers, or why it cannot be found.

    A fourth that contradicts the other three is left out and named. With three there is nobody to outvote a wrong one:
    then it is a misfit.
    """
    if not layout.anchors:
        return NoMat("unprintable", "This game's mat has no corner markers, so a camera cannot find it. Tap instead.")
    seen = seen_anchors(markers, layout)
    if len(seen) < FEWEST:
        return _too_few(markers, layout, seen)
    by_id = {anchor.id: anchor for anchor in layout.anchors}
    best = _fit(seen, by_id)
    if best is not None and best[1] <= FIT_TOLERANCE_PX:
        return _mat(best, tuple(seen), layout, astray=())
    if len(seen) > FEWEST:
        others = [
            (odd, fit)
            for odd in seen
            if (fit := _fit({each: seen[each] for each in seen if each != odd}, by_id)) and fit[1] <= FIT_TOLERANCE_PX
        ]
        # Two that could be the odd one out would make it a guess.
        if len(others) == 1:
            odd, fit = others[0]
            return _mat(fit, tuple(each for each in seen if each != odd), layout, astray=(odd,))
    return NoMat(
        "misfit",
        f"The corner markers {_listed(seen)} are seen, but do not lie as on this game's mat. "
        "Lay it flat, and check that it was printed in one piece. Where the mat's edges look bent in the picture, "
        "calibrate the lens: companion calibrate.",
    )


def offset_mm(matrix: Matrix, seen: dict[int, Points], layout: Layout) -> float:
    """The largest distance in mm of these corners (px), through that homography, from where the layout has them."""
    by_id = {anchor.id: anchor for anchor in layout.anchors}
    return max(
        float(np.linalg.norm(place(matrix, corners) - anchor_corners_mm(by_id[each]), axis=1).max())
        for each, corners in seen.items()
    )


def _fit(seen: dict[int, Points], by_id: dict[int, Anchor]) -> tuple[Matrix, float] | None:
    """Homography px to mm by least squares over all corners, and the RMS distance left in px; None without any."""
    points_px = np.concatenate(list(seen.values()))
    points_mm = np.concatenate([anchor_corners_mm(by_id[each]) for each in seen])
    matrix, _ = cv2.findHomography(points_px, points_mm, 0)
    # Degenerate corners give none; a negative determinant is a mirror image, which no sheet of paper shows. The stubs
    # do not know of the former.
    found: Matrix | None = matrix  # type: ignore[assignment]
    if found is None or not np.isfinite(found).all() or np.linalg.det(found) <= 0:
        return None
    back = np.asarray(np.linalg.inv(found), dtype=np.float64)
    error_px = float(np.sqrt(np.mean(np.sum((place(back, points_mm) - points_px) ** 2, axis=1))))
    return np.asarray(found, dtype=np.float64), error_px


def _mat(fit: tuple[Matrix, float], used: tuple[int, ...], layout: Layout, astray: tuple[int, ...]) -> Mat:
    matrix, error_px = fit
    middle = [layout.width_mm / 2, layout.height_mm / 2]
    ends = place(np.asarray(np.linalg.inv(matrix)), np.array([middle, [middle[0] + 10, middle[1]]]))
    along = ends[1] - ends[0]
    missing = tuple(each.id for each in layout.anchors if each.id not in used and each.id not in astray)
    return Mat(matrix, used, error_px, math.degrees(math.atan2(along[1], along[0])) % 360, astray, missing)


def _too_few(markers: Markers, layout: Layout, seen: dict[int, Points]) -> NoMat:
    times = markers.count()
    several = {each.id: times[each.id] for each in layout.anchors if times[each.id] > 1}
    if several:
        each, number = max(several.items(), key=lambda item: item[1])
        whose = "it is not alone under the camera" if seen else "these are not this game's"
        return NoMat(
            "too few",
            f"Marker {each} is seen {number} times, and this game's mat has it once, at a corner: {whose}. Put that "
            "mat, and nothing else with markers, under the camera.",
        )
    if not seen:
        return NoMat("no corner", "None of them is one of this game's mat. Put the mat under the camera.")
    missing = [each.id for each in layout.anchors if each.id not in seen]
    return NoMat(
        "too few",
        f"Only {len(seen)} of the mat's {len(layout.anchors)} corner markers can be read; {_listed(missing)} cannot. "
        f"Uncover the mat's corners, or move the camera until all are in view; {FEWEST} are enough.",
    )


def _listed(ids: Sequence[int] | dict[int, Points]) -> str:
    *first, last = map(str, ids)
    return f"{', '.join(first)} and {last}" if first else last
