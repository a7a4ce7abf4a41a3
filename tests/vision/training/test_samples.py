"""Turned, cut and small pictures against marks put where they must come out; and pictures made in order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from vision.dice.network import ILLEGIBLE, NOTHING
from vision.training.data_loader import FRESH, supplied
from vision.training.records import Label, LabelledPicture
from vision.training.samples import MOST_MISTAKEN, cut, mistaken, small_picture, small_pictures, spots, vary

pytestmark = pytest.mark.slow

MARK = (40, 200, 255)


def marked(size: int = 128) -> LabelledPicture:
    """A picture with a mark of 8 x 4 px around (32, 50)."""
    pixels = np.zeros((size, size, 3), np.uint8)
    pixels[48:52, 28:36] = MARK
    return LabelledPicture(pixels, (Label(32, 50, 8, 4, 3, "red", False),), "scene")


@pytest.mark.parametrize("seed", range(8))
def test_labels_turn_with_their_picture(seed: int) -> None:
    varied = vary(marked(), np.random.default_rng(seed))
    (label,) = varied.labels
    rows, columns = np.nonzero(varied.pixels.max(axis=2) > 60)
    assert (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1) == label.box


def test_cuts_keep_what_is_inside_and_take_the_value_of_what_they_cut() -> None:
    seen = set[int | None]()
    for seed in range(40):
        part = cut(marked(), 64, np.random.default_rng(seed))
        assert part.pixels.shape == (64, 64, 3)
        count = np.count_nonzero(part.pixels[..., 2])
        values = [label.value for label in part.labels]
        assert values == ([3] if count == 32 else [None] if count >= 4 else [])
        seen.update(values)
    assert 3 in seen


def test_a_small_picture_has_its_place_in_the_middle() -> None:
    shown = small_picture(marked().pixels, 32, 50, 64, 0, False)
    rows, columns = np.nonzero(shown[..., 2])
    assert (columns.min(), rows.min(), columns.max(), rows.max()) == (28, 30, 35, 33)
    turned = small_picture(marked().pixels, 32, 50, 64, 90, False)
    rows, columns = np.nonzero(turned[..., 2] > 128)
    assert (columns.min(), rows.min(), columns.max(), rows.max()) == (30, 28, 33, 35)


def test_side_faces_and_ground_are_no_face_and_keep_clear_of_dice() -> None:
    found = spots(marked(), 300, np.random.default_rng(1))
    kinds = [spot.kind for spot in found]
    assert set(kinds) == {2, NOTHING}
    far = [np.hypot(spot.x_px - 32, spot.y_px - 50) for spot in found if spot.kind == NOTHING]
    near = [max(abs(spot.x_px - 32), abs(spot.y_px - 50)) for spot in found if spot.kind == 2]
    assert min(far) >= 0.6 * 32
    assert max(near) <= 0.12 * 32 + 1e-9


def with_side(x: float, y: float) -> LabelledPicture:
    return replace(marked(), sides=((x, y),))


@pytest.mark.parametrize("seed", range(8))
def test_side_faces_turn_and_are_cut_with_their_picture(seed: int) -> None:
    beside = with_side(32, 66)
    varied = vary(beside, np.random.default_rng(seed))
    (label,), ((x, y),) = varied.labels, varied.sides
    assert np.hypot(x - label.x_px, y - label.y_px) == 16
    assert 0 <= min(x, y) <= max(x, y) <= 128
    for number in range(20):
        part = cut(beside, 64, np.random.default_rng([seed, number]))
        for label in part.labels:
            # Of a mark that is seen whole the side lies 16 px below; further down than the cut it is gone.
            below = (label.x_px, label.y_px + 16)
            assert label.value is None or part.sides == ((below,) if below[1] < 64 else ())


def test_known_side_faces_are_learned_as_none_even_where_ground_would_be_too_near() -> None:
    near, nearer = with_side(32, 50 + 0.5 * 32), with_side(32, 50 + 0.4 * 32)

    def learned(picture: LabelledPicture) -> list[float]:
        found = spots(picture, 300, np.random.default_rng(1))
        return [np.hypot(spot.x_px - 32, spot.y_px - 50) for spot in found if spot.kind == NOTHING]

    assert min(learned(near)) < 0.6 * 32
    assert min(learned(nearer)) >= 0.6 * 32


def test_a_die_that_cannot_be_read_is_no_ground() -> None:
    (label,) = marked().labels
    found = spots(replace(marked(), labels=(replace(label, value=None),)), 300, np.random.default_rng(1))
    far = {
        kind: [np.hypot(spot.x_px - 32, spot.y_px - 50) for spot in found if spot.kind == kind]
        for kind in (ILLEGIBLE, NOTHING)
    }
    assert max(far[ILLEGIBLE]) <= 0.12 * 32 * 2**0.5
    assert min(far[NOTHING]) >= 0.6 * 32
    assert len(far[ILLEGIBLE]) + len(far[NOTHING]) == len(found)


def test_pictures_without_dice_give_ground_alone() -> None:
    empty = LabelledPicture(np.zeros((64, 64, 3), np.uint8), (), "scene")
    small, kinds = small_pictures([empty], 20, np.random.default_rng(0))
    assert len(small) == len(kinds)
    assert set(kinds.tolist()) == {NOTHING}


def level(seed: int, offset: int) -> LabelledPicture:
    return LabelledPicture(np.full((4, 4, 3), (seed + offset) % 251, np.uint8), (), "scene")


def levels(seed: int, first_step: int, steps: int, shares: tuple[int, ...] = (FRESH, FRESH)) -> list[list[int]]:
    makers = tuple(partial(level, offset=100 * number) for number in range(len(shares)))
    with supplied(makers, shares, seed, first_step, 1) as supply:
        return [[int(each.pixels[0, 0, 0]) for each in supply.batch()[0]] for _ in range(steps)]


def test_a_stopped_supply_goes_on_with_the_pictures_that_would_have_come() -> None:
    whole = levels(0, 0, 3)
    assert whole[0] == [*range(FRESH), *range(100, 100 + FRESH)]
    assert levels(0, 2, 1) == whole[2:]
    assert levels(1, 0, 1) != whole[:1]


def test_each_maker_gives_its_share_of_a_step() -> None:
    first, second, third = levels(0, 0, 3, (3, 2, 1))
    # Nothing can be used again in the first step.
    assert first == [0, 100, 200]
    assert second == [1, 0, 0, 101, 100, 201]
    assert (third[0], third[3], third[5]) == (2, 102, 202)
    assert {*third[1:3]} <= {0, 1}
    assert third[4] in (100, 101)


def test_what_the_detector_takes_for_a_die_is_learned_as_none() -> None:
    chances = np.zeros((2, 32, 32), np.float32)
    chances[0, 12, 8] = 0.9  # the mark itself, at (32, 50)
    chances[1, 20, 25], chances[1, 20, 26] = 0.6, 0.3  # a peak and its slope, where nothing lies
    chances[1, 2, 2] = 0.05
    ((number, spot),) = mistaken(chances, [marked(), marked()], np.random.default_rng(1))
    assert (number, spot.x_px, spot.y_px, spot.kind) == (1, 25.5 * 4, 20.5 * 4, NOTHING)
    found = mistaken(np.full((2, 32, 32), 0.5, np.float32), [marked(), marked()], np.random.default_rng(1))
    assert len(found) == MOST_MISTAKEN


def test_places_that_are_wanted_are_among_the_small_pictures() -> None:
    also = mistaken(np.full((1, 32, 32), 0.5, np.float32), [marked()], np.random.default_rng(1))
    _, kinds = small_pictures([marked()], 30, np.random.default_rng(1), also)
    assert 24 <= len(kinds) <= 30
    assert (kinds == NOTHING).sum() >= MOST_MISTAKEN
