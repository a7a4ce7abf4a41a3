"""The journal of one game: an SQLite file of hash-chained rows, on the disk before anyone is told of them.

JournalError
├── JournalMissing (FileNotFoundError)   no game of that id
├── JournalBusy (BlockingIOError)        another companion has it open for writing
├── JournalTooNew                        written by a newer version
├── JournalBroken                        a row is damaged; the rows before it are good
└── JournalNotWritable (OSError)         the disk is full, read-only or failing
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias

import msgspec

from companion.disk import sync_folder, sync_folders_above
from companion.errors import CompanionError

APPLICATION_ID = 0x57617665
VERSION = 1
GENESIS = hashlib.sha256(b"companion journal").hexdigest()
"""What row 1 is chained to."""

RowKind: TypeAlias = Literal["start", "act", "correct", "undo", "redo", "seat", "end"]

_SCHEMA = """
CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state_hash TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT
"""


_INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)"
_SELECT = "SELECT number, at, by, kind, payload, state_hash, hash FROM journal ORDER BY number"


class JournalError(CompanionError):
    """A journal that cannot be used as asked."""


class JournalMissing(JournalError, FileNotFoundError):
    """No journal of that name."""


class JournalBusy(JournalError, BlockingIOError):
    """Another process writes this journal."""


class JournalTooNew(JournalError):
    """The file was written by a version of the companion that this one does not know."""


class JournalNotWritable(JournalError, OSError):
    """The disk took nothing: what was to be written is not written, what was written before is safe."""


class JournalBroken(JournalError):
    """Row `number` does not fit its hash or cannot be read; `good` rows before it are sound."""

    def __init__(self, path: Path, number: int, good: int, what: str) -> None:
        rows = "1 row" if good == 1 else f"{good} rows"
        super().__init__(
            f"Row {number} of {path} is damaged: {what}. The {rows} before it can be saved. "
            f"To go on from there, run: companion verify {path.stem} --repair (the damaged file is kept beside it)."
            if good
            else f"{path} is damaged from its first row on: {what}. Nothing of this game can be saved; start a new one."
        )
        self.number = number
        self.good = good


class Draft(msgspec.Struct, frozen=True):
    """A row that is to be written."""

    at: str
    """When, ISO 8601 with zone."""
    by: str
    """Who reported it: "host", "seat 2", "bot", "dealer"."""
    kind: RowKind
    payload: dict[str, Any]
    state_hash: str
    """Hash of the state that the row leads to."""


class Row(msgspec.Struct, frozen=True):
    """A row of a journal. `number` counts from 1."""

    number: int
    at: str
    by: str
    kind: RowKind
    payload: str
    """JSON."""
    state_hash: str
    hash: str

    def read(self) -> dict[str, Any]:
        """The payload."""
        content: dict[str, Any] = msgspec.json.decode(self.payload)
        return content


def chain(previous: str, number: int, draft: Draft) -> Row:
    """The row for a draft, chained to the hash of the row before it."""
    payload = msgspec.json.encode(draft.payload).decode()
    return Row(
        number, draft.at, draft.by, draft.kind, payload, draft.state_hash, _hash(previous, number, draft, payload)
    )


def _hash(previous: str, number: int, draft: Draft | Row, payload: str) -> str:
    cells = [previous, number, draft.at, draft.by, draft.kind, payload, draft.state_hash]
    return hashlib.sha256(msgspec.json.encode(cells)).hexdigest()


class Journal:
    """A journal open for writing by this process alone. Not safe to share between threads without care: one owner."""

    def __init__(self, path: Path) -> None:
        """Open or create the file. Raises each leaf of the tree above but `JournalMissing`."""
        self.path = path
        with _translated(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            is_new = not path.exists()
            self._lock = _lock(path)
            try:
                if is_new:
                    sync_folders_above(path.parent)
                self.opened_with = () if is_new or not path.stat().st_size else _read_to_go_on(path)
                """The rows found when the file was opened."""
                self._db = _open(path)
            except BaseException:
                if is_new:
                    _remove(path)
                self._lock.close()
                raise
        self._last = self.opened_with[-1].hash if self.opened_with else GENESIS
        self._count = len(self.opened_with)

    def append(self, drafts: Sequence[Draft]) -> tuple[Row, ...]:
        """Write rows, all or none, and return them once they are on the disk. Raises `JournalNotWritable`."""
        rows: list[Row] = []
        for draft in drafts:
            previous = rows[-1].hash if rows else self._last
            rows.append(chain(previous, self._count + len(rows) + 1, draft))
        with _translated(self.path), _transaction(self._db):
            self._db.executemany(_INSERT, [msgspec.structs.astuple(row) for row in rows])
        self._last, self._count = rows[-1].hash, self._count + len(rows)
        return tuple(rows)

    def close(self) -> None:
        """Let go of the file. Every accepted row is on the disk already."""
        self._db.close()
        self._lock.close()

    def discard(self) -> None:
        """Let go of a file that never took a row, and remove it."""
        assert self._count == 0, "a journal with rows is never removed"
        self._db.close()
        _remove(self.path)
        self._lock.close()


def read_journal(path: Path) -> tuple[Row, ...]:
    """All rows, checked, without locking out a running game. Raises the leaves of the tree above."""
    _check_exists(path)
    with _translated(path), closing(_open_to_read(path)) as db:
        _check_header(path, db)
        return _check(path, db)


def repair(path: Path) -> int:
    """Keep the sound rows of a damaged journal and set the damaged file aside; returns how many rows were kept.

    Raises `JournalMissing`, `JournalBusy` where a companion has it open, and `JournalBroken` where no row is sound.
    """
    _check_exists(path)
    with _translated(path), closing(_lock(path)):
        try:
            return len(read_journal(path))
        except JournalBroken as broken:
            good = broken.good
            if good == 0:
                raise
        with closing(_open_to_read(path)) as db:
            rows = list(_sound_rows(db, good))
        # The damaged file stays in its place until the mended one, whole by then, takes it in one step: the plug may be
        # pulled at any moment, and there is a game of that name that can be mended or is.
        mended = path.with_suffix(".mended")
        mended.unlink(missing_ok=True)
        with closing(_open(mended)) as db, _transaction(db):
            db.executemany(_INSERT, [msgspec.structs.astuple(row) for row in rows])
        _copy_aside(path)
        _fold_log(path)
        os.replace(mended, path)
        sync_folder(path.parent)
        return good


def _copy_aside(path: Path) -> None:
    """Copy a journal, with the log that SQLite keeps beside it, to a name that no file has yet."""
    number, aside = 2, path.with_suffix(".damaged")
    while aside.exists():
        number, aside = number + 1, path.with_suffix(f".damaged-{number}")
    for end in ("-wal", ""):
        if os.path.exists(f"{path}{end}") and (end == "" or os.path.getsize(f"{path}{end}")):
            with open(f"{path}{end}", "rb") as source, open(f"{aside}{end}", "wb") as copy:
                shutil.copyfileobj(source, copy)
                copy.flush()
                os.fsync(copy.fileno())


def _fold_log(path: Path) -> None:
    """Bring what lies in SQLite's log into the file and remove the log: it would be taken for that of the next file."""
    # Where SQLite cannot even do that, the copy has the log.
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("PRAGMA wal_checkpoint = TRUNCATE")
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    sync_folder(path.parent)


