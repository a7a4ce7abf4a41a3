"""Private zones of a mat: what lies there is black in the camera's own pixels until the game says that all may see it.

Where a zone is in a picture follows from where the mat is in that very picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.geometry import Area, zone_area
from companion.table.layout import Layout
from vision.camera_pose import posed
from vision.cameras.frames import Pixels
from vision.lens import Lens
from vision.mat import Mat, Matrix, Points, place

MARGIN_MM: Final = 15.0
"""So much around a closed zone is black too: a board does not lie exactly in its place, and a mat without one of its
corners is known to some millimetres only."""
TALL_MM: Final = 22.0
TALL_MARGIN_MM: Final = 6.0
"""The same for the tops of dice on a board, so high over the mat: seen from aside they lie beside its place."""
AROUND_MM: Final = 1.0
"""What must be seen is left out of the margins with so much around it."""
STEP_MM: Final = 20.0
"""Between two points of an outline, which a lens bends."""

Mask = npt.NDArray[np.bool_]


def private_zones(layout: Layout) -> frozenset[str]:
    """The zones of a mat that are closed until the game opens them."""
    return frozenset(zone.zone for zone in layout.zones if zone.private)


@dataclass(frozen=True, eq=False)
class _Part:
    """Some pixels of a picture: a rectangle, and which of it."""

    rows: slice
    columns: slice
    hides: Mask
    shows: Pixels
    """For each level of the rectangle 255 where it is shown, and 0 where it is hidden."""


@dataclass(frozen=True, eq=False)
class Screen:
    """The pixels of one camera's pictures that show closed zones, as long as the mat lies so."""

    mat: Mat
    lens: Lens | None
    shape: tuple[int, ...]
    closed: frozenset[str]
    parts: tuple[_Part, ...]

    @classmethod
    def over(
        cls, layout: Layout, closed: frozenset[str], mat: Mat, lens: Lens | None, shape: tuple[int, ...]
    ) -> Screen:
        """What hides these zones in pictures of that shape, in which the mat lies so; `mat` is in straight px."""
        height, width = shape[:2]
        camera = posed(mat.to_mm, (width, height), lens.matrix if lens else None)
        flat, tall = (partial(_outline, lens=lens, to_mm=matrix) for matrix in (mat.to_mm, camera.plane(TALL_MM)))
        kept = [flat(each) for each in _seen_beside(layout, closed)]
        parts = []
        for zone in (each for each in layout.zones if each.zone in closed):
            area = zone_area(zone)
            around = (flat(_grown(area, MARGIN_MM)), tall(_grown(area, TALL_MARGIN_MM)))
            hull = cv2.convexHull(np.concatenate(around).astype(np.float32)).reshape(-1, 2)
            part = _part(hull.astype(np.float64), kept, flat(area), shape)
            if part is not None:
                parts.append(part)
        return cls(mat, lens, shape, closed, tuple(parts))

    def fits(self, closed: frozenset[str], mat: Mat, lens: Lens | None, shape: tuple[int, ...]) -> bool:
        """Whether it hides these zones where the mat lies so."""
        same = self.mat is mat or np.array_equal(self.mat.to_mm, mat.to_mm)
        return same and (self.closed, self.lens, self.shape) == (closed, lens, shape)

    def shows(self, corners_px: npt.NDArray[np.floating]) -> Mask:
        """Which of these markers, by their corners (N, 4, 2) in the camera's own picture, are hidden nowhere."""
        points = np.floor(np.asarray(corners_px, np.float64) + 0.5).astype(np.int64)
        x, y = points[..., 0], points[..., 1]
        hidden = np.zeros(x.shape, np.bool_)
        for part in self.parts:
            inside = (x >= part.columns.start) & (x < part.columns.stop) & (y >= part.rows.start) & (y < part.rows.stop)
            hidden[inside] |= part.hides[y[inside] - part.rows.start, x[inside] - part.columns.start]
        return np.asarray(~hidden.any(axis=1), np.bool_)


def blacked_out(pixels: Pixels, screen: Screen) -> Pixels:
    """A copy of a picture in which all that the screen hides is black."""
    shown = pixels.copy()
    for part in screen.parts:
        window = shown[part.rows, part.columns]
        cv2.bitwise_and(window, part.shows, dst=window)
    return shown


def _seen_beside(layout: Layout, closed: frozenset[str]) -> list[Area]:
    """What of a mat must be seen whatever is closed: its corners, its rim, and all other zones."""
    marks = (*layout.anchors, *((layout.mark,) if layout.mark else ()))
    areas = [_grown(zone_area(each.area()), AROUND_MM) for each in marks]
    areas += [zone_area(zone) for zone in layout.zones if zone.zone not in closed]
    if layout.rim_mm:
        wide, across, down = layout.rim_mm + AROUND_MM, layout.width_mm, layout.height_mm
        areas += [Area(0, 0, across, wide), Area(0, down - wide, across, wide)]
        areas += [Area(0, 0, wide, down), Area(across - wide, 0, wide, down)]
    return areas


def _grown(area: Area, by_mm: float) -> Area:
    return Area(area.x_mm - by_mm, area.y_mm - by_mm, area.width_mm + 2 * by_mm, area.height_mm + 2 * by_mm)


def _outline(area: Area, to_mm: Matrix, lens: Lens | None) -> Points:
    """The outline (N, 2) of an area in px of the camera's own picture; `to_mm` is from straight px."""
    right, bottom = area.x_mm + area.width_mm, area.y_mm + area.height_mm
    corners = np.array([[area.x_mm, area.y_mm], [right, area.y_mm], [right, bottom], [area.x_mm, bottom]])
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    steps = [
        np.linspace(start, end, max(2, int(np.linalg.norm(end - start) / STEP_MM) + 2))[:-1] for start, end in sides
    ]
    straight = place(np.asarray(np.linalg.inv(to_mm)), np.concatenate(steps))
    return lens.bend(straight) if lens else straight


def _part(hull: Points, kept: list[Points], zone: Points, shape: tuple[int, ...]) -> _Part | None:
    """The pixels of a picture of that shape within the hull but for what is kept, and all of the zone itself; None
    where the picture shows nothing of them."""
    height, width = shape[:2]
    every = np.concatenate([hull, zone])
    left, top = (max(0, int(each)) for each in np.floor(every.min(axis=0)) - 1)
    right, bottom = (int(each) + 2 for each in np.ceil(every.max(axis=0)))
    right, bottom = min(right, width), min(bottom, height)
    if right <= left or bottom <= top:
        return None
    drawn = np.zeros((bottom - top, right - left), np.uint8)
    corner = np.array([left, top])
    for outline, level in ((hull, 1), *((each, 0) for each in kept), (zone, 1)):
        cv2.fillPoly(drawn, [(outline - corner).round().astype(np.int32)], level)
    shows = np.where(drawn > 0, 0, 255).astype(np.uint8)
    levels = shows if len(shape) == 2 else cv2.merge([shows] * shape[2])
    return _Part(slice(top, bottom), slice(left, right), drawn > 0, np.asarray(levels, np.uint8))
