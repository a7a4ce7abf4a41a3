"""How `companion calibrate` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.group import DATA, cli
from vision.cameras.names import CHOICES


@cli.command()
@DATA
@click.option("--camera", default="auto", show_default=True, help=f"The camera: {CHOICES}.")
@click.option(
    "--name", help="Whose lens it is, where --camera names pictures of it. Default: the name of the pictures."
)
def calibrate(**typed: Any) -> None:
    """Find out how a camera's lens bends its picture, with the printed board.

    Needed where the camera's state says that the lens bends, or straight edges look bent. What is found is kept in the
    data folder and used for this camera at this size of picture.
    """
    from companion.cli.seeing.calibrate import calibrate_camera

    calibrate_camera(**typed)
