"""The bet against fair dice: fair where dice are, whenever one looks, and won where they are loaded."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from statistics import median

import pytest

from companion.games.rolling_with_the_waves.screen.statistics import (
    NOTICED,
    ODD,
    all_coins,
    band,
    coins,
    is_odd,
    verdict,
)
from tests.said import said

BAG = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4)
"""The parts to which the dice of four players belong: four crews of two, and five Freebooters (R-011)."""
PARTS = 1 + len(set(BAG))
FAIR = (1, 1, 1, 1, 1, 1)
LOADED = (1, 1, 1, 1, 1, 2)


def held(rng: random.Random, loads: Sequence[int], rolls: int) -> Iterator[float]:
    """The coins after each roll of an evening of twelve dice a roll (R-030)."""
    counts = [[0] * 6 for _ in range(PARTS)]
    for _ in range(rolls):
        for colour, value in zip(rng.sample(BAG, 12), rng.choices(range(6), loads, k=12), strict=True):
            counts[0][value] += 1
            counts[1 + colour][value] += 1
        yield all_coins([each for each in counts if any(each)], PARTS)


def test_before_the_first_die_the_coin_is_a_coin() -> None:
    assert coins((0,) * 6) == 1
    assert all_coins([], PARTS) == 1


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0, 0), (3, 0, 1, 4, 1, 5), (0, 40, 2, 1, 0, 0)])
def test_against_fair_dice_no_bet_wins_on_average(counts: tuple[int, ...]) -> None:
    after = [coins([count + (face == thrown) for face, count in enumerate(counts)]) for thrown in range(6)]
    assert sum(after) / 6 == pytest.approx(coins(counts), rel=1e-9)


def test_the_coin_is_won_from_one_face_by_the_beta_binomial_distribution() -> None:
    # Each face is bet on at shares of Beta(2, 10): of two dice, the odds of the mixture against those of fair dice.
    rising = [prod(2.0 + at for at in range(n)) for n in range(3)]
    rest = [prod(10.0 + at for at in range(n)) for n in range(3)]

    def on_face(seen: int) -> float:
        return rising[seen] * rest[2 - seen] / (12 * 13) * 6.0**seen * 1.2 ** (2 - seen)

    assert coins((2, 0, 0, 0, 0, 0)) == pytest.approx((on_face(2) + 5 * on_face(0)) / 6)
    assert coins((1, 1, 0, 0, 0, 0)) == pytest.approx((2 * on_face(1) + 4 * on_face(0)) / 6)


def test_whoever_looks_after_every_roll_calls_fair_dice_odd_in_one_evening_of_twenty_at_most() -> None:
    rng = random.Random(2023)
    evenings = 2000
    odd = sum(any(each >= ODD for each in held(rng, FAIR, 10)) for _ in range(evenings))
    assert odd <= evenings / ODD
    assert odd, "else so many evenings say nothing"


def test_loaded_dice_are_noticed_after_as_many_dice_as_the_page_says() -> None:
    rng = random.Random(2022)
    took = sorted(
        next(12 * roll for roll, each in enumerate(held(rng, LOADED, 1000), 1) if each >= ODD) for _ in range(100)
    )
    assert median(took) == pytest.approx(NOTICED, abs=24)
    assert took[89] <= 400


@pytest.mark.parametrize("dice", [0, 1, 12, 96, 300])
def test_a_face_out_of_its_band_makes_the_dice_odd(dice: int) -> None:
    low, high = band(dice, PARTS)
    assert 0 <= low <= dice / 6 <= high <= dice
    for seen in range(dice + 1):
        if not low <= seen <= high:
            share, more = divmod(dice - seen, 5)
            counts = (seen, *(share + (face < more) for face in range(5)))
            assert is_odd(counts, PARTS)
            assert all_coins([counts], PARTS) >= ODD


def test_few_dice_are_never_odd() -> None:
    for values in product((0, 1), repeat=6):
        assert not is_odd(values, PARTS)


@pytest.mark.parametrize(
    ("amount", "first", "second"),
    [
        (
            0.4249,
            "So far nothing speaks against these dice. That is no proof that they are fair.",
            "1 coin, bet against fair dice before the first roll, would be 0.42 coins now.",
        ),
        (
            20.0,
            "These dice look odd: of 20 evenings with fair dice at most 1 ever comes to look so odd, "
            "however often one looks. It may be this one.",
            "1 coin, bet against fair dice before the first roll, would be 20 coins now.",
        ),
        (
            3e9,
            "These dice look odd: of 1000 evenings with fair dice at most 1 ever comes to look so odd, "
            "however often one looks. It may be this one.",
            "1 coin, bet against fair dice before the first roll, would be more than 1000000 coins now.",
        ),
    ],
)
def test_what_is_said(amount: float, first: str, second: str) -> None:
    words = said(verdict(amount))
    assert words[:2] == (first, second)
    assert not any("%" in each or "loaded" in each for each in words)


def test_many_dice_do_not_overflow() -> None:
    assert coins((5000, 0, 0, 0, 0, 0)) > 1e100
    assert coins((1000,) * 6) < 1
