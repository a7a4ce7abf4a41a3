"""A second, finer reading of places that have a marker's outline but were not read at first.

The first reading samples a marker between corners of whole pixels; at 20 px they are off by a third of a cell. Here the
corners are refined first, and what the lens has smeared from cell to cell is taken back.

Measured on 250 pictures of 1280 x 720 (tilt 0 to 35 degrees, noise 2 to 4, light down to 60 %) other than those of
docs/markers.md: 7140 of 9767 markers were read at first, 8667 with the second look, none of them wrongly. Of 19 908
under a blur of 1.6 to 3 it was 3166 and 8244, none wrongly; of another family's markers (36h10), 13 275 outlines of
which got a second look, none was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import CELLS, Corners, Floats, Grey, areas, refined

Ids = npt.NDArray[np.int32]

SMALLEST_SIDE_PX = 10.0
"""Square root of the area under which an outline is not looked at again."""
LEAST_STEP = 20.0
"""Grey levels by which the surroundings are lighter than the rim, for three quarters of either."""
MOST = 64
"""So many outlines of a picture are looked at again, the largest first; each costs 0.4 ms.

A picture of the virtual table has two or three such, of 90 that are rejected: the mean of 72 pictures.
"""
SHARPER = 0.5
"""How much of the difference to its four neighbours is added to a cell.

Of 2627 markers that were not read at first it reads 711 without, 1446 at 0.35, 1527 at 0.5 and 1572 at 0.7, none of
them wrongly; more sharpens the noise, too.
"""
CORRECTED = 0.4
"""As at first: two wrong bits of 36 are mended, in steps of OpenCV's five (`markers._settings`)."""
WEAK = 0.4
"""A bit is mended only where its cell is so near to the middle between black and white (0: in it, 1: black or white).

Blur and noise turn such bits; a bit that is clear and still has to be mended is a sign of another thing. The rule costs
7 of 1534 markers, and leaves a pattern that is no marker a fraction of its ways to be taken for one.
"""
BORDER_ERRORS = 3
"""So many of the rim's 28 cells may look light, where the first reading lets pass 9: an edge that hides in shadow."""
SAMPLES = 5
"""Along a cell; the outermost are left out."""
MOVED_PX = 2.5
"""A corner that moves by more than this and more than a cell has been caught by something else."""

_LAST: Final = CELLS * SAMPLES - 0.5
_FLAT: Final = np.array([[-0.5, -0.5], [_LAST, -0.5], [_LAST, _LAST], [-0.5, _LAST]], np.float32)
_ALONG: Final = np.linspace(0.1, 0.9, 7, dtype=np.float32)[:, None]
_INSIDE: Final = 1 - 1 / CELLS
_OUTSIDE: Final = 1 + 1.25 / CELLS
_SHARPEN: Final = np.array([[0, -1, 0], [-1, 4, -1], [0, -1, 0]], np.float32) * SHARPER + np.diag([0, 1, 0])


class SecondLook:
    """Reads what a first look has rejected. `dictionary` has 36 bits a marker."""

    def __init__(self, dictionary: cv2.aruco.Dictionary) -> None:
        self._dictionary = dictionary

    def read(self, grey: Grey, rejected: Sequence[cv2.typing.MatLike], found_px: Corners) -> tuple[Ids, Corners]:
        """Ids (N,) and corners (N, 4, 2) in px of the markers among the rejected outlines of a grey picture.

        `found_px` (M, 4, 2) are the corners of those already read: no outline in the same place is looked at.
        """
        ids, places = list[int](), np.empty((0, 4, 2), np.float32)
        for quad in _worth_a_look(grey, rejected, found_px):
            if _lie_on(quad[None], places)[0]:
                continue
            read = self._decode(grey, _refined(grey, quad))
            if read is not None:
                ids.append(read[0])
                places = np.concatenate([places, read[1][None]])
        return np.array(ids, np.int32), places

    def _decode(self, grey: Grey, quad: Corners) -> tuple[int, Corners] | None:
        """The id, and the corners from the printed top left on; None where that is no marker beyond doubt."""
        levels = _cell_levels(grey, quad)
        low, high = float(levels.min()), float(levels.max())
        # From -1, black, to 1, white.
        shades = (2 * levels - low - high) / max(high - low, 1.0)
        light, code = shades > 0, shades[1:-1, 1:-1]
        if np.count_nonzero(light) - np.count_nonzero(code > 0) > BORDER_ERRORS:
            return None
        known, marker, turns = self._dictionary.identify((code > 0).astype(np.uint8), CORRECTED)
        if not known:
            return None
        printed = cv2.aruco.Dictionary.getBitsFromByteList(self._dictionary.bytesList[marker : marker + 1], CELLS - 2)
        mended = np.rot90(printed, turns).astype(bool) != (code > 0)
        if (np.abs(code[mended]) > WEAK).any():
            return None
        return marker, np.roll(quad, turns, axis=0)


