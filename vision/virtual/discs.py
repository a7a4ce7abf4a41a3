"""Discs that are counted by value, as hands change them: what is right stays, and as few as can be come and go."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.table.expected import ExpectedTable, Worth
from companion.table.geometry import marker_area, spots, zone_area
from companion.table.layout import Spot, Zone
from companion.table.seen import show
from companion.table.worth import discs_of, surplus_and_missing
from vision.virtual.things import Lying, Rules

APART = 0.9
"""Of a disc's width: nearer to the middle of another than this none is laid."""
MOST_PLACES = 100


@dataclass(frozen=True)
class Change:
    """What hands do in one zone: the pieces they take, and the kinds of the discs that they lay."""

    taken: tuple[Lying, ...]
    laid: tuple[str, ...]


def scarce_discs(table: ExpectedTable, pieces: Sequence[Lying], rules: Rules) -> frozenset[str]:
    """The discs of which there are too few to move as few as can be in every zone."""
    wanted = Counter[str]()
    for zone in table.zones:
        if isinstance(zone.content, Worth):
            kinds = _kinds(_discs(each for each in pieces if each.zone == zone.zone))
            surplus, missing = surplus_and_missing(kinds, zone.content)
            wanted += Counter(kinds) - surplus + missing
        else:
            wanted.update(show(zone.zone, zone.content).kinds)
    known = rules.kit.pieces
    return frozenset(kind for kind, count in wanted.items() if kind in known and count > known[kind].count)


def change_of(content: Worth, here: Sequence[Lying], scarce: frozenset[str]) -> Change:
    """What is to be done with the pieces of a zone; where discs of it are `scarce` the fewest come to lie there."""
    good = _discs(here)
    kinds = Counter(_kinds(good))
    surplus, missing = surplus_and_missing(kinds.elements(), content)
    if scarce & (kinds - surplus + missing).keys():
        wanted = Counter(discs_of(content))
        surplus, missing = kinds - wanted, wanted - kinds
    taken = [each for each in here if each not in good]
    for each in reversed(good):
        if surplus[each.thing.kind] > 0:
            surplus[each.thing.kind] -= 1
            taken.append(each)
    return Change(tuple(taken), tuple(missing.elements()))


def free_places(zone: Zone, laid: Sequence[str], stay: Sequence[Lying], rules: Rules) -> list[tuple[int, Spot]] | None:
    """For each disc to be laid a free place of the fan: its index, and its middle; None where there are too few."""
    found, index = list[tuple[int, Spot]](), 0
    taken = [Spot(each.x_mm, each.y_mm) for each in stay]
    for kind in laid:
        size = rules.kit.size(kind)
        (first,) = spots(zone, [size], rules.kit)
        while True:
            right, down = zone.fan.step(index)
            corner = Spot(first.x_mm + right, first.y_mm + down)
            if index == MOST_PLACES or not zone_area(zone).holds(marker_area(size, corner, rules.kit)):
                return None
            middle = Spot(corner.x_mm + size.width_mm / 2, corner.y_mm + size.height_mm / 2)
            index += 1
            if all(_away_mm(middle, each) >= APART * size.width_mm for each in taken):
                break
        taken.append(middle)
        found.append((index - 1, middle))
    return found


def _discs(pieces: Iterable[Lying]) -> list[Lying]:
    """The pieces that lie face up and cover none: what is no disc among them is told by its kind."""
    return [each for each in pieces if each.thing.face_up and not each.under]


def _kinds(pieces: Iterable[Lying]) -> list[str]:
    return [each.thing.kind for each in pieces]


def _away_mm(one: Spot, other: Spot) -> float:
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
