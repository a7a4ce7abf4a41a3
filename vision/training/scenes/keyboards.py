"""Keyboards: keys about as large as dice, their signs in corners, at two ends or in words; laid flat, at any angle."""

from __future__ import annotations

import numpy as np

from vision.training.scenes.camera import Points
from vision.training.scenes.ground import Floats, Rng, any_tone
from vision.training.scenes.paints import Bgr
from vision.training.scenes.signs import fill, lay, rounded, sheet, write_on

LEAST_PX, MOST_PX = 20.0, 46.0
"""Side of a key: 15 to 17 mm beside dice of 12 to 21."""
WIDER = (1.0, 1.0, 1.0, 1.0, 1.25, 1.5, 1.75, 2.25)
"""Of keys in a row, in sides: letters, and shift, return and their like at its ends."""


def keyboard(rng: Rng, paint: Floats, at: Points) -> None:
    """Up to six rows of keys in a frame, mostly black or white ones, in place."""
    side = float(rng.uniform(LEAST_PX, MOST_PX))
    gap = side * float(rng.uniform(0.06, 0.22))
    pitch = side + gap
    across, down = int(rng.integers(2, 13)), int(rng.integers(1, 7))
    body, ink = _key_colours(rng)
    patch = sheet(int(across * pitch + gap), int(down * pitch + gap), _frame(rng, body))
    tall, power = side * float(rng.uniform(0.14, 0.3)), float(rng.uniform(4, 14))
    for row in range(down):
        left = gap - float(rng.uniform(0, pitch))
        while left < across * pitch:
            wide = side * float(rng.choice(WIDER))
            middle = np.array([left + wide / 2, gap + side / 2 + pitch * row])
            fill(patch, rounded(middle, wide / 2, side / 2, power), body)
            _legend(rng, patch, middle, (wide, side), tall, ink)
            left += wide + gap
    lay(rng, paint, at, patch)


def _key_colours(rng: Rng) -> tuple[Bgr, Bgr]:
    """Of keys and of what is printed on them."""
    kind, tint = rng.random(), rng.normal(0, 4, 3)
    if kind < 0.85:
        dark, light = rng.uniform(8, 60), rng.uniform(170, 250)
        body, ink = (dark + tint, light + tint) if kind < 0.6 else (light + tint, dark + tint)
    else:
        body, ink = np.array(any_tone(rng)), np.full(3, 235.0)
    (blue, green, red), (b, g, r) = body.tolist(), ink.tolist()
    return (blue, green, red), (b, g, r)


def _frame(rng: Rng, body: Bgr) -> Bgr:
    """What shows between the keys: metal, or nearly the keys' own colour."""
    if rng.random() < 0.6:
        level = float(rng.uniform(110, 215))
        return level * float(rng.uniform(1.0, 1.1)), level, level
    blue, green, red = (float(np.clip(channel + rng.uniform(-25, 25), 0, 255)) for channel in body)
    return blue, green, red


def _legend(rng: Rng, patch: Floats, middle: Points, size: tuple[float, float], tall: float, ink: Bgr) -> None:
    """What one key says: nothing, a sign in its middle or a corner, two one over another, a word with a sign."""
    half = np.array(size) / 2 - 0.12 * size[1]
    kind = rng.random()
    if kind < 0.1:
        return
    if kind < 0.3:
        _put(rng, patch, middle, 1, tall * 1.5, ink)
    elif kind < 0.5:
        corner = np.array([rng.choice([-1, 1]), rng.choice([-1, 1])])
        _put(rng, patch, middle + corner * (half - tall / 2), int(rng.integers(1, 3)), tall, ink)
    elif kind < 0.72:
        lean = float(rng.choice([0.0, 0.0, 0.6, -0.6]))
        for end in (-1, 1):
            _put(rng, patch, middle + np.array([lean * end, end * 0.75]) * (half - tall / 2), 1, tall, ink)
    else:
        low = middle + np.array([0.0, 1.0]) * (half - tall / 2)
        _put(rng, patch, low, int(rng.integers(2, max(3, 2 * half[0] / (0.8 * tall)))), tall * 0.8, ink)
        if rng.random() < 0.6:
            top = middle + np.array([float(rng.choice([-1, 0, 1])), -1.0]) * (half - tall / 2)
            _put(rng, patch, top, 1, tall, ink)


def _put(rng: Rng, patch: Floats, middle: Points, count: int, tall: float, ink: Bgr) -> None:
    """Letters about a place."""
    write_on(rng, patch, (float(middle[0] - 0.45 * tall * count), float(middle[1] + tall / 2)), count, tall, ink)
