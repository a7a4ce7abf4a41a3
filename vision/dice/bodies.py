"""The colour of a die's body and of the ground around it, by the middle of their plainest parts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.dice.records import Box

BODY_FACES = 0.42
"""Radius of the disc of a face that is looked at: inside it however the die is turned, and free of its edges."""
GROUND_FACES = (1.0, 1.4)
"""Radii of the ring around a die that is taken for the ground: beyond its corners and most of its shadow."""
GLARE = 250
"""Pixels with all channels from here on are a lamp's reflection, unless most of the body is as bright."""
PLAIN = 0.4
"""The colour is that of so many of the pixels, as a share: the most alike in lightness. Six pips of the largest make
and their blurred rims take up to half of the disc, and a median would then lie between body and pips."""
PARTS = 8
"""Sectors of the ring in which the ground is measured once more: a print or a shadow fills some."""
PART_PX = 20
"""A sector of which less is free of other dice tells nothing."""

_REFERENCE_LIGHTNESS = 60.0 + 16

Lab: TypeAlias = tuple[float, float, float]
"""L 0 to 100, a and b of CIE Lab, these two as they would be at lightness 60: exposure does not change them."""


class Body(msgspec.Struct, frozen=True):
    """What was measured of one die."""

    body: Lab
    uneven: float
    """Levels of lightness between the darkest and the lightest of the body's plainest part."""
    ground: Lab
    parts: tuple[Lab, ...] = ()
    """The ground in each of `PARTS` directions, as far as it is in the picture."""


def measure_body(
    pixels: Pixels, middle_px: tuple[float, float], face_px: float, others: Sequence[Box] = ()
) -> Body | None:
    """The colour of a die's body and of the ground around it; None where either lies beside the picture.

    What lies in the boxes of `others` is no ground.
    """
    reach = GROUND_FACES[1] * face_px
    (left, right), (top, bottom) = (
        (max(0, math.floor(at - reach)), min(length, math.ceil(at + reach) + 1))
        for at, length in zip(middle_px, (pixels.shape[1], pixels.shape[0]), strict=True)
    )
    if left >= right or top >= bottom:
        return None
    part = pixels[top:bottom, left:right]
    down, across = np.mgrid[top:bottom, left:right]
    away = np.hypot(across - middle_px[0], down - middle_px[1]) / face_px
    is_ground = (away >= GROUND_FACES[0]) & (away <= GROUND_FACES[1])
    for x0, y0, x1, y1 in others:
        is_ground &= (across < x0) | (across > x1) | (down < y0) | (down > y1)
    inside, around = part[away <= BODY_FACES], part[is_ground]
    if not len(inside) or not len(around):
        return None
    turns = np.arctan2(down - middle_px[1], across - middle_px[0])[is_ground] / (2 * math.pi) + 0.5
    sectors = (around[(turns * PARTS).astype(int) % PARTS == sector] for sector in range(PARTS))
    body, uneven = _typical(inside)
    return Body(body, uneven, _typical(around)[0], tuple(_typical(each)[0] for each in sectors if len(each) >= PART_PX))


def _typical(pixels: Pixels) -> tuple[Lab, float]:
    """The middle of the plainest part of pixels (N, 3) without glare, and over how many levels of lightness it spreads.

    It is the shortest span of lightness that holds the share `PLAIN` (Andrews et al., Robust Estimates of Location,
    1972): pips, edges and neighbours do not move it as long as the body has the most pixels of one lightness.
    """
    dull = pixels[(pixels < GLARE).any(axis=1)]
    lab = to_lab((dull if 2 * len(dull) >= len(pixels) else pixels)[np.newaxis])[0]
    ordered = np.sort(lab[:, 0])
    count = math.ceil(PLAIN * len(ordered))
    spans = ordered[count - 1 :] - ordered[: len(ordered) - count + 1]
    first = int(spans.argmin())
    low, high = ordered[first], ordered[first + count - 1]
    plain = lab[(lab[:, 0] >= low) & (lab[:, 0] <= high)]
    lightness, right, up = np.median(plain, axis=0).tolist()
    return (lightness, right, up), float(high - low)


def to_lab(pixels: Pixels) -> npt.NDArray[np.float64]:
    """Pixels BGR (..., 3) uint8 as `Lab`: L + 16, a and b all grow with the cube root of the light (CIE 15, 8.2.1)."""
    lab = cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_BGR2Lab).astype(np.float64)
    lab[..., 1:] *= _REFERENCE_LIGHTNESS / (lab[..., :1] + 16)
    return lab


def rgb_of(lab: Lab) -> str:
    """The colour as "#rrggbb": what `lab_of` turns into these numbers again, to a level of each channel."""
    own = cv2.cvtColor(_as_at_own_lightness(lab), cv2.COLOR_Lab2BGR)[0, 0]
    blue, green, red = np.clip(np.rint(own * 255), 0, 255).astype(int).tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


def lab_of(rgb: str) -> Lab:
    """The colour that is written "#rrggbb"."""
    red, green, blue = (int(rgb[at : at + 2], 16) for at in (1, 3, 5))
    lightness, right, up = to_lab(np.array([[[blue, green, red]]], np.uint8))[0, 0].tolist()
    return lightness, right, up


def light_of(lab: Lab) -> npt.NDArray[np.float32]:
    """One pixel (1, 1, 3) of linear light, BGR, 1 for white."""
    return np.asarray(np.clip(cv2.cvtColor(_as_at_own_lightness(lab), cv2.COLOR_Lab2LBGR), 0, 1), np.float32)


def lab_of_light(pixel: npt.NDArray[np.float32]) -> Lab:
    """The colour of one pixel as `light_of` gives it."""
    lab = cv2.cvtColor(pixel, cv2.COLOR_LBGR2Lab)[0, 0].astype(np.float64)
    lightness, right, up = (lab * (1, *2 * (_REFERENCE_LIGHTNESS / (lab[0] + 16),))).tolist()
    return lightness, right, up


def _as_at_own_lightness(lab: Lab) -> npt.NDArray[np.float32]:
    """One pixel (1, 1, 3) of CIE Lab as the book has it."""
    lightness, right, up = lab
    part = (lightness + 16) / _REFERENCE_LIGHTNESS
    return np.array([[[lightness, right * part, up * part]]], np.float32)
