"""How long commands take to start, each beside a Python that does nothing.

All of them are started once in each round, one after another, so that they meet the machine in the same state.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from companion.bench.figures import Figures, figures, machine
from companion.errors import CompanionError

UNSET: Final = ("GLIBC_TUNABLES", "PYTHONDONTWRITEBYTECODE")
"""Left out of the environment: this process was restarted with the first already (`companion.runtime.malloc`), and with
the second each start would compile what people find compiled."""


class Command(msgspec.Struct, frozen=True):
    """One that is started."""

    name: str
    words: tuple[str, ...]
    """The program and what it is told."""
    bound: float
    """How many times as long as the first command it may take."""


class Start(msgspec.Struct, frozen=True):
    """What one command took from its start to its end, on the wall."""

    name: str
    figures: Figures
    ratio: float
    """Its median to that of the first command."""
    bound: float
    """What the ratio may be."""


class StartupReport(msgspec.Struct, frozen=True):
    """What one run measured, and on which machine."""

    machine: str
    times: int
    """How often each command was started."""
    starts: tuple[Start, ...]

    @property
    def too_slow(self) -> tuple[str, ...]:
        """The commands that took longer than they may."""
        return tuple(each.name for each in self.starts if each.ratio > each.bound)


class NotStarted(CompanionError):
    """A command that ended otherwise than well, so that its time says nothing."""


def measure_startup(
    commands: Sequence[Command],
    times: int,
    start: Callable[[Command], int],
    progress: Callable[[], None] = lambda: None,
) -> StartupReport:
    """The report on these commands, the first of which is what the others are held against. Raises `NotStarted`.

    `start` runs one and gives the nanoseconds, as `started_ns` does; `progress` is called after each. A first round is
    not counted: it finds nothing in the memory, and writes bytecode to the disk.
    """
    rounds = [[_timed(each, start, progress) for each in commands] for _ in range(times + 1)]
    told = [figures(took_ns) for took_ns in zip(*rounds[1:], strict=True)]
    starts = [
        Start(each.name, took, round(took.median / told[0].median, 2), each.bound)
        for each, took in zip(commands, told, strict=True)
    ]
    return StartupReport(machine(), times, tuple(starts))


def _timed(command: Command, start: Callable[[Command], int], progress: Callable[[], None]) -> int:
    took_ns = start(command)
    progress()
    return took_ns


def started_ns(command: Command) -> int:
    """The nanoseconds that a command took, in a process of its own. Raises `NotStarted`."""
    environment = {name: value for name, value in os.environ.items() if name not in UNSET}
    started = time.perf_counter_ns()
    ended = subprocess.run(
        command.words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=environment
    )
    took_ns = time.perf_counter_ns() - started
    if ended.returncode:
        last = (ended.stderr.strip().splitlines() or ["It said nothing."])[-1]
        raise NotStarted(f"{command.name} ended with status {ended.returncode}, so it was not timed. {last}")
    return took_ns
