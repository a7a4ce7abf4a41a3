"""The network that reads clear dice in a tray: what is on top, and what is seen through them.

Seen through a clear die its lower face lies behind the upper one, moved by what it lies lower: 2 over 5 look like a 5.
How far it is moved, and which way, follows from where the camera is. So the network sees a die as the camera's own
picture shows it, made flat at the height of its top face and turned so that the camera lies below, and how steep the
sight is. It is asked of dice that look clear; where it is not sure the die is asked about.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TypeAlias

import cv2
import numpy as np

from vision.camera_pose import PosedCamera
from vision.cameras.frames import Pixels
from vision.dice.decoder import softmax
from vision.dice.network import Floats, checked, load, run
from vision.dice.posture import network_input
from vision.dice.records import Die
from vision.mat import Matrix

CLEAR_PX = 64
"""Side of the pictures that the network sees."""
CLEAR_FACES = 24.6 / 16
"""How much of the table such a one shows, in sides of a die."""
ANSWERS, UNTOLD = 7, 6
"""Of the network on each place: logits of the values 1 to 6, and that none can be told."""
AGAIN_DICE = 0.2
"""How much further a die is looked at once more. Of 273 clear dice of rendered rolls the boxes of 13 lay 0.13 to 0.4 of
a die too near to the camera, of two as far beyond."""

LookThrough: TypeAlias = Callable[[Sequence[Die]], Floats]
"""Tells of dice, N from 1 on, the chances (N, `ANSWERS`)."""


class ClearNetwork(Protocol):
    """What tells the values of clear dice."""

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        """Logits (N, `ANSWERS`) of pictures (N, `CLEAR_PX`, `CLEAR_PX`, 3), BGR, N from 1 on.

        They are turned so that the sight runs upwards in them; `slopes` (N,) are in mm for each mm of fall.
        """


class OnnxClear:
    """The network of an ONNX file. One thread at a time. Raises `NetworkUnusable` where it holds none."""

    def __init__(self, file: Path) -> None:
        self._file, self._net = file, load(file)

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        """See `ClearNetwork`."""
        output = run(self._net, network_input(crops, slopes), self._file)
        return checked(output.reshape(len(output), -1), (len(crops), ANSWERS), self._file)


def look_at(
    pixels: Pixels,
    camera: PosedCamera,
    places_mm: Sequence[tuple[float, float]],
    die_mm: float,
    network: ClearNetwork,
    temperature: float,
    least: float,
) -> Floats:
    """The chances (N, `ANSWERS`) of dice that lie at these places over the mat, by a straight picture of its camera.

    Where that tells no value with the chance `least`, the die is looked at once more a little further away: a lower
    face that shines through draws the detector's box towards the camera.
    """
    to_px = np.asarray(np.linalg.inv(camera.plane(die_mm)), np.float64)

    def look(places: Sequence[tuple[float, float]]) -> Floats:
        slopes = [camera.slope(*place, die_mm) for place in places]
        crops = np.stack([crop(pixels, to_px, at, slope, die_mm) for at, slope in zip(places, slopes, strict=True)])
        steep = np.array([math.hypot(*slope) for slope in slopes], np.float32)
        return tempered(mirrored_too(network, crops, steep), temperature)

    chances = look(places_mm)
    unsure = np.flatnonzero(chances[:, :UNTOLD].max(axis=1) < least).tolist()
    if unsure:
        again = look([_further(places_mm[at], camera.slope(*places_mm[at], die_mm), die_mm) for at in unsure])
        for at, row in zip(unsure, again, strict=True):
            if row[:UNTOLD].max() >= least:
                chances[at] = row
    return chances


def _further(place_mm: tuple[float, float], slope: tuple[float, float], die_mm: float) -> tuple[float, float]:
    """A place a little further along the sight of a die."""
    part = AGAIN_DICE * die_mm / max(math.hypot(*slope), 1e-6)
    return place_mm[0] + part * slope[0], place_mm[1] + part * slope[1]


def crop(
    pixels: Pixels,
    to_px: Matrix,
    middle_mm: tuple[float, float],
    slope: tuple[float, float],
    die_mm: float,
    side_px: int = CLEAR_PX,
) -> Pixels:
    """The picture of one die out of the camera's, BGR, turned so that the sight of it runs upwards.

    `to_px` is (3, 3) from mm of the plane of the top faces to px; `slope` (right, down) is that of the die's sight. A
    larger `side_px` shows more of the table at the same scale.
    """
    step = CLEAR_FACES * die_mm / CLEAR_PX
    x, y = slope
    long = math.hypot(x, y)
    # Seen from straight above every way is as good.
    up_x, up_y = (x / long, y / long) if long > 1e-6 else (0.0, -1.0)
    turn = step * np.array([[-up_y, -up_x], [up_x, -up_y]])
    corner = np.asarray(middle_mm) - turn @ np.full(2, (side_px - 1) / 2)
    to_mm = np.vstack([np.column_stack([turn, corner]), [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    part = cv2.warpPerspective(pixels, to_px @ to_mm, (side_px, side_px), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(part, dtype=np.uint8)


def mirrored_too(network: ClearNetwork, crops: Pixels, slopes: Floats) -> Floats:
    """Logits (N, `ANSWERS`): the mean of what is said of each picture and its mirror image."""
    mirrored = np.ascontiguousarray(crops[:, :, ::-1])
    return np.asarray((network.look(crops, slopes) + network.look(mirrored, slopes)) / 2, np.float32)


def tempered(logits: Floats, temperature: float) -> Floats:
    """Chances (N, `ANSWERS`) that add up to 1."""
    return np.asarray(softmax(logits.astype(np.float64) / temperature), np.float32)


def seen_through(die: Die, chances: Floats, least: float) -> Die:
    """A clear die as it is told by the chances (`ANSWERS`,) of its values: from `least` on it is read."""
    likely = int(chances[:UNTOLD].argmax()) + 1
    sure = float(chances[likely - 1])
    if sure >= least:
        return replace(die, value=likely, state="read", likely=likely, confidence=sure)
    return replace(die, value=None, state="doubtful", likely=likely, confidence=min(sure, die.confidence))
