"""Tables under a virtual camera, closed after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pixels.table import AnyState, PixelTable

SetTable = Callable[[AnyState], PixelTable]


@pytest.fixture
def set_table(tmp_path: Path) -> Iterator[SetTable]:
    """Sets a table in a position."""
    tables: list[PixelTable] = []

    def set_one(start: AnyState) -> PixelTable:
        tables.append(PixelTable(start, tmp_path / str(len(tables))))
        return tables[-1]

    yield set_one
    for table in tables:
        table.journal.close()
