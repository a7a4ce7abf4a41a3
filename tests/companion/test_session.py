"""One live table: disk first, one order, taps that count once, undo to the first act, seats, and a disk that fails."""

from __future__ import annotations

import os
import random
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.registry import GAMES
from companion.games.waves.actions import PlayAgents
from companion.journal import read_journal
from companion.requests import (
    Correct,
    Decide,
    End,
    LeaveSeat,
    Pause,
    Redo,
    Reply,
    TakeSeat,
    Tap,
    Undo,
)
from companion.room import Room
from companion.session import Session
from companion.table.devices import DeviceHealth
from companion.timeline import key_hash
from tests.companion.disks import tiny_disk
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    choices_of,
    facts_of,
    hash_now,
    journal_path,
    open_room,
    own,
    person,
    play_to,
    rows_of,
    tap_any,
    tap_first,
    tap_of,
    undo,
    virtual,
    wait_for,
)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path / "home") as room:
        yield room


@pytest.fixture
def table(room: Room) -> Session:
    """A game with own cards, before its first act."""
    return own(room)


def play_of(session: Session, seat: int, cards: tuple[int, ...] = (0,), posture: str = "follower") -> dict[str, Any]:
    return {"type": "PlayAgents", "seat": seat, "slot": seat, "posture": posture, "cards": list(cards)}


# --- disk first -------------------------------------------------------------------------------------------------------


def test_an_act_is_on_the_disk_before_any_snapshot_shows_it(table: Session, room: Room, monkeypatch: Any) -> None:
    seen: list[tuple[int, int]] = []
    publish = Session._publish

    def watched(session: Session) -> None:
        publish(session)
        # The change has been announced this moment: another program looks at the file.
        seen.append((session.snapshot().last_row, len(read_journal(journal_path(room)))))

    monkeypatch.setattr(Session, "_publish", watched)
    for _ in range(30):
        assert tap_first(table).accepted
    assert table.submit(HOST, undo(table, 3)).accepted
    assert table.submit(GUEST, TakeSeat(1, "Ana", "k")).accepted
    assert len(seen) >= 32
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
    assert start.read()["rules_version"] == GAMES["waves"].rules_version
    assert (act.kind, act.by, act.number) == ("act", "host", 2)
    assert act.read()["action"] == {"type": "PlaceToken", "slot": 0}
    assert datetime.fromisoformat(start.at) < datetime.fromisoformat(act.at)


# --- taps -------------------------------------------------------------------------------------------------------------


def test_guests_only_look(table: Session) -> None:
    reply = tap_first(table, GUEST)
    assert (reply.accepted, reply.code) == (False, "not-yours")
    assert reply.text == "Guests look on. Take a seat, or open the host page, to tap."
    assert table.snapshot().last_row == 1


def test_with_own_cards_the_host_taps_for_every_seat(table: Session, room: Room) -> None:
    play_to(table, "tablet")
    assert [row.by for row in rows_of(room)[1:]] == ["host"] * (len(rows_of(room)) - 1)


def test_a_seat_does_not_play_for_another(table: Session) -> None:
    revision = play_to(table, "play").revision
    reply = table.submit(person(2), tap_of([play_of(table, 0)], revision))
    assert (reply.code, reply.text) == ("not-yours", "Only Seat 1 can tap that. Ask them, or take the seat first.")
    assert table.snapshot().revision == revision
    assert table.submit(person(0), tap_of([play_of(table, 0)], revision)).accepted


def test_with_virtual_cards_the_host_cannot_play_for_a_seat(room: Room) -> None:
    session = virtual(room)
    for seat in range(4):
        session.submit(GUEST, TakeSeat(seat, f"P{seat}", f"k{seat}"))
    session.submit(HOST, Pause(True))
    session.submit(HOST, undo(session, session.snapshot().can_undo))
    session.submit(HOST, Pause(False))
    snapshot = wait_for(session, lambda snapshot: bool(snapshot.view(None).table.phase.value == "play"))
    turn = snapshot.game.prompt(snapshot.view(None)).seats[0]
    reply = session.submit(HOST, tap_of([play_of(session, turn)], snapshot.revision))
    assert (reply.code, reply.text) == ("not-yours", f"Only P{turn} can tap that. Ask them, or take the seat first.")
    dealt = session.submit(person(turn), tap_of([{"type": "PlaceShells", "count": 1}], snapshot.revision))
    assert (dealt.accepted, dealt.rule) == (False, "W-043")
    mine = choices_of(session, person(turn))[0]
    assert session.submit(person(turn), tap_of(mine.actions, snapshot.revision)).accepted


