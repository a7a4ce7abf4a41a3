"""Multisets of cards and the majority of them, against a plain second reading of the tie rule."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from companion.games.waves.state.model import CLASSES, NONE, UNKNOWN, Phase, lose, majority, of, plus
from companion.games.waves.state.tablets import open_majority, true_majority
from tests.companion.games.waves.positions import position


def winner(cards: list[int]) -> int:
    """Most cards; a tie to the highest power, which is the class's number (F:220, F:289-290)."""
    return max(Counter(cards).items(), key=lambda item: (item[1], item[0]))[0]


@pytest.mark.rule("W-041", "W-042")
def test_open_majority_of_every_council() -> None:
    for council in product(CLASSES, repeat=4):
        assert open_majority(position(council).table) == winner(list(council))


@pytest.mark.slow
@pytest.mark.rule("W-061", "W-062", "W-067")
def test_true_majority_counts_elders_and_every_open_rebel_but_no_follower() -> None:
    plays = [(cls, number) for cls in CLASSES for number in (1, 3)]
    for council in combinations_with_replacement(CLASSES, 4):
        for (one, many), (two, more) in product(plays, plays):
            agents = {0: f"R{one}x{many}", 1: f"R{two}x{more}", 2: "F5", 3: "F5"}
            table = position(council, phase=Phase.TABLET, agents=agents, shown="R").table
            assert true_majority(table) == winner([*council, *[one] * many, *[two] * more])


@pytest.mark.rule("W-041", "W-042", "W-061", "W-062")
def test_x15_a_tie_goes_to_the_higher_power_and_one_rebel_breaks_it() -> None:
    assert open_majority(position([2, 2, 4, 4]).table) == 4
    rebelled = position([2, 2, 4, 4], phase=Phase.TABLET, agents={0: "R2x1", 1: "F1", 2: "F1", 3: "F1"}, shown="R")
    assert true_majority(rebelled.table) == 2


@pytest.mark.rule("W-119", "A-20")
def test_ties_use_printed_power_whatever_the_tablet_says() -> None:
    # A Scholar has power 6 under SCH-B, but a tie of Scholars and Nobles still goes to the Nobles.
    table = position([1, 1, 5, 5], phase=Phase.TABLET, active=1).table
    assert open_majority(table) == 5
    assert true_majority(table) == 5


def test_majority_of_no_cards_is_nobodys() -> None:
    assert majority(NONE) == UNKNOWN


def test_multisets_add_and_lose_without_going_below_none() -> None:
    assert of(1, 5, 5, UNKNOWN) == (1, 0, 0, 0, 2)
    assert plus(NONE, 3, 2) == (0, 0, 2, 0, 0)
    assert plus((0, 0, 2, 0, 0), 3, -1) == (0, 0, 1, 0, 0)
    assert lose((0, 0, 1, 0, 0), 3, 4) == NONE
