"""The saved games of one companion, with how each stands, the newest first."""

from __future__ import annotations

import logging
import stat
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.games.registry import Registry
from companion.journal import JournalBroken, JournalNeverBegan, read_journal
from companion.journal.glimpse import came_alone
from companion.journal.sqlite import all_of, log_of
from companion.journal.time_limit import TimeLimit
from companion.live.rest import LONGEST_S
from companion.live.resume import replay
from companion.live.timeline import Timeline
from companion.runtime.fault_log import log_fault
from companion.runtime.text import printable
from companion.storage.home import Home, can_be_asked_for, id_of

log = logging.getLogger(__name__)


class SavedGame(msgspec.Struct, frozen=True):
    """One line of the list of saved games."""

    id: str
    title: str
    started: str
    acts: int
    status: str
    """In words: "going on", "won by …", "ended by the host", "damaged …", or what is wrong with it."""
    game: str = ""
    can_be_opened: bool = True


class SavedGames:
    """The games in the folder of a companion; each is played through when first listed, and when it has changed."""

    def __init__(self, home: Home, registry: Registry) -> None:
        self._home = home
        self._registry = registry
        self._summaries: dict[tuple[Path, tuple[int, ...]], SavedGame | None] = {}
        """Saved games as last read, by file and its times and sizes: playing one through takes a while."""

    def all(self, but: str = "") -> tuple[SavedGame, ...]:
        """All saved games but one, the newest first; a damaged one is listed with what is wrong.

        A file in which no game ever began is no saved game.
        """
        read = self._summaries
        files = (path for path in self._home.journals() if id_of(path) != but)
        found = {(path, _stamp(path)): path for path in files}
        self._summaries = {
            key: read[key] if key in read else _summary(path, self._registry) for key, path in found.items()
        }
        newest_first = sorted(found, key=lambda key: key[1], reverse=True)
        return tuple(game for key in newest_first if (game := self._summaries[key]) is not None)


def told_of_copy(path: Path) -> str:
    """What may be missing in a game that is not over, where its file was copied here alone; empty where it was not."""
    if not came_alone(path):
        return ""
    return (
        "It was copied here without what lies beside it. If it was played at that moment, its last acts may be "
        f"missing, of {LONGEST_S:g} seconds at most: they lie in {log_of(path).name} where it was copied from. "
        "Copy that file too."
    )


def _stamp(path: Path) -> tuple[int, ...]:
    """When a journal was last written, how large it is, and its mode; what lies beside it counts as well."""
    stats = []
    for each in all_of(path):
        with suppress(OSError):  # SQLite removes its file as the last companion closes the game
            stats.append((each, each.lstat()))
    # To read a game is enough to leave an empty log there, and the index of it.
    written = [found for each, found in stats if found.st_size and each in (path, log_of(path))]
    modes = [found.st_mode for each, found in stats if each == path or not stat.S_ISREG(found.st_mode)]
    return (max((each.st_mtime_ns for each in written), default=0), *(each.st_size for each in written), *modes)


def _summary(path: Path, registry: Registry) -> SavedGame | None:
    """A line for one file, whatever is in it; None where no game ever began in it."""
    try:
        if not can_be_asked_for(id_of(path)):
            return _closed(path, "Nobody can type its name. Give the file another one, of letters and digits.")
        return _opened(path, registry)
    except CompanionError as error:
        return _closed(path, str(error))
    except Exception as error:  # one file must not take the list from all others
        log_fault(log, "a saved game could not be looked at", error)
        return _closed(path, "The companion cannot make anything of it. Move it out of the folder of games.")


def _closed(path: Path, why: str) -> SavedGame:
    return SavedGame(printable(id_of(path)), "?", "", 0, why, can_be_opened=False)


def _opened(path: Path, registry: Registry) -> SavedGame | None:
    damage, limit = "", TimeLimit(path)
    try:
        try:
            rows = read_journal(path, limit)
        except JournalBroken as broken:
            if not broken.good:
                raise
            rows, damage = broken.rows, "damaged: these acts are kept when it is resumed"
        timeline = replay(registry, rows, limit.check)
    except JournalNeverBegan:
        return None
    status = damage or _how_it_stands(timeline)
    return SavedGame(id_of(path), timeline.game.title, rows[0].at, timeline.play_count, status, timeline.game.name)


def _how_it_stands(timeline: Timeline) -> str:
    outcome = timeline.game.outcome(timeline.state)
    if outcome is not None:
        if not outcome.winners:
            return "lost by all"
        return f"won by {', '.join(timeline.names()[seat] for seat in outcome.winners)}"
    return "ended by the host" if timeline.ended else "going on"
