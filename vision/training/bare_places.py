"""Places of a drawn scene where no die's top is: a side of one, what lies beside one, and a bit of the table."""

from __future__ import annotations

import math

import numpy as np

from vision.training.records import FACE_PX
from vision.training.scenes.camera import Points
from vision.training.scenes.scene import Scene, sides_of

RIM_FACES = 0.8
"""A die nearer to the picture's rim is left out: a tray is seen with a margin."""
TRIED = 12
"""Places without a die of which that is learned from whose picture changes most: a plain table teaches nothing."""
BARE_PX = 8
"""No die shows so near to the middle of such a place: half of one may still be in the picture."""
BESIDE_FACES = (0.8, 1.8)
"""How far from a die's middle its shadow is looked for, and what else lies beside it."""


def any_side(rng: np.random.Generator, scene: Scene) -> Points | None:
    """The middle of a side of a flat die that is seen nearly as a top is; None where there is none."""
    flat = [(number, die) for number, die in enumerate(scene.dice) if not die.is_stacked]
    sides = [np.array(side) - 0.5 for number, die in flat for side in sides_of(die, number, scene.camera, scene.owners)]
    inside = [side for side in sides if is_inside(side, scene)]
    return inside[int(rng.integers(len(inside)))] if inside else None


def any_beside(rng: np.random.Generator, scene: Scene) -> Points | None:
    """A place in a die's shadow, or elsewhere around one; None where none is found."""
    for number in rng.permutation(len(scene.dice))[:TRIED]:
        die = scene.dice[number]
        top = die.face(die.value).mean(axis=0)
        away, around = rng.uniform(*BESIDE_FACES) * FACE_PX, rng.uniform(0, math.tau)
        middle: Points = scene.camera.project(top[None])[0] + away * np.array([math.cos(around), math.sin(around)])
        if is_inside(middle, scene) and _is_bare(middle, scene):
            return middle
    return None


def any_print(rng: np.random.Generator, scene: Scene) -> Points | None:
    """A place where the table, or another thing, shows most of what could pass for a die; None where all is dice."""
    rim, far = RIM_FACES * FACE_PX, scene.owners.shape[0] - RIM_FACES * FACE_PX
    best, most = None, 0.0
    for middle in rng.uniform(rim, far, (TRIED, 2)):
        if not _is_bare(middle, scene):
            continue
        column, row = middle.astype(int)
        changes = float(scene.pixels[_around(row, column, int(FACE_PX / 2))].std(axis=(0, 1)).max())
        if changes > most:
            best, most = middle, changes
    return best


def _is_bare(middle: Points, scene: Scene) -> bool:
    column, row = middle.astype(int)
    return bool((scene.owners[_around(row, column, BARE_PX)] < 0).all())


def _around(row: int, column: int, reach_px: int) -> tuple[slice, slice]:
    return slice(row - reach_px, row + reach_px), slice(column - reach_px, column + reach_px)


def is_inside(middle: Points, scene: Scene) -> bool:
    """Whether a place is so far from the picture's rim that a die there is seen whole."""
    rim = RIM_FACES * FACE_PX
    return bool(middle.min() >= rim and middle.max() <= scene.owners.shape[0] - rim)
