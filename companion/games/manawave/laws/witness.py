"""Readings that the laws share, written apart from the rules: phases that are alike, and numbers by their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from companion.games.core import Seat
from companion.games.manawave.data.effects import COUNTERS
from companion.games.manawave.state.model import Clans, Counters, Nexus, Phase, Table

Place: TypeAlias = tuple[int, ...]
"""Of a Clan its position, of a tile its line and row; empty for the Tribe, and for a player with a pool."""
Spot: TypeAlias = tuple[Seat, Place, str]
"""Whose, where, and what is counted there: a kind of counter, population, or Soulstain."""
Sheet: TypeAlias = Mapping[Spot, int]
BETWEEN: Final = frozenset((Phase.START, Phase.DRAW, Phase.CHOOSE, Phase.PLACE, Phase.AIM, Phase.SLIDE))
"""Phases from a Consolidation to whatever brings counters next."""
SHOWN: Final = frozenset((Phase.CHOOSE, Phase.PLACE, Phase.ATTACH, Phase.AIM, Phase.SLIDE))
"""Phases in which all three cards lie open."""
TAKEN: Final = SHOWN - {Phase.CHOOSE}
"""Those of them in which both have taken one."""


def too_many(table: Table, seat: Seat, has: Iterable[str], is_laid: bool) -> Iterator[str]:
    """The cards of which a seat has more than were revealed; `is_laid`: that of this round is among them."""
    shown = Counter(dict(table.gone))
    if is_laid and seat < len(table.picked):
        shown[table.picked[seat]] += 1
    yield from (kind for kind, number in sorted(Counter(has).items()) if number > shown[kind])


def numbers(world: Clans | Nexus) -> dict[Spot, int]:
    """Everything that is counted, by its place."""
    found = dict[Spot, int]()
    if isinstance(world, Clans):
        for seat, tribe in enumerate(world.tribes):
            _note(found, seat, (), tribe.counters)
            found[seat, (), "soulstain"] = tribe.soulstain
            for position, clan in enumerate(tribe.clans, 1):
                _note(found, seat, (position,), clan.counters)
                found[seat, (position,), "population"] = clan.population
        return found
    for seat, pool in enumerate(world.pools):
        _note(found, seat, (), pool)
        found[seat, (), "soulstain"] = world.soulstain[seat]
    for tile in world.tiles:
        _note(found, tile.seat, (tile.line, tile.row), tile.counters)
        found[tile.seat, (tile.line, tile.row), "population"] = tile.population
    return found


def _note(found: dict[Spot, int], seat: Seat, place: Place, counters: Counters) -> None:
    for kind in COUNTERS:
        found[seat, place, kind] = getattr(counters, kind)
