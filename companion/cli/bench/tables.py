"""What `companion bench engine` and `companion bench referee` have in common: tables of whole games, and how many."""

from __future__ import annotations

import random
from typing import Any, Final

from companion.games.game import AnyGame
from companion.games.offers import combinations

WIDTH: Final = 20
"""Of the column with the names, in tables of times."""


def tables_of(game: AnyGame, count: int, seed: int) -> list[dict[str, Any]]:
    """The options of so many games of each mode and number of players; the same ones for the same seed."""
    rng = random.Random(seed)
    return [{**game.simulation.varied_options(rng), **each} for each in combinations(game) for _ in range(count)]


def counted_games(count: int) -> str:
    """How many games, in words of a table's heading."""
    return "1 game" if count == 1 else f"{count} games"
