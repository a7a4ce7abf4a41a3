"""The networks by cv2.dnn against torch: what was trained is what runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from vision.dice.network import OnnxNetworks
from vision.dice.posture import POSTURE_PX, TOLD, OnnxPosture, network_input
from vision.training.export import folded, write_onnx
from vision.training.network import make_classifier, make_detector, make_posture, weights
from vision.training.samples import blob


@pytest.fixture(scope="module")
def networks() -> tuple[Any, Any]:
    """Untrained, but with normalisation that has seen pictures: otherwise folding it would change nothing."""
    torch.manual_seed(3)
    made = make_detector(), make_classifier()
    for network in made:
        network.train()
        for _ in range(3):
            network(torch.rand(4, 3, 64, 64))
        network.eval()
    return made


@pytest.fixture(scope="module")
def written(networks: tuple[Any, Any], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("model")
    files = folder / "detector.onnx", folder / "classifier.onnx"
    write_onnx(networks[0], None, None, files[0])
    write_onnx(networks[1], 64, 64, files[1])
    return files


@pytest.mark.parametrize(("height", "width"), [(64, 96), (192, 128), (32, 32)])
def test_the_detector_answers_as_in_torch_at_any_size(
    networks: tuple[Any, Any], written: tuple[Path, Path], height: int, width: int
) -> None:
    picture = np.random.default_rng(height).integers(0, 256, (height, width, 3), dtype=np.uint8)
    ours = OnnxNetworks(*written).detect(picture)
    with torch.no_grad():
        theirs = networks[0](torch.from_numpy(blob(picture[None]))).numpy()[0]
    assert ours.shape == (12, height // 4, width // 4)
    np.testing.assert_allclose(ours, theirs, atol=1e-3)


@pytest.mark.parametrize("count", [1, 5])
def test_the_classifier_answers_as_in_torch_for_any_number(
    networks: tuple[Any, Any], written: tuple[Path, Path], count: int
) -> None:
    crops = np.random.default_rng(count).integers(0, 256, (count, 64, 64, 3), dtype=np.uint8)
    with torch.no_grad():
        theirs = networks[1](torch.from_numpy(blob(crops))).numpy()
    np.testing.assert_allclose(OnnxNetworks(*written).classify(crops), theirs, atol=1e-3)


def test_the_posture_network_answers_as_in_torch(tmp_path: Path) -> None:
    torch.manual_seed(4)
    network = make_posture().train()
    for _ in range(3):
        network(torch.rand(4, 4, POSTURE_PX, POSTURE_PX))
    network.eval()
    write_onnx(network, POSTURE_PX, POSTURE_PX, tmp_path / "posture.onnx", channels=4)
    crops = np.random.default_rng(5).integers(0, 256, (3, POSTURE_PX, POSTURE_PX, 3), dtype=np.uint8)
    slopes = np.array([0.0, 0.4, 1.0], np.float32)
    with torch.no_grad():
        theirs = network(torch.from_numpy(network_input(crops, slopes))).numpy()[:, :TOLD]
    np.testing.assert_allclose(OnnxPosture(tmp_path / "posture.onnx").look(crops, slopes), theirs, atol=1e-3)


def test_all_files_together_stay_under_five_megabytes(written: tuple[Path, Path], tmp_path: Path) -> None:
    write_onnx(make_posture(), POSTURE_PX, POSTURE_PX, tmp_path / "posture.onnx", channels=4)
    assert sum(file.stat().st_size for file in (*written, tmp_path / "posture.onnx")) < 5_000_000


def test_the_networks_are_small(networks: tuple[Any, Any]) -> None:
    assert [350_000 < weights(network) < 500_000 for network in networks] == [True, True]


def test_folding_leaves_no_normalisation_and_the_network_itself_alone(networks: tuple[Any, Any]) -> None:
    before = weights(networks[0])
    lean = folded(networks[0])
    assert not [part for part in lean.modules() if isinstance(part, torch.nn.BatchNorm2d)]
    assert weights(networks[0]) == before > weights(lean)


def test_a_die_is_seen_with_its_neighbours() -> None:
    """How far a pixel reaches in the input: three faces of 32 px."""
    network = make_detector().eval()
    picture = torch.rand(1, 3, 256, 256, requires_grad=True)
    network(picture)[0, 0, 32, 32].backward()
    rows = picture.grad.abs().sum((0, 1, 3)).nonzero().flatten()
    assert int(rows.max() - rows.min()) + 1 >= 96
