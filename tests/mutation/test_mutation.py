"""The machinery around mutmut: which mutants are read, chosen and judged, and one run of all of it on a small tree."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.mutation.__main__ import LISTED, ROOT, main
from tests.mutation.mutants import Mutant, sample
from tests.mutation.verdict import Equivalent, Survivor, Verdict, judge, load_equivalent, verdict_text
from tests.mutation.workbench import COPIED


def mutant(number: int = 0, **changes: Any) -> Mutant:
    sound = Mutant(
        name=f"rules.x_f__mutmut_{number}",
        file="rules.py",
        function="f",
        line=3 + number,
        original="return a + b",
        mutated="return a - b",
        diff="-    return a + b\n+    return a - b",
        number=number,
    )
    return msgspec.structs.replace(sound, **changes)


MANY = [mutant(number) for number in range(200)]
LIST = Equivalent("rules.py", "f", "return a + b", "return a - b", "b is always 0")


# --- choosing ---------------------------------------------------------------------------------------------------------


def test_a_seed_chooses_the_same_mutants_whatever_their_order() -> None:
    chosen = sample(MANY, 20, 1)
    assert len(chosen) == len({each.key for each in chosen}) == 20
    assert sample(reversed(MANY), 20, 1) == chosen
    assert [each.line for each in chosen] == sorted(each.line for each in chosen)
    assert sample(MANY, 20, 2) != chosen


def test_mutants_that_come_or_go_elsewhere_hardly_change_the_choice() -> None:
    before = {each.key for each in sample(MANY, 20, 1)}
    later = [mutant(each.number, line=each.line + 7) for each in MANY] + [mutant(0, function="g")]
    after = {each.key for each in sample(later, 20, 1)}
    assert len(before & after) >= 19
    assert len(sample(MANY, 500, 1)) == 200


# --- judging ----------------------------------------------------------------------------------------------------------


def judged(
    *mutants: Mutant, codes: dict[str, int | None], listed: tuple[Equivalent, ...] = (), least: float = 0.5
) -> Verdict:
    return judge(mutants, mutants, codes, listed, seed=1, least=least, seconds=2.04)


def test_failed_tests_kill_and_passed_tests_and_none_do_not() -> None:
    four = [mutant(0), mutant(1), mutant(2), mutant(3, is_tested=False)]
    verdict = judged(*four, codes={four[0].name: 1, four[1].name: 36, four[2].name: 0, four[3].name: None})
    assert (verdict.made, verdict.tried, verdict.killed, verdict.by_clock) == (4, 4, 2, 1)
    assert verdict.rate == 0.5
    assert verdict.is_good
    assert verdict.survivors == (
        Survivor("rules.py:5", "f", mutant().diff, True),
        Survivor("rules.py:6", "f", mutant().diff, False),
    )
    assert verdict_text(verdict).splitlines() == [
        "rules.py:5, f: lived",
        "-    return a + b",
        "+    return a - b",
        "",
        "rules.py:6, f: no test meets this function",
        "-    return a + b",
        "+    return a - b",
        "",
        "2 of 4 mutants killed, 1 of them by the clock: 50.0%, of all hardly more than 81.8%; wanted are 50%.",
        "Chosen from 4 by seed 1; 0 more are known to change nothing; 2 s.",
    ]


def test_listed_mutants_do_not_count() -> None:
    other = mutant(1, mutated="return b")
    verdict = judged(mutant(), other, codes={other.name: 0}, listed=(LIST,))
    assert (verdict.tried, verdict.equivalent, verdict.rate) == (1, 1, 0.0)


@pytest.mark.parametrize(
    ("killed", "of", "is_good"), [(24, 30, False), (25, 30, True), (261, 300, False), (262, 300, True)]
)
def test_a_sample_fails_where_chance_hardly_explains_that_so_few_are_killed(
    killed: int, of: int, is_good: bool
) -> None:
    codes: dict[str, int | None] = {each.name: int(each.number < killed) for each in map(mutant, range(of))}
    assert judged(*map(mutant, range(of)), codes=codes, least=0.9).is_good is is_good


def test_a_listed_mutant_that_is_no_more_is_told_and_is_not_good() -> None:
    gone = msgspec.structs.replace(LIST, original="return a * b")
    verdict = judged(mutant(), codes={mutant().name: 1}, listed=(gone,))
    assert verdict.rate == 1.0
    assert not verdict.is_good
    assert "take it out of equivalent.toml: rules.py, f: return a * b" in verdict_text(verdict)


@pytest.mark.parametrize("code", [None, 2, 33])
def test_a_mutant_that_was_not_tried_gives_no_verdict(code: int | None) -> None:
    with pytest.raises(ValueError, match=r"^1 mutants were not tried, the first of them rules\.x_f__mutmut_0\.$"):
        judged(mutant(), codes={mutant().name: code})


def test_the_list_of_equivalent_mutants_can_be_read_and_gives_reasons() -> None:
    for each in load_equivalent(LISTED):
        assert (ROOT / each.file).is_file()
        assert each.original != each.mutated
        assert len(each.reason) > 10


def test_each_equivalent_mutant_is_one_of_a_line_that_there_is() -> None:
    gone = [each for each in load_equivalent(LISTED) if not _stands(each)]
    assert not gone, "The rules read otherwise now: change these entries of equivalent.toml, or take them out."


def _stands(entry: Equivalent) -> bool:
    """Whether the lines that it changes stand in a function of its name."""
    text, name = (ROOT / entry.file).read_text(encoding="utf-8"), entry.function.rpartition(".")[2]
    named = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef) and node.name == name)
    bodies = (text.splitlines()[node.lineno - 1 : node.end_lineno] for node in named)
    return any(entry.original in "\n".join(line.strip() for line in body) for body in bodies)


@pytest.mark.parametrize("text", ['[[equivalent]]\nfile = "a.py"\n', '[[same]]\nfile = "a.py"\n'])
def test_a_wrong_list_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "equivalent.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(msgspec.ValidationError):
        load_equivalent(path)


def test_only_modules_that_there_are_are_changed_and_what_tests_import_is_copied() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    assert all((ROOT / name).is_file() for name in config["only_mutate"])
    assert config["also_copy"] == list(COPIED)


# --- all of it, on a small tree ---------------------------------------------------------------------------------------

RULES = '''"""Rules."""


class Card:
    def beats(self, other: int) -> bool:
        return other < 3


def wins(shells: int) -> bool:
    """Whether so many shells win."""
    return shells >= 2


def unmet() -> int:
    return 7
'''
TESTS = """from companion.rules import Card, wins


