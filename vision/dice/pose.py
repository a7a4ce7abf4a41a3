"""How what was found in a tray lies there, by where the camera is: whether flat, and whether it is a die's side."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import numpy as np

from vision.cameras.frames import Pixels
from vision.dice.confidence import EVEN
from vision.dice.decoder import moved
from vision.dice.posture import PostureNetwork, chances, crop
from vision.dice.records import LOOKS_CLEAR, Candidate, Die, Posture

Slopes: TypeAlias = Callable[[Sequence[tuple[float, float]]], Sequence[tuple[float, float]]]
"""The slopes of sight (right, down) at these places of a rectified tray, mm for each mm of fall."""

TOO_NEAR_DICE = 0.95
"""Middles of two dice that lie flat are at least one die apart, whichever way they are turned."""
SIDE_DICE = 0.6
"""How far the middle of a side is from the axis of its die: half a die, and what boxes are off by. A flat die that
touches this one is as near only under a sight of more than 40 degrees, and never so near to its middle as well."""

DRAWN_DICE: Final = 0.2
"""How much further along the sight a clear die is looked for: its lower face shines through and draws the box towards
the camera. Of eleven that nothing had seen in 250 rendered rolls ten lay 0.13 to 0.5 of a die further, and five
are seen so; to try 0.35 besides found none of the others."""


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


def drawn_back(
    seen: Sequence[Candidate],
    ask: Callable[[Sequence[Candidate]], Sequence[Posture]],
    slopes: Slopes,
    face_px: float,
    least_there: float,
) -> list[tuple[Candidate, Posture]]:
    """Candidates where they lie, with how they do, in their order; `ask` tells that of each where it is.

    What looks like a clear die that does not lie flat is moved along the sight to where it does, if it is as sure as
    `least_there` that one lies there.
    """
    found = list(zip(seen, ask(seen), strict=True))
    drawn = [at for at, (_, lies) in enumerate(found) if _is_drawn(lies, least_there)]
    further = [_further(found[at][0], slopes, DRAWN_DICE * face_px) for at in drawn]
    for at, candidate, lies in zip(drawn, further, ask(further), strict=True):
        others = [one for place, (one, its) in enumerate(found) if place != at and _is_flat(its, least_there)]
        if _is_flat(lies, least_there) and all(_apart_px(candidate, one) >= face_px / 2 for one in others):
            found[at] = (candidate, lies)
    return found


def _is_flat(lies: Posture, least_there: float) -> bool:
    return lies.there >= least_there and lies.flat >= EVEN


def _is_drawn(lies: Posture, least_there: float) -> bool:
    return lies.there >= EVEN and lies.clear >= LOOKS_CLEAR and not _is_flat(lies, least_there)


def _further(candidate: Candidate, slopes: Slopes, by_px: float) -> Candidate:
    (right, down) = slopes([(candidate.x_px, candidate.y_px)])[0]
    part = by_px / max(math.hypot(right, down), 1e-6)
    return moved(candidate, part * right, part * down)


def _apart_px(one: Candidate, other: Candidate) -> float:
    return math.hypot(one.x_px - other.x_px, one.y_px - other.y_px)
