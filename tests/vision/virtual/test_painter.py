"""Pictures repeat by seed, change with light, lens and sensor, and hide what lies under a card or a hand."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import replace
from weakref import ref

import numpy as np
import pytest

from companion.table.sightings import MarkerId
from tests.vision.virtual.mats import KIT, LARGE_PX, LAYOUT, PIECES, large, painter, shown, small
from tests.vision.virtual.tables import look
from vision.cameras.frames import Frame
from vision.looks import Looker
from vision.marker_filter import judge_sightings
from vision.markers import MarkerFinder
from vision.mat import Mat, find_mat
from vision.pace import LEAST_SIDE_PX, scaled
from vision.virtual.painter import Painter
from vision.virtual.scene import Hand, PhysicalPiece, Scene
from vision.virtual.shot import CameraPose, Light, Shot, mat_to_picture

QUIET = large(noise=0)
NEAR = small(noise=0)
CARD = PhysicalPiece("card:1", MarkerId(20), 300, 200)
BACK = PhysicalPiece("back", MarkerId(4), 300, 200, face_up=False)
CAMERA_MM = float(mat_to_picture(LAYOUT.width_mm, LAYOUT.height_mm, QUIET)[2, 2])
"""How far above the mat the camera stands."""


def seen(*pieces: PhysicalPiece, hands: tuple[Hand, ...] = (), shot: Shot = NEAR) -> list[int]:
    return [each.marker for each in look(shown(shot, Scene(pieces, hands)))]


def test_pictures_repeat_by_seed_in_any_order_and_painter() -> None:
    shot, scene = large(CameraPose(8)), Scene((CARD,))
    one = painter(shot)
    first, second = one.render(scene, 1), one.render(scene, 2)
    assert first.shape == (*LARGE_PX[::-1], 3)
    assert first.dtype == np.uint8
    assert not np.array_equal(first, second)
    assert np.array_equal(Painter(LAYOUT, KIT, PIECES, shot).render(scene, 1), first)
    assert np.array_equal(one.render(scene, 1), first)


def test_a_painter_that_is_put_away_takes_its_pictures_with_it_at_once() -> None:
    one = Painter(LAYOUT, KIT, PIECES, NEAR)
    one.render(Scene((CARD,)))
    gone = ref(one)
    gc.disable()
    try:
        del one
        assert gone() is None
    finally:
        gc.enable()


def test_noise_has_its_strength() -> None:
    noisy, clean = shown(small(noise=5)), shown(NEAR)
    difference = noisy[340:480, 650:950].astype(np.int16) - clean[340:480, 650:950]
    assert difference.std() == pytest.approx(5, rel=0.05)
    assert abs(difference.mean()) < 0.1


def test_light_falls_off_towards_the_far_side() -> None:
    lit = shown(small(light=Light(1, 0.5, angle_deg=0), noise=0)).mean(axis=(1, 2))
    assert lit[4] / lit[-4] == pytest.approx(2, rel=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_as_small_as_slow_machines_make_pictures_every_marker_is_still_read(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kinds = [f"card:{1 + at % 5}" for at in range(10)]
    cards = tuple(
        PhysicalPiece(kind, KIT.markers(kind)[at // 5], 90 + 105.0 * (at % 5), 120 + 150.0 * (at // 5))
        for at, kind in enumerate(kinds)
    )
    turned = tuple(replace(each, angle_deg=float(rng.uniform(-20, 20))) for each in cards)
    frame = Frame(painter(large(CameraPose(6))).render(Scene(turned), seed), 0.0, 1)
    finder, looker = MarkerFinder(), Looker(LAYOUT, KIT.printed)
    side_px = looker.smallest_side_px(looker.picture(frame, "Virtual camera"))
    assert side_px is not None
    small = scaled(frame, LEAST_SIDE_PX / side_px)
    assert small.pixels.shape[1] < 0.75 * frame.pixels.shape[1]
    whole, smaller = (Counter(finder.find(each.pixels).ids.tolist()) for each in (frame, small))
    assert not whole - smaller


def test_a_hand_hides_what_is_under_it_and_nothing_else() -> None:
    far = PhysicalPiece("card:2", MarkerId(30), 100, 100)
    assert seen(CARD, far) == [20, 30]
    assert seen(CARD, far, hands=(Hand(281, 169),)) == [30]


def test_a_card_hides_the_card_under_it() -> None:
    assert seen(CARD, BACK) == [4]
    assert seen(replace(CARD, layer=1), BACK) == [20]


def test_a_piece_outside_the_picture_is_not_seen() -> None:
    assert seen(replace(CARD, x_mm=-900, y_mm=5000), CARD) == [20]
    assert seen(replace(CARD, y_mm=-60)) == []


def test_a_small_picture_shows_the_same() -> None:
    assert seen(CARD, shot=small(width_px=853, height_px=480, noise=0)) == [20]


def test_the_mat_fills_the_picture_as_asked_and_lies_where_the_matrix_says() -> None:
    corners = np.array([[0, 0, 1], [LAYOUT.width_mm, 0, 1], [LAYOUT.width_mm, LAYOUT.height_mm, 1]], dtype=np.float64)
    size = np.array(LARGE_PX)
    for shot in (QUIET, large(CameraPose(35, 20)), large(CameraPose(10, fill=0.5))):
        seen_px = corners @ mat_to_picture(LAYOUT.width_mm, LAYOUT.height_mm, shot).T
        share = np.abs(seen_px[:, :2] / seen_px[:, 2:] - (size - 1) / 2) / (size / 2)
        assert shot.pose.fill - 0.15 < share.max() <= shot.pose.fill
    (card,) = look(shown(QUIET, Scene((CARD,))))
    piece = KIT.size("card:1")
    assert card.x_mm == pytest.approx(CARD.x_mm - piece.width_mm / 2 + piece.marker_x_mm, abs=0.15)
    assert card.y_mm == pytest.approx(CARD.y_mm - piece.height_mm / 2 + piece.marker_y_mm, abs=0.15)


def test_a_camera_leans_by_no_more_than_35_degrees() -> None:
    with pytest.raises(ValueError, match=r"A tilt of 36 degrees is not one from 0 to 35\."):
        CameraPose(36)


def test_a_card_held_up_measures_too_large_and_one_that_lies_measures_right() -> None:
    # From so low a camera 80 mm are 10 %; markers are read 1 % too small.
    assert 80 / (CAMERA_MM - 80) > 0.1
    for height_mm, fact in ((0, True), (40, True), (80, False)):
        held = replace(CARD, x_mm=295, height_mm=height_mm)
        markers = MarkerFinder().find(shown(QUIET, Scene((held,))))
        mat = find_mat(markers, LAYOUT)
        assert isinstance(mat, Mat)
        facts, rejected = judge_sightings(markers, mat, LAYOUT, KIT.printed, 0.0)
        sides = [each.side_mm for each in facts if each.marker == held.marker]
        assert bool(sides) == fact
        assert [each.reason for each in rejected if each.marker == held.marker] == ([] if fact else ["size"])
        if fact:
            assert sides[0] == pytest.approx(18 * CAMERA_MM / (CAMERA_MM - height_mm), rel=0.012)


def test_what_is_held_up_looks_further_from_the_middle_and_lies_over_all() -> None:
    right = replace(CARD, x_mm=500)
    lying, held = (look(shown(QUIET, Scene((replace(right, height_mm=each),))))[0] for each in (0, 50))
    middle = LAYOUT.width_mm / 2
    assert held.x_mm - middle == pytest.approx((lying.x_mm - middle) * CAMERA_MM / (CAMERA_MM - 50), rel=0.003)
    assert seen(replace(CARD, height_mm=5), replace(BACK, layer=9)) == [20]
