"""A pytest plugin: `--turn DAY` leaves out the slow tests that are not due, and says at the end which those are.

Due are those whose turn the day is, and those of the rooms that the working tree changes since the parent commit;
`--touched FILE` names the changed files instead. Tests that are not slow stay as they are.
"""

from __future__ import annotations

import argparse
from collections import Counter
from datetime import date
from typing import Any

import pytest

from .plan import Plan
from .rooms import Change, change_since_parent
from .table import TURNS, load_table, parse_day

_LEFT = "left_out_by_turn"
"""Under this name a worker of pytest-xdist tells what it left out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("turns", "turns of slow tests")
    group.addoption(
        "--turn", metavar="DAY", type=_day, help="leave out slow tests not due on this day (2026-11-26, or today)"
    )
    group.addoption(
        "--touched", metavar="FILE", action="append", help="a changed file, instead of what git says; one or more times"
    )


def _day(typed: str) -> str:
    try:
        return parse_day(typed).isoformat()
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{typed}: a day is wanted, like 2026-11-26, or the word today") from error


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """The plan of the day; workers of pytest-xdist get day and change as the controller has them."""
    if config.option.turn is None:
        return
    if config.option.touched is None:
        change = change_since_parent(config.rootpath)
    else:
        change = Change(tuple(config.option.touched), f"Changed: {', '.join(config.option.touched)}.")
    plan = Plan(date.fromisoformat(config.option.turn), change, load_table(), config.rootpath)
    config.option.touched = list(change.files)
    config.pluginmanager.register(_Turn(config, plan), "turn-of-slow-tests")


class _Turn:
    """The tests of one run that are left to another day, counted by module."""

    def __init__(self, config: pytest.Config, plan: Plan) -> None:
        self._config = config
        self._plan = plan
        self._left: Counter[str] = Counter()

    def pytest_report_header(self) -> str:
        return self._plan.words()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        due: dict[str, str] = {}
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            module = item.nodeid.partition("::")[0]
            if item.get_closest_marker("slow") and module not in due:
                due[module] = self._plan.module(module)
            is_left = item.get_closest_marker("slow") and not self._plan.is_due(due[module], item.nodeid)
            (left if is_left else kept).append(item)
        self._left = Counter(item.nodeid.partition("::")[0] for item in left)
        items[:] = kept
        self._config.hook.pytest_deselected(items=left)

    def pytest_sessionfinish(self) -> None:
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[_LEFT] = dict(self._left)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker left out; each collects the same tests."""
        self._left = Counter(getattr(node, "workeroutput", {}).get(_LEFT)) or self._left

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        say = terminalreporter.write_line
        terminalreporter.section("left to their turn", sep="-")
        say(f"{self._plan.words()} Slow tests are due every {TURNS} days, and when their rooms are changed.")
        say(f"Left out are {_tests(self._left.total())} of {len(self._left)} modules:")
        for line in self._plan.left_lines({module: _tests(count) for module, count in self._left.items()}):
            say(line)
        say("and of .ci/run these steps:")
        for line in self._plan.left_lines(dict.fromkeys(self._plan.steps_left(), "")):
            say(line)


def _tests(count: int) -> str:
    return "1 slow test" if count == 1 else f"{count} slow tests"
