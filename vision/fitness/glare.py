"""Light on the mat: how bright its white is and how evenly lit, and where a lamp washes the print out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.geometry import BarePlace
from companion.table.layout import Anchor, Layout
from vision.cameras.frames import Pixels
from vision.markers import Markers
from vision.mat import Matrix

Floats = npt.NDArray[np.float64]

FULL = 250
"""Grey level from which on a pixel counts as washed out; a sensor's noise keeps it from being 255 throughout."""
SPOT_MM = 9.0
"""A disc of this diameter must be washed out: no white of the print is so wide, cells and rim dashes included."""
LEAST_MM2 = 150.0
"""Area of the smallest place that is told of: two of those discs."""
JOIN_MM = 30.0
"""Places nearer to each other than this are one lamp's."""
BLEED_MM = 6.0
"""So far beyond the washed out pixels a marker's cells are lost as well: a third of a marker's side."""
NEAR_MM = 12.0
"""A marker read so near to a place's middle shows that the place can be read."""
_CELLS = 8


@dataclass(frozen=True, eq=False)
class Levels:
    """Grey levels of the white and the black print of each marker that was read, and its middle in px; (N,) each."""

    white: Floats
    black: Floats
    middles_px: Floats


@dataclass(frozen=True)
class Glare:
    """A place on the mat where the print is washed out, by its middle."""

    x_mm: float
    y_mm: float
    area_mm2: float
    anchors: tuple[int, ...]
    """Corner markers that should be seen there and are not read."""
    grounds: tuple[str, ...]
    """Zones whose bare ground's marker should be seen there, and neither it nor a piece is read."""


def print_levels(grey: Pixels, markers: Markers) -> Levels:
    """Brightness of the print at each marker, from its white edge and its black border; grey is (H, W) uint8."""
    steps = (np.arange(_CELLS) + 0.5) / _CELLS
    out, into = np.full(_CELLS, -0.5 / _CELLS), np.full(_CELLS, 0.5 / _CELLS)
    return Levels(
        _mean_at(grey, markers, out, steps),
        _mean_at(grey, markers, into, steps),
        markers.corners_px.mean(axis=1).astype(np.float64),
    )


def _mean_at(grey: Pixels, markers: Markers, off: Floats, along: Floats) -> Floats:
    """Median over points beside all four edges of each marker, `off` its edge inwards, both in shares of its side."""
    far = 1 - off
    across = np.concatenate([along, along, off, far])
    down = np.concatenate([off, far, along, along])
    corners = markers.corners_px.astype(np.float64)[:, None]
    weights = [(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down]
    points = sum(weight[None, :, None] * corners[:, :, each] for each, weight in enumerate(weights))
    at = np.asarray(points, dtype=np.float64).round().astype(int)
    x, y = np.clip(at[:, :, 0], 0, grey.shape[1] - 1), np.clip(at[:, :, 1], 0, grey.shape[0] - 1)
    return np.asarray(np.median(grey[y, x], axis=1) if len(markers) else np.empty(0), dtype=np.float64)


def find_glare(
    grey: Pixels, to_mm: Matrix, layout: Layout, grounds: Sequence[BarePlace], markers: Markers, white: float
) -> tuple[Glare, ...]:
    """The places on the mat that are washed out, the largest first.

    `to_mm` is the homography from px to mm, `grounds` are the places of the bare ground's markers, and `white` is the
    grey level that the print's white has at most markers: where that is washed out itself, a place counts only if
    something that should be read there is not.
    """
    flat = cv2.warpPerspective(
        grey, to_mm, (round(layout.width_mm), round(layout.height_mm)), flags=cv2.INTER_LINEAR, borderValue=0
    )
    full = (flat >= FULL).astype(np.uint8)
    spots = cv2.morphologyEx(full, cv2.MORPH_OPEN, _disc(SPOT_MM))
    if not spots.any():
        return ()
    _, groups = cv2.connectedComponents(cv2.morphologyEx(spots, cv2.MORPH_CLOSE, _disc(JOIN_MM)))
    bled = cv2.dilate(spots, _disc(2 * BLEED_MM))
    _, wider = cv2.connectedComponents(bled)
    seen = np.asarray(cv2.perspectiveTransform(_middles(markers), to_mm), dtype=np.float64).reshape(-1, 2)
    found = []
    for each in range(1, int(groups.max()) + 1):
        place = (groups == each) & (spots > 0)
        area = float(np.count_nonzero(place))
        if area < LEAST_MM2:
            continue
        reach = np.isin(wider, np.unique(wider[place]))
        anchors = tuple(each.id for each in layout.anchors if _is_lost(each.x_mm, each.y_mm, reach, seen))
        lost = [place for place in grounds if _is_lost(place.centre.x_mm, place.centre.y_mm, reach, seen)]
        if white >= FULL and not anchors and not lost:
            continue
        down, across = np.nonzero(place)
        zones = tuple(dict.fromkeys(each.zone for each in lost))
        found.append(Glare(float(across.mean()), float(down.mean()), area, anchors, zones))
    return tuple(sorted(found, key=lambda each: -each.area_mm2))


def _disc(width_mm: float) -> npt.NDArray[np.uint8]:
    side = 2 * round(width_mm / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), dtype=np.uint8)


def _middles(markers: Markers) -> Floats:
    # OpenCV wants at least one point; one far away is near to nothing.
    middles = markers.corners_px.mean(axis=1).astype(np.float64) if len(markers) else np.empty((0, 2))
    return np.vstack([middles, [[-1e4, -1e4]]]).reshape(-1, 1, 2)


def _is_lost(x_mm: float, y_mm: float, reach: npt.NDArray[np.bool_], seen: Floats) -> bool:
    """Whether a marker that belongs there lies where print is washed out, and nothing is read there."""
    row, column = min(int(y_mm), reach.shape[0] - 1), min(int(x_mm), reach.shape[1] - 1)
    if not reach[row, column]:
        return False
    return bool(np.linalg.norm(seen - [x_mm, y_mm], axis=1).min() > NEAR_MM)


def lies_in(x_mm: float, y_mm: float, layout: Layout) -> str:
    """The zone at that place, or the nearest one; "" on a mat without zones."""

    def away(index: int) -> float:
        zone = layout.zones[index]
        right = max(zone.x_mm - x_mm, 0.0, x_mm - zone.x_mm - zone.width_mm)
        down = max(zone.y_mm - y_mm, 0.0, y_mm - zone.y_mm - zone.height_mm)
        return right**2 + down**2

    return layout.zones[min(range(len(layout.zones)), key=away)].zone if layout.zones else ""


def nearest_anchor(x_mm: float, y_mm: float, anchors: Sequence[Anchor], within_mm: float) -> Anchor | None:
    """The corner marker nearest to a place, if its middle lies within that distance."""
    near = min(anchors, key=lambda each: (each.x_mm - x_mm) ** 2 + (each.y_mm - y_mm) ** 2, default=None)
    if near is None or (near.x_mm - x_mm) ** 2 + (near.y_mm - y_mm) ** 2 > within_mm**2:
        return None
    return near
