"""A pytest plugin: which tests show which rule of the ledgers, written to build/rules.json.

A test says what it shows by `@pytest.mark.rule("W-042", ...)`, at most six ids; a case of a parametrised test by
`pytest.param(..., marks=pytest.mark.rule(...))`. Only tests that pass count: one that fails, errors, is skipped or is
expected to fail shows nothing. Under pytest-xdist the controller alone writes the file. A run of a part of the suite,
named by paths, by `-k` or as the slow tests, leaves the file of the last whole one as it is; so does `--collect-only`.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from tests.games.registered import PRODUCT_GAMES

REPORT = Path("build") / "rules.json"
"""Where the report goes, from pytest's root folder."""
MOST_IDS = 6
LEDGERS = "".join(sorted({law[0] for name in PRODUCT_GAMES for law in GAMES[name].laws}))
"""Initials of the ledgers of the product's games; the games of the tests have none."""
_ID = re.compile(r"[A-Z]+-\d{2,3}")
_RULE = re.compile(r"[A-Z]-\d{3}")
"""A rule; decisions and interactions (A-36, I-01) are named for the reader and stay out of the report."""
_PROPERTY = "rule"


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known, and collect results unless this process is a worker of pytest-xdist."""
    config.addinivalue_line("markers", f"rule(*ids): the test shows these rules of the ledgers, at most {MOST_IDS}")
    if not hasattr(config, "workerinput") and _is_whole(config):
        config.pluginmanager.register(_Shown(config.rootpath / REPORT), "rule-report")


def _is_whole(config: pytest.Config) -> bool:
    """Whether all tests run but perhaps the slow ones: a report of a few or of none would say that no rule is shown."""
    is_named = config.args_source is pytest.Config.ArgsSource.ARGS
    is_part = is_named or config.option.keyword or config.option.markexpr == "slow"
    return not (is_part or config.option.collectonly)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Carry the ids of an item's markers in its reports, which is how they come back from a worker."""
    ids = [str(name) for marker in item.iter_markers("rule") for name in marker.args]
    wrong = [name for name in ids if not _ID.fullmatch(name)]
    if wrong:
        raise pytest.UsageError(f"{item.nodeid}: {wrong[0]!r} is not a rule id. Write it as in the ledger, like W-042.")
    strange = [name for name in ids if _RULE.fullmatch(name) and name[0] not in LEDGERS]
    if strange:
        raise pytest.UsageError(
            f"{item.nodeid}: {strange[0]} is in no ledger: their rules begin with one of {', '.join(LEDGERS)}. "
            "Name a rule of a test's game in words."
        )
    if len(set(ids)) > MOST_IDS:
        raise pytest.UsageError(
            f"{item.nodeid} claims {len(set(ids))} rules. Name at most {MOST_IDS}, or split the test."
        )
    item.user_properties.extend((_PROPERTY, name) for name in sorted(set(ids)))


class _Shown:
    """Rule ids with the tests that passed, gathered from the reports of one run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ids: dict[str, set[str]] = {}
        self._failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self._ids[report.nodeid] = {str(value) for name, value in report.user_properties if name == _PROPERTY}

    def pytest_sessionfinish(self) -> None:
        shown: dict[str, list[str]] = defaultdict(list)
        for test in sorted(self._ids.keys() - self._failed):
            for name in filter(_RULE.fullmatch, self._ids[test]):
                shown[name].append(test)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(shown, indent=1, sort_keys=True) + "\n", encoding="utf-8")
