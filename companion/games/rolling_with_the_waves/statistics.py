"""What an evening's rolls come to: how often each value, and whether the dice look fair, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from companion.games.rolling_with_the_waves.model import UNKNOWN, VALUES, Rolled
from companion.language.message import Message, lone, say
from companion.language.values import Count as CountOf
from companion.language.values import Name, Noun

LEAST_DICE = 60
"""So many dice before anything is said of fairness: ten a value are expected then, twice the five that the chi-square
distribution needs to hold (the rule of Cochran, 1954)."""
LIMITS = (
    (20.515, say("Hardly the work of chance: fair dice are so uneven in fewer than 1 of 1000 evenings.")),
    (15.086, say("Uneven: fair dice are so uneven in fewer than 1 of 100 evenings.")),
    (
        11.070,
        say("A little uneven: fair dice are so uneven in fewer than 1 of 20 evenings, so by chance now and then."),
    ),
)
"""From which chi-square on what is said: the upper 0.1, 1 and 5 % points at 5 degrees of freedom, as in the tables."""
EVEN = say("As even as fair dice are: in 19 of 20 evenings they stay within this.")
DIE, ROLL = Noun("die", "dice"), Noun("roll")


class Count(msgspec.Struct, frozen=True):
    """How often the dice of one name, or all of them, showed each value."""

    name: Message
    counts: tuple[int, ...]
    """Of the values 1 to 6, in order."""

    @property
    def dice(self) -> int:
        """How many there were."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean value; 0 without dice."""
        return sum(value * count for value, count in zip(VALUES, self.counts, strict=True)) / max(1, self.dice)


def count_all(rolls: Sequence[Rolled]) -> Count:
    """All dice of these rolls."""
    return _count(say("all dice"), Counter(value for roll in rolls for value in roll.values))


def count_by_colour(rolls: Sequence[Rolled]) -> tuple[Count, ...]:
    """The dice of each colour that was met, by name; those of no known colour last."""
    found: dict[str, Counter[int]] = {}
    for roll in rolls:
        for value, colour in zip(roll.values, roll.colours, strict=True):
            found.setdefault(colour, Counter())[value] += 1
    return tuple(
        _count(lone(Noun(name)), found[name]) for name in sorted(found, key=lambda name: (name == UNKNOWN, name))
    )


def _count(name: Message, counter: Counter[int]) -> Count:
    return Count(name, tuple(counter[value] for value in VALUES))


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


def chi_square(counts: Sequence[int]) -> float:
    """How far six counts are from equal ones (Pearson 1900); 0 where all are equal, or there are none."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def fairness(count: Count) -> Message:
    """What the counts say of the dice, and no more than they can say."""
    if count.dice < LEAST_DICE:
        return say(
            "Too few rolls to say whether the dice are fair: {dice} dice so far, and it takes {least}.",
            dice=count.dice,
            least=LEAST_DICE,
        )
    square = chi_square(count.counts)
    words = next((words for limit, words in LIMITS if square >= limit), EVEN)
    return say(
        "{fairness} Chi-square {square}; fair dice come to about 5.", fairness=words, square=Name(f"{square:.1f}")
    )


def summary(rolls: Sequence[Rolled]) -> tuple[Message, ...]:
    """The evening in sentences; the empty one's is one."""
    if not rolls:
        return (say("Nothing was rolled yet."),)
    every, (alike, value, roll), (run, again) = count_all(rolls), most_alike(rolls), longest_run(rolls)
    corrected = sum(len(each.corrected) for each in rolls)
    sentences = [
        say(
            "{rolls} of {dice}; on average a roll sums to {sum} and a die shows {mean}. Fair dice show 3.50.",
            rolls=CountOf(len(rolls), ROLL),
            dice=CountOf(every.dice, DIE),
            sum=Name(f"{mean_sum(rolls):.1f}"),
            mean=Name(f"{every.mean:.2f}"),
        ),
        say("Most alike: {dice} with a {value}, in roll {roll}.", dice=CountOf(alike, DIE), value=value, roll=roll),
        say("Longest run: a {value} in {rolls} on end.", value=again, rolls=CountOf(run, ROLL))
        if run > 1
        else say("No value came twice on end."),
        fairness(every),
    ]
    if corrected:
        sentences.append(say("{dice} {dice?die was|dice were} put right by hand.", dice=corrected))
    return tuple(sentences)
