"""The one command that makes the model: two trainings, then the figures of the first for the second."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from tests.vision.dice.drawn import write_model
from tests.vision.dice.onnx_by_hand import bright_posture
from vision.dice.model import load_model
from vision.training import checkpoints
from vision.training.build import PART, SEED, SEED_WHOLE, WHOLE, build, put_together
from vision.training.figures import TrainingError
from vision.training.scenes.scene import Setting, draw_scene
from vision.training.train import Training


def photographs(folder: Path, *sources: str) -> Path:
    """Pictures of a few dice each, labelled as if these sources had taken them."""
    labels = {}
    for seed, source in enumerate(sources):
        picture = draw_scene(seed, Setting(is_easy=True, most_dice=3))
        cv2.imwrite(str(folder / f"{seed}.png"), picture.pixels)
        dice = [{"value": each.value, "box": each.box} for each in picture.labels if each.value]
        labels[f"{seed}.png"] = {"source": source, "dice": dice}
    (folder / "labels.json").write_text(json.dumps(labels))
    return folder


@pytest.mark.slow
def test_both_trainings_run_and_too_few_dice_to_calibrate_with_are_told(tmp_path: Path) -> None:
    work = tmp_path / "work"
    with pytest.raises(TrainingError, match=r"labelled dice were found, too few to calibrate with\. Train longer"):
        build(photographs(tmp_path, "nell", "ctu"), work, tmp_path / "model", None, 3)
    # A folder goes on only for the training that it was begun with.
    part = Training(tmp_path, work / PART, 3, "nell", seed=SEED)
    whole = Training(tmp_path, work / WHOLE, 1, begin_with=work / PART, seed=SEED_WHOLE)
    assert all(checkpoints.load(each.out, each.asked()) for each in (part, whole))
    assert not (tmp_path / "model").exists()


def test_a_model_is_put_together_with_the_thresholds_of_its_posture_network(tmp_path: Path) -> None:
    whole, lying, out = write_model(tmp_path / "whole"), tmp_path / "lying", tmp_path / "new" / "model"
    lying.mkdir()
    (lying / "posture.onnx").write_bytes(bright_posture((0, 0, 0, 0), 1))
    put_together(whole, lying, (0.123456, 0.2), out)
    assert sorted(file.name for file in out.iterdir()) == [
        "classifier.onnx",
        "detector.onnx",
        "model.toml",
        "posture.onnx",
    ]
    made, given = load_model(out), load_model(whole).figures
    assert made.posture is not None
    known = made.figures.thresholds
    assert (known.flat, known.there) == (0.1235, 0.2)
    assert made.figures.thresholds.read == given.thresholds.read
    assert made.figures.temperatures == given.temperatures
