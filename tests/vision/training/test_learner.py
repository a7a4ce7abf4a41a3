"""Steps, losses, averages, and a training that was stopped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from vision.training import checkpoints
from vision.training.figures import TrainingError
from vision.training.learner import Learner
from vision.training.losses import detector_losses, middle_loss
from vision.training.optimiser import RATE, WARM_UP, rate
from vision.training.records import Label, LabelledPicture
from vision.training.scenes.scene import Setting, draw_scene
from vision.training.targets import make_targets, stack
from vision.training.train import BEGUN, Training


def easy(seed: int) -> LabelledPicture:
    return draw_scene(seed, Setting(is_easy=True, most_dice=4))


def test_the_loss_falls_on_pictures_seen_again_and_again() -> None:
    learner = Learner(1)
    pictures = [easy(seed) for seed in range(4)]
    sums = [sum(learner.learn(pictures, np.random.default_rng(step), 0.0).values()) for step in range(30)]
    assert np.mean(sums[-3:]) < 0.75 * np.mean(sums[:3])


def test_a_learner_that_was_stored_takes_the_same_next_step() -> None:
    pictures = [easy(seed) for seed in range(2)]
    first, second = Learner(1), Learner(2)
    first.learn(pictures, np.random.default_rng(0), 0.0)
    second.restore(first.state())
    losses = [each.learn(pictures, np.random.default_rng(1), 0.5) for each in (first, second)]
    assert losses[0] == losses[1]


def test_a_training_that_begins_with_learned_weights_takes_small_steps() -> None:
    anew = Training(Path(), Path(), 100)
    goes_on = Training(Path(), Path(), 100, begin_with=Path("other"))
    assert [anew.behind(steps) for steps in (0, 50, 100)] == [0.0, 0.5, 1.0]
    assert [goes_on.behind(steps) for steps in (0, 50, 100)] == pytest.approx([BEGUN, (BEGUN + 1) / 2, 1.0])
    assert rate(WARM_UP, goes_on.behind(0)) < RATE / 2


def test_an_answer_that_is_right_costs_nearly_nothing() -> None:
    label = Label(33.0, 30.0, 32.0, 40.0, 4, "red", False)
    maps = {name: torch.from_numpy(each) for name, each in stack([make_targets([label], 64, 64)]).items()}
    answer = torch.zeros(1, 12, 16, 16)
    answer[:, 0] = torch.where(maps["hill"] == 1, 12.0, -12.0)
    answer[:, 1:3], answer[:, 3:5] = maps["offset"], maps["size"]
    answer[:, 8], answer[:, 11] = 12.0, -12.0
    losses = {name: float(loss) for name, loss in detector_losses(answer, maps).items()}
    assert losses["middle"] < 1e-3
    assert losses["offset"] == losses["size"] == 0.0
    # Cross entropy of 12 against zeros, a 50th of the certainty spread over six values: 0.02 * 5 / 6 * 12.
    assert losses["value"] == pytest.approx(0.2, abs=0.01)
    assert losses["unreadable"] < 1e-4


def test_a_missed_middle_costs_more_than_an_unsure_neighbour() -> None:
    hill = torch.tensor([[[1.0, 0.8, 0.0]]])
    missed, beside = torch.tensor([[[-3.0, -9.0, -9.0]]]), torch.tensor([[[9.0, 3.0, -9.0]]])
    assert float(middle_loss(missed, hill)) > 100 * float(middle_loss(beside, hill))


def test_another_training_in_the_folder_is_refused(tmp_path: Path) -> None:
    checkpoints.save({"asked": {"seed": 1}, "learner": {}}, tmp_path)
    assert checkpoints.load(tmp_path, {"seed": 1}) is not None
    with pytest.raises(TrainingError, match=r"holds a training with seed 1, not 2\. Choose another folder"):
        checkpoints.load(tmp_path, {"seed": 2})


def test_a_damaged_state_is_named(tmp_path: Path) -> None:
    (tmp_path / checkpoints.CHECKPOINT).write_bytes(b"nothing")
    with pytest.raises(TrainingError, match=r"cannot be read\. Delete it and train anew"):
        checkpoints.load(tmp_path, {})
