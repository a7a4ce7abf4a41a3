"""The one command that makes the model: two trainings side by side, then the figures of one for the other."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from vision.training.build import PART, WHOLE, build
from vision.training.checkpoints import CHECKPOINT
from vision.training.figures import TrainingError
from vision.training.scenes import Setting, draw_scene

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
        build(photographs(tmp_path, "nell", "ctu"), work, tmp_path / "model", None, 1)
    assert all((work / each / CHECKPOINT).is_file() for each in (WHOLE, PART))
    assert not (tmp_path / "model").exists()


def test_why_the_other_training_failed_is_told(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r'(?s)without nell failed: .*Leaving out "nell" leaves no two parts'):
        build(photographs(tmp_path, "nell"), tmp_path / "work", tmp_path / "model", None, 1)
