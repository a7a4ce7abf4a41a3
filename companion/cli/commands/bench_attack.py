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
    help="How often each phone asks during each attack.",
)
@JSON_INSTEAD
def attack(**typed: Any) -> None:
    """Let one client try to shut everyone out of a table of GAME, and time how long others wait for their page.

    GAME is the first that `companion games` lists where it is left out. The companion is started for it, on this
    machine alone, in a folder of its own. From 127.0.0.2 come 256 connections with half a request, 260 idle ones, 200
    that ask and never read, and 64 streams, one attack after the other. Meanwhile a phone at 127.0.0.3 and one at
    127.0.0.2, which has a seat, ask for their page and the first event of its stream, and give up where nothing comes
    for 10 s. docs/security.md says what holds the attackers off. Exit status 1 where a phone waits longer than 2 s.
    """
    from companion.cli.bench.attack import time_attacks

    time_attacks(**typed)
