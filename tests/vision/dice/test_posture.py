"""The network that knows how dice lie: how its pictures are cut out, what it sees of them and what it says."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.dice.onnx_by_hand import bright_posture, colour_classifier
from vision.cameras.frames import Pixels
from vision.dice.network import Floats, NetworkUnusable
from vision.dice.posture import POSTURE_PX, OnnxPosture, chances, crop

MIDDLE = (POSTURE_PX - 1) / 2


class Left:
    """Says 5 where the left of its picture is brighter, otherwise -1; half as much of whether a die is there, and
    twice as much of whether it is clear."""

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        left, right = (crops[:, :, part].mean(axis=(1, 2, 3)) for part in (slice(0, 40), slice(40, 80)))
        said = np.where(left > right, 5, -1).astype(np.float32)
        return np.column_stack([said, said / 2, said * 2])


@pytest.mark.parametrize("slope", [(0.3, 0.0), (0.0, 0.5), (-0.2, 0.1), (-0.1, -0.4)])
@pytest.mark.parametrize("face_px", [32.0, 48.0])
def test_sight_runs_upwards_in_the_picture_of_a_die(slope: tuple[float, float], face_px: float) -> None:
    """A spot three quarters of a face further along the sight lies so far above the middle."""
    pixels = np.zeros((200, 200, 3), np.uint8)
    along = np.array(slope) / np.hypot(*slope) * 0.75 * face_px
    cv2.circle(pixels, (round(100 + along[0]), round(100 + along[1])), 4, (255, 255, 255), -1)
    rows, columns = np.nonzero(crop(pixels, (100, 100), slope, face_px)[:, :, 0] > 127)
    assert (columns.mean(), rows.mean()) == pytest.approx((MIDDLE, MIDDLE - 0.75 * 32), abs=1.0)


def test_a_picture_from_straight_above_is_not_turned_nor_mirrored() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (80, 80, 3), dtype=np.uint8)
    assert np.array_equal(crop(pixels, (MIDDLE, MIDDLE), (0.0, 0.0), 32), pixels)


def test_what_does_not_follow_the_mirror_counts_half() -> None:
    crops = np.zeros((2, POSTURE_PX, POSTURE_PX, 3), np.uint8)
    crops[0, :, :40] = 255
    # A mean of 5 and -1 for the first, of -1 and -1 for the other one, which looks the same in the mirror.
    said = chances(Left(), crops, np.zeros(2, np.float32))
    logits = np.array([[2, 1, 4], [-1, -0.5, -2]])
    assert said == pytest.approx(1 / (1 + np.exp(-logits)), abs=1e-6)


def test_the_network_sees_blue_green_red_from_0_to_1_and_the_slope(tmp_path: Path) -> None:
    """By a network that says 1 blue + 2 green + 4 red + 8 slope - 3 of its middle px."""
    (tmp_path / "posture.onnx").write_bytes(bright_posture((1, 2, 4, 8), -3))
    network = OnnxPosture(tmp_path / "posture.onnx")
    crops = np.zeros((3, POSTURE_PX, POSTURE_PX, 3), np.uint8)
    crops[1], crops[2] = (255, 0, 0), (0, 255, 51)
    said = network.look(crops, np.array([0.5, 0.0, 0.25], np.float32))
    assert said[:, 0] == pytest.approx([1, -2, 2 + 0.8 + 2 - 3], abs=1e-3)
    assert said[:, 1:] == pytest.approx(np.array([[4, -4]] * 3), abs=1e-3)


def test_another_network_is_not_believed(tmp_path: Path) -> None:
    (tmp_path / "posture.onnx").write_bytes(colour_classifier())
    with pytest.raises(NetworkUnusable, match=r"posture\.onnx (cannot be run|is another network)"):
        OnnxPosture(tmp_path / "posture.onnx").look(np.zeros((1, 80, 80, 3), np.uint8), np.zeros(1, np.float32))
