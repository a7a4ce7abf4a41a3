"""What people read about dice: short, and with the cure."""

from __future__ import annotations

import pytest

from vision.dice.records import Die, State
from vision.dice.words import MANY, ONE, tell


def die(state: State, value: int | None = None) -> Die:
    return Die(value, "red", (0, 0, 10, 10), 0.99, state, value)


def test_values_are_told_from_the_lowest() -> None:
    assert tell([die("read", 5), die("read", 2), die("read", 5)]) == "3 dice: 2, 5, 5."
    assert tell([die("read", 6)]) == "1 die: 6."
    assert tell([]) == "No die."


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("doubtful", "One die cannot be read for certain: say what it shows, or turn it into the light."),
        ("cocked", "One die leans: roll it again?"),
        ("hidden", "One die is half hidden: lay it free, with the same face up."),
        ("moving", "One die still moves: wait until it lies still."),
        ("small", "One die is too small in the picture: bring the camera nearer."),
        ("outside", "One die is cut off by the picture's edge: push it in, with the same face up."),
    ],
)
def test_each_die_that_is_not_read_has_its_cure(state: State, sentence: str) -> None:
    assert tell([die(state)]) == sentence
    assert tell([die("read", 3), die(state)]) == f"1 die: 3. {sentence}"


def test_two_are_told_together() -> None:
    assert tell([die("cocked"), die("hidden"), die("cocked")]) == (
        "2 dice lean: roll them again? One die is half hidden: lay it free, with the same face up."
    )
    assert all("{count} dice" in sentence for sentence in MANY.values())
    assert ONE.keys() == MANY.keys()
