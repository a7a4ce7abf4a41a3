"""Numbers on the photograph of a roll: none over another one, none over a die that it is to tell of."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from web.render.roll_photo import DIE_MM, DISC_MM, Point, places, roll_photo

TRAY_MM = (200.0, 150.0)
SIDE_MM = 16.0


def heap(across: int, down: int, at: Point) -> list[Point]:
    """Touching dice in rows; `at` is the middle of the first."""
    return [(at[0] + SIDE_MM * x, at[1] + SIDE_MM * y) for y in range(down) for x in range(across)]


@pytest.mark.parametrize(
    "dice",
    [
        [(100.0, 75.0)],
        [(8.0, 8.0)],
        [(192.0, 142.0)],
        heap(2, 1, (90.0, 75.0)),
        heap(3, 1, (9.0, 9.0)),
        heap(4, 2, (70.0, 60.0)),
        heap(3, 3, (80.0, 60.0)),
        heap(2, 3, (176.0, 110.0)),
        heap(6, 2, (60.0, 70.0)),
        heap(6, 3, (60.0, 55.0)),
    ],
    ids=["one", "corner", "far corner", "two", "wall", "eight", "nine", "heap at the corner", "twelve", "eighteen"],
)
def test_numbers_cover_neither_dice_nor_each_other(dice: list[Point]) -> None:
    discs = places(dice, TRAY_MM)
    assert len(discs) == len(dice)
    for one, other in combinations(discs, 2):
        assert math.dist(one, other) >= 2 * DISC_MM - 1.0  # a number is 11 mm wide at most, its disc 16
    for disc in discs:
        assert all(math.dist(disc, die) >= DISC_MM + DIE_MM - 1.0 for die in dice)


def test_a_die_alone_has_its_number_beside_it_and_not_far_off() -> None:
    (disc,) = places([(100.0, 75.0)], TRAY_MM)
    assert math.dist(disc, (100.0, 75.0)) == pytest.approx(18.0)
    assert disc[0] < 100.0
    assert disc[1] < 75.0  # up to the left, where one looks first


spots = st.tuples(st.floats(0, 200), st.floats(0, 150))


@settings(max_examples=30)
@given(st.lists(spots, max_size=18))
def test_every_number_is_inside_the_photograph(dice: list[Point]) -> None:
    for x, y in places(dice, TRAY_MM):
        assert DISC_MM <= x <= 200.0 - DISC_MM
        assert DISC_MM <= y <= 150.0 - DISC_MM


def test_a_photograph_that_is_not_kept_is_no_picture() -> None:
    assert roll_photo("", None) == ""
