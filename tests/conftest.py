"""Plugins of the whole test run, and what CI adds: a test that is skipped there has lost its tool and fails."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

pytest_plugins = ["tests.rule_report"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A skip as a failure where CI=true: there everything that a test needs has been installed."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which CI does not allow: {report.longrepr}"
    return report