def test_an_illegal_tap_names_the_rule_and_changes_nothing(table: Session) -> None:
    snapshot = play_to(table, "play")
    reply = table.submit(HOST, tap_of([play_of(table, 0, (0, 0))], snapshot.revision))
    assert (reply.accepted, reply.code, reply.rule) == (False, "illegal", "W-052")
    assert reply.text == "A Follower is exactly one card, not 2. Take the others back."
    assert table.snapshot().revision == snapshot.revision


@pytest.mark.parametrize(
    "actions",
    [
        (),
        ({},),
        ({"type": "Fly"},),
        ({"type": "PlaceToken"},),
        ({"type": "PlaceToken", "slot": "first"},),
        ({"type": "PlaceToken", "slot": 0.5},),
        ("PlaceToken",),
        (None,),
        ({"type": "PlaceToken", "slot": 0},) * 101,
        ({"type": "PlayAgents", "seat": 0, "slot": 0, "posture": "sideways", "cards": [1]},),
    ],
)
def test_a_malformed_tap_is_refused_in_words(table: Session, actions: tuple[Any, ...]) -> None:
    reply = table.submit(HOST, Tap(actions, 1, "t"))
    assert (reply.accepted, reply.code) == (False, "malformed")
    assert reply.text.endswith("Reload the page and tap again.")
    assert table.snapshot().last_row == 1


@pytest.mark.parametrize("huge", [10**30, -(10**30), 2**63])
def test_a_huge_number_is_refused_like_any_other(table: Session, huge: int) -> None:
    for action in (
        {"type": "PlaceToken", "slot": huge},
        {"type": "Draw", "seat": huge, "card": huge},
        {"type": "PlayAgents", "seat": huge, "slot": huge, "posture": "rebel", "cards": [huge] * 50},
        {"type": "Discard", "seat": huge, "card": huge},
        {"type": "Collect", "slot": huge, "side": huge},
        {"type": "RevealRebels", "slot": huge, "face": huge},
    ):
        reply = table.submit(HOST, tap_of([action], 1))
        assert reply.code in ("illegal", "malformed"), reply
    play_to(table, "play")
    reply = table.submit(HOST, tap_of([play_of(table, 0, (0,) * 100_000, "rebel")], 10**9))
    assert (reply.code, reply.rule) == ("illegal", "W-051")


def test_the_same_tap_sent_twice_is_done_once(table: Session, room: Room) -> None:
    actions = choices_of(table, HOST)[0].actions
    first = table.submit(HOST, tap_of(actions, 1, "twice"))
    again = table.submit(HOST, tap_of(actions, 1, "twice"))
    assert (first.text, again.text) == ("Done.", "That was done already.")
    assert first.accepted
    assert again.accepted
    assert len(rows_of(room)) == 2
    game = table.game_id
    room.close()
    with open_room(room.home.folder) as later:
        session = later.open_saved(game)
        assert session.submit(HOST, tap_of(actions, 1, "twice")).text == "That was done already."
        assert len(rows_of(later)) == 2


def test_a_tap_of_many_acts_is_done_wholly_or_not_at_all(table: Session, room: Room) -> None:
    tap_first(table)
    everyone = choices_of(table, HOST)[0]
    assert len(everyone.actions) == 20
    reply = table.submit(HOST, tap_of([*everyone.actions[:3], {"type": "PassToken", "slot": 1}], 2))
    assert (reply.accepted, reply.code) == (False, "illegal")
    assert len(rows_of(room)) == 2
    reply = table.submit(HOST, tap_of(everyone.actions, 2))
    assert reply.accepted
    assert reply.revision == len(rows_of(room)) == 22


