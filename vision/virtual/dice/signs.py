"""What the top face of a die may show in place of pips: a maker's sign, letters, a numeral, or nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.virtual.dice.records import Sign

Floats = npt.NDArray[np.float32]

SIDE_PX: Final = 96
"""Of the picture of one face."""
REACH: Final = 0.36
"""How far from the middle a sign goes, as a share of the side: on round dice the flat part ends there."""
_SHIFT: Final = 4
_FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)


def drawn(sign: Sign) -> Floats:
    """How much of the ink (`SIDE_PX`, `SIDE_PX`) there is, 0 to 1; the same sign is the same picture."""
    return _drawn(sign) if sign.cover is None else sign.cover


@lru_cache(maxsize=64)
def _drawn(sign: Sign) -> Floats:
    chance = np.random.default_rng((sign.seed, 5))
    cover = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    {"nothing": _nothing, "worn": _worn, "numeral": _numeral, "letters": _letters, "logo": _logo}[sign.kind](
        chance, cover
    )
    turned = np.ascontiguousarray(np.rot90(cover, int(chance.integers(4))))
    return np.asarray(cv2.GaussianBlur(turned, (0, 0), 0.8) / 255, np.float32)


def _nothing(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    pass


def _worn(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    """A few scratches and what is left of some paint, faint."""
    for _ in range(int(chance.integers(1, 5))):
        ends = _px(chance.uniform(-0.4, 0.4, (2, 2)))
        cv2.line(cover, ends[0].tolist(), ends[1].tolist(), int(chance.integers(40, 110)), 1, cv2.LINE_AA, _SHIFT)
    for at in _px(chance.uniform(-0.25, 0.25, (int(chance.integers(0, 3)), 2))):
        axes = (chance.uniform(0.02, 0.07, 2) * SIDE_PX * (1 << _SHIFT)).astype(int).tolist()
        level = int(chance.integers(30, 90))
        cv2.ellipse(cover, at.tolist(), axes, float(chance.uniform(0, 180)), 0, 360, level, -1, cv2.LINE_AA, _SHIFT)


def _numeral(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    value = int(chance.integers(1, 21 if chance.random() < 0.3 else 7))
    _write(chance, cover, str(value), float(chance.uniform(0.5, 2 * REACH)))


def _letters(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    letters = "".join(chance.choice(list("ABCDEFGHKLMNPRSTWX"), int(chance.integers(1, 4))).tolist())
    _write(chance, cover, letters, float(chance.uniform(0.4, 2 * REACH)))


def _write(chance: np.random.Generator, cover: npt.NDArray[np.uint8], text: str, wide: float) -> None:
    """Into the middle, as large as its longer side being so wide makes it."""
    font, thick = _FONTS[int(chance.integers(len(_FONTS)))], int(chance.integers(2, 6))
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = wide * SIDE_PX / max(width, height)
    (width, height), _ = cv2.getTextSize(text, font, scale, thick)
    at = ((SIDE_PX - width) // 2, (SIDE_PX + height) // 2)
    cv2.putText(cover, text, at, font, scale, 255, thick, cv2.LINE_AA)


def _logo(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    """A star, a shield with a bar, an animal of blots, a ring with a sign, a spiral."""
    (_star, _shield, _beast, _badge, _spiral)[int(chance.integers(5))](chance, cover)


def _star(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    count = 2 * int(chance.integers(3, 8))
    around = np.arange(count) * (2 * np.pi / count) + chance.uniform(0, 6.3)
    reach = np.where(np.arange(count) % 2, float(chance.uniform(0.35, 0.75)), 1.0) * chance.uniform(0.22, REACH)
    _fill(cover, np.column_stack([np.cos(around), np.sin(around)]) * reach[:, None])


def _shield(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    wide, high = chance.uniform(0.18, 0.3), chance.uniform(0.2, REACH)
    _fill(cover, np.array([(-wide, -high), (wide, -high), (wide, 0.2 * high), (0, high), (-wide, 0.2 * high)]))
    bar, thick = chance.uniform(-0.1, 0.05), chance.uniform(0.03, 0.09)
    _fill(cover, np.array([(-wide, bar), (wide, bar), (wide, bar + thick), (-wide, bar + thick)]), 0)


def _beast(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    for _ in range(int(chance.integers(3, 7))):
        at = _px(chance.uniform(-0.2, 0.2, (1, 2)))[0].tolist()
        axes = (chance.uniform(0.03, 0.17, 2) * SIDE_PX * (1 << _SHIFT)).astype(int).tolist()
        cv2.ellipse(cover, at, axes, float(chance.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA, _SHIFT)
    _fill(cover, chance.uniform(-0.3, 0.3, (int(chance.integers(3, 6)), 2)))


def _badge(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    at, reach = _px(np.zeros((1, 2)))[0].tolist(), chance.uniform(0.25, REACH)
    cv2.circle(cover, at, int(reach * SIDE_PX * (1 << _SHIFT)), 255, int(chance.integers(3, 8)), cv2.LINE_AA, _SHIFT)
    _fill(cover, chance.uniform(-0.55, 0.55, (int(chance.integers(3, 7)), 2)) * reach)


def _spiral(chance: np.random.Generator, cover: npt.NDArray[np.uint8]) -> None:
    along = np.linspace(0.5, float(chance.uniform(8, 14)), 120)
    reach = along / along[-1] * chance.uniform(0.25, REACH)
    line = np.column_stack([np.cos(along), np.sin(along)]) * reach[:, None]
    cv2.polylines(cover, [_px(line)], False, 255, int(chance.integers(3, 7)), cv2.LINE_AA, _SHIFT)


def _fill(cover: npt.NDArray[np.uint8], outline: npt.NDArray[np.float64], level: int = 255) -> None:
    cv2.fillPoly(cover, [_px(outline)], level, cv2.LINE_AA, _SHIFT)


def _px(places: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    """Places from the middle, in sides, as OpenCV draws them."""
    return np.asarray(((places + 0.5) * SIDE_PX - 0.5) * (1 << _SHIFT), np.float64).round().astype(np.int32)