def _worth_a_look(grey: Grey, rejected: Sequence[cv2.typing.MatLike], found_px: Corners) -> Corners:
    """The outlines that are large enough, dark with light around, and not of what is already read; largest first."""
    if len(rejected) == 0:
        return np.empty((0, 4, 2), np.float32)
    quads = np.concatenate(rejected).reshape(-1, 4, 2).astype(np.float32, copy=False)
    quads = quads[areas(quads) >= SMALLEST_SIDE_PX**2]
    quads = quads[~_lie_on(quads, found_px)]
    if len(quads) == 0:
        return quads
    quads = quads[_steps(grey, quads) >= LEAST_STEP]
    return quads[np.argsort(-areas(quads), kind="stable")][:MOST]


def _lie_on(quads: Corners, others: Corners) -> npt.NDArray[np.bool_]:
    """Which quads have their middle within 0.6 sides of the middle of any of the others."""
    apart = quads.mean(axis=1)[:, None] - others.mean(axis=1)[None]
    near = np.square(apart).sum(axis=2) < 0.36 * areas(others)[None]
    return np.asarray(near.any(axis=1), dtype=np.bool_)


def _steps(grey: Grey, quads: Corners) -> Floats:
    """How many levels lighter it is just outside of each quad than just inside, but for the worst quarter of both."""
    middles = quads.mean(axis=1)[:, None]
    starts, ends = quads[:, :, None], np.roll(quads, -1, axis=1)[:, :, None]
    edges = (starts + (ends - starts) * _ALONG).reshape(len(quads), -1, 2) - middles
    last = np.array([grey.shape[1] - 1, grey.shape[0] - 1])

    def sorted_levels(scale: float) -> Floats:
        at = np.clip(np.rint(edges * scale + middles).astype(np.int32), 0, last)
        return np.sort(grey[at[:, :, 1], at[:, :, 0]], axis=1).astype(np.float32)

    quarter = edges.shape[1] // 4
    return np.asarray(sorted_levels(_OUTSIDE)[:, quarter] - sorted_levels(_INSIDE)[:, -quarter - 1], dtype=np.float32)


def _refined(grey: Grey, quad: Corners) -> Corners:
    """The same with its corners where the edges meet, to parts of a pixel."""
    cell_px = float(np.sqrt(areas(quad[None])[0])) / CELLS
    fine = refined(grey, quad[None])[0]
    return fine if np.abs(fine - quad).max() <= max(MOVED_PX, cell_px) else quad


def _cell_levels(grey: Grey, quad: Corners) -> Floats:
    """The sharpened mean level of each cell (8, 8) as seen, from the quad's first corner on."""
    size = CELLS * SAMPLES
    warp = cv2.getPerspectiveTransform(_FLAT, quad)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(grey, warp, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inner = flat.reshape(CELLS, SAMPLES, CELLS, SAMPLES)[:, 1:-1, :, 1:-1]
    means = inner.mean(axis=(1, 3), dtype=np.float32)
    return np.asarray(cv2.filter2D(means, -1, _SHARPEN, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)
