"""Boards for whole games: the firmware in a real MicroPython."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.virtual.process import BoardProcess, BoardProcessError
from tests.hardware.virtual.lent import Lender


@pytest.fixture(scope="session")
def lender() -> Iterator[Lender]:
    made = Lender()
    yield made
    made.close()


@pytest.fixture
def process(lender: Lender) -> BoardProcess:
    """A new board in a real MicroPython; the test is skipped where there is none, which fails where CI=true."""
    try:
        return lender.lend("micropython")
    except BoardProcessError as error:
        pytest.skip(str(error))
