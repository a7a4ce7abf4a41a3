"""What `companion bench engine` and `companion bench referee` have in common: tables of whole games, and how many."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from companion.cli.chosen import BY_RULES
from companion.games.core import AnyGame
from companion.games.offers import combinations
from companion.games.registry import GAMES

F = TypeVar("F", bound=Callable[..., Any])

WIDTH: Final = 20
"""Of the column with the names, in tables of times."""


def with_tables(count: int, cards: str) -> Callable[[F], F]:
    """GAME, `--games`, `--seed` and `--json` for a command, as `game`, `count`, `seed` and `as_json`.

    `count` is the default; `cards` says which cards each game is played with.
    """

    def add(command: F) -> F:
        words = f"How many games of each mode and number of players, with {cards} cards."
        for option in (
            click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables."),
            click.option(
                "--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same games."
            ),
            click.option("--games", "count", type=click.IntRange(1), default=count, show_default=True, help=words),
            click.argument("game", type=BY_RULES, default=next(iter(GAMES))),
        ):
            command = option(command)
        return command

    return add


def tables_of(game: AnyGame, count: int, seed: int) -> list[dict[str, Any]]:
    """The options of so many games of each mode and number of players; the same ones for the same seed."""
    rng = random.Random(seed)
    return [{**game.varied_options(rng), **each} for each in combinations(game) for _ in range(count)]


def counted_games(count: int) -> str:
    """How many games, in words of a table's heading."""
    return "1 game" if count == 1 else f"{count} games"
