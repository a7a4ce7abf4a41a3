"""What eyes see of a picture at a glance: whether another one shows anything else than noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import Picture

CELLS: Final = (96, 64)
"""Width and height; a cell of 1536 x 1024 px averages the noise of 256 px away."""
LEAST_LEVELS: Final = 3.0
"""Of 255: a cell that differs by less shows the same. Virtual noise makes 1.3, a card moved by 0.5 mm makes 11."""


@dataclass(frozen=True, eq=False)
class Glance:
    """A picture made small, and what is written over it."""

    cells: NDArray[Any]
    """Grey, float32, `CELLS`."""
    words: tuple[object, ...]

    @classmethod
    def of(cls, picture: Picture) -> Glance | None:
        """None where the mat is not read: then what is drawn is words."""
        if picture.pixels is None or picture.mat is None:
            return None
        small = cv2.resize(picture.pixels, CELLS, interpolation=cv2.INTER_AREA).astype(np.float32)
        grey = small.mean(axis=2) if small.ndim == 3 else small
        facts = tuple(sorted(each.marker for each in picture.look.sightings))
        return cls(grey, (picture.layout, picture.look.state, facts, len(picture.look.rejected)))

    def is_like(self, other: Glance | None) -> bool:
        """Whether the other shows the same."""
        if other is None or self.words != other.words:
            return False
        return bool(np.abs(self.cells - other.cells).max() < LEAST_LEVELS)
