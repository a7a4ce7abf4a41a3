"""The tally of many games by one kind of bots, with the questions that a report asks it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from companion.language.message import Message, say
from companion.playsets.core import Bots
from companion.playsets.shares import Share, level_of, share

ENOUGH: Final = 30
"""Of fewer games nothing is said."""
BOT_WORDS: Final[Mapping[Bots, Message]] = {"random": say("random bots"), "greedy": say("greedy bots")}
MIDDLE: Final = 2 / 3
"""Of games, whose figures a band shows."""


class Counts:
    """One tally, and the level at which its first picks are judged."""

    def __init__(self, bots: Bots, tally: Mapping[str, int]) -> None:
        self.bots, self._tally = bots, tally
        self._below: dict[str, list[str]] = defaultdict(list)
        for key in tally:
            above, _, last = key.rpartition("/")
            self._below[above].append(last)
        self.level = 0.95
        """Of an interval of a pick; `judge_together` sets it."""

    @property
    def words(self) -> Message:
        """Who has played."""
        return BOT_WORDS[self.bots]

    @property
    def games(self) -> int:
        """How many."""
        return self.of("games")

    def of(self, key: str) -> int:
        """How often something was counted."""
        return self._tally.get(key, 0)

    def below(self, prefix: str) -> dict[str, int]:
        """What was counted directly below a name."""
        return {last: self._tally[f"{prefix}/{last}"] for last in self._below.get(prefix, ())}

    def share(self, key: str, of: str) -> Share:
        """One count as a share of another."""
        return share(self.of(key), self.of(of))

    @property
    def decided(self) -> int:
        """How many games somebody has won."""
        return self.of("won/0") + self.of("won/1")

    @property
    def drawn(self) -> Share:
        """Games that nobody has won, though they have ended."""
        return share(self.games - self.decided - self.of("how/stuck"), self.games)

    # --- picks ---

    def picks(self, kind: str) -> tuple[str, ...]:
        """What was picked of a kind, by one side oftener than by the other, in enough games that were decided."""
        prefix = f"pick/{kind}/"
        found = {key[len(prefix) :].rpartition("/")[0] for key in self._tally if key.startswith(prefix)}
        return tuple(sorted(each for each in found if self.of(f"{prefix}{each}/of") >= ENOUGH))

    def pick(self, kind: str, value: str) -> Share:
        """How often who has picked so wins, with an interval that holds beside all others of the report."""
        name = f"pick/{kind}/{value}"
        return share(self.of(f"{name}/won"), self.of(f"{name}/of"), self.level)

    # --- rounds ---

    def rounds(self) -> dict[int, int]:
        """How many games had so many rounds, in rising order."""
        return dict(sorted((int(number), count) for number, count in self.below("rounds").items()))

    def median_round(self) -> int:
        """Half of all games last no longer."""
        return int(_quantile(self.rounds(), 0.5))

    def by_round(self, name: str, rounds: int) -> Iterator[tuple[float, tuple[float, float]]]:
        """Of each round the mean of a figure of a side, and the band of the middle games, at its end."""
        for number in range(1, rounds + 1):
            found = {int(value): count for value, count in self.below(f"course/{name}/{number}").items()}
            total = sum(found.values())
            if not total:
                return
            mean = sum(value * count for value, count in found.items()) / total
            edge = (1 - MIDDLE) / 2
            yield mean, (_quantile(found, edge), _quantile(found, 1 - edge))


def judge_together(counts: list[Counts], kinds: tuple[str, ...]) -> int:
    """Set the level of all picks so that all their intervals hold together; returns how many they are."""
    together = sum(len(each.picks(kind)) for each in counts for kind in kinds)
    for each in counts:
        each.level = level_of(together)
    return together


def _quantile(found: Mapping[int, int], part: float) -> float:
    """The least value that so large a part of all does not exceed."""
    total, seen = sum(found.values()), 0
    for value in sorted(found):
        seen += found[value]
        if seen >= part * total:
            return float(value)
    return 0.0
