"""What a photograph shows on print, far from all other dice: the eyes of an embroidered owl had counted as two 1s."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice.bodies import Body
from vision.dice.records import Die

APART_FACES = 6.0
"""Dice of one roll whose middles are nearer than this belong together."""
PRINT_LEVELS = 16.0
"""How far, in steps of CIE Lab, half of what lies around a die must differ from its middle to be print: a shadow covers
less than half of it, and wood and felt differ by less. With both figures no die of 243 photographs of `nell` is
doubted; of 130 of `ctu`, whose dice lie all over the board of a game, one in 17."""
FEWEST_PARTS = 4
"""With fewer parts of the ground in the picture nothing is said of it."""


def without_strays(dice: Sequence[Die], bodies: Sequence[Body | None], face_px: float) -> list[Die]:
    """The dice, in their order; those are in doubt that lie on print and not with most of the others.

    Where most of the others lie on print themselves, as on the board of a game, nothing is said.
    """
    groups = _groups(dice, APART_FACES * face_px)
    sizes = [groups.count(group) for group in groups]
    most = max(sizes, default=0)
    # Where two groups are as large, either may be the print.
    is_alone = len({group for group, size in zip(groups, sizes, strict=True) if size == most}) == 1
    printed = [is_on_print(body) for body in bodies]
    if 2 * sum(printed) > len(printed):
        return list(dice)
    return [
        replace(die, value=None, state="doubtful")
        if die.state == "read" and not (size == most and is_alone) and on_print
        else die
        for die, on_print, size in zip(dice, printed, sizes, strict=True)
    ]


def is_on_print(body: Body | None) -> bool:
    """Whether what lies around a die has many colours."""
    if body is None or len(body.parts) < FEWEST_PARTS:
        return False
    parts = np.array(body.parts)
    away = np.linalg.norm(parts - np.median(parts, axis=0), axis=1)
    return float(np.median(away)) >= PRINT_LEVELS


def _groups(dice: Sequence[Die], within_px: float) -> list[int]:
    """For each die the number of its group: who is near one of them belongs to it."""
    groups = list(range(len(dice)))
    for at, die in enumerate(dice):
        for other in range(at):
            if math.dist(die.middle_px, dice[other].middle_px) <= within_px and groups[at] != groups[other]:
                old, new = groups[at], groups[other]
                groups = [new if group == old else group for group in groups]
    return groups
