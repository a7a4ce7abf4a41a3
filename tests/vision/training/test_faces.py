"""Small pictures of faces with pips, of faces without and of what is none; and photographs' dice, which have pips."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.network import CROP_PX
from vision.training.faces import LOOKS, Faces, cut_out, draw_faces, together
from vision.training.labels import LabelledDie, Photograph
from vision.training.scenes.dice_models import any_die
from vision.training.scenes.face_signs import SIGNS, draw_sign

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def many() -> Faces:
    return together([draw_faces(seed) for seed in range(12)])


def test_the_same_seed_gives_the_same_pictures() -> None:
    one, again = draw_faces(4), draw_faces(4)
    assert np.array_equal(one.crops, again.crops)
    assert np.array_equal(one.has_pips, again.has_pips)


def test_half_of_the_tops_have_no_pips_and_some_places_have_no_top(many: Faces) -> None:
    count = len(many.is_there)
    assert many.crops.shape == (count, CROP_PX, CROP_PX, 3)
    assert not (many.has_pips & ~many.is_there).any()
    assert 0.3 < many.has_pips[many.is_there].mean() < 0.7
    assert 0.3 < many.is_there.mean() < 0.8


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_is_ink_in_the_middle_of_its_face(sign: str) -> None:
    rng = np.random.default_rng(2)
    body, ink = np.array([40.0, 80.0, 160.0]), (230.0, 230.0, 230.0)
    changed = np.zeros((64, 64))
    for _ in range(12):
        paint = np.full((64, 64, 3), body, np.float32)
        draw_sign(paint, sign, ink, rng)  # type: ignore[arg-type]
        changed += np.abs(paint - body).max(axis=2) > 8
    assert (changed.sum() == 0) == (sign == "nothing")
    rim = changed.copy()
    rim[3:-3, 3:-3] = 0
    assert rim.sum() <= 0.02 * changed.sum()


def test_most_dice_have_pips_on_every_face() -> None:
    rng = np.random.default_rng(1)
    assert all(any_die(rng).sign == "logo" for _ in range(50))


def test_dice_of_photographs_have_pips(tmp_path: Path) -> None:
    pixels = np.full((200, 300, 3), 90, np.uint8)
    pixels[80:120, 60:100], pixels[80:120, 200:240] = (0, 0, 200), (0, 200, 0)
    cv2.imwrite(str(tmp_path / "nell_1.png"), pixels)
    dice = (LabelledDie(3, (60.0, 80.0, 100.0, 120.0)), LabelledDie(5, (200.0, 80.0, 240.0, 120.0)))
    photograph = Photograph(tmp_path / "nell_1.png", "nell", dice)
    found = cut_out([photograph], 1)
    assert found.crops.shape == (2 * LOOKS, CROP_PX, CROP_PX, 3)
    assert found.has_pips.all()
    assert found.is_there.all()
    middles = found.crops[:, CROP_PX // 2, CROP_PX // 2]
    assert (middles[::2, 2] > 150).all()
    assert (middles[1::2, 1] > 150).all()
    assert len(cut_out([], 1).crops) == 0
