"""How sharp a picture is, measured at the markers that were read in it: sigma of the blur, in pixels.

The print of a marker that was read is known to the last cell. It is drawn as a camera without any blur would take it,
laid upon the picture by least squares (its eight corner coordinates, brightness and contrast are free), and blurred
until it fits best.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.markers import Markers

Floats = npt.NDArray[np.float64]

MOST_MARKERS = 7
"""So many are measured, spread over the picture: their median is what counts."""
LEAST_PX = 14.0
"""Smaller ones have cells of less than two pixels."""
_CELLS = 8
_TEXEL = 8
"""Samples along a cell of the print."""
_FINER = 3
"""Samples along each side of a pixel."""
_STEP_PX = 0.25
_GUESS = 0.9
_TURNS = 2
_SIGMAS = np.array([0.3, 0.5, 0.7, 0.9, 1.2, 1.5, 1.8, 2.2, 2.6, 3.0])
_REACH = 0.6
"""So much of a cell around the black square is compared; what lies beyond the white edge is unknown."""
_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def blur_px(grey: Pixels, markers: Markers) -> float | None:
    """Sigma of the blur in px, 0.2 to 3, of a grey picture (H, W) in which these markers were read; None without any.

    What a pixel averages over its own area is not counted. Rendered with 0.5 to 1.5 px it is right to 0.15 px.
    """
    found = [
        sigma
        for each in _spread(markers)
        if (sigma := _blur_at(grey, int(markers.ids[each]), markers.corners_px[each].astype(np.float64))) is not None
    ]
    return float(np.median(found)) if found else None


def _spread(markers: Markers) -> list[int]:
    """Indices of some markers, from all over the picture, each large enough."""
    sides = np.linalg.norm(markers.corners_px - np.roll(markers.corners_px, 1, axis=1), axis=2).mean(axis=1)
    middles = markers.corners_px.mean(axis=1)
    left = [int(each) for each in np.flatnonzero(sides >= LEAST_PX)]
    if not left:
        return []
    chosen = [max(left, key=lambda each: float(np.linalg.norm(middles[each] - middles.mean(axis=0))))]
    while len(chosen) < min(MOST_MARKERS, len(left)):
        gaps = [min(float(np.linalg.norm(middles[each] - middles[other])) for other in chosen) for each in left]
        chosen.append(left[int(np.argmax(gaps))])
    return chosen


@lru_cache(maxsize=64)
def _print(marker: int) -> npt.NDArray[np.float32]:
    """The marker with its white edge and as much again, 1 for white, `_TEXEL` samples a cell."""
    bits = cv2.aruco.generateImageMarker(_DICTIONARY, marker, _CELLS)
    cells = np.pad((np.asarray(bits) > 0).astype(np.float32), 2, constant_values=1.0)
    return np.kron(cells, np.ones((_TEXEL, _TEXEL), np.float32)).astype(np.float32)


def _blur_at(grey: Pixels, marker: int, corners: Floats) -> float | None:
    """Sigma of the blur at one marker; None where the picture's edge cuts it, or it does not fit its print."""
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    room = side / _CELLS * 1.5 + 2
    low = np.floor(corners.min(axis=0) - room).astype(int)
    high = np.ceil(corners.max(axis=0) + room).astype(int)
    if (low < 0).any() or high[0] >= grey.shape[1] or high[1] >= grey.shape[0]:
        return None
    seen = grey[low[1] : high[1], low[0] : high[0]].astype(np.float64)
    at, sigma = corners - low, _GUESS
    for _ in range(_TURNS):
        moved = _align(seen, marker, at, sigma)
        if moved is None:
            return None
        at, sigma = moved, _best(seen, marker, moved)
    return sigma


