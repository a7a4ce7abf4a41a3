"""How likely a roll succeeds, exactly: by itself, and with the energy and the cards that its rollers have.

Ledger: A-058 to A-067 (what is rolled and added), A-152 and A-154 (the Automaton), A-162 to A-165 (the number), A-171
(a Priest's second try).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import Final

import msgspec

from companion.games.atlantis_rising.activation import does
from companion.games.atlantis_rising.acts import Activate
from companion.games.atlantis_rising.ground import able, number
from companion.games.atlantis_rising.model import Table
from companion.games.atlantis_rising.steps import Attempt

FACES: Final = (1, 2, 3, 4, 5, 6)


class Odds(msgspec.Struct, frozen=True):
    """What a roll has to show, and how likely it does."""

    needed: int
    """What the dice that are still to be rolled have to show together, with nothing spent."""
    dice: int
    """How many of them are still to be rolled; none once all lie there."""
    plain: Fraction
    """With nothing spent."""
    helped: Fraction
    """With all the energy that the rollers have for their dice, and their cards that add to a die."""
    energy: int
    """How much energy that is."""
    cards: int
    """How much those cards add."""
    is_twice: bool
    """Whether a Priest may have dice rolled once more, which is counted in."""


@lru_cache(maxsize=512)
def chance(needed: int, dice: int, is_twice: bool = False) -> Fraction:
    """How likely so many dice show at least that together; with `is_twice` any of them may be rolled once more."""
    rolls = list(product(FACES, repeat=dice))
    if not is_twice:
        return Fraction(sum(sum(roll) >= needed for roll in rolls), len(rolls))
    return sum((second_chance(needed, roll) for roll in rolls), Fraction(0)) / len(rolls)


def second_chance(needed: int, values: tuple[int, ...]) -> Fraction:
    """How likely dice that lie there reach that, where the best of them may be rolled once more after a failure."""
    if sum(values) >= needed:
        return Fraction(1)
    return max((chance(needed - sum(kept), len(values) - len(kept)) for kept in _kept(values)), default=Fraction(0))


def _kept(values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """What may be left lying while at least one die is rolled again."""
    for many in range(len(values)):
        yield from combinations(values, many)


def odds_of(table: Table, attempt: Attempt) -> Odds:
    """The odds of an attempt as it stands: before its roll, before a second one, or with its dice lying there."""
    spent = attempt.energy or (0,) * len(attempt.values)
    # A die that is rolled again loses what was spent on it.
    shown = tuple(value + more for value, more in zip(attempt.values, spent, strict=True))
    lying = sum(each for die, each in enumerate(shown) if die not in attempt.rolls)
    wrath = table.wrath_value if len(attempt.rollers) > 1 else 0
    wanted = number(table, attempt.rollers[0], attempt.place, attempt.space) - wrath - sum(attempt.bonus)
    energy = sum(table.reserves[seat].energy for seat in set(attempt.rollers))
    cards = sum(_of_cards(table, attempt))
    is_twice = not attempt.is_rerolled and any(able(table, "reroll_once", attempt.place))
    needed, dice = wanted - lying, len(attempt.rolls)
    if dice or not is_twice:
        plain, helped = chance(needed, dice, is_twice), chance(needed - energy - cards, dice, is_twice)
    else:
        plain, helped = second_chance(wanted, shown), second_chance(wanted - energy - cards, shown)
    return Odds(needed, dice, plain, helped, energy, cards, is_twice)


def _of_cards(table: Table, attempt: Attempt) -> Iterator[int]:
    """What each card of the rollers would add to a die that lies there."""
    library = table.setup.box.library
    for seat in set(attempt.rollers):
        for card in table.hands[seat]:
            if card in library and library[card].effect.op == "die_plus":
                yield library[card].effect.n


def attempt_of(table: Table, act: Activate) -> Attempt | None:
    """What an action would roll for; None where it rolls nothing."""
    after, _ = does(table, act)
    is_new = len(after.steps) > len(table.steps)
    return after.steps[-1] if is_new and isinstance(after.steps[-1], Attempt) else None


def percent(likely: Fraction) -> int:
    """In whole percent, rounded; 0 and 100 only for what cannot happen and for what is certain."""
    if likely in (0, 1):
        return int(likely * 100)
    return min(99, max(1, round(likely * 100)))
