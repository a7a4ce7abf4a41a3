"""Arms over the mat are noticed by the dashes they hide, and never where there is none."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import cache

import cv2
import msgspec
import numpy as np
import pytest

from companion.table.layout import Layout
from tests.vision.fakes import table
from tests.vision.virtual.mats import KIT, LAYOUT, large, painter, shown
from tests.vision.virtual.tables import random_tables
from vision.cameras.frames import Pixels
from vision.markers import MarkerFinder, Markers
from vision.mat import Mat, find_mat
from vision.rim import hidden_stretches
from vision.virtual.scene import Hand, Scene, lay_out
from vision.virtual.shot import CameraPose, Light, Shot

SIZES = ((853, 480), (1024, 576), (1536, 864))
RIM_MM = LAYOUT.rim_mm / 2
RIGHT_MM, LOWER_MM = LAYOUT.width_mm - RIM_MM, LAYOUT.height_mm - RIM_MM
"""The middle line of the rim, from the mat's upper left."""


def leaning(tilt_deg: float, size_px: tuple[int, int]) -> Shot:
    return Shot(CameraPose(tilt_deg), width_px=size_px[0], height_px=size_px[1])


def mat_of(pixels: Pixels) -> Mat:
    mat = find_mat(MarkerFinder().find(pixels), LAYOUT)
    assert isinstance(mat, Mat), mat
    return mat


@cache
def bare(shot: Shot) -> tuple[Pixels, Mat]:
    """The picture of the bare mat, and where it lies in that."""
    return shown(shot), mat_of(shown(shot))


def some_shot(rng: random.Random) -> Shot:
    width_px, height_px = rng.choice(SIZES)
    pose = CameraPose(
        rng.uniform(0, 35 if width_px > SIZES[0][0] else 20),
        rng.choice((0, 180, rng.uniform(-8, 8))),
        fill=rng.uniform(0.85, 0.97),
    )
    light = Light(rng.uniform(0.3, 1.2), rng.uniform(0, 0.6), rng.uniform(0, 360))
    # A mat in a small picture, leaning and blurred, is not found at all.
    blur_px = rng.uniform(0.3, 1.2 if width_px > SIZES[1][0] else 0.6)
    return Shot(pose, light, rng.uniform(0, 6), blur_px, width_px, height_px)


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 12))])
def test_arms_are_found_where_they_cross_and_nothing_where_none_is(seed: int) -> None:
    rng = random.Random(seed)
    drawn_by = painter(some_shot(rng))
    pieces = lay_out(random_tables(seed + 1, 1)[0], LAYOUT, KIT).pieces
    clean = drawn_by.render(Scene(pieces), seed)
    mat = mat_of(clean)
    assert hidden_stretches(clean, mat, LAYOUT) == ()
    hand = Hand(rng.uniform(170, 430), rng.uniform(130, 270), rng.choice((0, 90, 180, 270)) + rng.uniform(-20, 20))
    spots = hidden_stretches(drawn_by.render(Scene(pieces, (hand,)), seed), mat, LAYOUT)
    assert len(spots) == 1
    x_mm, y_mm = crossing(hand)
    assert math.hypot(spots[0].x_mm - x_mm, spots[0].y_mm - y_mm) < 30


def crossing(hand: Hand) -> tuple[float, float]:
    """Where the middle of the arm leaves the mat."""
    angle, x_mm, y_mm = math.radians(hand.angle_deg), hand.x_mm, hand.y_mm
    while RIM_MM < x_mm < RIGHT_MM and RIM_MM < y_mm < LOWER_MM:
        x_mm, y_mm = x_mm - math.sin(angle), y_mm + math.cos(angle)
    return x_mm, y_mm


