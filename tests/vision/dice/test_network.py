"""cv2.dnn runs the two networks as the convention says: BGR from 0 to 1, any size, one cell for 4 x 4 px."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.dice.drawn import coded, table, write_model
from tests.vision.dice.onnx_by_hand import SURE, colour_classifier
from vision.dice.network import CLASSES, NOTHING, NetworkUnusable, OnnxNetworks


@pytest.fixture
def networks(tmp_path: Path) -> OnnxNetworks:
    folder = write_model(tmp_path / "model")
    return OnnxNetworks(folder / "detector.onnx", folder / "classifier.onnx")


@pytest.mark.parametrize(("width", "height"), [(640, 480), (320, 96), (32, 32)])
def test_the_detector_answers_with_a_cell_for_four_pixels_each_way(
    networks: OnnxNetworks, width: int, height: int
) -> None:
    output = networks.detect(np.zeros((height, width, 3), np.uint8))
    assert output.shape == (12, height // 4, width // 4)
    assert output[0] == pytest.approx(-SURE)


def test_the_detector_sees_blue_green_red_from_0_to_1(networks: OnnxNetworks) -> None:
    output = networks.detect(table([3]))
    # The cell at column 20, row 30 is full red without blue: 2 * 20 - 20. Everything else has as much blue or less red.
    assert output[0, 30, 20] == pytest.approx(SURE, abs=1e-3)
    output[0, 30, 20] = -SURE
    assert output[0].max() < 0
    assert output[5:11, 30, 20].argmax() == 2


def test_the_classifier_answers_each_picture(networks: OnnxNetworks) -> None:
    crops = np.zeros((3, 64, 64, 3), np.uint8)
    for number, value in enumerate((2, 6)):
        coded(crops[number], value, 8, 8)
        crops[number, 31:33, 31:33] = crops[number, 33, 33]
    logits = networks.classify(crops)
    assert logits.shape == (3, CLASSES)
    assert logits.argmax(axis=1).tolist() == [1, 5, NOTHING]


def test_a_file_that_holds_no_network_is_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "model")
    (folder / "classifier.onnx").write_bytes(b"no network")
    with pytest.raises(NetworkUnusable, match=r"classifier\.onnx cannot be loaded: it is no ONNX network that OpenCV"):
        OnnxNetworks(folder / "detector.onnx", folder / "classifier.onnx")


def test_another_network_is_not_believed(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "model")
    (folder / "detector.onnx").write_bytes(colour_classifier())
    networks = OnnxNetworks(folder / "detector.onnx", folder / "classifier.onnx")
    with pytest.raises(NetworkUnusable) as raised:
        networks.detect(np.zeros((64, 64, 3), np.uint8))
    assert str(raised.value) == (
        f"{folder / 'detector.onnx'} is another network: it answers in the shape (1, 8, 1, 1) where (1, 12, 16, 16) is "
        "meant. Install the companion again."
    )
