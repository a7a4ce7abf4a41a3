"""How dice lie in a tray: sides are no dice, nor are prints; what leans loses its value."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from vision.dice.lying import both, tell_posture, without_sides
from vision.dice.model import Thresholds
from vision.dice.network import Floats
from vision.dice.posture import POSTURE_PX
from vision.dice.records import Die, State
from vision.frames import Pixels

DIE_PX = 32.0


def die(x_px: float, state: State = "read", existence: float = 0.9, y_px: float = 50.0) -> Die:
    box = (x_px - 16, y_px - 16, x_px + 16, y_px + 16)
    return Die(4 if state == "read" else None, "red", box, 0.99, state, 4, existence=existence)


class Red:
    """Takes for flat what is red in the middle of its picture, and for a die what is green there."""

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        return np.where(crops[:, POSTURE_PX // 2, POSTURE_PX // 2, :0:-1] > 127, 3, -3).astype(np.float32)


def table(*parts: tuple[int, int, int]) -> Pixels:
    """Parts of 200 px side by side, BGR."""
    return np.repeat(np.array([parts], np.uint8), 200, axis=1).repeat(100, axis=0)


FLAT, LEANING, FLAT_PRINT, PRINT = (0, 255, 255), (0, 255, 0), (0, 0, 255), (0, 0, 0)
HALF = Thresholds(flat=0.5, there=0.5)


def posture(pixels: Pixels, *dice: Die, least: Thresholds = HALF) -> list[Die]:
    return tell_posture(pixels, dice, [(0.2, 0.1)] * len(dice), DIE_PX, Red(), least)


def test_dice_that_do_not_lie_flat_lose_their_value_and_others_are_not_asked_of() -> None:
    pixels = table(FLAT, LEANING)
    dice = [die(100), die(300), die(300, "doubtful"), die(300, "outside"), die(100, "hidden")]
    judged = posture(pixels, *dice)
    assert [each.state for each in judged] == ["read", "cocked", "cocked", "outside", "hidden"]
    assert [each.value for each in judged] == [4, None, None, None, None]
    assert [each.likely for each in judged] == [4] * 5
    assert posture(pixels) == []


def test_chances_are_held_against_the_model_s_thresholds() -> None:
    """Of logits of 3 and -3 they are 0.953 and 0.047."""
    pixels, dice = table(FLAT, LEANING), (die(100), die(300))
    assert [each.state for each in posture(pixels, *dice, least=Thresholds(flat=0.04, there=0.5))] == ["read", "read"]
    assert [each.state for each in posture(pixels, *dice, least=Thresholds(flat=0.96, there=0.5))] == ["cocked"] * 2


@pytest.mark.parametrize("ground", [FLAT_PRINT, PRINT])
def test_what_is_no_die_is_left_out_where_the_detector_sees_none_either(ground: tuple[int, int, int]) -> None:
    pixels = table(ground, FLAT)
    assert posture(pixels, die(100, existence=0.4), die(300, existence=0.4)) == [die(300, existence=0.4)]
    states: tuple[State, ...] = ("doubtful", "cocked", "hidden")
    for state in states:
        assert posture(pixels, die(100, state, existence=0.4), die(300)) == [die(300)]
    assert len(posture(pixels, die(100, "outside", existence=0.4))) == 1
    assert posture(pixels, die(100, existence=0.4), least=Thresholds(flat=0.01, there=0.01)) != []


def test_doubt_of_detector_and_classifier_is_outweighed_by_the_network_or_not() -> None:
    """Its chance that a die is there is 0.953, 20 to 1: as much as both others may be against it."""
    pixels = table(FLAT)
    kept, lost = (replace(die(100, existence=0.4), presence=presence) for presence in (0.05, 0.045))
    assert posture(pixels, kept) == [kept]
    assert posture(pixels, lost) == []


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [(0.5, 0.3, 0.3), (0.9, 0.9, 81 / 82), (0.9, 0.1, 0.5), (0.0, 0.9, 0.0), (0.0, 1.0, 0.5)],
)
def test_odds_of_two_witnesses_are_multiplied(one: float, other: float, together: float) -> None:
    assert both(one, other) == pytest.approx(together)
    assert both(other, one) == pytest.approx(together)


def test_what_the_detector_takes_for_a_die_is_never_left_out() -> None:
    assert [each.state for each in posture(table(PRINT), die(100, existence=0.6))] == ["cocked"]


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