def test_rules():
    assert Card().beats(2)
    assert not Card().beats(3)
    assert wins(3)
    assert not wins(1)
"""
PYPROJECT = """[tool.mutmut]
source_paths = ["companion"]
only_mutate = ["companion/rules.py"]
also_copy = ["companion", "tests", "pyproject.toml"]
pytest_add_cli_args_test_selection = ["tests"]
pytest_add_cli_args = ["-pno:cacheprovider", "-pno:xdist"]
use_git_change_detection = false
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in (
        ("companion/__init__.py", ""),
        ("companion/rules.py", RULES),
        ("tests/test_rules.py", TESTS),
        ("pyproject.toml", PYPROJECT),
        ("equivalent.toml", ""),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_a_small_tree_is_tried_in_a_copy(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--number", "50", "--jobs", "1", "--least", "0.8"], tree, tree / "equivalent.toml") == 1
    told = capsys.readouterr().out
    for survivor in (
        "companion/rules.py:11, wins: lived\n"
        '     """Whether so many shells win."""\n-    return shells >= 2\n+    return shells > 2\n',
        "companion/rules.py:11, wins: lived\n"
        '     """Whether so many shells win."""\n-    return shells >= 2\n+    return shells >= 3\n',
        "companion/rules.py:15, unmet: no test meets this function\n"
        " def unmet() -> int:\n-    return 7\n+    return 8\n",
    ):
        assert survivor in told
    assert (
        "2 of 5 mutants killed, 0 of them by the clock: 40.0%, of all hardly more than 72.8%; wanted are 80%." in told
    )
    report = msgspec.json.decode((tree / "build" / "mutation.json").read_bytes(), type=Verdict)
    assert (report.made, report.tried, report.killed, len(report.survivors)) == (5, 5, 2, 3)
    assert (tree / "companion" / "rules.py").read_text(encoding="utf-8") == RULES
    assert {each.name for each in tree.iterdir()} == {
        "build",
        "companion",
        "equivalent.toml",
        "pyproject.toml",
        "tests",
    }


@pytest.mark.slow
def test_a_listed_mutant_is_left_out(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        ("wins", "return shells >= 2", "return shells > 2"),
        ("wins", "return shells >= 2", "return shells >= 3"),
        ("unmet", "return 7", "return 8"),
    ]
    listed = "\n".join(
        f'[[equivalent]]\nfile = "companion/rules.py"\nfunction = "{function}"\noriginal = "{original}"\n'
        f'mutated = "{mutated}"\nreason = "for the test"\n'
        for function, original, mutated in lines
    )
    (tree / "equivalent.toml").write_text(listed, encoding="utf-8")
    assert main(["--jobs", "1"], tree, tree / "equivalent.toml") == 0
    told = capsys.readouterr().out
    assert (
        "2 of 2 mutants killed, 0 of them by the clock: 100.0%, of all hardly more than 100.0%; wanted are 90%." in told
    )
    assert "3 more are known to change nothing" in told


@pytest.mark.slow
def test_tests_that_fail_without_any_change_give_no_verdict(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "tests" / "test_rules.py").write_text(TESTS.replace("not wins(1)", "wins(1)"), encoding="utf-8")
    assert main(["--jobs", "1"], tree, tree / "equivalent.toml") == 2
    assert capsys.readouterr().err.startswith("The rules could not be tried: mutmut could not make mutants:\n")
    assert not (tree / "build" / "mutation.json").exists()


@pytest.mark.parametrize("arguments", [["--number", "0"], ["--least", "1.1"], ["--jobs", "0"], ["--seed", "one"]])
def test_a_wrong_use_exits_with_2(tree: Path, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments, tree, tree / "equivalent.toml")
    assert left.value.code == 2
    assert not (tree / "build").exists()
