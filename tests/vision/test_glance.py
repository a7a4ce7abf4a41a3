"""Whether a picture shows eyes anything else: noise does not, a card that moves does."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.glance import CELLS, LEAST_LEVELS, Glance


def seen(cells: NDArray[Any], *words: object) -> Glance:
    return Glance(cells, words)


def test_noise_is_the_same_picture_and_a_change_of_light_or_place_is_another() -> None:
    flat = np.full(CELLS[::-1], 90, np.float32)
    noise = np.asarray(np.random.default_rng(1).normal(0, 0.4, flat.shape), np.float32)
    assert seen(flat, "in view").is_like(seen(flat + noise, "in view"))
    moved = flat.copy()
    moved[10, 20] += 2 * LEAST_LEVELS
    assert not seen(flat).is_like(seen(moved))
    assert not seen(flat + 2 * LEAST_LEVELS).is_like(seen(flat))


def test_other_words_over_the_same_picture_are_another() -> None:
    flat = np.zeros(CELLS[::-1], np.float32)
    assert not seen(flat, "in view").is_like(seen(flat, "held"))
    assert not seen(flat).is_like(None)
