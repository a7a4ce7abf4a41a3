"""A recorded game comes out the same whenever it is played again, whatever was seen, felt, asked and refused in it."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.live.inputs import Acted, Asked, Judge, Looked
from companion.live.requests import (
    Believe,
    Correct,
    Decide,
    End,
    LeaveSeat,
    Pause,
    Redo,
    Request,
    SetAside,
    TakeSeat,
    Tap,
    Undo,
)
from companion.live.timeline import state_hash
from companion.recording.format import STEPS, Became, Judged, LookedAt, Recording, recordings
from companion.recording.recorder import Recorder
from companion.recording.replayer import replay
from companion.table.devices import DeviceHealth
from companion.table.sightings import Reading
from tests.companion.recording.recorded import Table, again
from tests.companion.tables import (
    GUEST,
    HOST,
    hash_now,
    open_room,
    own,
    person,
    tap_any,
    tap_first,
    undo,
    virtual,
    wait_for,
)
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import TurnUpPrize
from tests.many import one_quick
from tests.vision.fakes import FakeClock

KEY = "the key of seat one"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Recording, str, dict[int, Reading]]:
    """A recording with looks, taps, an undo and a redo; the last position; and the frames' readings."""
    table = Table(tmp_path_factory.mktemp("seen"))
    table.look()
    table.play(18)
    rewinds: tuple[Request, ...] = (Undo(2, table.timeline.revision), Redo(2))
    for request in rewinds:
        assert table.taker.take(Asked(HOST, request)).accepted
        table.look()
    assert table.live.sight.state == "settled"
    table.play(6)
    return table.close(), state_hash(table.timeline.state), table.frames


@pytest.mark.parametrize("speed", one_quick([None, 0, 1, 0.5]))
def test_a_game_that_was_seen_comes_out_the_same_at_every_speed(
    seen: tuple[Recording, str, dict[int, Reading]], speed: float | None
) -> None:
    recording, position, frames = seen
    clock, counted = FakeClock(), list[int]()
    replayed = replay(recording, GAMES, frames.__getitem__, clock=clock, speed=speed, progress=counted.append)
    assert (replayed.diverged, replayed.reread, replayed.state_hash) == ("", "", position)
    assert (replayed.entries, replayed.acts) == (len(recording.entries), 24)
    assert counted == list(range(1, len(recording.entries) + 1))
    waited_s = recording.entries[-1].at_s / speed if speed else 0.0
    assert waited_s > 5 or not speed
    assert sum(clock.pauses) == pytest.approx(waited_s)


def test_markers_that_are_set_aside_come_out_the_same(tmp_path: Path) -> None:
    """The host's word on a misread card is in no journal, and decides all the same what a look comes to."""
    table = Table(tmp_path)
    table.look()
    while not isinstance(act := SEALED_BID.legal_actions(table.timeline.state)[0], TurnUpPrize):
        table.play(1)
    assert table.tap(act)
    other = SEALED_BID.apply_action(table.timeline.done[-1].before, TurnUpPrize(act.card % 6 + 1))
    table.truth = other
    table.look()
    assert table.live.sight.state == "mismatch"
    asked: list[SetAside | Believe]
    asked = [SetAside("discard"), SetAside("prize"), Believe(), Believe(), SetAside("prize")]
    replies = [table.taker.take(Asked(HOST, each)) for each in asked]
    assert [reply.accepted for reply in replies] == [False, True, True, False, True]
    assert [reply.text for reply in replies[:4]] == [
        "No card is read there but those of the game. Look at the table again.",
        "Set aside: what the camera reads on those cards counts no more. Tap what is done with them.",
        "All markers count again.",
        "No marker is set aside: all count already.",
    ]
    for each in (SetAside("prize"), Believe()):
        assert table.taker.take(Asked(GUEST, each)).code == "not-yours"
    table.look(15)
    sight = table.live.sight
    assert (sight.state, sight.has_misread) == ("looking", True)
    rows, position = len(table.timeline.done), state_hash(table.timeline.state)
    recording = table.close()
    assert [entry.step.request for entry in recording.entries if isinstance(entry.step, Asked)][1:6] == asked
    replayed = again(recording, table.frames.__getitem__)
    assert (replayed.diverged, replayed.acts, replayed.state_hash) == ("", rows, position)


def test_looks_are_recorded_by_their_frames_and_slices_by_their_count(
    seen: tuple[Recording, str, dict[int, Reading]],
) -> None:
    recording, _, frames = seen
    steps = [entry.step for entry in recording.entries]
    looks = [step for step in steps if isinstance(step, LookedAt)]
    assert [look.frame for look in looks] == list(frames)
    assert all(look.reading is None and look.digest for look in looks)
    assert not any(isinstance(one, Judged) and isinstance(other, Judged) for one, other in pairwise(steps))
    assert recording.path.stat().st_size < 500 * len(recording.entries) + 100_000


