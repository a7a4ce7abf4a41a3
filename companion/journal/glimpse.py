"""A journal opened for a reader, who writes neither into the file nor beside it, and needs no disk that takes anything.

SQLite lays an index beside a log before it reads, even for those who only read, and leaves both there. So it is let do
that in place only where the index is there already, as it is beside every game that is being written.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.journal.sqlite import index_of, lock_of, log_of, rollback_of


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The file with what its log adds, without locking a writer out. Raises `sqlite3.DatabaseError` and OSError."""
    if not _has_content(log_of(path)):
        # Half a file that is being made is taken back by a log of another kind, which SQLite has to see.
        with _connected(path, "" if rollback_of(path).exists() and _may_write_beside(path) else "&immutable=1") as db:
            yield db
    elif index_of(path).exists() and _may_write_beside(path):
        with _connected(path) as db:
            yield db
    else:
        # Nobody writes it: a copy, or what a power cut left. Where nothing can be written, or should be, another place.
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            shutil.copyfile(log_of(path), log_of(copy))
            with _connected(copy) as db:
                yield db


@contextmanager
def _connected(path: Path, more: str = "") -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{more}", uri=True)) as db:
        # Without this, SQLite reads nothing at all of a file whose end is cut off. It cannot write here anyway.
        db.execute("PRAGMA writable_schema = ON")
        yield db


def came_alone(path: Path) -> bool:
    """Whether neither a log nor a lock lies beside the file: it was copied here, and has never been written here."""
    return not log_of(path).exists() and not lock_of(path).exists()


def _has_content(log: Path) -> bool:
    try:
        return log.stat().st_size > 0
    except FileNotFoundError:
        return False


def _may_write_beside(path: Path) -> bool:
    return os.access(path.parent, os.W_OK)
