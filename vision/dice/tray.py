"""The dice of one part of the mat: it is seen straight from above, at the height of their top faces, and read."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dice.colours import Reference
from vision.dice.judging import sum_up
from vision.dice.logos import Logo
from vision.dice.model import Model
from vision.dice.reading import DIE_MM, read_picture
from vision.dice.records import DiceReading, Die
from vision.frames import Pixels
from vision.mat import Matrix, Points, place
from vision.pictures import judge_picture

PX_PER_MM = 2.0
"""A die of 16 mm is then 32 px wide, as the networks want it."""
MARGIN_MM = 24.0
"""So much around the tray is looked at too, so that a die at its edge is seen whole, and what lies beside it."""
EDGE_MM = 4.0
"""A die whose middle is this near to the tray's edge, inside or out, may lie across it. One that touches the wall of a
real tray from inside is twice as far away; its place is off by less than 2 mm under a lens of unknown focal length."""
FOCAL = 0.9
"""Focal length in widths of the picture where the picture does not tell it: between webcams and the Pi's cameras."""
FOCALS = (0.35, 3.0)
"""A focal length beyond these is that of no camera for a table: then the homography is too uncertain to tell it."""
CUT_PX = 2.0
"""A box that comes so near to the end of the camera's picture may be a die's that is cut: boxes end where it does."""
LEANS = 0.08
"""How much the scale must change across the picture, as a share, before its change tells the focal length."""


@dataclass(frozen=True)
class Tray:
    """Where dice are rolled: a rectangle on the mat, in mm from its top left corner; ValueError if empty."""

    left_mm: float
    top_mm: float
    width_mm: float
    height_mm: float

    def __post_init__(self) -> None:
        if not (self.width_mm > 0 and self.height_mm > 0):
            raise ValueError(f"A tray of {self.width_mm:g} x {self.height_mm:g} mm has no room for dice.")

    def to_edge_mm(self, x_mm: float, y_mm: float) -> float:
        """How far a place on the mat is inside the nearest edge; below 0 outside."""
        across = min(x_mm - self.left_mm, self.left_mm + self.width_mm - x_mm)
        down = min(y_mm - self.top_mm, self.top_mm + self.height_mm - y_mm)
        return min(across, down)

    def wider(self, by_mm: float) -> Tray:
        """With so much more on each side."""
        return Tray(self.left_mm - by_mm, self.top_mm - by_mm, self.width_mm + 2 * by_mm, self.height_mm + 2 * by_mm)

    def to_px(self) -> Matrix:
        """(3, 3) from mm on the mat to px of the tray's rectified picture; origins are the first pixels' middles."""
        scale = PX_PER_MM
        return np.array(
            [[scale, 0, -self.left_mm * scale - 0.5], [0, scale, -self.top_mm * scale - 0.5], [0, 0, 1]], np.float64
        )


def rectified(pixels: Pixels, to_mm: Matrix, tray: Tray) -> Pixels:
    """The tray seen straight from above, BGR uint8, `PX_PER_MM` px a mm; black where the camera does not see it.

    `to_mm` is (3, 3) from px of the picture to mm: the mat's own, or by `raised` that of a plane above it.
    """
    size = round(tray.width_mm * PX_PER_MM), round(tray.height_mm * PX_PER_MM)
    drawn = cv2.warpPerspective(pixels, tray.to_px() @ to_mm, size, flags=cv2.INTER_LINEAR)
    return np.asarray(drawn, dtype=np.uint8)


def raised(to_mm: Matrix, size_px: tuple[int, int], above_mm: float) -> Matrix:
    """(3, 3) from px to mm of the plane `above_mm` over the mat, x and y as on the mat.

    `size_px` is the picture's width and height: its middle is where the lens looks, as in nearly all cameras, and it is
    in front of the camera. The focal length follows from the homography where the camera leans, and is assumed where it
    does not: little hangs on it there.
    """
    middle = np.array([[1, 0, (size_px[0] - 1) / 2], [0, 1, (size_px[1] - 1) / 2], [0, 0, 1]])
    # A homography has no sign; that of depths must be right.
    sign = math.copysign(1.0, float(to_mm[2] @ middle[:, 2]))
    flat = np.linalg.inv(middle) @ np.linalg.inv(sign * to_mm)
    focal_px = _focal_px(flat, size_px[0])
    lens = np.diag([focal_px, focal_px, 1.0])
    axes = np.linalg.inv(lens) @ flat
    across, down = axes[:, 0], axes[:, 1]
    # Both axes are as long as 1 mm; their cross product is as long squared, and points away from the camera.
    away = np.cross(across, down) / math.sqrt(float(np.linalg.norm(across) * np.linalg.norm(down)))
    axes[:, 2] -= above_mm * away
    return np.asarray(np.linalg.inv(middle @ lens @ axes), dtype=np.float64)


