"""Acts at a live table taken back and done again to the first and the last, and what the host corrects."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.live.requests import Correct, Pause, Redo, TakeSeat, Undo
from companion.live.room import Room
from companion.live.session import Session
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    choices_of,
    facts_of,
    hash_now,
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
from tests.said import said


def test_undo_and_redo_reach_the_first_act_by_the_same_positions(room: Room) -> None:
    session, rng = own(room), random.Random(3)
    while session.snapshot().outcome is None:
        assert tap_any(session, rng).accepted
    assert session._timeline.state.table.round > 1
    hashes = [row.state_hash for row in rows_of(room)]
    assert hashes[-1] == hash_now(session)
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
        assert str(steps) in str(reply.text)


def test_the_undo_notice_names_what_the_table_has_seen(table: Session) -> None:
    play_to(table, "award")
    tap_first(table)  # the last act reveals nothing: nobody takes the prize
    snapshot = table.snapshot()
    assert snapshot.undo_notice(1) == ()
    assert said(snapshot.undo_notice(2)) == ("Everybody has seen the bid of Seat 3: 1.",)
    assert len(snapshot.undo_notice(4)) == 3
    assert len(snapshot.undo_notice(9)) == 4  # and the prize, before three bids and the pearls
    assert len(snapshot.undo_notice(11)) == 6  # and two of the cards that were drawn
    assert said(snapshot.undo_notice(11)[0]) == "Seat 2 has seen the card drawn from the deck."
    assert len(snapshot.undo_notice(10**6)) == 7
    assert said(snapshot.undo_notice(10**6)[0]) == "3 × Seat 1 has seen the card drawn from the deck."
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


# --- the bots ---------------------------------------------------------------------------------------------------------


def test_an_undo_holds_the_bots_until_somebody_taps(room: Room) -> None:
    session = virtual(room, order="turn")  # where bids are sealed in turn, all wait for the person whose turn it is
    session.submit(GUEST, TakeSeat(0, "Ana", "k"))
    session.submit(HOST, Pause(True))
    session.submit(HOST, undo(session, session.snapshot().can_undo))
    session.submit(HOST, Pause(False))
    waiting = wait_for(session, lambda snapshot: bool(choices_of(session, person(0))))
    assert not waiting.paused
    assert session.submit(HOST, undo(session)).accepted
    held = session.snapshot()
    assert held.paused
    session.submit(HOST, Redo())
    assert session.snapshot().paused
    mine = choices_of(session, person(0))[0]
    assert session.submit(person(0), tap_of(mine.actions, session.snapshot().revision)).accepted
    assert not session.snapshot().paused
    later = wait_for(session, lambda snapshot: bool(choices_of(session, person(0))))
    assert later.revision > held.revision + 2


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


# --- corrected --------------------------------------------------------------------------------------------------------


def test_a_correction_is_an_act_that_can_be_undone(table: Session, room: Room) -> None:
    play_to(table, "seal")
    before, facts = hash_now(table), facts_of(table)
    reply = table.submit(HOST, Correct({"pearls": 0, "hand.1": 2}))
    assert (reply.accepted, reply.text) == (True, "Corrected.")
    assert (facts_of(table)["pearls"], facts_of(table)["hand.1"]) == (0, 2)
    (line,) = table.snapshot().log(None)[-1:]
    assert said((line.kind, line.text)) == (
        "correction",
        "The host corrects Round: Pearls in the bowl 0; Seat 2: Cards in hand 2.",
    )
    assert table.submit(HOST, undo(table)).accepted
    assert hash_now(table) == before
    assert facts_of(table) == facts
    assert table.submit(HOST, Redo()).accepted
    assert facts_of(table)["pearls"] == 0
    check_replay(room)


@pytest.mark.parametrize("facts", [{"perls": 1}, {"pearls": 11}, {"pearls": "two"}, {"phase": "lunch"}, {"deck": -1}])
def test_an_impossible_correction_is_refused(table: Session, facts: dict[str, Any]) -> None:
    reply = table.submit(HOST, Correct(facts))
    assert (reply.accepted, reply.code, reply.rule) == (False, "illegal", "host")
    assert table.snapshot().last_row == 1
