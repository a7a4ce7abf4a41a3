"""Taps at a live table: whose they are, that each counts once, and what is told of those that come too late."""

from __future__ import annotations

from typing import Any

import pytest

from companion.live.requests import Client, Correct, Decide, End, Pause, Redo, TakeSeat, Tap, Undo
from companion.live.room import Room
from companion.live.session import Session
from tests.companion.tables import (
    GUEST,
    HOST,
    choices_of,
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
from tests.said import said

HUGE = 10**30


def bid_of(seat: int, cards: tuple[int, ...] = (0,)) -> dict[str, Any]:
    return {"type": "SealBid", "seat": seat, "cards": list(cards)}


# --- whose they are ---------------------------------------------------------------------------------------------------


def test_guests_only_look(table: Session) -> None:
    reply = tap_first(table, GUEST)
    assert (reply.accepted, reply.code) == (False, "not-yours")
    assert reply.text == "Guests look on. Take a seat, or open the host page, to tap."
    assert table.snapshot().last_row == 1


def test_with_own_cards_the_host_taps_for_every_seat(table: Session, room: Room) -> None:
    play_to(table, "reveal")
    rows = rows_of(room)
    assert [row.by for row in rows[1:]] == ["host"] * (len(rows) - 1)
    assert {row.read()["action"].get("seat") for row in rows[1:]} >= {0, 1, 2}


def test_a_seat_does_not_play_for_another(table: Session) -> None:
    revision = play_to(table, "seal").revision
    reply = table.submit(person(2), tap_of([bid_of(0)], revision))
    assert (reply.code, reply.text) == ("not-yours", "Only Seat 1 can tap that. Ask them, or take the seat first.")
    assert table.snapshot().revision == revision
    assert table.submit(person(0), tap_of([bid_of(0)], revision)).accepted


def test_with_virtual_cards_the_host_cannot_play_for_a_seat(room: Room) -> None:
    session = virtual(room)
    for seat in range(3):
        session.submit(GUEST, TakeSeat(seat, f"P{seat}", f"k{seat}"))
    session.submit(HOST, Pause(True))
    session.submit(HOST, undo(session, session.snapshot().can_undo))
    session.submit(HOST, Pause(False))
    snapshot = wait_for(session, lambda snapshot: bool(snapshot.view(None).table.phase.value == "seal"))
    turn = snapshot.game.prompt(snapshot.view(None)).seats[0]
    reply = session.submit(HOST, tap_of([bid_of(turn)], snapshot.revision))
    assert (reply.code, reply.text) == ("not-yours", f"Only P{turn} can tap that. Ask them, or take the seat first.")
    dealt = session.submit(person(turn), tap_of([{"type": "PlacePearls", "count": 1}], snapshot.revision))
    assert (dealt.accepted, dealt.rule) == (False, "B-012")
    mine = choices_of(session, person(turn))[0]
    assert session.submit(person(turn), tap_of(mine.actions, snapshot.revision)).accepted


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
    for client in (GUEST, person(1)):
        reply = table.submit(client, request_)
        assert (reply.accepted, reply.code) == (False, "not-yours")
        assert reply.text == f"Only the host can {act}. Open the host page with the host code."
    assert table.snapshot().last_row == 1


# --- what is no act, or none by the rules -----------------------------------------------------------------------------


def test_an_illegal_tap_names_the_rule_and_changes_nothing(table: Session) -> None:
    snapshot = play_to(table, "seal")
    reply = table.submit(HOST, tap_of([bid_of(0, (0, 0, 0))], snapshot.revision))
    assert (reply.accepted, reply.code, reply.rule) == (False, "illegal", "B-004")
    assert said(reply.text) == (
        "Each seat seals one card of its hand a round, or two of one number; this card or seat does not fit."
    )
    assert table.snapshot().revision == snapshot.revision


@pytest.mark.parametrize(
    "actions",
    [
        (),
        ({},),
        ({"type": "Fly"},),
        ({"type": "PlaceToken"},),
        ({"type": "PlaceToken", "seat": "first"},),
        ({"type": "PlaceToken", "seat": 0.5},),
        ("PlaceToken",),
        (None,),
        ({"type": "PlaceToken", "seat": 0},) * 101,
        ({"type": "SealBid", "seat": 0, "cards": "all"},),
    ],
)
def test_a_malformed_tap_is_refused_in_words(table: Session, actions: tuple[Any, ...]) -> None:
    reply = table.submit(HOST, Tap(actions, 1, "t"))
    assert (reply.accepted, reply.code) == (False, "malformed")
    assert str(reply.text).endswith("Reload the page and tap again.")
    assert table.snapshot().last_row == 1


@pytest.mark.parametrize("huge", [HUGE, -HUGE, 2**63])
def test_a_huge_number_is_refused_like_any_other(table: Session, huge: int) -> None:
    for action in (
        {"type": "PlaceToken", "seat": huge},
        {"type": "Draw", "seat": huge, "card": huge},
        bid_of(huge, (huge,) * 50),
        {"type": "Discard", "seat": huge, "card": huge},
        {"type": "TakePrize", "seat": huge},
        {"type": "Reveal", "seat": huge, "card": huge},
    ):
        reply = table.submit(HOST, tap_of([action], 1))
        assert reply.code in ("illegal", "malformed"), reply
    play_to(table, "seal")
    reply = table.submit(HOST, tap_of([bid_of(0, (0,) * 100_000)], 10**9))
    assert (reply.code, reply.rule) == ("illegal", "B-004")


# --- each counts once -------------------------------------------------------------------------------------------------


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
    assert len(everyone.actions) == 9  # three cards to each of three (B-002)
    reply = table.submit(HOST, tap_of([*everyone.actions[:3], {"type": "PassToken", "seat": 1}], 2))
    assert (reply.accepted, reply.code) == (False, "illegal")
    assert len(rows_of(room)) == 2
    reply = table.submit(HOST, tap_of(everyone.actions, 2))
    assert reply.accepted
    assert reply.revision == len(rows_of(room)) == 11


def test_of_two_who_tap_the_same_only_the_first_counts(table: Session) -> None:
    revision = play_to(table, "seal").revision
    act = [bid_of(0)]
    assert table.submit(person(0), tap_of(act, revision)).accepted
    late = table.submit(HOST, tap_of(act, revision))
    assert (late.code, late.text) == ("stale", "Somebody else has just tapped that. Nothing was done twice.")
    assert table.snapshot().revision == revision + 1


@pytest.mark.parametrize(
    ("client", "words"),
    [
        (person(0), "You have tapped that already. Nothing was done twice."),
        (HOST, "The host has tapped that already. Nothing was done twice."),
    ],
)
def test_a_second_tap_of_the_same_hand_is_laid_on_nobody_else(table: Session, client: Client, words: str) -> None:
    revision = play_to(table, "seal").revision
    assert table.submit(client, tap_of([bid_of(0)], revision, "first")).accepted
    again = table.submit(client, tap_of([bid_of(0)], revision, "second"))
    assert (again.code, again.text) == ("stale", words)
    assert table.snapshot().revision == revision + 1


# --- too late ---------------------------------------------------------------------------------------------------------


def test_a_tap_that_still_fits_counts_though_the_page_is_old(room: Room) -> None:
    table = own(room, order="turn")  # the second bid is legal by the first one only (B-015)
    revision = play_to(table, "seal").revision
    assert table.submit(HOST, tap_of([bid_of(0)], revision)).accepted
    assert table.submit(HOST, tap_of([bid_of(1)], revision)).accepted


def test_a_tap_overtaken_by_the_game_is_told_why(table: Session) -> None:
    revision = play_to(table, "seal").revision
    assert table.submit(HOST, tap_of([bid_of(0)], revision)).accepted
    late = table.submit(HOST, tap_of([bid_of(0, (0, 0))], revision))
    assert (late.code, late.rule) == ("stale", "B-004")
    assert said(late.text) == (
        "The table has moved on since this page was drawn. "
        "Each seat seals one card of its hand a round, or two of one number; this card or seat does not fit."
    )


@pytest.mark.parametrize("rewind", [Undo(), Correct({"deck": 20}), Redo()])
def test_a_tap_from_before_the_table_was_set_back_is_stale(table: Session, rewind: Any) -> None:
    play_to(table, "seal")
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
    play_to(table, "seal")
    old = table.snapshot().revision
    table.submit(HOST, Undo())
    game = table.game_id
    room.close()
    with open_room(room.home.folder) as later:
        session = later.open_saved(game)
        assert session.submit(HOST, tap_of(choices_of(session, HOST)[0].actions, old)).code == "stale"


# --- once it is over --------------------------------------------------------------------------------------------------


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
    assert table.submit(HOST, Correct({"pearls": 1})).code == "over"
    assert table.submit(HOST, Undo(1)).text == "The game goes on."
    snapshot = table.snapshot()
    assert (snapshot.ended, snapshot.can_undo) == (False, 1)
    assert table._live.paused  # no bot goes on before somebody does
    assert said(snapshot.log(None)[-1].text) == "The end of the game is taken back."
    assert tap_first(table).accepted


def test_nothing_is_tapped_once_somebody_has_won(room: Room) -> None:
    session = virtual(room)
    snapshot = wait_for(session, lambda snapshot: snapshot.outcome is not None)
    reply = session.submit(person(0), tap_of([bid_of(0)], snapshot.revision))
    assert (reply.code, reply.rule) == ("illegal", "B-008")
    assert said(reply.text) == "The game is over. Undo the last act or start a new game."
    assert session.submit(HOST, undo(session)).accepted
    assert session.snapshot().outcome is None
