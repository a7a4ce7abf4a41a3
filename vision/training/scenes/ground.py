"""What dice lie on: cloth, wood, felt, stone, boards and printed sheets, drawn flat and then seen by the camera."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.scenes.camera import Camera
from vision.training.scenes.paints import Bgr, hued

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Rng = np.random.Generator

HUE_NAMES = ("red", "orange", "yellow", "green", "blue", "purple", "brown", "pink")


def any_tone(rng: Rng) -> Bgr:
    """The colour of a table: mostly greys and whites, then felt green, blue, red, wood."""
    kind = rng.random()
    if kind < 0.45:
        level = rng.uniform(110, 240)
        blue, green, red = (float(level + rng.normal(0, 4)) for _ in range(3))
        return blue, green, red
    if kind < 0.58:
        level = rng.uniform(12, 90)
        return float(level), float(level), float(level)
    if kind < 0.72:
        return _timber(rng)
    blue, green, red = hued(rng, str(rng.choice(HUE_NAMES)))
    dim = float(rng.uniform(0.4, 1.0))
    return blue * dim, green * dim, red * dim


def _timber(rng: Rng) -> Bgr:
    level = rng.uniform(85, 215)
    return float(level * rng.uniform(0.32, 0.65)), float(level * rng.uniform(0.62, 0.82)), float(level)


def clouds(rng: Rng, size_px: int, cells: tuple[int, int]) -> Floats:
    """Smooth noise (size, size) of about unit spread; `cells` down and across."""
    return np.asarray(
        cv2.resize(rng.standard_normal(cells).astype(np.float32), (size_px, size_px), interpolation=cv2.INTER_CUBIC),
        np.float32,
    )


def _plain(rng: Rng, size_px: int) -> Floats:
    tone = np.array(any_tone(rng), np.float32)
    rough = clouds(rng, size_px, (6, 6)) * float(rng.uniform(0, 5))
    if rng.random() < 0.6:
        rough = rough + clouds(rng, size_px, (size_px // 2, size_px // 2)) * float(rng.uniform(0, 6))
    return np.asarray(tone + rough[:, :, None], np.float32)


def _cloth(rng: Rng, size_px: int) -> Floats:
    steps = np.arange(size_px, dtype=np.float32)
    pitch = rng.uniform(2.2, 7.0)
    weave = (
        np.sin(steps * (6.283 / pitch))[:, None] * np.sin(steps * (6.283 / (pitch * rng.uniform(0.7, 1.4))))[None, :]
    )
    rough = weave * float(rng.uniform(2, 14)) + clouds(rng, size_px, (size_px // 2, size_px // 2)) * float(
        rng.uniform(0, 9)
    )
    folds = clouds(rng, size_px, (4, 4)) * float(rng.uniform(0, 9))
    return np.asarray(np.array(any_tone(rng), np.float32) + (rough + folds)[:, :, None], np.float32)


def _wood(rng: Rng, size_px: int) -> Floats:
    tone = np.array(_timber(rng), np.float32)
    grain = clouds(rng, size_px, (size_px // 3, 4)) * float(rng.uniform(3, 14))
    rings = np.sin(clouds(rng, size_px, (6, 3)) * float(rng.uniform(2, 9))) * float(rng.uniform(2, 12))
    paint = tone + (grain + rings)[:, :, None]
    if rng.random() < 0.4:
        for y in range(int(rng.integers(10, 80)), size_px, int(rng.integers(50, 140))):
            cv2.line(paint, (0, y), (size_px, y), [float(channel) * 0.5 for channel in tone], int(rng.integers(1, 3)))
    return np.asarray(paint, np.float32)


def _speckled(rng: Rng, size_px: int) -> Floats:
    paint = _plain(rng, size_px)
    for _ in range(2):
        grains = clouds(rng, size_px, (int(rng.integers(60, 190)),) * 2) > float(rng.uniform(0.9, 1.8))
        paint[grains] = any_tone(rng)
    return np.asarray(cv2.blur(paint, (3, 3)), np.float32)


def _ruled(rng: Rng, size_px: int) -> Floats:
    """Stripes or a chequered board."""
    across, down = np.meshgrid(np.arange(size_px), np.arange(size_px))
    pitch = int(rng.integers(8, 70))
    field = (across // pitch) % 2 if rng.random() < 0.4 else (across // pitch + down // pitch) % 2
    one, two = np.array(any_tone(rng), np.float32), np.array(any_tone(rng), np.float32)
    return np.where(field[:, :, None] > 0, one, one + float(rng.uniform(0.2, 1)) * (two - one)).astype(np.float32)


def _dotted(rng: Rng, size_px: int) -> Floats:
    """Cloth with spots all over: none of them is a pip."""
    paint = _plain(rng, size_px)
    pitch, radius, colour = int(rng.integers(10, 40)), float(rng.uniform(1.5, 7)), any_tone(rng)
    for row, y in enumerate(range(0, size_px, pitch)):
        for x in range((row % 2) * pitch // 2, size_px, pitch):
            cv2.circle(paint, (x * 16, y * 16), round(radius * 16), colour, -1, cv2.LINE_AA, 4)
    return paint


def _board(rng: Rng, size_px: int) -> Floats:
    """A printed game board: fields, rings, tracks, numbers."""
    paint = _plain(rng, size_px)
    for _ in range(int(rng.integers(4, 22))):
        count = int(rng.choice([3, 4, 4, 5, 6, 6, 30]))
        around = np.arange(count) * (2 * np.pi / count) + rng.uniform(0, 6.3)
        points = rng.uniform(0, size_px, 2) + rng.uniform(8, 90) * np.column_stack([np.cos(around), np.sin(around)])
        outline = [np.round(points * 16).astype(np.int32)]
        cv2.fillPoly(paint, outline, any_tone(rng), cv2.LINE_AA, 4)
        if rng.random() < 0.6:
            cv2.polylines(paint, outline, True, any_tone(rng), int(rng.integers(1, 4)), cv2.LINE_AA, 4)
        if rng.random() < 0.5:
            write(rng, paint, points.mean(axis=0))
    return paint + (clouds(rng, size_px, (size_px // 2,) * 2) * float(rng.uniform(0, 9)))[:, :, None]


def _printed(rng: Rng, size_px: int) -> Floats:
    """Cloth printed all over in colours as strong as those of dice: bands, rings, eyes, often mirrored."""
    side = int(rng.integers(70, 170))
    tile = np.empty((side, side, 3), np.float32)
    tile[:] = _vivid(rng)
    for _ in range(int(rng.integers(8, 22))):
        at, wide = rng.uniform(0, side, 2), int(rng.integers(3, 12))
        if rng.random() < 0.5:
            band = at + np.cumsum(rng.normal(0, 1, (8, 2)), axis=0) * rng.uniform(4, 16)
            cv2.polylines(tile, [np.round(band * 16).astype(np.int32)], False, _vivid(rng), wide, cv2.LINE_AA, 4)
        else:
            _print_eye(rng, tile, at)
    edge = cv2.BORDER_REFLECT if rng.random() < 0.6 else cv2.BORDER_WRAP
    paint = cv2.copyMakeBorder(tile, 0, size_px, 0, size_px, edge)[:size_px, :size_px] * float(rng.uniform(0.5, 1.0))
    return np.asarray(paint + (clouds(rng, size_px, (size_px // 2,) * 2) * float(rng.uniform(0, 6)))[:, :, None])


def _print_eye(rng: Rng, tile: Floats, at: npt.NDArray[np.float64]) -> None:
    """A ring, disc or leaf, mostly with a smaller one inside: about as large as a die with a 1 on top."""
    middle, turn = np.round(at * 16).astype(int).tolist(), float(rng.uniform(0, 180))
    radius = float(rng.uniform(6, 26))
    axes = round(radius * 16), round(radius * float(rng.uniform(0.4, 1.0)) * 16)
    wide = -1 if rng.random() < 0.5 else int(rng.integers(2, 9))
    cv2.ellipse(tile, middle, axes, turn, 0, 360, _vivid(rng), wide, cv2.LINE_AA, 4)
    if rng.random() < 0.7:
        inner = [round(axis * float(rng.uniform(0.15, 0.5))) for axis in axes]
        cv2.ellipse(tile, middle, inner, turn, 0, 360, _vivid(rng), -1, cv2.LINE_AA, 4)


def _vivid(rng: Rng) -> Bgr:
    return hued(rng, str(rng.choice(HUE_NAMES))) if rng.random() < 0.8 else any_tone(rng)


GROUNDS: tuple[tuple[float, Callable[[Rng, int], Floats]], ...] = (
    (0.24, _plain), (0.17, _cloth), (0.13, _wood), (0.09, _speckled), (0.06, _ruled), (0.05, _dotted), (0.14, _board),
    (0.12, _printed),
)  # fmt: skip
"""How often each is drawn; plain tables are the most common in the photographs there are. Of 42 rolls that were asked
about in vain 31 lay on printed cloth, in 18 a print passed for what may be a die: so it is drawn more often than it is
met."""


def any_ground(rng: Rng, size_px: int) -> Floats:
    """A ground at random, as one sees it from straight above, (size, size, 3), 0 to 255 (somewhat over or under)."""
    draw = GROUNDS[int(rng.choice(len(GROUNDS), p=[share for share, _ in GROUNDS]))][1]
    return np.ascontiguousarray(draw(rng, size_px), dtype=np.float32)


def write(rng: Rng, paint: Floats, at: npt.NDArray[np.float64]) -> None:
    """A number or some letters."""
    letters = "".join(rng.choice(list("0123456789ABCDEFGHILMNOPRSTU"), int(rng.integers(1, 6))))
    where = (int(at[0]) - 8, int(at[1]) + 6)
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX]))
    cv2.putText(
        paint, letters, where, font, float(rng.uniform(0.25, 1.1)), any_tone(rng), int(rng.integers(1, 3)), cv2.LINE_AA
    )


def seen_by(camera: Camera, flat: Floats) -> Pixels:
    """A ground drawn flat, as the camera sees it; beyond its rim it goes on mirrored."""
    size_px = flat.shape[0]
    to_flat = np.array([[1.0, 0.0, size_px / 2], [0.0, -1.0, size_px / 2], [0.0, 0.0, 1.0]])
    turn = camera.from_ground @ np.linalg.inv(to_flat)
    bounded = np.clip(flat, 0, 255).astype(np.uint8)
    shown = cv2.warpPerspective(
        bounded, turn, (size_px, size_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    return np.asarray(shown, np.uint8)
