"""How `companion bench line` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.commands.bench import bench
from companion.cli.options import SHARDS


@bench.command()
@click.option(
    "--spells",
    type=click.IntRange(1),
    default=30,
    show_default=True,
    help="Stretches of 5 s on a bad line, in each cell.",
)
@click.option(
    "--times", type=click.IntRange(1), default=100, show_default=True, help="How often the board fails, in each way."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same faults.")
@click.option(
    "--board",
    "interpreter",
    type=click.Choice(["auto", "micropython", "python"]),
    default="auto",
    show_default=True,
    help="What runs the firmware; auto: MicroPython where it is installed.",
)
@SHARDS
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects instead of a table.")
def line(**typed: Any) -> None:
    """Hold what the companion is told against what was done, on a bad line and with a bad board.

    In a time of their own: nothing here waits. docs/faults.md has the terms and the last matrix. Exit status 1 where a
    cell misses a goal: nothing wrong, no event lost, all known again within 2 s in 99 of 100 cases.
    """
    from companion.cli.bench.line import spoil_line

    spoil_line(**typed)
