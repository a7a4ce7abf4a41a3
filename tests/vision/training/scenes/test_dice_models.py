"""Dice as moulded: which face lies opposite which, and how the pips of each sit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.training.scenes.dice_models import any_die, up_turned

SEEDS = range(40)


@pytest.mark.parametrize("value", range(1, 7))
def test_opposite_faces_add_to_seven(value: int) -> None:
    for is_asian in (False, True):
        model = replace(any_die(np.random.default_rng(1)), is_asian=is_asian)
        assert np.array_equal(model.normal(value), -model.normal(7 - value))


@pytest.mark.parametrize(("is_asian", "turn"), [(False, 1), (True, -1)])
def test_one_two_three_run_against_the_clock_on_western_dice_and_with_it_on_asian_ones(
    is_asian: bool, turn: int
) -> None:
    # Seen from outside their common corner, three directions run against the clock where their determinant is 1.
    model = replace(any_die(np.random.default_rng(1)), is_asian=is_asian)
    assert np.linalg.det(np.stack([model.normal(value) for value in (1, 2, 3)])) == pytest.approx(turn)


def test_each_face_has_as_many_pips_as_its_value_says_apart_and_inside_it() -> None:
    for seed in SEEDS:
        model = any_die(np.random.default_rng(seed))
        for value in range(1, 7):
            places = np.array(model.pip_places(value))
            radius = model.one_radius if value == 1 else model.pip_radius
            assert len(places) == value
            assert np.abs(places).max() + radius < 0.5
            apart = np.linalg.norm(places[:, None] - places[None], axis=2)[~np.eye(value, dtype=bool)]
            assert apart.size == 0 or apart.min() > 1.2 * model.pip_radius


def test_a_face_is_seen_from_outside_and_never_mirrored() -> None:
    for seed in SEEDS:
        model = any_die(np.random.default_rng(seed))
        for value in range(1, 7):
            right, up = model.face_axes(value)
            assert np.allclose(np.cross(right, up), model.normal(value))


def test_turning_brings_the_value_on_top_and_does_not_mirror_the_die() -> None:
    model = any_die(np.random.default_rng(3))
    for value in range(1, 7):
        turning = up_turned(model, value, 0.7)
        assert np.allclose(turning @ model.normal(value), [0, 0, 1])
        assert np.linalg.det(turning) == pytest.approx(1)


def test_a_third_of_the_dice_are_white_and_pips_stand_out_from_every_body() -> None:
    rng = np.random.default_rng(5)
    dice = [any_die(rng) for _ in range(1000)]
    # Of 1000 draws a share of 0.34 strays by 0.015 (one sigma).
    assert 0.28 < sum(die.colour == "white" for die in dice) / len(dice) < 0.4
    for die in dice:
        for paint in (die.pips, die.special_pips):
            assert np.linalg.norm(np.subtract(paint, die.body)) > 50


def test_some_dark_dice_have_red_pips_that_are_as_dark_as_they_are() -> None:
    rng = np.random.default_rng(5)
    dark = [die for die in (any_die(rng) for _ in range(1000)) if die.colour == "black"]
    red = [die for die in dark if die.pips[2] > die.pips[1] + 60 and die.pips[2] > die.pips[0] + 60]
    assert len(red) > len(dark) / 10
    assert min(float(np.mean(die.pips)) - float(np.mean(die.body)) for die in red) < 30
