"""Pictures of coded dice, which the networks written by hand read, and of dice with pips."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.vision.dice.onnx_by_hand import LEVELS, colour_classifier, colour_detector
from vision.cameras.frames import Pixels
from vision.dice.network import CHANNELS, CLASSES, CROP_PX, STRIDE, Floats

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each value lie, in steps from the face's middle, as on every die with pips."""
STEP = 0.25
"""Of those steps, in faces."""
READY = (
    'made = "2026-01-31"\ndata = "coded dice"\n[thresholds]\ncandidate = 0.05\nnear = 0.2\nread = 0.98\n'
    "[temperatures]\nobjectness = 1.0\nvalue = 1.0\n"
)


def write_model(folder: Path) -> Path:
    """The networks written by hand, with their figures, in a new folder; returns it."""
    folder.mkdir()
    (folder / "detector.onnx").write_bytes(colour_detector())
    (folder / "classifier.onnx").write_bytes(colour_classifier())
    (folder / "model.toml").write_text(READY, encoding="utf-8")
    return folder


def cloth(width: int, height: int) -> Pixels:
    """A ground that is no even surface: dark green with lighter stripes of 16 px."""
    pixels = np.full((height, width, 3), (60, 90, 60), np.uint8)
    pixels[:, (np.arange(width) // 16) % 2 == 0] = (90, 120, 90)
    return pixels


WHITE = (215, 215, 215)


def coded(
    pixels: Pixels, value: float, column: int, row: int, red: int = 255, body: tuple[int, int, int] = WHITE
) -> None:
    """Draw a coded die: 32 px wide, coded in this cell of 4 x 4 px. 2.5 is between 2 and 3."""
    x, y = 4 * column, 4 * row
    cv2.rectangle(pixels, (x - 14, y - 14), (x + 17, y + 17), body, -1)
    pixels[y : y + 4, x : x + 4] = (0, round(255 * value / LEVELS), red)


def table(values: Sequence[float], size: tuple[int, int] = (640, 280)) -> Pixels:
    """Coded dice in a row, 80 px apart, the first with its middle at (81.5, 121.5)."""
    pixels = cloth(*size)
    for number, value in enumerate(values):
        coded(pixels, value, 20 + 20 * number, 30)
    return pixels


def pipped(
    value: int,
    face_px: float = 40,
    turn_deg: float = 0,
    body: tuple[int, int, int] = (225, 225, 225),
    pip: tuple[int, int, int] = (30, 30, 30),
    ground: tuple[int, int, int] = (60, 110, 60),
) -> Pixels:
    """A picture of three faces' width and height with one die at its middle."""
    side = round(3 * face_px)
    angle = np.radians(turn_deg)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * face_px
    middle = (side - 1) / 2
    pixels = np.full((side, side, 3), ground, np.uint8)
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ turned.T + middle
    cv2.fillPoly(pixels, [np.round(corners * 16).astype(np.int32)], body, cv2.LINE_AA, 4)
    for at in PIPS[value]:
        x, y = np.array(at) * STEP @ turned.T + middle
        cv2.circle(pixels, (round(x * 16), round(y * 16)), round(0.09 * face_px * 16), pip, -1, cv2.LINE_AA, 4)
    return pixels


class CodedNetworks:
    """Networks that see coded dice as a trained one would: the surer, the nearer a face is to 32 px and a cell to its
    middle.

    Their boxes are as large as the white square in the picture, so that a search for the scale has something to go by.
    """

    def __init__(self) -> None:
        self.calls = 0

    def detect(self, picture: Pixels) -> Floats:
        self.calls += 1
        output = np.zeros((CHANNELS, picture.shape[0] // STRIDE, picture.shape[1] // STRIDE), np.float32)
        output[0], output[11] = -12, -6
        rows, columns = np.mgrid[: output.shape[1], : output.shape[2]]
        lit = (picture[..., 2] > 160).astype(np.uint8)
        count, _, stats, middles = cv2.connectedComponentsWithStats(lit)
        for label in range(1, count):
            width, height = stats[label, 2:4].tolist()
            if min(width, height) < 8:
                continue
            x, y = middles[label].tolist()
            right, down = (x + 0.5) / STRIDE - 0.5 - columns, (y + 0.5) / STRIDE - 0.5 - rows
            near = right**2 + down**2 < 1.5
            output[0][near] = (6 - 40 * np.log(np.sqrt(width * height) / 32) ** 2 - right**2 - down**2)[near]
            output[1][near], output[2][near] = right[near], down[near]
            output[3][near], output[4][near] = np.log(width / 32), np.log(height / 32)
            output[4 + self._value(picture[round(y), round(x)])][near] = 9
        return output

    def classify(self, crops: Pixels) -> Floats:
        logits = np.zeros((len(crops), CLASSES), np.float32)
        for row, crop in zip(logits, crops, strict=True):
            row[self._value(crop[CROP_PX // 2, CROP_PX // 2]) - 1] = 9
        return logits

    @staticmethod
    def _value(pixel: Pixels) -> int:
        return int(np.clip(round(float(pixel[1]) * LEVELS / 255), 1, 6))
