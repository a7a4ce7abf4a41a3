"""How long `companion` takes to start: its help and that of every subcommand, beside a Python that does nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

import click
import msgspec

from companion.bench.startup import Command, Start, StartupReport, measure_startup, started_ns
from companion.cli.group import cli
from companion.runtime.terminal import echo_json, echo_lines, progress

MOST: Final = 15.0
"""How many times as long as `python -c pass` the list of the subcommands may take."""
MOST_OF_ONE: Final = 30.0
"""The same of a subcommand's own help."""
WIDTH: Final = 36
"""Of the column with the commands."""


def time_startup(times: int, as_json: bool) -> None:
    """Print how long the commands take to start; exit status 1 where one takes too long. Raises `NotStarted`."""
    commands = commands_to_start()
    length = len(commands) * (times + 1)
    with progress(length, "Starting commands") as bar:
        report = measure_startup(commands, times, started_ns, progress=lambda: bar.update(1))
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(report), indent=2))
    else:
        echo_lines(startup_text(report))
    if report.too_slow:
        sys.exit(1)


def commands_to_start() -> list[Command]:
    """A Python that does nothing, and then every help that `companion` has."""
    helps = [
        Command(
            " ".join(("companion", *words, "--help")),
            (sys.executable, "-m", "companion", *words, "--help"),
            MOST_OF_ONE if words else MOST,
        )
        for words in _words(cli, ())
    ]
    return [Command("python -c pass", (sys.executable, "-c", "pass"), 1.0), *helps]


def _words(command: click.Command, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What is typed to come to a command, and to each below it."""
    yield words
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None  # it is listed
            yield from _words(below, (*words, name))


def startup_text(report: StartupReport) -> str:
    """The report as people read it: times in milliseconds, and as multiples of the first command's."""
    often = "once" if report.times == 1 else f"{report.times} times"
    lines = [f"each command started {often}, in turn; {report.machine}; time on the wall", "", _HEAD]
    lines += map(_row, report.starts)
    slow = f"Too slow: {', '.join(report.too_slow)}." if report.too_slow else "None is too slow."
    return "\n".join([*lines, "", f"× is the median to that of the first line. {slow}"])


_HEAD = f"  {'':{WIDTH}}{'median':>9}{'95 %':>9}  ms{'×':>8}{'at most':>10}"


def _row(start: Start) -> str:
    times = "".join(f" {each / 1000:>8.1f}" for each in (start.figures.median, start.figures.p95))
    return f"  {start.name:{WIDTH}}{times}    {start.ratio:>8.2f} {start.bound:>9.0f}"
