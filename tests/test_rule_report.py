"""The rule report, by real runs of pytest in a folder of their own, one of them with workers."""

from __future__ import annotations

import json
from pathlib import Path
from string import ascii_uppercase

import pytest

from tests.rule_report import LEDGERS

pytest_plugins = "pytester"

CASES = """
    import pytest

    @pytest.mark.rule("W-001", "W-002")
    def test_passes():
        pass

    @pytest.mark.rule("W-001")
    def test_fails():
        assert False

    @pytest.mark.rule("W-003")
    def test_is_skipped():
        pytest.skip()

    @pytest.mark.rule("W-004")
    @pytest.mark.xfail
    def test_is_expected_to_fail():
        assert False

    @pytest.mark.rule("W-004")
    @pytest.mark.xfail
    def test_passes_against_expectation():
        pass

    @pytest.fixture
    def breaks_afterwards():
        yield
        raise RuntimeError

    @pytest.mark.rule("W-005")
    def test_breaks_in_teardown(breaks_afterwards):
        pass

    @pytest.mark.parametrize("n", [
        pytest.param(1, marks=pytest.mark.rule("W-011")),
        pytest.param(2, marks=pytest.mark.rule("W-012", "A-36")),
        pytest.param(0, marks=pytest.mark.rule("W-013")),
    ])
    @pytest.mark.rule("W-006")
    def test_case(n):
        assert n

    def test_without_rules():
        pass
"""

EXPECTED = {
    "W-001": ["test_cases.py::test_passes"],
    "W-002": ["test_cases.py::test_passes"],
    "W-006": ["test_cases.py::test_case[1]", "test_cases.py::test_case[2]"],
    "W-011": ["test_cases.py::test_case[1]"],
    "W-012": ["test_cases.py::test_case[2]"],
}


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # those that are installed take longer than the run
    pytester.makepyfile(test_cases=CASES)
    return pytester


def report(pytester: pytest.Pytester) -> object:
    return json.loads((pytester.path / "build" / "rules.json").read_text(encoding="utf-8"))


def test_report_counts_passing_tests_only(run: pytest.Pytester) -> None:
    result = run.runpytest_inprocess("-p", "tests.rule_report", "--strict-markers")
    result.assert_outcomes(passed=5, failed=2, skipped=1, xfailed=1, xpassed=1, errors=1)
    assert report(run) == EXPECTED


@pytest.mark.slow
def test_report_is_the_same_with_workers(run: pytest.Pytester) -> None:
    run.runpytest_subprocess("-p", "tests.rule_report", "-p", "xdist", "-n", "2").assert_outcomes(
        passed=5, failed=2, skipped=1, xfailed=1, xpassed=1, errors=1
    )
    assert report(run) == EXPECTED


def test_report_is_sorted_and_forgets_the_whole_run_before(run: pytest.Pytester) -> None:
    run.runpytest_inprocess("-p", "tests.rule_report")
    text = (run.path / "build" / "rules.json").read_text(encoding="utf-8")
    assert list(json.loads(text)) == sorted(EXPECTED)
    run.makepyfile(test_cases='import pytest\n@pytest.mark.rule("W-007")\ndef test_other():\n    pass')
    run.runpytest_inprocess("-p", "tests.rule_report", "-m", "not slow")
    assert report(run) == {"W-007": ["test_cases.py::test_other"]}


@pytest.mark.parametrize("part", [["-k", "test_passes"], ["test_cases.py"], ["-m", "slow"], ["--collect-only"]])
def test_a_run_of_a_part_leaves_the_report_of_the_whole(run: pytest.Pytester, part: list[str]) -> None:
    run.runpytest_inprocess("-p", "tests.rule_report")
    run.runpytest_inprocess("-p", "tests.rule_report", *part)
    assert report(run) == EXPECTED


def test_marker_with_a_malformed_id_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makepyfile('import pytest\n@pytest.mark.rule("w42")\ndef test_it():\n    pass')
    result = pytester.runpytest_inprocess("-p", "tests.rule_report")
    result.stderr.fnmatch_lines(["*test_it: 'w42' is not a rule id. Write it as in the ledger, like W-042."])


def test_marker_with_too_many_ids_is_refused(pytester: pytest.Pytester) -> None:
    ids = ", ".join(f'"W-00{n}"' for n in range(1, 8))
    pytester.makepyfile(f"import pytest\n@pytest.mark.rule({ids})\ndef test_it():\n    pass")
    result = pytester.runpytest_inprocess("-p", "tests.rule_report")
    result.stderr.fnmatch_lines(["*test_it claims 7 rules. Name at most 6, or split the test."])


def test_marker_of_a_rule_that_is_in_no_ledger_is_refused(pytester: pytest.Pytester) -> None:
    rule = f"{next(letter for letter in ascii_uppercase if letter not in LEDGERS)}-017"
    pytester.makepyfile(f'import pytest\n@pytest.mark.rule("{rule}")\ndef test_it():\n    pass')
    result = pytester.runpytest_inprocess("-p", "tests.rule_report")
    known = ", ".join(LEDGERS)
    result.stderr.fnmatch_lines([f"*test_it: {rule} is in no ledger: their rules begin with one of {known}.*"])
