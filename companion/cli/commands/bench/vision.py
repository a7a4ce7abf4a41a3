"""How `companion bench vision` is typed."""

from __future__ import annotations

from typing import Any

import click

from companion.cli.commands.bench import bench
from companion.cli.options import GAME_OR_FIRST


class Size(click.ParamType):  # type: ignore[type-arg]  # generic in some versions only
    """Width and height, as 1536x1024."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Both in px, each from 320 to 4608."""
        if isinstance(value, tuple):
            return value
        parts = str(value).lower().split("x")
        if len(parts) != 2 or not all(each.isdecimal() and 320 <= int(each) <= 4608 for each in parts):
            self.fail(f"{value!r} is no size. Write width and height from 320 to 4608, as 1536x1024.", param, ctx)
        return int(parts[0]), int(parts[1])


def _usual_size() -> tuple[int, int]:
    from companion.cli.table.eyes import SHOT

    return SHOT.width_px, SHOT.height_px


@bench.command()
@GAME_OR_FIRST
@click.option("--frames", type=click.IntRange(1), default=60, show_default=True, help="Pictures in each stretch.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same pictures.")
@click.option("--size", type=Size(), default=_usual_size, help="Of the pictures; else 1536x1024.")
@click.option(
    "--quota",
    type=click.IntRange(1, 100),
    metavar="PERCENT",
    help="Measure also by the wall's clock in a process that gets so much of each tenth of a second.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects instead of tables.")
@click.option("--wall", is_flag=True, hidden=True)
def vision(**typed: Any) -> None:
    """Time how long it takes to see what lies on a table of GAME.

    GAME is the first that `companion games` lists where it is left out. Read are pictures of the virtual camera: of a
    table on which nothing moves, and of one on which hands move pieces, a tenth of a second apart. Beside our looks
    stand the bare detection by OpenCV, with our settings and its own, and AprilTag's, where pupil-apriltags is
    installed. With --quota 25 this machine imitates a slow one, such as a Raspberry Pi 4: it works a quarter of the
    time, which is no measurement on a Pi.
    """
    from companion.cli.bench.vision import time_vision

    time_vision(**typed)