def _check_exists(path: Path) -> None:
    if not path.exists():
        raise JournalMissing(
            f"There is no game {path.stem!r} in {path.parent}. List the saved games with: companion games."
        )


def _sound_rows(db: sqlite3.Connection, count: int) -> Iterator[Row]:
    for cells in db.execute(f"{_SELECT} LIMIT ?", (count,)):
        yield Row(*cells)


def _lock(path: Path) -> IO[bytes]:
    """Hold the game for this process. The system lets go of it even when the process is killed."""
    lock = open(path.with_suffix(".lock"), "wb")  # noqa: SIM115  # kept open as long as the journal
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as held:
        lock.close()
        raise JournalBusy(f"The game {path.stem} is open in another companion. Stop that one first.") from held
    return lock


def _read_to_go_on(path: Path) -> tuple[Row, ...]:
    """All rows; none where the plug was pulled before the game had one."""
    try:
        # Read first: it says how many rows of a damaged file are sound; SQLite would only refuse to open it.
        return read_journal(path)
    except JournalBroken as broken:
        if broken.good or not _never_began(path):
            raise
        return ()


def _never_began(path: Path) -> bool:
    """Whether there is no more in the file than SQLite's own head: the table and the version come together."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as db:
        pages, version = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "user_version"))
        return bool(pages <= 1 and version == 0)
    return False


def _remove(path: Path) -> None:
    """Remove a journal that holds nothing, with all that lies beside it."""
    for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm"), path.with_suffix(".lock")):
        with suppress(OSError):
            each.unlink()


def _open(path: Path) -> sqlite3.Connection:
    # One thread owns the session, but a session may be opened by one thread and closed by another.
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        _check_header(path, db)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if db.execute("PRAGMA user_version").fetchone()[0] == 0:
            with _transaction(db):
                db.execute(_SCHEMA)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        db.close()
        raise
    return db


def _open_to_read(path: Path) -> sqlite3.Connection:
    # SQLite wants to lay an index beside its log. Where it may not, and no log is there, the file alone is whole.
    is_whole = not os.access(path.parent, os.W_OK) and not os.path.exists(f"{path}-wal")
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if is_whole else ''}", uri=True)
    # Without this, SQLite reads nothing at all of a file whose end is cut off. It cannot write here anyway.
    db.execute("PRAGMA writable_schema = ON")
    return db


def _check_header(path: Path, db: sqlite3.Connection) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise JournalTooNew(
            f"The game {path.stem} was written by a newer companion (format {version}; this one knows {VERSION}). "
            "Update the companion, then open the game again."
        )


def _check(path: Path, db: sqlite3.Connection) -> tuple[Row, ...]:
    rows: list[Row] = []
    previous = GENESIS
    try:
        for cells in db.execute(_SELECT):
            row = Row(*cells)
            expected = len(rows) + 1
            if row.number != expected:
                raise JournalBroken(path, expected, len(rows), f"row {expected} is missing")
            if row.hash != _hash(previous, row.number, row, row.payload):
                raise JournalBroken(path, row.number, len(rows), "its content does not fit its hash")
            previous = row.hash
            rows.append(row)
    except sqlite3.DatabaseError as error:
        if _is_disk_trouble(error):
            raise
        raise JournalBroken(path, len(rows) + 1, len(rows), f"SQLite says: {error}") from error
    return tuple(rows)


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
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


def _is_disk_trouble(error: sqlite3.Error) -> bool:
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _DISK_TROUBLE


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    """SQLite's and the system's errors as ours."""
    try:
        yield
    except CompanionError:
        raise
    except sqlite3.DatabaseError as error:
        trouble = _DISK_TROUBLE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_ROLLBACK:
            # A new file is made with a log of another kind; only a writer may take back what that one tells of.
            raise JournalBroken(path, 1, 0, "the power failed before it was written") from error
        if trouble is not None:
            raise JournalNotWritable(f"Cannot write {path}: {trouble}.") from error
        if (getattr(error, "sqlite_errorcode", 0) & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise JournalBusy(f"{path} is in use by another program. Close that one first.") from error
        raise JournalBroken(path, 1, 0, f"SQLite says: {error}") from error
    except OSError as error:
        raise JournalNotWritable(f"Cannot use {path}: {error.strerror}. Choose another folder with --data.") from error
