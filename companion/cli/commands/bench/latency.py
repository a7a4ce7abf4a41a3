"""How `companion bench latency` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.commands.bench import bench
from companion.cli.options import GAME_BY_SIGHT_OR_FIRST


@bench.command()
@GAME_BY_SIGHT_OR_FIRST
@click.option("--acts", "count", type=click.IntRange(1), default=20, show_default=True, help="How many are followed.")
@click.option(
    "--flashes", type=click.IntRange(0), default=3, show_default=True, help="How often the strip flashes at the end."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same acts.")
@click.option("--browser", is_flag=True, help="Follow each act into a page in Chromium as well, until it is painted.")
@click.option(
    "--data",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the game, on the disk that is to be measured. Default: a temporary one.",
)
@click.option(
    "--json",
    "to",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the figures there as well.",
)
def latency(**typed: Any) -> None:
    """Time the way of acts from the frame that completes settling to prompt and strip.

    GAME is one whose acts are seen on the mat; left out, it is the first of them. The companion is a whole one, as
    `play --virtual` has it: bots move the pieces, a virtual camera looks on, each act goes to the disk, and a
    client waits for the page. Right after each act the floor is measured, which no companion could do without: the
    bare detection of markers in the same frame, one sync of a row of that size to the same disk, and one event from
    the same server to a waiting client. Acts during which the host of a virtual machine took time for others are
    counted and left out, and as many followed in their place.
    """
    from companion.cli.bench.latency import time_latency

    time_latency(**typed)
