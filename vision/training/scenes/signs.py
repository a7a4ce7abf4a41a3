"""Things with signs on them that are no pips: keys in rows, printed labels, tokens. They lie flat, at any angle."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.scenes.camera import Points
from vision.training.scenes.ground import Floats, Rng, any_tone
from vision.training.scenes.paints import Bgr

LETTERS = list("ABCDEFGHIJKLMNPQRSTUVWXYZabdefghknpqrstuxyz0123456789^<>-=+*#@&/?!~")
"""What cv2 writes; no point or colon, which would be pips."""
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX_SMALL)
LEAST_CONTRAST = 60.0
"""Between a sign and what it stands on, as the distance of their colours in BGR."""


def keys(rng: Rng, paint: Floats, at: Points) -> None:
    """Some rows of keys about as large as dice, as keyboards and remote controls have them."""
    across, down = int(rng.integers(1, 8)), int(rng.integers(1, 5))
    side, gap = rng.uniform(10, 36), rng.uniform(1, 8)
    pitch = side + gap
    patch = sheet(int(across * pitch + gap), int(down * pitch + gap), any_tone(rng))
    body, ink = _pair(rng)
    for row in range(down):
        for column in range(across):
            middle = gap + side / 2 + pitch * np.array([column, row])
            fill(patch, rounded(middle, side / 2, side / 2, rng.uniform(3, 12)), body)
            if rng.random() < 0.85:
                _sign(rng, patch, middle, side * rng.uniform(0.15, 0.35), ink)
    lay(rng, paint, at, patch)


def label(rng: Rng, paint: Floats, at: Points) -> None:
    """A sticker, ticket or page with lines of print, sometimes with bars."""
    width, height = int(rng.uniform(24, 140)), int(rng.uniform(12, 110))
    body, ink = _pair(rng)
    patch = sheet(width, height, body)
    tall = rng.uniform(6, 18)
    for line in np.arange(tall, height - 2, tall * rng.uniform(1.2, 1.8)):
        if rng.random() < 0.12:
            for bar in np.flatnonzero(rng.random(width - 4) < 0.5) + 2:
                patch[int(line - tall * 0.7) : int(line), bar, :3] = ink
        else:
            write_on(rng, patch, (2 + rng.uniform(0, 8), float(line)), int(rng.integers(1, 1 + width // 4)), tall, ink)
    lay(rng, paint, at, patch)


def token(rng: Rng, paint: Floats, at: Points) -> None:
    """One flat piece about as large as a die, round, square or with corners, with a sign on it."""
    radius = rng.uniform(9, 26)
    patch = sheet(int(2 * radius + 3), int(2 * radius + 3), (0.0, 0.0, 0.0))
    patch[:, :, 3] = 0
    body, ink = _pair(rng)
    middle = np.full(2, radius + 1)
    sides = int(rng.choice([3, 4, 6, 8, 40]))
    outline = rounded(middle, radius, radius, 10.0) if sides == 4 else _corners(middle, radius, sides)
    fill(patch, outline, body)
    if rng.random() < 0.4:
        _trace(patch, middle + 0.82 * (outline - middle), ink)
    _sign(rng, patch, middle, radius * rng.uniform(0.25, 0.6), ink)
    lay(rng, paint, at, patch)


def _pair(rng: Rng) -> tuple[Bgr, Bgr]:
    """A colour and one that stands out from it: mostly white or black."""
    body = any_tone(rng)
    ink = any_tone(rng)
    if rng.random() < 0.7 or float(np.linalg.norm(np.subtract(body, ink))) < LEAST_CONTRAST:
        level = 235.0 if sum(body) < 3 * 128 else 25.0
        ink = level, level, level
    return body, ink


def sheet(width: int, height: int, tone: Bgr) -> Floats:
    """An upright rectangle (height, width, 4): its colour, and 255 where it covers."""
    sheet = np.empty((max(4, height), max(4, width), 4), np.float32)
    sheet[:] = (*tone, 255.0)
    return sheet


def fill(patch: Floats, outline: Points, tone: Bgr) -> None:
    cv2.fillPoly(patch, [np.round(outline * 16).astype(np.int32)], (*tone, 255.0), cv2.LINE_AA, 4)


def _trace(patch: Floats, line: Points, tone: Bgr, width: int = 1, is_closed: bool = True) -> None:
    points = [np.round(line * 16).astype(np.int32)]
    cv2.polylines(patch, points, is_closed, (*tone, 255.0), width, cv2.LINE_AA, 4)


def rounded(middle: Points, half_width: float, half_height: float, power: float) -> Points:
    """A rectangle with rounded corners: the greater the power, the sharper."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    bent = [np.sign(wave) * np.abs(wave) ** (2 / power) for wave in (np.cos(turn), np.sin(turn))]
    return np.asarray(middle + np.column_stack(bent) * (half_width, half_height))


def _corners(middle: Points, radius: float, count: int) -> Points:
    around = np.arange(count) * (2 * np.pi / count)
    return np.asarray(middle + radius * np.column_stack([np.cos(around), np.sin(around)]))


def _sign(rng: Rng, patch: Floats, middle: Points, radius: float, ink: Bgr) -> None:
    """Letters, a star, a ring, an arrow or a stroke."""
    kind, width = rng.random(), int(rng.integers(1, 4))
    if kind < 0.5:
        count = int(rng.choice([1, 1, 2, 4]))
        write_on(rng, patch, (middle[0] - radius, middle[1] + radius * 0.7), count, 2 * radius / count**0.5, ink)
    elif kind < 0.65:
        points = _corners(middle, radius, 2 * int(rng.integers(3, 7)))
        points[::2] = middle + rng.uniform(0.3, 0.7) * (points[::2] - middle)
        fill(patch, points, ink)
    elif kind < 0.75:
        _trace(patch, _corners(middle, radius, 30), ink, width)
    elif kind < 0.9:
        head = _corners(middle, radius, 3)
        tail = np.stack([middle, middle - (radius * 1.6, 0)])
        fill(patch, head, ink) if rng.random() < 0.5 else _trace(patch, head, ink, width, is_closed=False)
        _trace(patch, tail, ink, width)
    else:
        half = np.array([radius * rng.uniform(0.5, 1.5), 0.0])
        _trace(patch, np.stack([middle - half, middle + half]), ink, width)


def write_on(rng: Rng, patch: Floats, at: tuple[float, float], count: int, tall_px: float, ink: Bgr) -> None:
    font = FONTS[int(rng.integers(len(FONTS)))]
    scale = tall_px / cv2.getTextSize("A", font, 1.0, 1)[0][1]
    text = "".join(rng.choice(LETTERS, count))
    where = round(at[0]), round(at[1])
    cv2.putText(patch, text, where, font, scale, (*ink, 255.0), 2 if tall_px > 12 else 1, cv2.LINE_AA)


def lay(rng: Rng, paint: Floats, at: Points, patch: Floats) -> None:
    """A patch onto a ground, its middle at a place, turned; in place."""
    height, width = patch.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), float(rng.uniform(0, 360)), 1.0)
    turn[:, 2] += at - ((width - 1) / 2, (height - 1) / 2)
    size = (paint.shape[1], paint.shape[0])
    laid = np.asarray(cv2.warpAffine(patch, turn, size, flags=cv2.INTER_LINEAR), np.float32)
    # Where nothing is covered the patch is black, so its colours come weighed by how much they cover.
    paint *= 1 - laid[:, :, 3:] / 255
    paint += laid[:, :, :3]