def test_of_two_who_tap_the_same_only_the_first_counts(table: Session, room: Room) -> None:
    revision = play_to(table, "play").revision
    act = [play_of(table, 0)]
    assert table.submit(person(0), tap_of(act, revision)).accepted
    late = table.submit(HOST, tap_of(act, revision))
    assert (late.code, late.text) == ("stale", "Somebody else has just tapped that. Nothing was done twice.")
    assert table.snapshot().revision == revision + 1


def test_a_tap_that_still_fits_counts_though_the_page_is_old(table: Session) -> None:
    revision = play_to(table, "play").revision
    assert table.submit(HOST, tap_of([play_of(table, 0)], revision)).accepted
    assert table.submit(HOST, tap_of([play_of(table, 1)], revision)).accepted


def test_a_tap_overtaken_by_the_game_is_told_why(table: Session) -> None:
    revision = play_to(table, "play").revision
    assert table.submit(HOST, tap_of([play_of(table, 0)], revision)).accepted
    late = table.submit(HOST, tap_of([play_of(table, 0, (0, 0), "rebel")], revision))
    assert (late.code, late.rule) == ("stale", "W-058")
    assert late.text == (
        "The table has moved on since this page was drawn. "
        "Seat 1 has placed Agents in this round. One set at an Elder is allowed."
    )


@pytest.mark.parametrize("rewind", [Undo(), Correct({"deck": 70}), Redo()])
def test_a_tap_from_before_the_table_was_set_back_is_stale(table: Session, rewind: Any) -> None:
    play_to(table, "play")
    if isinstance(rewind, Redo):
        table.submit(HOST, Undo())
    revision = table.snapshot().revision
    assert table.submit(HOST, rewind).accepted
    late = table.submit(HOST, tap_of(choices_of(table, HOST)[0].actions, revision))
    assert (late.code, late.text) == (
        "stale",
        "The table was set back or corrected meanwhile. Look at the page again, then tap.",
    )
    assert tap_first(table).accepted


def test_a_tap_stays_stale_after_a_resume(table: Session, room: Room) -> None:
    play_to(table, "play")
    old = table.snapshot().revision
    table.submit(HOST, Undo())
    game = table.game_id
    room.close()
    with open_room(room.home.folder) as later:
        session = later.open_saved(game)
        assert session.submit(HOST, tap_of(choices_of(session, HOST)[0].actions, old)).code == "stale"


def test_nothing_is_tapped_once_the_host_has_ended_the_game(table: Session) -> None:
    assert table.submit(HOST, End()).text == "The game is ended and saved."
    reply = tap_first(table)
    assert (reply.code, reply.text) == (
        "over",
        "The host has ended this game. Undo that, or start a new one, on the host page.",
    )
    assert table.submit(HOST, End()).code == "over"
    assert table.snapshot().ended


def test_the_host_takes_an_end_back_and_the_game_goes_on(table: Session) -> None:
    assert tap_first(table).accepted
    table.submit(HOST, End())
    assert table.submit(HOST, Redo()).code == "over"
    assert table.submit(HOST, Correct({"shells": 1})).code == "over"
    assert table.submit(HOST, Undo(1)).text == "The game goes on."
    snapshot = table.snapshot()
    assert (snapshot.ended, snapshot.can_undo) == (False, 1)
    assert snapshot.log(None)[-1].text == "The end of the game is taken back."
    assert tap_first(table).accepted


def test_nothing_is_tapped_once_somebody_has_won(room: Room) -> None:
    session = virtual(room)
    snapshot = wait_for(session, lambda snapshot: snapshot.outcome is not None)
    reply = session.submit(person(0), tap_of([play_of(session, 0)], snapshot.revision))
    assert (reply.code, reply.rule) == ("illegal", "W-030")
    assert reply.text == "The game is over. Undo the last act or start a new game."
    assert session.submit(HOST, undo(session)).accepted
    assert session.snapshot().outcome is None


