"""How `companion board` is typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from companion.cli.board.place import Place
from companion.cli.group import SummaryGroup, cli, keep_data_folder


def _keep(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value is not None:
        if option.name == "folder":
            keep_data_folder(context, option, value)
        setattr(context.ensure_object(Place), str(option.name), value)


def with_place(command: Callable[..., None], variable: str | None = None) -> Callable[..., None]:
    """The command with the options that say where the board and the settings are."""
    port = click.option(
        "--port",
        metavar="PORT",
        expose_value=False,
        callback=_keep,
        help="Port of the board, or virtual. Default: settings, else the one on USB.",
    )
    folder = click.option(
        "--data",
        "folder",
        type=click.Path(file_okay=False, path_type=Path),
        envvar=variable,
        expose_value=False,
        callback=_keep,
        help="Folder of companion.toml. Default: your user data folder.",
    )
    return port(folder(command))


# Only the group looks at the environment: what is typed before a subcommand comes before it.
@cli.group(cls=SummaryGroup, invoke_without_command=True)
@partial(with_place, variable="COMPANION_DATA")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each change.")
@click.option("--once", is_flag=True, help="Print how it is now, and end.")
@click.pass_context
def board(context: click.Context, as_json: bool, once: bool) -> None:
    """Show what the board feels, until Ctrl-C.

    Not while `companion play` uses the same board: its host page tells of it then.
    """
    place = context.ensure_object(Place)
    if context.invoked_subcommand:
        if as_json or once:
            raise click.UsageError("--json and --once are for `companion board` alone.")
        return
    from companion.cli.board.watch import show

    show(place, as_json, once)


@board.command()
@with_place
@click.pass_obj
def tare(place: Place) -> None:
    """Tell the scale that its bowl is empty now."""
    from companion.cli.board.orders import tare_scale

    tare_scale(place)


@board.command()
@with_place
@click.argument("count", type=click.IntRange(1, 255))
@click.pass_obj
def calibrate(place: Place, count: int) -> None:
    """Tell the scale that COUNT equal pieces lie in its bowl now.

    Tare it empty first. The more pieces, the surer it counts afterwards.
    """
    from companion.cli.board.orders import calibrate_scale

    calibrate_scale(place, count)


@board.command()
@with_place
@click.pass_obj
def restart(place: Place) -> None:
    """Restart the board and see it come back."""
    from companion.cli.board.orders import restart_board

    restart_board(place)


@board.command("strip-test")
@with_place
@click.pass_obj
def strip_test(place: Place) -> None:
    """Light each pixel of the strip in turn.

    The first white, the last white, then all red, green, blue. As bright as [strip] in companion.toml allows.
    """
    from companion.cli.board.orders import light_strip

    light_strip(place)


@board.command()
@with_place
@click.option("-n", "--lines", "most", type=click.IntRange(1), help="End after so many lines.")
@click.pass_obj
def log(place: Place, most: int | None) -> None:
    """Print each line that goes over the cable, until Ctrl-C."""
    from companion.cli.board.watch import print_log

    print_log(place, most)
