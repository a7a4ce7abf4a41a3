"""Discs that are counted by their value: what some add up to, the fewest of a sum, the fewest moves to another sum.

A disc of a name and a value is the kind NAME:VALUE, as "attack:5". A name may have a colon of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from companion.table.expected import Worth


def kind_of(name: str, value: int) -> str:
    """The kind of a disc."""
    return f"{name}:{value}"


def parse_disc(kind: str, values: tuple[int, ...]) -> tuple[str, int] | None:
    """Name and value of a disc; None for what is no disc of one of these values."""
    name, _, value = kind.rpartition(":")
    found = int(value) if value.isdecimal() else 0
    return (name, found) if name and found in values else None


def sums_of(kinds: Iterable[str], values: tuple[int, ...]) -> Counter[str]:
    """What the discs among some pieces add up to, by name; other pieces count nothing."""
    sums = Counter[str]()
    for kind in kinds:
        if disc := parse_disc(kind, values):
            sums[disc[0]] += disc[1]
    return sums


def fewest(total: int, values: tuple[int, ...]) -> tuple[int, ...]:
    """The values of the discs of a sum, the largest first: as many of each, in their order, as go into what is left."""
    found, left = list[int](), total
    for value in values:
        number, left = divmod(left, value)
        found += [value] * number
    return tuple(found)


def discs_of(content: Worth) -> tuple[str, ...]:
    """The kinds of the fewest discs that are worth it, name by name."""
    return tuple(kind_of(name, value) for name, total in content.sums for value in fewest(total, content.values))


def surplus_and_missing(kinds: Iterable[str], content: Worth) -> tuple[Counter[str], Counter[str]]:
    """The pieces to take away and those to lay so that these become worth it, by the fewest moves there are."""
    wanted, there = dict(content.sums), Counter[tuple[str, int]]()
    surplus, missing = Counter[str](), Counter[str]()
    for kind in kinds:
        disc = parse_disc(kind, content.values)
        if disc is not None and disc[0] in wanted:
            there[disc] += 1
        else:
            surplus[kind] += 1
    for name, total in wanted.items():
        lie = tuple(sorted(value for of, value in there.elements() if of == name))
        taken, laid = _moves(lie, total, content.values)
        surplus.update(kind_of(name, value) for value in taken)
        missing.update(kind_of(name, value) for value in laid)
    return surplus, missing


@lru_cache(maxsize=4096)
def _moves(there: tuple[int, ...], total: int, values: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Values of the discs to take and to lay: as few as can be, and of equally many ways the one that takes fewer."""
    ways = ((left, fewest(total - kept, values)) for kept, left in _parts(there) if kept <= total)
    return min(ways, key=lambda way: (len(way[0]) + len(way[1]), len(way[0])))


def _parts(there: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What some of the discs may add up to that stay, and the others."""
    counts = Counter(there)
    for stay in product(*(range(count + 1) for count in counts.values())):
        kept = sum(value * number for value, number in zip(counts, stay, strict=True))
        left = counts - Counter(dict(zip(counts, stay, strict=True)))
        yield kept, tuple(sorted(left.elements(), reverse=True))
