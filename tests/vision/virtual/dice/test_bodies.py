"""Bodies of dice against geometry: where faces, edges and pips are, and where rays meet them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.virtual.dice.bodies import Body, march, through_box
from vision.virtual.dice.makes import MAKES
from vision.virtual.dice.records import LyingDie

SHARP = 2
"""A make whose corners are not tumbled."""

Floats = npt.NDArray[np.float32]


def column(*place: float) -> Floats:
    return np.array(place, dtype=np.float32)[:, None]


def normal_of(make: int, value: int) -> npt.NDArray[np.float64]:
    """Outward normal of a value's face in the body's own frame."""
    face = MAKES[make].values.index(value)
    normal = np.zeros(3)
    normal[face // 2] = -1 if face % 2 else 1
    return normal


@pytest.mark.parametrize("make", range(len(MAKES)))
def test_opposite_faces_add_up_to_seven(make: int) -> None:
    values = MAKES[make].values
    assert [values[face] + values[face + 1] for face in (0, 2, 4)] == [7, 7, 7]
    assert sorted(values) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("make", range(len(MAKES)))
def test_one_two_three_go_round_their_corner_as_the_maker_has_it(make: int) -> None:
    """Counter-clockwise is a right-handed triple in a frame with y up; the mat's y goes down."""
    triple = np.array([normal_of(make, value) for value in (1, 2, 3)]) * [1, -1, 1]
    assert np.linalg.det(triple) == (-1 if MAKES[make].clockwise else 1)


def test_both_ways_round_are_made() -> None:
    assert {make.clockwise for make in MAKES} == {True, False}


@pytest.mark.parametrize("make", range(len(MAKES)))
@pytest.mark.parametrize("value", range(1, 7))
def test_the_value_is_on_top_and_the_die_is_no_mirror_image(make: int, value: int) -> None:
    turn = Body(LyingDie(0, 0, 37, value, "red", make=make)).turn
    assert turn @ normal_of(make, value) == pytest.approx([0, 0, 1])
    assert turn @ turn.T == pytest.approx(np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1)


@pytest.mark.parametrize("make", range(len(MAKES)))
def test_each_face_has_as_many_pips_as_its_value(make: int) -> None:
    assert MAKES[make].grid.sum(axis=(1, 2)).tolist() == list(MAKES[make].values)
    assert len(Body(LyingDie(0, 0, 0, 1, "red", make=make)).bowls_mm) == 21


@pytest.mark.parametrize("make", range(len(MAKES)))
def test_pips_stay_on_their_face_and_apart(make: int) -> None:
    shape = MAKES[make]
    assert shape.apart > 2 * shape.pip
    assert shape.apart + shape.pip < 1 - shape.edge / 2


def test_a_turn_goes_clockwise_as_seen_from_above() -> None:
    before, after = (Body(LyingDie(0, 0, turn_deg, 1, "red")).turn[:2, :] for turn_deg in (0, 90))
    # What pointed right points down, where y grows.
    assert after == pytest.approx(np.array([[0, -1], [1, 0]]) @ before)


def test_a_tilt_leans_the_top_towards_the_angle() -> None:
    up = normal_of(0, 4)
    body = Body(LyingDie(0, 0, 20, 4, "red", tilt_deg=30, tilt_towards_deg=90))
    assert body.turn @ up == pytest.approx([0, 0.5, np.sqrt(0.75)])


def test_a_tilted_die_stands_on_the_mat() -> None:
    """A cube of 16 mm with edges rounded by 0.48 mm, leant by 45 degrees: so far is its core's edge down."""
    body = Body(LyingDie(0, 0, 0, 4, "red", tilt_deg=45, lift_mm=2, make=SHARP))
    edge = 8 * MAKES[SHARP].edge
    assert body.middle_mm[2] == pytest.approx(2 + (8 - edge) * np.sqrt(2) + edge)
    assert Body(LyingDie(0, 0, 0, 4, "red", make=SHARP)).middle_mm.tolist() == pytest.approx([0, 0, 8])


def test_distances_are_those_of_a_rounded_cube() -> None:
    body = Body(LyingDie(0, 0, 0, 1, "red", make=SHARP))
    edge = 8 * MAKES[SHARP].edge
    assert body.hull(column(8 + 5, 0.1, 6))[0] == pytest.approx(5, abs=1e-5)
    assert body.hull(column(5, 0, 0))[0] == pytest.approx(-3, abs=1e-5)
    # 3 and 4 mm beyond the core, which ends where the rounding begins.
    assert body.hull(column(8 - edge + 3, 0, 8 - edge + 4))[0] == pytest.approx(5 - edge, abs=1e-5)


def test_a_pip_is_as_deep_as_its_maker_drills_it() -> None:
    body = Body(LyingDie(0, 0, 0, 1, "red"))
    top = normal_of(0, 1).astype(np.float32)
    deep = 8 * MAKES[0].deep
    assert body.distance(column(*(top * 8)))[0] == pytest.approx(deep, abs=1e-4)
    down = column(*(-top))
    origin = column(*(top * 100))
    along, met = march(body, origin, down)
    points, normals, is_pip = body.into_pips(origin + down * along, down)
    assert met.all()
    assert is_pip.all()
    assert points[:, 0] == pytest.approx(top * (8 - deep), abs=0.03)
    assert normals[:, 0] == pytest.approx(top, abs=0.01)


def test_rays_meet_a_face_beside_its_pips_and_miss_beside_the_die() -> None:
    body = Body(LyingDie(0, 0, 0, 1, "red", make=SHARP))
    origin = column(0, 0, 100)
    # The face at +z has a 3 on it: nothing halfway along an axis. 20 of 92 aside is beyond 8 of 100.
    aims = np.array([[2.2 / 92, 0, -1], [20 / 92, 0, -1]])
    rays = (aims / np.linalg.norm(aims, axis=1, keepdims=True)).T.astype(np.float32)
    along, met = march(body, origin, rays)
    assert met.tolist() == [True, False]
    points, normals, is_pip = body.into_pips((origin + rays * along)[:, :1], rays[:, :1])
    assert not is_pip[0]
    assert points[:, 0] == pytest.approx([2.2, 0, 8], abs=0.03)
    assert normals[:, 0] == pytest.approx([0, 0, 1], abs=1e-3)


def test_a_ray_goes_through_a_box_from_side_to_side() -> None:
    enter, leave = through_box(column(-10, 1, 2), column(1, 0, 0), 8)
    assert (enter[0], leave[0]) == pytest.approx((2, 18))
    enter, leave = through_box(column(-10, 9, 2), column(1, 0, 0), 8)
    assert leave[0] < enter[0]


def test_no_die_shows_a_seven() -> None:
    with pytest.raises(ValueError, match="A die shows 1 to 6, not 7"):
        LyingDie(0, 0, 0, 7, "red")
    with pytest.raises(ValueError, match="A die of 0 mm is none"):
        LyingDie(0, 0, 0, 1, "red", size_mm=0)
