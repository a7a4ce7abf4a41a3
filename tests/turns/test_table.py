"""The table of slow suites: everything comes by within five days, and what it names is there."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tests.turns.__main__ import main
from tests.turns.plan import A_SHARE, ITS_TURN, TOUCHED, Plan
from tests.turns.rooms import Change, slow_modules, touches_module
from tests.turns.table import (
    DEALT,
    ROOT,
    TURNS,
    is_within,
    load_table,
    next_day,
    parse_day,
    share_on,
    turn_on,
)

TABLE = load_table()
SLOW = list(slow_modules())
DAY = date(2026, 11, 26)
NOTHING = Change((), "Nothing was changed.")
CODE = ("companion", "firmware", "hardware", "vision", "web")


def five_days(first: date) -> list[date]:
    return [first + timedelta(days) for days in range(TURNS)]


# --- turns ------------------------------------------------------------------------------------------------------------


def test_any_five_days_that_follow_each_other_have_all_turns_once() -> None:
    for first in (date(2023, 12, 1) + timedelta(days) for days in range(500)):
        assert sorted(map(turn_on, five_days(first))) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("first", [DAY, date(2027, 2, 26), date(2027, 12, 29), date(2028, 2, 27)])
def test_every_slow_suite_comes_by_once_in_five_days(first: date) -> None:
    plans = [Plan(day, NOTHING, TABLE) for day in five_days(first)]
    for module in SLOW:
        reasons = [A_SHARE] * TURNS if TABLE.turn_of(module) == DEALT else ["", "", "", "", ITS_TURN]
        assert sorted(plan.module(module) for plan in plans) == reasons, module
    for test in (f"tests/test_a.py::test_each[{number}]" for number in range(20)):
        assert sum(plan.is_due(A_SHARE, test) for plan in plans) == 1
    for step in TABLE.steps.values():
        days = sum(bool(plan.step(step)) for plan in plans)
        assert days == (1 if step.turn else TURNS), step.name


def test_a_new_module_moves_no_other() -> None:
    grown = replace(TABLE, turns={**TABLE.turns, "tests/test_new.py": 4})
    assert grown.turn_of("tests/test_new.py") == 4
    assert [grown.turn_of(module) for module in SLOW] == [TABLE.turn_of(module) for module in SLOW]


def test_a_module_that_nobody_dealt_out_has_a_turn_by_its_path_alone() -> None:
    paths = [f"tests/test_{number}.py" for number in range(12)]
    assert [TABLE.turn_of(path) for path in paths] == [4, 1, 5, 3, 3, 1, 3, 2, 2, 5, 4, 4]


def test_the_next_day_is_the_first_after_this_one_that_has_the_turn() -> None:
    for turn in range(1, TURNS + 1):
        after = [DAY + timedelta(days) for days in range(1, TURNS + 1)]
        assert next_day(turn, DAY) == next(day for day in after if turn_on(day) == turn)


def test_every_share_comes_by_one_turn_after_another() -> None:
    assert {share_on(DAY + timedelta(TURNS * number), 10) for number in range(10)} == set(range(1, 11))


def test_a_day_is_typed_as_a_date_or_as_today() -> None:
    assert parse_day("2026-11-26") == DAY
    assert parse_day("today") - datetime.now(UTC).date() in (timedelta(0), timedelta(-1))
    with pytest.raises(ValueError):
        parse_day("yesterday")


@pytest.mark.parametrize("turn", [-1, 6])
def test_a_turn_that_no_day_has_is_refused(tmp_path: Path, turn: int) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'[follows]\n[turns]\n"tests/test_a.py" = {turn}\n[steps]\n')
    with pytest.raises(ValueError, match=f"tests/test_a.py has turn {turn}. Give it one of 1 to 5."):
        load_table(path)


# --- what the table names ---------------------------------------------------------------------------------------------


def named() -> Iterator[str]:
    yield from TABLE.turns
    for tests, sources in TABLE.follows.items():
        yield tests
        yield from sources
    for step in TABLE.steps.values():
        yield from step.follows


@pytest.mark.parametrize("path", sorted(set(named())))
def test_every_named_path_is_there(path: str) -> None:
    assert any(ROOT.glob(path))


def test_modules_dealt_out_by_hand_have_slow_tests() -> None:
    assert set(TABLE.turns) <= set(SLOW)


def files_of_code() -> list[str]:
    return [
        path.relative_to(ROOT).as_posix()
        for folder in CODE
        for path in (ROOT / folder).rglob("*.py")
        if "node_modules" not in path.parts
    ]


def test_every_module_with_slow_tests_follows_from_some_code() -> None:
    code = (*files_of_code(), "pyproject.toml")
    lost = [module for module in SLOW if not touches_module(code, module, TABLE)]
    assert lost == []


def test_a_path_lies_within_itself_and_its_folders_and_a_star_stays_in_one_name() -> None:
    assert is_within("vision/dice/eye.py", "vision/dice/eye.py")
    assert is_within("vision/dice/eye.py", "vision")
    assert is_within("vision/eye.py", "vision/*.py")
    assert not is_within("vision/dice/eye.py", "vision/*.py")
    assert not is_within("vision", "vision/dice")
    assert not is_within("visions/eye.py", "vision")


# --- the steps of .ci/run ---------------------------------------------------------------------------------------------


def ci(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", ".ci/run", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_ci_runs_the_steps_of_the_table_in_its_order() -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.findall(r"^step_(\S+)\(\)", text, re.MULTILINE) == list(TABLE.steps)


def test_steps_are_told_with_the_day_when_they_come_by(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--date", "2026-11-26", "--steps"])
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [name for name, _, _ in lines] == list(TABLE.steps)
    assert {when for _, when, _ in lines} <= {"now", *(day.isoformat() for day in five_days(date(2026, 11, 27)))}
    assert all(when == "now" for name, when, _ in lines if TABLE.steps[name].turn is None)


def test_a_share_is_told_as_pytest_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--date", "2026-11-26", "--share", "10"])
    assert re.fullmatch(r"(10|[1-9])/10\n", capsys.readouterr().out)


def test_every_slow_suite_is_listed_as_due_or_left_out() -> None:
    due, left = "\n".join(Plan(DAY, Change(("web/app.py",), ""), TABLE).listed()).split("Left out")
    listed = {line.split()[-1] for line in (due + left).splitlines() if line.startswith("  ")}
    assert listed == {*SLOW, *TABLE.steps}
    assert f"{TOUCHED}  tests/browser/test_whole_game.py" in due
    assert "2026-11-28  python-3.13" in left


def test_ci_lists_what_is_due_without_running_it() -> None:
    told = ci("--date", "2026-11-26", "--list")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("Turn of 2026-11-26: 2 of 5. ")
    assert "  every time             newcomer\n" in told.stdout
    assert "===" not in told.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--date", "soon", "--list"], "invalid parse_day value: 'soon'"),
        (["--fast"], "--fast is not known"),
        (["no-such-step"], "There is no step no-such-step"),
    ],
)
def test_ci_refuses_what_it_does_not_know(arguments: list[str], words: str) -> None:
    told = ci(*arguments)
    assert told.returncode == 2
    assert words in told.stderr
    assert "===" not in told.stdout
