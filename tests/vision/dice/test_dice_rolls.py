"""What the measurement of rolls calls right, asked and wrong, by readings made by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.dice_rolls import Score, match, score, summed_up
from tests.vision.dice.dice_tables import HEIGHT_PX, PX_PER_MM, WIDTH_PX, Roll, roll_of
from tests.vision.virtual.dice.test_bodies import SHARP
from vision.dice.records import Die, State
from vision.dice.tray import Tray
from vision.mat import place
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.throws import Odd

TRAY = Tray(100, 50, 190, 140)
LYING = (LyingDie(120, 80, 0, 2, "red"), LyingDie(200, 100, 30, 5, "clear"), LyingDie(250, 150, 10, 6, "blue"))


def roll(odd: Odd = "", dice: tuple[LyingDie, ...] = LYING) -> Roll:
    still = np.zeros((2, 2, 3), np.float32)
    return Roll(7, dice, odd, "felt", False, TRAY, np.eye(3), still, 0.0)


def seen(x_mm: float, y_mm: float, value: int | None, state: State = "read") -> Die:
    """A die with the middle of its top face over that place; 2 px a mm from the tray's corner."""
    x_px, y_px = (x_mm - 100) * 2 - 0.5, (y_mm - 50) * 2 - 0.5
    return Die(value, "red", (x_px - 16, y_px - 16, x_px + 16, y_px + 16), 0.99, state, value)


ALL = (seen(121, 79, 2), seen(200, 103, 5), seen(247, 150, 6))


def test_a_roll_is_right_where_each_die_is_told_with_its_value() -> None:
    found = score(True, ALL, roll())
    assert (found.outcome, found.why, found.extra) == ("right", "", 0)
    assert [(die.colour, die.fate) for die in found.dice] == [("red", "right"), ("clear", "right"), ("blue", "right")]


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ((*ALL[:2], seen(250, 150, 5)), "a blue 6 is wrong"),
        (ALL[:2], "a blue 6 is missed"),
        ((*ALL, seen(150, 150, 1)), "1 where none lies"),
        # 8.5 mm off: more than half a die.
        ((*ALL[:2], seen(258.5, 150, 6)), "a blue 6 is missed; 1 where none lies"),
        # The same values, two of them exchanged.
        ((seen(120, 80, 5), seen(200, 100, 2), ALL[2]), "a red 2 is wrong; a clear 5 is wrong"),
    ],
)
def test_a_roll_that_is_told_as_read_and_is_not_is_wrong(dice: tuple[Die, ...], why: str) -> None:
    found = score(True, dice, roll())
    assert (found.outcome, found.why) == ("wrong", why)


def test_a_roll_that_is_not_told_as_read_is_asked_whatever_is_wrong_with_it() -> None:
    found = score(False, (*ALL[:2], seen(250, 150, None, "doubtful")), roll())
    assert (found.outcome, found.why) == ("asked", "a blue 6 is asked")
    assert found.dice[2].state == "doubtful"
    assert score(False, (), roll()).outcome == "asked"
    assert [die.fate for die in score(False, ALL[:1], roll()).dice] == ["right", "missed", "missed"]


@pytest.mark.parametrize("odd", ["leaning on a die", "leaning on the wall", "half outside"])
def test_a_die_without_a_value_must_be_told(odd: Odd) -> None:
    """The last one; what it would show does not count."""
    assert score(True, ALL, roll(odd)).outcome == "wrong"
    assert score(True, ALL[:2], roll(odd)).outcome == "wrong"
    found = score(False, (*ALL[:2], seen(250, 150, None, "cocked")), roll(odd))
    assert (found.outcome, found.odd_state) == ("asked", "cocked")
    assert [die.colour for die in found.dice] == ["red", "clear"]


def test_what_lies_under_a_stacked_die_has_no_value_either() -> None:
    dice = (*LYING[:2], LyingDie(201, 101, 0, 4, "blue", lift_mm=16))
    assert [die.colour for die in score(False, ALL[:1], roll("stacked", dice)).dice] == ["red"]
    assert score(True, (ALL[0], seen(201, 101, 4)), roll("stacked", dice)).outcome == "wrong"


def test_nearest_pairs_are_matched_first_and_no_die_twice() -> None:
    lying = (LyingDie(120, 80, 0, 1, "red"), LyingDie(130, 80, 0, 2, "red", make=SHARP))
    assert match([seen(126, 80, 2), seen(124, 80, 1)], lying, TRAY) == [1, 0]
    assert match([seen(118, 80, 2), seen(119, 80, 1), seen(121.5, 80, 1)], lying, TRAY) == [None, 0, None]


def test_a_report_counts_by_kind_and_colour() -> None:
    right, wrong = score(True, ALL, roll()), score(True, ALL[:2], roll())
    hard = score(False, ALL, replace(roll(dice=LYING[::2]), hard_light=True))
    odd = score(False, ALL[:2], roll("stacked"))
    scores: list[Score] = [right, right, wrong, hard, odd]
    report = summed_up(scores)
    flat = report.kinds["all with every die flat"]
    assert [(flat[each].count, flat[each].of) for each in ("right", "asked", "wrong")] == [(2, 4), (1, 4), (1, 4)]
    assert (report.kinds["without clear dice"]["asked"].count, report.kinds["without clear dice"]["asked"].of) == (1, 1)
    assert (report.kinds["in hard light"]["asked"].count, report.kinds["stacked"]["asked"].count) == (1, 1)
    # Wilson's interval of 2 in 4 at 95 %: 0.150 to 0.850 (Wilson 1927, with z = 1.96).
    assert (flat["right"].low, flat["right"].high) == pytest.approx((0.150, 0.850), abs=0.001)
    assert report.dice["clear"]["right"].count == 3
    assert report.dice["coloured"]["missed"].count == 1


@pytest.mark.slow
def test_a_drawn_roll_is_of_the_size_and_place_that_it_says() -> None:
    one, again = roll_of(11), roll_of(11)
    assert one.dice == again.dice
    assert np.array_equal(one.frame(2), again.frame(2))
    assert not np.array_equal(one.frame(2), one.frame(3))
    assert one.frame(0).shape == (HEIGHT_PX, WIDTH_PX, 3)
    tray = one.tray
    middle = np.array([tray.left_mm + tray.width_mm / 2, tray.top_mm + tray.height_mm / 2])
    square = place(np.asarray(np.linalg.inv(one.to_mm)), middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 8.0)
    across, down = square[1] - square[0], square[3] - square[0]
    area_px = abs(float(across[0] * down[1] - across[1] * down[0]))
    assert np.sqrt(area_px) == pytest.approx(16 * PX_PER_MM, rel=0.03)
    for die in one.dice:
        assert tray.to_edge_mm(die.x_mm, die.y_mm) > -1e-6
