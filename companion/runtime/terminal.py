"""What reaches a terminal or a log: every line fit to be shown, whoever wrote what stands in it.

A path, a name, a board's sentence or a journal's may hold codes that move the cursor, colour what follows, turn its
direction, or begin a line that looks like one of ours. Nobody writes to a terminal but through this module.
"""

from __future__ import annotations

import io
import json
import logging
import os
import re
import shutil
import stat
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeVar

import click

from companion.errors import untold
from companion.runtime.text import spelled

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

T = TypeVar("T")

_OUR_STYLE: Final = re.compile(r"(\x1b\[[0-9;]*m)")
_LOG_LINE: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def one_line(text: object) -> str:
    """The text as one line for a terminal; line breaks and all else that it would obey or not show are spelled out."""
    return spelled(str(text))


def echo(*lines: object, err: bool = False) -> None:
    """Write each of these as a line of its own, one empty line where there is none; `err`: to standard error."""
    for line in lines or ("",):
        click.echo(one_line(line), err=err)


def echo_lines(text: str) -> None:
    """Write a report of ours, whose line breaks are its own."""
    echo(*text.split("\n"))


def echo_json(encoded: bytes | str) -> None:
    """Write JSON; in its strings, what a terminal would obey becomes an escape of JSON's own."""
    text = encoded if isinstance(encoded, str) else encoded.decode("utf-8")
    # A line break of JSON lies between its strings, never in one.
    kept = (char if char == "\n" or spelled(char) == char else json.dumps(char)[1:-1] for char in text.rstrip("\n"))
    click.echo(text.rstrip("\n") if text.isprintable() else "".join(kept))


def echo_styled(*rows: str) -> None:
    """Write rows that `click.style` has coloured; every other code is spelled out."""
    for row in rows:
        click.echo(_styled(row))


def _styled(row: str) -> str:
    return "".join(part if _OUR_STYLE.fullmatch(part) else one_line(part) for part in _OUR_STYLE.split(row))


def confirm(question: str, default: bool = True) -> None:
    """Ask; Enter alone means `default`. Raises `click.Abort` for a no."""
    click.confirm(one_line(question), default=default, abort=True)


def progress(length: int, label: str, show_pos: bool = False) -> ProgressBar[int]:
    """A bar on standard error for so much work."""
    return click.progressbar(length=length, label=one_line(label), file=sys.stderr, show_pos=show_pos)


def progress_of(items: Sequence[T], label: str) -> ProgressBar[T]:
    """A bar on standard error that gives these, one after another."""
    return click.progressbar(items, label=one_line(label), file=sys.stderr)


@contextmanager
def screen() -> Iterator[None]:
    """A screen of its own without a cursor; the terminal is as before afterwards."""
    click.echo("\x1b[?1049h\x1b[?25l", nl=False)
    try:
        yield
    finally:
        click.echo("\x1b[?25h\x1b[?1049l", nl=False)


def redraw(rows: Sequence[str]) -> None:
    """Draw coloured rows over what stands on the screen, in one piece, so that nothing flickers."""
    shown = rows[: shutil.get_terminal_size().lines]
    click.echo("\x1b[H" + "\n".join(f"{_styled(row)}\x1b[K" for row in shown) + "\x1b[J", nl=False)


@contextmanager
def usage_errors_fit() -> Iterator[None]:
    """What is typed wrong is quoted by click: its errors come out of here as one line."""
    try:
        yield
    except click.ClickException as error:
        error.message = one_line(error.message)  # type: ignore[misc]  # click calls it final, and writes it out as it is
        raise


class LogLines(logging.Formatter):
    """One line a record; what belongs to it follows indented, so that no text begins a line that looks like one."""

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        lines = [self.formatMessage(record)]
        for more in (record.exc_info and self.formatException(record.exc_info), record.stack_info):
            lines += more.split("\n") if more else []
        return "\n    ".join(map(one_line, lines))


def guard_output() -> None:
    """Whatever is written from now on, an encoding that has no sign for it ends nothing: it is spelled out.

    What is logged before or without `show_log`, and what ends a thread, is written by `LogLines` too.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None where it was closed; another one in a notebook
            stream.reconfigure(errors="backslashreplace")
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(LogLines())
    if threading.excepthook is threading.__excepthook__:  # nobody listens yet
        threading.excepthook = _log_thread


def show_log() -> None:
    """Write the log to standard error, unless somebody listens to it already."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LogLines(_LOG_LINE))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def _log_thread(args: threading.ExceptHookArgs) -> None:
    if isinstance(args.exc_value, Exception):
        name = args.thread.name if args.thread else "?"
        log = logging.getLogger("companion")
        log.error("the thread “%s” ended: %s", name, type(args.exc_value).__name__, exc_info=untold(args.exc_value))


def let_go_of_gone_terminals() -> None:
    """What is written to a terminal that was closed goes nowhere from now on, instead of ending whoever writes."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, replaced, or without a number
            number = stream.fileno()
            # A device that is no terminal: one that has hung up, or /dev/null, to which this does nothing.
            if stat.S_ISCHR(os.fstat(number).st_mode) and not os.isatty(number):
                _to_nowhere(number)


def say_if_heard(say: Callable[[], object]) -> None:
    """Say a last word. Where the reader ended by the same Ctrl-C, it goes nowhere, and so does all after it."""
    try:
        say()
    except OSError:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                _to_nowhere(stream.fileno())


def _to_nowhere(number: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
