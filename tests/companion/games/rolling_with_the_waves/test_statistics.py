"""What an evening's rolls come to. Expected values are counted by hand, or out of the table of chi-square."""

from __future__ import annotations

import pytest

from companion.games.rolling_with_the_waves.model import Rolled
from companion.games.rolling_with_the_waves.statistics import (
    Count,
    chi_square,
    count_all,
    count_by_colour,
    fairness,
    longest_run,
    mean_sum,
    most_alike,
    summary,
)
from companion.language.message import say
from tests.said import said

ROLLS = (
    Rolled((1, 2, 2, 6), ("red", "red", "clear", "blue")),
    Rolled((2, 5, 5, 5), ("red", "unknown", "clear", "blue"), (2,)),
    Rolled((2, 3, 4, 6), ("red", "red", "clear", "blue")),
)


def test_values_are_counted_in_all_and_by_colour() -> None:
    assert count_all(ROLLS).counts == (1, 4, 1, 1, 3, 2)
    assert [(str(each.name), each.counts) for each in count_by_colour(ROLLS)] == [
        ("blue", (0, 0, 0, 0, 1, 2)),
        ("clear", (0, 1, 0, 1, 1, 0)),
        ("red", (1, 3, 1, 0, 0, 0)),
        ("unknown", (0, 0, 0, 0, 1, 0)),
    ]
    blue, *_ = count_by_colour(ROLLS)
    assert blue.dice == 3
    assert blue.mean == pytest.approx(17 / 3)


def test_sums_runs_and_likes() -> None:
    assert mean_sum(ROLLS) == pytest.approx((11 + 17 + 15) / 3)
    assert most_alike(ROLLS) == (3, 5, 2)
    assert longest_run(ROLLS) == (3, 2)
    assert (mean_sum(()), most_alike(()), longest_run(())) == (0.0, (0, 0, 0), (0, 0))


def test_chi_square_of_the_textbook() -> None:
    # 60 throws with 5, 8, 9, 8, 10, 20: (25 + 4 + 1 + 4 + 0 + 100) / 10.
    assert chi_square((5, 8, 9, 8, 10, 20)) == pytest.approx(13.4)
    assert chi_square((7,) * 6) == 0
    assert chi_square((0,) * 6) == 0


def test_too_few_dice_say_nothing() -> None:
    assert str(fairness(Count(say("all dice"), (59, 0, 0, 0, 0, 0)))) == (
        "Too few rolls to say whether the dice are fair: 59 dice so far, and it takes 60."
    )


@pytest.mark.parametrize(
    ("counts", "begins"),
    [
        ((10, 10, 10, 10, 10, 10), "As even as fair dice are"),
        ((5, 8, 9, 8, 10, 20), "A little uneven"),  # 13.4 lies between 11.070 and 15.086
        ((4, 9, 9, 8, 9, 21), "Uneven"),  # 16.4 lies between 15.086 and 20.515
        ((3, 8, 8, 8, 9, 24), "Hardly the work of chance"),  # 25.8
    ],
)
def test_what_is_said_of_fairness_follows_the_table_of_chi_square(counts: tuple[int, ...], begins: str) -> None:
    words = str(fairness(Count(say("all dice"), counts)))
    assert words.startswith(begins)
    assert f"Chi-square {chi_square(counts):.1f}" in words


def test_the_evening_in_sentences() -> None:
    assert said(summary(())) == ("Nothing was rolled yet.",)
    first, alike, run, fair, corrected = said(summary(ROLLS))
    assert first == ("3 rolls of 12 dice; on average a roll sums to 14.3 and a die shows 3.58. Fair dice show 3.50.")
    assert (alike, run) == ("Most alike: 3 dice with a 5, in roll 2.", "Longest run: a 2 in 3 rolls on end.")
    assert fair.startswith("Too few rolls")
    assert corrected == "1 die was put right by hand."


def test_one_roll_has_no_run() -> None:
    assert str(summary(ROLLS[:1])[2]) == "No value came twice on end."