def _best(seen: Floats, marker: int, at: Floats) -> float:
    """The blur with which the print, so laid, fits best: a parabola through the three best."""
    weights, sharp = _inside(seen.shape, at), _taken(marker, at, seen.shape)
    errors = [_misfit(seen, _blurred(sharp, float(sigma)), weights)[0] for sigma in _SIGMAS]
    best = min(max(int(np.argmin(errors)), 1), len(errors) - 2)
    bend, slope, _ = np.polyfit(_SIGMAS[best - 1 : best + 2], errors[best - 1 : best + 2], 2)
    if bend <= 0:
        return float(_SIGMAS[int(np.argmin(errors))])
    return float(np.clip(-slope / (2 * bend), _SIGMAS[0], _SIGMAS[-1]))


def _align(seen: Floats, marker: int, at: Floats, sigma: float) -> Floats | None:
    """The corners (4, 2) moved to where the print fits better: one step of Gauss and Newton."""
    weights = _inside(seen.shape, at)
    drawn = _blurred(_taken(marker, at, seen.shape), sigma)
    _, contrast, _ = _misfit(seen, drawn, weights)
    if contrast <= 5:
        return None
    ways = []
    for each in range(8):
        moved = at.copy().reshape(-1)
        moved[each] += _STEP_PX
        beside = _blurred(_taken(marker, moved.reshape(4, 2), seen.shape), sigma)
        ways.append((beside - drawn) * contrast / _STEP_PX)
    is_in = weights.reshape(-1) > 0
    columns = np.stack([each.reshape(-1)[is_in] for each in (*ways, drawn, np.ones_like(drawn))], axis=1)
    # seen = contrast' * drawn + level' + ways * step, by the normal equations: ten unknowns, thousands of pixels.
    found, *_ = np.linalg.lstsq(columns.T @ columns, columns.T @ seen.reshape(-1)[is_in], rcond=None)
    step = np.clip(found[:8], -1.0, 1.0)
    return np.asarray(at + step.reshape(4, 2), dtype=np.float64)


def _misfit(seen: Floats, drawn: Floats, weights: Floats) -> tuple[float, float, float]:
    """What is left, squared and summed, by the best contrast and level; and these two."""
    total = weights.sum()
    mean_drawn, mean_seen = (weights * drawn).sum() / total, (weights * seen).sum() / total
    spread = (weights * (drawn - mean_drawn) ** 2).sum()
    contrast = float((weights * (drawn - mean_drawn) * (seen - mean_seen)).sum() / max(spread, 1e-9))
    level = float(mean_seen - contrast * mean_drawn)
    return float((weights * (seen - contrast * drawn - level) ** 2).sum()), contrast, level


def _to_px(at: Floats, grow: float = 1.0) -> npt.NDArray[np.float32]:
    middle = at.mean(axis=0)
    return np.asarray(middle + (at - middle) * grow, dtype=np.float32)


def _inside(shape: tuple[int, ...], at: Floats) -> Floats:
    """1 for the pixels of the marker and a part of its white edge, else 0."""
    mask = np.zeros(shape, np.uint8)
    outline = np.round(_to_px(at, 1 + 2 * _REACH / _CELLS) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 1, cv2.LINE_8, 4)
    return mask.astype(np.float64)


def _taken(marker: int, at: Floats, shape: tuple[int, ...]) -> Floats:
    """The print as a camera with a perfect lens takes it: 0 for black, 1 for white."""
    first, last = 2 * _TEXEL - 0.5, (2 + _CELLS) * _TEXEL - 0.5
    printed = np.array([[first, first], [last, first], [last, last], [first, last]], np.float32)
    finer = np.asarray((at + 0.5) * _FINER - 0.5, dtype=np.float32)
    warp = cv2.getPerspectiveTransform(printed, finer)
    size = (shape[1] * _FINER, shape[0] * _FINER)
    drawn = cv2.warpPerspective(
        _print(marker), warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=1.0
    )
    return np.asarray(cv2.resize(drawn, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), dtype=np.float64)


def _blurred(sharp: Floats, sigma: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(sharp, (0, 0), sigma), dtype=np.float64)
