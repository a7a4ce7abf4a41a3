"""How `companion lights` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.group import cli
from companion.cli.names import WITH_LIGHTS, FileToWrite


@cli.command()
@click.argument("game", type=WITH_LIGHTS)
@click.option(
    "--sheet",
    required=True,
    type=FileToWrite(".png", "--sheet lights.png"),
    help="Picture to write (.png): what the strip shows in each phase, and the words for it.",
)
@click.option("--pixels", type=click.IntRange(8, 230), default=60, show_default=True, help="Pixels of the strip.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first virtual game.")
def lights(**typed: Any) -> None:
    """Draw everything that the strip says in GAME, on a strip round the mat."""
    from companion.cli.paper.lights import draw_lights

    draw_lights(**typed)
