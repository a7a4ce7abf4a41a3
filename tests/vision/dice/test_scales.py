"""The scale of a picture that nobody measured, against a detector that sees what it would by geometry."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest

from tests.vision.dice.test_decoder import face
from vision.dice.records import Candidate
from vision.dice.scales import Look, Viewing, find_scale, is_alike, ladder, score, typical_px

TOLERANCE = 0.3
"""Difference of log size at which the detector of these tests sees a face with 0.6 of its full objectness."""


def detector(dice: Sequence[tuple[float, float, int]], asked: list[float] | None = None) -> Look:
    """One that sees dice (x, side, value) the better the nearer they are to the size that is asked for."""

    def look(face_px: float) -> tuple[Candidate, ...]:
        if asked is not None:
            asked.append(face_px)
        seen = [
            face(x_px, 100, 0.99 * math.exp(-((math.log(side_px / face_px) / TOLERANCE) ** 2) / 2), value, side_px)
            for x_px, side_px, value in dice
        ]
        return tuple(each for each in seen if each.objectness >= 0.05)

    return look


def by_detector(seen: Sequence[Candidate], face_px: float) -> list[float]:
    """A classifier that has nothing to add."""
    return [each.objectness * max(each.values) for each in seen]


@pytest.mark.parametrize("side_px", [15, 22, 37, 50, 71, 100, 150])
def test_the_scale_is_the_size_of_the_dice(side_px: float) -> None:
    found = find_scale(
        Viewing(detector([(60, side_px, 3), (300, side_px, 5), (500, side_px, 1)]), by_detector), 640, 480
    )
    assert found is not None
    assert found.face_px == pytest.approx(side_px, rel=0.1)
    assert found.sure == 1


def test_boxes_that_are_larger_than_faces_are_accounted_for() -> None:
    found = find_scale(
        Viewing(detector([(60, 50, 3), (300, 50, 5), (500, 50, 1)]), by_detector), 640, 480, box_faces=1.0
    )
    turned = find_scale(
        Viewing(detector([(60, 50, 3), (300, 50, 5), (500, 50, 1)]), by_detector), 640, 480, box_faces=1.25
    )
    assert found is not None
    assert turned is not None
    assert found.face_px == pytest.approx(50, rel=0.1)
    assert turned.face_px < found.face_px


def test_pips_that_look_like_dice_are_outnumbered() -> None:
    pips = [(60 + step, 16, 1) for step in (-12, 0, 12)]
    found = find_scale(
        Viewing(detector([(60, 60, 3), (300, 60, 5), (500, 60, 1), (400, 60, 2), *pips]), by_detector), 640, 480
    )
    assert found is not None
    assert found.face_px == pytest.approx(60, rel=0.1)


def test_as_many_at_two_scales_leave_no_certainty() -> None:
    found = find_scale(
        Viewing(detector([(60, 15, 3), (200, 15, 2), (300, 60, 5), (500, 60, 1)]), by_detector), 640, 480
    )
    assert found is not None
    # Fits of 15 and of 60 px are at most a tenth apart; a third would leave no doubt.
    assert found.sure < 0.5


@pytest.mark.parametrize(("weight", "sure"), [(0.2, 0.37), (0.4, 1.0)])
def test_two_faces_that_are_hardly_likely_leave_a_scale_in_doubt(weight: float, sure: float) -> None:
    look = detector([(60, 50, 2), (300, 50, 2)])
    found = find_scale(Viewing(look, lambda seen, _: [weight] * len(seen)), 640, 480)
    assert found is not None
    # Two faces of weight 0.2 that fit entirely score 0.08 / 1.08, of 0.4 0.32 / 1.32; even odds for one 0.25 / 1.25.
    assert found.sure == pytest.approx(sure, abs=0.02)


def test_the_same_dice_at_another_scale_are_no_rival() -> None:
    def tolerant(face_px: float) -> tuple[Candidate, ...]:
        return face(100, 100, 0.9, 4, 40), face(300, 100, 0.9, 2, 40), face(500, 100, 0.9, 6, 40)

    found = find_scale(Viewing(tolerant, by_detector), 640, 480)
    assert found is not None
    assert found.face_px == pytest.approx(40, rel=0.1)
    assert found.sure == 1


def test_nothing_at_any_scale_is_no_scale() -> None:
    asked = list[float]()
    assert find_scale(Viewing(detector([], asked), by_detector), 640, 480) is None
    assert min(asked) == 14
    assert max(asked) == 160


def test_fine_scales_are_spared_once_a_coarse_one_convinces() -> None:
    asked = list[float]()
    find_scale(
        Viewing(detector([(60, 120, 3), (200, 120, 2), (300, 120, 5), (500, 120, 1)], asked), by_detector), 640, 480
    )
    assert min(asked) > 40


def test_the_steps_go_from_large_to_small_faces() -> None:
    steps = ladder(640, 480)
    assert (steps[0], steps[-1]) == (160, 14)
    assert all(1 < above / below <= 2**0.5 + 1e-9 for above, below in pairwise(steps))
    assert ladder(4000, 3000)[0] == 750
    # 4000 x 3000 px with faces of 14 px brought to 32 would be 63 million px.
    assert all(4000 * 3000 * (32 / step) ** 2 <= 1.6e7 for step in ladder(4000, 3000))


def test_scores_grow_with_fit_and_number() -> None:
    fit = face(0, 0, 1.0, 3, 32)
    assert score([fit], [0.9], 32) == pytest.approx(0.81 / 1.81)
    assert score([fit, fit], [0.9, 0.9], 32) == pytest.approx(1.62 / 2.62)
    assert score([fit] * 9, [0.3] * 9, 32) == pytest.approx(score([fit], [0.9], 32)), "nine thirds are one"
    assert score([], [], 32) == 0
    assert score([fit], [0.0], 32) == 0
    assert score([face(0, 0, 1.0, 3, 48)], [0.9], 32) < 0.3 * score([fit], [0.9], 32)
    assert score([fit, face(0, 0, 1.0, 3, 100)], [0.9, 0.9], 32) == pytest.approx(0.5 * 0.81 / 1.81, rel=1e-3)


def on_cloth(face_px: float) -> tuple[Candidate, ...]:
    """Two dice, and sixty specks at any smaller scale."""
    if face_px < 40:
        return tuple(face(10 * number, 300, 0.2, 3, face_px) for number in range(60))
    fits = math.exp(-((math.log(80 / face_px) / TOLERANCE) ** 2) / 2)
    return tuple(face(x, 100, 0.95 * fits, 5, 80) for x in (100, 300) if fits > 0.06)


def test_many_specks_that_are_hardly_dice_do_not_outweigh_a_few_that_are() -> None:
    def colder(seen: Sequence[Candidate], face_px: float) -> list[float]:
        return [0.004 if each.objectness <= 0.2 else each.objectness for each in seen]

    by_doubts, by_calibrated = (
        find_scale(Viewing(on_cloth, by_detector), 640, 480),
        find_scale(Viewing(on_cloth, colder), 640, 480),
    )
    assert by_doubts is not None
    assert by_calibrated is not None
    assert by_doubts.face_px < 40, "as a sum of doubts"
    assert by_calibrated.face_px == pytest.approx(80, rel=0.1)
    assert by_calibrated.sure == 1


def test_the_pips_of_a_large_die_are_not_dice_however_much_they_look_like_ones() -> None:
    """One face is outnumbered by its own six pips, each as sure a 1 as the face is a 6."""
    pips = [(292 + 8 * step, 20, 1) for step in (-5, -3, -1, 1, 3, 5)]
    found = find_scale(Viewing(detector([(300, 150, 6), *pips]), by_detector), 640, 480)
    assert found is not None
    assert found.face_px == pytest.approx(150, rel=0.1)
    assert found.sure == 1


def test_small_dice_are_dice_where_nobody_sees_a_large_one_around_them() -> None:
    def doubting(seen: Sequence[Candidate], face_px: float) -> list[float]:
        return [0.0 if each.side_px > 100 else each.objectness for each in seen]

    ones = [(252 + 32 * step, 20, 1) for step in range(4)]
    found = find_scale(Viewing(detector([(300, 150, 6), *ones]), doubting), 640, 480)
    assert found is not None
    assert found.face_px == pytest.approx(20, rel=0.1)


def test_the_typical_side_is_the_median_by_objectness() -> None:
    assert typical_px([face(0, 0, 0.95, 3, 30), face(0, 0, 0.8, 3, 32), face(0, 0, 0.1, 3, 90)]) == 30
    with pytest.raises(ValueError, match="no size"):
        typical_px([])


def test_dice_of_one_picture_are_alike_however_they_are_turned() -> None:
    """A face of 32 px turned by 45° has a box of 45 px, and dice may differ by a quarter."""
    assert is_alike(32 * 2**0.5, 32 * 2**0.25)
    assert is_alike(32, 32 * 2**0.25)
    assert is_alike(40, 32)
    assert not is_alike(16, 32)
    assert not is_alike(50, 32)


def test_scales_that_come_close_are_looked_at_with_care() -> None:
    """Twelve knots of a carpet, each a third of a face at first, are none at the careful look; the die stays."""
    knots = [(x, 25, 2) for x in range(20, 320, 25)]

    def weigh(seen: Sequence[Candidate], face_px: float) -> list[float]:
        return [0.3 * each.objectness if face_px < 50 else 0.7 * each.objectness for each in seen]

    asked = list[float]()
    look = detector([(400, 110, 6), *knots])
    careful = Viewing(detector([(400, 110, 6)], asked), by_detector)
    misled = find_scale(Viewing(look, weigh), 640, 480)
    found = find_scale(Viewing(look, weigh), 640, 480, careful=careful)
    assert misled is not None
    assert found is not None
    assert misled.face_px == pytest.approx(25, rel=0.2)
    assert found.face_px == pytest.approx(110, rel=0.2)
    assert asked == sorted(asked, reverse=True)
    assert 1 < len(asked) < 6
