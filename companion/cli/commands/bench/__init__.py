"""`companion bench` without its subcommands."""

from __future__ import annotations

from typing import Final

from companion.cli.group import OnDemandGroup, cli

COMMANDS: Final = {
    "attack": "bench.attack",
    "dice": "bench.dice",
    "engine": "bench.engine",
    "latency": "bench.latency",
    "line": "bench.line",
    "referee": "bench.referee",
    "startup": "bench.startup",
    "vision": "bench.vision",
}
"""Which module of `companion.cli.commands` has which subcommand."""


@cli.group(cls=OnDemandGroup, modules=COMMANDS)
def bench() -> None:
    """Measure how long things take on this machine."""
