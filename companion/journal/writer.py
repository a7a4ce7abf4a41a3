"""The journal of the game that is played: rows are appended, all or none, and are on the disk before it returns."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.journal.errors import JournalBroken, JournalNeverBegan
from companion.journal.reader import read_journal
from companion.journal.rewrite import put_aside, remove, write_anew
from companion.journal.rows import GENESIS, Draft, Row, chain
from companion.journal.seals import Seal, keep, keys_of
from companion.journal.sqlite import INSERT, check_plain, index_of, lock, log_of, open_to_write, transaction, translated
from companion.journal.watch import Watch
from companion.runtime.fsync import sync_folder, sync_folders_above


class Journal:
    """A journal open for writing by this process alone. Not safe to share between threads without care: one owner."""

    def __init__(self, path: Path) -> None:
        """Open or create the file. Raises each leaf of `JournalError` but `JournalMissing` and `JournalNeverBegan`."""
        self.path = path
        self.saved_anew = ""
        """What became of the file while it was written to, and where its rows are now; empty where nothing did."""
        with translated(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            check_plain(path)
            is_new = not path.exists()
            self._lock = lock(path)
            try:
                if is_new:
                    sync_folders_above(path.parent)
                self.opened_with = () if is_new else _read_to_go_on(path)
                """The rows found when the file was opened."""
                self._open()
            except BaseException:
                if is_new:
                    _remove(path)
                self._lock.close()
                raise
        self._rows = list(self.opened_with)
        """All of them, should the file be lost."""
        self._seals = list[Seal]()
        """Those that were sealed since, should the file of keys be lost."""

    def _open(self) -> None:
        self._db = open_to_write(self.path)
        try:
            self._watch = Watch(self.path)
        except BaseException:
            self._db.close()
            raise

    def append(self, drafts: Sequence[Draft]) -> tuple[Row, ...]:
        """Write rows, all or none, and return them once they are on the disk. Raises `JournalNotWritable`.

        Where the file is not what was written to it any more, all rows are written anew before.
        """
        self.check()
        rows: list[Row] = []
        for draft in drafts:
            previous = rows[-1] if rows else self._rows[-1] if self._rows else None
            rows.append(chain(previous.hash if previous else GENESIS, len(self._rows) + len(rows) + 1, draft))
        try:
            self._insert(rows)
        except JournalBroken:
            with translated(self.path):
                self._save_anew("damaged")
            self._insert(rows)
        self._rows += rows
        return tuple(rows)

    def keep_keys(self, seals: Sequence[Seal], choice_bytes: int) -> None:
        """Have what opens these seals on the disk, before the rows with them. Raises `JournalNotWritable`."""
        with translated(self.path):
            self._keep((*(() if keys_of(self.path).exists() else self._seals), *seals), choice_bytes)
        self._seals += seals

    def _keep(self, seals: Sequence[Seal], choice_bytes: int) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        keep(self.path, seals, choice_bytes)

    def _insert(self, rows: Sequence[Row]) -> None:
        try:
            with translated(self.path), transaction(self._db):
                self._db.executemany(INSERT, [msgspec.structs.astuple(row) for row in rows])
        finally:
            self._watch.renew()

    def check(self) -> None:
        """See whether the file still holds the rows, and write them anew where it does not.

        Raises `JournalNotWritable`, and `JournalBusy` where another companion took the file that was left.
        """
        with translated(self.path):
            if trouble := self._watch.trouble(self._rows):
                self._save_anew(trouble)

    def rest(self) -> bool:
        """Bring all rows from SQLite's log into the file, so that a copy of the file alone has them; whether all are.

        Nothing becomes safer by it: the rows are on the disk. Raises as `check` does.
        """
        self.check()
        try:
            with translated(self.path):
                return self._checkpoint()
        finally:
            self._watch.renew()

    def _checkpoint(self) -> bool:
        is_busy, in_log, in_file = self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        return not is_busy and in_log == in_file

    def _save_anew(self, trouble: str) -> None:
        """Lay a new file with all rows in the place of the one that is lost, which is kept where there is one."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._hold_lock()
        mended = self.path.with_suffix(".mended")
        write_anew(mended, self._rows)
        aside = put_aside(self.path)
        self._let_go()  # before the new file is there: SQLite removes the log of that name
        remove(self.path)
        os.replace(mended, self.path)
        sync_folder(self.path.parent)
        self._open()
        saved = "its one row was" if len(self._rows) == 1 else f"all {len(self._rows)} rows were"
        kept = f" What lay in its place is kept beside it as {aside.name}." if aside is not None else ""
        self.saved_anew = (
            f"The file of this game was {trouble} while it was played. Nothing is lost: {saved} saved anew, "
            f"in {self.path.name}.{kept} Let no other program touch the folder of games meanwhile."
        )

    def _hold_lock(self) -> None:
        """The lock of this game by its name, where that was removed with the game."""
        held = os.fstat(self._lock.fileno())
        with suppress(FileNotFoundError):
            found = os.lstat(self.path.with_suffix(".lock"))
            if (found.st_dev, found.st_ino) == (held.st_dev, held.st_ino):
                return
        before, self._lock = self._lock, lock(self.path)
        before.close()

    def _let_go(self) -> None:
        with suppress(sqlite3.Error):  # of a file that is lost already
            self._db.close()
        self._watch.close()

    def close(self) -> None:
        """Let go of the file. Every accepted row is on the disk already."""
        with suppress(sqlite3.Error):  # SQLite does so too, but not while anybody else has the file open
            self._checkpoint()
        self._let_go()
        self._lock.close()

    def discard(self) -> None:
        """Let go of a file that never took a row, and remove it."""
        assert not self._rows, "a journal with rows is never removed"
        self._let_go()
        _remove(self.path)
        self._lock.close()


def _read_to_go_on(path: Path) -> tuple[Row, ...]:
    """All rows; none where the plug was pulled before the game had one."""
    # Read first: it says how many rows of a damaged file are sound; SQLite would only refuse to open it.
    with suppress(JournalNeverBegan):
        return read_journal(path)
    return ()


def _remove(path: Path) -> None:
    """Remove a journal that holds nothing, with all that lies beside it."""
    for each in (path, log_of(path), index_of(path), path.with_suffix(".lock")):
        with suppress(OSError):
            each.unlink()
