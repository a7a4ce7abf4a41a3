"""How `companion check-playset` is typed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from companion.cli.group import cli


@cli.command("check-playset")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--games",
    type=click.IntRange(0),
    default=10_000,
    show_default=True,
    help="How many games bots play that decide by lot. 0 of both kinds: the file is read and nothing played.",
)
@click.option(
    "--greedy",
    type=click.IntRange(0),
    default=1_000,
    show_default=True,
    help="How many games bots play that look ahead.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first; each next is one higher."
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    show_default="one a core",
    help="Processes that play at the same time.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File of the report with its pictures. Default: NAME-report.html in this folder.",
)
@click.option("--anew", is_flag=True, help="Play all games anew, also where a run that was stopped has left some.")
def check_playset(**typed: Any) -> None:
    """Read a playset of your own, tell all that is wrong in it, and try it in thousands of games by bots.

    FILE is a playset as TOML (docs/playsets.md). Exit status 1 where it cannot be played, with the line and the column
    of each fault. A run that was stopped goes on where it was, when the same is typed again.
    """
    from companion.cli.checks.check_playset import check_playset as carry_out

    carry_out(**typed)