def _focal_px(flat: Matrix, width_px: int) -> float:
    """From the homography mm to px, the picture's middle as origin: the mat's axes are square and of one length."""
    (a, b, _), (c, d, _), (e, f, _) = flat
    conditions = np.array([[a * b + c * d, e * f], [a * a + c * c - b * b - d * d, e * e - f * f]])
    weight = float(np.hypot(conditions[0, 0], conditions[1, 0]))
    mm_in_px = math.hypot(a, c) / abs(flat[2, 2])
    change = math.hypot(e, f) / abs(flat[2, 2]) / mm_in_px * width_px
    if change > LEANS and weight > 0:
        square = -weight * weight / float(conditions[:, 0] @ conditions[:, 1] or -math.inf)
        low, high = FOCALS
        if (low * width_px) ** 2 <= square <= (high * width_px) ** 2:
            return math.sqrt(square)
    return FOCAL * width_px


def read_tray(
    pixels: Pixels,
    to_mm: Matrix,
    tray: Tray,
    model: Model,
    die_mm: float = DIE_MM,
    *,
    colours: tuple[Reference, ...] | None = None,
    logos: tuple[Logo, ...] = (),
    pips: bool = True,
) -> DiceReading:
    """The dice in a tray, of a straight picture (`vision.lens.flattened`) and the mat's homography px to mm.

    A die counts whose middle lies in the tray; one that may lie across its edge, or that the picture does not show
    whole, is "outside" and has no value. The reading's px are those of `rectified` of the tray at the height of the top
    faces: `Tray.left_mm + (px + 0.5) / PX_PER_MM` is a place over the mat. The rest is as in `read_picture`.
    """
    height_px, width_px = pixels.shape[:2]
    top = raised(to_mm, (width_px, height_px), die_mm)
    wider = tray.wider(MARGIN_MM)
    seen = rectified(pixels, top, wider)
    reading = read_picture(seen, PX_PER_MM, model, die_mm, colours=colours, logos=logos, pips=pips)
    to_picture = np.asarray(np.linalg.inv(wider.to_px() @ top), dtype=np.float64)
    dice = list[Die]()
    for die in reading.dice:
        x_px, y_px = die.middle_px
        x_mm, y_mm = wider.left_mm + (x_px + 0.5) / PX_PER_MM, wider.top_mm + (y_px + 0.5) / PX_PER_MM
        inside_mm = tray.to_edge_mm(x_mm, y_mm)
        if inside_mm <= -EDGE_MM:
            continue
        across = inside_mm < EDGE_MM or not _is_shown(die, to_picture, width_px, height_px)
        moved = _moved(die, -MARGIN_MM * PX_PER_MM)
        dice.append(replace(moved, value=None, state="outside") if across else moved)
    return sum_up(dice, reading.face_px, reading.scale_sure, judge_picture(pixels))


def _moved(die: Die, by_px: float) -> Die:
    left, top, right, bottom = die.box
    return replace(die, box=(left + by_px, top + by_px, right + by_px, bottom + by_px))


def _is_shown(die: Die, to_picture: Matrix, width_px: int, height_px: int) -> bool:
    """Whether the camera's picture holds the whole of the die's box."""
    left, top, right, bottom = die.box
    corners: Points = place(to_picture, np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
    low, high = corners.min(axis=0), corners.max(axis=0)
    far = np.array([width_px - 1, height_px - 1]) - CUT_PX
    return bool((low >= CUT_PX).all() and (high <= far).all())
