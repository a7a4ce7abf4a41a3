"""How the file of a journal is opened, locked and written, and SQLite's errors as ours."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from companion.errors import CompanionError
from companion.journal.errors import (
    JournalBroken,
    JournalBusy,
    JournalMissing,
    JournalNotWritable,
    JournalStrange,
    JournalTooNew,
)
from companion.runtime.fsync import opener

APPLICATION_ID = 0x57617665
VERSION = 1
PAGE_BYTES = 4096
MOST_BYTES = 1 << 28
"""Of a file: hundreds of times what the longest game has."""
INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)"
SELECT = "SELECT number, at, by, kind, payload, state_hash, hash FROM journal ORDER BY number"

TABLE = """CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state_hash TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT"""
"""As SQLite keeps it, letter by letter, in the file's table of contents; older files end it with a new line."""


def log_of(path: Path) -> Path:
    """The log that SQLite keeps beside a file."""
    return Path(f"{path}-wal")


def index_of(path: Path) -> Path:
    """SQLite's index of that log: memory that the processes share, as a file."""
    return Path(f"{path}-shm")


def rollback_of(path: Path) -> Path:
    """The log of another kind that SQLite keeps while it makes a file, or changes how that is written."""
    return Path(f"{path}-journal")


def lock_of(path: Path) -> Path:
    """What whoever writes the file locks; it stays beside it."""
    return path.with_suffix(".lock")


def all_of(path: Path) -> tuple[Path, ...]:
    """A journal and what lies beside it, whether or not it is there now; what SQLite once kept there too."""
    return path, *map(path.with_name, names_beside(path.name))


def names_beside(name: str) -> tuple[str, str, str, str]:
    """What files beside a journal of that name are called: log, index, rollback and lock."""
    return f"{name}-wal", f"{name}-shm", f"{name}-journal", f"{name.rpartition('.')[0] or name}.lock"


def check_exists(path: Path) -> None:
    """Raises `JournalMissing`, and `JournalStrange`."""
    check_plain(path)
    if not os.path.lexists(path):
        raise JournalMissing(f"There is no game {path.stem!r} in {path.parent}.")


def check_plain(path: Path) -> None:
    """Raises `JournalStrange` where a journal, or what SQLite keeps beside it, is there and is no plain file.

    A pipe would be waited for, a link leads to a file whose log lies elsewhere, and a device may have no end.
    """
    for each in all_of(path):
        try:
            found = os.lstat(each)
        except OSError:  # what is there and cannot be opened is told by whoever opens it
            continue
        if not stat.S_ISREG(found.st_mode):
            what = _KINDS.get(stat.S_IFMT(found.st_mode), "no plain file")
            raise JournalStrange(f"{each} is {what} and not the file of a game. Move it out of the folder of games.")
        if found.st_size > MOST_BYTES:
            raise JournalStrange(
                f"{each} has {found.st_size >> 20} MiB, more than a game can have ({MOST_BYTES >> 20}). "
                "Move it out of the folder of games."
            )


_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def _opener(path: str, flags: int) -> int:
    """As `opener`, and no pipe is waited for, nor the file emptied that a link leads to."""
    return opener(path, flags | os.O_NONBLOCK | os.O_NOFOLLOW)


def lock(path: Path) -> IO[bytes]:
    """Hold the game for this process. The system lets go of it even when the process is killed."""
    held = open(lock_of(path), "wb", opener=_opener)  # noqa: SIM115  # kept open as long as the journal
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as elsewhere:
        held.close()
        raise JournalBusy(f"The game {path.stem} is open in another companion. Stop that one first.") from elsewhere
    return held


def open_to_write(path: Path) -> sqlite3.Connection:
    """The file with the journal's table, made where it is new."""
    with suppress(FileExistsError):  # SQLite would make a file that everybody may read
        os.close(opener(str(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    # One thread owns the session, but a session may be opened by one thread and closed by another.
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        check_version(path, db)
        db.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if version_of(db) == 0:
            with transaction(db):
                db.execute(TABLE)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        db.close()
        raise
    return db


def version_of(db: sqlite3.Connection) -> int:
    """The format's number as it stands in the file; 0 where the table has yet to be made."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def check_version(path: Path, db: sqlite3.Connection) -> None:
    """Raises `JournalTooNew`."""
    version = version_of(db)
    if version > VERSION:
        raise JournalTooNew(
            f"The game {path.stem} was written by a newer companion (format {version}; this one knows {VERSION}). "
            "Update the companion, then open the game again."
        )


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All that is done inside, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


_DISK_TROUBLE = {
    sqlite3.SQLITE_FULL: "the disk is full. Free some space, then tap again",
    sqlite3.SQLITE_READONLY: "it may not be written to. Mount its disk writable or choose another folder with --data",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened. Check the folder, or choose another one with --data",
    sqlite3.SQLITE_IOERR: "the disk reports an error. Check the card or the cable, then tap again",
}


def is_disk_trouble(error: sqlite3.Error) -> bool:
    """Whether the disk is to blame, and not what lies on it."""
    return _code(error) in _DISK_TROUBLE


def _code(error: sqlite3.Error) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0)
    # The index beside the log finds no room: a full disk as well, though SQLite calls it an error of the disk.
    return sqlite3.SQLITE_FULL if code == sqlite3.SQLITE_IOERR_SHMSIZE else code & 0xFF


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """SQLite's and the system's errors as ours."""
    try:
        yield
    except CompanionError:
        raise
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_ROLLBACK:
            # A new file is made with a log of another kind; only a writer may take back what that one tells of.
            raise JournalBroken(path, (), "the power failed while it was made") from error
        if is_disk_trouble(error):
            raise JournalNotWritable(f"Cannot write {path}: {_DISK_TROUBLE[_code(error)]}.") from error
        if _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise JournalBusy(f"{path} is in use by another program. Close that one first.") from error
        raise JournalBroken(path, (), f"SQLite says: {error}") from error
    except OSError as error:
        raise JournalNotWritable(f"Cannot use {path}: {error.strerror}. Choose another folder with --data.") from error
