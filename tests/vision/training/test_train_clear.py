"""The training of the network for clear dice: stopped and gone on with, what it needs, and what it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from vision.dice.clear import CLEAR_PX, OnnxClear
from vision.dice.model import CLEAR
from vision.training import checkpoints, train_clear
from vision.training.clear.learner import Learner, Lot, varied
from vision.training.clear.rays import draw_rays
from vision.training.clear.views import Views, together
from vision.training.figures import TrainingError


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """A training of seconds that keeps every step, of scenes that are drawn here."""

    def few(folder: Path, first: int, scenes: int, workers: int, *, is_table: bool = False) -> Views:
        return together([draw_rays(seed, is_table) for seed in range(min(3, scenes))])

    monkeypatch.setattr(train_clear, "SAVE_EVERY_S", 0.0)
    monkeypatch.setattr(train_clear, "drawn", few)


def _train(out: Path, steps: int = 4) -> str:
    return train_clear.train_clear(out, None, "rays", 3, steps, 8, 1, 1, "cpu")


@pytest.mark.usefixtures("brief")
def test_a_training_that_was_stopped_goes_on_as_it_would_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    text = _train(whole)
    assert text == (whole / "figures.md").read_text("utf-8")
    assert text.startswith("Learned from rays; temperature ")
    with monkeypatch.context() as stopping:
        learn = Learner.learn

        def until_two(self: Learner, lots: list[tuple[Lot, int]], seed: int, done: float) -> float:
            if self.steps == 2:
                raise KeyboardInterrupt
            return learn(self, lots, seed, done)

        stopping.setattr(Learner, "learn", until_two)
        with pytest.raises(KeyboardInterrupt):
            _train(stopped)
    state = checkpoints.load(stopped, {})
    assert state is not None
    assert state["learner"]["steps"] == 2
    assert not (stopped / CLEAR).exists()
    _train(stopped)
    crops, slopes = np.full((1, CLEAR_PX, CLEAR_PX, 3), 90, np.uint8), np.full(1, 0.3, np.float32)
    one, other = (OnnxClear(folder / CLEAR).look(crops, slopes) for folder in (whole, stopped))
    assert one == pytest.approx(other, abs=1e-5)
    with pytest.raises(TrainingError, match="holds a training with steps 4, not 5"):
        _train(stopped, steps=5)


@pytest.mark.usefixtures("brief")
def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"nothing rendered to learn from\. Name its folder: --rendered FOLDER\."):
        train_clear.train_clear(tmp_path, None, "both", 3, 2, 8, 1, 1, "cpu")
    with pytest.raises(TrainingError, match="holds no training to begin with"):
        train_clear.train_clear(tmp_path, None, "rays", 3, 2, 8, 1, 1, "cpu", begin=tmp_path / "none")


def test_pictures_are_varied_about_what_they_show() -> None:
    crops = torch.zeros((64, 80, 80, 3), dtype=torch.uint8)
    crops[:, 38:42, 38:42] = 255
    seen = varied(crops, torch.Generator().manual_seed(1))
    assert tuple(seen.shape) == (64, 3, CLEAR_PX, CLEAR_PX)
    assert 0 <= float(seen.min()) <= float(seen.max()) <= 1
    bright = seen.mean(1).flatten(1).argmax(1)
    rows, columns = bright // CLEAR_PX, bright % CLEAR_PX
    assert float((rows.float() - 31.5).abs().mean()) < 3
    assert float((columns.float() - 31.5).abs().mean()) < 3


def test_the_estimate_says_what_is_left_and_what_a_gpu_would_save() -> None:
    assert train_clear.estimate(0.6, 8000, 128) == (
        "A step takes 600 ms here: 80 minutes are left. An H200 takes about 16 ms, so it would save 78 minutes."
    )
    assert train_clear.estimate(0.016, 100, 128).endswith("A GPU would save nothing.")
