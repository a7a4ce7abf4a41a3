"""Colours of drawn dice: in daylight, in shadow, turned, with pips; clear ones by the ground that shows through."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.dice.drawn import pipped
from vision.cameras.frames import Pixels
from vision.dice.bodies import Body, measure_body, rgb_of
from vision.dice.colours import (
    ColoursUnreadable,
    Reference,
    apart,
    chance_of_clear,
    load_colours,
    name_colour,
    shipped_colours,
    too_near,
)
from vision.dice.transparency import LIKELY
from vision.virtual.dice.lamps import Lamp
from vision.virtual.dice.makes import MAKES
from vision.virtual.dice.painter import paint_dice
from vision.virtual.dice.projections import projected, projection
from vision.virtual.dice.records import LyingDie
from vision.virtual.shot import CameraPose, Shot

FELT = (40, 90, 30)
DRAWN = {"red": "#b5202b", "blue": "#1f4fa3", "green": "#1f7a3d", "yellow": "#e6b81e", "purple": "#5b2c83"}
MIDDLE = (59.5, 59.5)


def bgr(rgb: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(rgb[1:])
    return blue, green, red


def name(pixels: Pixels, middle_px: tuple[float, float] = MIDDLE, face_px: float = 40) -> str:
    return name_colour(measure_body(pixels, middle_px, face_px), shipped_colours())[0]


@pytest.mark.parametrize("colour", DRAWN)
@pytest.mark.parametrize("value", [1, 6])
def test_each_colour_is_named_by_its_body_and_not_its_pips(colour: str, value: int) -> None:
    pixels = pipped(value, turn_deg=30, body=bgr(DRAWN[colour]), pip=(235, 235, 235), ground=FELT)
    assert name(pixels) == colour
    assert name_colour(measure_body(pixels, MIDDLE, 40), shipped_colours())[1] > 0.8


@pytest.mark.parametrize("colour", DRAWN)
def test_a_colour_in_shadow_is_the_same(colour: str) -> None:
    """Half of the light; sRGB's curve makes that 0.735 of the number."""
    pixels = pipped(3, body=bgr(DRAWN[colour]), pip=(235, 235, 235), ground=FELT)
    assert name((pixels * 0.735).astype(np.uint8)) == colour


def test_a_white_die_on_felt_is_white() -> None:
    assert name(pipped(5, ground=FELT)) == "white"


@cache
def painted(colour: str, ground: tuple[int, int, int], make: int, value: int = 4) -> tuple[Pixels, float]:
    """A die of the virtual table, seen from straight above on a plain ground, and how wide its top face is in px.

    The middle of that face is in the middle of the picture.
    """
    shot = Shot(CameraPose(fill=1.0), width_px=240, height_px=240)
    to_px, die = projection(100, 100, shot), LyingDie(50, 50, 20, value, colour, make=make)
    grained = np.random.default_rng(3).normal(0, 2, (240, 240, 3)) + ground
    pixels = paint_dice(np.clip(grained, 0, 255).astype(np.uint8), [die], to_px, Lamp(from_deg=310))
    left, right = projected(to_px, np.array([[42.0, 50.0, 16.0], [58.0, 50.0, 16.0]]))
    return pixels, float(right[0] - left[0])


@pytest.mark.parametrize("make", range(len(MAKES)))
@pytest.mark.parametrize(
    "ground", [FELT, (235, 232, 225), (45, 45, 48), (110, 30, 35), (95, 140, 185), (120, 120, 120)]
)
def test_clear_and_white_dice_are_never_taken_for_each_other(ground: tuple[int, int, int], make: int) -> None:
    """On felt, paper, and wood; a die in doubt has no name."""
    clear, face_px = painted("clear", ground, make)
    white, _ = painted("white", ground, make)
    assert name(clear, (119.5, 119.5), face_px) in ("clear", "unknown")
    assert name(white, (119.5, 119.5), face_px) == "white"


def test_a_die_is_clear_as_its_ground_has_it() -> None:
    """Of printed cards and felt alike: three of four clear dice are named, whatever the make."""
    grounds = (FELT, (235, 232, 225), (45, 45, 48), (95, 140, 185))
    drawn = [painted("clear", ground, make) for ground in grounds for make in range(len(MAKES))]
    called = [name(pixels, (119.5, 119.5), face_px) for pixels, face_px in drawn]
    assert called.count("clear") >= 0.75 * len(called)


