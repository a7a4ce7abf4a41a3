"""What a drawn face may show in place of pips: a figure, a letter, a maker's sign, scratches, or nothing at all."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.scenes.dice_models import FaceSign
from vision.training.scenes.paints import Bgr

Floats = npt.NDArray[np.float32]
Rng = np.random.Generator

SIGNS: Final[tuple[FaceSign, ...]] = ("nothing", "scratches", "figure", "letters", "shape", "strokes", "disc")
_FINE: Final = 16
_FONTS: Final = (0, 1, 2, 3, 4, 5, 6, 7, 0 | cv2.FONT_ITALIC, 4 | cv2.FONT_ITALIC)


def draw_sign(paint: Floats, sign: FaceSign, ink: Bgr, rng: Rng) -> None:
    """Lay a sign onto a face's paint (S, S, 3), in place."""
    paint += sign_cover(len(paint), sign, rng)[:, :, None] * (np.array(ink, np.float32) - paint)


def sign_cover(side_px: int, sign: FaceSign, rng: Rng) -> Floats:
    """How much of a sign's ink (`side_px`, `side_px`) there is on a face, 0 to 1."""
    cover = np.zeros((side_px, side_px), np.uint8)
    if sign != "nothing":
        {"scratches": _scratches, "figure": _number, "letters": _letters, "shape": _shape, "strokes": _strokes}.get(
            sign, _disc
        )(cover, rng)
    turned = np.ascontiguousarray(np.rot90(cover, int(rng.integers(4)))).astype(np.float32)
    return np.asarray(turned * float(rng.uniform(0.6, 1.0) / 255), np.float32)


def _scratches(cover: npt.NDArray[np.uint8], rng: Rng) -> None:
    """And what is left of paint, faint."""
    for _ in range(int(rng.integers(1, 6))):
        one, two = _px(cover, rng.uniform(-0.45, 0.45, (2, 2))).tolist()
        cv2.line(cover, one, two, int(rng.integers(30, 120)), 1, cv2.LINE_AA, 4)
    for at in _px(cover, rng.uniform(-0.3, 0.3, (int(rng.integers(0, 4)), 2))).tolist():
        axes = (rng.uniform(0.02, 0.09, 2) * len(cover) * _FINE).astype(int).tolist()
        cv2.ellipse(cover, at, axes, float(rng.uniform(0, 180)), 0, 360, int(rng.integers(20, 90)), -1, cv2.LINE_AA, 4)


def _number(cover: npt.NDArray[np.uint8], rng: Rng) -> None:
    _write(cover, str(int(rng.integers(0, 10) if rng.random() < 0.7 else rng.integers(10, 100))), rng)


def _letters(cover: npt.NDArray[np.uint8], rng: Rng) -> None:
    _write(cover, "".join(rng.choice(list("ABCDEFGHJKMNPQRSTUVWXYZ&+?!#"), int(rng.integers(1, 5))).tolist()), rng)


def _write(cover: npt.NDArray[np.uint8], text: str, rng: Rng) -> None:
    font, thick = _FONTS[int(rng.integers(len(_FONTS)))], int(rng.integers(1, 5))
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = float(rng.uniform(0.35, 0.8)) * len(cover) / max(width, height)
    (width, height), _ = cv2.getTextSize(text, font, scale, thick)
    left, low = (len(cover) - width) / 2, (len(cover) + height) / 2
    at = (round(left + rng.uniform(-3, 3)), round(low + rng.uniform(-3, 3)))
    cv2.putText(cover, text, at, font, scale, 255, thick, cv2.LINE_AA)


def _shape(cover: npt.NDArray[np.uint8], rng: Rng) -> None:
    """One to four filled outlines, or one with a hole of another."""
    for number in range(int(rng.integers(1, 5))):
        count, middle = int(rng.integers(3, 12)), rng.uniform(-0.12, 0.12, 2)
        around = np.sort(rng.uniform(0, 2 * np.pi, count))
        reach = rng.uniform(0.16, 0.4) * rng.uniform(0.45, 1.0, count)
        outline = middle + np.column_stack([np.cos(around), np.sin(around)]) * reach[:, None]
        level = 0 if number and rng.random() < 0.4 else 255
        cv2.fillPoly(cover, [_px(cover, outline)], level, cv2.LINE_AA, 4)


def _strokes(cover: npt.NDArray[np.uint8], rng: Rng) -> None:
    """Bent lines, rings, parts of them, and what winds around the middle."""
    if rng.random() < 0.25:
        along = np.linspace(float(rng.uniform(0, 2)), float(rng.uniform(5, 18)), 90)
        reach = rng.uniform(0.15, 0.4) * (along / along[-1]) ** float(rng.uniform(0.3, 1.2))
        around = np.column_stack([np.cos(along), np.sin(along)]) * reach[:, None]
        cv2.polylines(cover, [_px(cover, around)], False, 255, int(rng.integers(2, 6)), cv2.LINE_AA, 4)
        return
    for _ in range(int(rng.integers(1, 4))):
        thick = int(rng.integers(2, 6))
        if rng.random() < 0.5:
            at = _px(cover, rng.uniform(-0.1, 0.1, (1, 2)))[0].tolist()
            axes = (rng.uniform(0.12, 0.4, 2) * len(cover) * _FINE).astype(int).tolist()
            turn, end = float(rng.uniform(0, 360)), float(rng.uniform(120, 361))
            cv2.ellipse(cover, at, axes, turn, 0, end, 255, thick, cv2.LINE_AA, 4)
            continue
        bent = np.cumsum(rng.normal(0, 0.14, (int(rng.integers(3, 7)), 2)), axis=0)
        bent = np.clip(bent - bent.mean(axis=0), -0.4, 0.4)
        cv2.polylines(cover, [_px(cover, bent)], bool(rng.random() < 0.3), 255, thick, cv2.LINE_AA, 4)


def _disc(cover: npt.NDArray[np.uint8], rng: Rng) -> None:
    """Larger than any pip, whole or with something cut out of it."""
    at = _px(cover, rng.uniform(-0.05, 0.05, (1, 2)))[0].tolist()
    axes = (rng.uniform(0.29, 0.4, 2) * len(cover) * _FINE).astype(int).tolist()
    cv2.ellipse(cover, at, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA, 4)
    if rng.random() < 0.7:
        hole = rng.uniform(-0.22, 0.22, (int(rng.integers(3, 7)), 2))
        cv2.fillPoly(cover, [_px(cover, hole)], 0, cv2.LINE_AA, 4)


def _px(cover: npt.NDArray[np.uint8], places: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    """Places from the middle, in sides, as OpenCV draws them."""
    return np.asarray(np.round(((places + 0.5) * len(cover) - 0.5) * _FINE), np.int32)
