"""A journal written anew from rows that are known, and what lies in its place put aside."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from companion.journal.rows import Row
from companion.journal.sqlite import INSERT, index_of, log_of, open_to_write, transaction
from companion.runtime.fsync import sync_folder


def write_anew(path: Path, rows: Sequence[Row]) -> None:
    """A file of SQLite's that holds these rows and nothing else, whole on the disk; nothing where that fails."""
    remove(path)
    try:
        with closing(open_to_write(path)) as db, transaction(db):
            db.executemany(INSERT, [msgspec.structs.astuple(row) for row in rows])
    except BaseException:
        remove(path)  # on a full disk it would take the room that is to be freed
        raise


def remove(path: Path) -> None:
    """Remove a file of SQLite's with all that lies beside it."""
    for each in (path, log_of(path), index_of(path)):
        each.unlink(missing_ok=True)


def free_name(path: Path) -> Path:
    """What to call a damaged journal that is kept: a name that no file has yet."""
    number, aside = 2, path.with_suffix(".damaged")
    while os.path.lexists(aside):
        number, aside = number + 1, path.with_suffix(f".damaged-{number}")
    return aside


def put_aside(path: Path) -> Path | None:
    """Rename whatever lies there, with its log; the new name, or None where nothing lay there. Raises OSError."""
    if not os.path.lexists(path):
        remove(path)
        return None
    aside = free_name(path)
    # Not copied: on a full disk there is no room for it, and a pipe or a folder has no content to copy.
    with suppress(FileNotFoundError):
        os.rename(log_of(path), log_of(aside))
    os.rename(path, aside)
    remove(path)
    sync_folder(path.parent)
    return aside
