"""Figures that the owner typed stay where an undo takes acts back, and what is done again follows from them."""

from __future__ import annotations

import random

import pytest

from companion.live.requests import Redo, Tap
from companion.live.room import Room
from companion.live.session import Session
from companion.table.felt import Feeling
from tests.companion.tables import (
    HOST,
    check_replay,
    choices_of,
    facts_of,
    own,
    play_to,
    rows_of,
    tap_any,
    tap_first,
    tap_of,
    undo,
    wait_for,
)
from tests.said import said


def figures(session: Session) -> list[tuple[int, str]]:
    """What the pearl card is said to ask for, and whose word it is."""
    setup = session.snapshot().view(None).table.setup
    return [(figure.value, figure.status) for figure in setup.pearls]


def test_an_undo_takes_back_a_play_and_never_what_the_owner_typed(room: Room) -> None:
    session = own(room)
    assert room.set_owner_figures(HOST, {"pearls.low": 1}).accepted
    assert session.snapshot().can_undo == 0, "typing is no act of play"
    assert tap_first(session).accepted
    assert room.set_owner_figures(HOST, {"pearls.high": 5}).accepted
    typed = [(1, "owner"), (5, "owner")]
    now = session.snapshot()
    assert (now.can_undo, figures(session)) == (1, typed)
    assert [text for text in map(str, now.taken_back(1)) if "types in" in text] == []
    assert now.newest_act is not None
    assert session.submit(HOST, undo(session)).accepted
    assert (session.snapshot().can_undo, figures(session)) == (0, typed)
    assert session.snapshot().view(None).table.phase.value == "token"
    assert session.submit(HOST, undo(session)).text == "0 acts can be taken back, not 1."
    assert room.home.owner_figures("sealed_bid") == {"pearls": {"low": 1, "high": 5}}
    assert said([line.text for line in session.snapshot().log(None)]) == [
        "The host types in Pearl card: a low one 1.",
        "Seat 1 gets the start token by lot.",
        "The host types in Pearl card: a high one 5.",
        "1 act is taken back: Seat 1 gets the start token by lot.",
    ]
    check_replay(room)


def test_what_was_undone_is_done_again_with_the_figures_typed_meanwhile(room: Room) -> None:
    session, rng = own(room), random.Random(5)
    for _ in range(3):
        assert tap_any(session, rng).accepted
    assert session.submit(HOST, undo(session, 2)).accepted
    assert room.set_owner_figures(HOST, {"pearls.low": 1, "pearls.high": 1}).accepted
    assert session.snapshot().can_redo == 2
    assert session.submit(HOST, Redo(2)).accepted
    assert (session.snapshot().can_undo, session.snapshot().can_redo) == (3, 0)
    assert figures(session) == [(1, "owner"), (1, "owner")]
    check_replay(room)
    assert session.submit(HOST, undo(session, 3)).accepted
    assert session.submit(HOST, Redo(3)).accepted
    assert figures(session) == [(1, "owner"), (1, "owner")]
    check_replay(room)


def test_what_the_new_figures_rule_out_is_not_done_again_and_says_why(room: Room) -> None:
    session = own(room)
    play_to(session, "pearls")
    assert tap_first(session).accepted
    due = session.snapshot().view(None).table.pearls
    assert session.submit(HOST, undo(session)).accepted
    other = 1 if due != 1 else 2
    assert room.set_owner_figures(HOST, {"pearls.low": other, "pearls.high": other}).accepted
    rows = rows_of(room)
    reply = session.submit(HOST, Redo(1))
    assert (reply.accepted, reply.code) == (False, "illegal")
    assert str(reply.text).startswith(
        "The numbers that were typed since do not allow it: The bowl gets the pearls of its prize;"
    )
    assert str(reply.text).endswith(" Tap what is done now instead.")
    assert rows_of(room) == rows
    check_replay(room)


def test_a_page_drawn_before_the_figures_were_typed_may_still_tap(room: Room) -> None:
    session = own(room)
    (first, *_), revision = choices_of(session, HOST), session.snapshot().revision
    assert room.set_owner_figures(HOST, {"pearls.low": 1}).accepted
    tap: Tap = tap_of(first.actions, revision)
    assert session.submit(HOST, tap).accepted


@pytest.mark.parametrize("acts", [0, 1])
def test_the_boards_button_takes_back_the_play_as_well(room: Room, acts: int) -> None:
    session = own(room)
    for _ in range(acts):
        assert tap_first(session).accepted
    assert room.set_owner_figures(HOST, {"pearls.low": 1}).accepted
    before = session.snapshot().change
    room.feel(Feeling(presses=("undo",)))
    now = wait_for(session, lambda now: now.change != before)
    assert ("nothing has been done yet" in str(now.pressed)) is (not acts)
    assert (now.can_undo, figures(session)[0]) == (0, (1, "owner"))


def test_a_saved_game_keeps_the_figures_and_may_be_undone_as_before(room: Room) -> None:
    session = own(room)
    saved = session.game_id
    assert tap_first(session).accepted
    assert room.set_owner_figures(HOST, {"pearls.low": 1}).accepted
    own(room)
    again = room.open_saved(saved)
    assert (again.snapshot().can_undo, facts_of(again)["pearls.low"]) == (1, 1)
    assert again.submit(HOST, undo(again)).accepted
    assert (again.snapshot().can_undo, figures(again)[0]) == (0, (1, "owner"))
    check_replay(room)
