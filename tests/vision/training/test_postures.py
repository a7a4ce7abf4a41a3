"""Small pictures of dice that lie flat, of others and of none: what is known of the camera fits what is drawn."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.training.scenes.test_scene import lying
from vision.dice.posture import POSTURE_PX
from vision.training.postures import Postures, cut_out, draw_postures, face_px_of, slope_at, together
from vision.training.records import FACE_PX
from vision.training.scenes.camera import made_flat
from vision.training.scenes.dice_models import Material
from vision.training.scenes.scene import Scene
from vision.training.scenes.solids import LyingDie

pytestmark = pytest.mark.slow

SIZE_PX = 320
BLACK = np.zeros((SIZE_PX, SIZE_PX, 3), np.uint8)
FROM_LEFT = made_flat(SIZE_PX, np.array([-600.0, 0.0, 1000.0]))


@pytest.fixture(scope="module")
def many() -> Postures:
    return together([draw_postures(seed) for seed in range(20)])


def tipped(deg: float, axis: tuple[float, float]) -> LyingDie:
    """A die turned by so many degrees about a level axis through its middle, with the thumb along it."""
    x, y = axis
    cross = np.array([[0, 0, y], [0, 0, -x], [-y, x, 0]])
    turning = np.eye(3) + math.sin(math.radians(deg)) * cross + (1 - math.cos(math.radians(deg))) * cross @ cross
    flat = lying(3)
    return replace(flat, turning=turning @ flat.turning, is_cocked=True)


def cut(*dice: LyingDie, owner: int = 0, pixels: npt.NDArray[np.uint8] = BLACK, seed: int = 1) -> Postures:
    """What is learned of a picture that is not drawn, whose pixels all belong to its first die, or to another owner."""
    owners = np.full((SIZE_PX, SIZE_PX), owner, np.int16)
    return cut_out(np.random.default_rng(seed), Scene(pixels, dice, owners, FROM_LEFT))


def test_the_same_seed_gives_the_same_pictures() -> None:
    one, again = draw_postures(4), draw_postures(4)
    assert np.array_equal(one.crops, again.crops)
    assert np.array_equal(one.slopes, again.slopes)


def test_a_third_do_not_lie_flat_and_each_has_its_picture_and_slope(many: Postures) -> None:
    count = len(many.is_flat)
    assert count > 50
    assert many.crops.shape == (count, POSTURE_PX, POSTURE_PX, 3)
    assert many.slopes.shape == (count,)
    assert 0.5 < many.is_flat[many.is_there].mean() < 0.75
    # As far as a camera sees that leans by 45 degrees, and a little more with the errors.
    assert 0 <= many.slopes.min() < 0.2
    assert 0.9 < many.slopes.max() < 1.6


def test_flat_dice_neither_lean_nor_lie_high_and_all_others_do_one_of_both(many: Postures) -> None:
    lean, lift = np.hypot(many.poses[:, 0], many.poses[:, 1]), many.poses[:, 2]
    assert np.abs(lean[many.is_flat]).max() < 1e-6
    assert np.abs(lift[many.is_flat]).max() < 1e-6
    odd = many.is_there & ~many.is_flat
    assert bool(((lean[odd] > math.sin(math.radians(14.9))) | (lift[odd] > 0.7)).all())


@pytest.mark.parametrize("at", [(0.0, 0.0), (60.0, -40.0), (-50.0, 70.0)])
def test_sight_of_a_top_falls_to_the_ground_as_the_slope_says(at: tuple[float, float]) -> None:
    """Seen from above, the top of a pole is as far from its foot as sight runs while it falls by its length."""
    pole = np.array([[*at, 0.0], [*at, FACE_PX]])
    foot, top = FROM_LEFT.project(pole) - 0.5
    assert slope_at(FROM_LEFT, SIZE_PX, top) * FACE_PX == pytest.approx(top - foot, abs=1e-9)


def test_a_top_is_as_wide_as_it_is_known_to_be() -> None:
    die = lying(3)
    corners = FROM_LEFT.project(die.face(die.value))
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    assert sides == pytest.approx([face_px_of(FROM_LEFT, FACE_PX)] * 4, abs=1e-9)


@pytest.mark.parametrize(
    ("axis", "lean"),
    [
        # Sight comes from the left, so that right is up in the small picture; about y the top leans to the right.
        ((0.0, 1.0), (0.0, 1.0)),
        ((0.0, -1.0), (0.0, -1.0)),
        # About x it leans to the near edge, down in the scene's picture, which lies right of the way of sight.
        ((1.0, 0.0), (1.0, 0.0)),
    ],
)
def test_a_lean_is_told_as_the_small_picture_shows_it(axis: tuple[float, float], lean: tuple[float, float]) -> None:
    posture = cut(tipped(30, axis))
    assert not posture.is_flat[0]
    # Within what is not known of which way sight runs.
    assert posture.poses[0, :2] == pytest.approx(np.array(lean) * 0.5, abs=0.1)


def test_a_flat_die_that_is_partly_hidden_or_near_the_rim_is_left_out() -> None:
    assert cut(lying(3)).is_there.sum() == 1
    assert cut(lying(3, at=(140.0, 0.0))).is_there.sum() == 0
    owners = np.zeros((SIZE_PX, SIZE_PX), np.int16)
    owners[:, 175:] = -2
    scene = Scene(BLACK, (lying(3),), owners, FROM_LEFT)
    assert cut_out(np.random.default_rng(1), scene).is_there.sum() == 0


def test_two_fifths_of_the_places_show_no_die_and_have_neither_posture_nor_pose(many: Postures) -> None:
    bare = ~many.is_there
    assert 0.3 < bare.mean() < 0.5
    assert not many.is_flat[bare].any()
    assert not many.is_clear[bare].any()
    assert not many.poses[bare].any()


def test_a_fifth_of_the_dice_are_clear(many: Postures) -> None:
    assert 0.15 < many.is_clear[many.is_there].mean() < 0.3


@pytest.mark.parametrize("material", ["clear", "transmissive", "opaque"])
def test_only_a_die_that_the_ground_shows_through_is_told_as_clear(material: Material) -> None:
    flat = lying(3)
    told = cut(replace(flat, model=replace(flat.model, material=material)))
    assert told.is_there[0]
    assert told.is_clear[0] == (material == "clear")


def test_the_side_of_a_flat_die_that_looks_at_the_camera_is_a_place_without_a_die() -> None:
    """White spots in the middles of its sides: one is in the middle of the small picture."""
    die, pixels = lying(3), BLACK.copy()
    for value in (1, 2, 5, 6):
        x_px, y_px = FROM_LEFT.project(die.face(value).mean(axis=0)[None])[0]
        cv2.circle(pixels, (round(x_px), round(y_px)), 2, (255, 255, 255), -1)
    found = cut(die, pixels=pixels)
    assert found.is_there.tolist() == [True, False]
    # Boxes are up to 0.06 faces of 32 px off their middles.
    assert found.crops[1, 35:45, 35:45].max() > 127


@pytest.mark.parametrize("seed", range(8))
def test_of_the_table_that_place_is_taken_which_changes_most(seed: int) -> None:
    pixels = np.full_like(BLACK, 90)
    pixels[:, :160] = np.random.default_rng(1).integers(0, 256, (SIZE_PX, 160, 3))
    (crop,) = cut(owner=-1, pixels=pixels, seed=seed).crops
    assert crop[30:50, 30:50].std() > 30
    assert len(cut(owner=-1, pixels=np.full_like(BLACK, 90), seed=seed).crops) == 0


@pytest.mark.parametrize("seed", range(8))
def test_a_place_beside_a_die_shows_none_and_may_lie_in_its_shadow(seed: int) -> None:
    """Blue tells the column of each pixel and green its row, in steps of 4 px; the die is taken for a disc."""
    die, step_px = lying(3), 4
    rows, columns = np.mgrid[:SIZE_PX, :SIZE_PX]
    pixels = np.stack([columns // step_px, rows // step_px, 0 * rows], axis=2).astype(np.uint8)
    owners = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    middle = FROM_LEFT.project(die.face(die.value).mean(axis=0)[None])[0]
    cv2.circle(owners, (round(middle[0]), round(middle[1])), 24, 0, -1)
    found = cut_out(np.random.default_rng(seed), Scene(pixels, (die,), owners, FROM_LEFT))
    at = found.crops[-2, POSTURE_PX // 2, POSTURE_PX // 2, :2] * float(step_px) + step_px / 2
    away_px = float(np.hypot(*(at - middle)))
    assert not found.is_there[-2]
    # A pixel of a disc of 24 px, and none nearer than 8; the picture's middle is known to 4 px.
    assert 24 + 8 - 4 < away_px < 1.8 * FACE_PX + 4


def test_where_dice_are_all_around_nothing_is_taken_for_a_bare_place() -> None:
    assert len(cut(lying(3, at=(140.0, 0.0))).is_there) == 0