@pytest.mark.parametrize(
    ("request_", "act"),
    [
        (Undo(), "undo"),
        (Redo(), "redo"),
        (Correct({}), "correct the table"),
        (End(), "end the game"),
        (Pause(True), "hold the bots"),
        (Decide(0, "1", True), "give a seat away"),
    ],
)
def test_what_is_the_hosts_is_nobody_elses(table: Session, request_: Any, act: str) -> None:
    act = {"undo": "undo", "redo": "redo"}.get(act, act)
    for client in (GUEST, person(1)):
        reply = table.submit(client, request_)
        assert (reply.accepted, reply.code) == (False, "not-yours")
        assert reply.text.startswith("Only the host can ")
        assert reply.text.endswith("Open the host page with the host code.")
    assert table.snapshot().last_row == 1


# --- undo, redo, correction -------------------------------------------------------------------------------------------


def test_undo_and_redo_reach_the_first_act_by_the_same_positions(room: Room) -> None:
    session, rng = own(room, tablets="row1"), random.Random(3)
    hashes = [hash_now(session)]
    while len(hashes) < 150:
        before = session.snapshot().can_undo
        assert tap_any(session, rng).accepted
        done = session._timeline.done
        hashes += [rows_of(room)[step.number - 1].state_hash for step in done[before:]]
        if session.snapshot().outcome is not None:
            break
    assert session._timeline.state.table.round > 1
    for index in range(len(hashes) - 2, -1, -1):
        assert session.submit(HOST, undo(session)).accepted
        assert hash_now(session) == hashes[index]
    assert session.submit(HOST, Undo()).text == "0 acts can be taken back, not 1."
    assert session.submit(HOST, Redo(len(hashes) - 1)).accepted
    assert hash_now(session) == hashes[-1]
    assert session.submit(HOST, undo(session, len(hashes) - 1)).accepted
    assert hash_now(session) == hashes[0]
    check_replay(room)


@pytest.mark.parametrize("steps", [0, -1, 3, 10**9])
def test_a_wrong_number_of_steps_is_refused(table: Session, steps: int) -> None:
    tap_first(table)
    for rewind in (Undo(steps), Redo(steps)):
        reply = table.submit(HOST, rewind)
        assert (reply.accepted, reply.code, reply.rule) == (False, "illegal", "host")
        assert str(steps) in reply.text


def test_the_undo_notice_names_what_the_table_has_seen(table: Session) -> None:
    play_to(table, "shells")
    tap_first(table)
    snapshot = table.snapshot()
    assert snapshot.undo_notice(1) == ()
    assert snapshot.undo_notice(2) == ("Everybody has seen the Scholar in front of Seat 4.",)
    assert len(snapshot.undo_notice(5)) == 4
    assert len(snapshot.undo_notice(7)) == 6  # and two of the cards that were drawn
    assert snapshot.undo_notice(7)[0] == "Seat 3 has seen the card drawn from the deck."
    assert len(snapshot.undo_notice(10**6)) == 8
    assert snapshot.undo_notice(10**6)[0] == "5 × Seat 1 has seen the card drawn from the deck."
    assert snapshot.undo_notice(0) == ()


def test_a_new_act_ends_what_could_be_done_again(table: Session) -> None:
    for _ in range(3):
        tap_first(table)
    table.submit(HOST, undo(table, 2))
    assert table.snapshot().can_redo == 2
    table.submit(HOST, Redo())
    assert table.snapshot().can_redo == 1
    assert tap_first(table).accepted
    assert table.snapshot().can_redo == 0
    assert table.submit(HOST, Redo()).text == "0 acts can be done again, not 1."


