"""How `companion flash` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.group import cli


@cli.command()
@click.option("--port", default="", metavar="PORT", help="Port of the board. Default: the one board on USB.")
@click.option(
    "--settings",
    type=click.Path(dir_okay=False, path_type=Path),
    help="What hangs on the board's pins (docs/wiring.md). Default: what the board has, else the usual pins.",
)
@click.option("--yes", is_flag=True, help="Do not ask first.")
def flash(**typed: Any) -> None:
    """Copy the firmware onto the board, restart it, and check that it runs.

    The board has MicroPython 1.24 or newer. Its settings and what its scale has learned are kept.
    """
    from companion.cli.board.flash import flash_board

    flash_board(**typed)
