"""What an evening's rolls come to. Expected values are counted by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.rolling_with_the_waves.screen.statistics import (
    counts_of,
    fairness,
    judged,
    longest_run,
    mean_sum,
    most_alike,
    parts_of,
    summary,
)
from companion.games.rolling_with_the_waves.state.model import Rolled, Table
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME
from tests.said import said

ROLLS = (
    Rolled((1, 2, 2, 6), ("red", "red", "clear", "blue")),
    Rolled((2, 5, 5, 5), ("red", "unknown", "clear", "blue"), (2,)),
    Rolled((2, 3, 4, 6), ("red", "red", "clear", "blue")),
)


def evening(*rolls: Rolled) -> Table:
    """An evening of dice alone with these rolls."""
    table: Table = GAME.new_game({"players": 2, "score_only": True}, {}).table
    return replace(table, rolls=rolls)


def test_values_are_counted_in_all_and_by_colour() -> None:
    assert [(str(each.name), each.counts) for each in counts_of(evening(*ROLLS))] == [
        ("all dice", (1, 4, 1, 1, 3, 2)),
        ("blue", (0, 0, 0, 0, 1, 2)),
        ("clear", (0, 1, 0, 1, 1, 0)),
        ("red", (1, 3, 1, 0, 0, 0)),
        ("unknown", (0, 0, 0, 0, 1, 0)),
    ]
    _, blue, *_ = counts_of(evening(*ROLLS))
    assert blue.dice == 3
    assert blue.mean == pytest.approx(17 / 3)


def test_sums_runs_and_likes() -> None:
    assert mean_sum(ROLLS) == pytest.approx((11 + 17 + 15) / 3)
    assert most_alike(ROLLS) == (3, 5, 2)
    assert longest_run(ROLLS) == (3, 2)
    assert (mean_sum(()), most_alike(()), longest_run(())) == (0.0, (0, 0, 0), (0, 0))


def test_freebooters_of_a_whole_game_are_one_whatever_they_look_like() -> None:
    whole = GAME.new_game({"players": 2}, {}).table
    rolls = (Rolled((1, 2, 3), ("clear", "white", "red")),)
    assert [(str(each.name), each.dice) for each in counts_of(replace(whole, rolls=rolls))] == [
        ("all dice", 3),
        ("Freebooters", 2),
        ("red", 1),
    ]


def test_a_coin_is_parted_before_anything_is_rolled() -> None:
    whole = GAME.new_game({"players": 4}, {}).table
    assert parts_of(whole) == 6, "all dice, four crews and the Freebooters"
    strange = replace(whole, rolls=(Rolled((1,) * 12, ("unknown",) * 12),))
    assert parts_of(strange) == 6
    assert [str(each.name) for each in judged(strange)] == ["all dice"]


def test_a_colour_that_is_odd_by_itself_is_named() -> None:
    red = evening(*(Rolled((6, 6, 1, 2, 3, 4, 5), ("red", "red", *("blue",) * 5)) for _ in range(5)))
    *_, last = said(fairness(red))
    assert last == "Odd by themselves: red."


def test_the_evening_in_sentences() -> None:
    assert said(summary(evening())) == ("Nothing was rolled yet.",)
    first, alike, run, fair, bet, level, corrected = said(summary(evening(*ROLLS)))
    assert first == ("3 rolls of 12 dice; on average a roll sums to 14.3 and a die shows 3.58. Fair dice show 3.50.")
    assert (alike, run) == ("Most of one value: 3 dice with a 5, in roll 2.", "Longest run: a 2 in 3 rolls in a row.")
    assert fair == "So far nothing speaks against these dice. That is no proof that they are fair."
    assert bet == "1 coin, bet against fair dice before the first roll, would be 1.00 coins now."
    assert level.startswith("Fair dice bring that coin to 20 in at most 1 evening of 20, however often one looks.")
    assert corrected == "1 die was put right by hand."


def test_one_roll_has_no_run() -> None:
    assert str(summary(evening(ROLLS[0]))[2]) == "No value came twice in a row."
