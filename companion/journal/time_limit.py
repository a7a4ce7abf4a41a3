"""How long one file may keep its reader busy: a file may be made so that it is never read to its end."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from companion.journal.errors import JournalTooSlow

READ_LIMIT_S = 20.0
"""Of the processor's time; a game of thousands of rows takes a fraction of a second."""
_STEPS_BETWEEN = 10_000


class TimeLimit:
    """The time that reading one file may take. `check` is called again and again meanwhile."""

    def __init__(self, path: Path, limit_s: float = READ_LIMIT_S) -> None:
        self._path = path
        self._limit_s = limit_s
        self._until_s = time.thread_time() + limit_s

    @property
    def is_over(self) -> bool:
        """Whether it has taken longer."""
        return time.thread_time() > self._until_s

    def check(self) -> None:
        """Raises `JournalTooSlow`."""
        if self.is_over:
            raise JournalTooSlow(self._path, self._limit_s)

    def watch(self, db: sqlite3.Connection) -> None:
        """Have SQLite give up a question that takes longer, with an error of its own."""
        db.set_progress_handler(lambda: self.is_over, _STEPS_BETWEEN)
