"""The face network's training: stopped and gone on with, and what it says of what it never learned from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.dice.face import OnnxFace
from vision.dice.model import FACE
from vision.dice.network import CROP_PX
from vision.training import checkpoints, small_network, train_face
from vision.training.faces import draw_faces, together
from vision.training.figures import TrainingError
from vision.training.ray_faces import draw_ray_faces


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """A training of seconds that keeps every step."""
    monkeypatch.setattr(small_network, "SAVE_EVERY_S", 0.0)
    monkeypatch.setattr(train_face, "drawn", lambda seeds, workers: together([draw_faces(at) for at in seeds]))
    monkeypatch.setattr(train_face, "cast", lambda seeds, workers: together([draw_ray_faces(at) for at in seeds]))


def test_a_training_that_was_stopped_goes_on_as_it_would_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    train_face.train_face(whole, scenes=4, rays=2, steps=4)
    with monkeypatch.context() as stopping:
        loss = train_face._loss
        done = list[int]()

        def until_two(*given: Any) -> Any:
            done.append(1)
            if len(done) > 2:
                raise KeyboardInterrupt
            return loss(*given)

        stopping.setattr(train_face, "_loss", until_two)
        with pytest.raises(KeyboardInterrupt):
            train_face.train_face(stopped, scenes=4, rays=2, steps=4)
    state = checkpoints.load(stopped, {})
    assert state is not None
    assert state["learner"]["steps"] == 2
    assert not (stopped / FACE).exists()
    train_face.train_face(stopped, scenes=4, rays=2, steps=4)
    crops = np.full((1, CROP_PX, CROP_PX, 3), 90, np.uint8)
    one, other = (OnnxFace(folder / FACE).look(crops) for folder in (whole, stopped))
    assert one == pytest.approx(other, abs=1e-6)
    (whole / FACE).unlink()
    with pytest.raises(TrainingError, match="holds a training with steps 4, not 5"):
        train_face.train_face(whole, scenes=4, rays=2, steps=5)


def test_what_is_told_of_scenes_held_back_counts_faces_and_bodies(tmp_path: Path) -> None:
    train_face.train_face(tmp_path, scenes=4, rays=2, steps=1)
    told = train_face.measured(OnnxFace(tmp_path / FACE), scenes=6)
    many = together([draw_faces(seed) for seed in range(6)])
    assert f"Of {(~many.is_there).sum()} places without a die " in told
    assert f", of {many.is_there.sum()} dice " in told
