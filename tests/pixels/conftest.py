"""Tables under a virtual camera, closed after each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from companion.games.game import AnyGame
from tests.pixels.table import AnyState, PixelTable
from tests.vision.virtual.mats import GAME


class SetTable(Protocol):
    """Sets a table of a game in a position."""

    def __call__(self, start: AnyState, game: AnyGame = ...) -> PixelTable: ...


@pytest.fixture
def set_table(tmp_path: Path) -> Iterator[SetTable]:
    tables: list[PixelTable] = []

    def set_one(start: AnyState, game: AnyGame = GAME) -> PixelTable:
        tables.append(PixelTable(start, tmp_path / str(len(tables)), game))
        return tables[-1]

    yield set_one
    for table in tables:
        table.journal.close()
