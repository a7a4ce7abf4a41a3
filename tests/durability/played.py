"""An evening that is played to be recorded: the companion's own home, game and journal, in processes of their own."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.games.bots import Autopilot
from companion.games.registry import GAMES
from companion.journal import Draft, Journal, Row, open_mended, read_journal, repair
from companion.live.handlers import LiveGame
from companion.live.inputs import Acted
from companion.live.resume import replay, start_payload
from companion.live.timeline import Timeline, state_hash
from companion.storage.home import Home
from tests.durability.recorder import Op, Recorder
from tests.games.registered import SEALED_BID, register

HOME = "home"
"""The companion's data folder, below the recorded one; it is new as well."""
GAME = "sealed-bid-20250101-200000"
EVENING = datetime(2025, 1, 1, 20, tzinfo=UTC)
SEED = 7
OPTIONS = {"players": 4, "cards": "own"}
MOST_ACTS = 68
"""So many acts has the evening; then the game is over."""
CLOSED, KILLED = 0, 9
"""Exit status of a recorded process: the game was closed, or everything stopped at once."""

# What is recorded is imported once, by a process from which those that are recorded are forked.
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["pytest", "tests.durability.played"])
register()


class Part(msgspec.Struct, frozen=True):
    """What one process does: open the game, new or where it stands, and go on."""

    acts: int = 0
    """Acts of the bots, each accepted on its own."""
    copies: int = 0
    """Rows that follow, each a copy of the last one: no evening is long enough to fill SQLite's log."""
    rests_every: int = 0
    """After so many rows the table rests, and all of them come into the file; 0 for never."""
    spoils: int = 0
    """The number of a row that is changed at last, behind the companion's back; 0 for none."""
    mends: bool = False
    """Nothing but a repair of the game."""
    synchronous: Literal["FULL", "NORMAL", "OFF"] = "FULL"
    """SQLite's setting; the companion's own is FULL."""
    is_closed: bool = False
    """Whether the game is closed at the end; else the process is killed."""


def record(root: Path, *parts: Part) -> tuple[Op, ...]:
    """All that these processes did to the disk, one after another, below `root`; the files are there as well."""
    ops: list[Op] = []
    for part in parts:
        told, teller = _PROCESSES.Pipe(duplex=False)
        process = _PROCESSES.Process(target=_record, args=(root, part, teller))
        process.start()
        teller.close()
        with told:
            done = told.recv_bytes()
        process.join()
        assert process.exitcode == (CLOSED if part.is_closed else KILLED), f"a recording failed: {process.exitcode}"
        process.close()
        ops += msgspec.msgpack.decode(done, type=list[Op])
    return tuple(ops)


def _play(root: Path, part: Part, recorder: Recorder) -> Journal:
    """One part, as the companion does it; what is accepted is noted once it knows."""
    home = Home(root / HOME).make()
    journal, _ = open_mended(home.journal(GAME))  # a cut may leave a row that nobody was told of, whole but torn off
    if not journal.opened_with:
        _accept_acts(_begin(journal, recorder), journal, part, recorder)
    elif part.acts:
        _accept_acts(replay(GAMES, journal.opened_with), journal, part, recorder)
    if part.copies:
        _copy_rows(journal, part, recorder)
    if part.spoils:
        journal._db.execute("UPDATE journal SET by = 'nobody' WHERE number = ?", (part.spoils,))
    return journal


def _begin(journal: Journal, recorder: Recorder) -> Timeline:
    timeline = begin(journal)
    recorder.accepted(1)
    return timeline


def _accept_acts(timeline: Timeline, journal: Journal, part: Part, recorder: Recorder) -> None:
    def accepted() -> None:
        recorder.accepted(timeline.last_row)
        _rest(journal, part, timeline.last_row)

    play_on(timeline, journal, part.acts, accepted)


def _rest(journal: Journal, part: Part, row: int) -> None:
    if part.rests_every and row % part.rests_every == 0:
        assert journal.rest()


def begin(journal: Journal) -> Timeline:
    """A new game with everybody's own cards, its first row written."""
    start = SEALED_BID.new_game(OPTIONS, {})
    payload = {**start_payload(SEALED_BID, OPTIONS, start), "seed": SEED}
    journal.append([Draft(EVENING.isoformat(), "host", "start", payload, state_hash(start))])
    return Timeline(SEALED_BID, start)


def play_on(timeline: Timeline, journal: Journal, acts: int, accepted: Callable[[], object] = lambda: None) -> None:
    """So many further acts of the bots; `accepted` is called after each, once it is safe."""
    live, bots = LiveGame(timeline, journal, lambda: EVENING), Autopilot(timeline.game, SEED, dawdle=True)
    for _ in range(acts):
        proposal = bots.propose(timeline.state, len(timeline.done), frozenset())
        assert proposal is not None, "the game is over: choose a longer one"
        action, who = proposal
        assert live.take(Acted(who, (msgspec.to_builtins(action),))).accepted
        accepted()


def _copy_rows(journal: Journal, part: Part, recorder: Recorder) -> None:
    row = read_journal(journal.path)[-1]
    for _ in range(part.copies):
        (row,) = journal.append([copy_of(row)])
        recorder.accepted(row.number)
        _rest(journal, part, row.number)


def copy_of(row: Row) -> Draft:
    """The row's content, to be written once more."""
    return Draft(row.at, row.by, row.kind, row.read(), row.state_hash)


def _be_careless(synchronous: str) -> None:
    """Open every journal with another setting of `synchronous` than the companion's own."""
    connect = sqlite3.connect

    class Careless(sqlite3.Connection):
        def execute(self, sql: str, *cells: Any) -> sqlite3.Cursor:
            return super().execute(sql.replace("synchronous = FULL", f"synchronous = {synchronous}"), *cells)

    def connecting(*arguments: Any, **more: Any) -> sqlite3.Connection:
        careless: sqlite3.Connection = connect(*arguments, **{**more, "factory": Careless})
        return careless

    sqlite3.connect = connecting  # type: ignore[assignment]


def _record(root: Path, part: Part, teller: Connection) -> None:
    if part.synchronous != "FULL":
        _be_careless(part.synchronous)
    recorder = Recorder(root)
    if part.mends:
        repair(Home(root / HOME).journal(GAME))
    else:
        journal = _play(root, part, recorder)
    if part.is_closed:
        journal.close()
    teller.send_bytes(msgspec.msgpack.encode(recorder.ops))
    os._exit(CLOSED if part.is_closed else KILLED)
