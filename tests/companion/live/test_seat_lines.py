"""Who sits down in a seat reads what is sealed there: all are told, as somebody stands up and as somebody sits down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.live.requests import Client, Decide, LeaveSeat, TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from tests.companion.live.test_sealed import ADA, BO, both, check_sealed_replay, guess, guessing, lines, offers
from tests.companion.tables import GUEST, HOST, open_room, play_to, tap_of, undo
from tests.games.sealed_bid.model import NOBODY, Guess, TakeBackGuess


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path) as opened:
        yield opened


def take(session: Session, seat: int, name: str, key: str) -> str:
    return str(session.submit(GUEST, TakeSeat(seat, name, key)).text)


def test_who_leaves_a_sealed_choice_and_who_reads_it_are_told_to_all(room: Room) -> None:
    session = guessing(room)
    assert guess(session, ADA, 1).accepted
    left = session.submit(ADA, LeaveSeat(0))
    assert left.text == "Seat 1 is free. Whoever sits down reads what is sealed there: all are told."
    for seat in (None, 0, 1):
        assert lines(session, seat)[-1] == (
            "Ada has left seat 1. Ada knows what is sealed there. "
            "Whoever sits down there reads it, and may choose anew."
        )
    assert take(session, 0, "Cem", "c") == "Seat 1 is yours, Cem. You read what is sealed there: all are told."
    assert session.snapshot().view(0).own_sealed == (Guess(0, 1),)
    for seat in (None, 0, 1):
        assert lines(session, seat)[-1] == "Cem sits in seat 1. Cem reads what is sealed there, and may choose anew."
    check_sealed_replay(room)


def test_whoever_comes_back_may_choose_anew(room: Room) -> None:
    session = guessing(room)
    assert guess(session, ADA, 1).accepted
    for name, key in (("Cem", "c"), ("Ada", "key 0")):
        assert session.submit(ADA, LeaveSeat(0)).accepted
        take(session, 0, name, key)
    assert lines(session, None)[-1] == "Ada sits in seat 1. Ada reads what is sealed there, and may choose anew."
    assert session.submit(ADA, tap_of([TakeBackGuess(0)], session.snapshot().revision)).accepted
    assert offers(session, ADA) == {Guess(0, of) for of in (0, 1, NOBODY)}
    assert guess(session, ADA, 0).accepted


def test_a_seat_that_the_host_gives_away_tells_who_knows_what_is_sealed_there(room: Room) -> None:
    session = guessing(room)
    assert guess(session, ADA, 1).accepted
    take(session, 0, "Cem", "c")
    given = session.submit(HOST, Decide(0, session.snapshot().seats[0].asking[0].id, True))
    assert given.text == "Cem sits in seat 1 now. Cem reads what is sealed there: all are told."
    assert lines(session, None)[-1] == (
        "Cem sits in seat 1. Ada, who sat there, has seen what is sealed there. "
        "Cem reads what is sealed there, and may choose anew."
    )
    check_sealed_replay(room)


def test_nobody_is_promised_a_new_choice_that_the_rules_do_not_allow(room: Room) -> None:
    session = guessing(room)
    both(session)  # no guess is taken back from now on
    assert session.submit(BO, LeaveSeat(1)).accepted
    told = "Bo has left seat 2. Bo knows what is sealed there. Whoever sits down there reads it."
    assert lines(session, None)[-1] == told
    take(session, 1, "Cem", "c")
    assert lines(session, None)[-1] == "Cem sits in seat 2. Cem reads what is sealed there."


def test_what_everybody_has_seen_is_no_news(room: Room) -> None:
    session = guessing(room)
    both(session, 1, NOBODY)
    play_to(session, "reveal")
    assert session.submit(HOST, undo(session, 5)).accepted
    assert session.snapshot().view(0).own_sealed == (Guess(0, 1),)
    assert session.submit(ADA, LeaveSeat(0)).text == "Seat 1 is free."
    assert lines(session, None)[-1] == "Ada has left seat 1."
    take(session, 0, "Cem", "c")
    assert lines(session, None)[-1] == "Cem sits in seat 1."


def test_nothing_is_said_where_nothing_is_sealed(room: Room) -> None:
    session = guessing(room)
    assert session.submit(ADA, LeaveSeat(0)).text == "Seat 1 is free."
    assert take(session, 0, "Cem", "c") == "Seat 1 is yours, Cem."
    assert lines(session, None)[-2:] == ["Ada has left seat 1.", "Cem sits in seat 1."]


def test_hand_and_sealed_choice_are_told_in_one(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = guessing(room)
    assert guess(session, ADA, 1).accepted
    monkeypatch.setattr(session._timeline, "_has_seen_hand", lambda seat: True)
    take(session, 0, "Cem", "c")
    assert session.submit(HOST, Decide(0, session.snapshot().seats[0].asking[0].id, True)).accepted
    assert "Ada, who sat there, has seen its hand and what is sealed there." in lines(session, None)[-1]
    assert session.submit(Client("seat", 0), LeaveSeat(0)).accepted
    told = "Cem has left seat 1 and has seen its hand. Cem knows what is sealed there."
    assert lines(session, None)[-1].startswith(told)
