"""`companion flash`: the board's firmware, copied from here and seen to run."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli.group import cli
from hardware.boardwords import fitted_words
from hardware.flashing import Firmware, Flash, read_firmware


@cli.command()
@click.option("--port", default="", metavar="PORT", help="Port of the board. Default: the one board on USB.")
@click.option(
    "--settings",
    type=click.Path(dir_okay=False, path_type=Path),
    help="What hangs on the board's pins (docs/wiring.md). Default: what the board has, else the usual pins.",
)
@click.option("--yes", is_flag=True, help="Do not ask first.")
def flash(port: str, settings: Path | None, yes: bool) -> None:
    """Copy the firmware onto the board, restart it, and check that it runs.

    The board has MicroPython 1.24 or newer. Its settings and what its scale has learned are kept.
    """
    firmware = read_firmware(settings)
    board = Flash(port)
    click.echo(f"The board on {board.place.port} runs {_running(board)}.")
    if not yes:
        click.confirm(f"Copy firmware {firmware.version} onto it?", default=True, abort=True)
    count = _copy(board, firmware)
    click.echo(f"{count} files copied and checked." if count else "The board had all files already.")
    hello = board.check(firmware)
    click.echo(f"The board runs firmware {hello.firmware}. {fitted_words(hello.fitted)}")
    if hello.fault:
        click.echo(f"Its settings need a look: {hello.fault}", err=True)


def _running(board: Flash) -> str:
    return f"firmware {board.running.firmware}" if board.running else "no firmware of ours yet"


def _copy(board: Flash, firmware: Firmware) -> int:
    with click.progressbar(length=100, label="Copying", file=sys.stderr) as bar:
        return board.copy(firmware, lambda done, total: bar.update(done * 100 // max(1, total) - bar.pos))
