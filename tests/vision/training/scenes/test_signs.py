"""Things with signs on them: where they are laid, and that nothing of them is left beside."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from vision.training.scenes.camera import Points
from vision.training.scenes.ground import Floats, Rng
from vision.training.scenes.keyboards import keyboard
from vision.training.scenes.signs import keys, label, token

GREY = 137.0


@pytest.mark.parametrize(("lay", "reach_px"), [(keys, 250), (keyboard, 420), (label, 92), (token, 40)])
@pytest.mark.parametrize("seed", range(6))
def test_a_thing_lies_about_its_place_and_changes_nothing_else(
    lay: Callable[[Rng, Floats, Points], None], reach_px: int, seed: int
) -> None:
    middle_px = reach_px + 40
    paint = np.full((2 * middle_px, 2 * middle_px, 3), GREY, np.float32)
    lay(np.random.default_rng(seed), paint, np.array([middle_px, middle_px - 20.0]))
    rows, columns = np.nonzero(np.abs(paint - GREY).max(axis=2) > 1)
    assert len(rows) > 100
    assert np.hypot(columns - middle_px, rows - middle_px + 20).max() <= reach_px
    # A triangle's box is not about its middle.
    assert (columns.min() + columns.max()) / 2 == pytest.approx(middle_px, abs=8)
    assert paint.min() >= 0
    assert paint.max() <= 256


def test_a_thing_that_reaches_beyond_the_ground_is_cut_there() -> None:
    paint = np.full((64, 64, 3), GREY, np.float32)
    keys(np.random.default_rng(1), paint, np.array([0.0, 64.0]))
    assert np.abs(paint - GREY).max() > 1


def test_the_same_seed_lays_the_same_thing() -> None:
    both = [np.full((200, 200, 3), GREY, np.float32) for _ in range(2)]
    for paint in both:
        label(np.random.default_rng(7), paint, np.array([100.0, 100.0]))
    assert np.array_equal(both[0], both[1])
