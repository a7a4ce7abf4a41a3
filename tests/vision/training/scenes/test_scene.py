"""Drawn scenes: the same for the same seed, and labelled with what they show."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.training.augmentation import recoloured, spoil, streak
from vision.training.records import COLOURS, FACE_PX, Label
from vision.training.scenes import scene
from vision.training.scenes.camera import any_camera, looking_down, made_flat
from vision.training.scenes.dice_models import DieModel, any_die, up_turned
from vision.training.scenes.finishes import any_reflections
from vision.training.scenes.ground import GROUNDS, Floats, Rng
from vision.training.scenes.lights import Light
from vision.training.scenes.placement import leaning, leaning_on, rest, support
from vision.training.scenes.scene import Setting, draw_scene, is_legible, label_of, sides_of
from vision.training.scenes.solids import LyingDie, Prism, draw_die, draw_prism

pytestmark = pytest.mark.slow

SIZE_PX = 128
CAMERA = looking_down(SIZE_PX, 0.0, 2600.0)
LIGHT = Light(np.array([0.3, 0.2, 0.933]), 0.6, 3.0, 0.3, 0.3)


def plain_die(**changes: object) -> DieModel:
    """A white die with black pips, new, without anything that shines."""
    model = any_die(np.random.default_rng(1))
    white, black = (235.0, 235.0, 235.0), (15.0, 15.0, 15.0)
    plain = replace(
        model, is_asian=False, spread=0.25, six_spread=0.25, pip_radius=0.08, one_radius=0.09, pip_shape="round",
        corner_radius=0.05, face_radius=0.2, material="opaque", colour="white", body=white, vein=white, pips=black,
        special_pips=black, special_faces=frozenset(), recess=0.0, wear=0.0, gloss=0.0, logo_face=None,
    )  # fmt: skip
    return replace(plain, **changes)  # type: ignore[arg-type]


def lying(
    value: int, yaw: float = 0.4, at: tuple[float, float] = (0.0, 0.0), model: DieModel | None = None
) -> LyingDie:
    model = plain_die() if model is None else model
    middle = np.array([*at, FACE_PX / 2])
    return LyingDie(model, value, FACE_PX, middle, up_turned(model, value, yaw), False, 7)


def shown(*solids: LyingDie | Prism) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], Label | None]:
    """A picture of things drawn in that order, and the label of the first."""
    pixels = np.full((SIZE_PX, SIZE_PX, 3), 120, np.uint8)
    owners = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    for number, solid in enumerate(solids):
        if isinstance(solid, LyingDie):
            draw_die(pixels, owners, solid, number, CAMERA, LIGHT)
        else:
            draw_prism(pixels, owners, solid, -2, CAMERA, LIGHT)
    first = solids[0]
    assert isinstance(first, LyingDie)
    return pixels, label_of(first, 0, CAMERA, owners)


def block(x: float, y: float, width: float = 60.0, depth: float = 60.0) -> Prism:
    outline = np.array([[x, y], [x + width, y], [x + width, y + depth], [x, y + depth]])
    return Prism(outline, 1.0, (10.0, 90.0, 200.0))


def test_the_same_seed_gives_the_same_scene_to_the_last_bit_and_another_seed_another() -> None:
    one, again, other = draw_scene(11), draw_scene(11), draw_scene(12)
    assert np.array_equal(one.pixels, again.pixels)
    assert one.labels == again.labels
    assert not np.array_equal(one.pixels, other.pixels)


def test_boxes_lie_inside_the_picture_and_hidden_or_leaning_dice_have_no_value() -> None:
    labels = list[Label]()
    for seed in range(20):
        scene = draw_scene(seed)
        assert scene.pixels.shape == (320, 320, 3)
        assert scene.pixels.dtype == np.uint8
        labels += scene.labels
    assert len(labels) > 50
    for label in labels:
        assert min(label.box) >= 0
        assert max(label.box) <= 320
        assert label.width_px > 0
        assert label.height_px > 0
        assert label.colour in COLOURS
        assert label.value is None or (not label.is_hidden and 1 <= label.value <= 6)
    assert any(label.is_hidden for label in labels)
    assert any(label.value is None and not label.is_hidden for label in labels)


def test_some_scenes_are_empty() -> None:
    assert any(not draw_scene(seed, Setting(size_px=64, most_dice=1)).labels for seed in range(30))


def test_values_come_equally_often_but_for_the_1_that_comes_twice_as_often() -> None:
    rng = np.random.default_rng(2)
    values = [rest(rng, plain_die(), np.zeros(2), FACE_PX, 0.0).value for _ in range(2800)]
    # 400 each, and 800; one sigma is 19 and 24.
    assert all(305 < values.count(value) < 495 for value in range(2, 7))
    assert 680 < values.count(1) < 920


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("yaw_deg", [0, 20, 45, 80, 135, 300])
def test_a_drawn_face_shows_as_many_pips_as_its_label_says(value: int, yaw_deg: int) -> None:
    pixels, label = shown(lying(value, math.radians(yaw_deg), (5.0, -9.0)))
    assert label is not None
    assert label.value == value
    x0, y0, x1, y1 = (round(edge) for edge in label.box)
    face = cv2.cvtColor(pixels[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
    _, _, stats, _ = cv2.connectedComponentsWithStats((face < 80).astype(np.uint8))
    # A pip of 0.08 of 32 px has an area of 20 px; specks at the box's rim are smaller.
    assert sum(stat[cv2.CC_STAT_AREA] >= 8 for stat in stats[1:]) == value


def test_the_label_of_a_straight_die_is_its_top_face() -> None:
    _, label = shown(lying(3, 0.0, (10.0, 20.0)))
    assert label is not None
    # The face is 32 of 2600 units nearer than the ground, and y goes up on the ground and down in the picture.
    nearer = 2600 / (2600 - FACE_PX)
    assert label.x_px == pytest.approx(SIZE_PX / 2 + 10 * nearer + 0.5, abs=0.1)
    assert label.y_px == pytest.approx(SIZE_PX / 2 - 20 * nearer + 0.5, abs=0.1)
    assert (label.width_px, label.height_px) == pytest.approx((FACE_PX * nearer, FACE_PX * nearer), abs=0.2)


def test_a_die_with_one_pip_place_hidden_has_no_value() -> None:
    _, label = shown(lying(1, 0.0), block(5.0, 5.0))
    assert label is not None
    assert (label.value, label.is_hidden) == (None, True)


def test_a_die_with_next_to_nothing_seen_has_no_label() -> None:
    assert shown(lying(1, 0.0), block(-40.0, -40.0, 80.0, 80.0))[1] is None


def test_a_die_that_the_rim_cuts_has_no_value_and_a_box_that_ends_there() -> None:
    _, label = shown(lying(5, 0.0, (-64.0, 0.0)))
    assert label is not None
    assert (label.value, label.is_hidden) == (None, True)
    assert label.box[0] == 0
    assert label.width_px == pytest.approx(FACE_PX / 2, abs=1)


def test_a_leaning_die_stands_on_the_ground_by_its_lowest_edge_and_has_no_value() -> None:
    rng = np.random.default_rng(8)
    for _ in range(20):
        die = leaning(rng, lying(4))
        heights = np.sort(die.corners()[:, 2])
        assert heights[:2] == pytest.approx([0, 0], abs=1e-9)
        lean_deg = math.degrees(math.acos((die.turning @ die.model.normal(4))[2]))
        assert 15 <= lean_deg <= 45
        assert support(die, (0.0, 0.0, 0.0)).height == pytest.approx(FACE_PX * math.sin(math.radians(lean_deg)))
    _, label = shown(die)
    assert label is not None
    assert (label.value, label.is_hidden) == (None, False)


def test_a_die_that_leans_on_another_touches_its_side_and_stands_on_the_ground() -> None:
    rng, other = np.random.default_rng(9), lying(2, 0.4)
    model = plain_die()
    for _ in range(20):
        die = leaning_on(rng, model, FACE_PX, other)
        heights = np.sort(die.corners()[:, 2])
        assert heights[:2] == pytest.approx([0, 0], abs=1e-9)
        # As the other one sees it, whose sides look along its axes: half its own size to its side, then a gap under 1.
        seen = (die.corners() - other.middle) @ other.turning
        out = np.delete(seen, int(np.argmax(np.abs(model.normal(other.value)))), axis=1)
        reach = np.abs(out.mean(axis=0))
        way = int(np.argmax(reach))
        nearest = out[np.argsort(np.abs(out[:, way]))[:2]]
        assert 0 < np.abs(nearest[:, way]).min() - FACE_PX / 2 <= 1
        assert np.abs(nearest[:, way]) == pytest.approx(np.abs(nearest[:, way]).min())
        assert reach[1 - way] <= FACE_PX / 2
    assert die.is_cocked


def test_a_die_upon_another_has_no_value() -> None:
    lower = lying(3)
    upper = rest(np.random.default_rng(1), plain_die(), lower.middle[:2], FACE_PX, 0.9, under=FACE_PX)
    assert (upper.is_stacked, lower.is_stacked) == (True, False)
    owners = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    pixels = np.full((SIZE_PX, SIZE_PX, 3), 120, np.uint8)
    for number, die in enumerate((lower, upper)):
        draw_die(pixels, owners, die, number, CAMERA, LIGHT)
    label = label_of(upper, 1, CAMERA, owners)
    assert label is not None
    assert (label.value, label.is_hidden) == (None, False)


def test_a_logo_in_place_of_pips_has_no_value() -> None:
    model = plain_die(logo_face=6)
    six, one = shown(lying(6, model=model))[1], shown(lying(1, model=model))[1]
    assert six is not None
    assert one is not None
    assert (six.value, six.is_hidden) == (None, False)
    assert one.value == 1


def test_a_pip_lost_in_glare_makes_a_die_illegible() -> None:
    die = lying(2, 0.0)
    pixels, _ = shown(die)
    assert is_legible(die, CAMERA, pixels)
    (x, y), _ = CAMERA.project(die.pips_and_rings()[0])
    cv2.circle(pixels, (round(x), round(y)), 8, (250, 250, 250), -1)
    assert not is_legible(die, CAMERA, pixels)


@pytest.mark.parametrize(("tilt_deg", "count"), [(0.0, 0), (30.0, 1), (45.0, 1)])
def test_the_side_that_a_tilted_camera_sees_is_told(tilt_deg: float, count: int) -> None:
    camera, die = looking_down(SIZE_PX, tilt_deg, 2600.0), lying(3, 0.0)
    pixels, owners = np.full((SIZE_PX, SIZE_PX, 3), 120, np.uint8), np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    draw_die(pixels, owners, die, 0, camera, LIGHT)
    sides = sides_of(die, 0, camera, owners)
    assert len(sides) == count
    # The camera stands on the near side: that face's middle lies on the ground's y of minus half a side.
    for side in sides:
        seen = camera.project(np.array([[0.0, -FACE_PX / 2, FACE_PX / 2]]))[0] + 0.5
        assert side == pytest.approx(tuple(seen), abs=1e-6)
    assert sides_of(die, 1, camera, owners) == [], "another die hides it"
    assert sides_of(replace(die, is_cocked=True), 0, camera, owners) == []


def test_two_sides_are_told_where_a_corner_looks_at_the_camera_and_none_of_what_lies_outside() -> None:
    camera = looking_down(SIZE_PX, 40.0, 2600.0)
    owners = np.zeros((SIZE_PX, SIZE_PX), np.int16)
    assert len(sides_of(lying(3, math.pi / 4), 0, camera, owners)) == 2
    assert sides_of(lying(3, math.pi / 4, (300.0, 0.0)), 0, camera, owners) == []


@pytest.mark.parametrize(
    ("lamp", "least_px"),
    # At least an arc of 60° of 0.3 faces is 10 px long; a spot may be a single one; a window covers the flat part.
    [(replace(LIGHT, ring_faces=0.3), 8), (replace(LIGHT, has_glints=True), 1), (replace(LIGHT, veil=0.5), 600)],
    ids=["ring", "small", "window"],
)
def test_a_lamp_is_mirrored_by_the_top_of_a_shiny_die_and_by_no_dull_one(lamp: Light, least_px: int) -> None:
    def painted(light: Light, gloss: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        pixels = np.full((SIZE_PX, SIZE_PX, 3), 120, np.uint8)
        die = lying(1, model=plain_die(body=(60.0, 30.0, 30.0), gloss=gloss))
        draw_die(pixels, np.full((SIZE_PX, SIZE_PX), -1, np.int16), die, 0, CAMERA, light)
        return pixels

    assert np.array_equal(painted(lamp, 0.2), painted(LIGHT, 0.2))
    brighter = painted(lamp, 0.9).astype(int).sum(axis=2) > painted(LIGHT, 0.9).astype(int).sum(axis=2) + 60
    assert brighter.sum() >= least_px
    # It lies on the die alone.
    assert not brighter[:40].any()


def test_light_on_the_rims_of_bowls_goes_round_their_middles() -> None:
    model, rng = plain_die(recess=0.9, gloss=0.9), np.random.default_rng(3)
    light = replace(LIGHT, has_glints=True)
    seen = [any_reflections(rng, light, model, 2)[0] for _ in range(40)]
    # Arcs have two dozen points, the streaks of other lamps at most four.
    arcs = [line for each in seen for line in each.lines if len(line) > 4]
    assert arcs
    for arc in arcs:
        far = [np.linalg.norm(arc - place, axis=1) for place in model.pip_places(2)]
        nearest = min(far, key=lambda each: float(each.max()))
        assert 0.95 * 0.08 - 1e-9 <= nearest.min() <= nearest.max() <= 1.35 * 0.08 + 1e-9


def test_a_clear_die_shows_the_pips_below_higher_than_they_are() -> None:
    """By Snell, what lies a side deep under a flat face seems to lie at 1/1.6 to 1/1.4 of that, seen straight."""
    camera = looking_down(SIZE_PX, 40.0, 2600.0)

    def painted(below: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        pixels = np.full((SIZE_PX, SIZE_PX, 3), 120, np.uint8)
        one = (below, below, below)
        model = plain_die(material="clear", colour="clear", special_faces=frozenset({1}), special_pips=one)
        draw_die(pixels, np.full((SIZE_PX, SIZE_PX), -1, np.int16), lying(6, model=model), 0, camera, LIGHT)
        return pixels

    rows, columns = np.nonzero(np.abs(painted(255.0).astype(int) - painted(0.0)).sum(axis=2) > 10)
    heights = np.array([[0, 0, FACE_PX * (1 - 1 / bend)] for bend in (1.4, 1.6)])
    (_, low), (_, high) = camera.project(heights)
    assert high - 2 <= rows.mean() <= low + 2
    assert columns.mean() == pytest.approx(camera.project(heights)[:, 0].mean(), abs=2)


def test_easy_scenes_show_every_die_whole() -> None:
    for seed in range(10):
        labels = draw_scene(seed, Setting(is_easy=True, most_dice=1)).labels
        assert len(labels) == 1
        assert not labels[0].is_hidden


def test_what_the_camera_sees_on_the_ground_is_found_there_again() -> None:
    rng = np.random.default_rng(4)
    for _ in range(30):
        camera = any_camera(rng, 320)
        spots = rng.uniform(0, 320, (5, 2))
        ground = np.column_stack([camera.to_ground(spots), np.zeros(5)])
        assert np.allclose(camera.project(ground), spots, atol=1e-6)


def test_a_rectified_picture_has_the_ground_to_scale_and_heights_leaning_away_from_the_camera() -> None:
    camera = made_flat(320, np.array([0.0, 0.0, 1000.0]))
    assert np.allclose(camera.project(np.array([[50.0, 20.0, 0.0]])), [[210.0, 140.0]])
    # Seen from 1000 units above the middle, a point 500 high covers the ground twice as far out.
    assert np.allclose(camera.project(np.array([[50.0, 20.0, 500.0]])), [[260.0, 120.0]])


def test_one_picture_in_seven_is_taken_in_too_little_light() -> None:
    grey = np.full((8, 8, 3), 128, np.uint8)
    means = [recoloured(np.random.default_rng(seed), grey).mean() for seed in range(400)]
    # Under 0.6 of the light nothing else takes it: 0.15 of the pictures by half of the range, 30 give or take 5.
    assert 10 <= sum(mean < 0.6 * 128 for mean in means) <= 60


def test_a_ground_may_have_the_colour_of_a_die_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # What lies on the ground and what the camera spoils would hide how bright the ground itself is.
    monkeypatch.setattr(scene, "scatter_flat", lambda rng, flat: None)
    monkeypatch.setattr(scene, "spoil", lambda rng, pixels: pixels)

    def brightness(share: float) -> float:
        monkeypatch.setattr(scene, "SHARE_ALIKE", share)
        drawn = [draw_scene(seed, Setting(size_px=64, most_dice=1)) for seed in range(40)]
        return float(
            np.mean([each.pixels.mean() for each in drawn if {"white"} == {die.colour for die in each.labels}])
        )

    # White dice are 205 to 250 bright, tables 12 to 240.
    assert brightness(1.0) > brightness(0.0) + 50


@pytest.mark.parametrize("draw", [draw for _, draw in GROUNDS])
def test_every_ground_fills_its_square_and_is_drawn_otherwise_each_time(draw: Callable[[Rng, int], Floats]) -> None:
    rng = np.random.default_rng(5)
    one, other = draw(rng, 96), draw(rng, 96)
    assert one.shape == (96, 96, 3)
    assert one.dtype == np.float32
    assert np.isfinite(one).all()
    assert not np.array_equal(one, other)
    assert sum(share for share, _ in GROUNDS) == pytest.approx(1)


def test_spoiling_keeps_the_size_and_moving_keeps_the_light() -> None:
    pixels = draw_scene(1, Setting(is_easy=True)).pixels
    for seed in range(12):
        spoilt = spoil(np.random.default_rng(seed), pixels)
        assert spoilt.shape == pixels.shape
        assert spoilt.dtype == np.uint8
    assert streak(6.0, 0.5).sum() == pytest.approx(1, abs=1e-5)