def test_an_undo_holds_the_bots_until_somebody_taps(room: Room) -> None:
    session = virtual(room)
    session.submit(GUEST, TakeSeat(0, "Ana", "k"))
    session.submit(HOST, Pause(True))
    session.submit(HOST, undo(session, session.snapshot().can_undo))
    session.submit(HOST, Pause(False))
    waiting = wait_for(session, lambda snapshot: bool(choices(snapshot, 0)))
    assert not waiting.paused
    assert session.submit(HOST, undo(session)).accepted
    held = session.snapshot()
    assert held.paused
    session.submit(HOST, Redo())
    assert session.snapshot().paused
    mine = choices(session.snapshot(), 0)[0]
    assert session.submit(person(0), tap_of(mine.actions, session.snapshot().revision)).accepted
    assert not session.snapshot().paused
    later = wait_for(session, lambda snapshot: bool(choices(snapshot, 0)))
    assert later.revision > held.revision + 2


def choices(snapshot: Any, seat: int) -> tuple[Any, ...]:
    return tuple(snapshot.game.choices(snapshot.view(seat)))


def test_an_undone_game_waits_for_the_host_after_a_resume(room: Room) -> None:
    session = virtual(room)
    wait_for(session, lambda snapshot: snapshot.outcome is not None)
    session.submit(HOST, undo(session, 40))
    game, position = session.game_id, hash_now(session)
    room.close()
    with open_room(room.home.folder) as later:
        again = later.open_saved(game)
        assert again.snapshot().paused
        assert hash_now(again) == position
        assert again.submit(HOST, Pause(False)).text == "The bots go on."
        wait_for(again, lambda snapshot: snapshot.outcome is not None)
        check_replay(later)


def test_the_bots_deal_the_same_after_an_undo(room: Room) -> None:
    session = virtual(room, seed=5)
    wait_for(session, lambda snapshot: snapshot.outcome is not None)
    first = hash_now(session)
    session.submit(HOST, undo(session, session.snapshot().can_undo))
    session.submit(HOST, Pause(False))
    wait_for(session, lambda snapshot: snapshot.outcome is not None)
    assert hash_now(session) == first


def test_a_correction_is_an_act_that_can_be_undone(table: Session, room: Room) -> None:
    play_to(table, "play")
    before, facts = hash_now(table), facts_of(table)
    reply = table.submit(HOST, Correct({"shells": 0, "elder.1": 5}))
    assert (reply.accepted, reply.text) == (True, "Corrected.")
    assert (facts_of(table)["shells"], facts_of(table)["elder.1"]) == (0, 5)
    (line,) = table.snapshot().log(None)[-1:]
    assert (line.kind, line.text) == (
        "correction",
        "The host corrects Round, Shells in the centre: 0; Seat 2, Elder: 5.",
    )
    assert table.submit(HOST, undo(table)).accepted
    assert hash_now(table) == before
    assert facts_of(table) == facts
    assert table.submit(HOST, Redo()).accepted
    assert facts_of(table)["shells"] == 0
    check_replay(room)


@pytest.mark.parametrize("facts", [{"sheels": 1}, {"shells": 6}, {"shells": "two"}, {"phase": "lunch"}, {"deck": -1}])
def test_an_impossible_correction_is_refused(table: Session, facts: dict[str, Any]) -> None:
    reply = table.submit(HOST, Correct(facts))
    assert (reply.accepted, reply.code, reply.rule) == (False, "illegal", "host")
    assert table.snapshot().last_row == 1


# --- seats ------------------------------------------------------------------------------------------------------------


def test_a_free_seat_is_taken_at_once(table: Session, room: Room) -> None:
    reply = table.submit(GUEST, TakeSeat(2, "  Ana\tMaria\n", "secret"))
    assert (reply.accepted, reply.text) == (True, "Seat 3 is yours, Ana Maria.")
    info = table.snapshot().seats[2]
    assert (info.name, info.holder, info.asking) == ("Ana Maria", "person", ())
    assert table.holds(2, "secret")
    assert not table.holds(2, "guess")
    assert not table.holds(1, "secret")
    row = rows_of(room)[-1]
    assert (row.kind, row.read()) == ("seat", {"seat": 2, "name": "Ana Maria", "key_hash": key_hash("secret")})
    assert b"secret" not in journal_path(room).read_bytes()
    assert table.snapshot().log(None)[-1].text == "Ana Maria sits in seat 3."


