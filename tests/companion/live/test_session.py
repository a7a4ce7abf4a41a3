"""One live table: disk first, one order of many threads, a disk that fails, and devices and rules that do."""

from __future__ import annotations

import os
import random
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal import read_journal
from companion.live.requests import Correct, Decide, End, LeaveSeat, Pause, Redo, Reply, TakeSeat, Undo
from companion.live.room import Room
from companion.live.session import Session
from companion.table.devices import DeviceHealth
from tests.companion.disks import tiny_disk
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    choices_of,
    hash_now,
    journal_path,
    open_room,
    own,
    person,
    play_to,
    rows_of,
    tap_first,
    tap_of,
    undo,
    virtual,
    wait_for,
)
from tests.games.registered import SEALED_BID

# --- disk first -------------------------------------------------------------------------------------------------------


def test_an_act_is_on_the_disk_before_any_snapshot_shows_it(table: Session, room: Room, monkeypatch: Any) -> None:
    seen: list[tuple[int, int]] = []
    publish = Session._publish

    def watched(session: Session) -> None:
        publish(session)
        # The change has been announced this moment: another program looks at the file.
        seen.append((session.snapshot().last_row, len(read_journal(journal_path(room)))))

    monkeypatch.setattr(Session, "_publish", watched)
    for _ in range(15):
        assert tap_first(table).accepted
    assert table.submit(HOST, undo(table, 3)).accepted
    assert table.submit(GUEST, TakeSeat(1, "Ana", "k")).accepted
    assert len(seen) >= 17
    assert all(shown <= written for shown, written in seen)
    assert seen[-1] == (len(rows_of(room)), len(rows_of(room)))


def test_what_a_waiting_reader_is_told_is_on_the_disk(room: Room) -> None:
    looks = 0
    while looks < 20:  # on a busy machine a game may be over before it was looked at as often
        session = virtual(room)
        snapshot = session.snapshot()
        while snapshot.outcome is None:
            snapshot = session.wait(snapshot.change, 60)
            rows = rows_of(room)
            assert len(rows) >= snapshot.last_row
            assert rows[snapshot.revision - 1].state_hash
            looks += 1


def test_rows_say_when_who_and_what(table: Session, room: Room) -> None:
    tap_first(table)
    start, act = rows_of(room)
    assert (start.kind, start.by, start.number) == ("start", "host", 1)
    assert start.read()["options"] == {"cards": "own"}
    assert start.read()["rules_version"] == SEALED_BID.rules_version
    assert (act.kind, act.by, act.number) == ("act", "host", 2)
    assert act.read()["action"] == {"type": "PlaceToken", "seat": 0}
    assert datetime.fromisoformat(start.at) < datetime.fromisoformat(act.at)


# --- the disk ---------------------------------------------------------------------------------------------------------


