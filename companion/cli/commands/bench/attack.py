"""How `companion bench attack` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.commands.bench import bench
from companion.cli.options import GAME_OR_FIRST, JSON_INSTEAD


@bench.command()
@GAME_OR_FIRST
@click.option(
    "--times",
    type=click.IntRange(1, 100),
    default=5,
    show_default=True,
    help="How often each asks during each attack.",
)
@JSON_INSTEAD
def attack(**typed: Any) -> None:
    """Attack a table of GAME in several ways, and measure how long people wait and how much memory it takes.

    GAME is the first that `companion games` lists where it is left out. For each way a companion is started, on this
    machine alone, in a folder of its own. Connections: from 127.0.0.2 come 256 with half a request, 260 idle ones, 200
    that ask and never read, and 64 streams, one after the other; meanwhile a phone at 127.0.0.3 and one at 127.0.0.2,
    which has a seat, ask for their page and the first event of its stream. Saved games: 500 lie in the folder, and the
    host opens the host page right after the start, then a phone its own. Uploads: the host sends files that were made
    to take long to the page of a box, then strangers send 8 MB each, again and again, while a phone asks. Picture
    bombs: the camera is a folder with a picture of 400 megapixels, a pipe and other files without end, which a
    phone's page waits for, and `companion read-markers` reads them. Who hears nothing for 10 s gives up.
    docs/security.md says what holds the attacks off. Exit status 1 where somebody waits longer than 2 s, or a process
    takes more than 1 GB.
    """
    from companion.cli.bench.attack import time_attacks

    time_attacks(**typed)
