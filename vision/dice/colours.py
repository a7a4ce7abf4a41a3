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
from vision.dice.records import UNKNOWN_COLOUR, Box
from vision.frames import Pixels

SHIPPED = Path(__file__).parent / "colours.toml"

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
SEEN_PARTS = 2
"""What is seen through a clear die is the ground under it, which goes on beyond it in so many sectors at least. Of 81
clear dice of rendered rolls that were read as a 5 one had it in one only and five in none, of 27 opaque ones six."""

LIGHTNESS_WEIGHT = 0.3
"""How much lightness counts beside hue and saturation: shadow and lamp change it most. Assumed."""
SPREAD = 10.0
"""Standard deviation of one colour's dice about their reference, in units of Lab at lightness 60. Assumed."""
STRANGE = 25.0
"""A body as far as this from a reference is as likely of no enrolled colour. Assumed."""
NAMED = 0.6
"""Probability from which on a colour is named. Assumed."""
CLEAR_PASSES, CLEAR_ADDS = 0.42, 0.06
"""What is seen of a clear die, in linear light: this share of its ground's, and so much of a white card's that its
faces mirror and its body scatters. By least squares on drawn clear dice of 12 rolls, where it is met to 0.02 of a white
card; photographs of clear dice were not at hand."""
CLEAR_WEIGHT = 1.5
"""How much a difference from that counts beside one from an opaque colour: on felt, wood and paper drawn clear dice
were off by 2 to 6 in each of L, a and b (root mean square), two thirds of `SPREAD`."""
MOST_UNEVEN = 12.0
"""A body that spreads over more has no one colour: marbled, or mostly pips. White dice photographed from above spread
over up to 11.5, drawn dice of any colour up to 12.1."""

WHITE_SATURATION, WHITE_LIGHTNESS = 15.0, 72.0
"""An opaque colour of less saturation and more lightness is a white."""
WHITE_OVER_GROUND = (0.75 / 0.9) ** (1 / 3)
"""Lightness (L + 16) of a white die over that of its ground, at least: top face and ground lie flat in the same light,
white plastics throw back 0.75 of it and the whitest cloth or paper 0.9, and L + 16 grows with the cube root."""

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
    """Levels of lightness between the darkest and the lightest of the body's plainest part."""
    ground: Lab
    parts: tuple[Lab, ...] = ()
    """The ground in each of `PARTS` directions, as far as it is in the picture."""


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
    pixels: Pixels,
    middle_px: tuple[float, float],
    face_px: float,
    references: Sequence[Reference],
    others: Sequence[Box] = (),
) -> tuple[str, float]:
    """The name of a die's colour and its probability, 0 to 1; `UNKNOWN_COLOUR` where none is likely enough.

    Pixels are BGR (H, W, 3) uint8, the middle and the side of the top face in its px; `others` are the boxes of other
    dice.
    """
    body = measure_body(pixels, middle_px, face_px, others)
    return (UNKNOWN_COLOUR, 0.0) if body is None else name_colour(body, references)


def chance_of_clear(
    pixels: Pixels,
    middle_px: tuple[float, float],
    face_px: float,
    references: Sequence[Reference],
    others: Sequence[Box] = (),
) -> float:
    """The chance, 0 to 1, that a die is clear, by what a clear one on a part of its ground would look like.

    0 where none of the references is clear, or nothing of die or ground can be measured.
    """
    body = measure_body(pixels, middle_px, face_px, others) if any(each.clear for each in references) else None
    if body is None:
        return 0.0
    likely = _likelihood(_from_clear_on_parts(body))
    return likely / (likely + _likelihood(STRANGE))


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
    lab = _lab((dull if 2 * len(dull) >= len(pixels) else pixels)[np.newaxis])[0]
    ordered = np.sort(lab[:, 0])
    count = math.ceil(PLAIN * len(ordered))
    spans = ordered[count - 1 :] - ordered[: len(ordered) - count + 1]
    first = int(spans.argmin())
    low, high = ordered[first], ordered[first + count - 1]
    plain = lab[(lab[:, 0] >= low) & (lab[:, 0] <= high)]
    lightness, right, up = np.median(plain, axis=0).tolist()
    return (lightness, right, up), float(high - low)


