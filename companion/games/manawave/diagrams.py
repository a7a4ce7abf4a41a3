"""A game as pictures: population, what lies ready, and Soulstain, by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from companion.games.core import Seat
from companion.games.diagrams import Diagram, Line, LineDiagram
from companion.games.manawave.model import BOTH, ManaView
from companion.language.message import Message, lone, say

PAINTS: Final = ("#e07a45", "#4a90d9")
"""Of the two sides' lines."""


def diagrams(course: Sequence[ManaView]) -> tuple[Diagram, ...]:
    """`course` is its start, the end of each round, and now."""
    return tuple(_diagrams(course))


def _diagrams(course: Sequence[ManaView]) -> Iterator[Diagram]:
    yield _by_round("population", say("Population by round"), course, population)
    if course[-1].table.is_clans:
        yield _by_round("mana", say("Mana by round"), course, mana)
        yield _by_round("modality", say("Modality counters by round"), course, modality)
    yield _by_round("soulstain", say("Soulstain by round"), course, soulstain)


def population(view: ManaView, seat: Seat) -> int:
    """Of all Clans, or all tiles, of a seat."""
    if view.table.is_clans:
        return view.table.clans.tribes[seat].population
    return sum(each.population for each in view.table.nexus.own(seat))


def mana(view: ManaView, seat: Seat) -> int:
    """All that a Tribe has."""
    tribe = view.table.clans.tribes[seat]
    return tribe.counters.mana + sum(clan.counters.mana for clan in tribe.clans)


def modality(view: ManaView, seat: Seat) -> int:
    """All that lie on a Tribe's Families."""
    return sum(each.counters for each in view.table.clans.tribes[seat].families)


def soulstain(view: ManaView, seat: Seat) -> int:
    """A seat's."""
    return view.table.clans.tribes[seat].soulstain if view.table.is_clans else view.table.nexus.soulstain[seat]


def _by_round(key: str, title: Message, course: Sequence[ManaView], figure: Callable[[ManaView, Seat], int]) -> Diagram:
    last, number = course[-1], say("Round")
    lines = tuple(
        Line(lone(last.who(seat)), tuple(figure(view, seat) for view in course), PAINTS[seat]) for seat in BOTH
    )
    return LineDiagram(key, title, number, tuple(range(len(course))), lines)
