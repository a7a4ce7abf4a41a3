"""How `companion check` is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.group import cli


@cli.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--quiet", is_flag=True, help="Print only the cases that fail, and the summary.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a case and line, without the summary.")
@click.option("--strict", is_flag=True, help="Let cases of a kind that no game knows fail too.")
def check(**typed: Any) -> None:
    """Play rules cases and tell what came out otherwise than they expect.

    FILE is a case as TOML, a text with one-round objects a line, or a folder of such files. Exit status 1 where a case
    came out differently or cannot be played; the others are still played.
    """
    from companion.cli.checks.check import check_cases

    check_cases(**typed)
