"""Where every Atlantean stands and whether it has acted, as facts that the host may set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.changes import in_order
from companion.games.atlantis_rising.ground import every_place, free_spaces
from companion.games.atlantis_rising.model import POOL, Atlantean, Phase, Table
from companion.games.atlantis_rising.vocabulary import PIECES, place_words
from companion.games.core import FactField, seat_name
from companion.language.message import lone, say
from companion.language.values import Name

AT_HAND: Final = "at hand"
_PLACED: Final = (Phase.PLACE, Phase.MISFORTUNE, Phase.ACTIONS)
"""Phases in which Atlanteans may stand somewhere."""
_Keyed: TypeAlias = tuple[str, Atlantean]


def piece_facts(table: Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """The place of each piece while pieces are placed, and while they act whether it has."""
    if table.phase not in _PLACED:
        return
    box = table.setup.box
    held = (each.place for each in table.atlanteans if each.place != POOL)
    open_places = dict.fromkeys((*every_place(table), *held))
    places = ((AT_HAND, say("at hand")), *((place, place_words(box, place)) for place in open_places))
    for key, each in _keyed(table):
        group = lone(Name(seat_name(names, each.seat)))
        label = say("{piece:capital} stands on", piece=PIECES[each.kind])
        yield FactField(key, label, group, each.place or AT_HAND, choices=places)
        if table.phase is Phase.ACTIONS and each.place != POOL:
            where = place_words(box, each.place)
            label = say("{piece:capital} on {place} has acted", piece=PIECES[each.kind], place=where)
            yield FactField(f"acted.{key}", label, group, int(each.acted), 0, 1)


def _keyed(table: Table) -> Iterator[_Keyed]:
    """Every piece with the key of its fact: those of a kind are counted in rising order."""
    count = Counter[tuple[int, str]]()
    for each in table.atlanteans:
        count[each.seat, each.kind] += 1
        yield f"piece.{each.seat}.{each.kind}.{count[each.seat, each.kind]}", each


def corrected_pieces(table: Table, values: dict[str, Any], changed: set[str]) -> Table:
    """The table with every piece where the facts say; outside of its phases each is at hand.

    `table` has the other facts already.
    """
    keyed = list(_keyed(table))
    if table.phase not in _PLACED:
        back = (each if each.place == POOL else Atlantean(each.seat, each.kind) for _, each in keyed)
        return replace(table, atlanteans=in_order(back))
    moved = [(key, each) for key, each in keyed if key in changed]
    stay = [_with_acted(table, each, key, values) for key, each in keyed if key not in changed]
    table = replace(table, atlanteans=in_order(stay))
    for key, each in moved:
        place = POOL if values[key] == AT_HAND else values[key]
        space = next(iter(free_spaces(table, place)), 0) if place != POOL else 0
        now = _with_acted(table, Atlantean(each.seat, each.kind, place, space), key, values)
        table = replace(table, atlanteans=in_order((*table.atlanteans, now)))
    return table


def _with_acted(table: Table, piece: Atlantean, key: str, values: dict[str, Any]) -> Atlantean:
    """A placed piece that has acted or not, as the facts say; before the actions none has."""
    if piece.place == POOL:
        return piece
    return replace(piece, acted=table.phase is Phase.ACTIONS and bool(values.get(f"acted.{key}", piece.acted)))
