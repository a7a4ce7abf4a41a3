"""Positions of random games, and what perfect eyes see of them; of Sealed Bid where no game is named."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from companion.games.core import OFF_MAT, Action, State
from companion.games.game import AnyGame
from companion.referee.comparison import look_of
from companion.table.expected import Content, ExpectedTable
from companion.table.seen import TableView, ZoneView, show
from tests.games.registered import SEALED_BID

GAME: Final[AnyGame] = SEALED_BID
NAMES: Final = ("Anna", "Ben", "Cleo", "Dan")
AnyState = State[Any, Any]
A = TypeVar("A", bound=Action)

SEEDS: Final = 200
"""So many games are searched for a position before none is found."""


@cache
def positions(seed: int, game: AnyGame = GAME, **options: Any) -> tuple[AnyState, ...]:
    """The positions of one game with own cards, played at random."""
    rng = random.Random(seed)
    state = game.new_game({"cards": "own", **options}, {})
    found = [state]
    while legal := game.legal_actions(state):
        state = game.apply_action(state, rng.choice(legal))
        found.append(state)
    return tuple(found)


def varied(seed: int) -> dict[str, Any]:
    """Seats and order of Sealed Bid, another pair of them for each of six seeds in a row."""
    return {"players": (3, 2, 4)[seed % 3], "order": ("any", "turn")[seed % 2]}


def where(test: Callable[[AnyState], bool], seeds: int = SEEDS, **options: Any) -> Iterator[AnyState]:
    """Positions of many games that pass a test, those of the first game first."""
    return (state for seed in range(seeds) for state in positions(seed, **options) if test(state))


def legal(state: AnyState, kind: type[A], game: AnyGame = GAME) -> list[A]:
    """The legal acts of a kind."""
    return [act for act in game.legal_actions(state) if isinstance(act, kind)]


def until(kind: type[Action], seed: int = 3, **options: Any) -> AnyState:
    """The first position of a game in which such an act is legal."""
    return next(state for state in positions(seed, **options) if legal(state, kind))


def first(kind: type[A], seed: int = 3, game: AnyGame = GAME, **fields: Any) -> tuple[AnyState, A]:
    """The first position of a game in which such an act is legal for whoever is asked first, and the act.

    People do as they are asked in it: whoever is asked first acts first.
    """
    rng = random.Random(seed)
    state = game.new_game({"cards": "own"}, {})
    while True:
        asked = in_order(state, game)
        for act in asked:
            fits = all(getattr(act, name, None) == value for name, value in fields.items())
            if isinstance(act, kind) and fits:
                return state, act
        state = game.apply_action(state, rng.choice(asked or list(game.legal_actions(state))))


def in_order(state: AnyState, game: AnyGame = GAME) -> list[Action]:
    """The legal acts of whoever is asked first, and of nobody in particular."""
    asked = game.prompt(game.view(state, None)).seats[:1]
    return [act for act in game.legal_actions(state) if act.actor in (None, *asked)]


def seen_acts(state: AnyState, game: AnyGame = GAME) -> list[Action]:
    """What of these can be seen done."""
    return [act for act in in_order(state, game) if act.sense not in OFF_MAT]


def after(state: AnyState, *acts: Action, game: AnyGame = GAME) -> AnyState:
    """The position after these acts."""
    for act in acts:
        state = game.apply_action(state, act)
    return state


def table_of(state: AnyState, game: AnyGame = GAME) -> TableView:
    """What a perfect pair of eyes sees of a state."""
    return TableView(tuple(show(name, content) for name, content in look_of(game, state).items()))


def seen_with(state: AnyState, *looks: ZoneView) -> TableView:
    """What is seen of a state where some zones show something else."""
    other = {look.zone: look for look in looks}
    return TableView(tuple(other.get(zone.zone, zone) for zone in table_of(state).zones))


def with_content(state: AnyState, other: Mapping[str, Content], game: AnyGame = GAME) -> ExpectedTable:
    """The table of a position where some zones hold something else."""
    zones = game.mat.expected(game.view(state, None)).zones
    return ExpectedTable(tuple(replace(zone, content=other.get(zone.zone, zone.content)) for zone in zones))
