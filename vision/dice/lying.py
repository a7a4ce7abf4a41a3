"""How what was found in a tray lies there, by where the camera is: what leans is told, what is no die is left out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice.judging import EVEN
from vision.dice.model import Thresholds
from vision.dice.posture import PostureNetwork, chances, crop
from vision.dice.records import Die
from vision.frames import Pixels

JUDGED = ("read", "doubtful", "cocked", "hidden")
"""States of dice that are seen whole, and large enough to be judged."""
FACED = ("read", "doubtful")
"""Those of which nothing is known yet that keeps them from being read."""

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


def tell_posture(
    pixels: Pixels,
    dice: Sequence[Die],
    slopes: Sequence[tuple[float, float]],
    face_px: float,
    network: PostureNetwork,
    least: Thresholds,
) -> list[Die]:
    """The dice, in their order: those "cocked" that hardly lie flat, and without what is no die.

    `pixels` is the tray rectified at the height of the top faces, `slopes` (right, down) is that of each die's sight.
    Where the detector rather sees no die, it is one only if the network does not doubt it, and if it outweighs what
    doubt detector and classifier have together. What the detector takes for a die somebody is asked about.
    """
    asked = [at for at, die in enumerate(dice) if die.state in JUDGED]
    if not asked:
        return list(dice)
    crops = np.stack([crop(pixels, dice[at].middle_px, slopes[at], face_px) for at in asked])
    steep = np.array([math.hypot(*slopes[at]) for at in asked], np.float32)
    judged = dict(enumerate(dice))
    for at, (flat, there) in zip(asked, chances(network, crops, steep).tolist(), strict=True):
        is_doubted = there < least.there or both(there, dice[at].presence) < EVEN
        if is_doubted and dice[at].existence < EVEN:
            del judged[at]
        elif flat < least.flat and dice[at].state in FACED:
            judged[at] = replace(dice[at], value=None, state="cocked")
    return list(judged.values())


def both(one: float, other: float) -> float:
    """The chance by two witnesses that know nothing of each other, each from 0 to 1: their odds are multiplied."""
    yes, no = one * other, (1 - one) * (1 - other)
    return yes / (yes + no) if yes + no else EVEN
