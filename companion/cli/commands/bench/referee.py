"""How `companion bench referee` is typed."""

from __future__ import annotations

from typing import Any

from companion.cli.commands.bench import bench
from companion.cli.options import GAME_BY_SIGHT_OR_FIRST, with_tables


@bench.command()
@with_tables(3, "own", GAME_BY_SIGHT_OR_FIRST)
def referee(**typed: Any) -> None:
    """Time how long it takes to understand a table: after one to four acts, and one that is wrong.

    GAME is one whose acts are seen on the mat; left out, it is the first of them. The tables are those of whole games
    by bots, seen without a fault, spread over the games. Beside them stand the acts of the same games, as the rules
    alone take them.
    """
    from companion.cli.bench.referee import time_referee

    time_referee(**typed)
