"""Boards for whole games: the firmware in a real MicroPython."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.virtual.process import BoardProcess, BoardProcessError
from tests.board.evening import CountedProcess


def real_firmware(make: type[BoardProcess] = BoardProcess) -> BoardProcess:
    """A board in a real MicroPython; the test is skipped where there is none, which fails where CI=true."""
    try:
        return make("micropython")
    except BoardProcessError as error:
        pytest.skip(str(error))


@pytest.fixture
def process() -> Iterator[CountedProcess]:
    process = real_firmware(CountedProcess)
    assert isinstance(process, CountedProcess)
    yield process
    process.close()
