"""The five classes of Waves and multisets of their cards."""

from __future__ import annotations

from typing import TypeAlias

Class: TypeAlias = int
"""1 Scholar, 2 Keeper, 3 Knight, 4 Seer, 5 Noble; 0 where the class is not known (W-001, W-002)."""

CLASSES: tuple[Class, ...] = (1, 2, 3, 4, 5)
UNKNOWN: Class = 0

Counts: TypeAlias = tuple[int, int, int, int, int]
"""How many cards of each class, Scholar first."""

NONE: Counts = (0, 0, 0, 0, 0)


def plus(counts: Counts, cls: Class, number: int = 1) -> Counts:
    """The multiset with `number` cards of a class more; less where it is negative."""
    cells = list(counts)
    cells[cls - 1] += number
    return (cells[0], cells[1], cells[2], cells[3], cells[4])


def lose(counts: Counts, cls: Class, number: int) -> Counts:
    """The multiset with up to `number` cards of a class fewer, never below none."""
    return plus(counts, cls, -min(number, counts[cls - 1]))


def of(*cards: Class) -> Counts:
    """The multiset of these cards; unknown ones are left out."""
    counts = NONE
    for cls in cards:
        if cls != UNKNOWN:
            counts = plus(counts, cls)
    return counts


def majority(counts: Counts) -> Class:
    """The class with most cards, ties to the higher power (W-042, W-062); UNKNOWN where there is no card."""
    most = max(counts)
    return UNKNOWN if most <= 0 else max(cls for cls in CLASSES if counts[cls - 1] == most)