@pytest.mark.parametrize(("width_mm", "is_told"), [(10, False), (18, False), (40, True), (62, True), (300, True)])
@pytest.mark.parametrize("grey", [12, 130, 240])
def test_it_is_the_width_that_counts(width_mm: float, grey: int, is_told: bool) -> None:
    shot, left_mm = leaning(10, SIZES[1]), 200
    clean, mat = bare(shot)
    pixels, right_mm = clean.copy(), left_mm + width_mm
    lies = np.array([[left_mm, -5], [right_mm, -5], [right_mm, 30], [left_mm, 30]], dtype=np.float64)
    outline = cv2.perspectiveTransform(lies[None], painter(shot).to_px)[0]
    cv2.fillConvexPoly(pixels, outline.round().astype(np.int32), [grey] * 3)
    spots = hidden_stretches(pixels, mat, LAYOUT)
    in_grey = hidden_stretches(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8), mat, LAYOUT)
    assert len(in_grey) == len(spots)
    if not is_told:
        assert spots == ()
        return
    (spot,) = spots
    assert spot.x_mm == pytest.approx(left_mm + width_mm / 2, abs=8)
    assert spot.y_mm == RIM_MM


def test_two_arms_are_two_stretches_clockwise_and_one_over_a_corner_is_one() -> None:
    _, mat = bare(large())
    arms = (Hand(200, 200, 0), Hand(400, 200, 180))
    both = hidden_stretches(shown(large(), Scene(hands=arms)), mat, LAYOUT)
    assert [(round(each.x_mm / 50) * 50, each.y_mm) for each in both] == [(400, RIM_MM), (200, LOWER_MM)]
    over_corner = Hand(RIGHT_MM - 137, LOWER_MM - 137, 315)
    corner = hidden_stretches(shown(large(), Scene(hands=(over_corner,))), mat, LAYOUT)
    assert len(corner) == 1
    assert math.hypot(corner[0].x_mm - RIGHT_MM, corner[0].y_mm - LOWER_MM) < 15


def test_dashes_beside_their_place_by_what_a_lens_does() -> None:
    pixels, mat = bare(replace(leaning(20, SIZES[0]), blur_px=0.5))
    for right, down in ((3, 0), (-3, 0), (0, 3), (0, -3), (2, 2)):
        moved = np.asarray(np.roll(pixels, (down, right), (0, 1)), dtype=np.uint8)
        assert hidden_stretches(moved, mat, LAYOUT) == ()


def test_a_mat_that_hangs_out_of_the_picture_says_nothing_of_what_is_outside() -> None:
    pixels, mat = bare(large(noise=1))
    # The lower edge of the mat ends below the picture.
    cut = pixels[:820].copy()
    assert hidden_stretches(cut, mat, LAYOUT) == ()
    cut[:13] = cut[27, 27]
    cut[:40, 600:733] = 130
    assert len(hidden_stretches(cut, mat, LAYOUT)) >= 1


def test_with_a_corner_missing_the_sides_between_the_others_are_looked_at() -> None:
    shot = leaning(15, SIZES[0])
    clean = shown(shot)
    markers = MarkerFinder().find(clean)
    kept = markers.ids != 0
    mat = find_mat(Markers(markers.ids[kept], markers.corners_px[kept]), LAYOUT)
    assert isinstance(mat, Mat)
    assert mat.missing == (0,)
    assert hidden_stretches(clean, mat, LAYOUT) == ()
    for hand, is_told in ((Hand(300, 200, 0), True), (Hand(400, 200, 90), False)):
        assert bool(hidden_stretches(shown(shot, Scene(hands=(hand,))), mat, LAYOUT)) is is_told


def test_without_a_rim_nothing_is_said(layout: Layout) -> None:
    arm = shown(large(), Scene(hands=(Hand(LAYOUT.width_mm / 2, LAYOUT.height_mm / 2, 0),)))
    mat = mat_of(arm)
    assert len(hidden_stretches(arm, mat, LAYOUT)) == 1
    without = msgspec.structs.replace(LAYOUT, rim_mm=0)
    assert hidden_stretches(arm, mat, without) == ()
    # The layout has a rim, and this mat was printed without one.
    plain = table(layout)
    assert hidden_stretches(plain, mat_of(plain), layout) == ()
