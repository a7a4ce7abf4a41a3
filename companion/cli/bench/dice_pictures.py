"""Trays of dice on felt, straight from above, as `companion bench dice` has them read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera_pose import posed
from vision.cameras.frames import Pixels
from vision.dice.evidence import crops
from vision.dice.network import MULTIPLE, Floats
from vision.dice.posture import crop
from vision.dice.records import DIE_MM, Candidate
from vision.dice.tray import MARGIN_MM, PX_PER_MM, Tray
from vision.virtual.dice.lamps import Lamp
from vision.virtual.dice.painter import paint_dice
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.throws import throw
from vision.virtual.shot import Matrix

TRAY = Tray(0, 0, 220, 160)
"""It holds eighteen dice apart."""
SHOWN = TRAY.wider(MARGIN_MM)
"""What of the mat a reading looks at, which is what pictures show."""
ABOVE_MM = 600.0
"""The camera over the tray."""
COLOURS = ("red", "blue", "green", "yellow", "purple", "white")
FELT = (62, 84, 58)
"""BGR of the tray's ground; as the next, chosen to be no even surface and no die's colour."""
GRAIN = 7.0
"""Sigma of its grey levels, over 2 px."""
NOISE = 2.0
"""Sigma of a camera's noise, in levels."""


@dataclass(frozen=True, eq=False)
class TrayPicture:
    """A tray from above with some of what is around it, and what lies in it."""

    pixels: Pixels
    values: tuple[int, ...]
    padded: Pixels
    """The same, made as large as the detector takes it."""
    crops: Pixels | None
    """What the classifier sees of these dice; None where there are none."""
    surroundings: Pixels | None
    """What the posture network sees of them."""
    slopes: Floats
    """How steep the sight of each of them is."""


def tray_pictures(count: int, frames: int, seed: int) -> Iterator[TrayPicture]:
    """So many pictures of trays with so many dice, each thrown anew."""
    for number in range(frames):
        chance = np.random.default_rng((seed, count, number))
        thrown = throw(chance, count, COLOURS, (0.0, 0.0, TRAY.width_mm, TRAY.height_mm)) if count else ()
        yield _picture(_felt(chance), thrown, chance)


def rolled(count: int, moves: int, seed: int) -> tuple[Pixels, list[Pixels], TrayPicture]:
    """A tray that is empty, so many pictures of dice that roll into it, each with them elsewhere, and how they lie."""
    chance = np.random.default_rng((seed, count))
    felt, area = _felt(chance), (0.0, 0.0, TRAY.width_mm, TRAY.height_mm)
    *moving, lying = [throw(chance, count, COLOURS, area) for _ in range(moves + 1)]
    return _seen(felt, (), chance), [_seen(felt, each, chance) for each in moving], _picture(felt, lying, chance)


def _felt(chance: np.random.Generator) -> Pixels:
    width, height = size_px()
    grain = cv2.GaussianBlur(chance.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 2.0)
    ground = np.array(FELT) + (np.asarray(grain) / float(np.std(grain)) * GRAIN)[..., np.newaxis]
    return np.asarray(np.clip(ground, 0, 255), np.uint8)


def _seen(felt: Pixels, thrown: tuple[LyingDie, ...], chance: np.random.Generator) -> Pixels:
    painted = paint_dice(felt, thrown, straight_down(), Lamp(), int(chance.integers(2**31)))
    return np.asarray(np.clip(painted + chance.normal(0, NOISE, painted.shape), 0, 255), np.uint8)


def _picture(felt: Pixels, thrown: tuple[LyingDie, ...], chance: np.random.Generator) -> TrayPicture:
    (width, height), pixels = size_px(), _seen(felt, thrown, chance)
    face_px = PX_PER_MM * DIE_MM
    middles = [(die.x_mm - SHOWN.left_mm, die.y_mm - SHOWN.top_mm) for die in thrown]
    middles_px = [(x_mm * PX_PER_MM - 0.5, y_mm * PX_PER_MM - 0.5) for x_mm, y_mm in middles]
    seen = [Candidate(*at, face_px, face_px, 1.0, (1 / 6,) * 6, 0.0) for at in middles_px]
    slopes = [CAMERA.slope(die.x_mm, die.y_mm, DIE_MM) for die in thrown]
    around = [crop(pixels, at, slope, face_px) for at, slope in zip(middles_px, slopes, strict=True)]
    below, right = -height % MULTIPLE, -width % MULTIPLE
    padded = np.asarray(cv2.copyMakeBorder(pixels, 0, below, 0, right, cv2.BORDER_REPLICATE), np.uint8)
    return TrayPicture(
        pixels,
        tuple(die.value for die in thrown),
        padded,
        crops(pixels, seen, face_px) if seen else None,
        np.stack(around) if around else None,
        np.array([math.hypot(*slope) for slope in slopes], np.float32),
    )


def size_px() -> tuple[int, int]:
    """Width and height of the pictures."""
    return round(SHOWN.width_mm * PX_PER_MM), round(SHOWN.height_mm * PX_PER_MM)


def straight_down() -> Matrix:
    """(3, 4) from mm over the tray to px of a camera over its middle that sees top faces at `PX_PER_MM`."""
    x_mm, y_mm = TRAY.width_mm / 2, TRAY.height_mm / 2
    pose = np.array([[1.0, 0.0, 0.0, -x_mm], [0.0, 1.0, 0.0, -y_mm], [0.0, 0.0, -1.0, ABOVE_MM]])
    return np.asarray(lens() @ pose, dtype=np.float64)


def lens() -> Matrix:
    """(3, 3) from directions to px of that camera."""
    focal_px = PX_PER_MM * (ABOVE_MM - DIE_MM)
    width, height = size_px()
    return np.array([[focal_px, 0.0, (width - 1) / 2], [0.0, focal_px, (height - 1) / 2], [0.0, 0.0, 1.0]])


CAMERA = posed(np.asarray(np.linalg.inv(straight_down()[:, [0, 1, 3]])), size_px(), lens())
"""That camera, as a mat and its lens would tell it."""
