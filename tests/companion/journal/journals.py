"""Journals for tests: rows to append, a journal with so many of them, and one that somebody changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.journal import Draft, Journal, Row


def draft(number: int, size: int = 0) -> Draft:
    return Draft(
        f"2025-01-01T12:00:{number % 60:02}+00:00", "host", "act", {"n": number, "pad": "x" * size}, f"s{number}"
    )


def write(path: Path, count: int, size: int = 0) -> tuple[Row, ...]:
    with closing(Journal(path)) as journal:
        return journal.append([draft(number, size) for number in range(count)])


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
