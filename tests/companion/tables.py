"""Live tables for tests: real rooms on real files, driven by events and never by the clock."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.core import Choice
from companion.games.deal import DEALT, OWN, with_cards
from companion.games.registry import GAMES
from companion.journal import Row, read_journal
from companion.journal.time_limit import TimeLimit
from companion.live import saved_games
from companion.live.chronicle import log_of
from companion.live.playthrough import Clock
from companion.live.requests import Client, Reply, Tap, Undo
from companion.live.resume import replay
from companion.live.room import Room
from companion.live.session import Session
from companion.live.shelf import Listing
from companion.live.snapshot import Snapshot
from companion.live.summaries import Summary, summary_of
from companion.live.timeline import state_hash
from companion.storage.home import Home
from tests.games.registered import SEALED_BID

HOST = Client("host")
GUEST = Client()
NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
PATIENCE_S = 60.0
"""How long a test waits for something that should happen at once, before it fails."""

_numbers = count(1)


def person(seat: int) -> Client:
    return Client("seat", seat)


def ticking_clock() -> Clock:
    """A clock that goes on by a second each time it is read."""
    seconds = count()
    return lambda: NOON + timedelta(seconds=next(seconds))


@contextmanager
def open_room(folder: Path, *, pace_s: float = 0.0, **more: Any) -> Iterator[Room]:
    """A room in a home of its own, closed at the end."""
    room = Room(GAMES, Home(folder).make(), pace_s=pace_s, clock=ticking_clock(), **more)
    try:
        yield room
    finally:
        room.close()


def own(room: Room, game: str = SEALED_BID.name, **options: Any) -> Session:
    """A new game with own cards: nothing happens without a tap."""
    return room.open_new(game, with_cards(GAMES[game], options, OWN), seed=1)


def virtual(room: Room, seed: int = 1, game: str = SEALED_BID.name, **options: Any) -> Session:
    """A new game with virtual cards; its bots play at once."""
    return room.open_new(game, with_cards(GAMES[game], options, DEALT), seed)


def tap_of(actions: Sequence[Any], revision: int, tap_id: str = "") -> Tap:
    """A tap as a page sends it."""
    sent = tuple(act if isinstance(act, dict) else msgspec.to_builtins(act) for act in actions)
    return Tap(sent, revision, tap_id or f"tap-{next(_numbers)}")


def choices_of(session: Session, client: Client) -> tuple[Choice[Any], ...]:
    return session.snapshot().choices(client.seat)


def tap_first(session: Session, client: Client = HOST) -> Reply:
    """Tap the first thing that this client is offered."""
    snapshot = session.snapshot()
    return session.submit(client, tap_of(choices_of(session, client)[0].actions, snapshot.revision))


def tap_any(session: Session, rng: random.Random, client: Client = HOST) -> Reply:
    snapshot = session.snapshot()
    return session.submit(client, tap_of(rng.choice(choices_of(session, client)).actions, snapshot.revision))


def play_to(session: Session, phase: str) -> Snapshot:
    """Tap the first thing offered until the table stands in this phase."""
    while session.snapshot().view(None).table.phase.value != phase:
        reply = tap_first(session)
        assert reply.accepted, reply
    return session.snapshot()


def play_dealt_to(session: Session, phase: str) -> Snapshot:
    """Let the people at a dealt game tap the first thing that each is offered, until the table stands in this phase."""
    seats = range(len(session.snapshot().seats))

    def is_there(now: Snapshot) -> bool:
        return bool(now.view(None).table.phase.value == phase)

    while True:
        now = wait_for(session, lambda now: is_there(now) or any(map(now.choices, seats)))
        if is_there(now):
            return now
        seat = next(each for each in seats if now.choices(each))
        reply = session.submit(person(seat), tap_of(now.choices(seat)[0].actions, now.revision))
        assert reply.accepted, reply


def wait_for(session: Session, test: Callable[[Snapshot], bool]) -> Snapshot:
    """The first moment seen that passes the test; fails where nothing changes any more before that."""
    snapshot = session.snapshot()
    while not test(snapshot):
        newer = session.wait(snapshot.change, PATIENCE_S)
        assert newer.change != snapshot.change, "nothing changes any more"
        snapshot = newer
    return snapshot


def journal_path(room: Room) -> Path:
    return room.home.journal(room.session.game_id)


def rows_of(room: Room) -> tuple[Row, ...]:
    """What is on the disk, read as any other program would."""
    return read_journal(journal_path(room))


def looked_through(room: Room) -> Listing:
    """The list of saved games, once each was looked at."""
    room.saved.look()
    if (thread := room.saved._thread) is not None:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
    return room.saved.listing


def hash_now(session: Session) -> str:
    """The hash of the present position, secrets and all."""
    return state_hash(session._timeline.state)


def check_replay(room: Room) -> None:
    """What is on the disk leads to exactly what the room shows."""
    live, again = room.session._timeline, replay(room.registry, rows_of(room))
    assert state_hash(again.state) == state_hash(live.state)
    assert [step.after for step in again.done] == [step.after for step in live.done]
    assert again.undone == live.undone
    assert (again.seats, again.ended, again.revision) == (live.seats, live.ended, live.revision)
    assert (again.taps, again.last_row) == (live.taps, live.last_row)
    for seat in (None, 0, live.seat_count - 1):
        assert log_of(again.history, seat) == log_of(live.history, seat)


def undo(session: Session, steps: int = 1) -> Undo:
    """The request of a host who was told what cannot be unseen."""
    return Undo(steps, session.snapshot().revision)


def facts_of(session: Session) -> Mapping[str, Any]:
    snapshot = session.snapshot()
    return {field.key: field.value for field in snapshot.game.facts(snapshot.view(None))}


def held_summaries(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """No saved game is played through for its summary before this is set."""
    may_go_on = threading.Event()

    def waiting(path: Path, registry: Any, limit: TimeLimit) -> Summary:
        while not may_go_on.wait(0.001):
            limit.check()
        return summary_of(path, registry, limit)

    monkeypatch.setattr(saved_games, "summary_of", waiting)
    return may_go_on
