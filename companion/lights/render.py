"""Scenes to pixels, in colours as eyes see them: a screen shows them as they are, a strip wants them through a lamp."""

from __future__ import annotations

import math

from companion.lights.scene import MOST_FLASHES_HZ, Glow, Scene

Pixel = tuple[int, int, int]

_DIMMEST = 0.3
"""Level at the darkest moment of a breath."""


def render(scene: Scene, pixels: int, at_s: float = 0.0) -> tuple[Pixel, ...]:
    """RGB of each pixel, 0 to 255, at a moment; a pixel that a glow covers by half takes half of its colour.

    `pixels` is the strip's length, from 1; raises ValueError below.
    """
    if pixels < 1:
        raise ValueError(f"A strip needs at least one pixel, not {pixels}. Set its length in companion.toml.")
    strip: list[tuple[float, float, float]] = [(0.0, 0.0, 0.0)] * pixels
    for glow in scene.glows:
        red, green, blue = _colour(glow, at_s)
        for index, share in _cover(glow, pixels, at_s).items():
            under = strip[index]
            strip[index] = (
                under[0] + (red - under[0]) * share,
                under[1] + (green - under[1]) * share,
                under[2] + (blue - under[2]) * share,
            )
    return tuple((round(red), round(green), round(blue)) for red, green, blue in strip)


def _cover(glow: Glow, pixels: int, at_s: float) -> dict[int, float]:
    """The pixels that a glow reaches, and how much of each it covers, over 0 to 1."""
    if glow.length >= 1:
        return dict.fromkeys(range(pixels), 1.0)
    turns = {"travel": 1.0, "travel_back": -1.0}.get(glow.motion, 0.0) * at_s / _period(glow)
    begin = (glow.start + turns) % 1.0 * pixels
    end = begin + glow.length * pixels
    cover: dict[int, float] = {}
    for index in range(math.floor(begin), math.ceil(end)):
        share = min(index + 1.0, end) - max(float(index), begin)
        # The two ends of a long arc may share a pixel.
        cover[index % pixels] = min(1.0, cover.get(index % pixels, 0.0) + share)
    return cover


def _colour(glow: Glow, at_s: float) -> tuple[float, float, float]:
    level = min(1.0, max(0.0, glow.level))
    if glow.motion == "breathe":
        swing = (1 - _DIMMEST) / 2
        level *= 1 - swing + swing * math.cos(2 * math.pi * at_s / _period(glow))
    red, green, blue = (int(glow.colour[index : index + 2], 16) for index in (1, 3, 5))
    return red * level, green * level, blue * level


def _period(glow: Glow) -> float:
    return max(glow.period_s, 1.0 / MOST_FLASHES_HZ)
