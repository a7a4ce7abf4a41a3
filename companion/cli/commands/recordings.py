"""How `companion record` and `replay` are typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.game_options import GameCommand
from companion.cli.group import cli
from companion.cli.options import with_play_options


@cli.command(cls=GameCommand)
@with_play_options
@click.option(
    "--to",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="New folder for the recording. A minute of a busy table takes 50 to 200 MB, of a still one 2 MB.",
)
def record(**typed: Any) -> None:
    """Play as `companion play` does, and write down everything that was seen and tapped.

    The recording holds pictures of the table and what each seat knew: give it only to people who may know that.
    """
    from companion.cli.table.play import run
    from companion.cli.table.wanted import Wanted

    run(Wanted(**typed))


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--speed",
    type=click.FloatRange(0, 1000),
    default=0.0,
    show_default="as fast as it can",
    help="1 plays at the table's own pace, 0.5 at half of it.",
)
def replay(**typed: Any) -> None:
    """Play a recording again, by its pictures and taps, and tell whether it comes to the same position.

    FOLDER holds one recording or several. Exit status 1 where one led elsewhere.
    """
    from companion.cli.saved.recordings import replay_recordings

    replay_recordings(**typed)
