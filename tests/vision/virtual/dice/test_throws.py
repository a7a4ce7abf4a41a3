"""Throws: no two dice share a place, some touch, and odd ones lie as was asked."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.virtual.dice.bodies import Body
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.throws import Area, Odd, footprint, gap_mm, throw

AREA: Area = (100.0, 50.0, 190.0, 140.0)
COLOURS = ("red", "blue", "clear")


def shared_mm2(one: LyingDie, other: LyingDie) -> float:
    """Area that both dice stand over, by OpenCV."""
    first, second = (cv2.convexHull(Body(die).corners_mm[:, :2].astype(np.float32)) for die in (one, other))
    return float(cv2.intersectConvexConvex(first, second)[0])


@pytest.mark.parametrize("seed", range(12))
def test_no_two_dice_overlap_and_all_lie_flat_in_the_tray(seed: int) -> None:
    chance = np.random.default_rng(seed)
    count = 2 + (seed * 3) % 17
    dice = throw(chance, count, COLOURS, AREA)
    assert len(dice) == count
    assert {die.colour for die in dice} <= set(COLOURS)
    assert all((die.tilt_deg, die.lift_mm) == (0, 0) for die in dice)
    assert max(shared_mm2(one, other) for one, other in combinations(dice, 2)) < 0.01
    for die in dice:
        corners = Body(die).corners_mm
        assert (corners[:, :2] >= [100, 50]).all()
        assert (corners[:, :2] <= [290, 190]).all()


def test_as_many_touch_as_was_asked() -> None:
    def touching(share: float) -> float:
        dice = [throw(np.random.default_rng(seed), 10, COLOURS, AREA, touching=share) for seed in range(20)]
        laid = [any(gap_mm(die, other) < 0.05 for other in roll[:at]) for roll in dice for at, die in enumerate(roll)]
        return sum(laid) / (20 * 9)

    assert touching(0) < 0.02
    # 180 dice laid after a first one; three standard deviations of a share of 0.3.
    assert touching(0.3) == pytest.approx(0.3, abs=0.11)


def test_values_are_thrown_evenly() -> None:
    values = [die.value for seed in range(30) for die in throw(np.random.default_rng(seed), 10, COLOURS, AREA)]
    counts = np.bincount(values, minlength=7)[1:]
    # 300 dice, 50 of each value, standard deviation 6.5; four of them.
    assert abs(counts - 50).max() < 26


def test_the_same_seed_throws_the_same() -> None:
    assert throw(np.random.default_rng(3), 9, COLOURS, AREA) == throw(np.random.default_rng(3), 9, COLOURS, AREA)


@pytest.mark.parametrize("odd", ["leaning on a die", "leaning on the wall", "stacked", "half outside"])
@pytest.mark.parametrize("seed", range(6))
def test_one_die_lies_as_it_should_not(odd: Odd, seed: int) -> None:
    *flat, last = throw(np.random.default_rng(seed), 8, COLOURS, AREA, odd=odd)
    assert len(flat) == 7
    assert all((die.tilt_deg, die.lift_mm) == (0, 0) for die in flat)
    shared = max(shared_mm2(last, die) for die in flat)
    if odd == "stacked":
        assert last.lift_mm == 16
        assert shared > 100
        return
    assert shared < 0.01
    assert last.lift_mm == 0
    corners = Body(last).corners_mm
    inside = ((corners[:, :2] >= [99.9, 49.9]) & (corners[:, :2] <= [290.1, 190.1])).all(axis=1)
    if odd == "half outside":
        assert 0 < inside.sum() < 8
        assert min(abs(last.x_mm - 100), abs(last.x_mm - 290), abs(last.y_mm - 50), abs(last.y_mm - 190)) < 1e-9
        return
    assert 15 <= last.tilt_deg <= 40
    assert inside.all()
    if odd == "leaning on the wall":
        edges = (corners[:, :2] - [100, 50]).min(), ([290, 190] - corners[:, :2]).min()
        assert min(edges) == pytest.approx(0, abs=0.05)


def test_a_gap_is_as_wide_as_it_is() -> None:
    one, other = LyingDie(0, 0, 0, 1, "red"), LyingDie(20, 5, 90, 1, "red")
    assert gap_mm(one, other) == pytest.approx(4)
    # A corner of a die turned by 45 degrees reaches 8 * sqrt(2) mm.
    assert gap_mm(one, LyingDie(0, 25, 45, 1, "red")) == pytest.approx(17 - 8 * np.sqrt(2))
    assert gap_mm(one, LyingDie(10, 0, 0, 1, "red")) == pytest.approx(-6)
    assert footprint(one).tolist() == pytest.approx(np.array([[-8, -8], [8, -8], [8, 8], [-8, 8]]))


def test_a_throw_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="A throw has 1 to 18 dice, not 19"):
        throw(np.random.default_rng(0), 19, COLOURS, AREA)
    with pytest.raises(ValueError, match="4 dice of 16 mm do not fit into 30 x 30 mm"):
        throw(np.random.default_rng(0), 4, COLOURS, (0, 0, 30, 30))
