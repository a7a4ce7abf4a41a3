"""What is stored of a die: where its top face is, and what stands before it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.training.cycles.looks import Look
from vision.training.cycles.marks import marks, side_marks
from vision.training.cycles.plan import SIZE_PX, PlannedDie, ScenePlan, plan_scene
from vision.training.cycles.poses import cube, flat, level, tipped
from vision.training.cycles.things import Thing
from vision.training.scenes.camera import Camera, looking_down
from vision.training.scenes.dice_models import any_die

GREY = np.full((SIZE_PX, SIZE_PX, 3), 128, np.uint8)
MODEL = replace(any_die(np.random.default_rng(0)), spread=0.25, six_spread=0.25, logo_face=None)
LOOK = Look(MODEL, None, False, 2.0)
DIE = PlannedDie(LOOK, flat(MODEL, 1, 32.0, (0.0, 0.0), 0.0))


def scene(*dice: PlannedDie, things: tuple[Thing, ...] = (), camera: Camera | None = None) -> ScenePlan:
    camera = looking_down(SIZE_PX, 0.0, 1000.0) if camera is None else camera
    x, y, z = camera.position.tolist()
    matrix = tuple(tuple(row) for row in camera.matrix.tolist())
    return replace(plan_scene(0), dice=dice, things=things, matrix=matrix, eye=(x, y, z))


def test_corners_and_places_are_where_a_pinhole_shows_them() -> None:
    (mark,) = marks(scene(DIE), GREY)
    # The top face lies 32 nearer to a camera 1000 above the ground, so that 16 is seen as 16 * 1000 / 968.
    half, spread = 16 * 1000 / 968, 8 * 1000 / 968
    corners, places = np.array(mark["corners"]), np.array(mark["places"])
    assert np.abs(corners - SIZE_PX / 2) == pytest.approx(np.full((4, 2), half), abs=1e-3)
    assert {tuple(np.sign(corner - SIZE_PX / 2)) for corner in corners} == {(-1, -1), (-1, 1), (1, -1), (1, 1)}
    expected = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    assert {tuple(np.round((place - SIZE_PX / 2) / spread)) for place in places} == expected
    assert (mark["value"], mark["colour"], mark["is_cocked"]) == (1, MODEL.colour, False)


def test_an_oblique_camera_sees_the_far_edge_shorter() -> None:
    (mark,) = marks(scene(DIE, camera=looking_down(SIZE_PX, 40.0, 600.0)), GREY)
    corners = np.array(mark["corners"])
    upper, lower = np.split(corners[np.argsort(corners[:, 1])], 2)
    assert np.ptp(upper[:, 0]) < np.ptp(lower[:, 0]) < 2 * np.ptp(corners[:, 1])


def plate(x: float, z: float) -> Thing:
    return Thing(level((x, 0.0, z), (10.0, 40.0, 1.0), 0.0), (1.0, 0.0, 0.0))


def test_what_stands_before_one_place_of_a_pip_covers_the_die() -> None:
    # The places reach 8 to the side: a plate whose near edge is at 7 hides the outermost three, one at 9 none.
    (covered,) = marks(scene(DIE, things=(plate(17.0, 36.0),)), GREY)
    (free,) = marks(scene(DIE, things=(plate(19.0, 36.0),)), GREY)
    (beneath,) = marks(scene(DIE, things=(plate(27.0, 10.0),)), GREY)
    assert [each["is_covered"] for each in (covered, free, beneath)] == [True, False, False]
    # Of the face's 32 the plates take what lies beyond 7 and 9, but for its last row of points.
    assert covered["seen"] == pytest.approx(4 / 6, abs=0.01)
    assert free["seen"] == pytest.approx(5 / 6, abs=0.17)
    assert beneath["seen"] == 1.0


def test_a_die_upon_another_covers_it_and_is_itself_free() -> None:
    upper = PlannedDie(LOOK, flat(MODEL, 5, 32.0, (3.0, 0.0), 0.0, 32.2))
    low, high = marks(scene(DIE, upper), GREY)
    assert (low["is_covered"], high["is_covered"]) == (True, False)


def test_a_face_turned_away_has_no_mark_and_a_leaning_one_says_so() -> None:
    axis = np.array([1.0, 0.0, 0.0])
    leant = replace(DIE, pose=tipped(DIE.pose, axis, 44.0))
    assert cube(leant.pose).corners()[:, 2].min() == pytest.approx(0.0, abs=1e-9)
    (mark,) = marks(scene(leant), GREY)
    assert mark["is_cocked"]
    away = [looking_down(SIZE_PX, 80.0, 600.0), looking_down(SIZE_PX, -80.0, 600.0)]
    assert sorted(len(marks(scene(leant, camera=camera), GREY)) for camera in away) == [0, 1]


def test_contrast_is_the_distance_of_the_pip_from_the_body_around_it() -> None:
    pixels = GREY.copy()
    assert marks(scene(DIE), pixels)[0]["contrast"] == 0.0
    pixels[158:163, 158:163] = (128, 128 + 30, 128 + 40)
    assert marks(scene(DIE), pixels)[0]["contrast"] == pytest.approx(50.0, abs=0.1)


def test_a_pip_outside_the_picture_has_no_contrast() -> None:
    beyond = replace(DIE, pose=flat(MODEL, 1, 32.0, (158.0, 0.0), 0.0))
    assert marks(scene(beyond), GREY)[0]["contrast"] == 0.0


def test_an_oblique_camera_takes_the_near_side_for_a_top_and_one_above_none() -> None:
    assert side_marks(scene(DIE)) == []
    ((x, y),) = side_marks(scene(DIE, camera=looking_down(SIZE_PX, 40.0, 600.0)))
    # Its middle lies half a side before the die's middle and as high: at (0, -16, 16).
    expected = looking_down(SIZE_PX, 40.0, 600.0).project(np.array([[0.0, -16.0, 16.0]]))[0]
    assert (x, y) == pytest.approx(expected, abs=1e-3)


def test_a_side_that_is_covered_or_of_a_leaning_die_passes_for_no_top() -> None:
    camera = looking_down(SIZE_PX, 40.0, 600.0)
    before = PlannedDie(LOOK, flat(MODEL, 1, 32.0, (0.0, -33.0), 0.0))
    assert len(side_marks(scene(DIE, before, camera=camera))) == 1
    leant = replace(DIE, pose=tipped(DIE.pose, np.array([1.0, 0.0, 0.0]), 20.0))
    assert side_marks(scene(leant, camera=camera)) == []


def test_a_low_thing_stands_before_no_top_and_a_tall_one_does() -> None:
    def slab(tall: float) -> Thing:
        return Thing(level((0.0, -60.0, tall / 2), (40.0, 40.0, tall / 2), 0.0), (1.0, 0.0, 0.0))

    # A camera that hardly looks down sees the far top over a slab of 20, and not over one of 60.
    camera = looking_down(SIZE_PX, 75.0, 900.0)
    free, covered = (marks(scene(DIE, things=(slab(tall),), camera=camera), GREY)[0] for tall in (20.0, 60.0))
    assert (free["is_covered"], covered["is_covered"]) == (False, True)
