"""Coded dice (drawn.py) with a logo around their code, which the networks written by hand cannot read."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np

from tests.vision.dice.onnx_by_hand import LEVELS
from vision.cameras.frames import Pixels

Shape = Literal["arrow", "cross", "none"]
BLUE, GREEN, WHITE = (163, 79, 31), (61, 122, 31), (215, 215, 215)
"""BGR; of no die's colour may red alone be bright: that is the code of the networks written by hand."""

_SHAPES = {
    "arrow": [(0, -0.38), (0.3, 0.05), (0.12, 0.05), (0.12, 0.36), (-0.12, 0.36), (-0.12, 0.05), (-0.3, 0.05)],
    "cross": [
        (-0.1, -0.38), (0.1, -0.38), (0.1, -0.1), (0.38, -0.1), (0.38, 0.1), (0.1, 0.1),
        (0.1, 0.38), (-0.1, 0.38), (-0.1, 0.1), (-0.38, 0.1), (-0.38, -0.1), (-0.1, -0.1),
    ],
}  # fmt: skip
"""Outlines in faces from the middle."""


def logo_die(
    pixels: Pixels,
    column: int,
    row: int,
    shape: Shape = "arrow",
    turn_deg: float = 0.0,
    body: tuple[int, int, int] = BLUE,
    ink: tuple[int, int, int] = (20, 20, 20),
    value: float = 2.5,
    face_px: float = 32,
) -> None:
    """Draw a die of `face_px` about the cell of 4 x 4 px; its code is of no value unless `value` is a whole one."""
    middle = np.array([4 * column + 1.5, 4 * row + 1.5])
    angle = np.radians(turn_deg)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * face_px
    outlines = [([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], body)]
    if shape != "none":
        outlines.append((_SHAPES[shape], ink))
    for outline, colour in outlines:
        corners = np.array(outline) @ turned.T + middle
        cv2.fillPoly(pixels, [np.round(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    x, y = 4 * column, 4 * row
    pixels[y : y + 4, x : x + 4] = (0, round(255 * value / LEVELS), 255)
