"""A film's frames to rolls, with networks written by hand; at a scale that is given, and at one that is searched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.vision.dice.drawn import CodedNetworks, cloth, coded, write_model
from vision.cameras.frames import Frame
from vision.dice.model import Model, load_model
from vision.dice.rolls import Roll
from vision.dice.video import follow


@pytest.fixture
def model(tmp_path: Path) -> Model:
    return load_model(write_model(tmp_path / "model"))


def frames(seconds: float, per_s: int = 25) -> Iterator[Frame]:
    """Two dice: one lies there, the other rolls in until 1 s of the film, which begins at 100 s."""
    for number in range(round(seconds * per_s)):
        at_s = number / per_s
        pixels = cloth(352, 192)
        coded(pixels, 2, 20, 40)
        coded(pixels, 5, 40 + round(40 * min(at_s, 1)), 20)
        yield Frame(pixels, 100 + at_s, number + 1)


def test_a_film_gives_the_roll_once_its_last_die_lies_still(model: Model) -> None:
    looks = list(follow(frames(2), 2.0, model))
    told = [(frame.at_s - 100, rolling.roll) for frame, rolling in looks if rolling.roll is not None]
    assert len(told) == 1
    at_s, roll = told[0]
    assert 1.3 < at_s < 1.7
    assert [die.value for die in roll.dice] == [5, 2]


def test_frames_come_faster_than_looks(model: Model) -> None:
    times = [frame.at_s for frame, _ in follow(frames(1), 2.0, model)]
    assert len(times) == 9  # every third of 25 is 0.12 s later
    assert np.diff(times) == pytest.approx(0.12)


@pytest.mark.slow
def test_a_scale_that_is_sure_is_kept(model: Model) -> None:
    networks = CodedNetworks()
    calls = list[int]()
    told = list[Roll]()
    for _, rolling in follow(frames(2), None, Model(networks, model.figures)):
        calls.append(networks.calls)
        told += [rolling.roll] if rolling.roll is not None else []
    assert calls[0] > 8
    assert set(np.diff(calls).tolist()) == {4}  # itself and three mirror images
    assert [[die.value for die in roll.dice] for roll in told] == [[5, 2]]
