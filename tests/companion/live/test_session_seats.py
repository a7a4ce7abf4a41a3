"""Who sits where at a live table: seats are taken, asked for, given away, left, and kept over a resume."""

from __future__ import annotations

import pytest

from companion.live.requests import Decide, LeaveSeat, Pause, TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from companion.live.timeline import key_hash
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    choices_of,
    journal_path,
    open_room,
    person,
    rows_of,
    undo,
    virtual,
    wait_for,
)
from tests.games.sealed_bid.model import SealBid


def test_a_free_seat_is_taken_at_once(table: Session, room: Room) -> None:
    reply = table.submit(GUEST, TakeSeat(2, "  Ana\tMaria\n", "hush-hush"))
    assert (reply.accepted, reply.text) == (True, "Seat 3 is yours, Ana Maria.")
    info = table.snapshot().seats[2]
    assert (info.name, info.holder, info.asking) == ("Ana Maria", "person", ())
    assert table.holds(2, "hush-hush")
    assert not table.holds(2, "guess")
    assert not table.holds(1, "hush-hush")
    row = rows_of(room)[-1]
    assert (row.kind, row.read()) == ("seat", {"seat": 2, "name": "Ana Maria", "key_hash": key_hash("hush-hush")})
    files = b"".join(each.read_bytes() for each in journal_path(room).parent.iterdir())
    assert key_hash("hush-hush").encode() in files
    assert b"hush-hush" not in files
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


@pytest.mark.parametrize("seat", [-1, 3, 10**9])
def test_a_seat_that_is_not_there_is_told(table: Session, seat: int) -> None:
    for request in (TakeSeat(seat, "Ana", "a"), LeaveSeat(seat), Decide(seat, "1", True)):
        reply = table.submit(HOST, request)
        assert (reply.code, reply.text) == (
            "malformed",
            f"There is no seat {seat + 1} at this table. The seats are 1 to 3.",
        )


def test_the_same_client_may_change_its_name(table: Session) -> None:
    table.submit(GUEST, TakeSeat(0, "Ana", "a"))
    assert table.submit(GUEST, TakeSeat(0, "Anna", "a")).text == "Seat 1 is yours, Anna."
    assert table.snapshot().names[0] == "Anna"
    assert table.snapshot().log(None)[0].text == "Ana sits in seat 1."


def test_a_name_that_is_sent_twice_is_written_once(table: Session) -> None:
    table.submit(GUEST, TakeSeat(0, "Ana", "a"))
    row = table.snapshot().last_row
    assert table.submit(GUEST, TakeSeat(0, "Ana", "a")).text == "Seat 1 is yours, Ana."
    assert table.snapshot().last_row == row
    table.submit(GUEST, TakeSeat(0, "Anna", "a"))
    assert table.snapshot().log(None)[-1].text == "Ana is called Anna now.", "nobody hides behind a new name"


def test_who_leaves_a_bots_seat_is_named_to_all_as_one_who_has_seen_its_hand(room: Room) -> None:
    session = virtual(room)
    wait_for(session, lambda now: now.outcome is not None)
    session.submit(HOST, Pause(True))
    session.submit(HOST, undo(session, session.snapshot().can_undo - 4))  # the hands are dealt
    session.submit(GUEST, TakeSeat(2, "Eve", "e"))
    assert session.snapshot().game.screen.own_pieces(session.snapshot().view(2)), "Eve's page shows the bot's hand"
    session.submit(GUEST, TakeSeat(2, "Nora", "e"))
    session.submit(person(2), LeaveSeat(2))
    for seat in (None, 0, 1, 2):
        assert [line.text for line in session.snapshot().log(seat)[-3:]] == [
            "Eve sits in seat 3.",
            "Eve is called Nora now.",
            "Nora has left seat 3 and has seen its hand.",
        ]
    session.submit(GUEST, TakeSeat(2, "Ana", "a"))
    session.submit(GUEST, TakeSeat(2, "Ben", "b"))
    session.submit(HOST, Decide(2, session.snapshot().seats[2].asking[0].id, True))
    assert session.snapshot().log(None)[-1].text == "Ben sits in seat 3. Ana, who sat there, has seen its hand."
    check_replay(room)


def test_who_leaves_before_there_is_a_hand_has_seen_none(table: Session, room: Room) -> None:
    table.submit(GUEST, TakeSeat(1, "Ana", "a"))
    table.submit(person(1), LeaveSeat(1))
    assert table.snapshot().log(None)[-1].text == "Ana has left seat 2."


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
        assert session.snapshot().names == ("Seat 1", "Ana", "Seat 3")


def test_bots_leave_the_seat_of_a_person_alone(room: Room) -> None:
    session = virtual(room)
    assert {seat.holder for seat in session.snapshot().seats} == {"bot"}
    session.submit(GUEST, TakeSeat(2, "Ana", "a"))
    session.submit(HOST, Pause(True))
    session.submit(HOST, undo(session, session.snapshot().can_undo))
    session.submit(HOST, Pause(False))
    # The others bid beside a person who is still thinking; then all wait for that bid.
    snapshot = wait_for(session, lambda now: [bid is None for bid in now.view(None).table.bids] == [False, False, True])
    assert snapshot.seats[2].holder == "person"
    assert choices_of(session, person(2))
    assert not any(isinstance(step.action, SealBid) and step.action.seat == 2 for step in session._timeline.done)
    session.submit(person(2), LeaveSeat(2))
    wait_for(session, lambda snapshot: snapshot.outcome is not None)
