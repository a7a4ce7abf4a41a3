"""Undo and redo across turns: what is to be moved, and what cannot be unseen, named to whoever may know it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.language.message import say
from companion.live.chronicle import counted
from companion.live.inputs import Looked
from companion.live.requests import Correct, End, Pause, Redo, Restored, TakeSeat, Undo
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.table.felt import Feeling
from companion.table.sightings import Reading
from tests.companion.rewinding import back_and_forth, play_at_random
from tests.companion.seen import SeenTable
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    person,
    play_to,
    tap_first,
    tap_of,
    undo,
    virtual,
    wait_for,
)
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import Draw, Reveal, TurnUpPrize
from tests.many import one_quick
from tests.said import said

QUESTION = (
    "Button “undo”: Everybody has seen the bid of Seat 3: 1. Turn it face down again and play on with it. "
    "That cannot be unseen. Press again to take it back all the same."
)


def revealed(session: Session) -> Snapshot:
    """The moment after the last of three bids was turned up."""
    return play_to(session, "award")


def turned_up(session: Session) -> Snapshot:
    """The moment after the prize was turned up from the deck."""
    return play_to(session, "pearls")


def press(room: Room, *buttons: str, is_repeat: bool = False) -> Snapshot:
    before = room.session.snapshot().change
    room.feel(Feeling(presses=buttons, is_repeat=is_repeat))
    return wait_for(room.session, lambda now: now.change != before)


# --- the board's button -----------------------------------------------------------------------------------------------


def press_late(room: Room, button: str) -> Snapshot:
    """A press that nobody takes for a slip of the finger, without waiting for it."""
    room.session._presses._refused_s = float("-inf")
    return press(room, button)


def test_the_button_takes_back_an_act_that_revealed_nothing_at_once(table: Session, room: Room) -> None:
    tap_first(table)
    assert (press(room, "undo").can_undo, table.snapshot().pressed) == (0, "")


def test_the_button_names_what_was_seen_and_the_next_press_takes_it_back(table: Session, room: Room) -> None:
    done = revealed(table).can_undo
    now = press(room, "undo")
    assert said((now.can_undo, now.pressed)) == (done, QUESTION)
    now = press_late(room, "undo")
    assert (now.can_undo, now.can_redo, now.pressed) == (done - 1, 1, "")
    assert str(now.log(None)[-1].text).endswith("Everybody has seen the bid of Seat 3: 1.")
    check_replay(room)


def test_two_presses_at_once_are_one_question(table: Session, room: Room) -> None:
    done = revealed(table).can_undo
    now = press(room, "undo", "undo")
    assert (now.can_undo, now.refused_presses) == (done, 2)
    now = press(room, "undo")  # at once: nobody can have read it
    assert said((now.can_undo, now.pressed, now.refused_presses)) == (done, QUESTION, 3)


@pytest.mark.parametrize("between", ["press", "request", "act"])
def test_what_is_done_in_between_withdraws_the_question(table: Session, room: Room, between: str) -> None:
    revealed(table)
    assert said(press(room, "undo").pressed) == QUESTION
    if between == "press":
        press_late(room, "seat9")
    elif between == "request":
        table.submit(GUEST, TakeSeat(0, "Ana", "a"))
    else:
        table.submit(HOST, undo(table))
        table.submit(HOST, Redo())
    done = table.snapshot().can_undo
    now = press_late(room, "undo")
    assert said((now.can_undo, now.pressed)) == (done, QUESTION)


# --- the request ------------------------------------------------------------------------------------------------------


def test_an_undo_that_nobody_was_told_of_is_refused_and_names_what_was_seen(table: Session) -> None:
    done = revealed(table).can_undo
    reply = table.submit(HOST, Undo(2))
    assert (reply.accepted, reply.code) == (False, "illegal")
    assert said(reply.text) == (
        "Everybody has seen the bid of Seat 2: 1. Everybody has seen the bid of Seat 3: 1. "
        "That cannot be unseen. Agree to it on the host page, by “Undo …”."
    )
    assert table.snapshot().can_undo == done


def test_an_undo_that_was_agreed_to_says_again_what_was_seen(table: Session) -> None:
    revealed(table)
    reply = table.submit(HOST, undo(table))
    assert said(reply.text) == (
        "Taken back. Everybody has seen the bid of Seat 3: 1. Turn it face down again and play on with it. "
        "Put the pieces where the pages show them."
    )


def test_an_undo_agreed_to_before_another_act_takes_back_nothing(table: Session) -> None:
    revealed(table)
    late = undo(table)
    tap_first(table)
    reply = table.submit(HOST, late)
    assert (reply.code, reply.text) == (
        "stale",
        "The table has moved on since you asked. Look at the host page again, then undo.",
    )


def test_an_end_is_taken_back_though_the_last_act_revealed_something(table: Session) -> None:
    done = revealed(table).can_undo
    table.submit(HOST, End())
    assert table.submit(HOST, Undo()).text == "The game goes on."
    assert table.snapshot().can_undo == done


def test_a_long_reply_is_cut_and_says_so_and_the_log_has_it_all(table: Session) -> None:
    reply = table.submit(HOST, undo(table, revealed(table).can_undo))
    assert str(reply.text).count("seen") == 4
    assert " And 3 more: the log has them. " in str(reply.text)
    # Of each seat the cards that it drew, the prize, and three bids.
    assert str(table.snapshot().log(None)[-1].text).count("seen") == 7


def test_a_redo_names_what_it_does_again(table: Session) -> None:
    play_to(table, "deal")
    tap_first(table)
    table.submit(HOST, undo(table, 10))
    again = table.snapshot().done_again(6)
    assert said(again[:2]) == ("Seat 1 gets the start token by lot.", "Seat 1 draws a card.")
    assert len(again) == 6
    reply = table.submit(HOST, Redo(6))
    acts = " ".join(map(str, again[:4]))
    assert str(reply.text) == (
        f"Done again: {acts} And 2 more: the log has them. Put the pieces where the pages show them."
    )
    assert table.snapshot().done_again(1) != again[:1]


# --- what is to be moved ----------------------------------------------------------------------------------------------


def fixes(session: Session) -> list[str]:
    return [str(fix.text) for fix in session.snapshot().sight.fixes]


def test_without_a_camera_the_pages_list_the_moves_until_somebody_acts(table: Session) -> None:
    turned_up(table)
    assert said(table.snapshot().way_back(1).moves[0].text) == "Take the card 1 away from the prize."
    table.submit(HOST, undo(table))
    assert table.snapshot().sight.state == "restoring"
    assert fixes(table) == ["Take the card 1 away from the prize."]
    assert str(table.snapshot().sight.text).endswith("1 more than before.")
    assert table.submit(HOST, tap_of([TurnUpPrize(5)], table.snapshot().revision)).accepted
    assert (table.snapshot().sight.state, fixes(table)) == ("off", [])


def test_the_host_says_that_the_pieces_lie_right(table: Session) -> None:
    revealed(table)
    table.submit(HOST, undo(table))
    assert table.submit(HOST, Restored()).accepted
    assert table.snapshot().sight.state == "off"
    table.submit(HOST, undo(table))
    assert fixes(table) == ["Turn the card 1 at Seat 2's bid face down."]


def test_several_undos_are_one_list_from_where_the_pieces_lay(table: Session) -> None:
    revealed(table)
    way = table.snapshot().way_back(3)
    for _ in range(3):
        table.submit(HOST, undo(table))
    assert table.snapshot().sight.fixes == way.moves
    assert len(way.moves) == 3
    assert "The list is counted from how they lay before." in str(table.snapshot().sight.text)
    assert table.snapshot().way_back(0) == way
    table.submit(HOST, Redo(3))
    assert table.snapshot().sight.text == "The pieces lie as they did before. Put back what was moved since."


def test_after_a_correction_the_pieces_lie_as_the_host_said(table: Session) -> None:
    turned_up(table)
    table.submit(HOST, undo(table))
    assert table.submit(HOST, Correct({"prize": 5})).accepted
    assert table.snapshot().sight.state == "off"
    table.submit(HOST, undo(table))
    assert table.snapshot().sight.state == "restoring"


def test_a_camera_that_looks_on_tells_instead_of_the_list(table: Session) -> None:
    turned_up(table)
    table.tell(Looked(Reading(0.0)))
    wait_for(table, lambda now: now.sight.state != "off")
    table.submit(HOST, undo(table))
    assert "more than before" not in str(table.snapshot().sight.text)
    table.tell(Looked(Reading(1.0, unseen="The lens is covered. Uncover it.")))
    now = wait_for(table, lambda now: bool(now.sight.fixes))
    assert said([fix.text for fix in now.sight.fixes]) == ["Take the card 1 away from the prize."]


def test_a_table_that_was_seen_to_be_right_again_needs_no_list_when_the_camera_is_covered(table: Session) -> None:
    seen = SeenTable(table)
    seen.act()
    assert table.submit(HOST, Undo()).accepted
    seen.show()
    assert table.submit(HOST, Pause(False)).accepted  # settled behind the looks
    assert table.snapshot().sight.state == "settled"
    table.tell(Looked(Reading(9.0, unseen="The lens is covered. Uncover it.")))
    assert table.submit(HOST, Pause(False)).accepted
    assert (table.snapshot().sight.state, table.snapshot().sight.fixes) == ("unseen", ())


def test_where_the_companion_holds_the_cards_nobody_is_told_to_move_them(room: Room) -> None:
    session = virtual(room)
    wait_for(session, lambda snapshot: snapshot.outcome is not None)
    assert session.snapshot().way_back(30).moves == ()
    reply = session.submit(HOST, undo(session, 30))
    assert "Put the pieces" not in str(reply.text)
    assert "top of the deck" not in str(session.snapshot().log(None)[-1].text)
    assert session.snapshot().sight.state == "off"


# --- who reads what ---------------------------------------------------------------------------------------------------


def test_a_seat_alone_reads_which_card_it_goes_on_knowing(room: Room) -> None:
    session = virtual(room)
    wait_for(session, lambda snapshot: snapshot.outcome is not None)
    done = session._timeline.done
    ply, act = next((ply, step.action) for ply, step in enumerate(done) if isinstance(step.action, Draw))
    session.submit(HOST, undo(session, len(done) - ply - 1))
    reply = session.submit(HOST, undo(session))
    public = f"Seat {act.seat + 1} has seen the card drawn from the deck."
    assert said(reply.text) == f"Taken back. {public}"
    for seat in (None, 0, 1, 2):
        text = session.snapshot().log(seat)[-1].text
        if seat == act.seat:
            assert str(text).endswith(f" draws a {act.card}. You have seen the card that you drew: a {act.card}.")
        else:
            assert str(text).endswith(f" draws a card. {public}")
    check_replay(room)


def test_sentences_that_repeat_are_counted() -> None:
    assert said(counted([say("a"), say("b"), say("a"), say("a")])) == ("3 × a", "b")


# --- the same act again -----------------------------------------------------------------------------------------------


def test_another_card_than_before_the_undo_is_named_and_play_goes_on(table: Session, room: Room) -> None:
    revealed(table)
    table.submit(HOST, undo(table))
    assert table.submit(HOST, tap_of([Reveal(2, 5)], table.snapshot().revision)).accepted
    assert said(table.snapshot().log(None)[-1].text) == (
        "Seat 3 has bid 5. It was another before the undo. Everybody has seen the bid of Seat 3: 1."
    )
    assert tap_first(table).accepted
    check_replay(room)


@pytest.mark.parametrize("again", ["the same", "redo"])
def test_the_same_card_as_before_the_undo_is_nothing_to_tell(table: Session, again: str) -> None:
    revealed(table)
    act = table._timeline.done[-1].action
    table.submit(HOST, undo(table))
    if again == "redo":
        table.submit(HOST, Redo())
        table.submit(HOST, undo(table))
    assert table.submit(HOST, tap_of([act], table.snapshot().revision)).accepted
    assert "before the undo" not in str(table.snapshot().log(None)[-1].text)


# --- all of it --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["own", "virtual"])
@pytest.mark.parametrize(
    "options",
    one_quick([{"players": 3, "order": "turn", "ties": "earlier"}, {"players": 2}, {"players": 4}]),
    ids=lambda each: f"{each['players']} seats",
)
def test_undo_to_the_first_act_and_redo_of_all_agree_on_everything(
    room: Room, options: dict[str, Any], cards: str
) -> None:
    rng = random.Random(5)
    session = play_at_random(room, SEALED_BID.name, {"cards": cards, **options}, rng)
    assert session._timeline.state.table.round > 1
    back_and_forth(room, rng)


def test_a_seat_and_a_guest_cannot_undo_by_agreeing(table: Session) -> None:
    revealed(table)
    for client in (GUEST, person(1)):
        assert table.submit(client, undo(table)).code == "not-yours"
