"""A recording tells nothing of a choice before it is opened, and leads to the same positions before and after."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.journal import read_keys
from companion.live.requests import TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from companion.recording.format import STEPS, Became, Recording, Sealed
from companion.recording.recorder import Recorder
from companion.recording.replayer import replay
from tests.companion.recording.recorded import again, no_look
from tests.companion.tables import (
    GUEST,
    HOST,
    hash_now,
    journal_path,
    open_room,
    own,
    person,
    play_to,
    tap_of,
    undo,
    virtual,
    wait_for,
)
from tests.games.sealed_bid.model import NOBODY, Guess, TakeBackGuess, Wager
from tests.vision.fakes import FakeClock


def recorded(folder: Path) -> Any:
    return open_room(folder / "home", record=lambda rows: Recorder(folder / "recording", rows, FakeClock()))


def _guessing(room: Room) -> Session:
    session = own(room, players=2, guess=True)
    for seat in (0, 1):
        session.submit(GUEST, TakeSeat(seat, ("Ada", "Bo")[seat], f"key {seat}"))
    play_to(session, "guess")
    return session


def _tap(session: Session, seat: int, act: Any) -> bool:
    return session.submit(person(seat), tap_of([act], session.snapshot().revision)).accepted


def _of(folder: Path) -> Recording:
    return Recording.open(folder / "recording" / STEPS)


def test_a_choice_stands_sealed_in_it_until_it_is_opened(tmp_path: Path) -> None:
    with recorded(tmp_path) as room:
        session = _guessing(room)
        assert _tap(session, 0, Guess(0, 1))
        assert not _tap(session, 0, Guess(0, 0)), "a second one is refused"
        assert not _tap(session, 1, {"type": "Guess", "seat": 1, "guess": "1"}), "what cannot be read is refused"
        assert _tap(session, 0, TakeBackGuess(0))
        assert _tap(session, 0, Guess(0, NOBODY))
        assert _tap(session, 1, Guess(1, 1))
        path, position = journal_path(room), hash_now(session)
    sealed = [entry.step for entry in _of(tmp_path).entries if isinstance(entry.step, Sealed)]
    assert [each.actions for each in sealed] == [
        ({"type": "Guess", "seat": seat, "guess": -2},) for seat in (0, 0, 0, 1)
    ]
    assert {len(seal) for each in sealed for seal in each.seals} == {64}
    text = (tmp_path / "recording" / STEPS).read_text()
    for guess in (1, 0, NOBODY, '"1"'):
        assert f'"guess":{guess}' not in text
    assert not any(seal.key in text for seal in read_keys(path).values())
    # Nobody needs a key: what is not opened is played on sealed.
    assert (again(_of(tmp_path)).diverged, again(_of(tmp_path)).state_hash) == ("", position)
    known = replay(_of(tmp_path), GAMES, no_look, clock=FakeClock(), keys=read_keys(path))
    assert (known.diverged, known.state_hash) == ("", position)


def test_it_plays_again_to_the_same_positions_once_all_is_opened(tmp_path: Path) -> None:
    with recorded(tmp_path) as room:
        session = _guessing(room)
        assert _tap(session, 0, Guess(0, 0))
        assert _tap(session, 0, TakeBackGuess(0))
        assert _tap(session, 0, Guess(0, 1))
        assert _tap(session, 1, Guess(1, NOBODY))
        play_to(session, "reveal")
        assert session.submit(HOST, undo(session, 5)).accepted
        assert not _tap(session, 1, Guess(1, 0)), "another than everybody has seen is refused"
        assert _tap(session, 1, Guess(1, NOBODY))
        play_to(session, "discard")
        position = hash_now(session)
    entries = _of(tmp_path).entries
    opened = [seal.choice for entry in entries if isinstance(entry.step, Became) for seal in entry.step.opened]
    assert opened == [msgspec.to_builtins(act) for act in (Guess(0, 1), Guess(1, NOBODY))] * 2
    found = again(_of(tmp_path))
    assert (found.diverged, found.state_hash, found.entries) == ("", position, len(entries))


def test_a_recording_that_begins_between_choice_and_opening_plays_again(tmp_path: Path) -> None:
    with open_room(tmp_path / "home") as room:
        session = _guessing(room)
        assert _tap(session, 0, Guess(0, 1))
        game_id = session.game_id
    with recorded(tmp_path) as room:
        session = room.open_saved(game_id)
        assert _tap(session, 1, Guess(1, 0))
        play_to(session, "discard")
        position = hash_now(session)
    found = again(_of(tmp_path))
    assert (found.diverged, found.state_hash) == ("", position)


def test_a_recording_of_an_older_companion_in_which_somebody_sealed_nothing_plays_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with recorded(tmp_path) as room:
        session = own(room, players=2, wager=True)
        play_to(session, "wager")
        with monkeypatch.context() as older:
            older.setattr("companion.referee.taps.check_choices", lambda acts: None)
            for seat in (0, 1):
                tap = tap_of([Wager(seat, ())], session.snapshot().revision)
                assert session.submit(HOST, tap).accepted
        assert not session.submit(HOST, tap_of([Wager(0, ())], session.snapshot().revision)).accepted
        play_to(session, "open wagers")
        position = hash_now(session)
    found = again(_of(tmp_path))
    assert (found.diverged, found.state_hash) == ("", position)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_bots_seal_is_recorded_sealed_and_plays_again(tmp_path: Path, seed: int) -> None:
    with recorded(tmp_path) as room:
        session = virtual(room, seed=seed, guess=True)
        wait_for(session, lambda now: now.is_over)
        position = hash_now(session)
    steps = [entry.step for entry in _of(tmp_path).entries]
    assert sum(isinstance(step, Sealed) for step in steps) == 9
    found = again(_of(tmp_path))
    assert (found.diverged, found.state_hash) == ("", position)
