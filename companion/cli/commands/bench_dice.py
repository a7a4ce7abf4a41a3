"""How `companion bench dice` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.commands.bench import bench
from companion.cli.options import JSON_INSTEAD, MODEL


@bench.command()
@click.option(
    "--frames", type=click.IntRange(1), default=40, show_default=True, help="Pictures of each number of dice."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same pictures.")
@MODEL
@JSON_INSTEAD
def dice(**typed: Any) -> None:
    """Time the reading of trays with 0, 3, 9 and 18 dice, on one core.

    Beside the whole reading, pictures to values, stand the three networks alone and the way that tutorials teach:
    blobs, joined to dice by how near they lie. The same drawn pictures go through all of them.
    """
    from companion.cli.bench.dice import time_dice

    time_dice(**typed)
