"""What dice are made of: the colour of body and pips, and what wear does to them. Colours are linear, BGR."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from vision.dice.colours import shipped_colours
from vision.virtual.dice.bodies import Floats
from vision.virtual.dice.glass import BACKS, INDEX, LOSS_PER_MM
from vision.virtual.dice.makes import Make

GAMMA = 2.2
"""Of pictures, near enough: what cameras store is light to the power of its inverse."""
DARK = (0.012, 0.012, 0.012)
LIGHT = (0.80, 0.82, 0.83)
LIGHT_BODY = 0.45
"""Bodies whose green is above this, in linear light, have dark pips: white ones, and yellow of light makes."""


@dataclass(frozen=True, eq=False)
class Paint:
    """Of one die; `body` and `pips` (3,)."""

    body: Floats
    pips: Floats
    clear: bool
    waves: Floats
    """(4, 5): four waves of colour through the body, each a direction, a phase and a height."""
    index: float = INDEX
    """Of refraction, where it is clear, as the next two."""
    loss_per_mm: Floats = field(default_factory=LOSS_PER_MM.copy)
    """(3,) BGR, of light on its way through."""
    backs: float = BACKS
    """How bright its pips are from inside."""

    def texture(self, points: Floats) -> Floats:
        """What handling did (N,) to the colour at points (3, N) of the body; around 1."""
        found = np.ones(points.shape[1], dtype=np.float32)
        for x, y, z, phase, height in self.waves:
            found += height * np.sin(x * points[0] + y * points[1] + z * points[2] + phase)
        return found


def paint(colour: str, make: Make, chance: np.random.Generator) -> Paint:
    """Of a die of that colour; each die's own is a little different. Raises ValueError for a colour no die has."""
    known = _bodies()
    if colour not in known:
        raise ValueError(f"No die is {colour!r}; there are {', '.join(known)}.")
    hue, light, full = known[colour]
    hue, light = (hue + chance.normal(0, 0.006)) % 1, light * chance.uniform(0.9, 1.08)
    red, green, blue = colorsys.hls_to_rgb(hue, min(light, 0.93), full)
    body = np.array([blue, green, red], dtype=np.float32) ** np.float32(GAMMA)
    clear = colour == "clear"
    dark = make.dark_pips_on_clear if clear else body[1] > LIGHT_BODY or (colour == "yellow" and make.gloss > 0.6)
    pips = np.array(DARK if dark else LIGHT, dtype=np.float32) * np.float32(chance.uniform(0.85, 1.1))
    waves = np.concatenate([chance.normal(0, 0.9, (4, 3)), chance.uniform(0, 6.3, (4, 1))], axis=1)
    heights = chance.uniform(0.005, 0.02, (4, 1)) * (1.6 - make.gloss)
    return Paint(body, pips, clear, np.concatenate([waves, heights], axis=1).astype(np.float32))


@lru_cache(maxsize=1)
def _bodies() -> dict[str, tuple[float, float, float]]:
    """Hue, lightness and saturation of each colour that dice may have; a clear one's are those of its haze."""
    found = dict[str, tuple[float, float, float]]()
    for each in shipped_colours():
        if each.clear:
            found[each.name] = (0.55, 0.9, 0.1)
            continue
        red, green, blue = (int(each.rgb[at : at + 2], 16) / 255 for at in (1, 3, 5))
        found[each.name] = colorsys.rgb_to_hls(red, green, blue)
    return found
