"""The light of a game on one picture: `companion lights`."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.group import cli
from companion.cli.samples import SAMPLES
from companion.cli.sheet import draw_sheet, write_png
from companion.cli.showcase import rows_of
from companion.games.registry import GAMES


@cli.command()
@click.argument("game", type=click.Choice(sorted({*GAMES, *SAMPLES})))
@click.option(
    "--sheet",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Picture to write (.png): what the strip shows in each phase, and the words for it.",
)
@click.option("--pixels", type=click.IntRange(8, 230), default=60, show_default=True, help="Pixels of the strip.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first virtual game.")
def lights(game: str, sheet: Path, pixels: int, seed: int) -> None:
    """Draw everything that the strip says in GAME, on a strip round the mat."""
    rows = SAMPLES[game]() if game in SAMPLES else rows_of(GAMES[game], seed)
    write_png(sheet, draw_sheet(rows, pixels))
    click.echo(f"{len(rows)} lights are drawn in {sheet}.")