def _lab(pixels: Pixels) -> npt.NDArray[np.float64]:
    """Lab with a and b as at lightness 60. L + 16, a and b all grow with the cube root of the light (CIE 15, 8.2.1)."""
    lab = cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_BGR2Lab).astype(np.float64)
    lab[..., 1:] *= _REFERENCE_LIGHTNESS / (lab[..., :1] + 16)
    return lab


def name_colour(body: Body, references: Sequence[Reference]) -> tuple[str, float]:
    """The likeliest of the colours and its probability beside the others and none; as `colour_at`.

    An opaque colour is doubted where part of the ground, seen through a clear die, would look like it; a die is clear
    only if it looks like the ground all around, seen so.
    """
    if body.uneven > MOST_UNEVEN:
        return UNKNOWN_COLOUR, 0.0
    likely = [_likelihood(_distance(body, each)) for each in references]
    none = _likelihood(STRANGE)
    best = max(range(len(likely)), key=likely.__getitem__, default=None)
    if best is None:
        return UNKNOWN_COLOUR, 0.0
    doubt = 0.0
    if not references[best].clear and any(each.clear for each in references):
        doubt = _likelihood(_from_clear_on_parts(body))
    sure = likely[best] / (sum(likely) + none + doubt)
    return (references[best].name if sure >= NAMED else UNKNOWN_COLOUR), sure


def _likelihood(distance: float) -> float:
    return math.exp(-((distance / SPREAD) ** 2) / 2)


def _distance(body: Body, reference: Reference) -> float:
    """From a die to a colour, in units of Lab at lightness 60."""
    if reference.clear:
        return _from_clear(body, body.ground)
    own = reference.lab()
    too_dark = 0.0
    if own[0] > WHITE_LIGHTNESS and math.hypot(*own[1:]) < WHITE_SATURATION:
        too_dark = max(0.0, WHITE_OVER_GROUND * (body.ground[0] + 16) - (body.body[0] + 16))
    return math.hypot(apart(body.body, own), too_dark)


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
    own = cv2.cvtColor(_as_at_own_lightness(lab), cv2.COLOR_Lab2BGR)[0, 0]
    blue, green, red = np.clip(np.rint(own * 255), 0, 255).astype(int).tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


def _as_at_own_lightness(lab: Lab) -> npt.NDArray[np.float32]:
    """One pixel (1, 1, 3) of CIE Lab as the book has it."""
    lightness, right, up = lab
    part = (lightness + 16) / _REFERENCE_LIGHTNESS
    return np.array([[[lightness, right * part, up * part]]], np.float32)


def _from_clear(body: Body, on: Lab) -> float:
    """How far a die is from letting the ground `on` show through: of its hue but paler, and darker than it
    where it is light, lighter where it is dark.
    """
    ground = np.clip(cv2.cvtColor(_as_at_own_lightness(on), cv2.COLOR_Lab2LBGR), 0, 1)
    lightness, right, up = _of_light(CLEAR_PASSES * ground + CLEAR_ADDS)
    away = (body.body[0] - lightness, body.body[1] - right, body.body[2] - up)
    return CLEAR_WEIGHT * math.hypot(*away)


def _from_clear_on_parts(body: Body) -> float:
    """How far a die is from letting the likeliest `SEEN_PARTS` of its ground show through; infinite without ground."""
    return max(sorted(_from_clear(body, ground) for ground in body.parts)[:SEEN_PARTS], default=math.inf)


def _of_light(pixel: npt.NDArray[np.float32]) -> Lab:
    """The colour of one pixel (1, 1, 3) of linear light, BGR, 1 for white."""
    lab = cv2.cvtColor(pixel, cv2.COLOR_LBGR2Lab)[0, 0].astype(np.float64)
    lightness, right, up = (lab * (1, *2 * (_REFERENCE_LIGHTNESS / (lab[0] + 16),))).tolist()
    return lightness, right, up