def test_a_second_client_waits_for_the_hosts_consent(table: Session) -> None:
    table.submit(GUEST, TakeSeat(0, "Ana", "a"))
    reply = table.submit(GUEST, TakeSeat(0, "Ben", "b"))
    assert (reply.accepted, reply.code, reply.text) == (
        False,
        "waiting",
        "Ana sits in seat 1. The host must agree: ask them to look at the host page.",
    )
    table.submit(GUEST, TakeSeat(0, "Ben", "b"))
    (asking,) = table.snapshot().seats[0].asking
    assert asking.name == "Ben"
    assert table.holds(0, "a")
    agreed = table.submit(HOST, Decide(0, asking.id, True))
    assert (agreed.accepted, agreed.text) == (True, "Ben sits in seat 1 now.")
    assert table.holds(0, "b")
    assert not table.holds(0, "a")
    assert table.snapshot().seats[0].asking == ()
    gone = table.submit(HOST, Decide(0, asking.id, True))
    assert (gone.code, gone.text) == ("stale", "That request is gone. Look at the list again.")


def test_the_host_may_say_no(table: Session) -> None:
    table.submit(GUEST, TakeSeat(0, "Ana", "a"))
    table.submit(GUEST, TakeSeat(0, "Ben", "b"))
    (asking,) = table.snapshot().seats[0].asking
    reply = table.submit(HOST, Decide(0, asking.id, False))
    assert (reply.accepted, reply.text) == (True, "Ben does not get seat 1.")
    assert table.holds(0, "a")
    assert table.snapshot().seats[0].asking == ()


def test_only_so_many_wait_for_one_seat(table: Session) -> None:
    table.submit(GUEST, TakeSeat(0, "Ana", "a"))
    replies = [table.submit(GUEST, TakeSeat(0, "Prank", f"k{number}")) for number in range(9)]
    assert [reply.code for reply in replies] == ["waiting"] * 8 + ["not-yours"]
    assert replies[-1].text == "Too many wait for this seat. Ask the host to decide first."


def test_a_seat_is_left_by_its_person_or_freed_by_the_host(table: Session) -> None:
    table.submit(GUEST, TakeSeat(0, "Ana", "a"))
    assert table.submit(person(1), LeaveSeat(0)).text == "Only the person in the seat or the host can free it."
    assert table.submit(GUEST, LeaveSeat(0)).code == "not-yours"
    assert table.submit(person(0), LeaveSeat(0)).text == "Seat 1 is free."
    assert not table.holds(0, "a")
    assert table.snapshot().seats[0].holder == "open"
    assert table.snapshot().log(None)[-1].text == "Ana has left seat 1."
    assert table.submit(HOST, LeaveSeat(0)).text == "Nobody sits in seat 1."
    table.submit(GUEST, TakeSeat(0, "Ben", "b"))
    assert table.submit(HOST, LeaveSeat(0)).accepted
    assert not table.holds(0, "b")


@pytest.mark.parametrize("seat", [-1, 4, 10**9])
def test_a_seat_that_is_not_there_is_told(table: Session, seat: int) -> None:
    for request in (TakeSeat(seat, "Ana", "a"), LeaveSeat(seat), Decide(seat, "1", True)):
        reply = table.submit(HOST, request)
        assert (reply.code, reply.text) == (
            "malformed",
            f"There is no seat {seat + 1} at this table. The seats are 1 to 4.",
        )


def test_the_same_client_may_change_its_name(table: Session) -> None:
    table.submit(GUEST, TakeSeat(0, "Ana", "a"))
    assert table.submit(GUEST, TakeSeat(0, "Anna", "a")).text == "Seat 1 is yours, Anna."
    assert table.snapshot().names[0] == "Anna"
    assert table.snapshot().log(None)[0].text == "Ana sits in seat 1."


def test_people_keep_their_seats_over_a_resume(table: Session, room: Room) -> None:
    table.submit(GUEST, TakeSeat(1, "Ana", "a"))
    table.submit(GUEST, TakeSeat(2, "Ben", "b"))
    table.submit(person(2), LeaveSeat(2))
    game = table.game_id
    room.close()
    with open_room(room.home.folder) as later:
        session = later.open_saved(game)
        assert session.holds(1, "a")
        assert not session.holds(2, "b")
        assert session.snapshot().names == ("Seat 1", "Ana", "Seat 3", "Seat 4")


