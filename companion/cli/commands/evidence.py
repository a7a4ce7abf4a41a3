"""How `companion evidence` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.group import DATA, cli


@cli.command()
@click.argument("game_id", metavar="ID")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write, over an earlier one of this command alone. Default: print it.",
)
@click.option("--photos", "with_photos", is_flag=True, help="Put the photographs in, as base64: 10 to 40 kB each.")
@DATA
def evidence(**typed: Any) -> None:
    """Print what each act of the saved game ID was learned from, as JSON.

    One object an act, in words that anyone at the table may read: its row, when and by whom it was told, the sentence,
    whether it stands, and the evidence: sensor, zones, frame, confidence, count, and the hash of its photograph.
    """
    from companion.cli.saved.evidence import print_evidence

    print_evidence(**typed)
