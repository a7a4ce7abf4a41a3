"""Whether dice look fair, said so that looking after every roll makes it no less true.

A test by betting (Ramdas, Grünwald, Vovk, Shafer, "Game-theoretic statistics and safe anytime-valid inference",
Statistical Science 2023). One coin is bet against fair dice before the first roll. Against fair dice no bet wins on
average, so it comes to N coins or more in at most one evening of N, whenever and however often one looks (Ville 1939).
That is an e-value, and no chance that the dice are loaded.

The bet is a mixture as in Lindon and Malek, "Anytime-valid inference for multinomial count data" (NeurIPS 2022): it
goes in equal parts to the counts of dice that are looked at, as to all dice and to those of each colour. Of each part
a sixth goes to every face, there to shares that a beta distribution spreads around 1/6. One bar that leaves its band
brings the whole coin to `ODD`, so picture and words agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, lgamma, log
from typing import Final

from companion.language.message import Message, say
from companion.language.values import Name

FACES: Final = 6
SPREAD: Final = 2.0
"""First parameter of the beta distribution, whose mean is 1/6. Of 0.5, 1, 2 and 4 it found dice with one face twice as
likely, and with two of them 1.5 times as likely, after the fewest rolls or one more."""
LIMITS: Final = (1000, 100, 20)
"""Coins from which on something is said, the most first."""
ODD: Final = LIMITS[-1]
NOTICED: Final = 200
"""So many dice it takes, in half of all cases, until four players' dice are called odd that all show one face twice as
often as each other one; 9 of 10 are by 340 (`tests/companion/games/rolling_with_the_waves/test_fairness.py`)."""
_MOST: Final = 1_000_000
"""More coins than these are not told apart."""


def coins(counts: Sequence[int]) -> float:
    """What one coin on these dice has come to, 0 or more; 1 before the first die. `counts`: of the faces 1 to 6."""
    dice = sum(counts)
    return sum(_on_face(count, dice) for count in counts) / FACES


def all_coins(counts: Sequence[Sequence[int]], parts: int) -> float:
    """What one coin has come to that went in equal parts to so many counts; those that are not given have no dice."""
    return (sum(map(coins, counts)) + parts - len(counts)) / parts


def is_odd(counts: Sequence[int], parts: int) -> bool:
    """Whether these dice alone, one of so many parts of a coin, bring it to `ODD`."""
    return coins(counts) >= ODD * parts


@lru_cache(maxsize=1024)
def band(dice: int, parts: int) -> tuple[int, int]:
    """The least and the most often that a face is seen on so many dice before they are `is_odd` by it alone.

    In at least 19 of 20 evenings with fair dice no face of any part ever leaves it.
    """
    inside = [count for count in range(dice + 1) if _on_face(count, dice) < ODD * FACES * parts]
    return inside[0], inside[-1]


@lru_cache(maxsize=8192)
def _on_face(count: int, dice: int) -> float:
    """What one coin on one face has come to, seen so often on so many dice."""
    rest = dice - count
    grown = _log_beta(SPREAD + count, (FACES - 1) * SPREAD + rest) - _log_beta(SPREAD, (FACES - 1) * SPREAD)
    return min(exp(min(grown + count * log(FACES) - rest * log((FACES - 1) / FACES), 700.0)), 1e300)


def _log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)


def verdict(held: float) -> tuple[Message, ...]:
    """What `held` coins say of the dice, and no more than they can say, in sentences."""
    limit = next((each for each in LIMITS if held >= each), None)
    bet = say("1 coin, bet against fair dice before the first roll, would be {coins} now.", coins=_amount(held))
    if limit is None:
        return (
            say("So far nothing speaks against these dice. That is no proof that they are fair."),
            bet,
            say(
                "Fair dice bring that coin to {odd} in at most 1 evening of {odd}, however often one looks. "
                "If all dice showed one face twice as often as each other one, about {dice} dice would tell.",
                odd=ODD,
                dice=NOTICED,
            ),
        )
    return (
        say(
            "These dice look odd: of {limit} evenings with fair dice at most 1 ever comes to look so odd, "
            "however often one looks. It may be this one.",
            limit=limit,
        ),
        bet,
    )


def _amount(held: float) -> Message:
    """Coins as people say them: to the hundredth where they are few."""
    if held > _MOST:
        return say("more than {coins} coins", coins=_MOST)
    return say("{coins} coins", coins=Name(f"{held:.2f}" if held < ODD else f"{held:.0f}"))