@pytest.mark.parametrize("ground", [FELT, (235, 232, 225), (45, 45, 48), (95, 140, 185)])
def test_a_die_that_may_be_clear_is_known_from_an_opaque_one(ground: tuple[int, int, int]) -> None:
    """Of printed cards and felt alike, whatever the make; of opaque ones green on felt is the nearest."""

    def may_be(colour: str, make: int) -> bool:
        pixels, face_px = painted(colour, ground, make)
        return chance_of_clear(measure_body(pixels, (119.5, 119.5), face_px), shipped_colours()) >= LIKELY

    makes = range(len(MAKES))
    assert [may_be("clear", make) for make in makes] == [True] * len(makes)
    assert [may_be(colour, make) for colour in ("white", "red", "yellow") for make in makes] == [False] * 3 * len(makes)


def test_white_is_doubted_where_it_is_darker_than_its_ground() -> None:
    """A white die on a ground of lightness 75 has at least 0.94 of (75 + 16), which is 69.6; here it has 55."""
    white = (Reference("white", "assumed", "#e8e6e0"), Reference("clear", "assumed", clear=True))
    assert name_colour(Body((72, 0, 4), 3, (75, 0, 2)), white)[0] == "white"
    assert name_colour(Body((55, 0, 4), 3, (75, 0, 2)), white)[0] != "white"


def test_a_marbled_die_has_no_one_colour() -> None:
    rng = np.random.default_rng(5)
    pixels = pipped(1, body=(120, 120, 120), ground=FELT)
    pixels[40:80, 40:80] = rng.choice(
        np.array([[20, 20, 20], [90, 90, 90], [180, 180, 180], [240, 240, 240]]), (40, 40)
    )
    assert name(pixels) == "unknown"


def test_a_colour_that_is_not_enrolled_is_none() -> None:
    name_, sure = name_colour(measure_body(pipped(5, body=bgr("#ff8ad4")), MIDDLE, 40), shipped_colours())
    assert (name_, sure < 0.6) == ("unknown", True)
    assert name_colour(measure_body(pipped(5), MIDDLE, 40), ()) == ("unknown", 0.0)


def test_glare_over_a_third_of_a_die_does_not_bleach_it() -> None:
    pixels = pipped(2, body=bgr(DRAWN["red"]), pip=(235, 235, 235), ground=FELT)
    pixels[45:75, 62:74] = 255
    assert name(pixels) == "red"


def test_without_ground_or_body_in_the_picture_nothing_is_named() -> None:
    assert measure_body(pipped(5), (-300, -300), 40) is None
    assert measure_body(np.full((20, 20, 3), 90, np.uint8), (10, 10), 40) is None
    assert name_colour(None, shipped_colours()) == ("unknown", 0.0)
    assert chance_of_clear(None, shipped_colours()) == 0


def test_lab_is_that_of_the_book() -> None:
    """sRGB #b5202b: L 39.4, a 57.2, b 34.9 (D65, CIE 1976); a and b as at lightness 60 are 76 / 55.4 of that."""
    lightness, right, up = Reference("red", "assumed", "#b5202b").lab()
    assert lightness == pytest.approx(39, abs=1)
    assert right * (lightness + 16) / 76 == pytest.approx(57.2, abs=2)
    assert up * (lightness + 16) / 76 == pytest.approx(34.9, abs=3)


def test_an_enrolled_colour_counts_instead(tmp_path: Path) -> None:
    file = tmp_path / "colours.toml"
    file.write_text('[[colour]]\nname = "pink"\nrgb = "#ff8ad4"\nsource = "enrolled"\n', encoding="utf-8")
    colours = load_colours(file)
    assert colours == (Reference("pink", "enrolled", "#ff8ad4"),)
    assert name_colour(measure_body(pipped(5, body=bgr("#ff8ad4")), MIDDLE, 40), colours)[0] == "pink"


def test_a_clear_die_has_nothing_of_its_own() -> None:
    clear = (Reference("clear", "assumed", clear=True),)
    felt = (40.0, -30.0, 25.0)
    assert name_colour(Body((42, -12, 10), 12, felt), clear)[0] == "clear"
    for opaque in (Body((90, 0, 0), 12, felt), Body((40, 60, 30), 12, felt), Body((40, -30, 25), 1, felt)):
        assert name_colour(opaque, clear)[0] == "unknown"