def test_a_full_disk_refuses_in_words_and_the_game_goes_on_once_there_is_room(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk, open_room(disk.folder) as room:
        session = own(room)
        play_to(session, "seal")
        disk.fill(session._journal)
        reply, accepted = Reply(True, ""), 0
        while reply.accepted:  # a little room may be left in the last page
            before = (hash_now(session), session.snapshot().revision, len(rows_of(room)))
            reply = tap_first(session)
            accepted += 1
            assert accepted < 1000
        assert reply.code == "disk"
        assert reply.text == (
            f"Cannot write {journal_path(room)}: the disk is full. Free some space, then tap again. "
            "Nothing was changed."
        )
        assert (hash_now(session), session.snapshot().revision, len(rows_of(room))) == before
        health = session.snapshot().health[-1]
        assert (health.device, health.status) == ("disk", "failed")
        assert "the disk is full" in health.text
        for request in (Undo(), Correct({"pearls": 1}), TakeSeat(0, "Ana", "a"), End()):
            reply = session.submit(HOST, request)
            if reply.code != "disk":  # again the last bytes of a page
                break
        disk.free(session._journal)
        assert tap_first(session).accepted
        assert session.snapshot().health[-1] == DeviceHealth("disk", "ok", "Every act is saved.")
        check_replay(room)


def test_a_consent_that_could_not_be_saved_is_still_asked_for(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk, open_room(disk.folder) as room:
        session = own(room)
        session.submit(GUEST, TakeSeat(0, "Ana", "a"))
        session.submit(GUEST, TakeSeat(0, "Ben", "b"))
        (asking,) = session.snapshot().seats[0].asking
        disk.fill(session._journal)
        while session.submit(HOST, TakeSeat(1, "Filler", "f")).accepted:
            pass
        refused = session.submit(HOST, Decide(0, asking.id, True))
        assert refused.code == "disk"
        assert session.snapshot().seats[0].asking == (asking,)
        assert session.holds(0, "a")
        disk.free(session._journal)
        assert session.submit(HOST, Decide(0, asking.id, True)).accepted


def test_bots_wait_for_the_disk_and_then_go_on(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("companion.live.bot_turns.DISK_RETRY_S", 0.0)
    with tiny_disk(tmp_path) as disk, open_room(disk.folder) as room:
        session = virtual(room)
        session.submit(HOST, Pause(True))
        session.submit(HOST, undo(session, session.snapshot().can_undo))
        disk.fill(session._journal)
        session.submit(HOST, Pause(False))
        failed = wait_for(session, lambda snapshot: snapshot.health[-1].status == "failed")
        assert not failed.paused  # they try again by themselves
        session.submit(HOST, Pause(True))
        disk.free(session._journal)
        session.submit(HOST, Pause(False))
        wait_for(session, lambda snapshot: snapshot.outcome is not None)
        assert session.snapshot().health[-1].status == "ok"
        check_replay(room)


# --- threads ----------------------------------------------------------------------------------------------------------


def test_taps_of_many_threads_keep_one_order(table: Session, room: Room) -> None:
    def tap_on(seed: int) -> list[Reply]:
        rng, replies = random.Random(seed), []
        for _ in range(60):
            snapshot = table.snapshot()
            offered = snapshot.game.choices(snapshot.view(None))
            if not offered:
                break
            replies.append(table.submit(HOST, tap_of(rng.choice(offered).actions, snapshot.revision)))
        return replies

    with ThreadPoolExecutor(4) as pool:
        replies = [reply for some in pool.map(tap_on, range(4)) for reply in some]
    assert {reply.code for reply in replies} <= {"", "stale", "illegal"}
    done = [reply.revision for reply in replies if reply.accepted]
    told = {row.read()["tap"]: row.number for row in rows_of(room)[1:]}  # the last row of each tap
    assert sorted(done) == sorted(told.values())
    assert len(done) > 20
    check_replay(room)


def test_waiting_readers_wake_up_with_each_change(table: Session) -> None:
    started, seen = threading.Barrier(4), []

    def read() -> None:
        change = table.snapshot().change
        started.wait()
        seen.append(table.wait(change, 60).change > change)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    started.wait()
    tap_first(table)
    for reader in readers:
        reader.join()
    assert seen == [True, True, True]


def test_waiting_ends_after_its_time_where_nothing_changes(table: Session) -> None:
    snapshot = table.snapshot()
    assert table.wait(snapshot.change, 0.0) is snapshot


def test_closing_answers_everybody(room: Room) -> None:
    table, go, replies = own(room), threading.Event(), list[Reply]()
    slow = threading.Event()

    def look() -> tuple[DeviceHealth, ...]:
        slow.wait(60)  # the referee is busy for a moment with a slow device
        return ()

    table._health.probe = look
    table._health.due_s = 0.0
    table.submit(HOST, Pause(True))

    def tap() -> None:
        go.wait()
        replies.append(table.submit(HOST, Pause(True)))

    taps = [threading.Thread(target=tap) for _ in range(5)]
    for thread in taps:
        thread.start()
    go.set()
    closing_thread = threading.Thread(target=room.close)
    closing_thread.start()
    slow.set()
    for thread in (*taps, closing_thread):
        thread.join()
    assert len(replies) == 5
    assert {reply.code for reply in replies} <= {"", "over"}
    late = table.submit(HOST, Pause(True))
    assert (late.code, late.text) == ("over", "This game was closed. Reload the page.")
    room.close()


def test_closing_wakes_those_who_wait_for_a_change(table: Session, room: Room) -> None:
    change = table.snapshot().change
    woken = threading.Event()

    def wait() -> None:
        table.wait(change, 600)
        woken.set()

    reader = threading.Thread(target=wait)
    reader.start()
    room.close()
    assert woken.wait(60)
    reader.join()


# --- devices and faults -----------------------------------------------------------------------------------------------


def test_the_health_of_devices_is_shown(tmp_path: Path) -> None:
    camera = DeviceHealth("camera", "absent", "No camera.")
    with open_room(tmp_path, probe=lambda: (camera,)) as room:
        assert own(room).snapshot().health == (camera, DeviceHealth("disk", "ok", "Every act is saved."))


def test_a_device_that_cannot_be_looked_at_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    looks = []

    def probe() -> tuple[DeviceHealth, ...]:
        looks.append(1)
        raise PermissionError("/dev")

    with open_room(tmp_path, probe=probe) as room:
        session = own(room)
        while len(looks) < 4:
            session._health.due_s = 0.0
            session.submit(HOST, Pause(True))
        for _ in range(10):
            assert tap_first(session).accepted
        device = session.snapshot().health[0]
        assert (device.device, device.status) == ("devices", "failed")
        assert caplog.text.count("the devices could not be looked at") == 1


def test_a_fault_in_the_rules_changes_nothing_and_is_told(table: Session, monkeypatch: Any, caplog: Any) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr("companion.live.handlers.judge_tap", broken)
        reply = tap_first(table)
    assert (reply.accepted, reply.code) == (False, "fault")
    assert reply.text == "The companion made a mistake and changed nothing. Try another way, and tell its makers."
    assert "a request could not be settled" in caplog.text
    assert tap_first(table).accepted


def test_bots_that_fail_stop_and_the_table_goes_on(room: Room, monkeypatch: Any, caplog: Any) -> None:
    session = virtual(room)
    session.submit(HOST, Pause(True))
    session.submit(HOST, undo(session, session.snapshot().can_undo))
    with monkeypatch.context() as patch:
        patch.setattr("companion.games.bots.Autopilot.propose", lambda *_: 1 / 0)
        session.submit(HOST, Pause(False))
        wait_for(session, lambda snapshot: snapshot.paused)
    assert "the bots stopped" in caplog.text
    session.submit(HOST, Pause(False))
    wait_for(session, lambda snapshot: snapshot.outcome is not None)


# --- whatever happens, the journal leads to the same position ---------------------------------------------------------

EXAMPLES = int(os.environ.get("COMPANION_EXAMPLES", "15"))
_KINDS = ["tap", "tap", "tap", "tap", "undo", "redo", "correct", "seat", "leave", "resume"]


@pytest.mark.slow
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(
    cards=st.sampled_from(["own", "virtual"]),
    script=st.lists(st.tuples(st.sampled_from(_KINDS), st.integers(0, 10**6)), min_size=15, max_size=40),
)
def test_the_journal_leads_to_what_the_table_shows(cards: str, script: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, open_room(Path(folder)) as room:
        session = own(room) if cards == "own" else virtual(room)
        if cards == "virtual":
            session.submit(HOST, Pause(True))
        for kind, number in script:
            _do(room, kind, number)
            if cards == "virtual":
                room.session.submit(HOST, Pause(True))
        check_replay(room)


def _do(room: Room, kind: str, number: int) -> None:
    session, rng = room.session, random.Random(number)
    snapshot = session.snapshot()
    client = HOST if snapshot.view(None).table.setup.cards == "own" else person(rng.randrange(3))
    if kind == "tap":
        offered = choices_of(session, client)
        if offered:
            session.submit(client, tap_of(rng.choice(offered).actions, snapshot.revision))
        else:
            session.submit(HOST, Pause(False))
    elif kind == "undo":
        session.submit(HOST, undo(session, rng.randint(1, max(1, snapshot.can_undo))))
    elif kind == "redo":
        session.submit(HOST, Redo(rng.randint(1, max(1, snapshot.can_redo))))
    elif kind == "correct":
        fields = rng.sample(snapshot.game.facts(snapshot.view(None)), rng.randint(1, 3))
        facts = {
            field.key: rng.choice(field.choices)[0] if field.choices else rng.randint(field.low, field.high)
            for field in fields
        }
        reply = session.submit(HOST, Correct(facts))
        assert reply.code != "fault", (facts, reply)
    elif kind == "seat":
        session.submit(GUEST, TakeSeat(rng.randrange(3), f"Name {number}", f"key {number % 3}"))
    elif kind == "leave":
        session.submit(HOST, LeaveSeat(rng.randrange(3)))
    else:
        game = session.game_id
        own(room)
        room.open_saved(game)
