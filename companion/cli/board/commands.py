"""`companion board`: what the board feels, live, and what it can be told to do."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from companion.cli.board.cable import Cable
from companion.cli.board.log import format_row
from companion.cli.board.strip import darken, length_words, play
from companion.cli.board.view import PRESSES, Changes, Look, json_line, page, scale_words, start_words
from companion.cli.group import cli, keep_data_folder
from companion.errors import CompanionError
from companion.home import default_folder
from companion.settings import Settings, load_settings
from hardware.boardwords import fitted_words
from hardware.messages import State, What

REDRAW_S: Final = 0.2
SETTLE_MS: Final = 500
"""Of the board's time: by then its scale has samples that it took after it was told something."""
SETTLE_S: Final = 2.0
BACK_S: Final = 15.0
"""How long a board may be away while it restarts."""


class NotDone(CompanionError):
    """The board did not do what it was told; the text says why."""


class Place(msgspec.Struct):
    """Where the board and the settings are; a subcommand may say either as well as the group."""

    port: str = ""
    folder: Path = msgspec.field(default_factory=default_folder)

    def settings(self) -> Settings:
        """What companion.toml says. Raises `BadSettings`."""
        return load_settings(self.folder / "companion.toml")

    def cable(self) -> Cable:
        """A line to the board. Raises `BadSettings` and `BoardProcessError`."""
        return Cable(self.port or self.settings().board)


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
@cli.group(invoke_without_command=True)
@partial(with_place, variable="COMPANION_DATA")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each change.")
@click.option("--once", is_flag=True, help="Print how it is now, and end.")
@click.pass_context
def board(context: click.Context, as_json: bool, once: bool) -> None:
    """Show what the board feels, until Ctrl-C.

    Not while `companion play` uses the same board: its host page tells of it then.
    """
    if context.invoked_subcommand:
        if as_json or once:
            raise click.UsageError("--json and --once are for `companion board` alone.")
        return
    with context.ensure_object(Place).cable() as cable:
        if once:
            _show_once(cable, as_json)
            return
        with _until_ctrl_c():
            if sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not as_json:
                _show_page(cable)
            else:
                _show_changes(cable, as_json)


# Looking.


def _look(cable: Cable) -> Look:
    link = cable.link
    now = datetime.now(UTC).astimezone()
    return Look(now, cable.name, cable.health(), link.hello(), link.state(), cable.bad, cable.presses())


def _show_once(cable: Cable, as_json: bool) -> None:
    cable.reach()
    _settle(cable)
    look = _look(cable)
    click.echo(json_line(look) if as_json else "\n".join(page(look, _columns())))


def _show_changes(cable: Cable, as_json: bool) -> None:
    changes = Changes()
    while True:
        cable.turn()
        look = _look(cable)
        lines = changes.lines(look)
        for line in [json_line(look)] if as_json and lines else lines:
            click.echo(line)


def _show_page(cable: Cable) -> None:
    presses: deque[tuple[datetime, str]] = deque(maxlen=PRESSES)
    lines: list[str] = []
    with _screen():
        try:
            due_s = cable.clock()
            while True:
                cable.turn()
                if cable.clock() >= due_s:
                    due_s = cable.clock() + REDRAW_S
                    look = _look(cable)
                    presses.extendleft((look.at, button) for button in look.pressed)
                    lines = page(look, _columns(), presses)
                    _draw([*lines, "", click.style("Ctrl-C ends.", dim=True)])
        except KeyboardInterrupt:
            pass
    if lines:
        click.echo("\n".join(lines))


def _columns() -> int:
    return shutil.get_terminal_size().columns


def _draw(lines: list[str]) -> None:
    """In one piece, and over what stands there, so that nothing flickers."""
    rows = lines[: shutil.get_terminal_size().lines]
    click.echo("\x1b[H" + "\n".join(f"{row}\x1b[K" for row in rows) + "\x1b[J", nl=False)


@contextmanager
def _screen() -> Iterator[None]:
    """A screen of its own without a cursor; the terminal is as before afterwards."""
    click.echo("\x1b[?1049h\x1b[?25l", nl=False)
    try:
        yield
    finally:
        click.echo("\x1b[?25h\x1b[?1049l", nl=False)


@contextmanager
def _until_ctrl_c() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        click.echo(err=True)


# Telling.


