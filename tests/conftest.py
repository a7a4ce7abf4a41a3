"""Plugins of the whole test run, shares of it, and what CI adds: a skipped test there has lost its tool and fails."""

from __future__ import annotations

import argparse
import fcntl
import gc
import os
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache

from tests.games.registered import register
from tests.kept_rules import KeptRule

pytest_plugins = ["tests.rule_report", "tests.game_markers", "tests.turns.plugin"]

register()

# No test asserts a time, its tools neither: on a busy machine a first example may take seconds.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

# A shell's background job ignores Ctrl-C, and so would every companion that a test starts and means to stop with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Addresses and templates are compiled once for all the companions that tests open, templates by their sum."""
    Flask.url_rule_class = KeptRule
    if config.pluginmanager.has_plugin("cacheprovider"):
        kept = FileSystemBytecodeCache(str(config.cache.mkdir("templates")))
        Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": kept}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--share", metavar="K/N", type=_share, help="run the Kth of N shares, with some tests of every module"
    )


def _share(typed: str) -> tuple[int, int]:
    which, _, of = typed.partition("/")
    if not (which.isdecimal() and of.isdecimal() and 1 <= int(which) <= int(of)):
        raise argparse.ArgumentTypeError(f"{typed}: two numbers are wanted, as in 1/5, the first no greater")
    return int(which), int(of)


@contextmanager
def _after_the_first(config: pytest.Config) -> Iterator[None]:
    """In a fresh copy one worker compiles the test modules, and the others wait: three would compile each of them."""
    cache = config.cache.mkdir("collected") if config.pluginmanager.has_plugin("cacheprovider") else None
    if cache is None or (cache / "once").exists():
        yield
        return
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (cache / "once").exists():
            fcntl.flock(lock, fcntl.LOCK_UN)
        yield
        (cache / "once").touch()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect without looking for garbage, which took two fifths of the time: what is collected stays to the end."""
    gc.disable()
    try:
        with _after_the_first(session.config):
            return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)  # what other options leave is shared out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every module is imported by each share; of its tests every Nth is run."""
    share: tuple[int, int] | None = config.getoption("--share")
    if share is None:
        return
    which, of = share
    left = [item for number, item in enumerate(items) if number % of != which - 1]
    items[:] = items[which - 1 :: of]
    config.hook.pytest_deselected(items=left)


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
