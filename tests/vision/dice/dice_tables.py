"""Seeded pictures of rolls: the virtual table's dice on felt, wood, paper or printed cloth, and where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.dice.tray import Tray
from vision.virtual.dice.lamps import Lamp
from vision.virtual.dice.painter import paint_dice
from vision.virtual.dice.projections import projected, projection
from vision.virtual.dice.records import LyingDie, Sign, SignKind
from vision.virtual.dice.throws import Odd, throw
from vision.virtual.shot import CameraPose, Light, Matrix, Shot, brightness, mat_to_picture

WIDTH_PX, HEIGHT_PX = 1280, 720
PX_PER_MM = 1.8
"""Of the picture at the middle of the tray: a die of 16 mm is 29 px wide."""
TRAY_MM = (190.0, 140.0)
COLOURS = ("red", "blue", "green", "yellow", "purple", "clear")
CLEAR = "clear"
CLEAR_SHARE = 0.5
"""Of the rolls, those of a pool with clear dice in it."""
ODD_SHARE = 0.2
"""Of the rolls, those with one die that does not lie as it should."""
ODDS: tuple[Odd, ...] = ("leaning on a die", "leaning on the wall", "stacked", "half outside")
GROUND_PX_PER_MM = 2.0
GROUNDS = ("felt", "wood", "paper", "cloth")

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Roll:
    """What lies there and how it is seen; `frame(number)` is one of its pictures."""

    seed: int
    dice: tuple[LyingDie, ...]
    odd: Odd
    ground: str
    hard_light: bool
    tray: Tray
    to_mm: Matrix
    """(3, 3) from px to mm."""
    still: Floats
    """The picture before the sensor's noise, (H, W, 3)."""
    noise: float

    def frame(self, number: int) -> Pixels:
        """BGR uint8; every number has other noise."""
        drawn = np.random.default_rng((self.seed, number)).standard_normal(self.still.shape, dtype=np.float32)
        return np.clip(self.still + drawn * self.noise, 0, 255).round().astype(np.uint8)


def roll_of(seed: int, signs: Sequence[SignKind] = ()) -> Roll:
    """2 to 18 dice of one make in five colours, in half of the rolls clear ones among them; some touch, and one in five
    rolls has an odd one.

    The first opaque dice have signs of these kinds in place of pips, as far as there are enough of them. The camera
    leans by 0 to 35 degrees and the mat is turned under it; one in four rolls has a low, small lamp in a dark room.
    """
    chance = np.random.default_rng(seed)
    pose = CameraPose(float(chance.uniform(0, 35)), float(chance.uniform(-180, 180)))
    hard = bool(chance.random() < 0.25)
    light = Light(float(chance.uniform(0.75, 1.05)), float(chance.uniform(0, 0.35)), float(chance.uniform(0, 360)))
    shot = Shot(pose, light, float(chance.uniform(2, 4)), float(chance.uniform(0.5, 0.9)), WIDTH_PX, HEIGHT_PX)
    width_mm, tray = _placed(chance, shot)
    height_mm = width_mm * 0.6
    odd: Odd = ODDS[int(chance.integers(len(ODDS)))] if chance.random() < ODD_SHARE else ""
    area = (tray.left_mm, tray.top_mm, tray.width_mm, tray.height_mm)
    colours = COLOURS if chance.random() < CLEAR_SHARE else tuple(name for name in COLOURS if name != CLEAR)
    dice = throw(chance, int(chance.integers(2, 19)), colours, area, odd=odd)
    dice = _signed(dice, odd, signs, seed)
    name = GROUNDS[int(chance.integers(len(GROUNDS)))]
    flat = mat_to_picture(width_mm, height_mm, shot)
    empty = _lain(ground(name, width_mm, height_mm, chance), flat)
    tint = tuple(float(each) for each in chance.uniform(0.9, 1.08, 3))
    lamp = Lamp(
        from_deg=float(chance.uniform(0, 360)),
        height_deg=float(chance.uniform(28, 45) if hard else chance.uniform(45, 75)),
        wide_deg=float(chance.uniform(0.5, 2) if hard else chance.uniform(3, 14)),
        room=float(chance.uniform(0.15, 0.3) if hard else chance.uniform(0.4, 0.75)),
        colour=(tint[0], tint[1], tint[2]),
        window=float(chance.uniform(0, 1.2)),
        window_from_deg=float(chance.uniform(0, 360)),
    )
    painted = paint_dice(empty, dice, projection(width_mm, height_mm, shot), lamp, seed).astype(np.float32)
    painted *= brightness(shot)[:, :, None] * np.asarray(chance.uniform(0.92, 1.06, 3), dtype=np.float32)
    still = np.asarray(cv2.GaussianBlur(painted, (0, 0), shot.blur_px), dtype=np.float32)
    return Roll(seed, dice, odd, name, hard, tray, np.asarray(np.linalg.inv(flat)), still, shot.noise)


def _signed(dice: tuple[LyingDie, ...], odd: Odd, signs: Sequence[SignKind], seed: int) -> tuple[LyingDie, ...]:
    """With signs on as many of the dice as may have one: nothing else about them differs."""
    last = len(dice) - 1
    plain = [at for at, die in enumerate(dice) if die.colour != CLEAR and not (odd and at == last)]
    kinds = dict(zip(plain, signs, strict=False))
    return tuple(
        replace(die, sign=Sign(kinds[at], seed * 100 + at)) if at in kinds else die for at, die in enumerate(dice)
    )


