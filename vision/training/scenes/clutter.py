"""What lies on a table and is no die: cards, markers, coins, keys, print, tokens, rarely a picture of a die."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.scenes.camera import Points
from vision.training.scenes.ground import Floats, Rng, any_tone, write
from vision.training.scenes.keyboards import keyboard
from vision.training.scenes.signs import keys, label, token
from vision.training.scenes.solids import Prism

SHARE_PRINTED_DICE = 0.03
"""Scenes with flat pictures of a die's face: common on boards, yet seen from above hardly unlike a die."""


def scatter_flat(rng: Rng, paint: Floats) -> None:
    """Lay flat things on a ground, in place."""
    size_px = paint.shape[0]
    for _ in range(int(rng.integers(0, 7))):
        at = rng.uniform(0, size_px, 2)
        kinds = (_card, _paper, _marker, _coin, _dots, write, _line, keys, keyboard, label, token, _target)
        kinds[int(rng.integers(0, len(kinds)))](rng, paint, at)
    if rng.random() < SHARE_PRINTED_DICE:
        _printed_die(rng, paint, rng.uniform(0, size_px, 2))


def _rectangle(rng: Rng, at: Points, width: float, height: float) -> Points:
    turn = rng.uniform(0, 6.3)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    half = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return np.stack([at + x * right * width / 2 + y * down * height / 2 for x, y in half])


def _fill(paint: Floats, points: Points, colour: tuple[float, float, float]) -> None:
    cv2.fillPoly(paint, [np.round(points * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _card(rng: Rng, paint: Floats, at: Points) -> None:
    outline = _rectangle(rng, at, rng.uniform(90, 130), rng.uniform(140, 190))
    _fill(paint, outline, any_tone(rng))
    inner = at + 0.88 * (outline - at)
    _fill(paint, inner, any_tone(rng))
    for share in rng.uniform(0.1, 0.9, (int(rng.integers(0, 6)), 2)):
        spot = inner[0] + share[0] * (inner[1] - inner[0]) + share[1] * (inner[3] - inner[0])
        write(rng, paint, spot) if rng.random() < 0.4 else _fill(paint, _rectangle(rng, spot, 12, 12), any_tone(rng))


def _paper(rng: Rng, paint: Floats, at: Points) -> None:
    _fill(paint, _rectangle(rng, at, rng.uniform(60, 400), rng.uniform(60, 400)), any_tone(rng))


def _marker(rng: Rng, paint: Floats, at: Points) -> None:
    """A black square with white cells on white, as the mat's and the pieces' markers are."""
    outline = _rectangle(rng, at, 40, 40) * 1.0
    _fill(paint, at + 1.25 * (outline - at), (245.0, 245.0, 245.0))
    _fill(paint, outline, (15.0, 15.0, 15.0))
    right, down = (outline[1] - outline[0]) / 8, (outline[3] - outline[0]) / 8
    for row, column in np.argwhere(rng.random((6, 6)) < 0.5) + 1:
        corner = outline[0] + right * column + down * row
        _fill(paint, np.stack([corner, corner + right, corner + right + down, corner + down]), (245.0, 245.0, 245.0))


def _coin(rng: Rng, paint: Floats, at: Points) -> None:
    centre, radius = (int(at[0] * 16), int(at[1] * 16)), float(rng.uniform(12, 30))
    cv2.circle(paint, centre, int(radius * 16), any_tone(rng), -1, cv2.LINE_AA, 4)
    cv2.circle(paint, centre, int(radius * 0.85 * 16), any_tone(rng), int(rng.integers(1, 3)), cv2.LINE_AA, 4)
    for around in rng.uniform(0, 6.3) + np.arange(int(rng.choice([0, 0, 2, 4]))) * 1.57:
        hole = (int((at[0] + 0.3 * radius * np.cos(around)) * 16), int((at[1] + 0.3 * radius * np.sin(around)) * 16))
        cv2.circle(paint, hole, int(0.14 * radius * 16), any_tone(rng), -1, cv2.LINE_AA, 4)


def _dots(rng: Rng, paint: Floats, at: Points) -> None:
    """Spots in no order of a die."""
    colour = any_tone(rng)
    for spot in at + rng.uniform(-45, 45, (int(rng.integers(1, 8)), 2)):
        cv2.circle(paint, (int(spot[0] * 16), int(spot[1] * 16)), int(rng.uniform(1.5, 7) * 16), colour, -1, 16, 4)


def _target(rng: Rng, paint: Floats, at: Points) -> None:
    """A ring or disc with a spot in or near its middle, as printed cloth has them: no die with a 1 on top."""
    around, radius = np.arange(24) * (np.pi / 12), float(rng.uniform(10, 32))
    outline = at + radius * rng.uniform(0.7, 1.0) * np.column_stack([np.cos(around), np.sin(around)])
    points = [np.round(outline * 16).astype(np.int32)]
    if rng.random() < 0.5:
        cv2.fillPoly(paint, points, any_tone(rng), cv2.LINE_AA, 4)
    else:
        cv2.polylines(paint, points, True, any_tone(rng), int(rng.integers(2, 9)), cv2.LINE_AA, 4)
    spot = at + rng.uniform(-0.4, 0.4, 2) * radius
    cv2.circle(paint, np.round(spot * 16).astype(int).tolist(), int(rng.uniform(2, 8) * 16), any_tone(rng), -1, 16, 4)


def _line(rng: Rng, paint: Floats, at: Points) -> None:
    end = at + rng.uniform(-300, 300, 2)
    cv2.line(
        paint, (int(at[0]), int(at[1])), (int(end[0]), int(end[1])), any_tone(rng), int(rng.integers(1, 6)), cv2.LINE_AA
    )


def _printed_die(rng: Rng, paint: Floats, at: Points) -> None:
    outline, pips = _rectangle(rng, at, 26, 26), any_tone(rng)
    _fill(paint, outline, any_tone(rng))
    right, down = (outline[1] - outline[0]) / 26, (outline[3] - outline[0]) / 26
    for x, y in [(-7, -7), (7, 7), (0, 0), (-7, 7), (7, -7)][: int(rng.integers(1, 6))]:
        spot = at + x * right + y * down
        cv2.circle(paint, (int(spot[0] * 16), int(spot[1] * 16)), 42, pips, -1, cv2.LINE_AA, 4)


def standing(rng: Rng, at: Points) -> Prism:
    """A thing with a height at a place of the ground: a cube without pips, a counter, a stick, a button."""
    kind = rng.random()
    if kind < 0.4:
        side = float(rng.uniform(12, 34))
        return Prism(_rectangle(rng, at, side, side), side, any_tone(rng))
    if kind < 0.75:
        around, radius = np.arange(24) * (np.pi / 12), rng.uniform(8, 32)
        outline = at + radius * np.column_stack([np.cos(around), np.sin(around)])
        return Prism(outline, float(rng.uniform(2, 14)), any_tone(rng), any_tone(rng) if rng.random() < 0.5 else None)
    return Prism(_rectangle(rng, at, rng.uniform(6, 16), rng.uniform(20, 60)), float(rng.uniform(5, 16)), any_tone(rng))


def wall(rng: Rng, size_px: int) -> Prism:
    """The side of a tray or box, somewhere near the rim of the picture."""
    turn = rng.uniform(0, 6.3)
    out, along = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    near = out * rng.uniform(0.3, 0.52) * size_px
    far = near + out * rng.uniform(6, 40)
    outline = np.stack([near - along * size_px, near + along * size_px, far + along * size_px, far - along * size_px])
    return Prism(outline, float(rng.uniform(20, 60)), any_tone(rng))
