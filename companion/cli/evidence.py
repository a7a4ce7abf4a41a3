"""What the acts of a saved game were learned from: `companion evidence`."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.group import DATA, cli
from companion.errors import CompanionError
from companion.exporting import evidence_json
from companion.games.registry import GAMES
from companion.home import Home
from companion.journal import read_journal
from companion.photos import PhotoFolder
from companion.timeline import replay


@cli.command()
@click.argument("game_id", metavar="ID")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; one that is there is replaced. Default: print it.",
)
@click.option("--photos", "with_photos", is_flag=True, help="Put the photographs in, as base64: 10 to 40 kB each.")
@DATA
def evidence(game_id: str, out: Path | None, with_photos: bool, folder: Path) -> None:
    """Print what each act of the saved game ID was learned from, as JSON.

    One object an act, in words that anyone at the table may read: its row, when and by whom it was told, the sentence,
    whether it stands, and the evidence: sensor, zones, frame, confidence, count, and the hash of its photograph.
    """
    path = Home(folder).journal(game_id)
    timeline = replay(GAMES, read_journal(path))
    told = evidence_json(timeline.accounts(None, timeline.line_count()), PhotoFolder(path), with_photos)
    if out is None:
        click.echo(told, nl=False)
        return
    try:
        out.write_bytes(told)
    except OSError as error:
        raise CompanionError(f"Cannot write {out}: {error.strerror}. Choose another file with --out.") from error
    click.echo(f"{out} is written.")