def test_bots_leave_the_seat_of_a_person_alone(room: Room) -> None:
    session = virtual(room)
    assert {seat.holder for seat in session.snapshot().seats} == {"bot"}
    session.submit(GUEST, TakeSeat(3, "Ana", "a"))
    session.submit(HOST, Pause(True))
    session.submit(HOST, undo(session, session.snapshot().can_undo))
    session.submit(HOST, Pause(False))
    snapshot = wait_for(session, lambda snapshot: bool(choices(snapshot, 3)))
    assert snapshot.seats[3].holder == "person"
    assert not any(isinstance(step.action, PlayAgents) and step.action.seat == 3 for step in session._timeline.done)
    session.submit(person(3), LeaveSeat(3))
    wait_for(session, lambda snapshot: snapshot.outcome is not None)


# --- the disk ---------------------------------------------------------------------------------------------------------


def test_a_full_disk_refuses_in_words_and_the_game_goes_on_once_there_is_room(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk, open_room(disk.folder) as room:
        session = own(room)
        play_to(session, "play")
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
        for request in (Undo(), Correct({"shells": 1}), TakeSeat(0, "Ana", "a"), End()):
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
    monkeypatch.setattr("companion.session.DISK_RETRY_S", 0.0)
    with tiny_disk(tmp_path) as disk, open_room(disk.folder) as room:
        session = virtual(room)
        session.submit(HOST, Pause(True))
        session.submit(HOST, undo(session, session.snapshot().can_undo))
        disk.fill(session._journal)
        session.submit(HOST, Pause(False))
        wait_for(session, lambda snapshot: snapshot.health[-1].status == "failed")
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
    assert len(done) == len(set(done)) > 50
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

    table._probe = look
    table._next_probe_s = 0.0
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
        session._next_probe_s = 0.0
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
        patch.setattr("companion.live.judge_tap", broken)
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
        patch.setattr("companion.autopilot.Autopilot.propose", lambda *_: 1 / 0)
        session.submit(HOST, Pause(False))
        wait_for(session, lambda snapshot: snapshot.paused)
    assert "the bots stopped" in caplog.text
    session.submit(HOST, Pause(False))
    wait_for(session, lambda snapshot: snapshot.outcome is not None)


# --- whatever happens, the journal leads to the same position ---------------------------------------------------------

EXAMPLES = int(os.environ.get("COMPANION_EXAMPLES", "80"))
_KINDS = ["tap", "tap", "tap", "tap", "undo", "redo", "correct", "seat", "leave", "resume"]


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(
    cards=st.sampled_from(["own", "virtual"]),
    script=st.lists(st.tuples(st.sampled_from(_KINDS), st.integers(0, 10**6)), max_size=40),
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
    client = HOST if snapshot.view(None).table.setup.cards == "own" else person(rng.randrange(4))
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
        session.submit(GUEST, TakeSeat(rng.randrange(4), f"Name {number}", f"key {number % 3}"))
    elif kind == "leave":
        session.submit(HOST, LeaveSeat(rng.randrange(4)))
    else:
        game = session.game_id
        own(room)
        room.open_saved(game)


def test_rebels_corrected_to_lie_face_down_are_turned_up_before_their_extras_go(table: Session) -> None:
    play_to(table, "play")
    agents: dict[str, int | str] = {"agent.0.posture": "rebel", "agent.0.count": 3, "hand.0": 2}
    for seat in (1, 2, 3):
        agents |= {f"agent.{seat}.posture": "follower", f"agent.{seat}.count": 1, f"hand.{seat}": 4}
    assert table.submit(HOST, Correct({**agents, "phase": "extras", "active": 1})).accepted
    assert facts_of(table)["phase"] == "reveal"
    assert [facts_of(table)[f"discard.{cls}"] for cls in range(1, 6)] == [0] * 5
