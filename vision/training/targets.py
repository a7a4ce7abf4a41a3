"""What the detector should say of a picture: its labels as maps with one cell for each 4 x 4 px. Pure numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.dice.network import STRIDE as CELL_PX
from vision.training.records import FACE_PX, Label

Floats = npt.NDArray[np.float32]

MIDDLE, OFFSET, SIZE, VALUES, UNREADABLE = 0, slice(1, 3), slice(3, 5), slice(5, 11), 11
"""The detector's channels; vision/dice/network.py says what each holds."""

SPREAD = 0.1
"""Sigma of the hill around a middle, in sides of its box: 0.8 cells for a face of 32 px, so that the cells beside the
middle count half. A hill twice as wide melts dice that touch."""

LEAST_SPREAD = 0.6
"""Sigma in cells under which a hill would fall between the cells."""

TOP = 0.4
"""Height of the hill from which a cell learns offset, size and value too: the middle's cell and those beside it,
because noise may put the peak one cell off."""

NO_VALUE = -1


@dataclass(frozen=True, eq=False)
class Targets:
    """Maps of one picture, or with one more axis in front of many; h and w in cells."""

    hill: Floats
    """(h, w), 0 to 1: exactly 1 in the cell of each middle."""
    top: Floats
    """(h, w), 0 to 1: how much the cell counts for offset, size, value and readability."""
    offset: Floats
    """(2, h, w) in cells."""
    size: Floats
    """(2, h, w): logarithm of the box's width and height in faces."""
    value: npt.NDArray[np.int64]
    """(h, w): 0 to 5 for the values 1 to 6, `NO_VALUE` where there is none to learn."""
    unreadable: Floats
    """(h, w): 1 where the die cannot be read."""


def make_targets(labels: Sequence[Label], height_px: int, width_px: int) -> Targets:
    """The maps for a picture of that size. Labels whose middle lies outside it leave no trace."""
    height, width = height_px // CELL_PX, width_px // CELL_PX
    targets = Targets(
        np.zeros((height, width), np.float32),
        np.zeros((height, width), np.float32),
        np.zeros((2, height, width), np.float32),
        np.zeros((2, height, width), np.float32),
        np.full((height, width), NO_VALUE, np.int64),
        np.zeros((height, width), np.float32),
    )
    for label in labels:
        if 0 <= label.x_px < width * CELL_PX and 0 <= label.y_px < height * CELL_PX:
            _draw(targets, label)
    return targets


def _draw(targets: Targets, label: Label) -> None:
    """One die into the maps; where two hills meet, a cell belongs to the higher one."""
    height, width = targets.hill.shape
    x, y = label.x_px / CELL_PX - 0.5, label.y_px / CELL_PX - 0.5  # cells, 0 in the centre of the first
    side = (label.width_px * label.height_px) ** 0.5 / CELL_PX
    sigma = max(LEAST_SPREAD, SPREAD * side)
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    row, column = min(height - 1, int(y + 0.5)), min(width - 1, int(x + 0.5))
    hill = np.exp(-((rows - row) ** 2 + (columns - column) ** 2) / (2 * sigma**2)).astype(np.float32)
    mine = hill > targets.hill
    targets.hill[mine] = hill[mine]
    near = mine & (hill >= TOP)
    targets.top[near] = hill[near]
    targets.offset[0][near], targets.offset[1][near] = (x - columns)[near], (y - rows)[near]
    targets.size[0][near] = np.log(max(label.width_px, 1.0) / FACE_PX)
    targets.size[1][near] = np.log(max(label.height_px, 1.0) / FACE_PX)
    targets.value[near] = NO_VALUE if label.value is None else label.value - 1
    targets.unreadable[near] = label.value is None


def stack(many: Sequence[Targets]) -> dict[str, npt.NDArray[Any]]:
    """Maps of pictures of one size as one batch, by the names of `Targets`."""
    return {name: np.stack([getattr(one, name) for one in many]) for name in Targets.__dataclass_fields__}
