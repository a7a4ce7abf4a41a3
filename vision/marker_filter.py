"""Which markers on the mat count as facts, and a sentence on each that does not."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from companion.table.layout import Layout
from companion.table.sightings import MAT_MARKS, MarkerId, PrintedMarker, Reason, Rejection, Sighting
from vision.markers import Markers
from vision.mat import Mat

SIZE_TOLERANCE = 0.08
"""Share of its printed side by which a marker may measure off (DESIGN §4).

A camera 1 m above the mat sees a card held 8 cm up 8 % too large, while a card on a pile of thirty (15 mm)
measures 1.5 % off. Of 10 559 rendered markers read, from 18 px and up to a blur of 1.0, none measured 8 % off. On
average they are 1 % off from 28 px on, and 4 % too small at 18 px and a blur of 1.0.
"""


def judge_sightings(
    markers: Markers, mat: Mat, layout: Layout, printed: Mapping[MarkerId, PrintedMarker], at_s: float
) -> tuple[tuple[Sighting, ...], tuple[Rejection, ...]]:
    """The markers that are facts, and the others with why not; the mat's own anchors and mark are in neither.

    A marker is no fact where its id is not `printed`, where an id that only one piece carries is seen more than once on
    the mat, where it measures more than 8 % off its printed side, or where its centre lies in no zone. The marker of
    bare ground is in neither where it measures off or lies in no zone: a card lying askew is no reason to speak.
    """
    anchors = {anchor.id for anchor in layout.anchors}
    places = [
        _measure(MarkerId(marker), mat.place(corners), at_s)
        for marker, corners in zip(markers.ids.tolist(), markers.corners_px, strict=True)
        if marker not in anchors and (marker not in MAT_MARKS or marker in printed)
    ]
    times = Counter(each.marker for each in places)
    facts: list[Sighting] = []
    rejected: list[Rejection] = []
    for each in places:
        judged = _judge(each, layout, printed.get(each.marker), times[each.marker])
        if isinstance(judged, Sighting):
            facts.append(judged)
        elif not _is_ground(printed.get(each.marker)):
            rejected.append(judged)
    return tuple(facts), tuple(rejected)


def _measure(marker: MarkerId, corners_mm: npt.NDArray[np.float64], at_s: float) -> Sighting:
    """The marker as it measures on the mat's plane, with no confidence yet. `corners_mm` is (4, 2) as printed."""
    x_mm, y_mm = corners_mm.mean(axis=0).tolist()
    # Both the upper and the lower edge point to the marker's right.
    right = corners_mm[1] - corners_mm[0] + corners_mm[2] - corners_mm[3]
    angle_deg = math.degrees(math.atan2(right[1], right[0])) % 360
    return Sighting(marker, x_mm, y_mm, angle_deg, side_of(corners_mm), 0.0, at_s)


def side_of(corners: npt.NDArray[np.floating]) -> float:
    """Side of the square with the same area as these corners (4, 2), in their unit."""
    # Half the cross product of the diagonals is the area of any quadrilateral.
    one, other = corners[2] - corners[0], corners[3] - corners[1]
    return math.sqrt(abs(float(one[0] * other[1] - one[1] * other[0])) / 2)


def _judge(seen: Sighting, layout: Layout, print_: PrintedMarker | None, times: int) -> Sighting | Rejection:
    marker = seen.marker
    if print_ is None:
        cure = "Take it off the mat, or say under “Unknown cards” what it is."
        return _reject(seen, "unknown", f"Marker {marker} belongs to no piece of this game. {cure}")
    if times > 1 and not print_.shared:
        number = "twice" if times == 2 else f"{times} times"
        text = f"Marker {marker} is seen {number}, but only one piece carries it. Take the copy off the mat."
        return _reject(seen, "twice", text)
    off = seen.side_mm / print_.side_mm - 1
    if abs(off) > SIZE_TOLERANCE:
        cause = "Lay it down, if it is held up" if off > 0 else "Lay it flat, if it is bent or leaning"
        return _reject(
            seen,
            "size",
            f"Marker {marker} measures {seen.side_mm:.1f} mm and is printed with {print_.side_mm:.1f} mm. "
            f"{cause}; otherwise print it again at full size.",
        )
    if not any(
        zone.x_mm <= seen.x_mm <= zone.x_mm + zone.width_mm and zone.y_mm <= seen.y_mm <= zone.y_mm + zone.height_mm
        for zone in layout.zones
    ):
        return _reject(
            seen,
            "outside",
            f"Marker {marker} lies beside every zone of the mat. Move its piece into one, if it counts.",
        )
    confidence = 1 - abs(off) / SIZE_TOLERANCE
    return Sighting(marker, seen.x_mm, seen.y_mm, seen.angle_deg, seen.side_mm, confidence, seen.at_s)


def _is_ground(print_: PrintedMarker | None) -> bool:
    return print_ is not None and print_.ground


def _reject(seen: Sighting, reason: Reason, text: str) -> Rejection:
    return Rejection(seen.marker, reason, seen.x_mm, seen.y_mm, text)
