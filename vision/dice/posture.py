"""The network that knows whether a die is there and lies flat, in a tray that is seen straight from above.

One die that leans towards the camera looks as another one does that lies flat, so no picture alone tells them apart.
Once the tray is rectified at the height of the top faces, a flat die's top is a square of known size, and its sides
reach from there towards the camera as far as the slope of sight says; a die that leans or lies on another fits neither.
Nor does a print on the table that has no height at all.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.cameras.frames import Pixels
from vision.dice.network import Floats, checked, load, run

POSTURE_PX = 80
"""Side of the pictures that the network sees."""
POSTURE_FACES = 2.5
"""How much of the table such a one shows, in sides of a face."""
TOLD, ANSWERS = 3, 6
"""Of the network on each place: the logits that a die lies flat there, that one is there and that it is clear, and how
it lies, which is for learning alone."""


class PostureNetwork(Protocol):
    """What tells dice that lie flat from those that do not, and from what is no die."""

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        """Logits (N, `TOLD`) that a die lies flat, that one is there at all and that it is clear, N from 1 on.

        The pictures (N, `POSTURE_PX`, `POSTURE_PX`, 3), BGR, are turned so that the sight runs upwards in them;
        `slopes` (N,) are in mm for each mm of fall.
        """


class OnnxPosture:
    """The network of an ONNX file. One thread at a time. Raises `NetworkUnusable` where it holds none."""

    def __init__(self, file: Path) -> None:
        self._file, self._net = file, load(file)

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        """See `PostureNetwork`."""
        output = run(self._net, network_input(crops, slopes), self._file)
        return checked(output.reshape(len(output), -1), (len(crops), ANSWERS), self._file)[:, :TOLD]


def network_input(crops: Pixels, slopes: Floats) -> Floats:
    """What the network takes, (N, 4, H, W): the picture from 0 to 1, and the slope everywhere in a fourth channel."""
    given = np.empty((len(crops), 4, *crops.shape[1:3]), np.float32)
    given[:, :3] = crops.transpose(0, 3, 1, 2) / np.float32(255)
    given[:, 3] = slopes[:, None, None]
    return given


def crop(pixels: Pixels, middle_px: tuple[float, float], slope: tuple[float, float], face_px: float) -> Pixels:
    """The picture of one die of a rectified tray, turned so that the sight of it runs upwards."""
    step = POSTURE_FACES * face_px / POSTURE_PX
    x, y = slope
    long = math.hypot(x, y)
    # Seen from straight above every way is as good.
    up_x, up_y = (x / long, y / long) if long > 1e-6 else (0.0, -1.0)
    turn = step * np.array([[-up_y, -up_x], [up_x, -up_y]])
    corner = np.asarray(middle_px) - turn @ np.full(2, (POSTURE_PX - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = np.column_stack([turn, corner])
    part = cv2.warpAffine(pixels, matrix, (POSTURE_PX, POSTURE_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(part, dtype=np.uint8)


def chances(network: PostureNetwork, crops: Pixels, slopes: Floats, is_careful: bool = True) -> Floats:
    """The chances (N, `TOLD`), 0 to 1: the mean of what is said, in logits, of each picture and its mirror image.

    Of the picture alone where no care is taken.
    """
    logits = network.look(crops, slopes)
    if is_careful:
        logits = np.asarray((logits + network.look(np.ascontiguousarray(crops[:, :, ::-1]), slopes)) / 2, np.float32)
    return np.asarray(1 / (1 + np.exp(-logits)), np.float32)
