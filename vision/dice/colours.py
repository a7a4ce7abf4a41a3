"""Which of the enrolled colours a die has, by the median of its body beside the ground around it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError
from vision.dice.records import UNKNOWN_COLOUR
from vision.frames import Pixels

SHIPPED = Path(__file__).parent / "colours.toml"

BODY_FACES = 0.42
"""Radius of the disc of a face that is looked at: inside it however the die is turned, and free of its edges."""
GROUND_FACES = (1.0, 1.4)
"""Radii of the ring around a die that is taken for the ground: beyond its corners and most of its shadow."""
GLARE = 250
"""Pixels with all channels from here on are a lamp's reflection, unless most of the body is as bright."""
OUTLIERS = 2.5
"""Pixels further from the median lightness than so many median deviations are pips and edges."""

LIGHTNESS_WEIGHT = 0.3
"""How much lightness counts beside hue and saturation: shadow and lamp change it most. Assumed."""
SPREAD = 10.0
"""Standard deviation of one colour's dice about their reference, in units of Lab at lightness 60. Assumed."""
STRANGE = 25.0
"""A body as far as this from a reference is as likely of no enrolled colour. Assumed."""
NAMED = 0.6
"""Probability from which on a colour is named. Assumed."""
CLEAR_CONTRAST = 0.5
"""How much a difference in lightness from the ground speaks against a clear die. Assumed."""
CLEAR_SATURATION = 0.7
"""A clear die has at most this part of its ground's saturation. Assumed."""
CLEAR_UNEVEN = 5.0
"""Median deviation of lightness that a clear die has at least: glints and edges show within it. Assumed."""

CLEAR_EVEN = 6.0
"""How much each degree of evenness beyond that speaks against a clear die. Assumed."""

TOO_NEAR = 2 * SPREAD
"""Two colours nearer than this cannot be told apart: a die that is one `SPREAD` off may be of either."""

_REFERENCE_LIGHTNESS = 60.0 + 16

Lab = tuple[float, float, float]
"""L 0 to 100, a and b of CIE Lab, these two as they would be at lightness 60: exposure does not change them."""


class ColoursUnreadable(CompanionError, ValueError):
    """A file of colours that says something that cannot be meant."""


class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour that dice may have; either `rgb`, as "#rrggbb", or `clear`."""

    name: str
    source: Literal["assumed", "enrolled"]
    rgb: str = ""
    clear: bool = False

    def lab(self) -> Lab:
        """The colour of its body. Of a clear one raises `ValueError`."""
        red, green, blue = (int(self.rgb[at : at + 2], 16) for at in (1, 3, 5))
        lightness, right, up = _lab(np.array([[[blue, green, red]]], np.uint8))[0, 0].tolist()
        return lightness, right, up


class _Enrolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: tuple[Reference, ...]


class Body(msgspec.Struct, frozen=True):
    """What was measured of one die."""

    body: Lab
    uneven: float
    """Median deviation of the lightness in the body."""
    ground: Lab


@cache
def shipped_colours() -> tuple[Reference, ...]:
    """The colours that come with the companion."""
    return load_colours(SHIPPED)


def load_colours(path: Path) -> tuple[Reference, ...]:
    """The colours of a TOML file. Raises `ColoursUnreadable` with what is wrong in it."""
    try:
        colours = msgspec.toml.decode(path.read_bytes(), type=_Enrolled).colour
    except FileNotFoundError:
        raise ColoursUnreadable(f"There is no file {path}. See that its name is written as on the disk.") from None
    except (msgspec.DecodeError, OSError) as error:
        raise ColoursUnreadable(f"{path}: {error}. Compare it with {SHIPPED}.") from error
    names = [each.name for each in colours]
    for each in colours:
        if names.count(each.name) > 1 or not _is_name(each.name):
            raise ColoursUnreadable(
                f'{path}: the name "{each.name}" cannot be used. Give each colour a name of its own.'
            )
        if not is_sound(each):
            raise ColoursUnreadable(
                f'{path}: "{each.name}" needs one of rgb = "#rrggbb" and clear = true. Write one of them.'
            )
    return colours


def is_sound(colour: Reference) -> bool:
    """Whether a colour has a name that dice may have, and is one of opaque and clear."""
    return _is_name(colour.name) and (not colour.rgb if colour.clear else _is_rgb(colour.rgb))


def _is_name(name: str) -> bool:
    return name not in ("", UNKNOWN_COLOUR)


def _is_rgb(text: str) -> bool:
    return len(text) == 7 and text[0] == "#" and all(letter in "0123456789abcdefABCDEF" for letter in text[1:])


def colour_at(
    pixels: Pixels, middle_px: tuple[float, float], face_px: float, references: Sequence[Reference]
) -> tuple[str, float]:
    """The name of a die's colour and its probability, 0 to 1; `UNKNOWN_COLOUR` where none is likely enough.

    Pixels are BGR (H, W, 3) uint8, the middle and the side of the top face in its px.
    """
    body = measure_body(pixels, middle_px, face_px)
    return (UNKNOWN_COLOUR, 0.0) if body is None else name_colour(body, references)


def measure_body(pixels: Pixels, middle_px: tuple[float, float], face_px: float) -> Body | None:
    """The colour of a die's body and of the ground around it; None where either lies beside the picture."""
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
    inside, around = part[away <= BODY_FACES], part[(away >= GROUND_FACES[0]) & (away <= GROUND_FACES[1])]
    if not len(inside) or not len(around):
        return None
    body, uneven = _typical(inside)
    return Body(body, uneven, _typical(around)[0])


