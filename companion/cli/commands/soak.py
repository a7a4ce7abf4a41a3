"""How `companion soak` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.game_options import GameCommand, with_game_options
from companion.cli.group import cli
from companion.cli.names import GAME, LIAR
from companion.cli.options import DICE_MODEL, SHARDS


@cli.command(cls=GameCommand)
@click.argument("game", type=GAME)
@click.option("--rounds", type=click.IntRange(1), default=10, show_default=True, help="How many rounds.")
@click.option(
    "--rolls", type=click.IntRange(1), default=50, show_default=True, help="How many rolls, of a game of dice alone."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same rounds.")
@click.option(
    "--light",
    type=click.Choice(["normal", "hard"]),
    default="normal",
    show_default=True,
    help="hard: dim and one-sided, a slanted camera, more noise and blur.",
)
@with_game_options
@SHARDS
@click.option(
    "--keep",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build/soak"),
    show_default=True,
    help="Folder of the finished units: a soak that was stopped goes on there.",
)
@click.option(
    "--board",
    type=click.Choice(["none", "micropython", "python"]),
    default="none",
    show_default=True,
    help="Play with a board beside the camera, its firmware run by that: a scale under the bowl, buttons for draws.",
)
@click.option(
    "--liar",
    type=LIAR,
    help="A sensor that lies for some seconds again and again; with the scale a board is played with.",
)
@click.option(
    "--record",
    type=click.Path(file_okay=False, path_type=Path),
    help="Record each game into a folder of its own there, for `companion replay`; a round takes about 200 MB.",
)
@DICE_MODEL
@click.option(
    "--faults",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Let line, board and camera fail by this plan (docs/faults.md); its units are always played afresh.",
)
@click.option("--afresh", is_flag=True, help="Play finished units once more; so it is where they are recorded.")
def soak(**typed: Any) -> None:
    """Play rounds at a virtual table, look at it through a virtual camera, and hold what was understood against truth.

    Exit status 1 where anything was understood wrongly; the report names its seed. With a liar the players tap what is
    not understood and take back what the companion has named as wrong; then exit status 1 means that a wrong state was
    accepted in silence. In a game of dice alone they are rolled, and each roll that was counted is held against them.
    """
    from companion.cli.checks.soak import soak_rounds

    soak_rounds(**typed)
