"""What a file says at a glance, in a thousandth of a second: nothing of it is checked, and nobody may play by it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.journal.errors import JournalError
from companion.journal.glimpse import opened
from companion.journal.reader import check_table
from companion.journal.rows import RowKind
from companion.journal.sqlite import check_exists, check_version, translated
from companion.journal.time_limit import TimeLimit

BEFORE_ACTS: Final[tuple[RowKind, ...]] = ("start", "seat")
"""Rows of games in which nothing was done yet."""


def last_hash(path: Path, limit: TimeLimit | None = None) -> str:
    """The hash of the last row, as it stands there; empty where nothing does, or nobody can read it."""
    return _one(path, "SELECT hash FROM journal ORDER BY number DESC LIMIT 1", limit)


def has_act(path: Path) -> bool:
    """Whether the file surely has a row of something that was done; what is doubtful has none."""
    return bool(_one(path, f"SELECT kind FROM journal WHERE kind NOT IN {BEFORE_ACTS} LIMIT 1"))


def _one(path: Path, asked: str, limit: TimeLimit | None = None) -> str:
    try:
        with _glimpsed(path, limit or TimeLimit(path)) as db:
            found = db.execute(asked).fetchone()
    except JournalError:
        return ""
    return str(found[0]) if found else ""


@contextmanager
def _glimpsed(path: Path, limit: TimeLimit) -> Iterator[sqlite3.Connection]:
    check_exists(path)
    with translated(path), opened(path) as db:
        limit.watch(db)
        check_version(path, db)
        check_table(path, db)
        yield db
