"""Dice that are shown once: which colour and logo is kept of them, and what is refused with which words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.dice.drawn import cloth, table, write_model
from tests.vision.dice.logo_dice import BLUE, GREEN, WHITE, Shape, logo_die
from vision.cameras.frames import Pixels
from vision.dice.colours import Reference, apart, shipped_colours, too_near
from vision.dice.enrolment import NotEnrolled, ShownDie, enrol, look_at_dice
from vision.dice.model import Model, load_model
from vision.dice.owners import OwnDice, OwnDie
from vision.dice.reader import read_picture

SCALE = 2.0
Placed = tuple[int, Shape, float, tuple[int, int, int]]
"""Column of its cell, what is on it, its code and its body."""


@pytest.fixture
def model(tmp_path: Path) -> Model:
    return load_model(write_model(tmp_path / "model"))


def picture(*dice: Placed, turn_deg: float = 0.0, face_px: float = 32) -> Pixels:
    pixels = cloth(640, 240)
    for column, shape, value, body in dice:
        logo_die(pixels, column, 30, shape, turn_deg, body, value=value, face_px=face_px)
    return pixels


def shown(model: Model, *dice: Placed, turn_deg: float = 0.0) -> tuple[ShownDie, ...]:
    return look_at_dice(picture(*dice, turn_deg=turn_deg), SCALE, model)


def test_the_colour_of_all_dice_shown_is_kept(model: Model) -> None:
    die = enrol(OwnDice(), "sea", shown(model, (20, "none", 3, BLUE), (60, "none", 5, BLUE)), logo=None)
    assert (die.name, die.status, die.clear, die.logo) == ("sea", "owner", False, ())
    drawn = Reference("drawn", "assumed", "#1f4fa3")
    assert apart(die.reference().lab(), drawn.lab()) < 3


def test_what_was_enrolled_is_read(model: Model) -> None:
    """Colour and logo from two pictures, read in a third, in which the same die lies turned."""
    own = OwnDice()
    own = own.with_one(enrol(own, "sea", shown(model, (20, "none", 3, BLUE), (60, "none", 5, BLUE)), logo=None))
    own = own.with_one(enrol(own, "sea", shown(model, (30, "arrow", 2.5, BLUE)), logo=6))
    pixels = picture((20, "none", 4, BLUE), (60, "arrow", 2.5, BLUE), (100, "arrow", 2.5, GREEN), turn_deg=140)
    reading = read_picture(pixels, SCALE, model, colours=own.colours, logos=own.logos)
    assert [(die.value, die.colour) for die in reading.dice] == [(4, "sea"), (6, "sea"), (None, "green")]


def test_one_picture_may_show_pips_and_the_logo(model: Model) -> None:
    die = enrol(OwnDice(), "sea", shown(model, (20, "none", 3, BLUE), (60, "arrow", 2.5, BLUE)), logo=6)
    assert [each.value for each in die.logo] == [6]


SEA = OwnDice((OwnDie("sea", "owner", "#1f4fa3"),))


def test_a_lone_die_whose_logo_networks_take_for_a_value_shows_it_nevertheless(model: Model) -> None:
    die = enrol(SEA, "sea", shown(model, (20, "arrow", 3, BLUE)), logo=6)
    assert [each.value for each in die.logo] == [6]


def test_a_colour_shown_again_is_replaced_and_keeps_its_logos(model: Model) -> None:
    own = OwnDice((enrol(SEA, "sea", shown(model, (20, "arrow", 2.5, BLUE)), logo=6),))
    again = enrol(own, "sea", shown(model, (20, "none", 3, GREEN)), logo=None)
    assert again.rgb != own.dice[0].rgb
    assert again.logo == own.dice[0].logo
    twice = enrol(own, "sea", shown(model, (20, "cross", 2.5, BLUE)), logo=6)
    assert [each.value for each in twice.logo] == [6]
    assert twice.logo != own.dice[0].logo


def test_clear_dice_have_no_colour_of_their_own(model: Model) -> None:
    die = enrol(OwnDice(), "glass", shown(model, (20, "none", 3, BLUE)), logo=None, is_clear=True)
    assert (die.clear, die.rgb) == (True, "")


def refusal(own: OwnDice, name: str, dice: tuple[ShownDie, ...], logo: int | None = None) -> str:
    with pytest.raises(NotEnrolled) as refused:
        enrol(own, name, dice, logo=logo)
    return str(refused.value)


def test_two_colours_that_lie_too_near_are_told(model: Model) -> None:
    own = OwnDice((OwnDie("sea", "owner", "#2553a8"),))
    assert refusal(own, "deep", shown(model, (20, "none", 3, BLUE))) == (
        "deep and sea lie too near: their dice would be taken for each other. deep is not kept. Light the tray with "
        "even white light and enrol both again, or play without one of them."
    )
    assert enrol(own, "grass", shown(model, (20, "none", 3, GREEN)), logo=None).name == "grass"


def test_dice_of_two_colours_are_told(model: Model) -> None:
    mixed = shown(model, (20, "none", 3, BLUE), (60, "none", 5, BLUE), (100, "none", 5, WHITE))
    assert refusal(OwnDice(), "sea", mixed) == (
        "1 of 3 dice has another colour than sea. Show dice of one colour at a time, in even light."
    )
    own = OwnDice((OwnDie("grass", "owner", "#1f7a3d"),))
    one = shown(model, (20, "arrow", 2.5, GREEN), (60, "none", 3, BLUE))
    assert refusal(own, "grass", one, 6).startswith("1 of 1 die has another colour than grass.")


def test_dice_of_the_grounds_colour_are_told(model: Model) -> None:
    assert refusal(OwnDice(), "moss", shown(model, (20, "none", 3, (75, 105, 75)))) == (
        "These dice have nearly the colour of what they lie on, so moss cannot be measured. Lay them on another "
        "ground; or say --clear if the ground shows through them."
    )


@pytest.mark.parametrize("name", ["", "unknown", " sea", "a\nb", "\u3164", "s\u202eea", "the host", "x" * 31])
def test_names_that_dice_cannot_have_are_told(model: Model, name: str) -> None:
    assert refusal(OwnDice(), name, shown(model, (20, "none", 3, BLUE))) == (
        f"Dice cannot be called {name[:30]!r}. Choose another name of up to 30 letters."
    )


def test_it_must_be_clear_which_die_shows_the_logo(model: Model) -> None:
    both = shown(model, (20, "arrow", 2.5, BLUE), (60, "cross", 2.5, BLUE))
    assert refusal(OwnDice(), "sea", both, 6) == (
        "2 dice show no pips, so it is not clear which shows the logo. Show one die with the logo on top."
    )
    none = shown(model, (20, "arrow", 2, BLUE), (60, "cross", 4, BLUE))
    assert refusal(OwnDice(), "sea", none, 6).startswith("Every die shows pips, so it is not clear")


def test_a_logo_alone_does_not_tell_a_colour(model: Model) -> None:
    assert refusal(OwnDice(), "sea", shown(model, (20, "cross", 2.5, BLUE)), 6) == (
        "The colour of sea is not known yet, and a logo may hide it. Show dice of this colour with pips on top as well."
    )


def test_a_face_like_one_with_pips_is_no_logo(model: Model) -> None:
    """Nothing is on the face but one dot in its middle."""
    assert refusal(SEA, "sea", shown(model, (20, "none", 2.5, BLUE)), 6) == (
        "The face is too much like one with pips to be a logo. Turn the die until the logo is on top; pips need not be "
        "shown."
    )


def test_an_even_face_is_no_logo(model: Model) -> None:
    (die,) = shown(model, (20, "arrow", 2.5, BLUE))
    even = replace(die, face=np.full_like(die.face, 90))
    assert refusal(SEA, "sea", (even,), 6) == (
        "The face is nearly even: no logo is seen on it. Turn the die, or the lamp, until it shows."
    )


def test_a_logo_like_another_of_these_dice_is_told(model: Model) -> None:
    own = OwnDice((enrol(SEA, "sea", shown(model, (20, "arrow", 2.5, BLUE)), logo=6),))
    assert refusal(own, "sea", shown(model, (20, "arrow", 2.5, BLUE), turn_deg=70), 1) == (
        "This logo is too much like the one that stands for 6 on sea dice. Show the face that stands for 1; or forget "
        "sea first: companion enrol-dice --forget sea"
    )


def test_a_logo_that_is_too_small_is_told(model: Model) -> None:
    (die,) = shown(model, (20, "arrow", 2.5, BLUE))
    assert die.face_px == 32
    assert refusal(SEA, "sea", (replace(die, face_px=20.0),), 6) == (
        "The logo is only 20 px wide in the picture: 24 are needed. Bring the camera nearer."
    )


def test_without_a_whole_die_there_is_nothing_to_enrol(model: Model) -> None:
    with pytest.raises(NotEnrolled, match=r"No die is seen that could be enrolled\. No die\. Lay the dice apart"):
        look_at_dice(cloth(640, 240), SCALE, model)
    at_edge = table([3])[:, 66:]
    with pytest.raises(NotEnrolled, match=r"could be enrolled\. One die is cut off by the picture's edge"):
        look_at_dice(at_edge.copy(), SCALE, model)


def test_shipped_colours_give_way_to_the_owners() -> None:
    own = OwnDice((OwnDie("deep", "owner", "#2553a8"), OwnDie("red", "owner", "#ff8ad4")))
    names = [each.name for each in own.colours]
    assert names == ["deep", "red", "green", "yellow", "purple", "white", "clear"]
    assert own.colours[1].rgb == "#ff8ad4"
    assert OwnDice().colours == shipped_colours()
    assert not any(too_near(one, other) for one in shipped_colours() for other in shipped_colours() if one != other)
