"""Top faces with and without pips on dice that the virtual table's ray caster draws: its makers and signs are others.

Drawn scenes lay flat paint onto cubes. Here pips are hollows, edges are round and a window's light lies over all: what
makes white pips of a red die faint.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.dice.evidence import crops
from vision.dice.records import Candidate
from vision.dice.tray import PX_PER_MM, Tray, rectified
from vision.training.clear.rays import DIE_MM, any_make, any_paint, any_throw, bare_place, picture
from vision.training.clear.views import COLOURLESS, OPAQUE, Doubles, Rng
from vision.training.faces import ASIDE_FACES, NONE, SIZE_ERROR, Faces
from vision.training.scenes.face_signs import SIGNS, sign_cover
from vision.virtual.dice.paints import GAMMA, Paint
from vision.virtual.dice.records import LyingDie, Sign
from vision.virtual.dice.signs import SIDE_PX

DICE: Final = (3, 8)
SHARE_SIGNS, SHARE_CLEAR = 0.45, 0.12
"""Of opaque dice those without pips on top, and of all dice the clear ones."""
SIGN_PX: Final = 72
"""A sign is drawn so large: its strokes are as thick as in drawn scenes."""
LEAST_CONTRAST: Final = 45.0
"""Between body and pips, as the distance of their colours in BGR: what stands out less nobody can tell."""
BARE: Final = 3
"""Places of a scene that are looked for where no top face is."""
AROUND_MM: Final = 12.0


def draw_ray_faces(seed: int) -> Faces:
    """Those of one scene, by its seed alone, as a tray shows them. What leans, is stacked or lies under another is left
    out, and so is a clear die without pips: what shines through from below nobody can tell from them."""
    rng = np.random.default_rng([seed, 13])
    dice, odd, wide_mm = any_throw(rng, DICE, any_make(rng))
    coats = [any_paint(rng, COLOURLESS if rng.random() < SHARE_CLEAR else OPAQUE) for _ in dice]
    dice = tuple(_signed(rng, die, coat) for die, coat in zip(dice, coats, strict=True))
    pixels, sight = picture(rng, dice, coats, wide_mm, seed)
    tray = Tray(-wide_mm / 2, -wide_mm / 2, wide_mm, wide_mm).wider(AROUND_MM)
    seen = rectified(pixels, np.asarray(np.linalg.inv(sight.plane(DIE_MM)), np.float64), tray)
    middles = [np.array([die.x_mm, die.y_mm]) for die in dice]
    known = [
        (_crop(rng, seen, tray, middle), die.sign is None)
        for number, (die, coat, middle) in enumerate(zip(dice, coats, middles, strict=True))
        if _stands_out(die, coat) and not (odd and (number == len(dice) - 1 or _is_under(middle, middles[-1])))
    ]
    places = [bare_place(rng, sight, middles) for _ in range(BARE)]
    bare = [_crop(rng, seen, tray, at) for at in places if at is not None]
    if not known and not bare:
        return NONE
    has_pips = [yes for _, yes in known] + [False] * len(bare)
    is_there = np.arange(len(has_pips)) < len(known)
    return Faces(np.stack([*(cut for cut, _ in known), *bare]), np.array(has_pips), is_there)


def _signed(rng: Rng, die: LyingDie, coat: Paint) -> LyingDie:
    if coat.clear or rng.random() >= SHARE_SIGNS:
        return replace(die, colour="clear" if coat.clear else "red")
    drawn = sign_cover(SIGN_PX, SIGNS[int(rng.integers(len(SIGNS)))], rng)
    cover = cv2.resize(drawn, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_LINEAR)
    return replace(
        die, colour="red", sign=Sign("logo", cover=np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.8), np.float32))
    )


def _stands_out(die: LyingDie, coat: Paint) -> bool:
    """Whether pips of that paint, or a sign, would stand out."""
    body, pips = (255 * np.clip(each, 0, 1) ** (1 / GAMMA) for each in (coat.body, coat.pips))
    is_bare = die.sign is not None and die.sign.cover is not None and float(die.sign.cover.max()) < 0.1
    return coat.clear or is_bare or float(np.linalg.norm(body - pips)) >= LEAST_CONTRAST


def _is_under(middle: Doubles, upper: Doubles) -> bool:
    return bool(np.linalg.norm(middle - upper) < DIE_MM)


def _crop(rng: Rng, seen: Pixels, tray: Tray, at_mm: Doubles) -> npt.NDArray[np.uint8]:
    """As a tray's reader cuts it, with a detector's errors."""
    face_px = DIE_MM * PX_PER_MM
    x_mm, y_mm = at_mm + rng.uniform(-ASIDE_FACES, ASIDE_FACES, 2) * DIE_MM
    at = (x_mm - tray.left_mm) * PX_PER_MM - 0.5, (y_mm - tray.top_mm) * PX_PER_MM - 0.5
    box = Candidate(*at, face_px, face_px, 1.0, (1 / 6,) * 6, 0.0)
    return np.asarray(crops(seen, [box], face_px * float(np.exp(rng.normal(0, SIZE_ERROR))))[0], np.uint8)
