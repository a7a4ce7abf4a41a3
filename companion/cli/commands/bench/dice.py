"""How `companion bench dice` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.commands.bench import bench
from companion.cli.options import MODEL


@bench.command()
@click.option(
    "--frames", type=click.IntRange(1), default=40, show_default=True, help="Pictures of each number of dice."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same pictures.")
@click.option(
    "--rolls", type=click.IntRange(0), default=10, show_default=True, help="Rolls of nine dice that are followed."
)
@MODEL
@click.option(
    "--quota",
    type=click.IntRange(1, 100),
    metavar="PERCENT",
    help="Measure also by the wall's clock in a process that gets so much of each tenth of a second.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects instead of tables.")
@click.option("--wall", is_flag=True, hidden=True)
def dice(**typed: Any) -> None:
    """Time the reading of trays with 0, 3, 9 and 18 dice, on one core.

    Beside the whole reading, pictures to values, stand the three networks alone and the way that tutorials teach:
    blobs, joined to dice by how near they lie. The same drawn pictures go through all of them. Rolls are followed from
    the last die at rest to the roll that is told, a picture a tenth of a second. With --quota 25 this machine imitates
    a slow one, such as a Raspberry Pi 4: it works a quarter of the time, which is no measurement on a Pi.
    """
    from companion.cli.bench.dice import time_dice

    time_dice(**typed)
