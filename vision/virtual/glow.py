"""The strip's light on a virtual table, as its camera sees it: soft, along the mat's edge, and brighter near it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.layout import Layout
from vision.cameras.frames import Pixels
from vision.virtual.shot import Matrix

LEVEL = 0.2
"""Light of the white strip at the mat's edge, against that of the room's lamp."""
REACH_MM = 90.0
"""Sigma of how it fades towards the middle of the mat."""
ARCS = 32
"""Pieces of the strip that are drawn with one colour each."""
COARSE_PX = 96
"""Width at which the light is reckoned: it has no edges."""
_GAMMA = 2.2


class EdgeLight:
    """What the strip adds to the light on one table. One thread uses it."""

    def __init__(self, layout: Layout, to_px: Matrix, width_px: int, height_px: int) -> None:
        """`to_px` is the homography (3, 3) from mm on the mat to px of a picture of that size."""
        self._size = (width_px, height_px)
        high = max(2, round(COARSE_PX * height_px / width_px))
        down, across = np.mgrid[:high, :COARSE_PX]
        px = np.stack([(across + 0.5) * width_px / COARSE_PX, (down + 0.5) * height_px / high], axis=2) - 0.5
        places = cv2.perspectiveTransform(px.reshape(1, -1, 2), np.linalg.inv(to_px)).reshape(high, COARSE_PX, 2)
        shares = [np.exp(-((places - at) ** 2).sum(axis=2) / (2 * REACH_MM**2)) for at in _along_edge(layout, ARCS)]
        basis = np.stack(shares)
        self._basis: npt.NDArray[np.float64] = basis * (LEVEL / basis.sum(axis=0).max())
        self._last: tuple[tuple[str, ...], Pixels | None] = ((), None)

    def gain(self, colours: tuple[str, ...]) -> Pixels | None:
        """Its light, BGR uint8 (H, W, 3), 128 for as much as the lamp's; None where the strip is dark.

        `colours` are `#rrggbb` of each pixel, clockwise from the first seat, as eyes see them.
        """
        if colours != self._last[0]:
            self._last = (colours, self._draw(colours))
        return self._last[1]

    def _draw(self, colours: tuple[str, ...]) -> Pixels | None:
        lit = np.array([[int(each[at : at + 2], 16) for at in (5, 3, 1)] for each in colours], dtype=np.float64)
        if not lit.any():
            return None
        light = (lit / 255) ** _GAMMA
        arcs = np.stack([part.mean(axis=0) for part in np.array_split(np.repeat(light, ARCS, axis=0), ARCS)])
        coarse = np.einsum("ahw,ac->hwc", self._basis, arcs)
        grown = cv2.resize((coarse * 128).astype(np.float32), self._size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(grown.round(), dtype=np.uint8)


def _along_edge(layout: Layout, count: int) -> list[npt.NDArray[np.float64]]:
    """Middles of so many arcs of the strip in mm: clockwise round the mat, from its lower right corner on."""
    width, height = layout.width_mm, layout.height_mm
    corners = [(width, height), (0.0, height), (0.0, 0.0), (width, 0.0), (width, height)]
    ends = np.cumsum([0, width, height, width, height])
    middles = (np.arange(count) + 0.5) / count * ends[-1]
    x, y = (np.interp(middles, ends, [corner[axis] for corner in corners]) for axis in (0, 1))
    return [np.array(each) for each in zip(x, y, strict=True)]
