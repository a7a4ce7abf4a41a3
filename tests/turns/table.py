"""The table of slow suites, read from `table.toml`: their turns, and what they follow from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final
from zlib import crc32

ROOT: Final = Path(__file__).parents[2]
TABLE: Final = Path(__file__).with_name("table.toml")
TURNS: Final = 5
"""Days in which every slow suite comes by."""
DEALT: Final = 0
"""In the place of a module's turn: each of its slow tests has a turn of its own."""


@dataclass(frozen=True)
class Step:
    """A step of `.ci/run`; without a turn it is due every time."""

    name: str
    does: str
    turn: int | None
    follows: Sequence[str]


@dataclass(frozen=True)
class Table:
    """What `table.toml` says; `follows` has paths of tests with paths of code, `turns` test modules with their turn."""

    follows: Mapping[str, Sequence[str]]
    turns: Mapping[str, int]
    steps: Mapping[str, Step]

    def turn_of(self, module: str) -> int:
        """The turn of a test module, 1 to `TURNS` or `DEALT`: by hand, or by the sum of its path."""
        return self.turns.get(module, sum_turn(module))


def sum_turn(name: str) -> int:
    """A turn by the sum of a name, 1 to `TURNS`, so that a new one moves no other."""
    return crc32(name.encode()) % TURNS + 1


def load_table(path: Path = TABLE) -> Table:
    """The table in this file. Raises `ValueError` or `TypeError` for what is no such table."""
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    steps = {
        name: Step(name, step.pop("does"), step.pop("turn", None), tuple(step.pop("follows", ())))
        for name, step in raw.pop("steps").items()
    }
    table = Table(steps=steps, **raw)
    dealt = {name: turn for name, turn in table.turns.items() if turn != DEALT}
    for name, turn in {**dealt, **{step.name: step.turn for step in steps.values()}}.items():
        if turn is not None and turn not in range(1, TURNS + 1):
            raise ValueError(f"{path}: {name} has turn {turn}. Give it one of 1 to {TURNS}.")
    return table


def parse_day(typed: str) -> date:
    """A day typed as 2026-11-26, or as `today`, which is the day in UTC. Raises `ValueError`."""
    return datetime.now(UTC).date() if typed == "today" else date.fromisoformat(typed)


def turn_on(day: date) -> int:
    """The turn that this day has, 1 to `TURNS`; five days that follow each other have them all."""
    return day.toordinal() % TURNS + 1


def next_day(turn: int, day: date) -> date:
    """The first day after `day` that has this turn; of what is dealt out each day has some."""
    if turn == DEALT:
        return day + timedelta(days=1)
    return day + timedelta(days=(turn - turn_on(day) - 1) % TURNS + 1)


def share_on(day: date, shares: int) -> int:
    """The share, 1 to `shares`, that is taken at this day's turn: the next one each time the same turn comes round."""
    return day.toordinal() // TURNS % shares + 1


def is_within(path: str, pattern: str) -> bool:
    """Whether the path is that of the pattern or lies below it; a `*` stands for any part of one name."""
    names, wanted = path.split("/"), pattern.split("/")
    return len(names) >= len(wanted) and all(map(fnmatchcase, names, wanted))
