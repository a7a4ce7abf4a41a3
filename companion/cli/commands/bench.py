"""`companion bench` without its subcommands."""

from __future__ import annotations

from typing import Final

from companion.cli.group import OnDemandGroup, cli

COMMANDS: Final = {
    "attack": "bench_attack",
    "dice": "bench_dice",
    "engine": "bench_engine",
    "latency": "bench_latency",
    "line": "bench_line",
    "referee": "bench_referee",
    "startup": "bench_startup",
    "vision": "bench_vision",
}
"""Which module of `companion.cli.commands` has which subcommand."""


@cli.group(cls=OnDemandGroup, modules=COMMANDS)
def bench() -> None:
    """Measure how long things take on this machine."""