def _placed(chance: np.random.Generator, shot: Shot) -> tuple[float, Tray]:
    """The mat's width at which the tray, somewhere in the middle half of it, is seen at `PX_PER_MM`; and the tray."""
    width_mm, at = 640.0, chance.uniform(0.35, 0.65, 2)
    for _ in range(6):
        middle = at * (width_mm, width_mm * 0.6)
        around = middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 8
        seen = projected(projection(width_mm, width_mm * 0.6, shot), np.column_stack([around, np.zeros(4)]))
        width_mm *= float(np.sqrt(cv2.contourArea(seen.astype(np.float32)))) / 16 / PX_PER_MM
    middle = at * (width_mm, width_mm * 0.6)
    return width_mm, Tray(float(middle[0]) - TRAY_MM[0] / 2, float(middle[1]) - TRAY_MM[1] / 2, *TRAY_MM)


def _lain(print_: Pixels, flat: Matrix) -> Pixels:
    """A ground that goes on beyond the mat's edges, as the camera sees it."""
    to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, GROUND_PX_PER_MM]]) / GROUND_PX_PER_MM
    drawn = cv2.warpPerspective(
        print_, flat @ to_mm, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(drawn, dtype=np.uint8)


def ground(name: str, width_mm: float, height_mm: float, chance: np.random.Generator) -> Pixels:
    """A ground of that size, BGR uint8, `GROUND_PX_PER_MM` px a mm."""
    height, width = round(height_mm * GROUND_PX_PER_MM), round(width_mm * GROUND_PX_PER_MM)
    drawn = {"felt": _felt, "wood": _wood, "paper": _paper, "cloth": _cloth}[name](height, width, chance)
    return np.asarray(np.clip(drawn, 0, 255), dtype=np.uint8)


def _felt(height: int, width: int, chance: np.random.Generator) -> Floats:
    base = np.array([(50, 85, 35), (80, 45, 30), (35, 30, 110), (45, 45, 48), (120, 110, 100)][chance.integers(5)])
    fibres = _cloud(height, width, 1.0, chance) * 6 + _cloud(height, width, 2.5, chance) * 4
    pile = _cloud(height, width, 40, chance) * 4
    return _coloured(base, fibres + pile)


def _wood(height: int, width: int, chance: np.random.Generator) -> Floats:
    base = np.array([(95, 140, 185), (50, 80, 120), (70, 105, 150), (150, 185, 210)][chance.integers(4)])
    down, across = np.mgrid[:height, :width].astype(np.float32)
    bent = down + 14 * _cloud(height, width, 60, chance) + 0.03 * across
    rings = np.sin(bent * np.float32(chance.uniform(0.15, 0.45))) * 9
    pores = cv2.GaussianBlur(chance.standard_normal((height, width)).astype(np.float32), (0, 0), 9, sigmaY=0.6) * 45
    return _coloured(base, rings + np.asarray(pores, np.float32))


def _paper(height: int, width: int, chance: np.random.Generator) -> Floats:
    drawn = _coloured(np.array([(225, 232, 235), (205, 222, 232), (190, 195, 198)][chance.integers(3)]), 0)
    drawn = drawn + _cloud(height, width, 1.2, chance)[:, :, None] * 2
    for top in range(12, height, 28):
        left = 10
        while left < width - 60:
            long = int(chance.integers(8, 50))
            if chance.random() < 0.5:
                cv2.line(drawn, (left, top), (left + long, top), (120, 115, 110), int(chance.integers(1, 4)))
            left += long + 8
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.8), dtype=np.float32)


def _cloth(height: int, width: int, chance: np.random.Generator) -> Floats:
    """Printed with rings, lozenges, waves and dots of a few colours, on a weave."""
    inks = chance.integers(20, 235, (5, 3)).astype(float)
    drawn = _coloured(inks[0], 0) + np.zeros((height, width, 1), np.float32)
    for _ in range(int(chance.integers(60, 180))):
        x, y, size = int(chance.integers(width)), int(chance.integers(height)), int(chance.integers(4, 90))
        ink, kind = inks[chance.integers(1, 5)].tolist(), int(chance.integers(4))
        thick = -1 if kind == 3 else int(chance.integers(2, 12))
        if kind in (0, 3):
            cv2.circle(drawn, (x, y), size if kind == 0 else max(3, size // 6), ink, thick, cv2.LINE_AA)
        elif kind == 1:
            lozenge = np.array([[x - size, y], [x, y - size // 2], [x + size, y], [x, y + size // 2]])
            cv2.polylines(drawn, [lozenge], isClosed=True, color=ink, thickness=thick, lineType=cv2.LINE_AA)
        else:
            along = np.arange(x, min(width, x + 6 * size), 4)
            wave = np.stack([along, y + size / 4 * np.sin(along / 14)], axis=1).astype(np.int32)
            cv2.polylines(drawn, [wave], isClosed=False, color=ink, thickness=thick, lineType=cv2.LINE_AA)
    weave = _cloud(height, width, 0.8, chance) * 4
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 1.0) + weave[:, :, None], dtype=np.float32)


def _cloud(height: int, width: int, sigma: float, chance: np.random.Generator) -> Floats:
    """Noise (H, W) of mean 0 and deviation 1, smooth over `sigma` px."""
    small = max(1, int(sigma / 3))
    rough = chance.standard_normal((height // small + 2, width // small + 2)).astype(np.float32)
    smooth = cv2.GaussianBlur(rough, (0, 0), sigma / small, borderType=cv2.BORDER_REFLECT)
    drawn = cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(drawn / max(float(np.std(smooth)), 1e-6), dtype=np.float32)


def _coloured(base: npt.NDArray[np.generic], lightness: Floats | float) -> Floats:
    """A colour BGR (H, W, 3), or (1, 1, 3), made lighter by so many levels where it is of middle brightness."""
    shape = np.atleast_2d(np.asarray(lightness, dtype=np.float32))[:, :, None]
    return np.asarray(base.astype(np.float32) * (1 + shape / 110), dtype=np.float32)