def test_another_reading_of_a_frame_is_told_where_it_matters_and_where_it_does_not(
    seen: tuple[Recording, str, dict[int, Reading]],
) -> None:
    recording, position, frames = seen
    slightly = {**frames, 7: msgspec.structs.replace(frames[7], sightings=frames[7].sightings[:-1])}
    replayed = again(recording, slightly.__getitem__)
    assert (replayed.diverged, replayed.state_hash) == ("", position)
    number = next(n for n, entry in enumerate(recording.entries, 1) if getattr(entry.step, "frame", 0) == 7)
    assert replayed.reread == f"Of frame 7 (entry {number}) something else is read than in the game."
    blind = {n: msgspec.structs.replace(each, sightings=()) for n, each in frames.items()}
    diverged = again(recording, blind.__getitem__)
    assert diverged.diverged.startswith(f"Entry {diverged.entries + 1} of {recording.path}: ")
    assert "Of frame 1 (entry 1) something else is read than in the game." in diverged.diverged


def test_looks_without_a_frame_are_recorded_in_full(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.taker.take(Looked(Reading(1.0, unseen="The lens cap is on.")))
    for _ in range(3):
        table.taker.take(Judge())
    recording = table.close()
    looked, judged = (entry.step for entry in recording.entries)
    assert looked == LookedAt(reading=Reading(1.0, unseen="The lens cap is on."))
    assert judged == Judged(3)
    assert again(recording).diverged == ""


def test_a_session_with_bots_seats_undo_and_redo_comes_out_the_same(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_room(tmp_path / "home", record=lambda rows: Recorder(tmp_path / "rec", rows, clock)) as room:
        session, rng = virtual(room, seed=5), random.Random(1)
        assert session.snapshot().health[-1] == DeviceHealth(
            "recording", "ok", f"This game is recorded to {tmp_path / 'rec' / STEPS}."
        )
        session.submit(HOST, Pause(True))
        session.submit(HOST, undo(session, session.snapshot().can_undo))  # however far the bots were by then
        assert session.submit(GUEST, TakeSeat(0, "Anna", KEY)).accepted
        session.submit(HOST, Pause(False))
        for turn in range(3):  # at least a bid in each round
            wait_for(session, lambda now: bool(now.game.choices(now.view(0))))
            assert tap_any(session, rng, person(0)).accepted
            if turn == 1:
                session.submit(HOST, Pause(True))
                assert session.submit(HOST, undo(session, 3)).accepted
                assert session.submit(HOST, Redo(1)).accepted
                session.submit(HOST, Pause(False))
        assert session.submit(HOST, LeaveSeat(0)).accepted
        wait_for(session, lambda now: now.outcome is not None)
        position, acts = hash_now(session), len(session._timeline.done)
    recording = Recording.open(tmp_path / "rec")
    assert sum(isinstance(entry.step, Acted) for entry in recording.entries) > 20
    replayed = again(recording)
    assert (replayed.diverged, replayed.state_hash, replayed.acts) == ("", position, acts)


def test_no_key_is_recorded_and_seats_change_hands_as_they_did(tmp_path: Path) -> None:
    table = Table(tmp_path)
    take = table.taker.take
    assert take(Asked(GUEST, TakeSeat(0, "Anna\u202e", KEY))).accepted
    assert take(Asked(GUEST, TakeSeat(0, "Anna again", KEY))).accepted
    assert take(Asked(GUEST, TakeSeat(0, "Ben", "another key"))).code == "waiting"
    assert take(Asked(HOST, Decide(0, "1", True))).accepted
    assert take(Asked(GUEST, TakeSeat(0, "Anna", KEY))).code == "waiting"
    assert table.tap_first()
    recording = table.close()
    content = recording.path.read_bytes()
    assert KEY.encode() not in content
    assert b"another key" not in content
    assert recording.path.stat().st_mode & 0o777 == 0o600
    assert [entry.step.row for entry in recording.entries if isinstance(entry.step, Became)] == [2, 3, 4, 5]
    assert again(recording).diverged == ""


def test_a_seat_from_before_the_recording_keeps_its_key(tmp_path: Path) -> None:
    with open_room(tmp_path / "home", record=lambda rows: Recorder(tmp_path / "rec", rows, FakeClock())) as room:
        first = own(room)
        first.submit(GUEST, TakeSeat(0, "Anna", KEY))
        second = own(room, order="turn")
        assert second.submit(GUEST, TakeSeat(0, "Anna", KEY)).accepted
        tap_first(second)
        third = room.open_saved(first.game_id)
        tap_first(third)
        third.submit(HOST, undo(third))
        third.submit(HOST, End())
    files = recordings(tmp_path / "rec")
    assert [path.name for path in files] == [STEPS, "steps-2.jsonl", "steps-3.jsonl"]
    assert Recording.open(files[2]).head.rows[1].payload["name"] == "Anna"
    for path in files:
        assert again(Recording.open(path)).diverged == ""


def test_a_request_that_no_file_can_hold_is_refused_and_left_out(tmp_path: Path) -> None:
    table = Table(tmp_path)
    odd: list[Any] = [
        Tap((None,), 1, "a"),  # type: ignore[arg-type]
        Tap(({"type": "PlaceToken", "seat": 10**30},), 1, "b"),
        Correct({"pearls": 10**30}),
        TakeSeat(0, "Anna", "\ud800"),
    ]
    assert not any(table.taker.take(Asked(HOST, request)).accepted for request in odd)
    assert table.taker.take(Asked(HOST, TakeSeat(1, "B\ud800en", "k"))).accepted
    recording = table.close()
    assert [entry.step for entry in recording.entries if isinstance(entry.step, Judged)] == []
    assert again(recording).diverged == ""
