"""The turns of slow tests, by real runs of pytest in a folder of their own."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.turns.table import DEALT, TURNS, load_table, turn_on

pytest_plugins = "pytester"

MODULE = """
import pytest

@pytest.mark.slow
@pytest.mark.parametrize("n", range({slow}))
def test_slow(n):
    pass

def test_quick():
    pass
"""
FIRST = date(2026, 11, 26)
DAYS = {turn_on(day): day for day in (FIRST + timedelta(days) for days in range(TURNS))}
ONE, OTHER = "tests/vision/test_one.py", "tests/vision/virtual/test_other.py"
TABLE = load_table()
ITS_DAY, OTHERS_DAY = (DAYS[TABLE.turn_of(module)].isoformat() for module in (ONE, OTHER))
NO_DAY = next(day for turn, day in DAYS.items() if turn not in (TABLE.turn_of(ONE), TABLE.turn_of(OTHER))).isoformat()


@pytest.fixture
def tree(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Two modules with two and three slow tests and a quick one each."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    pytester.makeini("[pytest]\nmarkers =\n    slow: long\naddopts = -p tests.turns.plugin --strict-markers")
    for module, slow in ((ONE, 2), (OTHER, 3)):
        (pytester.path / module).parent.mkdir(parents=True, exist_ok=True)
        (pytester.path / module).write_text(MODULE.format(slow=slow), encoding="utf-8")
    return pytester


def left_out(told: pytest.RunResult) -> list[str]:
    """What is said of test modules at the end."""
    start = next(number for number, line in enumerate(told.outlines) if line.startswith("Left out are"))
    return [line for line in told.outlines[start:] if line.startswith("Left out") or "tests/" in line]


def test_the_two_modules_have_different_turns() -> None:
    assert TABLE.turn_of(ONE) != TABLE.turn_of(OTHER)


def test_without_a_turn_everything_is_run(tree: pytest.Pytester) -> None:
    told = tree.runpytest_inprocess()
    told.assert_outcomes(passed=7)
    assert "left to their turn" not in told.stdout.str()


def test_slow_tests_are_left_to_their_turn_and_quick_ones_stay(tree: pytest.Pytester) -> None:
    told = tree.runpytest_inprocess("--turn", ITS_DAY, "--touched", "README.md")
    told.assert_outcomes(passed=4, deselected=3)
    told.stdout.fnmatch_lines([f"Turn of {ITS_DAY}: {TABLE.turn_of(ONE)} of 5. Changed: README.md.*"])
    assert left_out(told)[0] == "Left out are 3 slow tests of 1 modules:"
    assert left_out(told)[1].endswith(f"  {OTHER}: 3 slow tests")


def test_five_days_run_every_slow_test_once(tree: pytest.Pytester) -> None:
    passed = 0
    for day in DAYS.values():
        told = tree.runpytest_inprocess("--turn", day.isoformat(), "--touched", "README.md")
        passed += told.parseoutcomes()["passed"] - 2
    assert passed == 5


def test_five_days_run_each_test_of_a_dealt_module_once(tree: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = replace(TABLE, turns={**TABLE.turns, ONE: DEALT, OTHER: DEALT})
    monkeypatch.setattr("tests.turns.plugin.load_table", lambda: dealt)
    runs = [tree.runpytest_inprocess("--turn", day.isoformat(), "--touched", "README.md") for day in DAYS.values()]
    passed = [told.parseoutcomes()["passed"] - 2 for told in runs]
    assert sum(passed) == 5
    assert max(passed) < 5


@pytest.mark.parametrize(
    ("touched", "passed"), [("vision/lens.py", 7), ("vision/virtual/hands.py", 5), (ONE, 4), ("web/app.py", 2)]
)
def test_a_change_brings_the_slow_tests_of_its_rooms(tree: pytest.Pytester, touched: str, passed: int) -> None:
    tree.runpytest_inprocess("--turn", NO_DAY, "--touched", "README.md", "--touched", touched).assert_outcomes(
        passed=passed, deselected=7 - passed
    )


@pytest.mark.slow
def test_workers_leave_out_the_same_and_it_is_told_once(tree: pytest.Pytester) -> None:
    told = tree.runpytest_subprocess("-m", "slow", "--turn", OTHERS_DAY, "-n", "2")
    told.assert_outcomes(passed=3)
    told.stdout.fnmatch_lines(["*The change is not known: *"])
    assert left_out(told)[0] == "Left out are 2 slow tests of 1 modules:"
    assert left_out(told)[1].endswith(f"  {ONE}: 2 slow tests")
    assert len(left_out(told)) == 2


def test_a_turn_that_is_no_day_is_refused(tree: pytest.Pytester) -> None:
    told = tree.runpytest_inprocess("--turn", "soon")
    assert told.ret == pytest.ExitCode.USAGE_ERROR
    told.stderr.fnmatch_lines(["*soon: a day is wanted, like 2026-11-26, or the word today*"])
