"""The saved games of one companion, with how each stands, the newest first.

To play a game through takes a while, so what it comes to is kept in a file of the data folder. An entry counts as long
as the game's file has the size, the time and the last hash that it had then, and the rules are the same. Where nothing
can be written it is kept in memory.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from companion.games.registry import Registry
from companion.journal.glimpse import came_alone
from companion.journal.peek import last_hash
from companion.journal.sqlite import log_of, names_beside
from companion.journal.time_limit import TimeLimit
from companion.live.rest import LONGEST_S
from companion.live.summaries import SavedGame, Summary, summary_of
from companion.runtime.fsync import replace_file
from companion.runtime.plain_file import plain
from companion.storage.home import Home, id_of

log = logging.getLogger(__name__)

MOST_BYTES: Final = 1 << 26
"""Of the file: some hundred for each game."""
MOST_TRIES: Final = 3
"""A file that changes while it is looked at is looked at again, so often in all."""

Written: TypeAlias = tuple[int, ...]
"""When a journal and its logs were last written, in nanoseconds, the newest first, and how large each is, in bytes."""


class Found(msgspec.Struct, frozen=True):
    """A file in the folder of games, as the system describes it: another one as soon as anything of it changes."""

    path: Path
    written: Written
    modes: tuple[int, ...]
    """Of the journal, and of whatever lies beside it and is no plain file."""

    @property
    def id(self) -> str:
        """Of the game in it."""
        return id_of(self.path)


class _Kept(msgspec.Struct, frozen=True):
    written: Written
    last_hash: str
    game: SavedGame


class _File(msgspec.Struct, frozen=True):
    made_by: dict[str, str]
    """The version of the companion, and of the rules of each game."""
    games: dict[str, _Kept]


class SavedGames:
    """What the games in the folder of a companion come to. For one thread at a time."""

    def __init__(self, home: Home, registry: Registry) -> None:
        self._home = home
        self._registry = registry
        self._made_by = {name: game.rules_version for name, game in registry.items()}
        self._made_by["companion"] = version("table-companion")
        self._kept: Mapping[str, _Kept] | None = None
        """As the file has it; None before it was read."""
        self._ids = frozenset[str]()
        """Of the games that were there lately."""
        self._read: dict[Found, Summary] = {}

    def all(
        self, only: Collection[str] | None = None, watch: Callable[[Sequence[Found]], Iterable[Found]] = iter
    ) -> tuple[SavedGame, ...]:
        """All saved games, or those of these ids, the newest first; a damaged one is listed with what is wrong.

        A file in which no game ever began is no saved game. `watch` gives out those that have to be looked at, one
        after another.
        """
        found = [each for each in self.found() if only is None or each.id in only]
        try:
            for each in watch([each for each in found if self.known(each) is None]):
                self.read(each)
        finally:
            self.keep()
        known = map(self.known, found)
        return tuple(each.game for each in known if each is not None and each.game is not None)

    def found(self) -> tuple[Found, ...]:
        """The files that there are now, the newest first. What is known of others is forgotten."""
        found = found_in(self._home)
        self._ids = frozenset(each.id for each in found)
        self._read = {each: self._read[each] for each in found if each in self._read}
        return found

    def known(self, found: Found) -> Summary | None:
        """What is known of a file already; None where it has to be read first."""
        return self._read.get(found)

    def read(self, found: Found, limit: TimeLimit | None = None) -> None:
        """Find out what a file comes to: from what was kept where that still counts, else by playing it through."""
        limit = limit or TimeLimit(found.path)
        kept = self._of_old().get(found.id)
        if kept is not None and kept.written == found.written and last_hash(found.path, limit) == kept.last_hash:
            self._read[found] = Summary(kept.game, kept.last_hash)
            return
        for _ in range(MOST_TRIES):
            before = _look(found.path)
            self._read[found] = summary_of(found.path, self._registry, limit)
            after = _look(found.path)
            if before == after:
                break
        # What was found in a file that has changed since is known until somebody looks into the folder again.
        if after != found:
            self._read[found] = msgspec.structs.replace(self._read[found], last_hash="")

    def forget_gone(self) -> None:
        """Write down nothing more of games that are not there any more."""
        self.found()
        self.keep()

    def keep(self) -> None:
        """Write down what is known, where it is not written down yet; a disk that takes nothing is no trouble."""
        new = {
            each.id: _Kept(each.written, summary.last_hash, summary.game)
            for each, summary in self._read.items()
            if summary.game is not None and summary.last_hash
        }
        # Of files that were not looked at yet, what was known of them before may still count.
        old = {name: kept for name, kept in self._of_old().items() if name in self._ids}
        if (games := {**old, **new}) == self._kept:
            return
        self._kept = games
        try:
            replace_file(self._home.summaries, msgspec.json.encode(_File(self._made_by, games)))
        except OSError as error:
            log.info("what the saved games come to is kept in memory alone: %s", error.strerror)

    def _of_old(self) -> Mapping[str, _Kept]:
        """What an earlier run kept, as far as it was made by the same rules."""
        if self._kept is None:
            try:
                with open(plain(self._home.summaries), "rb") as file:
                    told = msgspec.json.decode(file.read(MOST_BYTES), type=_File)
                self._kept = told.games if told.made_by == self._made_by else {}
            except (OSError, ValueError, RecursionError):  # not there, cut off, or written by another version
                self._kept = {}
        return self._kept


def found_in(home: Home) -> tuple[Found, ...]:
    """The journals of a data folder, the newest first."""
    folder = home.folder / "games"
    try:
        with os.scandir(folder) as entries:
            there = {entry.name: entry for entry in entries}
    except OSError:
        return ()

    def stat_of(name: str) -> os.stat_result | None:
        return _stat(there[name]) if name in there else None

    found = (_found(folder / name, stat_of) for name in there if name.endswith(".journal"))
    return tuple(sorted(found, key=lambda each: each.written, reverse=True))


def _look(path: Path) -> Found:
    return _found(path, lambda name: _stat(path.with_name(name)))


def _stat(file: os.DirEntry[str] | Path) -> os.stat_result | None:
    try:
        return file.stat(follow_symlinks=False)
    except OSError:  # SQLite removes its file as the last companion closes the game
        return None


def _found(path: Path, stat_of: Callable[[str], os.stat_result | None]) -> Found:
    """The file as `stat_of` describes it and what lies beside it, by their names."""
    name = path.name
    log, index, rollback, lock = names_beside(name)
    # To read a game is enough to leave an empty log there, and the index of it.
    counted = [each for each in map(stat_of, (name, log, rollback)) if each is not None and each.st_size]
    newest = max((each.st_mtime_ns for each in counted), default=0)
    written = (newest, *(part for each in counted for part in (each.st_mtime_ns, each.st_size)))
    beside = map(stat_of, (log, rollback, index, lock))
    odd = (each.st_mode for each in beside if each is not None and not stat.S_ISREG(each.st_mode))
    own = stat_of(name)
    return Found(path, written, (own.st_mode if own is not None else 0, *odd))


def copy_warning(path: Path) -> str:
    """What may be missing in a game that is not over, where its file was copied here alone; empty where it was not."""
    if not came_alone(path):
        return ""
    return (
        "It was copied here without what lies beside it. If it was played at that moment, its last acts may be "
        f"missing, of {LONGEST_S:g} seconds at most: they lie in {log_of(path).name} where it was copied from. "
        "Copy that file too."
    )
