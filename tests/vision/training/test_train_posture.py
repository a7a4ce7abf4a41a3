"""The posture network's training: stopped and gone on with, and the threshold that it comes with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from vision.cameras.frames import Pixels
from vision.dice.model import POSTURE
from vision.dice.network import Floats
from vision.dice.posture import POSTURE_PX, OnnxPosture
from vision.training import checkpoints, small_network, train_posture
from vision.training.figures import TrainingError
from vision.training.postures import draw_postures, together
from vision.training.samples import relit


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """A training of seconds that keeps every step."""
    monkeypatch.setattr(small_network, "SAVE_EVERY_S", 0.0)
    monkeypatch.setattr(train_posture, "drawn", lambda seeds, workers: together([draw_postures(at) for at in seeds]))


@pytest.mark.usefixtures("brief")
def test_a_training_that_was_stopped_goes_on_as_it_would_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    train_posture.train_posture(whole, scenes=4, steps=4)
    with monkeypatch.context() as stopping:
        stopping.setattr(train_posture, "relit", _until(steps=2))
        with pytest.raises(KeyboardInterrupt):
            train_posture.train_posture(stopped, scenes=4, steps=4)
    state = checkpoints.load(stopped, {})
    assert state is not None
    assert state["learner"]["steps"] == 2
    assert not (stopped / POSTURE).exists()
    train_posture.train_posture(stopped, scenes=4, steps=4)
    crops, slopes = np.full((1, POSTURE_PX, POSTURE_PX, 3), 90, np.uint8), np.zeros(1, np.float32)
    one, other = (OnnxPosture(folder / POSTURE).look(crops, slopes) for folder in (whole, stopped))
    assert one == pytest.approx(other, abs=1e-6)


def _until(steps: int) -> Callable[[Pixels, np.random.Generator], Pixels]:
    """`relit` for so many steps, each of which has a generator of its own; then somebody stops the training."""
    chances = list[np.random.Generator]()

    def stopping(pixels: Pixels, chance: np.random.Generator) -> Pixels:
        if chance not in chances:
            chances.append(chance)
        if len(chances) > steps:
            raise KeyboardInterrupt
        return relit(pixels, chance)

    return stopping


@pytest.mark.usefixtures("brief")
def test_a_folder_goes_on_only_for_the_training_it_was_begun_with(tmp_path: Path) -> None:
    train_posture.train_posture(tmp_path, scenes=3, steps=2)
    (tmp_path / POSTURE).unlink()
    with pytest.raises(TrainingError, match="holds a training with steps 2, not 3"):
        train_posture.train_posture(tmp_path, scenes=3, steps=3)


@pytest.mark.usefixtures("brief")
def test_the_thresholds_leave_5_of_1000_flat_dice_and_30_of_all() -> None:
    class Numbered:
        """Chances of lying flat rise with the slope, those of being there fall."""

        def look(self, crops: Pixels, slopes: Floats) -> Floats:
            return np.column_stack([slopes, -slopes, slopes])

    many = together([draw_postures(seed) for seed in range(60)])
    least_flat, least_there = train_posture.least(Numbered(), scenes=60)
    flat = 1 / (1 + np.exp(-many.slopes[many.is_flat]))
    there = 1 / (1 + np.exp(many.slopes[many.is_there]))
    assert flat.min() <= least_flat <= np.sort(flat)[2]
    assert np.sort(there)[5] <= least_there <= np.sort(there)[8]
