"""Whether a picture shows eyes anything else: noise does not, a card that moves does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.vision.virtual.mats import KIT, LAYOUT, lying, shown, small
from vision.cameras.frames import Frame
from vision.glance import CELLS, LEAST_LEVELS, Glance
from vision.looks import Looker
from vision.virtual.scene import PhysicalPiece, Scene
from vision.virtual.shot import CameraPose


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


def looked(card: PhysicalPiece, seed: int) -> Glance | None:
    """A look through the virtual camera, whose noise follows from the seed."""
    pixels = shown(small(CameraPose(6.0)), Scene((card,)), seed)
    return Glance.of(Looker(LAYOUT, KIT.printed).picture(Frame(pixels, 1.0, 1), "Camera test"))


def test_a_camera_shows_the_same_until_a_card_moves_by_half_a_millimetre() -> None:
    card = lying("card:1", "won.1")
    first = looked(card, 1)
    assert first is not None
    assert first.is_like(looked(card, 2))
    assert not first.is_like(looked(replace(card, x_mm=card.x_mm + 0.5), 1))
