"""Answers to mirror images, turned back and averaged: what follows the mirror stays, what does not counts less."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.dice.drawn import CodedNetworks, cloth, coded
from vision.cameras.frames import Pixels
from vision.dice.decoder import decode
from vision.dice.network import CHANNELS, CLASSES, CROP_PX, STRIDE, Floats
from vision.dice.test_time_augmentation import AugmentedNetworks


class Biased:
    """Networks that say the same wherever they look: a middle in one corner, pointing right and down, and a 1."""

    def detect(self, picture: Pixels) -> Floats:
        output = np.zeros((CHANNELS, picture.shape[0] // STRIDE, picture.shape[1] // STRIDE), np.float32)
        output[0, 0, 0] = 8
        output[1], output[2] = 0.4, 0.2
        return output

    def classify(self, crops: Pixels) -> Floats:
        """A 1 where the left is brighter than the right, otherwise a 2."""
        logits = np.zeros((len(crops), CLASSES), np.float32)
        left, right = (crops[:, :, part].mean(axis=(1, 2, 3)) for part in (slice(0, 32), slice(32, 64)))
        logits[left > right, 0] = 6
        logits[left <= right, 1] = 6
        return logits


def test_an_answer_that_follows_the_mirror_is_as_it_was() -> None:
    pixels = cloth(160, 96)
    coded(pixels, 5, 21, 9)
    alone, averaged = (
        decode(each.detect(pixels), 0.5) for each in (CodedNetworks(), AugmentedNetworks(CodedNetworks()))
    )
    assert len(averaged) == 1
    assert (averaged[0].x_px, averaged[0].y_px) == pytest.approx((alone[0].x_px, alone[0].y_px), abs=0.01)
    assert (averaged[0].width_px, averaged[0].likely) == (alone[0].width_px, 5)


def test_what_does_not_follow_the_mirror_counts_a_quarter() -> None:
    answer = AugmentedNetworks(Biased()).detect(cloth(96, 64))
    rows, columns = answer.shape[1] - 1, answer.shape[2] - 1
    corners = [(0, 0), (0, columns), (rows, 0), (rows, columns)]
    assert [float(answer[0][corner]) for corner in corners] == [2, 2, 2, 2]
    np.testing.assert_allclose(answer[1:3], 0, atol=1e-6)


def test_the_classifier_is_asked_of_the_mirror_image_too() -> None:
    crop = np.zeros((1, CROP_PX, CROP_PX, 3), np.uint8)
    crop[:, :, :32] = 255
    assert AugmentedNetworks(Biased()).classify(crop)[0, :3].tolist() == [3, 3, 0]
