"""How what was found in a tray lies there, by where the camera is: whether flat, and whether it is a die's side."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.cameras.frames import Pixels
from vision.dice.confidence import EVEN
from vision.dice.posture import PostureNetwork, chances, crop
from vision.dice.records import Die, Posture

TOO_NEAR_DICE = 0.95
"""Middles of two dice that lie flat are at least one die apart, whichever way they are turned."""
SIDE_DICE = 0.6
"""How far the middle of a side is from the axis of its die: half a die, and what boxes are off by. A flat die that
touches this one is as near only under a sight of more than 40 degrees, and never so near to its middle as well."""


def without_sides(dice: Sequence[Die], slopes: Sequence[tuple[float, float]], die_px: float) -> list[Die]:
    """The dice, in their order, but for those that lie where one surer to be there shows its side.

    Of a tray rectified at the height of the top faces, where a die is `die_px` wide; `slopes` (right, down) is that of
    each die's sight, mm for each mm of fall. Stacked and leaning dice are no sides: their middles are elsewhere.
    """
    return [
        die
        for die in dice
        if not any(
            other.existence > max(EVEN, die.existence) and _is_side_of(die, other, slope, die_px)
            for other, slope in zip(dice, slopes, strict=True)
        )
    ]


def _is_side_of(die: Die, other: Die, slope: tuple[float, float], die_px: float) -> bool:
    """Whether a box lies where the other die's side is seen that faces the camera."""
    away = [(mine - its) / die_px for mine, its in zip(die.middle_px, other.middle_px, strict=True)]
    # What lies half a die lower is seen so much nearer to the camera, in dice.
    lower = [-each / 2 for each in slope]
    is_before = sum(one * two for one, two in zip(away, lower, strict=True)) > 0
    from_axis = math.dist(away, lower)
    return is_before and math.hypot(*away) < TOO_NEAR_DICE and from_axis < SIDE_DICE


def postures(
    pixels: Pixels,
    middles: Sequence[tuple[float, float]],
    slopes: Sequence[tuple[float, float]],
    face_px: float,
    network: PostureNetwork,
    is_careful: bool = True,
) -> list[Posture]:
    """What lies with its middle at each of these places, and how, in their order; by all looks or by one.

    `pixels` is the tray rectified at the height of the top faces, `slopes` (right, down) is that of each one's sight.
    """
    if not middles:
        return []
    crops = np.stack([crop(pixels, at, slope, face_px) for at, slope in zip(middles, slopes, strict=True)])
    steep = np.array([math.hypot(*slope) for slope in slopes], np.float32)
    return [Posture(*said) for said in chances(network, crops, steep, is_careful).tolist()]