def _typical(pixels: Pixels) -> tuple[Lab, float]:
    """The median of pixels (N, 3) without glare and outliers, and the median deviation of their lightness."""
    dull = pixels[(pixels < GLARE).any(axis=1)]
    lab = _lab((dull if 2 * len(dull) >= len(pixels) else pixels)[np.newaxis])[0]
    away = np.abs(lab[:, 0] - np.median(lab[:, 0]))
    uneven = float(np.median(away))
    lightness, right, up = np.median(lab[away <= OUTLIERS * uneven + 2], axis=0).tolist()
    return (lightness, right, up), uneven


def _lab(pixels: Pixels) -> npt.NDArray[np.float64]:
    """Lab with a and b as at lightness 60. L + 16, a and b all grow with the cube root of the light (CIE 15, 8.2.1)."""
    lab = cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_BGR2Lab).astype(np.float64)
    lab[..., 1:] *= _REFERENCE_LIGHTNESS / (lab[..., :1] + 16)
    return lab


def name_colour(body: Body, references: Sequence[Reference]) -> tuple[str, float]:
    """The likeliest of the colours and its probability beside the others and none; as `colour_at`."""
    likely = [math.exp(-((_distance(body, each) / SPREAD) ** 2) / 2) for each in references]
    none = math.exp(-((STRANGE / SPREAD) ** 2) / 2)
    best = max(range(len(likely)), key=likely.__getitem__, default=None)
    if best is None:
        return UNKNOWN_COLOUR, 0.0
    sure = likely[best] / (sum(likely) + none)
    return (references[best].name if sure >= NAMED else UNKNOWN_COLOUR), sure


def _distance(body: Body, reference: Reference) -> float:
    """From a die to a colour, in units of Lab at lightness 60."""
    if reference.clear:
        return _from_clear(body)
    return apart(body.body, reference.lab())


def apart(one: Lab, other: Lab) -> float:
    """How far two colours are from each other, in units of Lab at lightness 60."""
    lightness, right, up = (own - its for own, its in zip(one, other, strict=True))
    return math.hypot(LIGHTNESS_WEIGHT * lightness, right, up)


def too_near(one: Reference, other: Reference) -> bool:
    """Whether dice of these two would be taken for each other."""
    if one.clear or other.clear:
        return one.clear and other.clear
    return apart(one.lab(), other.lab()) < TOO_NEAR


def rgb_of(lab: Lab) -> str:
    """The colour as "#rrggbb": what `Reference.lab` turns into these numbers again, to a level of each channel."""
    lightness, right, up = lab
    part = (lightness + 16) / _REFERENCE_LIGHTNESS
    own = np.array([[[lightness, right * part, up * part]]], np.float32)
    blue, green, red = np.clip(np.rint(cv2.cvtColor(own, cv2.COLOR_Lab2BGR)[0, 0] * 255), 0, 255).astype(int).tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


def _from_clear(body: Body) -> float:
    """How far a die is from letting its ground show through: a little paler, about as bright, and uneven."""
    _, right, up = body.body
    _, ground_right, ground_up = body.ground
    strength = math.hypot(ground_right, ground_up)
    part = (right * ground_right + up * ground_up) / strength**2 if strength > 0 else 0.0
    kept = min(max(part, 0.0), 1.0)
    hue = math.hypot(right - kept * ground_right, up - kept * ground_up)
    saturated = max(0.0, kept - CLEAR_SATURATION) * strength
    contrast = CLEAR_CONTRAST * abs(body.body[0] - body.ground[0])
    even = CLEAR_EVEN * max(0.0, CLEAR_UNEVEN - body.uneven)
    return math.hypot(hue, saturated, contrast, even)
