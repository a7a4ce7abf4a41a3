"""Pictures of dice as trays show them to the network that reads clear ones, with what is true of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.dice.clear import crop
from vision.dice.network import Floats
from vision.training.augmentation import noisy, packed

VIEW_PX = 80
"""Side of a picture that is kept, at the scale of the network's: a training shifts, turns and scales what it shows."""
UNTOLD = 6
"""In place of a value (0 for a 1 … 5 for a 6) where none can be told: the die leans, lies on another one, shows a sign,
or none is there."""
OPAQUE, COLOURLESS, TINTED, NO_DIE = range(4)
FACTS = ("material", "pip", "apart", "deep", "light_pips", "turned", "px_per_mm", "make")
"""What is known of a die beside its value: material; radius of a pip, and between two, as shares of its side; depth in
radii of a pip; lightness of the pips, 0 to 1; whether 2, 3 or 6 lie turned (their number); px of the camera's picture a
mm; which of the virtual table's makers it is of, -1 for none."""
SIZE_ERROR, SLOPE_ERROR, SLOPE_OFF, WAY_ERROR = 0.02, 0.06, 0.012, math.radians(1.5)
"""Deviations of what is known at a table: of a die's size and its sight's slope as shares, of the slope besides, and of
its way."""
ASIDE_DICE = (0.05, 0.03)
"""Deviation of the detector's middle from the top's, along the sight and across it: of 18 clear dice of rendered rolls
0.05 and 0.024, and one was off by 0.16, as its lower face drew the box to itself."""
FAR_ASIDE, SHARE_FAR = 2.5, 0.1
"""Such a share is off by so much more."""
BLURRED = (0.35, 1.1)

Doubles = npt.NDArray[np.float64]
Rng = np.random.Generator


@dataclass(frozen=True, eq=False)
class Views:
    """N places."""

    crops: Pixels
    """(N, `VIEW_PX`, `VIEW_PX`, 3), BGR, the camera below."""
    slopes: Floats
    """(N,): how far sight runs over the table for each mm that it falls."""
    values: npt.NDArray[np.int64]
    """(N,): the value - 1, or `UNTOLD`."""
    facts: Floats
    """(N, `FACTS`)."""

    def __len__(self) -> int:
        return len(self.slopes)

    def of(self, chosen: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Views:
        """Those of them."""
        return Views(self.crops[chosen], self.slopes[chosen], self.values[chosen], self.facts[chosen])


@dataclass(frozen=True, eq=False)
class Sight:
    """A camera: `to_px` (3, 4) from mm (x right, y down, z up) to px, and where it is."""

    to_px: Doubles
    from_mm: Doubles

    def plane(self, above_mm: float) -> Doubles:
        """(3, 3) from mm of the plane so high above the table to px."""
        found: Doubles = self.to_px[:, [0, 1, 3]].copy()
        found[:, 2] += above_mm * self.to_px[:, 2]
        return found

    def slope(self, at_mm: Doubles, above_mm: float) -> Doubles:
        """(2,): how far, right and down, the sight of a point so high runs over the table for each mm of fall."""
        found: Doubles = (at_mm - self.from_mm[:2]) / (self.from_mm[2] - above_mm)
        return found

    def px_per_mm(self, at_mm: Doubles) -> float:
        """Of the picture at a place of the table."""
        corners = np.array([at_mm + step for step in ([0, 0], [1, 0], [1, 1], [0, 1])])
        seen = np.column_stack([corners, np.ones(4)]) @ self.plane(0).T
        return math.sqrt(abs(cv2.contourArea((seen[:, :2] / seen[:, 2:]).astype(np.float32))))


def taken(rng: Rng, pixels: Pixels) -> Pixels:
    """What a camera over a table gives of it: a little blur, noise, now and then JPEG."""
    soft = np.asarray(cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(*BLURRED))), np.uint8)
    grainy = noisy(rng, soft)
    return packed(rng, grainy) if rng.random() < 0.3 else grainy


def seen(rng: Rng, pixels: Pixels, sight: Sight, at_mm: Doubles, die_mm: float) -> tuple[Pixels, float]:
    """The picture of one place, and its slope, with the errors that what is known at a table has."""
    known_mm = die_mm * math.exp(rng.normal(0, SIZE_ERROR))
    x, y = sight.slope(at_mm, die_mm) * math.exp(rng.normal(0, SLOPE_ERROR)) + rng.normal(0, SLOPE_OFF, 2)
    off = rng.normal(0, WAY_ERROR)
    slope = (x * math.cos(off) - y * math.sin(off), x * math.sin(off) + y * math.cos(off))
    middle = at_mm + _aside(rng, np.array([x, y])) * die_mm
    view = crop(pixels, sight.plane(known_mm), (middle[0], middle[1]), slope, known_mm, VIEW_PX)
    return view, math.hypot(*slope)


def no_die(px_per_mm: float) -> tuple[float, ...]:
    """`FACTS` of a place without a die."""
    return (NO_DIE, 0, 0, 0, 0, 0, px_per_mm, -1)


def _aside(rng: Rng, slope: Doubles) -> Doubles:
    """How far (2,) a box's middle is beside the top's, in dice."""
    along, across = rng.normal(0, ASIDE_DICE) * (FAR_ASIDE if rng.random() < SHARE_FAR else 1)
    ahead = slope / max(float(np.linalg.norm(slope)), 1e-6)
    aside: Doubles = along * ahead + across * np.array([-ahead[1], ahead[0]])
    return aside


def together(many: Sequence[Views]) -> Views:
    """All of them as one."""
    return Views(
        np.concatenate([each.crops for each in many]),
        np.concatenate([each.slopes for each in many]),
        np.concatenate([each.values for each in many]),
        np.concatenate([each.facts for each in many]),
    )


def views(found: Sequence[tuple[tuple[Pixels, float], int, Sequence[float]]]) -> Views:
    """Out of picture and slope, value or `UNTOLD`, and `FACTS` of each."""
    return Views(
        np.array([crop for (crop, _), _, _ in found], np.uint8).reshape(-1, VIEW_PX, VIEW_PX, 3),
        np.array([slope for (_, slope), _, _ in found], np.float32),
        np.array([value for _, value, _ in found], np.int64),
        np.array([facts for _, _, facts in found], np.float32).reshape(-1, len(FACTS)),
    )
