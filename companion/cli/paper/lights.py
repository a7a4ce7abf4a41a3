"""The light of a game on one picture: `companion lights`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import cast

from companion.cli.paper.sheet import SHEET_CURE, draw_sheet, write_png
from companion.cli.paper.showcase import Row, rows_of
from companion.cli.written import check_place, is_marked
from companion.games.parts import LightSample
from companion.games.registry import GAMES, PRINTED
from companion.printing.kits import KITS
from companion.runtime.terminal import echo


def draw_lights(game: str, sheet: Path, pixels: int, seed: int) -> None:
    """Write the picture. Raises `NotOurs` and `NotWritten`."""
    check_place(sheet, is_marked, SHEET_CURE)
    rows = rows_for(game, seed)
    write_png(sheet, draw_sheet(rows, pixels))
    echo(f"{len(rows)} lights are drawn in {sheet}.")


def rows_for(game: str, seed: int) -> tuple[Row, ...]:
    """Everything that the strip says in a game: its own samples, else what it says in games of bots."""
    if game in GAMES:
        samples = GAMES[game].light.samples()
    else:
        samples = cast("tuple[LightSample, ...]", import_module(f"{PRINTED[game]}.samples").samples())
    if not samples:
        return rows_of(GAMES[game], seed)
    return tuple(Row(str(each.title), each.scene, KITS[game].mat(each.mat), each.names) for each in samples)
