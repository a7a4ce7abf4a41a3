"""Scenes to pixels."""

from __future__ import annotations

import math

from companion.lights.scene import MOST_FLASHES_HZ, Glow, Scene

Pixel = tuple[int, int, int]


def render(scene: Scene, pixels: int, at_s: float = 0.0) -> tuple[Pixel, ...]:
    """RGB of each pixel, 0 to 255, at a moment. `pixels` is the strip's length, from 1; raises ValueError below."""
    if pixels < 1:
        raise ValueError(f"A strip needs at least one pixel, not {pixels}. Set its length in companion.toml.")
    strip: list[Pixel] = [(0, 0, 0)] * pixels
    for glow in scene.glows:
        colour = _colour(glow, at_s)
        for index in range(pixels):
            if _covers(glow, (index + 0.5) / pixels, at_s):
                strip[index] = colour
    return tuple(strip)


def _covers(glow: Glow, place: float, at_s: float) -> bool:
    start = glow.start + (at_s / _period(glow) if glow.motion == "travel" else 0.0)
    return (place - start) % 1.0 < glow.length


def _colour(glow: Glow, at_s: float) -> Pixel:
    level = min(1.0, max(0.0, glow.level))
    if glow.motion == "breathe":
        level *= 0.65 + 0.35 * math.cos(2 * math.pi * at_s / _period(glow))
    red, green, blue = (int(glow.colour[index : index + 2], 16) for index in (1, 3, 5))
    return round(red * level), round(green * level), round(blue * level)


def _period(glow: Glow) -> float:
    return max(glow.period_s, 1.0 / MOST_FLASHES_HZ)
