"""What a view shows besides mat and boards: a line a player."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.core import PlayerPanel, Seat
from companion.games.manawave.board_cells import counted
from companion.games.manawave.model import BOTH, ManaView
from companion.games.manawave.purchases import NOUNS
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name


def panels(view: ManaView) -> tuple[PlayerPanel, ...]:
    """Population, Factions, Soulstain and what waits to be placed, of each player."""
    return tuple(PlayerPanel(seat, tuple(_lines(view, seat)), score=_score(view, seat)) for seat in BOTH)


def _score(view: ManaView, seat: Seat) -> str:
    if view.table.is_clans:
        return f"{view.table.clans.tribes[seat].population}"
    return f"{sum(each.population for each in view.table.nexus.own(seat))}"


def _lines(view: ManaView, seat: Seat) -> Iterator[Message]:
    table = view.table
    yield say("{population}", population=Count(int(_score(view, seat)), NOUNS["population"]))
    if not table.is_clans:
        waiting = counted(table.nexus.pools[seat], None, table.nexus.soulstain[seat])
        if waiting.values:
            yield say("{counters}", counters=waiting)
        return
    tribe = table.clans.tribes[seat]
    if tribe.factions:
        titles = table.setup.playset.titles()
        yield say("{factions}", factions=listing(Name(titles[each]) for each in tribe.factions))
    waiting = counted(tribe.counters, None, tribe.soulstain)
    if waiting.values:
        yield say("{counters}", counters=waiting)
