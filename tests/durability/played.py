"""An evening that is played to be recorded: the companion's own home, game and journal, in processes of their own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.autopilot import Autopilot
from companion.games.registry import GAMES
from companion.home import Home
from companion.journal import Draft, Journal, Row, open_mended, read_journal, repair
from companion.live import LiveGame
from companion.timeline import Timeline, replay, start_payload, state_hash
from tests.durability.recorder import Op, Recorder

HOME = "home"
"""The companion's data folder, below the recorded one; it is new as well."""
GAME = "waves-20250101-200000"
EVENING = datetime(2025, 1, 1, 20, tzinfo=UTC)
SEED = 7
CLOSED, KILLED = 0, 9
"""Exit status of a recorded process: the game was closed, or everything stopped at once."""
PROJECT = Path(__file__).parents[2]


class Part(msgspec.Struct, frozen=True):
    """What one process does: open the game, new or where it stands, and go on."""

    acts: int = 0
    """Acts of the bots, each accepted on its own."""
    copies: int = 0
    """Rows that follow, each a copy of an act's row: no evening is long enough to fill SQLite's log."""
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
        command = [sys.executable, "-m", "tests.durability.played", str(root), msgspec.json.encode(part).decode()]
        done = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, check=False)
        assert done.returncode == (CLOSED if part.is_closed else KILLED), f"a recording failed: {done.returncode}"
        ops += msgspec.msgpack.decode(done.stdout, type=list[Op])
    return tuple(ops)


def _play(root: Path, part: Part, recorder: Recorder) -> Journal:
    """One part, as the companion does it; what is accepted is noted once it knows."""
    home = Home(root / HOME).make()
    journal, _ = open_mended(home.journal(GAME))  # a cut may leave a row that nobody was told of, whole but torn off
    timeline = replay(GAMES, journal.opened_with) if journal.opened_with else _begin(journal, recorder)
    live = LiveGame(timeline, journal, lambda: EVENING)
    bots = Autopilot(timeline.game, SEED, dawdle=True)
    for _ in range(part.acts):
        proposal = bots.propose(timeline.state, len(timeline.done), frozenset())
        assert proposal is not None, "the game is over: choose a longer one"
        action, who = proposal
        live.accept(who, [action], [timeline.game.apply_action(timeline.state, action)])
        recorder.accepted(timeline.last_row)
    if part.copies:
        _copy_rows(journal, part.copies, recorder)
    if part.spoils:
        journal._db.execute("UPDATE journal SET by = 'nobody' WHERE number = ?", (part.spoils,))
    return journal


def _begin(journal: Journal, recorder: Recorder) -> Timeline:
    """A new game with everybody's own cards."""
    game = GAMES["waves"]
    options = {"mode": "all_vs_all", "players": 4, "cards": "own"}
    start = game.new_game(options, {})
    payload = {**start_payload(game, options, start), "seed": SEED}
    journal.append([Draft(EVENING.isoformat(), "host", "start", payload, state_hash(start))])
    recorder.accepted(1)
    return Timeline(game, start)


def _copy_rows(journal: Journal, count: int, recorder: Recorder) -> None:
    row = read_journal(journal.path)[-1]
    for _ in range(count):
        (row,) = journal.append([copy_of(row)])
        recorder.accepted(row.number)


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


def _main(root: Path, part: Part) -> None:
    if part.synchronous != "FULL":
        _be_careless(part.synchronous)
    recorder = Recorder(root)
    if part.mends:
        repair(Home(root / HOME).journal(GAME))
    else:
        journal = _play(root, part, recorder)
    if part.is_closed:
        journal.close()
    sys.stdout.buffer.write(msgspec.msgpack.encode(recorder.ops))
    sys.stdout.flush()
    os._exit(CLOSED if part.is_closed else KILLED)


if __name__ == "__main__":
    _main(Path(sys.argv[1]), msgspec.json.decode(sys.argv[2], type=Part))
