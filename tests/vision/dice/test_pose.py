"""How what is found in a tray lies: what the network is asked, and what is only the side of a die."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from vision.cameras.frames import Pixels
from vision.dice.network import Floats
from vision.dice.pose import drawn_back, postures, without_sides
from vision.dice.posture import POSTURE_PX
from vision.dice.records import Candidate, Die, Posture

DIE_PX = 32.0


def die(x_px: float, existence: float = 0.9, y_px: float = 50.0) -> Die:
    box = (x_px - 16, y_px - 16, x_px + 16, y_px + 16)
    return Die(4, "red", box, 0.99, "read", 4, existence=existence)


class Red:
    """Takes what is red in its picture's middle for flat, green for a die, blue for clear, and steep sight for all."""

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        lit = crops[:, POSTURE_PX // 2, POSTURE_PX // 2, ::-1] > 127
        return np.where(lit | (slopes > 1)[:, np.newaxis], 3, -3).astype(np.float32)


def test_each_place_is_asked_about_with_its_own_picture_and_slope() -> None:
    """Of logits of 3 and -3 the chances are 0.953 and 0.047."""
    pixels = np.zeros((100, 600, 3), np.uint8)
    pixels[:, :200], pixels[:, 200:400] = (0, 255, 255), (255, 255, 0)
    middles, level, steep = [(100.0, 50.0), (300.0, 50.0), (500.0, 50.0), (500.0, 50.0)], (0.2, 0.1), (-0.9, 0.8)
    lying = postures(pixels, middles, [level, level, level, steep], DIE_PX, Red())
    yes, no = 0.953, 0.047
    assert [tuple(round(said, 3) for said in (each.flat, each.there, each.clear)) for each in lying] == [
        (yes, yes, no),
        (no, yes, yes),
        (no, no, no),
        (yes, yes, yes),
    ]
    assert postures(pixels, [], [], DIE_PX, Red()) == []


FLAT, DRAWN = Posture(0.9, 0.99, 0.9), Posture(0.01, 0.7, 0.9)
"""A clear die, and what its box looks like where its lower face has drawn it towards the camera."""
SLOPE = (0.3, -0.4)
FURTHER = (0.2 * DIE_PX * 0.6, -0.2 * DIE_PX * 0.8)
"""A fifth of a die along that sight."""


def boxes_as_told(*told: tuple[float, Posture, Posture]) -> list[tuple[float, float, Posture]]:
    """Where boxes come to lie, from their x on: each with how one lies in it, and how a fifth of a die further."""
    seen = [Candidate(x_px, 50.0, DIE_PX, DIE_PX, 0.3, (1 / 6,) * 6, 0.0) for x_px, _, _ in told]

    def ask(ones: Sequence[Candidate]) -> list[Posture]:
        at = {x_px + back: said[back > 0] for x_px, *said in told for back in (0, FURTHER[0])}
        return [at[each.x_px] for each in ones]

    found = drawn_back(seen, ask, lambda places: [SLOPE] * len(places), DIE_PX, 0.95)
    return [(round(each.x_px, 6), round(each.y_px, 6), lies) for each, lies in found]


def test_a_clear_die_whose_lower_face_drew_its_box_is_found_further_along_the_sight() -> None:
    assert boxes_as_told((100, DRAWN, FLAT)) == [(103.84, 44.88, FLAT)]


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (FLAT, FLAT),  # it lies flat where it is
        (replace(DRAWN, clear=0.1), FLAT),  # it does not look clear
        (replace(DRAWN, there=0.4), FLAT),  # nor like a die
        (DRAWN, replace(FLAT, there=0.94)),
        (DRAWN, replace(FLAT, flat=0.4)),
    ],
)
def test_what_is_no_such_die_stays_where_it_is(here: Posture, there: Posture) -> None:
    assert boxes_as_told((100, here, there)) == [(100, 50, here)]


def test_no_box_is_moved_onto_another_die() -> None:
    """11 px from it, a third of a die; one 20 px away is free of it."""
    assert boxes_as_told((100, DRAWN, FLAT), (115, FLAT, FLAT))[0][:2] == (100, 50)
    assert boxes_as_told((100, DRAWN, FLAT), (124, FLAT, FLAT))[0][2] == FLAT


def side_of(one: Die, slope: tuple[float, float], turn_deg: float, existence: float = 0.3) -> Die:
    """What is seen of the side that looks that way, of a flat die: its middle is half a die out and half a die down."""
    x_px, y_px = one.middle_px
    out = DIE_PX / 2 * np.array([math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))])
    seen = out - DIE_PX / 2 * np.array(slope)
    return die(x_px + float(seen[0]), existence=existence, y_px=y_px + float(seen[1]))


@pytest.mark.parametrize("turn_deg", [-40, 0, 20, 44])
@pytest.mark.parametrize("steep", [0.3, 0.5, 0.7])
def test_the_side_of_a_die_that_looks_at_the_camera_is_no_die(turn_deg: float, steep: float) -> None:
    """The camera is on the right: sight runs to the left as it falls."""
    slope = (-steep, 0.0)
    side = side_of(die(100), slope, turn_deg)
    assert without_sides([die(100), side], [slope] * 2, DIE_PX) == [die(100)]
    assert without_sides([side, die(100)], [slope] * 2, DIE_PX) == [die(100)]


def test_where_both_are_as_sure_to_be_there_nothing_is_left_out() -> None:
    slope = (-0.5, 0.0)
    for one, other in ((0.9, 0.95), (0.4, 0.3)):
        dice = [die(100, existence=one), side_of(die(100), slope, 0, existence=other)]
        assert without_sides(dice, [slope] * 2, DIE_PX) == dice


@pytest.mark.parametrize("turn_deg", range(0, 360, 15))
@pytest.mark.parametrize("steep", [0.0, 0.3, 0.7])
def test_a_die_that_touches_another_is_no_side_of_it(turn_deg: float, steep: float) -> None:
    """Two flat dice are at least one die apart, and a box may be off by a twentieth of it."""
    turn, apart = math.radians(turn_deg), 0.96 * DIE_PX
    faint = die(100 + apart * math.cos(turn), existence=0.3, y_px=50 + apart * math.sin(turn))
    dice = [die(100), faint]
    assert without_sides(dice, [(-steep, 0.0)] * 2, DIE_PX) == dice


def test_what_lies_on_the_far_side_of_a_die_is_no_side_of_it() -> None:
    """From there nothing of it is seen, so it is something else: one that leans on it, or lies on it."""
    far = side_of(die(100), (0.5, 0.0), 180)
    assert without_sides([die(100), far], [(-0.5, 0.0)] * 2, DIE_PX) == [die(100), far]
