"""What is due on one day after one change, why, and when the rest comes by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from .rooms import Change, slow_modules, touches_module, touches_step
from .table import DEALT, ROOT, TURNS, Step, Table, next_day, sum_turn, turn_on

ITS_TURN = "its turn"
A_SHARE = "some of its tests"
TOUCHED = "touched by the change"
EVERY_TIME = "every time"


@dataclass(frozen=True)
class Plan:
    """The suites of a day: `module` and `step` say why one is due, and "" where it is not."""

    day: date
    change: Change
    table: Table
    root: Path = ROOT

    def module(self, module: str) -> str:
        turn = self.table.turn_of(module)
        if turn == turn_on(self.day):
            return ITS_TURN
        if touches_module(self.change.files, module, self.table, self.root):
            return TOUCHED
        return A_SHARE if turn == DEALT else ""

    def is_due(self, reason: str, test: str) -> bool:
        """Whether a slow test is due, of whose module `module` says so."""
        return sum_turn(test) == turn_on(self.day) if reason == A_SHARE else bool(reason)

    def step(self, step: Step) -> str:
        if step.turn is None:
            return EVERY_TIME
        if step.turn == turn_on(self.day):
            return ITS_TURN
        return TOUCHED if touches_step(self.change.files, step.name, self.table) else ""

    def words(self) -> str:
        """Which day and which change this is about, in one line."""
        return f"Turn of {self.day}: {turn_on(self.day)} of {TURNS}. {self.change.words}"

    def listed(self) -> Iterator[str]:
        """Every step and every module with slow tests, those that are due first; a line each."""
        yield self.words()
        reasons = [(step.name, self.step(step), step.turn) for step in self.table.steps.values()]
        reasons += [(name, self.module(name), self.table.turn_of(name)) for name in slow_modules(self.root)]
        yield from ("", "Due:", *(f"  {why:<21}  {name}" for name, why, _ in reasons if why))
        yield from ("", "Left out, and when it comes by:")
        yield from self.left_lines({name: "" for name, why, _ in reasons if not why})

    def left_lines(self, left: Mapping[str, str]) -> list[str]:
        """A line for each of these steps and modules with the day when it comes by and what is said of it, by day."""
        lines = []
        for name, said in left.items():
            step = self.table.steps.get(name)
            turn = step.turn if step else self.table.turn_of(name)
            assert turn is not None, "what is due every time is never left out"
            lines.append(f"  {next_day(turn, self.day)}  {name}{said and f': {said}'}")
        return sorted(lines)

    def steps_left(self) -> Iterable[str]:
        """The steps of `.ci/run` that are not due."""
        return [name for name, step in self.table.steps.items() if not self.step(step)]
