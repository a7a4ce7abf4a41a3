"""Boards for the tests: the same firmware in CPython and in a real MicroPython."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

import pytest

from .driven import REPOSITORY, VIRTUAL, Driven

_PACKAGE = VIRTUAL / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"


def need(is_there: bool, what: str) -> None:
    """Skips a test whose tool is missing; where CI runs it, it fails."""
    if is_there:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


def _command(interpreter: str) -> list[str]:
    if interpreter == "cpython":
        return [sys.executable, str(VIRTUAL / "runner.py")]
    node = shutil.which("node")
    need(node is not None, "Node is not installed, so no MicroPython runs here: apt install nodejs npm")
    need(_PACKAGE.is_dir(), "MicroPython is not installed: npm install --no-package-lock in hardware/virtual")
    return [str(node), str(VIRTUAL / "runner.mjs")]


@pytest.fixture(params=["cpython", "micropython"], scope="session")
def interpreter(request: pytest.FixtureRequest) -> Iterator[Driven]:
    """An interpreter for all tests; each begins with a board of its own by `boot`, which leaves nothing of the last."""
    driven = Driven(_command(request.param))
    yield driven
    driven.close()


@pytest.fixture
def board(interpreter: Driven) -> Driven:
    """A new virtual board with everything, switched on at time 0."""
    interpreter.boot()
    return interpreter


@pytest.fixture
def firmware_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets a test import the firmware's and the chips' modules by name, as the board does."""
    before = set(sys.modules)
    folders = [REPOSITORY / "firmware", VIRTUAL / "pico", VIRTUAL / "pico" / "cpython"]
    monkeypatch.setattr(sys, "path", [str(folder) for folder in folders] + sys.path)
    yield
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if any(file.startswith(str(folder)) for folder in folders):
            del sys.modules[name]
