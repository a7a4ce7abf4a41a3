"""The light of a game on one picture: `companion lights`."""

from __future__ import annotations

from pathlib import Path

from companion.cli.samples import SAMPLES
from companion.cli.sheet import draw_sheet, write_png
from companion.cli.showcase import rows_of
from companion.games.registry import GAMES
from companion.terminal import echo


def draw_lights(game: str, sheet: Path, pixels: int, seed: int) -> None:
    """Write the picture. Raises `SheetNotWritten`."""
    rows = SAMPLES[game]() if game in SAMPLES else rows_of(GAMES[game], seed)
    write_png(sheet, draw_sheet(rows, pixels))
    echo(f"{len(rows)} lights are drawn in {sheet}.")
