"""The picture with what was read of its dice, for people."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cameras.frames import Pixels
from vision.dice.records import Die, State

HALO = (20, 20, 20)
"""Around letters and lines, so that they show on any ground; BGR, as the next."""
INK: dict[State, tuple[int, int, int]] = {
    "read": (90, 220, 90),
    "doubtful": (0, 165, 255),
    "cocked": (0, 165, 255),
    "hidden": (0, 165, 255),
    "moving": (230, 230, 230),
    "small": (60, 60, 245),
    "outside": (60, 60, 245),
}
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw(pixels: Pixels, dice: Sequence[Die]) -> Pixels:
    """A copy of the picture with each die's box; over it its value, or a "?" and what keeps it from being read."""
    canvas = pixels.copy()
    unit = max(1, round(max(pixels.shape[:2]) / 800))
    for die in dice:
        left, top, right, bottom = (round(edge) for edge in die.box)
        for ink, wide in ((HALO, 3 * unit), (INK[die.state], unit)):
            cv2.rectangle(canvas, (left, top), (right, bottom), ink, wide)
        _write(canvas, label(die), (left, top - 3 * unit), INK[die.state], unit)
    return canvas


def label(die: Die) -> str:
    """What is written over a die: "5 red 99%", or "5? doubtful 61%"."""
    percent = f"{100 * die.confidence:.0f}%"
    if die.state == "read":
        return f"{die.value} {die.colour} {percent}"
    return f"{die.likely or ''}? {die.state} {percent}"


def _write(canvas: Pixels, text: str, at: tuple[int, int], ink: tuple[int, int, int], unit: int) -> None:
    size = 0.45 * unit
    (width, height), _ = cv2.getTextSize(text, _FONT, size, unit)
    # Letters over a die at the picture's edge move inside it.
    left = int(np.clip(at[0], 0, max(0, canvas.shape[1] - width)))
    foot = int(np.clip(at[1], height + unit, canvas.shape[0] - 1))
    for colour, wide in ((HALO, 3 * unit), (ink, unit)):
        cv2.putText(canvas, text, (left, foot), _FONT, size, colour, wide, cv2.LINE_AA)
