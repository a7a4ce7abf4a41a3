"""Where dice are rolled: a part of the mat, seen straight from above at the height of their top faces."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.table.layout import Zone
from vision.cameras.frames import Pixels
from vision.dice.records import Die
from vision.mat import Matrix, Points, place

PX_PER_MM = 2.0
"""A die of 16 mm is then 32 px wide, as the networks want it."""
MARGIN_MM = 24.0
"""So much around the tray is looked at too, so that a die at its edge is seen whole, and what lies beside it."""
EDGE_MM = 4.0
"""A die whose middle is this near to the tray's edge, inside or out, may lie across it. One that touches the wall of a
real tray from inside is twice as far away; its place is off by less than 2 mm under a lens of unknown focal length."""
CUT_PX = 2.0
"""A box that comes so near to the end of the camera's picture may be a die's that is cut: boxes end where it does."""


@dataclass(frozen=True)
class Tray:
    """Where dice are rolled: a rectangle on the mat, in mm from its top left corner; ValueError if empty."""

    left_mm: float
    top_mm: float
    width_mm: float
    height_mm: float
    inner_mm: float = EDGE_MM
    """A die whose middle lies inside, but so near to the edge, is outside as well: 0 where no wall stands there."""

    def __post_init__(self) -> None:
        if not (self.width_mm > 0 and self.height_mm > 0):
            raise ValueError(f"A tray of {self.width_mm:g} x {self.height_mm:g} mm has no room for dice.")

    @classmethod
    def of(cls, zone: Zone, inner_mm: float = EDGE_MM) -> Tray:
        """The tray that this zone of a mat is."""
        return cls(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm, inner_mm)

    def to_edge_mm(self, x_mm: float, y_mm: float) -> float:
        """How far a place on the mat is inside the nearest edge; below 0 outside."""
        across = min(x_mm - self.left_mm, self.left_mm + self.width_mm - x_mm)
        down = min(y_mm - self.top_mm, self.top_mm + self.height_mm - y_mm)
        return min(across, down)

    def wider(self, by_mm: float) -> Tray:
        """With so much more on each side."""
        left, top, width, height = self.left_mm, self.top_mm, self.width_mm, self.height_mm
        return Tray(left - by_mm, top - by_mm, width + 2 * by_mm, height + 2 * by_mm, self.inner_mm)

    def to_px(self) -> Matrix:
        """(3, 3) from mm on the mat to px of the tray's rectified picture; origins are the first pixels' middles."""
        scale = PX_PER_MM
        return np.array(
            [[scale, 0, -self.left_mm * scale - 0.5], [0, scale, -self.top_mm * scale - 0.5], [0, 0, 1]], np.float64
        )


def rectified(pixels: Pixels, to_mm: Matrix, tray: Tray) -> Pixels:
    """The tray seen straight from above, BGR uint8, `PX_PER_MM` px a mm; black where the camera does not see it.

    `to_mm` is (3, 3) from px of the picture to mm: the mat's own, or by `PosedCamera.plane` that of a plane above it.
    """
    size = round(tray.width_mm * PX_PER_MM), round(tray.height_mm * PX_PER_MM)
    drawn = cv2.warpPerspective(pixels, tray.to_px() @ to_mm, size, flags=cv2.INTER_LINEAR)
    return np.asarray(drawn, dtype=np.uint8)


def place_mm(at_px: tuple[float, float], tray: Tray) -> tuple[float, float]:
    """Where a place of the rectified picture of that tray is over the mat."""
    x_px, y_px = at_px
    return tray.left_mm + (x_px + 0.5) / PX_PER_MM, tray.top_mm + (y_px + 0.5) / PX_PER_MM


def shifted(die: Die, by_px: float) -> Die:
    """The die in a picture whose first pixel lies so much further up and left."""
    left, top, right, bottom = die.box
    return replace(die, box=(left + by_px, top + by_px, right + by_px, bottom + by_px))


def is_shown(die: Die, to_picture: Matrix, width_px: int, height_px: int) -> bool:
    """Whether the camera's picture holds the whole of the die's box."""
    left, top, right, bottom = die.box
    corners: Points = place(to_picture, np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
    low, high = corners.min(axis=0), corners.max(axis=0)
    far = np.array([width_px - 1, height_px - 1]) - CUT_PX
    return bool((low >= CUT_PX).all() and (high <= far).all())
