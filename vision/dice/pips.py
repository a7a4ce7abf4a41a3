"""Pips counted the old way: a witness against the networks, never for them."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels

SIDE_PX = 64
"""Side of the picture of one face in which its pips are counted."""
INSIDE = 0.53
"""Radius around the face's middle that is looked at, in faces: the outermost pips of any die end within it."""
BESIDE = 0.45
"""What has its middle further out and reaches over that radius is ground or another side of the die."""
CONTRAST = 40.0
"""Grey levels between pips and body under which nothing is counted."""
LEAST, MOST = 0.006, 0.09
"""Area of a pip in faces: printed and drilled ones are 0.01 to 0.06, the single one of some dice 0.09."""
ROUND = 0.7
"""Part of its smallest circle that a pip fills, at least; seen from aside it is an oval."""
EVEN = 1.8
"""Areas of one face's pips differ by less than this factor."""


def contradicts(pixels: Pixels, middle_px: tuple[float, float], face_px: float, value: int) -> bool:
    """Whether the pips can be counted beyond doubt, and are not `value`. A value of 1 to 6; pixels BGR uint8."""
    counted = count_pips(pixels, middle_px, face_px)
    return counted is not None and counted != value


def count_pips(pixels: Pixels, middle_px: tuple[float, float], face_px: float) -> int | None:
    """The pips of the face around a point of the picture, 1 to 6; None where they are not all clear, round and alike.

    What lies further from the middle than half a face is not looked at, and one pip that is cut there spoils all.
    """
    grey = _face(pixels, middle_px, face_px)
    disc = _disc()
    level, _ = cv2.threshold(grey[disc].reshape(-1, 1), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    bright = grey > level
    low, high = grey[disc & ~bright], grey[disc & bright]
    if not len(low) or not len(high) or float(np.median(high)) - float(np.median(low)) < CONTRAST:
        return None
    # The body is the larger part: pips are dark on a light die and light on a dark one.
    pips = disc & (bright if len(high) < len(low) else ~bright)
    areas = _areas(pips.astype(np.uint8))
    if areas is None or not 1 <= len(areas) <= 6 or max(areas) > EVEN * min(areas):
        return None
    return len(areas)


def _face(pixels: Pixels, middle_px: tuple[float, float], face_px: float) -> Pixels:
    step = face_px / SIDE_PX
    corner = (SIDE_PX - 1) / 2 * step
    to_picture = np.array([[step, 0, middle_px[0] - corner], [0, step, middle_px[1] - corner]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    part = cv2.warpAffine(pixels, to_picture, (SIDE_PX, SIDE_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _disc() -> npt.NDArray[np.bool_]:
    across, down = np.meshgrid(*[np.arange(SIDE_PX) - (SIDE_PX - 1) / 2] * 2)
    return np.asarray(np.hypot(across, down) <= INSIDE * SIDE_PX)


def _areas(pips: Pixels) -> list[int] | None:
    """The area of each blob in px, specks left out; None where one of them is no pip."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats(pips)
    areas = list[int]()
    for label in range(1, count):
        area = int(stats[label, cv2.CC_STAT_AREA])
        if area < LEAST * SIDE_PX**2:
            continue
        out_px = np.hypot(*(middles[label] - (SIDE_PX - 1) / 2))
        rows, columns = np.nonzero(labels == label)
        reach = float(np.hypot(columns - middles[label][0], rows - middles[label][1]).max()) + 0.5
        from_middle = np.hypot(columns - (SIDE_PX - 1) / 2, rows - (SIDE_PX - 1) / 2).max()
        is_cut = from_middle > INSIDE * SIDE_PX - 1
        if is_cut and out_px > BESIDE * SIDE_PX:
            continue
        if is_cut or area > MOST * SIDE_PX**2 or area < ROUND * math.pi * reach**2:
            return None
        areas.append(area)
    return areas
