"""The board watched: how it is now, each change, a page that is drawn anew, or each line of the cable."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

import click

from companion.cli.board.cable import Cable
from companion.cli.board.log import format_row
from companion.cli.board.place import Place
from companion.cli.board.view import PRESSES, Changes, Look, json_line, page
from companion.runtime.terminal import echo, echo_json, echo_styled, redraw, screen

REDRAW_S: Final = 0.2


def show(place: Place, as_json: bool, once: bool) -> None:
    """Print how the board is: once, or until Ctrl-C. Raises `BoardProcessError`, and `NoBoard` for once."""
    with place.cable() as cable:
        if once:
            _show_once(cable, as_json)
            return
        with _until_ctrl_c():
            if sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not as_json:
                _show_page(cable)
            else:
                _show_changes(cable, as_json)


def _look(cable: Cable) -> Look:
    link = cable.link
    now = datetime.now(UTC).astimezone()
    return Look(now, cable.name, cable.health(), link.hello(), link.state(), cable.bad, cable.presses())


def _show_once(cable: Cable, as_json: bool) -> None:
    cable.reach()
    cable.settle()
    look = _look(cable)
    if as_json:
        echo_json(json_line(look))
    else:
        echo_styled(*page(look, _columns()))


def _show_changes(cable: Cable, as_json: bool) -> None:
    changes = Changes()
    while True:
        cable.turn()
        look = _look(cable)
        lines = changes.lines(look)
        if as_json and lines:
            echo_json(json_line(look))
        elif lines:
            echo(*lines)


def _show_page(cable: Cable) -> None:
    presses: deque[tuple[datetime, str]] = deque(maxlen=PRESSES)
    lines: list[str] = []
    with screen():
        try:
            due_s = cable.clock()
            while True:
                cable.turn()
                if cable.clock() >= due_s:
                    due_s = cable.clock() + REDRAW_S
                    look = _look(cable)
                    presses.extendleft((look.at, button) for button in look.pressed)
                    lines = page(look, _columns(), presses)
                    redraw([*lines, "", click.style("Ctrl-C ends.", dim=True)])
        except KeyboardInterrupt:
            pass
    if lines:
        echo_styled(*lines)


def _columns() -> int:
    return shutil.get_terminal_size().columns


def print_log(place: Place, most: int | None) -> None:
    """Print each line that goes over the cable: so many, or until Ctrl-C. Raises `NoBoard`."""
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
            echo_styled(format_row(line, datetime.fromtimestamp(since + line.logged.at_s, UTC).astimezone()))
            left -= 1
    return left


@contextmanager
def _until_ctrl_c() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        echo(err=True)
