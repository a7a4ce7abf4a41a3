"""Planned scenes: the same for the same seed, with dice that lie as dice do."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from vision.training.cycles.looks import linear
from vision.training.cycles.plan import KINDS, MOST_CLEAR, MOST_OPAQUE, SIZE_PX, ScenePlan, plan_scene
from vision.training.cycles.poses import Box, cube, flat, level, overlap, tipped
from vision.training.records import COLOURS
from vision.training.scenes.dice_models import any_die

pytestmark = pytest.mark.slow

EYE = np.array([0.0, 0.0, 100.0])
PLATE = level((0.0, 0.0, 10.0), (5.0, 5.0, 1.0), 0.0)


@pytest.fixture(scope="module")
def clear() -> list[ScenePlan]:
    return [plan_scene(seed * KINDS) for seed in range(30)]


@pytest.fixture(scope="module")
def opaque() -> list[ScenePlan]:
    return [plan_scene(seed) for seed in range(40) if seed % KINDS]


@pytest.fixture(scope="module")
def plans(clear: list[ScenePlan], opaque: list[ScenePlan]) -> list[ScenePlan]:
    return clear + opaque


def test_the_same_seed_plans_the_same_scene() -> None:
    assert plan_scene(11) == plan_scene(11)
    assert plan_scene(11) != plan_scene(12)


def test_every_second_scene_holds_one_to_nine_dice_most_of_them_clear(clear: list[ScenePlan]) -> None:
    counts = [len(plan.dice) for plan in clear]
    assert min(counts) >= 1
    assert max(counts) == MOST_CLEAR
    dice = [die for plan in clear for die in plan.dice]
    assert 0.6 < np.mean([die.look.glass is not None for die in dice]) < 0.95


def test_the_others_hold_up_to_thirteen_dice_hardly_any_of_them_clear(opaque: list[ScenePlan]) -> None:
    counts = [len(plan.dice) for plan in opaque]
    assert min(counts) == 0
    assert MOST_CLEAR < max(counts) <= MOST_OPAQUE
    dice = [die for plan in opaque for die in plan.dice]
    assert np.mean([die.look.glass is not None for die in dice]) < 0.15
    assert any(die.look.model.material == "swirled" for die in dice)


def test_dice_are_of_all_colours_that_have_a_name_and_show_every_value(plans: list[ScenePlan]) -> None:
    dice = [die for plan in plans for die in plan.dice]
    assert {die.look.model.colour for die in dice} <= set(COLOURS)
    assert {die.pose.value for die in dice} == {1, 2, 3, 4, 5, 6}
    assert any(die.pose.is_cocked for die in dice)


def test_keyboards_cards_and_coins_lie_beside_opaque_dice_and_in_none_of_them(opaque: list[ScenePlan]) -> None:
    things = [thing for plan in opaque for thing in plan.things]
    assert {thing.shape for thing in things} == {"cuboid", "cylinder"}
    assert sum(len(thing.legends) for thing in things) > 100
    assert all(legend.text.isprintable() and "." not in legend.text for thing in things for legend in thing.legends)
    for plan in opaque:
        for die in plan.dice:
            # What a leaning die leans on touches it.
            apart = [thing for thing in plan.things if thing.legends or thing.shape == "cylinder"]
            assert not any(overlap(cube(die.pose), thing.box) for thing in apart)


def test_clear_bodies_keep_a_part_of_every_colour(plans: list[ScenePlan]) -> None:
    for die in (die for plan in plans for die in plan.dice if die.look.glass is not None):
        assert die.look.glass is not None
        assert 0 < min(die.look.glass.kept) <= max(die.look.glass.kept) < 1
        assert 1.45 <= die.look.glass.ior <= 1.6


def test_dice_stand_on_the_ground_and_not_in_each_other(plans: list[ScenePlan]) -> None:
    for plan in plans:
        for die in plan.dice:
            assert cube(die.pose).corners()[:, 2].min() > -1e-9
            assert die.up[2] >= (math.cos(math.radians(45)) - 1e-9 if die.pose.is_cocked else 1 - 1e-9)
        for one, other in combinations(plan.dice, 2):
            # No point of one cube lies inside the other, tried at 1000 of its points.
            steps = np.linspace(-1, 1, 10) * one.pose.side / 2
            grid = np.array(np.meshgrid(steps, steps, steps)).reshape(3, -1).T
            points = grid @ np.array(one.pose.turning).T + np.array(one.pose.middle)
            local = np.abs((points - np.array(other.pose.middle)) @ np.array(other.pose.turning))
            assert not np.any(np.all(local < other.pose.side / 2 - 1e-6, axis=1))


def test_most_dice_are_in_the_picture(plans: list[ScenePlan]) -> None:
    middles = [plan.camera.project(die.face().mean(axis=0)[None])[0] for plan in plans for die in plan.dice]
    assert np.mean([0 < x < SIZE_PX and 0 < y < SIZE_PX for x, y in middles]) > 0.85


@pytest.mark.parametrize("lean_deg", [15.0, 30.0, 45.0])
def test_a_tipped_die_leans_by_its_angle_and_stands_where_it_stood(lean_deg: float) -> None:
    pose = flat(any_die(np.random.default_rng(0)), 3, 32.0, (5.0, -7.0), 0.4)
    leant = tipped(
        pose, np.array(pose.turning)[:, 0] if abs(pose.turning[2][0]) < 0.5 else np.array([1.0, 0, 0]), lean_deg
    )
    tilts = np.degrees(np.arccos(np.clip(np.abs(np.array(leant.turning)[2]), 0, 1)))
    assert min(tilts) == pytest.approx(lean_deg)
    assert leant.is_cocked
    assert cube(leant).corners()[:, 2].min() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("point", "is_hidden"),
    [
        ((0.0, 0.0, 0.0), True),
        # The eye is 89 above the plate's top, whose half side is 5: it hides the ground out to 5 * 100 / 89 = 5.62.
        ((5.5, 0.0, 0.0), True),
        ((5.7, 0.0, 0.0), False),
        ((0.0, 0.0, 11.0), False),
        ((0.0, 0.0, 50.0), False),
    ],
)
def test_a_box_hides_what_is_behind_it(point: tuple[float, float, float], is_hidden: bool) -> None:
    assert PLATE.hides(EYE, np.array(point)) is is_hidden


def test_boxes_overlap_where_they_share_room() -> None:
    def turned(x: float) -> Box:
        return level((x, 0.0, 10.0), (5.0, 5.0, 1.0), math.pi / 4)

    # A square's corner reaches 5 * sqrt(2) = 7.07 from its middle, its side 5.
    assert overlap(PLATE, turned(12.0))
    assert not overlap(PLATE, turned(12.1))


def test_linear_light_of_stored_colours() -> None:
    # IEC 61966-2-1: level 188 of 255 is half of the light, within a hundredth.
    assert linear((255.0, 188.0, 0.0)) == pytest.approx((0.0, 0.5, 1.0), abs=0.01)
