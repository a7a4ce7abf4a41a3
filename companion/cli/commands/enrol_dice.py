"""How `companion enrol-dice` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.group import DATA, cli
from companion.cli.options import MODEL
from vision.dice.records import DIE_MM


@cli.command("enrol-dice")
@click.argument("images", metavar="IMAGE|FOLDER...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--colour", metavar="NAME", help="What the dice shown are to be called, such as red.")
@click.option(
    "--logo", type=click.IntRange(1, 6), metavar="VALUE", help="One die shows a logo that stands for VALUE, 1 to 6."
)
@click.option("--clear", "is_clear", is_flag=True, help="The ground shows through these dice.")
@click.option("--camera", help="Look through this camera instead of IMAGE: auto, picamera2, a number or a device file.")
@click.option("--die-mm", type=click.FloatRange(1, 100), default=DIE_MM, show_default=True, help="Edge of the dice.")
@click.option(
    "--px-per-mm",
    type=click.FloatRange(0, 1000, min_open=True),
    help="Scale of the pictures at the dice's top faces. Default: it is searched.",
)
@click.option("--list", "lists", is_flag=True, help="List the dice that are enrolled.")
@click.option("--forget", metavar="NAME", help="Forget the dice of this name and their logos.")
@click.option(
    "--clear-dice",
    type=click.Choice(["yes", "no", "game"]),
    help="Whether there are clear dice in your box; game: where its own box has some. It stays so for all evenings.",
)
@MODEL
@DATA
def enrol_dice(**typed: Any) -> None:
    """Show the companion your dice: each colour once, and each face that has a logo in place of pips.

    All dice in the pictures are of one colour. Lay them apart on the tray, in the light that you play in. With --logo
    one of them has the logo on top, the others pips, or it lies there alone.

    What is kept stands in owner/dice.toml of the data folder; to show a colour again replaces it and keeps its logos.

    Clear dice are asked about oftener than others. A box without any is asked about less: say --clear-dice no, once.
    """
    from companion.cli.seeing.enrol_dice import enrol_shown_dice

    enrol_shown_dice(**typed)
