"""Every table that legal acts lead to, by plain breadth: slow and simple, to hold the referee's search against.

It shares with the search nothing but the rules, the look of a position and what fits it. Acts that cannot be seen are
no part of a way, as in the search.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.core import OFF_MAT, Action, PublicTable, State
from companion.games.game import AnyGame
from companion.games.openings import past_openings
from companion.table.expected import Content
from companion.table.seen import TableView, fits

AnyState = State[Any, Any]
DEEPEST = 4
"""Acts in a row that the referee is asked to understand."""


class Way(msgspec.Struct, frozen=True):
    """A position, and one of the shortest rows of acts that lead there."""

    acts: tuple[Action, ...]
    state: AnyState
    content: dict[str, Content]


class Reachable:
    """All positions at most so many seen acts away from a start, the nearest first."""

    def __init__(self, game: AnyGame, start: AnyState, deepest: int = DEEPEST) -> None:
        self._game = game
        self.ways: dict[PublicTable, Way] = {}
        layer = [self._add((), start)]
        for _ in range(deepest):
            layer = [
                self._add((*way.acts, act), after)
                for way in layer
                for act, after in self._steps(way)
                if plain(after) not in self.ways
            ]

    def _steps(self, way: Way) -> Iterator[tuple[Action, AnyState]]:
        state = past_openings(self._game, way.state)
        for act in self._game.legal_actions(state):
            if act.sense not in OFF_MAT:
                yield act, self._game.apply_action(state, act)

    def _add(self, acts: tuple[Action, ...], state: AnyState) -> Way:
        table = self._game.mat.expected(self._game.view(state, None))
        way = Way(acts, state, {zone.zone: zone.content for zone in table.zones})
        self.ways[plain(state)] = way
        return way

    def fitting(self, seen: TableView) -> list[Way]:
        """The positions that a table can be, as few acts away as any of them; empty where no legal acts lead there."""
        least = next((len(way.acts) for way in self.ways.values() if shows(seen, way.content)), 0)
        return self.showing(seen, least)

    def showing(self, seen: TableView, acts: int) -> list[Way]:
        """The positions so many acts away that a table can be."""
        return [way for way in self.ways.values() if len(way.acts) == acts and shows(seen, way.content)]


def plain(state: AnyState) -> PublicTable:
    """A position without what its last act was ruled by: two orders of the same acts lead to one."""
    table: PublicTable = state.table
    return replace(table, why=())


def shows(seen: TableView, content: dict[str, Content]) -> bool:
    """Whether every zone can be what the position asks for."""
    return all(fits(content[zone.zone], zone) for zone in seen.zones)
