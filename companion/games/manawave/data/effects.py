"""What a card of Manawave does, as data: effects out of a small vocabulary, with no code in it. Ledger: section 4.3."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from companion.language.message import Listing, listing
from companion.language.values import Count, Noun

CounterKind: TypeAlias = Literal["mana", "attack", "shield", "sacrifice", "growth"]
"""Counters lie on a tracker, or on a tile."""
Made: TypeAlias = Literal["attack", "shield", "growth"]
"""What mana can be converted into (M-062)."""
Bought: TypeAlias = Literal["attack", "shield", "growth", "modality"]
"""What it can be spent on, Modality counters too (M-070)."""
Gain: TypeAlias = Literal["mana", "attack", "shield", "sacrifice", "growth", "soulstain"]
"""What an effect adds or takes away: a counter, or the token of a Tribe."""
Op: TypeAlias = Literal["add", "remove", "none", "win", "lose"]
Cmp: TypeAlias = Literal[">=", "<=", "==", ">", "<"]
_HOLDS: Final[Mapping[Cmp, Callable[[int, int], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}

COUNTERS: Final[tuple[CounterKind, ...]] = get_args(CounterKind)
MADE: Final[tuple[Made, ...]] = get_args(Made)
CLEARED: Final[tuple[CounterKind, ...]] = ("attack", "shield", "sacrifice", "growth")
"""What a Consolidation takes away (M-100, M-260)."""
_Vocabulary: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
OF_CLANS: Final[_Vocabulary] = (
    ("clan", "tribe", "adjacent_clans", "all_clans", "opposing_clan"),
    (
        *("round", "clan_population", "opposing_population", "tribe_population", "families_in_clan"),
        *("families_adjacent", "families_adjacent_same_faction", "soulstain", "opposing_soulstain"),
        *("clan_mana", "tribe_mana", "family_modality", "opposing_attack"),
    ),
)
OF_NEXUS: Final[_Vocabulary] = (
    ("self", "adjacent", "opposing_nearest", "opposing_line", "pool", "player"),
    ("strength", "self_population", "own_population", "opposing_population", "soulstain", "tiles_on_line", "row"),
)
"""Targets and queries of each state of the design."""
NOUNS: Final[Mapping[str, Noun]] = {
    "mana": Noun("mana", "mana"),
    "attack": Noun("attack", "attack"),
    "shield": Noun("shield", "shield"),
    "sacrifice": Noun("sacrifice", "sacrifice"),
    "growth": Noun("growth", "growth"),
    "modality": Noun("Modality counter"),
    "population": Noun("population", "population"),
    "soulstain": Noun("Soulstain", "Soulstain"),
}
"""What is counted, in words."""


def in_words(numbers: Iterable[tuple[str, int]]) -> Listing:
    """So many of each kind, but for what there is none of."""
    return listing((Count(number, NOUNS[kind]) for kind, number in numbers if number), ",")


class Amount(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many: `base` + `times` x (`per` / `div`, rounded) - `less_times` x `less_per`, between `min` and `max`."""

    base: int = 0
    per: str = ""
    times: int = 1
    div: int = 1
    round: Literal["down", "up"] = "down"
    less_per: str = ""
    less_times: int = 1
    min: int = 0
    max: int | None = None

    def of(self, per: int, less: int) -> int:
        """The amount where the queries come to these."""
        shared = -(-per // self.div) if self.round == "up" else per // self.div
        value = max(self.min, self.base + self.times * shared - self.less_times * less)
        return value if self.max is None else min(self.max, value)


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A query held against a number, or against another query."""

    query: str
    cmp: Cmp
    value: int | None = None
    other: str = ""

    def holds(self, one: int, other: int) -> bool:
        """Whether it holds where its query comes to `one` and what it is held against to `other`."""
        return _HOLDS[self.cmp](one, other)


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that a card does when the wave runs through it."""

    op: Op
    counter: Gain | Literal[""] = ""
    to: str = ""
    amount: int | Amount = 0
    when: tuple[Condition, ...] = ()
    """All of these must hold."""

    @property
    def queries(self) -> tuple[str, ...]:
        """Every query that it asks."""
        amount = () if isinstance(self.amount, int) else (self.amount.per, self.amount.less_per)
        asked = (name for each in self.when for name in (each.query, each.other))
        return tuple(name for name in (*amount, *asked) if name)


class Asking(ABC):
    """The queries of one card, as they come to while it acts."""

    @abstractmethod
    def query(self, name: str) -> int:
        """What a query comes to."""

    def holds(self, effect: Effect) -> bool:
        """Whether all conditions of an effect hold."""
        return all(
            each.holds(self.query(each.query), self.query(each.other) if each.other else each.value or 0)
            for each in effect.when
        )

    def amount(self, effect: Effect) -> int:
        """How many it adds or takes away; 0 for one that does neither now."""
        amount = effect.amount
        if effect.op not in ("add", "remove") or not effect.counter or not self.holds(effect):
            return 0
        if isinstance(amount, int):
            return amount
        per = self.query(amount.per) if amount.per else 0
        return amount.of(per, self.query(amount.less_per) if amount.less_per else 0)
