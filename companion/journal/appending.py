"""The journal of the game that is played: rows are appended, all or none, and are on the disk before it returns."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.disk import sync_folders_above
from companion.journal.errors import JournalBroken, JournalNeverBegan, JournalNotWritable
from companion.journal.reading import read_journal
from companion.journal.rows import GENESIS, Draft, Row, chain
from companion.journal.sqlite import INSERT, index_of, lock, log_of, open_to_write, transaction, translated


class Journal:
    """A journal open for writing by this process alone. Not safe to share between threads without care: one owner."""

    def __init__(self, path: Path) -> None:
        """Open or create the file. Raises each leaf of `JournalError` but `JournalMissing` and `JournalNeverBegan`."""
        self.path = path
        with translated(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            is_new = not path.exists()
            self._lock = lock(path)
            try:
                if is_new:
                    sync_folders_above(path.parent)
                self.opened_with = () if is_new else _read_to_go_on(path)
                """The rows found when the file was opened."""
                self._db = open_to_write(path)
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
        try:
            with translated(self.path), transaction(self._db):
                self._db.executemany(INSERT, [msgspec.structs.astuple(row) for row in rows])
        except JournalBroken as broken:
            # Somebody or something else changed the file; only opening it anew tells how much of it is sound.
            raise JournalNotWritable(
                f"{self.path} was damaged while the game was played. Stop the companion and resume the game: "
                "what is sound is kept, and the page says how much."
            ) from broken
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
