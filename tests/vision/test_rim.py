"""Arms over the mat are noticed by the dashes they hide, and never where there is none."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
import pytest

from companion.games.waves.mat import KIT, PIECES
from companion.table.layout import Layout
from tests.companion.games.waves.mats import LAYOUT
from tests.vision.fakes import table
from tests.vision.virtual.tables import random_tables
from vision.frames import Pixels
from vision.markers import MarkerFinder, Markers
from vision.mat import Mat, find_mat
from vision.rim import hidden_stretches
from vision.virtual.painter import Painter
from vision.virtual.scene import Hand, Scene, lay_out
from vision.virtual.shot import CameraPose, Light, Shot

SIZES = ((1280, 720), (1536, 864), (2304, 1296))


def mat_of(pixels: Pixels) -> Mat:
    mat = find_mat(MarkerFinder().find(pixels), LAYOUT)
    assert isinstance(mat, Mat), mat
    return mat


def some_shot(rng: random.Random) -> Shot:
    width_px, height_px = rng.choice(SIZES)
    pose = CameraPose(
        rng.uniform(0, 35 if width_px > 1280 else 20),
        rng.choice((0, 180, rng.uniform(-8, 8))),
        fill=rng.uniform(0.85, 0.97),
    )
    light = Light(rng.uniform(0.3, 1.2), rng.uniform(0, 0.6), rng.uniform(0, 360))
    # A mat in a small picture, leaning and blurred, is not found at all.
    blur_px = rng.uniform(0.3, 1.2 if width_px > 1536 else 0.6)
    return Shot(pose, light, rng.uniform(0, 6), blur_px, width_px, height_px)


def painted(shot: Shot) -> Painter:
    return Painter(LAYOUT, KIT, PIECES, shot)


@pytest.mark.parametrize("seed", range(12))
def test_arms_are_found_where_they_cross_and_nothing_where_none_is(seed: int) -> None:
    rng = random.Random(seed)
    painter = painted(some_shot(rng))
    pieces = lay_out(random_tables(seed + 1, 1)[0], LAYOUT, KIT).pieces
    clean = painter.render(Scene(pieces), seed)
    markers = MarkerFinder().find(clean)
    mat = find_mat(markers, LAYOUT)
    assert isinstance(mat, Mat)
    assert hidden_stretches(clean, mat, LAYOUT) == ()
    hand = Hand(rng.uniform(250, 650), rng.uniform(200, 400), rng.choice((0, 90, 180, 270)) + rng.uniform(-20, 20))
    spots = hidden_stretches(painter.render(Scene(pieces, (hand,)), seed), mat, LAYOUT)
    assert len(spots) == 1
    x_mm, y_mm = crossing(hand)
    assert math.hypot(spots[0].x_mm - x_mm, spots[0].y_mm - y_mm) < 30


def crossing(hand: Hand) -> tuple[float, float]:
    """Where the middle of the arm leaves the mat."""
    angle, x_mm, y_mm = math.radians(hand.angle_deg), hand.x_mm, hand.y_mm
    while 3 < x_mm < LAYOUT.width_mm - 3 and 3 < y_mm < LAYOUT.height_mm - 3:
        x_mm, y_mm = x_mm - math.sin(angle), y_mm + math.cos(angle)
    return x_mm, y_mm


@pytest.mark.parametrize(("width_mm", "is_told"), [(10, False), (18, False), (40, True), (62, True), (300, True)])
@pytest.mark.parametrize("grey", [12, 130, 240])
def test_it_is_the_width_that_counts(width_mm: float, grey: int, is_told: bool) -> None:
    painter = painted(Shot(CameraPose(10), width_px=1536, height_px=864))
    pixels = painter.render(Scene())
    mat = mat_of(pixels)
    lies = np.array([[300, -5], [300 + width_mm, -5], [300 + width_mm, 30], [300, 30]], dtype=np.float64)
    cv2.fillConvexPoly(
        pixels, cv2.perspectiveTransform(lies[None], painter.to_px)[0].round().astype(np.int32), [grey] * 3
    )
    spots = hidden_stretches(pixels, mat, LAYOUT)
    in_grey = hidden_stretches(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8), mat, LAYOUT)
    assert len(in_grey) == len(spots)
    if not is_told:
        assert spots == ()
        return
    (spot,) = spots
    assert spot.x_mm == pytest.approx(300 + width_mm / 2, abs=8)
    assert spot.y_mm == 3.0


def test_two_arms_are_two_stretches_clockwise_and_one_over_a_corner_is_one() -> None:
    painter = painted(Shot())
    empty = painter.render(Scene())
    mat = mat_of(empty)
    arms = (Hand(250, 300, 0), Hand(650, 300, 180))
    both = hidden_stretches(painter.render(Scene(hands=arms)), mat, LAYOUT)
    assert [(round(each.x_mm / 50) * 50, each.y_mm) for each in both] == [(650, 3.0), (250, 597.0)]
    corner = hidden_stretches(painter.render(Scene(hands=(Hand(760, 460, 315),))), mat, LAYOUT)
    assert len(corner) == 1
    assert math.hypot(corner[0].x_mm - 897, corner[0].y_mm - 597) < 15


def test_dashes_beside_their_place_by_what_a_lens_does() -> None:
    pixels = painted(Shot(CameraPose(20), width_px=1280, height_px=720, blur_px=0.5)).render(Scene())
    mat = mat_of(pixels)
    for right, down in ((3, 0), (-3, 0), (0, 3), (0, -3), (2, 2)):
        moved = np.asarray(np.roll(pixels, (down, right), (0, 1)), dtype=np.uint8)
        assert hidden_stretches(moved, mat, LAYOUT) == ()


def test_a_mat_that_hangs_out_of_the_picture_says_nothing_of_what_is_outside() -> None:
    painter = painted(Shot(noise=1))
    pixels = painter.render(Scene())
    mat = mat_of(pixels)
    # The lower edge of the mat ends below the picture.
    cut = np.ascontiguousarray(pixels[:1230])
    assert hidden_stretches(cut, mat, LAYOUT) == ()
    cut[:20] = cut[40, 40]
    cut[:60, 900:1100] = 130
    assert len(hidden_stretches(cut, mat, LAYOUT)) >= 1


def test_with_a_corner_missing_the_sides_between_the_others_are_looked_at() -> None:
    painter = painted(Shot(CameraPose(15), width_px=1280, height_px=720))
    for hand, is_told in ((Hand(450, 300, 0), True), (Hand(600, 300, 90), False)):
        clean, arm = painter.render(Scene()), painter.render(Scene(hands=(hand,)))
        markers = MarkerFinder().find(clean)
        kept = markers.ids != 0
        mat = find_mat(Markers(markers.ids[kept], markers.corners_px[kept]), LAYOUT)
        assert isinstance(mat, Mat)
        assert mat.missing == (0,)
        assert hidden_stretches(clean, mat, LAYOUT) == ()
        assert bool(hidden_stretches(arm, mat, LAYOUT)) is is_told


def test_without_a_rim_nothing_is_said(layout: Layout) -> None:
    arm = painted(Shot()).render(Scene(hands=(Hand(450, 300, 0),)))
    mat = mat_of(arm)
    assert len(hidden_stretches(arm, mat, LAYOUT)) == 1
    bare = Layout(LAYOUT.name, LAYOUT.width_mm, LAYOUT.height_mm, LAYOUT.zones, LAYOUT.anchors)
    assert hidden_stretches(arm, mat, bare) == ()
    # The layout has a rim, and this mat was printed without one.
    plain = table(layout)
    assert hidden_stretches(plain, mat_of(plain), layout) == ()
