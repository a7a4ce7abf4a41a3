"""What is said of a picture in which nothing could be read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.table.layout import Layout
from tests.vision.fakes import plain, table
from tests.vision.render import Shot
from vision.cameras.picture_faults import judge_picture


@pytest.mark.parametrize(
    ("grey", "text"),
    [
        (0, "The picture is black. Take the cover off the lens, or switch a light on."),
        (255, "The picture is white. Take away the light that shines into the lens."),
        (120, "The picture shows one even surface. Take away what covers the lens or the mat."),
    ],
)
def test_a_covered_or_blinded_lens(grey: int, text: str) -> None:
    assert judge_picture(plain(grey)) == text


def test_a_hand_over_the_lens_with_noise_is_one_even_surface() -> None:
    noisy = np.random.default_rng(1).normal(70, 8, (864, 1536, 3)).clip(0, 255).astype(np.uint8)
    assert judge_picture(noisy).startswith("The picture shows one even surface.")


def test_a_picture_without_light(layout: Layout) -> None:
    assert judge_picture(table(layout, Shot(gain=0.04, noise=3))).startswith("The picture is black.")


@pytest.mark.parametrize("blur_px", [6, 10])
def test_a_picture_out_of_focus(layout: Layout, blur_px: float) -> None:
    assert judge_picture(table(layout, Shot(blur_px=blur_px))) == (
        "The picture is out of focus. Wipe the lens, or turn its focus until the mat's markers are sharp."
    )


@pytest.mark.parametrize("shot", [Shot(), Shot(853, 480), Shot(light=0.2, gain=0.5, noise=6)])
def test_nothing_is_said_of_a_good_picture(layout: Layout, shot: Shot) -> None:
    assert judge_picture(table(layout, shot)) == ""


def test_a_tall_picture_is_judged_as_well(layout: Layout) -> None:
    turned = np.ascontiguousarray(cv2.rotate(table(layout), cv2.ROTATE_90_CLOCKWISE))
    assert judge_picture(np.asarray(turned, dtype=np.uint8)) == ""