@board.command()
@with_place
@click.pass_obj
def tare(place: Place) -> None:
    """Tell the scale that its bowl is empty now."""
    with place.cable() as cable:
        _tell(cable, "tare", None, "Taring; leave the bowl alone …", "The scale is not tared.")
        click.echo(f"The scale is tared. It says: {scale_words(_settle(cable).scale)}.".replace("..", "."))


@board.command()
@with_place
@click.argument("count", type=click.IntRange(1, 255))
@click.pass_obj
def calibrate(place: Place, count: int) -> None:
    """Tell the scale that COUNT equal pieces lie in its bowl now.

    Tare it empty first. The more pieces, the surer it counts afterwards.
    """
    with place.cable() as cable:
        _tell(cable, "calibrate", count, "Calibrating; leave the bowl alone …", "The scale is not calibrated.")
        click.echo(f"The scale is calibrated. It says: {scale_words(_settle(cable).scale)}.".replace("..", "."))


@board.command()
@with_place
@click.pass_obj
def restart(place: Place) -> None:
    """Restart the board and see it come back."""
    with place.cable() as cable:
        cable.reach()
        before = cable.link.hello()
        _tell(cable, "restart", None, "Restarting …", "The board does not restart.")
        until_s = cable.clock() + BACK_S
        while (hello := cable.link.hello()) is None or (before and hello.boot == before.boot):
            if cable.clock() >= until_s:
                raise NotDone(
                    f"The board on {cable.name} did not come back within {BACK_S:.0f} s. "
                    "Unplug it and plug it in again."
                )
            cable.turn()
        click.echo(f"The board is back: {start_words(hello.cause)}, firmware {hello.firmware}.")
        click.echo(fitted_words(hello.fitted))


def _tell(cable: Cable, what: What, count: int | None, word: str, failed: str) -> None:
    """Has the board do this. Raises `NoBoard`, and `NotDone` with the board's own words."""
    cable.reach()
    click.echo(word, err=True)
    answer = cable.do(what, count)
    if not answer.ok:
        raise NotDone(f"{failed} {answer.text}")


def _settle(cable: Cable) -> State:
    """A state with a count of samples of now, or with what the scale has instead after some time."""
    state = cable.reach()
    from_ms, until_s = state.up_ms + SETTLE_MS, cable.clock() + SETTLE_S
    while cable.clock() < until_s and state.scale is not None:
        if state.up_ms >= from_ms and (state.scale.fault or state.scale.count is not None):
            break
        cable.turn()
        state = cable.link.state() or state
    return state


@board.command("strip-test")
@with_place
@click.pass_obj
def strip_test(place: Place) -> None:
    """Light each pixel of the strip in turn.

    The first white, the last white, then all red, green, blue. As bright as [strip] in companion.toml allows.
    """
    settings = place.settings().strip
    with place.cable() as cable:
        cable.reach()
        hello = cable.link.hello()
        pixels = hello.fitted.strip if hello else 0
        if not pixels:
            raise NotDone(
                f"The board on {cable.name} has no strip. Where one hangs on it, name its pin and pixels in a settings "
                "file (docs/wiring.md) and type `companion flash --settings FILE`."
            )
        click.echo(length_words(pixels, settings))
        try:
            play(cable, pixels, settings)
        finally:
            darken(cable, pixels)
        click.echo("The strip is dark again. Missing or wrong colours: “Check each part” in docs/wiring.md.")


@board.command()
@with_place
@click.option("-n", "--lines", "most", type=click.IntRange(1), help="End after so many lines.")
@click.pass_obj
def log(place: Place, most: int | None) -> None:
    """Print each line that goes over the cable, until Ctrl-C."""
    with place.cable() as cable, _until_ctrl_c():
        left = float("inf") if most is None else most
        since = time.time() - cable.clock()
        try:
            cable.reach()
        finally:
            left = _print_rows(cable, since, left)
        while left > 0:
            cable.turn()
            left = _print_rows(cable, since, left)


def _print_rows(cable: Cable, since: float, left: float) -> float:
    """Prints the lines since the last call, so many at most; returns how many more there may be."""
    for line in cable.lines():
        if left > 0 and line.logged.text:
            click.echo(format_row(line, datetime.fromtimestamp(since + line.logged.at_s, UTC).astimezone()))
            left -= 1
    return left
