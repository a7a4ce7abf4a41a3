"""The one command that makes the model: two trainings, then the figures of the first for the second."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from vision.training import checkpoints
from vision.training.build import PART, SEED, SEED_WHOLE, WHOLE, build
from vision.training.figures import TrainingError
from vision.training.scenes import Setting, draw_scene
from vision.training.train import Training

pytestmark = pytest.mark.slow


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


def test_both_trainings_run_and_too_few_dice_to_calibrate_with_are_told(tmp_path: Path) -> None:
    work = tmp_path / "work"
    with pytest.raises(TrainingError, match=r"labelled dice were found, too few to calibrate with\. Train longer"):
        build(photographs(tmp_path, "nell", "ctu"), work, tmp_path / "model", None, 3)
    # A folder goes on only for the training that it was begun with.
    part = Training(tmp_path, work / PART, 3, "nell", seed=SEED)
    whole = Training(tmp_path, work / WHOLE, 1, begin_with=work / PART, seed=SEED_WHOLE)
    assert all(checkpoints.load(each.out, each.asked()) for each in (part, whole))
    assert not (tmp_path / "model").exists()
