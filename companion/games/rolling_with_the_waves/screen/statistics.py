"""What an evening's rolls come to: how often each value, and whether the dice look fair, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import exp, lgamma, log
from typing import Final

import msgspec

from companion.games.rolling_with_the_waves.data.figures import FREE
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.rolling_with_the_waves.words.names import FREEBOOTER, colour_noun
from companion.language.message import Message, filled, listing, lone, say
from companion.language.values import Count, Name, Noun

DIE, ROLL = Noun("die", "dice"), Noun("roll")
ALL: Final[model.Colour] = ""
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


class Tally(msgspec.Struct, frozen=True):
    """How often the dice of one colour, or all of them, showed each value."""

    colour: model.Colour
    """`ALL` for all dice."""
    counts: tuple[int, ...]
    """Of the values 1 to 6, in order."""

    @property
    def name(self) -> Message:
        """What the dice are called."""
        if self.colour == FREE:
            return say("{dice:many}", dice=FREEBOOTER)
        return say("all dice") if self.colour == ALL else lone(colour_noun(self.colour))

    @property
    def dice(self) -> int:
        """How many there were."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean value; 0 without dice."""
        return sum(value * count for value, count in zip(model.VALUES, self.counts, strict=True)) / max(1, self.dice)


def counts_of(table: model.Table) -> tuple[Tally, ...]:
    """All dice of this table, then those of each colour that was met, those of no known colour last; none without.

    In a whole game the Freebooters are one, whatever they look like.
    """
    found: dict[model.Colour, Counter[int]] = {}
    for roll in table.rolls:
        for value, colour in zip(roll.values, roll.colours, strict=True):
            for each in (ALL, table.role(colour)):
                found.setdefault(each, Counter())[value] += 1
    order = sorted(found, key=lambda colour: (colour != ALL, colour == records.UNKNOWN, colour))
    return tuple(Tally(colour, tuple(found[colour][value] for value in model.VALUES)) for colour in order)


def mean_sum(rolls: Sequence[model.Rolled]) -> float:
    """The mean of the rolls' sums; 0 without rolls."""
    return sum(sum(roll.values) for roll in rolls) / max(1, len(rolls))


def most_alike(rolls: Sequence[model.Rolled]) -> tuple[int, int, int]:
    """How many dice of one value the best roll had, that value, and the roll's number from 1; the first of equals.

    (0, 0, 0) without rolls.
    """
    counted = ((number, sorted(Counter(roll.values).items())) for number, roll in enumerate(rolls, 1))
    each = ((count, value, number) for number, counts in counted for value, count in counts)
    return max(each, key=lambda found: found[0], default=(0, 0, 0))


def longest_run(rolls: Sequence[model.Rolled]) -> tuple[int, int]:
    """In how many rolls on end one value was seen, at most, and that value; the lowest of equals, (0, 0) without."""
    best = (0, 0)
    for value in model.VALUES:
        run = 0
        for roll in rolls:
            run = run + 1 if value in roll.values else 0
            best = max(best, (run, value), key=lambda found: found[0])
    return best


def parts_of(table: model.Table) -> int:
    """How many counts are judged, whatever comes: all dice, and each colour that was known before the first roll.

    It must not depend on the rolls: the coin is parted before they fall.
    """
    return 1 + len(_known(table))


def judged(table: model.Table) -> tuple[Tally, ...]:
    """The counts of which it is judged whether they look fair: all dice, and each colour that was known before."""
    return tuple(each for each in counts_of(table) if each.colour in (ALL, *_known(table)))


def _known(table: model.Table) -> tuple[model.Colour, ...]:
    """The colours of the dice as far as they are known before anything is rolled."""
    return table.whole.setup.palette if table.whole else model.COLOURS


def looks_odd(table: model.Table, count: Tally) -> bool:
    """Whether one of the judged counts looks odd by itself."""
    return is_odd(count.counts, parts_of(table))


def fairness(table: model.Table) -> tuple[Message, ...]:
    """What all dice of an evening look like, in sentences."""
    counts = judged(table)
    odd = [each.name for each in counts if looks_odd(table, each)]
    by_itself = (say("Odd by themselves: {dice}.", dice=listing(odd)),) if odd else ()
    return (*verdict(all_coins([each.counts for each in counts], parts_of(table))), *by_itself)


def summary(table: model.Table) -> tuple[Message, ...]:
    """The evening in sentences; the empty one's is one."""
    rolls = table.rolls
    if not rolls:
        return (say("Nothing was rolled yet."),)
    (every, *_), (alike, value, roll), (run, again) = counts_of(table), most_alike(rolls), longest_run(rolls)
    corrected = sum(len(each.corrected) for each in rolls)
    sums = {"rolls": Count(len(rolls), ROLL), "dice": Count(every.dice, DIE)}
    means = {"sum": Name(f"{mean_sum(rolls):.1f}"), "mean": Name(f"{every.mean:.2f}")}
    text = "{rolls} of {dice}; on average a roll sums to {sum} and a die shows {mean}. Fair dice show 3.50."
    most = say(
        "Most of one value: {dice} with a {value}, in roll {roll}.", dice=Count(alike, DIE), value=value, roll=roll
    )
    longest = say("No value came twice in a row.")
    if run > 1:
        longest = say("Longest run: a {value} in {rolls} in a row.", value=again, rolls=Count(run, ROLL))
    by_hand = (say("{dice} {dice?die was|dice were} put right by hand.", dice=corrected),) if corrected else ()
    return (filled(text, **sums, **means), most, longest, *fairness(table), *by_hand)


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
        fair = say("So far nothing speaks against these dice. That is no proof that they are fair.")
        text = (
            "Fair dice bring that coin to {odd} in at most 1 evening of {odd}, however often one looks. "
            "If all dice showed one face twice as often as each other one, about {dice} dice would tell."
        )
        return (fair, bet, filled(text, odd=ODD, dice=NOTICED))
    text = (
        "These dice look odd: of {limit} evenings with fair dice at most 1 ever comes to look so odd, "
        "however often one looks. It may be this one."
    )
    return (filled(text, limit=limit), bet)


def _amount(held: float) -> Message:
    """Coins as people say them: to the hundredth where they are few."""
    if held > _MOST:
        return say("more than {coins} coins", coins=_MOST)
    return say("{coins} coins", coins=Name(f"{held:.2f}" if held < ODD else f"{held:.0f}"))
