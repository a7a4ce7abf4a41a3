"""How `companion bench engine` is typed."""

from __future__ import annotations

from typing import Any

from companion.cli.commands.bench import bench
from companion.cli.options import with_tables


@bench.command()
@with_tables(10, "each sort of")
def engine(**typed: Any) -> None:
    """Time every act of whole games by bots: in each mode, with virtual and with own cards.

    Timed is what the rules take to list the legal acts and to apply one. A move of python-chess is timed after each
    act, so that both meet the machine in the same state. GAME is the first that `companion games` lists where it is
    left out.
    """
    from companion.cli.bench.engine import time_engine

    time_engine(**typed)
