"""All rows of a journal, each checked, and whatever else in its file could cost rows later."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.journal.errors import JournalBroken, JournalNeverBegan
from companion.journal.glimpse import opened
from companion.journal.rows import GENESIS, Row
from companion.journal.salvage import salvaged
from companion.journal.sqlite import (
    PAGE_BYTES,
    SELECT,
    TABLE,
    VERSION,
    check_exists,
    check_version,
    is_disk_trouble,
    rollback_of,
    translated,
    version_of,
)
from companion.journal.time_limit import TimeLimit
from companion.journal.wal import unread

_VERSION_AT = slice(60, 64)


def read_journal(path: Path, limit: TimeLimit | None = None) -> tuple[Row, ...]:
    """All rows, checked, without locking out a running game or writing anything. Raises each leaf of `JournalError`."""
    check_exists(path)
    limit = limit or TimeLimit(path)
    rows, broken = _read(path, limit)
    limit.check()
    if broken is not None and broken.is_changed:
        raise broken
    with translated(path):
        is_strange = broken is not None and broken.what == _STRANGE_PART
        hidden, is_empty = unread(path), not rows and not is_strange and _has_no_table(path)
        # Where SQLite cannot read, more may lie in the file and its log than it shows.
        more = salvaged(path, limit) if hidden.is_any or (broken is not None and not is_empty) else ()
    if len(more) > len(rows) or (rows and hidden.is_lost):
        part = "The log" if hidden.is_any else "A part"
        what = broken.what if broken is not None else "SQLite cannot read what was written last"
        raise JournalBroken(path, max(rows, more, key=len), what, part)
    if not rows and (broken is None or is_empty):
        raise JournalNeverBegan(path)
    if broken is not None:
        raise broken
    return rows


def _read(path: Path, limit: TimeLimit) -> tuple[tuple[Row, ...], JournalBroken | None]:
    """The sound rows that SQLite shows, and what is wrong after them or beside them."""
    try:
        with translated(path), opened(path) as db:
            limit.watch(db)
            check_version(path, db)
            check_table(path, db)
            rows = _check(path, db, limit)
            return rows, _damage_beside(path, db, rows)
    except JournalBroken as broken:
        return broken.rows, broken


def check_table(path: Path, db: sqlite3.Connection) -> None:
    """Raises `JournalBroken` for all but the one table that a journal has, or none.

    A view, or a column that is computed, asks what has no end, and SQLite does not give up within a single step.
    """
    if db.execute(_STRANGE, (TABLE,)).fetchone() is not None:
        raise JournalBroken(path, (), _STRANGE_PART)


_STRANGE_PART = "it has a part that no journal has"
_STRANGE = """
SELECT 1 FROM sqlite_master
WHERE type IS NOT 'table' OR name IS NOT 'journal' OR rtrim(sql, char(10)) IS NOT ? LIMIT 1
"""


def _check(path: Path, db: sqlite3.Connection, limit: TimeLimit) -> tuple[Row, ...]:
    rows: list[Row] = []
    previous = GENESIS
    try:
        for cells in db.execute(SELECT):
            limit.check()
            row = Row(*cells)
            expected = len(rows) + 1
            if row.number != expected:
                raise JournalBroken(path, rows, f"row {expected} is missing")
            if not row.follows(previous):
                raise JournalBroken(path, rows, "its content does not fit its hash", is_changed=True)
            previous = row.hash
            rows.append(row)
    except sqlite3.DatabaseError as error:
        if is_disk_trouble(error):
            raise
        raise JournalBroken(path, rows, f"SQLite says: {error}") from error
    return tuple(rows)


def _damage_beside(path: Path, db: sqlite3.Connection, rows: tuple[Row, ...]) -> JournalBroken | None:
    """What is wrong with the file where every row that SQLite shows is sound: trouble to come."""
    if not rows:
        return None
    if version_of(db) != VERSION or db.execute("PRAGMA page_size").fetchone()[0] != PAGE_BYTES:
        return JournalBroken(path, rows, "it does not begin as it must", part="The head")
    found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    return JournalBroken(path, rows, f"SQLite says: {found}", part="A part") if found != "ok" else None


def _has_no_table(path: Path) -> bool:
    """Whether there is no more in the file than SQLite's own head: the table and the version come together."""
    if path.stat().st_size > PAGE_BYTES:
        return False
    # A file that is being made has a log of another kind, which takes back what is in it.
    return rollback_of(path).exists() or not any(path.read_bytes()[_VERSION_AT])
