"""What one saved game comes to, whatever its file holds: found by playing it through."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.games.registry import Registry
from companion.journal import JournalBroken, JournalMissing, JournalNeverBegan, Row, read_journal
from companion.journal.time_limit import TimeLimit
from companion.live.resume import Unplayable, replay
from companion.live.timeline import Timeline
from companion.runtime.fault_log import log_fault
from companion.runtime.text import printable
from companion.storage.home import can_be_asked_for, id_of

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
    who: tuple[str, ...] = ()
    """The names of those who sat there last, in the order of their seats."""
    rounds: int = 0
    """How many rounds were begun; 1 in a game without rounds."""

    @property
    def is_known(self) -> bool:
        """Whether its file was looked at; else only the id is known."""
        return bool(self.title)


def unknown(game_id: str) -> SavedGame:
    """The line of a game that has yet to be looked at."""
    return SavedGame(game_id, "", "", 0, "is being looked at")


class Summary(msgspec.Struct, frozen=True):
    """What a file was found to be."""

    game: SavedGame | None
    """None where no game ever began in it, or it is gone."""
    last_hash: str = ""
    """Of its last row, where the same rows will always come to the same; else empty."""


def summary_of(path: Path, registry: Registry, limit: TimeLimit) -> Summary:
    """The summary of one file. Raises nothing but what a `limit` raises that is no `Exception`."""
    try:
        if not can_be_asked_for(id_of(path)):
            return _closed(path, "Nobody can type its name. Give the file another one, of letters and digits.")
        return _opened(path, registry, limit)
    except (JournalNeverBegan, JournalMissing):
        return Summary(None)
    except CompanionError as error:
        return _closed(path, str(error))
    except Exception as error:  # one file must not take the list from all others
        log_fault(log, "a saved game could not be looked at", error)
        return _closed(path, "The companion cannot make anything of it. Move it out of the folder of games.")


def _closed(path: Path, why: str, last_hash: str = "") -> Summary:
    return Summary(SavedGame(printable(id_of(path)), "?", "", 0, why, can_be_opened=False), last_hash)


def _opened(path: Path, registry: Registry, limit: TimeLimit) -> Summary:
    try:
        rows = read_journal(path, limit)
    except JournalBroken as broken:
        if not broken.good:
            raise
        damage = "damaged: these acts are kept when it is resumed"
        return Summary(_line(path, broken.rows, replay(registry, broken.rows, limit.check), damage))
    try:
        timeline = replay(registry, rows, limit.check)
    except Unplayable as error:
        return _closed(path, str(error), rows[-1].hash)
    return Summary(_line(path, rows, timeline, _how_it_stands(timeline)), rows[-1].hash)


def _line(path: Path, rows: tuple[Row, ...], timeline: Timeline, status: str) -> SavedGame:
    game, seats = timeline.game, timeline.seats
    who = tuple(seats[seat].name for seat in sorted(seats))
    rounds = game.progress(timeline.state.table)
    return SavedGame(
        id_of(path), game.title, rows[0].at, timeline.play_count, status, game.name, who=who, rounds=rounds
    )


def _how_it_stands(timeline: Timeline) -> str:
    outcome = timeline.game.outcome(timeline.state)
    if outcome is not None:
        if not outcome.winners:
            return "lost by all"
        return f"won by {', '.join(timeline.names()[seat] for seat in outcome.winners)}"
    return "ended by the host" if timeline.ended else "going on"
