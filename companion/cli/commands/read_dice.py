"""How `companion read-dice` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.group import DATA, cli
from companion.cli.options import MODEL
from vision.dice.records import DIE_MM


@cli.command("read-dice")
@click.argument("images", metavar="IMAGE|FOLDER|VIDEO...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--die-mm",
    type=click.FloatRange(1, 100),
    default=DIE_MM,
    show_default=True,
    help="Edge of the dice. It matters only together with --px-per-mm.",
)
@click.option(
    "--px-per-mm",
    type=click.FloatRange(0, 1000.0, min_open=True),
    help="Scale of the pictures at the dice's top faces. Default: it is searched, which takes longer and doubts more.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture, or roll, and line.")
@click.option(
    "--draw",
    "drawn",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the pictures with what was read written over the dice; it is made where it is not there.",
)
@click.option(
    "--colours",
    "colour_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="TOML with the colours of your dice, as vision/dice/colours.toml. Default: your enrolled dice, and "
    "the colours there.",
)
@click.option(
    "--clear/--no-clear",
    "has_clear",
    default=None,
    help="Whether a die may be clear: without, none is asked about because it might be. Default: what you said with "
    "enrol-dice --clear-dice, else --clear.",
)
@MODEL
@DATA
def read_dice(**typed: Any) -> None:
    """Tell what dice show in pictures, and where it cannot be told.

    IMAGE is a photograph (.jpg, .png and others), FOLDER one with photographs and films, which are read in the order
    of their names, VIDEO a film (.mp4, .avi and others) of a camera that stands still: it gives a line a roll, once
    all dice have lain still for 0.4 s.

    A die whose value is not certain is no value: it is told as doubtful, cocked (it leans), hidden, moving, small or
    outside (at the picture's edge). A picture is "read" where every die in it is; one without dice only where nothing
    in it comes near one.

    With --json each line is {"image": NAME, "verdict": "read" | "doubtful" | "failed", "dice": [{"value": 1 to 6 or
    null, "colour": NAME, "box": [x0, y0, x1, y1], "confidence": 0 to 1, "state": "read" | "doubtful" | ...}]}: boxes
    are those of the top faces in pixels, (0, 0) in the middle of the top left pixel. A film's lines have "at_s" too,
    the film's time in seconds.

    Exit status 0 where everything is read, 3 where something is doubtful, 1 where a picture failed or cannot be
    opened; the others are still read.
    """
    from companion.cli.seeing.read_dice import tell_dice

    tell_dice(**typed)
