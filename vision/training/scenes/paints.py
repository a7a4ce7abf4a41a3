"""Of which colours dice are: bodies, and pips that somebody could still read on them."""

from __future__ import annotations

import colorsys
from typing import Literal

import numpy as np

Bgr = tuple[float, float, float]

HUES: dict[str, tuple[float, float]] = {
    "red": (-12, 10), "orange": (18, 34), "yellow": (46, 62), "green": (85, 165), "blue": (195, 245),
    "purple": (262, 292), "pink": (315, 340), "brown": (18, 36),
}  # fmt: skip
"""Degrees on the colour wheel."""

CLEAR = (0.49, 0.58)
"""The part of all bodies that is clear, between these shares."""

LEAST_CONTRAST = 50.0
"""Between pips and body or veins, as the distance of their colours in BGR; worn pips keep half of it. Own choice: red
pips on dark bodies, as photographs have them, hardly stand out more."""


def any_body(
    rng: np.random.Generator, also_clear: float = 0.0
) -> tuple[Literal["opaque", "swirled", "transmissive", "clear"], str, Bgr, Bgr]:
    """Material, colour's name, colour, second colour. `also_clear` of them are clear besides those that always are."""
    # No number is drawn where none is needed: scenes of a seed stay what they are.
    kind = CLEAR[0] if also_clear and rng.random() < also_clear else rng.random()
    if kind < 0.34:
        body = _white(rng)
        return "opaque", "white", body, body
    if kind < 0.46:
        body = _grey(rng, 12, 85)
        return "opaque", "black", body, _grey(rng, 60, 120)
    if kind < CLEAR[0]:
        body = _grey(rng, 70, 150)
        return "opaque", "grey", body, body
    if kind < CLEAR[1]:
        return "clear", "clear", _grey(rng, 185, 245), _grey(rng, 200, 255)
    name = str(rng.choice(list(HUES)))
    body, vein = hued(rng, name), hued(rng, str(rng.choice(list(HUES))))
    if kind < 0.7:
        # Marbled ones have their body's name, though veins may take half of it: no network learns names.
        return "swirled", name, body, vein if rng.random() < 0.4 else _grey(rng, 10, 240)
    return ("transmissive" if kind > 0.86 else "opaque"), name, body, vein


def hued(rng: np.random.Generator, name: str) -> Bgr:
    """A colour of a name of `HUES`."""
    low, high = HUES[name]
    hue = rng.uniform(low, high) % 360 / 360
    saturation, value = rng.uniform(0.6, 1.0), rng.uniform(0.5, 0.95)
    if name == "brown":
        value = rng.uniform(0.28, 0.52)
    elif name == "pink":
        saturation, value = rng.uniform(0.35, 0.75), rng.uniform(0.75, 1.0)
    elif name in ("yellow", "orange"):
        value = rng.uniform(0.72, 1.0)
    elif name in ("blue", "purple", "green", "red"):
        value = rng.uniform(0.28, 0.9)
    red, green, blue = colorsys.hsv_to_rgb(float(hue), float(saturation), float(value))
    return blue * 255, green * 255, red * 255


def _white(rng: np.random.Generator) -> Bgr:
    level = rng.uniform(205, 250)
    ivory = rng.uniform(0, 0.35) if rng.random() < 0.4 else rng.uniform(0, 0.05)
    return float(level * (1 - ivory)), float(level * (1 - ivory * 0.3)), float(level)


def _grey(rng: np.random.Generator, low: float, high: float) -> Bgr:
    level = rng.uniform(low, high)
    blue, green, red = (float(np.clip(level + rng.normal(0, 4), 0, 255)) for _ in range(3))
    return blue, green, red


def any_pips(
    rng: np.random.Generator, colour: str, body: Bgr, vein: Bgr, is_asian: bool
) -> tuple[Bgr, Bgr, frozenset[int]]:
    """Pip colour, the other pip colour, and the faces that have the other one (red 1 and 4 on Asian dice)."""
    for _ in range(20):
        pips = _pips(rng, colour)
        if min(float(np.linalg.norm(np.subtract(pips, under))) for under in (body, vein)) > LEAST_CONTRAST:
            break
    else:
        grey = sum(body) + sum(vein) < 6 * 128
        pips = (250.0, 250.0, 250.0) if grey else (5.0, 5.0, 5.0)
    red = hued(rng, "red")
    if colour == "white" and (is_asian or rng.random() < 0.04):
        return pips, red, frozenset({1, 4} if rng.random() < 0.7 else {1})
    return pips, pips, frozenset()


def _pips(rng: np.random.Generator, colour: str) -> Bgr:
    kind = rng.random()
    if colour == "white":
        if kind < 0.86:
            return _grey(rng, 8, 60)
        return hued(rng, str(rng.choice(["red", "blue", "green", "brown", "purple"])))
    if colour == "black":
        return _grey(rng, 205, 250) if kind < 0.37 else (_gold(rng) if kind < 0.48 else _any_hue(rng))
    if colour in ("clear", "grey"):
        return _grey(rng, 8, 50) if kind < 0.5 else (_grey(rng, 225, 255) if kind < 0.8 else _any_hue(rng))
    if colour in ("yellow", "orange", "pink", "brown") and kind < 0.5:
        return _grey(rng, 8, 50)
    if kind < 0.52:
        return _grey(rng, 205, 252)
    return _gold(rng) if kind < 0.64 else (_grey(rng, 8, 40) if kind < 0.74 else _any_hue(rng))


def _any_hue(rng: np.random.Generator) -> Bgr:
    """Mostly red: on a dark body it is the hardest, as dark as that is."""
    return hued(rng, "red" if rng.random() < 0.6 else str(rng.choice(list(HUES))))


def _gold(rng: np.random.Generator) -> Bgr:
    level = rng.uniform(0.65, 1.0)
    return float(70 * level), float(190 * level), float(230 * level)
