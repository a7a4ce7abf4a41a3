"""`companion bench` without its subcommands."""

from __future__ import annotations

from typing import Final

from companion.cli.group import OnDemandGroup, cli

COMMANDS: Final = {
    "dice": "bench_dice",
    "engine": "bench_engine",
    "latency": "bench_latency",
    "line": "bench_line",
    "referee": "bench_referee",
    "vision": "bench_vision",
}
"""Which module of `companion.cli` has which subcommand."""

WIDTH: Final = 20
"""Of the column with the names, in tables of times."""


@cli.group(cls=OnDemandGroup, modules=COMMANDS)
def bench() -> None:
    """Measure how long things take on this machine."""


def counted_games(count: int) -> str:
    """How many games, in words of a table's heading."""
    return "1 game" if count == 1 else f"{count} games"
