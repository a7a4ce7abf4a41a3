"""Whether the file that a game is written to is still there, and holds what was written to it.

SQLite writes on into a file that was removed, and behind the end of a log that was cut off, without a word: all of it
is gone when the companion ends. So what the system says of file and log is compared before every act, and where
anything is another, the content is read past SQLite, which would show what it remembers.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.journal.errors import JournalError, JournalNeverBegan
from companion.journal.reader import read_journal
from companion.journal.rows import Row
from companion.journal.sqlite import log_of

_COPY_BYTES = 1 << 20


class Watch:
    """Looks after one journal that this process writes; `renew` after each own write, `close` after SQLite is done."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # Kept open: to close any handle of the file would give up the locks that SQLite has on it.
        self._handle = os.open(path, os.O_RDONLY)
        self._seen = _look(path)

    def renew(self) -> None:
        """What is there now was written here."""
        now = _look(self._path)
        if not self._lost(now):
            self._seen = now

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def trouble(self, rows: Sequence[Row]) -> str:
        """What became of the file, to follow “was”; empty where it holds these rows. Raises OSError."""
        now = _look(self._path)
        if lost := self._lost(now):
            return lost
        if now == self._seen:
            return ""
        if not self._holds(rows):
            return "changed"
        self._seen = now
        return ""

    def _lost(self, now: tuple[_Stat | None, _Stat | None]) -> str:
        """What nothing that is written here could have done."""
        (file, log), log_before = now, self._seen[1]
        if file is None or self._handle < 0:
            return "removed"
        held = _stat_of(os.fstat(self._handle))
        if (file.device, file.number) != (held.device, held.number):
            return "replaced by another"
        if log_before is not None and (log is None or log.number != log_before.number or log.size < log_before.size):
            return "cut off"
        return ""

    def _holds(self, rows: Sequence[Row]) -> bool:
        """Whether somebody who opens file and log without knowing of us finds these rows."""
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            copy = Path(folder) / self._path.name
            with open(copy, "wb") as file:
                at = 0
                while part := os.pread(self._handle, _COPY_BYTES, at):
                    at += file.write(part)
            with suppress(FileNotFoundError):
                shutil.copyfile(log_of(self._path), log_of(copy))
            try:
                return read_journal(copy) == tuple(rows)
            except JournalNeverBegan:
                return not rows
            except JournalError:
                return False


class _Stat(msgspec.Struct, frozen=True):
    """What the system says of a file, as far as a change of its content shows in it."""

    kind: int
    device: int
    number: int
    """Of the file, whatever it is called."""
    size: int
    written_ns: int
    changed_ns: int
    """Of this one nobody can say that it was earlier."""


def _look(path: Path) -> tuple[_Stat | None, _Stat | None]:
    """Of the file itself, and of its log."""
    file, log = (_stat(each) for each in (path, log_of(path)))
    return file, log


def _stat(path: Path) -> _Stat | None:
    try:
        return _stat_of(os.lstat(path))
    except (FileNotFoundError, NotADirectoryError):  # the folder may be gone as well, or be a file
        return None


def _stat_of(found: os.stat_result) -> _Stat:
    kind = stat.S_IFMT(found.st_mode)
    return _Stat(kind, found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
