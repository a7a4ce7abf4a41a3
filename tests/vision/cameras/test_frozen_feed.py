"""A camera that gives its last picture again and again is found out; noise, darkness and a slow camera are not."""

from __future__ import annotations

import numpy as np
import pytest

from companion.table.layout import Layout
from tests.vision.fakes import plain, table
from tests.vision.render import Shot
from vision.cameras.frames import Frame, Pixels
from vision.cameras.frozen_feed import FROZEN_AFTER, FROZEN_AFTER_S, FrozenFeed

FROZEN = "Camera test gives the same picture again and again. Unplug it and plug it in again; tap meanwhile."


class Camera:
    """Pictures of one camera, and what is said of it."""

    def __init__(self, every_s: float = 0.1) -> None:
        self.still, self.every_s, self.number = FrozenFeed(), every_s, 0

    def show(self, pixels: Pixels, times: int = 1) -> str:
        said = ""
        for _ in range(times):
            self.number += 1
            said = self.still.next(Frame(pixels.copy(), self.number * self.every_s, self.number), "Camera test")
        return said


@pytest.fixture
def mat(layout: Layout) -> Pixels:
    return table(layout, Shot(640, 427))


def test_the_same_picture_for_a_second_is_an_old_one(mat: Pixels) -> None:
    camera = Camera()
    assert camera.show(mat, round(FROZEN_AFTER_S / 0.1)) == ""
    assert camera.show(mat, 2) == FROZEN
    changed = mat.copy()
    changed[::3] ^= 1
    assert camera.show(changed) == ""


def test_a_live_picture_differs_by_its_noise_alone(mat: Pixels) -> None:
    camera, rng = Camera(), np.random.default_rng(1)
    for _ in range(30):
        noise = rng.integers(0, 2, mat.shape, dtype=np.uint8)
        assert camera.show(mat // 2 + noise) == ""


def test_a_slow_camera_needs_as_many_pictures_as_a_fast_one(mat: Pixels) -> None:
    camera = Camera(every_s=2.0)
    assert camera.show(mat, FROZEN_AFTER - 1) == ""
    assert camera.show(mat) == FROZEN


def test_a_camera_opened_anew_begins_its_time_again(mat: Pixels) -> None:
    camera = Camera()
    assert camera.show(mat, 20) == FROZEN
    camera.number = 0
    assert camera.show(mat) == ""
    assert camera.show(mat, 20) == FROZEN


@pytest.mark.parametrize("level", [0, 255])
def test_of_a_black_or_white_picture_the_look_says_what_is_wrong(level: int, mat: Pixels) -> None:
    assert Camera().show(plain(level, *mat.shape[:2]), 30) == ""