def test_the_shipped_colours_are_five_crews_white_and_clear_all_assumed() -> None:
    colours = shipped_colours()
    assert [each.name for each in colours] == [*DRAWN, "white", "clear"]
    assert {each.source for each in colours} == {"assumed"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[[colour]]\nname = "red"\nsource = "enrolled"\n', '"red" needs one of rgb = "#rrggbb" and clear = true'),
        ('[[colour]]\nname = "red"\nrgb = "b5202b"\nsource = "enrolled"\n', '"red" needs one of'),
        ('[[colour]]\nname = "unknown"\nclear = true\nsource = "enrolled"\n', 'the name "unknown" cannot be used'),
        ('[[colour]]\nname = "red"\nrgb = "#b5202b"\nsource = "guessed"\n', "guessed"),
        ('[[colour]]\nname = "red"\nhue = 3\nsource = "enrolled"\n', "hue"),
        ("[[colour]\n", "Compare it with"),
    ],
)
def test_a_file_that_cannot_be_meant_is_told(tmp_path: Path, text: str, wrong: str) -> None:
    file = tmp_path / "colours.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ColoursUnreadable) as raised:
        load_colours(file)
    assert str(raised.value).startswith(f"{file}: ")
    assert wrong in str(raised.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ColoursUnreadable, match="There is no file"):
        load_colours(tmp_path / "none.toml")


@pytest.mark.parametrize("rgb", [*DRAWN.values(), "#000000", "#ffffff", "#7f7f7f"])
def test_a_measured_colour_is_written_as_it_is_read(rgb: str) -> None:
    written, known = (bytes.fromhex(each[1:]) for each in (rgb_of(Reference("a", "enrolled", rgb).lab()), rgb))
    assert all(abs(one - other) <= 1 for one, other in zip(written, known, strict=True))


def test_what_lies_too_near_is_told_by_hue_more_than_by_light() -> None:
    """Of sRGB #b5202b and #c1434b the hue is one and the light is not; of #b5202b and #d9591c it is the other way."""
    red, pale, orange = (Reference(each, "enrolled", each) for each in ("#b5202b", "#c1434b", "#d9591c"))
    clear, glass = (Reference(each, "enrolled", clear=True) for each in ("clear", "glass"))
    assert too_near(red, red)
    assert too_near(clear, glass)
    assert not too_near(red, orange)
    assert not too_near(clear, red)
    assert apart(red.lab(), pale.lab()) < apart(red.lab(), orange.lab())


GRASS = np.array([60.0, 160.0, 70.0])
"""BGR."""


def seen_through_clear(ground: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The BGR of a clear die on it: 0.42 of its light, and 0.06 of a white card's; by a gamma of 2.2."""
    seen: npt.NDArray[np.float64] = 255 * (0.42 * (ground / 255) ** 2.2 + 0.06) ** (1 / 2.2)
    return seen


def test_what_lies_beside_a_die_is_no_ground_that_shows_through_it() -> None:
    """On white paper, between four others of whose colour a clear die would show what this one shows."""
    pixels = np.full((120, 120, 3), 235, np.uint8)
    pixels[40:80, 40:80] = seen_through_clear(GRASS)
    for left, top in ((0, 40), (80, 40), (40, 0), (40, 80)):
        pixels[top : top + 40, left : left + 40] = GRASS
    others = [(-0.5, 39.5, 39.5, 79.5), (79.5, 39.5, 119.5, 79.5), (39.5, -0.5, 79.5, 39.5), (39.5, 79.5, 79.5, 119.5)]
    assert chance_of_clear(measure_body(pixels, MIDDLE, 40), shipped_colours()) > 0.95
    assert chance_of_clear(measure_body(pixels, MIDDLE, 40, others), shipped_colours()) < 0.01


@pytest.mark.parametrize(("parts", "may_be"), [(1, False), (2, True)])
def test_the_ground_under_a_clear_die_goes_on_beside_it(parts: int, may_be: bool) -> None:
    """A print in one sector of eight around a die tells nothing; one in two may lie under it as well."""
    pixels = np.full((120, 120, 3), 235, np.uint8)
    down, across = np.mgrid[:120, :120] - 59.5
    turn = np.arctan2(down, across)
    pixels[(turn > 0) & (turn < parts * math.pi / 4)] = GRASS
    pixels[40:80, 40:80] = seen_through_clear(GRASS)
    assert (chance_of_clear(measure_body(pixels, MIDDLE, 40), shipped_colours()) > 0.95) is may_be
