"""Which of the enrolled colours a die has, by its body beside the ground around it, and whether it may be clear."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from companion.errors import CompanionError
from companion.runtime.plain_text import NotUtf8
from companion.runtime.toml_file import read_toml
from vision.dice.bodies import Body, Lab, lab_of, lab_of_light, light_of
from vision.dice.records import UNKNOWN_COLOUR

SHIPPED = Path(__file__).parent / "colours.toml"

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
        return lab_of(self.rgb)


class _Enrolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: tuple[Reference, ...]


@cache
def shipped_colours() -> tuple[Reference, ...]:
    """The colours that come with the companion."""
    return load_colours(SHIPPED)


def load_colours(path: Path) -> tuple[Reference, ...]:
    """The colours of a TOML file. Raises `ColoursUnreadable` with what is wrong in it."""
    try:
        colours = msgspec.convert(read_toml(path), _Enrolled).colour
    except FileNotFoundError:
        raise ColoursUnreadable(f"There is no file {path}. See that its name is written as on the disk.") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, NotUtf8, OSError) as error:
        raise ColoursUnreadable(f"{path}: {error}. Compare it with {SHIPPED}.") from error
    names = Counter(each.name for each in colours)
    for each in colours:
        if names[each.name] > 1 or not _is_name(each.name):
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


def may_be_clear(references: Sequence[Reference]) -> bool:
    """Whether dice of these colours may be clear. Where none may, nothing is asked because it might be."""
    return any(each.clear for each in references)


def without_clear(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """The colours of a box that has no clear dice."""
    return tuple(each for each in references if not each.clear)


def chance_of_clear(body: Body | None, references: Sequence[Reference]) -> float:
    """The chance, 0 to 1, that a die is clear, by what a clear one on a part of its ground would look like.

    0 where none of the references is clear, or the body could not be measured.
    """
    if body is None or not may_be_clear(references):
        return 0.0
    likely = _likelihood(_from_clear_on_parts(body))
    return likely / (likely + _likelihood(STRANGE))


def name_colour(body: Body | None, references: Sequence[Reference]) -> tuple[str, float]:
    """The likeliest of the colours and its probability beside the others and none, 0 to 1.

    `UNKNOWN_COLOUR` where none is likely enough, or the body could not be measured.

    An opaque colour is doubted where part of the ground, seen through a clear die, would look like it; a die is clear
    only if it looks like the ground all around, seen so.
    """
    if body is None or body.uneven > MOST_UNEVEN:
        return UNKNOWN_COLOUR, 0.0
    likely = [_likelihood(_distance(body, each)) for each in references]
    none = _likelihood(STRANGE)
    best = max(range(len(likely)), key=likely.__getitem__, default=None)
    if best is None:
        return UNKNOWN_COLOUR, 0.0
    doubt = 0.0
    if not references[best].clear and may_be_clear(references):
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


def _from_clear(body: Body, on: Lab) -> float:
    """How far a die is from letting the ground `on` show through: of its hue but paler, and darker than it
    where it is light, lighter where it is dark.
    """
    lightness, right, up = lab_of_light(CLEAR_PASSES * light_of(on) + CLEAR_ADDS)
    away = (body.body[0] - lightness, body.body[1] - right, body.body[2] - up)
    return CLEAR_WEIGHT * math.hypot(*away)


def _from_clear_on_parts(body: Body) -> float:
    """How far a die is from letting the likeliest `SEEN_PARTS` of its ground show through; infinite without ground."""
    return max(sorted(_from_clear(body, ground) for ground in body.parts)[:SEEN_PARTS], default=math.inf)
