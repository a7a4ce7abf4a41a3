"""Faces of ray-cast dice: the same seed gives the same ones, and each is what it is said to be."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.face import OnnxFace, faces
from vision.dice.model import FACE, MODELS
from vision.dice.network import CROP_PX
from vision.training.faces import Faces, together
from vision.training.ray_faces import draw_ray_faces

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def many() -> Faces:
    return together([draw_ray_faces(seed) for seed in range(24)])


def test_a_seed_gives_the_same_faces_and_another_one_others() -> None:
    one, again, other = (draw_ray_faces(seed) for seed in (3, 3, 4))
    assert np.array_equal(one.crops, again.crops)
    assert one.crops.shape[1:] == (CROP_PX, CROP_PX, 3)
    assert not np.array_equal(one.crops[:2], other.crops[:2])


def test_there_are_faces_with_pips_and_without_and_places_without_any(many: Faces) -> None:
    pips, signs = many.has_pips.sum(), (many.is_there & ~many.has_pips).sum()
    assert pips > 60
    assert 0.3 < signs / (pips + signs) < 0.5
    assert (~many.is_there).sum() > 40
    assert not (many.has_pips & ~many.is_there).any()


def test_the_shipped_network_mostly_agrees(many: Faces) -> None:
    """It has learned from none of these seeds, and calls most of either kind what they are."""
    said = np.array([each.pips for each in faces(OnnxFace(MODELS / FACE), many.crops)])
    assert (said[many.has_pips] > 0.5).mean() > 0.8
    assert (said[~many.has_pips] < 0.5).mean() > 0.8
