"""How `companion read-markers` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.group import cli


@cli.command("read-markers")
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture and line.")
def read_markers(**typed: Any) -> None:
    """Tell which AprilTag 36h11 markers are in pictures.

    IMAGE is a photograph (.jpg, .png and others), or a folder, whose pictures are read in the order of their names.
    What is found at which size and blur stands in docs/markers.md.

    With --json each line is {"image": NAME, "markers": [{"id": 3, "corners": [[x, y], ...]}]}: the corners of the black
    square in pixels, from the printed top left on clockwise, (0, 0) in the middle of the top left pixel; or {"image":
    NAME, "error": SENTENCE} for a picture that cannot be read.

    Exit status 1 where a picture cannot be read; the others are still read. A picture without markers is no error.
    """
    from companion.cli.seeing.read_markers import tell_markers

    tell_markers(**typed)
