"""What is drawn over dice: their boxes, in a colour that says whether they are read, and words beside them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.overlay import INK, draw, label
from vision.dice.records import Die, State

GROUND = np.full((200, 300, 3), 128, np.uint8)


def test_a_box_is_drawn_in_a_copy() -> None:
    drawn = draw(GROUND, [Die(4, "red", (100, 100, 140, 140), 0.991, "read", 4)])
    assert (GROUND == 128).all()
    assert tuple(drawn[120, 100].tolist()) == INK["read"]
    assert tuple(drawn[140, 120].tolist()) == INK["read"]
    assert (drawn[120, 120] == 128).all()
    assert (drawn[70:97, 95:200] != 128).any()


@pytest.mark.parametrize("state", ["doubtful", "small"])
def test_what_is_not_read_has_another_colour(state: State) -> None:
    drawn = draw(GROUND, [Die(None, "red", (100, 100, 140, 140), 0.5, state, 4)])
    assert tuple(drawn[120, 100].tolist()) == INK[state] != INK["read"]


def test_words_stay_inside_the_picture() -> None:
    die = Die(4, "red", (270, -10, 320, 12), 0.99, "outside", 4)
    assert (draw(GROUND, [die])[:20] != 128).any()
    assert draw(GROUND[:5, :5].copy(), [die]).shape == (5, 5, 3)


def test_the_words_say_value_colour_and_confidence_or_the_doubt() -> None:
    assert label(Die(4, "red", (0, 0, 9, 9), 0.991, "read", 4)) == "4 red 99%"
    assert label(Die(None, "red", (0, 0, 9, 9), 0.61, "doubtful", 5)) == "5? doubtful 61%"
    assert label(Die(None, "red", (0, 0, 9, 9), 0.1, "cocked")) == "? cocked 10%"
