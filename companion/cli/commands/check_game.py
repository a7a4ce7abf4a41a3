"""How `companion check-game` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.group import cli
from companion.games.seeds import BIGGEST_SEED


@cli.command("check-game")
@click.argument("named", metavar="NAME")
@click.option(
    "--games",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="How many games bots play. 0: the package is read and nothing played.",
)
@click.option(
    "--seed", type=click.IntRange(0, BIGGEST_SEED), default=1, show_default=True, help="The same seed, the same games."
)
def check_game(**typed: Any) -> None:
    """Tell what is missing or at odds in a game that you write, each with file and line, and what to do about it.

    NAME is a game of the registry, or a package that is not in it yet: companion.games.my_game, or its folder. The
    package is read first, then bots play a few games. Exit status 1 where something has to be mended; notes alone leave
    it at 0.
    """
    from companion.cli.checks.check_game import check_game as carry_out

    carry_out(**typed)
