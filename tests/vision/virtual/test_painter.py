"""Pictures repeat by seed, change with light, lens and sensor, and hide what lies under a card or a hand."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import replace
from weakref import ref

import numpy as np
import pytest

from companion.games.waves.mat import KIT
from companion.table.sightings import MarkerId
from tests.companion.games.waves.mats import LAYOUT
from tests.vision.virtual.tables import look, painter
from vision.frames import Frame
from vision.judging import judge_sightings
from vision.looks import Looker
from vision.markers import MarkerFinder
from vision.mat import Mat, find_mat
from vision.pace import LEAST_SIDE_PX, scaled
from vision.virtual.painter import Painter
from vision.virtual.scene import Hand, PhysicalPiece, Scene
from vision.virtual.shot import CameraPose, Light, Shot, mat_to_picture

QUIET = Shot(noise=0)
CARD = PhysicalPiece("card:1", MarkerId(20), 450, 300)
BACK = PhysicalPiece("back", MarkerId(4), 450, 300, face_up=False)


@pytest.fixture(scope="module")
def still() -> Painter:
    return painter(QUIET)


def seen(scene: Scene, by: Painter) -> list[int]:
    return [each.marker for each in look(by.render(scene))]


def test_pictures_repeat_by_seed_in_any_order_and_painter() -> None:
    shot, scene = Shot(CameraPose(8)), Scene((CARD,))
    one = painter(shot)
    first, second = one.render(scene, 1), one.render(scene, 2)
    assert first.shape == (1296, 2304, 3)
    assert first.dtype == np.uint8
    assert not np.array_equal(first, second)
    assert np.array_equal(painter(shot).render(scene, 1), first)
    assert np.array_equal(one.render(scene, 1), first)


def test_a_painter_that_is_put_away_takes_its_pictures_with_it_at_once() -> None:
    one = painter(QUIET)
    one.render(Scene((CARD,)))
    gone = ref(one)
    gc.disable()
    try:
        del one
        assert gone() is None
    finally:
        gc.enable()


def test_noise_has_its_strength(still: Painter) -> None:
    noisy, clean = painter(Shot(noise=5)).render(Scene()), still.render(Scene())
    difference = noisy[700:900, 1500:1900].astype(np.int16) - clean[700:900, 1500:1900]
    assert difference.std() == pytest.approx(5, rel=0.05)
    assert abs(difference.mean()) < 0.1


def test_light_falls_off_towards_the_far_side() -> None:
    lit = painter(Shot(light=Light(1, 0.5, angle_deg=0), noise=0)).render(Scene()).mean(axis=(1, 2))
    assert lit[8] / lit[-8] == pytest.approx(2, rel=0.1)


@pytest.mark.parametrize("seed", range(6))
def test_as_small_as_slow_machines_make_pictures_every_marker_is_still_read(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cards = tuple(
        PhysicalPiece(f"card:{1 + at % 5}", MarkerId(20 + at), 120 + 130.0 * (at % 6), 150 + 150.0 * (at // 6))
        for at in range(18)
    )
    turned = tuple(replace(each, angle_deg=float(rng.uniform(-20, 20))) for each in cards)
    frame = Frame(painter(Shot(CameraPose(6))).render(Scene(turned), seed), 0.0, 1)
    finder, looker = MarkerFinder(), Looker(LAYOUT, KIT.printed)
    side_px = looker.smallest_side_px(looker.picture(frame, "Virtual camera"))
    assert side_px is not None
    small = scaled(frame, LEAST_SIDE_PX / side_px)
    assert small.pixels.shape[1] < 0.75 * frame.pixels.shape[1]
    whole, smaller = (Counter(finder.find(each.pixels).ids.tolist()) for each in (frame, small))
    assert not whole - smaller


def test_a_hand_hides_what_is_under_it_and_nothing_else(still: Painter) -> None:
    far = PhysicalPiece("card:2", MarkerId(40), 150, 150)
    assert seen(Scene((CARD, far)), still) == [20, 40]
    assert seen(Scene((CARD, far), (Hand(431, 270),)), still) == [40]


def test_a_card_hides_the_card_under_it(still: Painter) -> None:
    assert seen(Scene((CARD, BACK)), still) == [4]
    over = PhysicalPiece("card:1", MarkerId(20), 450, 300, layer=1)
    assert seen(Scene((over, BACK)), still) == [20]


def test_a_piece_outside_the_picture_is_not_seen(still: Painter) -> None:
    assert seen(Scene((PhysicalPiece("card:1", MarkerId(20), -900, 5000), CARD)), still) == [20]
    half_out = PhysicalPiece("card:1", MarkerId(20), 450, -60)
    assert seen(Scene((half_out,)), still) == []


def test_a_small_picture_shows_the_same() -> None:
    assert seen(Scene((CARD,)), painter(Shot(width_px=1280, height_px=720, noise=0))) == [20]


def test_the_mat_fills_the_picture_as_asked_and_lies_where_the_matrix_says(still: Painter) -> None:
    corners = np.array([[0, 0, 1], [LAYOUT.width_mm, 0, 1], [LAYOUT.width_mm, LAYOUT.height_mm, 1]], dtype=np.float64)
    for shot in (QUIET, Shot(CameraPose(35, 20)), Shot(CameraPose(10, fill=0.5))):
        seen_px = corners @ mat_to_picture(LAYOUT.width_mm, LAYOUT.height_mm, shot).T
        share = np.abs(seen_px[:, :2] / seen_px[:, 2:] - [1151.5, 647.5]) / [1152, 648]
        assert shot.pose.fill - 0.15 < share.max() <= shot.pose.fill
    (card,) = look(still.render(Scene((CARD,))))
    size = KIT.size("card:1")
    assert card.x_mm == pytest.approx(450 - size.width_mm / 2 + size.marker_x_mm, abs=0.15)
    assert card.y_mm == pytest.approx(300 - size.height_mm / 2 + size.marker_y_mm, abs=0.15)


def test_a_camera_leans_by_no_more_than_35_degrees() -> None:
    with pytest.raises(ValueError, match=r"A tilt of 36 degrees is not one from 0 to 35\."):
        CameraPose(36)


def test_a_card_held_up_measures_too_large_and_one_that_lies_measures_right(still: Painter) -> None:
    # The camera stands 1.25 m above the mat, so that 115 mm are 10 %; markers are read 1 % too small.
    for height_mm, fact in ((0, True), (60, True), (115, False)):
        held = replace(CARD, x_mm=440, height_mm=height_mm)
        markers = MarkerFinder().find(still.render(Scene((held,))))
        mat = find_mat(markers, LAYOUT)
        assert isinstance(mat, Mat)
        facts, rejected = judge_sightings(markers, mat, LAYOUT, KIT.printed, 0.0)
        sides = [each.side_mm for each in facts if each.marker == held.marker]
        assert bool(sides) == fact
        assert [each.reason for each in rejected if each.marker == held.marker] == ([] if fact else ["size"])
        if fact:
            assert sides[0] == pytest.approx(18 * 1248 / (1248 - height_mm), rel=0.012)


def test_what_is_held_up_looks_further_from_the_middle_and_lies_over_all(still: Painter) -> None:
    lying, held = (look(still.render(Scene((replace(CARD, x_mm=750, height_mm=each),))))[0] for each in (0, 50))
    assert held.x_mm - 450 == pytest.approx((lying.x_mm - 450) * 1248 / 1198, rel=0.003)
    assert seen(Scene((replace(CARD, height_mm=5), replace(BACK, layer=9))), still) == [20]
