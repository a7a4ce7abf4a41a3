"""How `companion print` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.group import DATA, cli
from companion.cli.names import KIT, PAPER, FileToWrite
from companion.cli.options import PLAYSET


@cli.command("print")
@click.argument("game", type=KIT)
@click.option("-o", "--output", type=FileToWrite(".pdf", "-o kit.pdf"), help="File to write (.pdf).")
@click.option("--paper", type=PAPER, default="a4", show_default=True, help="Size of the paper.")
@click.option("--mat", help="Which mat, by its name in --list, or none. Default: the game's usual one.")
@click.option(
    "--stickers",
    is_flag=True,
    help="Labels to stick on your own cards and pieces, instead of inserts.",
)
@click.option(
    "--marker-mm",
    type=click.FloatRange(10, 60),
    help="Side of a marker's black square on pieces and for bare ground. Default: what kit.toml says, 18.",
)
@click.option(
    "--only",
    metavar="PIECE",
    multiple=True,
    help="Only this piece, such as card:3#7, a marker's number or a name; once for each that was lost.",
)
@click.option("--list", "listed", is_flag=True, help="Show the pieces and mats that can be named, and print nothing.")
@PLAYSET
@DATA
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def print_kit(**typed: Any) -> None:
    """Print what GAME needs: markers for its pieces or the pieces themselves, the mat, a ruler, a calibration board."""
    from companion.cli.paper.print import write_kit

    write_kit(**typed)
