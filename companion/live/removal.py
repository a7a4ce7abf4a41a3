"""A saved game removed for good, with its photographs and whatever else lies beside it; and which games are empty."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.journal import JournalBusy, JournalError, JournalNeverBegan, read_journal
from companion.journal.peek import BEFORE_ACTS, has_act
from companion.journal.seals import keys_of
from companion.journal.sqlite import all_of, check_exists, lock, translated
from companion.runtime.fsync import sync_folder
from companion.storage.home import Home, can_be_asked_for, id_of
from companion.storage.photos import PhotoFolder


class Removed(msgspec.Struct, frozen=True):
    """What was there of a game."""

    id: str
    photographs: int
    damaged: int
    """Files that were put aside when it was mended."""


def what_lies_there(home: Home, game_id: str) -> Removed:
    """What would be removed. Raises `JournalMissing`, `JournalStrange` for what is no file of a game, `JournalBusy`
    while a companion plays it, and `JournalNotWritable`.
    """
    path = home.journal(game_id)
    check_exists(path)
    with translated(path), closing(lock(path)):
        pass
    aside = [each for each in _put_aside(path) if ".damaged" in each.suffix]
    return Removed(game_id, len(tuple(PhotoFolder(path).folder.glob("*.jpg"))), len(aside))


def remove_game(home: Home, game_id: str) -> Removed:
    """Remove it. Raises as `what_lies_there` does."""
    there = what_lies_there(home, game_id)
    _remove(home.journal(game_id))
    return there


def remove_demonstrations(home: Home) -> None:
    """Remove what is left of demonstrations, but for those that another companion shows. Never raises."""
    for path in tuple(home.demonstrations.glob("*.journal")):
        with suppress(CompanionError, OSError):  # the next start tries again
            _remove(path)
    with suppress(OSError):
        home.demonstrations.rmdir()


def _remove(path: Path) -> None:
    """Remove the journal with all that lies beside it. Raises `JournalError`."""
    with translated(path), closing(lock(path)):
        photographs = PhotoFolder(path).folder
        if photographs.is_symlink():
            photographs.unlink()
        elif photographs.exists():
            shutil.rmtree(photographs)
        journal, *beside = all_of(path)
        # The journal last but for its lock: a game that is removed in part is still listed, and can be removed again.
        for each in (*_put_aside(path), keys_of(path), *(each for each in beside if each.suffix != ".lock"), journal):
            each.unlink(missing_ok=True)
        path.with_suffix(".lock").unlink(missing_ok=True)
        sync_folder(path.parent)


def empty_games(home: Home) -> tuple[str, ...]:
    """The ids of the games in which nothing was ever done, or that never began, in the order of their names.

    One that a companion plays is none of them: something may yet be done in it. Nor is one that is damaged or cannot be
    read: nobody knows what is in it.
    """
    return tuple(sorted(id_of(path) for path in home.journals() if can_be_asked_for(id_of(path)) and _is_empty(path)))


_HEAD = b"SQLite format 3\0"
"""With which a file begins in which a game was to begin; any other that is too small for a game is somebody's own."""


def _is_empty(path: Path) -> bool:
    if has_act(path):
        return False
    try:
        if any(row.kind not in BEFORE_ACTS for row in read_journal(path)):
            return False
    except JournalNeverBegan:
        if not path.read_bytes().startswith(_HEAD[: path.stat().st_size]):
            return False
    except JournalError:
        return False
    try:
        with translated(path), closing(lock(path)):
            return True
    except JournalBusy:
        return False


def _put_aside(path: Path) -> tuple[Path, ...]:
    """Damaged files of this game that were kept, with their logs, and a mended one that never took its place."""
    kept = re.compile(re.escape(path.stem) + r"\.(damaged(-\d+)?|mended)(-wal|-shm)?")
    # By names alone: of a folder with thousands of games, paths would take seconds for each.
    return tuple(path.with_name(each) for each in sorted(os.listdir(path.parent)) if kept.fullmatch(each))
