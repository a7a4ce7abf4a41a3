"""Virtual boards for the tests: the firmware in a real MicroPython, and in CPython."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.virtual.process import BoardProcess, BoardProcessError, Interpreter, find_command
from tests.hardware.virtual.lent import Lender


@pytest.fixture(params=["micropython", "python"])
def interpreter(request: pytest.FixtureRequest) -> Interpreter:
    """Each interpreter that runs a board; a test of a missing one is skipped, which fails where CI=true."""
    asked: Interpreter = request.param
    try:
        find_command(asked)
    except BoardProcessError as error:
        pytest.skip(str(error))
    return asked


@pytest.fixture(scope="session")
def lender() -> Iterator[Lender]:
    made = Lender()
    yield made
    made.close()


@pytest.fixture
def process(interpreter: Interpreter, lender: Lender) -> BoardProcess:
    """A new board with everything, in a process that was there before."""
    return lender.lend(interpreter)


@pytest.fixture
def own_process(interpreter: Interpreter) -> Iterator[BoardProcess]:
    """A process that the test may close."""
    process = BoardProcess(interpreter)
    yield process
    process.close()
