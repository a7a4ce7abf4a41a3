"""How `companion play` is typed."""

from __future__ import annotations

from typing import Any

from companion.cli.game_options import GameCommand
from companion.cli.group import cli
from companion.cli.options import with_play_options


@cli.command(cls=GameCommand)
@with_play_options
def play(**typed: Any) -> None:
    """Open a table of GAME and serve its pages until Ctrl-C."""
    from companion.cli.table.play import run
    from companion.cli.table.wanted import Wanted

    run(Wanted(**typed))
