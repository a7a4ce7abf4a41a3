"""Labels as maps: the expected cells come from 4 px a cell, counted by hand."""

from __future__ import annotations

import numpy as np

from vision.dice.decoder import decode
from vision.training.records import FACE_PX, Label
from vision.training.targets import NO_VALUE, make_targets


def label(x_px: float, y_px: float, value: int | None = 3, width_px: float = 32, height_px: float = 32) -> Label:
    return Label(x_px, y_px, width_px, height_px, value, "white", value is None)


def test_a_middle_lies_in_its_cell_with_its_offset() -> None:
    targets = make_targets([label(35, 21)], 64, 96)
    assert targets.hill.shape == (16, 24)
    assert np.argwhere(targets.hill == 1).tolist() == [[5, 8]]  # 21 / 4 and 35 / 4
    # Cell 8 has its centre at 34 px, cell 5 at 22 px: a quarter of a cell right and up.
    assert targets.offset[:, 5, 8].tolist() == [0.25, -0.25]
    assert targets.value[5, 8] == 2
    assert targets.value[0, 0] == NO_VALUE


def test_a_cell_beside_the_middle_points_back_to_it() -> None:
    targets = make_targets([label(34, 22)], 64, 64)
    assert 0 < targets.top[5, 9] < 1
    assert targets.offset[:, 5, 9].tolist() == [-1.0, 0.0]


def test_sizes_are_logarithms_in_faces() -> None:
    targets = make_targets([label(34, 22, width_px=2 * FACE_PX, height_px=FACE_PX / 2)], 64, 64)
    np.testing.assert_allclose(targets.size[:, 5, 8], [np.log(2), -np.log(2)], rtol=1e-6)


def test_a_die_that_cannot_be_read_has_no_value_to_learn() -> None:
    targets = make_targets([label(34, 22, None)], 64, 64)
    assert targets.unreadable[5, 8] == 1
    assert (targets.value == NO_VALUE).all()


def test_touching_dice_keep_their_own_cells() -> None:
    targets = make_targets([label(18, 30, 1), label(50, 30, 6)], 64, 64)
    assert (targets.value[7, 4], targets.value[7, 12]) == (0, 5)
    assert targets.hill[7, 8] < 0.1


def test_a_middle_outside_leaves_no_trace() -> None:
    assert not make_targets([label(-1, 30), label(30, 64)], 64, 64).hill.any()


def test_the_decoder_finds_what_the_maps_say() -> None:
    """Labels count from the picture's edge, the reader from the first pixel's middle: half a pixel between them."""
    targets = make_targets([label(35.4, 21.8, 5, 40, 30)], 64, 96)
    output = np.full((12, 16, 24), -10, np.float32)
    output[0] = np.where(targets.hill > 0, np.log(np.maximum(targets.hill, 1e-9) / (1.001 - targets.hill)), -10)
    output[1:3], output[3:5] = targets.offset, targets.size
    output[9] = 10
    (found,) = decode(output, 0.5)
    np.testing.assert_allclose((found.x_px, found.y_px), (34.9, 21.3), atol=1e-4)
    np.testing.assert_allclose((found.width_px, found.height_px), (40, 30), rtol=1e-5)
    assert found.likely == 5
