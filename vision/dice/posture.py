"""Whether a die lies flat: told of a tray that is seen straight from above, where it is known where the camera is.

One die that leans towards the camera looks as another one does that lies flat, so no picture alone tells them apart.
Once the tray is rectified at the height of the top faces, a flat die's top is a square of known size, and its sides
reach from there towards the camera as far as the slope of sight says; a die that leans or lies on another fits neither.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.dice.network import Floats, checked, load, run
from vision.dice.records import Die
from vision.frames import Pixels

POSTURE_PX = 80
"""Side of the pictures that the network sees."""
POSTURE_FACES = 2.5
"""How much of the table such a one shows, in sides of a face."""
ANSWERS = 4
"""Of the network on each die: the logit that it lies flat, and how it lies, which is for learning alone."""
JUDGED = ("read", "doubtful")
"""States of dice whose posture is asked for: of the others nothing is read anyway."""


class PostureNetwork(Protocol):
    """What tells dice that lie flat from those that do not."""

    def flat(self, crops: Pixels, slopes: Floats) -> Floats:
        """Logits (N,) that a die lies flat, for pictures (N, `POSTURE_PX`, `POSTURE_PX`, 3), BGR, N from 1 on.

        Each is turned so that the sight runs upwards in it, `slopes` (N,) mm for each mm of fall.
        """


class OnnxPosture:
    """The network of an ONNX file. One thread at a time. Raises `NetworkUnusable` where it holds none."""

    def __init__(self, file: Path) -> None:
        self._file, self._net = file, load(file)

    def flat(self, crops: Pixels, slopes: Floats) -> Floats:
        """See `PostureNetwork`."""
        output = run(self._net, network_input(crops, slopes), self._file)
        return checked(output.reshape(len(output), -1), (len(crops), ANSWERS), self._file)[:, 0]


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


def tell_cocked(
    pixels: Pixels,
    dice: Sequence[Die],
    slopes: Sequence[tuple[float, float]],
    face_px: float,
    network: PostureNetwork,
    least: float,
) -> list[Die]:
    """The dice, in their order, those "cocked" that lie flat by less than the chance `least`, 0 to 1.

    `pixels` is the tray rectified at the height of the top faces, `slopes` (right, down) is that of each die's sight.
    """
    asked = [at for at, die in enumerate(dice) if die.state in JUDGED]
    if not asked:
        return list(dice)
    crops = np.stack([crop(pixels, dice[at].middle_px, slopes[at], face_px) for at in asked])
    steep = np.array([math.hypot(*slopes[at]) for at in asked], np.float32)
    judged = list(dice)
    for at, chance in zip(asked, chances(network, crops, steep).tolist(), strict=True):
        if chance < least:
            judged[at] = replace(dice[at], value=None, state="cocked")
    return judged


def chances(network: PostureNetwork, crops: Pixels, slopes: Floats) -> Floats:
    """The chance of each (N,), 0 to 1, to lie flat: the mean of what is said, in logits, of it and its mirror image."""
    mirrored = np.ascontiguousarray(crops[:, :, ::-1])
    logits = (network.flat(crops, slopes) + network.flat(mirrored, slopes)) / 2
    return np.asarray(1 / (1 + np.exp(-logits)), np.float32)
