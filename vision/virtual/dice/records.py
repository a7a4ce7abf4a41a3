"""One die as it lies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from vision.virtual.dice.makes import Make

SignKind = Literal["nothing", "worn", "numeral", "letters", "logo"]


@dataclass(frozen=True)
class Sign:
    """What a face shows in place of pips; the same seed draws the same."""

    kind: SignKind
    seed: int = 0
    cover: npt.NDArray[np.float32] | None = field(default=None, compare=False)
    """How much ink there is, 0 to 1, as `signs.drawn` gives it; None has it drawn by kind and seed."""


@dataclass(frozen=True)
class LyingDie:
    """A die on the mat; x to the right, y down as seen from above, z up. ValueError where there is none like it."""

    x_mm: float
    y_mm: float
    """Its middle, over the mat."""
    turn_deg: float
    """Clockwise as seen from above; at 0 its sides lie along the mat's."""
    value: int
    """The face on top, 1 to 6; of a tilted die the one that was on top before it was tilted."""
    colour: str
    """A name out of those that dice may have (vision/dice/colours.toml)."""
    tilt_deg: float = 0.0
    tilt_towards_deg: float = 0.0
    """Where its top leans to: 0 is right, 90 is down as seen from above."""
    lift_mm: float = 0.0
    """How far its lowest point is above the mat."""
    size_mm: float = 16.0
    make: int | Make = 0
    """Which of the `MAKES`, or one of its own."""
    sign: Sign | None = None
    """What its top face shows in place of pips; None for pips."""

    def __post_init__(self) -> None:
        if self.value not in range(1, 7):
            raise ValueError(f"A die shows 1 to 6, not {self.value}.")
        if not self.size_mm > 0:
            raise ValueError(f"A die of {self.size_mm:g} mm is none.")
