"""What a card of Manawave does, as data: effects out of a small vocabulary, with no code in it. Ledger: section 4.3."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import msgspec

CounterKind: TypeAlias = Literal["mana", "attack", "shield", "sacrifice", "growth"]
"""Counters lie on a tracker, or on a tile."""
Gain: TypeAlias = Literal["mana", "attack", "shield", "sacrifice", "growth", "soulstain"]
"""What an effect adds or takes away: a counter, or the token of a Tribe."""
ClansTarget: TypeAlias = Literal["clan", "tribe", "adjacent_clans", "all_clans", "opposing_clan"]
NexusTarget: TypeAlias = Literal["self", "adjacent", "opposing_nearest", "opposing_line", "pool", "player"]
ClansQuery: TypeAlias = Literal[
    "round",
    "clan_population",
    "opposing_population",
    "tribe_population",
    "families_in_clan",
    "families_adjacent",
    "families_adjacent_same_faction",
    "soulstain",
    "opposing_soulstain",
    "clan_mana",
    "tribe_mana",
    "family_modality",
    "opposing_attack",
]
NexusQuery: TypeAlias = Literal[
    "strength", "self_population", "own_population", "opposing_population", "soulstain", "tiles_on_line", "row"
]
Op: TypeAlias = Literal["add", "remove", "none", "win", "lose"]
Cmp: TypeAlias = Literal[">=", "<=", "==", ">", "<"]

COUNTERS: Final[tuple[CounterKind, ...]] = get_args(CounterKind)
CLEARED: Final[tuple[CounterKind, ...]] = ("attack", "shield", "sacrifice", "growth")
"""What a Consolidation takes away (M-100, M-260)."""
CLANS_TARGETS: Final[tuple[str, ...]] = get_args(ClansTarget)
NEXUS_TARGETS: Final[tuple[str, ...]] = get_args(NexusTarget)
CLANS_QUERIES: Final[tuple[str, ...]] = get_args(ClansQuery)
NEXUS_QUERIES: Final[tuple[str, ...]] = get_args(NexusQuery)


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
        match self.cmp:
            case ">=":
                return one >= other
            case "<=":
                return one <= other
            case "==":
                return one == other
            case ">":
                return one > other
            case "<":
                return one < other


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
