"""How sure the network for clear dice must be, and what is said of how often it is right."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cameras.frames import Pixels
from vision.dice.clear import CLEAR_PX, tempered
from vision.dice.network import Floats
from vision.training.clear.measure import least_sure, logits_of, shares, table, temperature_of
from vision.training.clear.views import FACTS, UNTOLD, VIEW_PX, Views


def test_the_temperature_makes_certainty_as_large_as_it_is_right() -> None:
    rng = np.random.default_rng(2)
    logits = rng.normal(0, 2, (4000, 7)).astype(np.float32)
    values = np.array([rng.choice(7, p=row / row.sum()) for row in tempered(logits, 1.0).astype(np.float64)])
    assert temperature_of(logits, values) == pytest.approx(1.0, rel=0.1)
    assert temperature_of(logits * 2, values) == pytest.approx(2.0, rel=0.1)


def _chances(*sure: float) -> Floats:
    """Of a 1 on top each time."""
    rows = [[each, *[(1 - each) / 6] * 6] for each in sure]
    return np.array(rows, np.float32)


def test_at_most_one_of_a_thousand_is_told_wrongly() -> None:
    values = np.zeros(2000, np.int64)
    values[:5] = 3
    chances = _chances(*np.linspace(0.999, 0.6, 2000))
    least = least_sure(chances, values)
    right, wrong, asked = shares(chances, values, least)
    assert (right.count, wrong.count, asked.count) == (1995, 2, 1998)
    assert least_sure(chances, np.zeros(2000, np.int64)) == 0.5


def test_what_is_likeliest_none_is_never_told() -> None:
    chances = np.array([[0.45, 0, 0, 0, 0, 0, 0.55]], np.float32)
    _, wrong, asked = shares(chances, np.array([UNTOLD]), 0.4)
    assert (wrong.count, asked.count) == (0, 1)


class Dark:
    """Says 1 of dark pictures, else none."""

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        assert crops.shape[1:] == (CLEAR_PX, CLEAR_PX, 3)
        said = np.zeros((len(crops), 7), np.float32)
        said[np.arange(len(crops)), np.where(crops.mean(axis=(1, 2, 3)) < 90, 0, UNTOLD)] = 5
        return said


def test_the_table_tells_by_what_dice_are_like() -> None:
    crops = np.zeros((4, VIEW_PX, VIEW_PX, 3), np.uint8)
    crops[3] = 200
    facts = np.zeros((4, len(FACTS)), np.float32)
    facts[:, FACTS.index("material")] = (1, 2, 0, 3)
    facts[:, FACTS.index("make")] = (2, -1, -1, -1)
    views = Views(crops, np.array([0.1, 0.4, 0.2, 0.2], np.float32), np.array([0, 1, 0, UNTOLD]), facts)
    chances = tempered(logits_of(Dark(), views), 1.0)
    text = table({"drawn": (chances, views)}, 0.9)
    assert "| drawn | flat, clear | 2 | 50.00% (9.45% to 90.55%) | 50.00%" in text
    assert "| drawn | of the maker “printed, sharp” | 1 | 100.00%" in text
    assert "| drawn | seen at 20 to 25° | 1 | 0.00%" in text
    assert "| drawn | no die, leaning or stacked | 1 | 100.00%" in text
