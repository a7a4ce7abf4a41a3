"""Tensors written by hand to candidates: where the middle lies, how large the box is, which of two faces gives way."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.dice.decoder import decode, moved, scaled, sigmoid, softmax, suppress, tempered, tempered_all
from vision.dice.network import Floats
from vision.dice.records import Candidate

EMPTY = -12.0


def output(*faces: tuple[int, int, float, int], rows: int = 40, columns: int = 40) -> Floats:
    """A detector's output with faces (row, column, logit, value) and nothing elsewhere."""
    made = np.zeros((12, rows, columns), np.float32)
    made[0], made[11] = EMPTY, -6.0
    for row, column, logit, value in faces:
        made[0, row, column] = logit
        made[4 + value, row, column] = 6.0
    return made


def face(x_px: float, y_px: float, objectness: float, value: int = 3, side_px: float = 32.0) -> Candidate:
    values = tuple(0.9 if each == value else 0.02 for each in range(1, 7))
    return Candidate(x_px, y_px, side_px, side_px, objectness, values, 0.01)


def test_a_face_is_where_its_cell_and_offset_say() -> None:
    tensor = output((10, 20, 4.0, 5))
    tensor[1:5, 10, 20] = 0.25, -0.5, math.log(1.25), math.log(0.75)
    (found,) = decode(tensor, 0.5)
    # Cell 20 covers px 80 to 83: its centre is 81.5. A quarter of a cell to the right is 1 px more.
    assert (found.x_px, found.y_px) == (82.5, 39.5)
    assert [found.width_px, found.height_px] == pytest.approx([40, 24])
    assert found.box == pytest.approx((62.5, 27.5, 102.5, 51.5))
    assert found.objectness == pytest.approx(1 / (1 + math.exp(-4)))
    assert found.likely == 5
    assert found.values == pytest.approx(
        [1 / (5 + math.exp(6))] * 4 + [math.exp(6) / (5 + math.exp(6))] + [1 / (5 + math.exp(6))]
    )
    assert found.unreadable == pytest.approx(1 / (1 + math.exp(6)))


def test_the_network_may_have_another_size_of_face() -> None:
    (found,) = decode(output((10, 20, 4.0, 5)), 0.5, face_px=48)
    assert found.side_px == pytest.approx(48)


def test_under_the_threshold_is_nothing() -> None:
    tensor = output((10, 10, 0.0, 1), (30, 30, -0.1, 1))
    assert len(decode(tensor, 0.5)) == 1
    assert len(decode(tensor, 0.4)) == 2
    assert decode(output(), 0.05) == ()


def test_the_strongest_comes_first() -> None:
    found = decode(output((10, 10, 1.0, 1), (30, 30, 3.0, 2), (10, 30, 2.0, 4)), 0.5)
    assert [each.likely for each in found] == [2, 4, 1]


def test_touching_dice_are_two() -> None:
    """Dice that touch lie a face apart, seen from aside 0.8 of one: 26 px, between 6 and 7 cells."""
    assert [each.likely for each in decode(output((10, 10, 4.0, 1), (10, 17, 3.9, 2)), 0.5)] == [1, 2]
    assert [each.likely for each in decode(output((10, 10, 4.0, 1), (14, 15, 3.9, 2)), 0.5)] == [1, 2]


def test_two_peaks_on_one_die_are_one() -> None:
    found = decode(output((10, 10, 4.0, 5), (10, 12, 3.9, 5)), 0.5)
    assert [each.likely for each in found] == [5]
    assert found[0].rival == 0


def test_another_face_of_the_same_die_is_a_rival() -> None:
    found = decode(output((10, 10, 4.0, 5), (14, 10, 2.0, 3)), 0.5)
    assert [each.likely for each in found] == [5]
    assert found[0].rival == pytest.approx(1 / (1 + math.exp(-2)))


def test_a_small_face_beside_another_is_not_swallowed() -> None:
    """0.7 of its own 16 px is 11 px."""
    assert len(suppress([face(50, 50, 0.9, side_px=16), face(62, 50, 0.8)], 32)) == 2


def test_a_pip_that_looks_like_a_die_is_swallowed_and_no_rival() -> None:
    (kept,) = suppress([face(50, 50, 0.9, 5), face(62, 50, 0.8, 1, side_px=14)], 32)
    assert (kept.likely, kept.rival) == (5, 0)


def test_numbers_gone_wild_do_not_make_endless_boxes() -> None:
    tensor = output((10, 20, 4.0, 5))
    tensor[1:5, 10, 20] = 500, -500, 500, -500
    (found,) = decode(tensor, 0.5)
    assert (found.x_px, found.y_px) == (85.5, 37.5)
    assert found.width_px == pytest.approx(32 * math.exp(2))


def test_no_number_is_no_answer() -> None:
    tensor = output()
    tensor[3, 0, 0] = np.nan
    with pytest.raises(ValueError, match="not finite"):
        decode(tensor, 0.5)


def test_a_candidate_in_a_picture_twice_as_large() -> None:
    """Pixel edges and not middles scale: the left edge of the picture is at -0.5 in both."""
    large = scaled(face(-0.5, 9.5, 0.9), 2)
    assert (large.x_px, large.y_px, large.width_px, large.height_px) == (-0.5, 19.5, 64, 64)
    assert moved(large, 10, 20).box == (-22.5, 7.5, 41.5, 71.5)


def test_probabilities_of_logits() -> None:
    assert sigmoid(np.array([0.0, math.log(3)])) == pytest.approx([0.5, 0.75])
    assert sigmoid(np.array([-1000.0, 1000.0])).tolist() == [0, 1]
    assert softmax(np.array([[0.0, math.log(3)], [1000.0, 0.0]])).tolist() == [
        [pytest.approx(0.25), pytest.approx(0.75)],
        [1, 0],
    ]


def test_a_temperature_divides_the_logit() -> None:
    """The logit of 0.9 is log 9; half of it is log 3, of which 0.75 is the probability."""
    assert tempered(0.9, 2) == pytest.approx(0.75)
    assert tempered(0.75, 1, slope=2) == pytest.approx(0.9)
    assert tempered(0.5, 1, offset=math.log(3)) == pytest.approx(0.75)
    assert 0 < tempered(0.0, 1) < 1e-9 < 1 - 1e-9 < tempered(1.0, 1) < 1
    assert tempered_all((0.9, 0.1), 2) == pytest.approx((0.75, 0.25))
