"""A damaged journal is set aside whole, and the game goes on from its sound rows."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from companion.journal.errors import JournalBroken
from companion.journal.reader import read_journal
from companion.journal.rewrite import free_name, remove, write_anew
from companion.journal.rows import Row
from companion.journal.sqlite import check_exists, index_of, lock, log_of, translated
from companion.journal.writer import Journal
from companion.runtime.fsync import opener, sync_folder


class Mended(msgspec.Struct, frozen=True):
    """What became of a journal that was to be mended."""

    rows: tuple[Row, ...]
    """Those that it has now."""
    aside: Path | None = None
    """Where the damaged file is kept; None where none was damaged."""


def open_mended(path: Path) -> tuple[Journal, Mended]:
    """A journal open for writing, mended before if it is damaged. Raises as `Journal` does.

    Nothing is asked: the damaged file is kept, and nobody at a table could answer better than by going on.
    """
    try:
        journal = Journal(path)
    except JournalBroken as broken:
        if not broken.good:
            raise
        mended = repair(path)
        return Journal(path), mended
    return journal, Mended(journal.opened_with)


def repair(path: Path) -> Mended:
    """Keep the sound rows of a damaged journal and set the damaged file aside.

    Raises `JournalMissing`, `JournalNeverBegan`, `JournalTooNew`, `JournalBusy` where a companion has it open,
    `JournalBroken` where no row is sound, and `JournalNotWritable`.
    """
    check_exists(path)
    with translated(path), closing(lock(path)):
        try:
            return Mended(read_journal(path))
        except JournalBroken as broken:
            rows = broken.rows
            if not rows:
                raise
        # The damaged file stays in its place until the mended one, whole by then, takes it in one step: the plug may be
        # pulled at any moment, and there is a game of that name that can be mended or is.
        mended = path.with_suffix(".mended")
        try:
            write_anew(mended, rows)
            aside = _copy_aside(path)
        except BaseException:
            remove(mended)  # on a full disk it would take the room that is to be freed
            raise
        _fold_log(path)
        os.replace(mended, path)
        sync_folder(path.parent)
        return Mended(rows, aside)


def _copy_aside(path: Path) -> Path:
    """Copy a journal, with the log that SQLite keeps beside it, to a name that no file has yet; returns that name."""
    aside = free_name(path)
    try:
        for source, target in ((log_of(path), log_of(aside)), (path, aside)):
            if source.exists() and (source == path or source.stat().st_size):
                with open(source, "rb") as damaged, open(target, "wb", opener=opener) as copy:
                    shutil.copyfileobj(damaged, copy)
                    copy.flush()
                    os.fsync(copy.fileno())
    except OSError:
        remove(aside)
        raise
    return aside


def _fold_log(path: Path) -> None:
    """Bring what lies in SQLite's log into the file and remove the log: it would be taken for that of the next file."""
    # Where SQLite cannot even do that, the copy has the log.
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("PRAGMA wal_checkpoint = TRUNCATE")
    for each in (log_of(path), index_of(path)):
        each.unlink(missing_ok=True)
    sync_folder(path.parent)
