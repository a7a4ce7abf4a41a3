"""How `companion bench startup` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.commands.bench import bench
from companion.cli.options import JSON_INSTEAD


@bench.command()
@click.option(
    "--times", type=click.IntRange(1), default=7, show_default=True, help="How often each command is started."
)
@JSON_INSTEAD
def startup(**typed: Any) -> None:
    """Time the start of the command: its help and that of every subcommand.

    All are started in turn, again and again. Beside them stands a Python that does nothing, and how many times as long
    a help may take: the first 15 times, the others 30 times. Exit status 1 where one takes longer.
    """
    from companion.cli.bench.startup import time_startup

    time_startup(**typed)
