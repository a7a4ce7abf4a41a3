"""The tutorials' way: right on dice that lie apart in good light, wrong where they touch."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.dice.drawn import pipped
from vision.dice.baselines import clusters, pip_clusters


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_alone_is_counted(value: int) -> None:
    assert pip_clusters(40)(pipped(value, 40, 15)) == [value]
    assert pip_clusters(40)(pipped(value, 40, 15, body=(150, 60, 30), pip=(235, 235, 235))) == [value]


def test_dice_that_lie_apart_are_two_and_dice_that_touch_are_one() -> None:
    apart = np.hstack([pipped(2, 40), pipped(3, 40)])
    assert sorted(pip_clusters(40)(apart)) == [2, 3]
    touching = np.hstack([pipped(2, 40)[:, :80], pipped(3, 40)[:, 40:]])
    assert pip_clusters(40)(touching) == [5]


def test_points_in_a_chain_are_one_cluster() -> None:
    points = np.array([[0, 0], [9, 0], [18, 0], [100, 0], [100, 9.0]])
    assert sorted(clusters(points, 10)) == [2, 3]
    assert clusters(np.zeros((0, 2)), 10) == []
