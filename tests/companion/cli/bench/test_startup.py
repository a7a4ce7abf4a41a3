"""`companion bench startup`: what is started how often, and what its report says."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import msgspec
import pytest

from companion.bench.figures import Figures
from companion.bench.startup import Command, NotStarted, Start, StartupReport, measure_startup, started_ns
from companion.cli import cli
from companion.cli.bench import startup
from companion.cli.bench.startup import MOST, MOST_OF_ONE, commands_to_start, startup_text
from tests.companion.cli.test_group import words_of
from tests.companion.commands import call

PASS = Command("python -c pass", (sys.executable, "-c", "pass"), 1.0)
LONGER = Command("longer", (sys.executable, "-c", "import ast"), 30.0)


def report(*ratios: float) -> StartupReport:
    took = Figures(3, 20000.0, 21000.0, 25000.04, 25000.0)
    starts = [Start(f"command {number}", took, ratio, 15.0) for number, ratio in enumerate(ratios, 1)]
    return StartupReport("Python 3.11.4, aarch64", 3, (Start(PASS.name, took, 1.0, 1.0), *starts))


def test_the_report_is_told_beside_the_bounds() -> None:
    assert startup_text(report(3.456, 15.01)).splitlines() == [
        "each command started 3 times, in turn; Python 3.11.4, aarch64; time on the wall",
        "",
        "                                         median     95 %  ms       ×   at most",
        "  python -c pass                           20.0     25.0        1.00         1",
        "  command 1                                20.0     25.0        3.46        15",
        "  command 2                                20.0     25.0       15.01        15",
        "",
        "× is the median to that of the first line. Too slow: command 2.",
    ]
    assert startup_text(report(15.0)).endswith("None is too slow.")


def test_all_are_started_in_turn_and_the_first_round_is_not_counted() -> None:
    started: list[str] = []
    times: Iterator[int] = iter((900, 900, 10, 70, 20, 60, 30, 50))

    def start(command: Command) -> int:
        started.append(command.name)
        return next(times) * 1000

    bars: list[None] = []
    found = measure_startup([PASS, LONGER], 3, start, lambda: bars.append(None))
    assert started == ["python -c pass", "longer"] * 4
    assert len(bars) == 8
    assert [(each.name, each.figures.median, each.ratio) for each in found.starts] == [
        ("python -c pass", 20.0, 1.0),
        ("longer", 60.0, 3.0),
    ]
    assert [each.figures.count for each in found.starts] == [3, 3]
    assert found.too_slow == ()


def test_a_command_is_started_as_people_find_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLIBC_TUNABLES", "glibc.malloc.arena_max=4")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    script = "import os; assert not {'GLIBC_TUNABLES', 'PYTHONDONTWRITEBYTECODE'} & os.environ.keys()"
    assert started_ns(Command("python", (sys.executable, "-c", script), 1.0)) > 0


def test_one_that_fails_is_not_timed() -> None:
    script = "import sys; sys.exit('It is broken.')"
    with pytest.raises(NotStarted) as failed:
        started_ns(Command("companion --help", (sys.executable, "-c", script), 1.0))
    assert str(failed.value) == "companion --help ended with status 1, so it was not timed. It is broken."


def test_every_help_is_started_with_its_bound() -> None:
    first, whole, *others = commands_to_start()
    assert (first.name, first.words, first.bound) == ("python -c pass", (sys.executable, "-c", "pass"), 1.0)
    assert (whole.words, whole.bound) == ((sys.executable, "-m", "companion", "--help"), MOST)
    assert [each.words[3:-1] for each in (whole, *others)] == list(words_of(cli))
    assert "companion board strip-test --help" in [each.name for each in others]
    assert {each.bound for each in others} == {MOST_OF_ONE}
    assert (MOST, MOST_OF_ONE) == (15, 30)


def test_it_measures_and_exits_with_0_in_words_and_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "commands_to_start", lambda: [PASS, msgspec.structs.replace(LONGER, bound=1e9)])
    result = call("bench", "startup", "--times", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[0].startswith("each command started once, in turn; Python 3.")
    result = call("bench", "startup", "--times", "2", "--json")
    assert result.exit_code == 0, result.output
    told = msgspec.json.decode(result.stdout, type=StartupReport)
    assert (told.times, [each.name for each in told.starts]) == (2, ["python -c pass", "longer"])


def test_a_start_above_its_bound_is_exit_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "commands_to_start", lambda: [PASS, msgspec.structs.replace(LONGER, bound=0.0)])
    result = call("bench", "startup", "--times", "1")
    assert result.exit_code == 1
    assert result.stdout.endswith("Too slow: longer.\n")
