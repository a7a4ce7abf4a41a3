"""How `companion simulate` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.game_options import RunsCommand, with_game_options
from companion.cli.group import cli
from companion.cli.names import GAME
from companion.cli.options import SHARDS


@cli.command(cls=RunsCommand)
@click.argument("game", type=GAME)
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many games a run.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first; each next is one higher."
)
@with_game_options
@SHARDS
@click.option(
    "--report", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write the report as JSON as well."
)
def simulate(**typed: Any) -> None:
    """Play whole games by bots, without pages, and check every position by laws written apart from the rules.

    One run of games is played, or with --mode every or --players every one for each mode and number of players, as
    far as the game has several. What is not chosen varies from game to game, mode and players too. Exit status 1 where
    a game broke a law, took an illegal act, broke off or came to no end; the report names its seed.
    """
    from companion.cli.checks.simulate import simulate_games

    simulate_games(**typed)
