"""How `companion endure` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.game_options import GameCommand, with_game_options
from companion.cli.group import cli
from companion.cli.names import GAME, FileToWrite
from companion.games.seeds import BIGGEST_SEED


@cli.command(cls=GameCommand)
@click.argument("game", type=GAME)
@click.option(
    "--hours", type=click.FloatRange(0, 1000, min_open=True), default=1.0, show_default=True, help="How long."
)
@click.option(
    "--faults",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Let line, board, camera and pages fail by this plan (docs/faults.md). Default: nothing fails.",
)
@click.option("--seed", type=click.IntRange(0, BIGGEST_SEED), default=1, show_default=True, help="What bots do.")
@click.option(
    "--plot", type=FileToWrite(".svg", "--plot hours.svg"), help="Draw memory, descriptors and threads as an SVG."
)
@click.option("--json", "to", type=click.Path(dir_okay=False, path_type=Path), help="Write all figures there as well.")
@click.option(
    "--settings",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A companion.toml to play with, such as one whose strip is a WLED; at a virtual table it is virtual as well.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="A new folder for the companion's data and log. Default: one that is kept where something was wrong.",
)
@with_game_options
def endure(**typed: Any) -> None:
    """Let a companion play GAME after GAME at a virtual table for hours, with faults, and watch it from outside.

    It runs as `companion play` does, in a process of its own: threads, virtual camera, the board's firmware behind a
    pseudo-terminal, pages that stay open. Each act in its journals is held against what hands did. Exit status 1 where
    an act was never done, something broke or stayed away, or memory grew. Ctrl-C ends it with a report of what was.
    """
    from companion.cli.checks.endure import endure_games

    endure_games(**typed)
