"""Small steps that many acts share: pieces, reserves, steps under way."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.box import PieceKind, Price, Resource
from companion.games.atlantis_rising.model import POOL, VOLUNTEERS, Atlantean, AtlantisState, Table
from companion.games.atlantis_rising.steps import Step
from companion.games.core import RuleId, Seat
from companion.games.shared.phases import put

_ORDER: Final = attrgetter(*Atlantean.__struct_fields__)


def with_table(state: AtlantisState, table: Table, *why: RuleId) -> AtlantisState:
    """The state with another table, reached by these rules."""
    return replace(state, table=replace(table, why=why))


def in_order(pieces: Iterable[Atlantean]) -> tuple[Atlantean, ...]:
    """Pieces in rising order, so that equal positions are equal."""
    return tuple(sorted(pieces, key=_ORDER))


def exchanged(table: Table, old: Atlantean, *new: Atlantean) -> Table:
    """The table with one piece replaced; with none in its place, taken away."""
    place = table.atlanteans.index(old)
    rest = (*table.atlanteans[:place], *table.atlanteans[place + 1 :])
    return replace(table, atlanteans=in_order((*rest, *new)))


def returned(table: Table, pieces: Iterable[Atlantean]) -> Table:
    """The table with these pieces back in their pools (A-041, A-107); volunteers among them have served (Q-18)."""
    gone = list(pieces)
    stay = list(table.atlanteans)
    for each in gone:
        stay.remove(each)
    back = (Atlantean(each.seat, each.kind, acted=each.kind == "volunteer") for each in gone)
    return replace(table, atlanteans=in_order((*stay, *back)))


def find(
    table: Table, seat: Seat, kind: PieceKind, place: str, space: int, acted: bool | None = None
) -> Atlantean | None:
    """A piece of that seat and kind on a space; None where none stands there."""
    for each in table.atlanteans:
        if (each.seat, each.kind, each.place, each.space) == (seat, kind, place, space) and acted in (None, each.acted):
            return each
    return None


def earn(table: Table, seat: Seat, price: Price, times: int = 1) -> Table:
    """The table after a seat gained that; stocks never run out (A-126). Of a loss nobody goes below 0."""
    reserve = table.reserves[seat].plus(price, times)
    floor = Price(*(max(0, getattr(reserve, name)) for name in Price.__struct_fields__))
    return replace(table, reserves=put(table.reserves, seat, floor))


def one(resource: Resource) -> Price:
    """One of a resource."""
    return Price(**{resource: 1})


def energy(number: int) -> Price:
    """So much energy."""
    return Price(energy=number)


def pushed(table: Table, *steps: Step) -> Table:
    """The table with these steps before all others, the first of them first."""
    return replace(table, steps=(*table.steps, *reversed(steps)))


def popped(table: Table) -> Table:
    """The table without the step that is dealt with now."""
    return replace(table, steps=table.steps[:-1])


def stepped(table: Table, step: Step) -> Table:
    """The table with the present step in another state."""
    return replace(table, steps=(*table.steps[:-1], step))


def volunteers_joined(table: Table, seat: Seat, number: int) -> Table:
    """The table after a seat gained volunteers, as far as the supply has any (A-121, Q-18)."""
    got = min(number, table.volunteers)
    pieces = (*table.atlanteans, *(Atlantean(seat, "volunteer", POOL) for _ in range(got)))
    return replace(table, atlanteans=in_order(pieces), volunteers=table.volunteers - got)


def volunteers_dismissed(table: Table, pieces: Iterable[Atlantean]) -> Table:
    """The table with these volunteers back in the supply (A-122)."""
    gone = list(pieces)
    stay = list(table.atlanteans)
    for each in gone:
        stay.remove(each)
    assert table.volunteers + len(gone) <= VOLUNTEERS
    return replace(table, atlanteans=tuple(stay), volunteers=table.volunteers + len(gone))
