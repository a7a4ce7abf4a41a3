"""The folder of a model: what must lie in it, and what is said where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.dice.drawn import write_model
from tests.vision.dice.onnx_by_hand import bright_posture
from vision.dice.model import MODELS, NoModel, load_model, model_digest
from vision.dice.network import NetworkUnusable


def test_the_figures_of_a_model_are_read(tmp_path: Path) -> None:
    figures = load_model(write_model(tmp_path / "model")).figures
    assert (figures.made, figures.face_px, figures.thresholds.read) == ("2026-01-31", 32, 0.98)
    assert figures.temperatures.classifier == 1


@pytest.mark.parametrize("name", ["detector.onnx", "classifier.onnx", "model.toml"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    folder = write_model(tmp_path / "model")
    (folder / name).unlink()
    with pytest.raises(NoModel) as raised:
        load_model(folder)
    assert str(raised.value) == (
        f"The dice model is not there: {folder / name} is missing. Install the companion again, or name a folder with "
        "a model."
    )


def test_a_model_in_training_tells_no_posture(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "model")
    assert load_model(folder).posture is None
    (folder / "posture.onnx").write_bytes(bright_posture((0, 0, 0, 0), 1))
    assert load_model(folder).posture is not None


def test_the_model_that_comes_with_the_companion_tells_how_dice_lie() -> None:
    assert load_model(MODELS).posture is not None


def test_the_networks_that_come_with_the_companion_stay_under_seven_megabytes() -> None:
    assert sum(file.stat().st_size for file in MODELS.glob("*.onnx")) < 7_000_000


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('data = "coded dice"\n', "made"),
        ('made = "2026-01-31"\ndata = ""\nfce_px = 32\n', "fce_px"),
        ('made = "2026-01-31"\ndata = ""\n[thresholds]\nread = "high"\n', "thresholds.read"),
        ("made = \n", "model.toml cannot be used"),
        ('made = "2026-01-31"\ndata = ""\n[thresholds]\nread = 1.5\n', "thresholds.read"),
        ('made = "2026-01-31"\ndata = ""\n[temperatures]\nvalue = 0.0\n', "temperatures.value"),
    ],
)
def test_figures_that_cannot_be_meant_are_told(tmp_path: Path, text: str, wrong: str) -> None:
    folder = write_model(tmp_path / "model")
    (folder / "model.toml").write_text(text, encoding="utf-8")
    with pytest.raises(NoModel) as raised:
        load_model(folder)
    assert wrong in str(raised.value)
    assert str(raised.value).endswith("Take the file that came with the networks.")


def test_a_network_that_is_none_is_told(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "model")
    (folder / "detector.onnx").write_bytes(b"")
    with pytest.raises(NetworkUnusable, match="cannot be loaded"):
        load_model(folder)


def test_any_file_tells_a_model_from_others(tmp_path: Path) -> None:
    folder, same = write_model(tmp_path / "model"), write_model(tmp_path / "same")
    told = {model_digest(folder)}
    assert told == {model_digest(same)}
    for name in ("detector.onnx", "classifier.onnx", "model.toml", "posture.onnx"):
        file = folder / name
        file.write_bytes((file.read_bytes() if file.is_file() else b"") + b"#")
        told.add(model_digest(folder))
    assert len(told) == 5
