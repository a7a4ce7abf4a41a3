"""What an evening's rolls come to: how often each value, and whether the dice look fair, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from companion.games.rolling_with_the_waves.fairness import all_coins, is_odd, verdict
from companion.games.rolling_with_the_waves.figures import FREE
from companion.games.rolling_with_the_waves.model import COLOURS, UNKNOWN, VALUES, Colour, Rolled, Table
from companion.games.rolling_with_the_waves.phases.bag import role
from companion.games.rolling_with_the_waves.phases.part import FREEBOOTER, colour_noun
from companion.language.message import Message, listing, lone, say
from companion.language.values import Count as CountOf
from companion.language.values import Name, Noun

DIE, ROLL = Noun("die", "dice"), Noun("roll")
ALL: Final[Colour] = ""


class Count(msgspec.Struct, frozen=True):
    """How often the dice of one colour, or all of them, showed each value."""

    colour: Colour
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
        return sum(value * count for value, count in zip(VALUES, self.counts, strict=True)) / max(1, self.dice)


def counts_of(table: Table) -> tuple[Count, ...]:
    """All dice of this table, then those of each colour that was met, those of no known colour last; none without.

    In a whole game the Freebooters are one, whatever they look like.
    """
    found: dict[Colour, Counter[int]] = {}
    for roll in table.rolls:
        for value, colour in zip(roll.values, roll.colours, strict=True):
            for each in (ALL, role(table.whole.setup, colour) if table.whole else colour):
                found.setdefault(each, Counter())[value] += 1
    order = sorted(found, key=lambda colour: (colour != ALL, colour == UNKNOWN, colour))
    return tuple(Count(colour, tuple(found[colour][value] for value in VALUES)) for colour in order)


def mean_sum(rolls: Sequence[Rolled]) -> float:
    """The mean of the rolls' sums; 0 without rolls."""
    return sum(sum(roll.values) for roll in rolls) / max(1, len(rolls))


def most_alike(rolls: Sequence[Rolled]) -> tuple[int, int, int]:
    """How many dice of one value the best roll had, that value, and the roll's number from 1; the first of equals.

    (0, 0, 0) without rolls.
    """
    each = (
        (count, value, number)
        for number, roll in enumerate(rolls, 1)
        for value, count in sorted(Counter(roll.values).items())
    )
    return max(each, key=lambda found: found[0], default=(0, 0, 0))


def longest_run(rolls: Sequence[Rolled]) -> tuple[int, int]:
    """In how many rolls on end one value was seen, at most, and that value; the lowest of equals, (0, 0) without."""
    best = (0, 0)
    for value in VALUES:
        run = 0
        for roll in rolls:
            run = run + 1 if value in roll.values else 0
            best = max(best, (run, value), key=lambda found: found[0])
    return best


def parts_of(table: Table) -> int:
    """How many counts are judged, whatever comes: all dice, and each colour that was known before the first roll.

    It must not depend on the rolls: the coin is parted before they fall.
    """
    return 1 + len(_known(table))


def judged(table: Table) -> tuple[Count, ...]:
    """The counts of which it is judged whether they look fair: all dice, and each colour that was known before."""
    return tuple(each for each in counts_of(table) if each.colour in (ALL, *_known(table)))


def _known(table: Table) -> tuple[Colour, ...]:
    """The colours of the dice as far as they are known before anything is rolled."""
    return table.whole.setup.palette if table.whole else COLOURS


def looks_odd(table: Table, count: Count) -> bool:
    """Whether one of the judged counts looks odd by itself."""
    return is_odd(count.counts, parts_of(table))


def fairness(table: Table) -> tuple[Message, ...]:
    """What all dice of an evening look like, in sentences."""
    counts = judged(table)
    odd = [each.name for each in counts if looks_odd(table, each)]
    by_itself = (say("Odd by themselves: {dice}.", dice=listing(odd)),) if odd else ()
    return (*verdict(all_coins([each.counts for each in counts], parts_of(table))), *by_itself)


def summary(table: Table) -> tuple[Message, ...]:
    """The evening in sentences; the empty one's is one."""
    rolls = table.rolls
    if not rolls:
        return (say("Nothing was rolled yet."),)
    (every, *_), (alike, value, roll), (run, again) = counts_of(table), most_alike(rolls), longest_run(rolls)
    corrected = sum(len(each.corrected) for each in rolls)
    sentences = [
        say(
            "{rolls} of {dice}; on average a roll sums to {sum} and a die shows {mean}. Fair dice show 3.50.",
            rolls=CountOf(len(rolls), ROLL),
            dice=CountOf(every.dice, DIE),
            sum=Name(f"{mean_sum(rolls):.1f}"),
            mean=Name(f"{every.mean:.2f}"),
        ),
        say(
            "Most of one value: {dice} with a {value}, in roll {roll}.",
            dice=CountOf(alike, DIE),
            value=value,
            roll=roll,
        ),
        say("Longest run: a {value} in {rolls} in a row.", value=again, rolls=CountOf(run, ROLL))
        if run > 1
        else say("No value came twice in a row."),
        *fairness(table),
    ]
    if corrected:
        sentences.append(say("{dice} {dice?die was|dice were} put right by hand.", dice=corrected))
    return tuple(sentences)
