"""What everybody has seen before an undo is sealed again as it was, until it is open again or is corrected itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.live.promises import Promises
from companion.live.requests import Client, Correct, LeaveSeat, Pause, Redo, TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from tests.companion.live.test_sealed import ADA, BO, both, check_sealed_replay, guess, guessing, lines, offers
from tests.companion.tables import HOST, check_replay, open_room, play_to, tap_of, undo
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import NOBODY, Guess, TakeBackGuess

BOUND = "What all saw before an undo binds"
PROMISED = {Guess(0, 1), Guess(1, NOBODY)}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path) as opened:
        yield opened


def opened_once(room: Room) -> Session:
    """Ada has guessed Bo, and Bo nobody; both are open. The pearls came first, and two bids after them."""
    session = guessing(room)
    both(session, 1, NOBODY)
    play_to(session, "reveal")
    return session


def set_back(session: Session, steps: int) -> None:
    reply = session.submit(HOST, undo(session, steps))
    assert reply.accepted, reply


def correct(session: Session, **facts: str | int) -> None:
    reply = session.submit(HOST, Correct(facts))
    assert reply.accepted, reply


def bound(session: Session) -> set[Guess]:
    """What Ada and Bo may choose, what they sealed taken back first."""
    for client in (ADA, BO):
        back = TakeBackGuess(client.seat or 0)
        if back in offers(session, client):
            assert session.submit(client, tap_of([back], session.snapshot().revision)).accepted
    return {act for client in (ADA, BO) for act in offers(session, client)}


def freeing(session: Session) -> list[str]:
    """The lines of the log by which somebody is free again."""
    return [line for line in lines(session, None) if BOUND in line]


def test_a_correction_of_anything_else_frees_nobody(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 6)
    correct(session, pearls=1)
    assert bound(session) == PROMISED
    assert freeing(session) == []
    assert not guess(session, BO, 0).accepted
    both(session, 1, NOBODY)
    check_sealed_replay(room)


def test_a_correction_that_is_undone_frees_nobody(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 6)
    correct(session, pearls=1)
    set_back(session, 1)
    assert bound(session) == PROMISED
    assert freeing(session) == []


def test_a_phase_that_is_corrected_there_and_back_frees_nobody(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 5)  # the guess of Ada stays
    correct(session, phase="deal")
    correct(session, phase="guess")
    assert bound(session) == PROMISED
    assert freeing(session) == []


def test_a_seat_whose_choice_the_host_corrects_is_free_and_all_are_told(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 5)
    correct(session, **{"guess.0": "none"})
    assert lines(session, None)[-1] == (
        "The host corrects Ada: Guess none. The host has corrected that choice. "
        "What all saw before an undo binds Ada no more."
    )
    assert offers(session, ADA) == {Guess(0, of) for of in (0, 1, NOBODY)}
    assert offers(session, BO) == {Guess(1, NOBODY)}
    both(session, 0, NOBODY)
    check_sealed_replay(room)


def test_the_undo_of_such_a_correction_binds_again(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 5)
    correct(session, **{"guess.0": "none"})
    set_back(session, 1)
    assert bound(session) == PROMISED
    assert len(freeing(session)) == 1


def test_points_by_guesses_are_no_choice(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 5)
    points: dict[str, str | int] = {"guess.0.points": 1, "guess.0": "sealed"}
    correct(session, **points)
    assert freeing(session) == []
    assert bound(session) == PROMISED


def test_the_log_says_that_all_is_open_again(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 5)
    assert guess(session, BO, NOBODY).accepted
    play_to(session, "reveal")
    assert lines(session, None)[-2:] == [
        "Ada has guessed: Bo. It is opened again. What all saw before an undo binds Ada no more.",
        "Bo has guessed: nobody. It is opened again. What all saw before an undo binds Bo no more.",
    ]
    check_replay(room)


def test_what_is_opened_again_by_a_redo_or_by_itself_is_told_alike(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 2)
    assert session.submit(HOST, Redo(2)).accepted
    assert freeing(session)[-1].endswith(" It is opened again. What all saw before an undo binds Ada and Bo no more.")
    set_back(session, 1)
    assert session.submit(HOST, Pause(False)).accepted
    assert lines(session, None)[-1].endswith("It is opened again. What all saw before an undo binds Bo no more.")
    check_replay(room)


def test_an_undo_to_before_the_first_choice_frees_all_and_says_so(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 5)
    set_back(session, 2)  # the guess of Ada, and the pearls
    assert lines(session, None)[-1].endswith(
        "The game stands before the first of these choices. What all saw before an undo binds Ada and Bo no more."
    )
    play_to(session, "guess")
    both(session, 0, 0)
    check_sealed_replay(room)


def test_who_goes_back_by_a_redo_is_bound_as_well(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 7)
    assert session.submit(HOST, Redo(2)).accepted  # the pearls, and the guess of Ada
    assert offers(session, BO) == {Guess(1, NOBODY)}
    assert bound(session) == PROMISED


@pytest.mark.parametrize("stays", [5, 6])  # with the guess of Ada, and without it
def test_a_redo_binds_again_though_what_was_opened_cannot_be_done_again(room: Room, stays: int) -> None:
    session = opened_once(room)
    set_back(session, stays)
    correct(session, pearls=1)
    set_back(session, 8 - stays)  # to before the pearls
    assert session.submit(HOST, Redo(7 - stays)).accepted
    assert offers(session, BO) == {Guess(1, NOBODY)}
    assert bound(session) == PROMISED
    check_sealed_replay(room)


def test_another_choice_that_is_opened_frees_nobody(room: Room) -> None:
    """Where the rules forbade what all had seen, the seat has chosen otherwise."""
    promises = Promises({0: (Guess(0, 1),), 1: (Guess(1, 0),)})
    for step in opened_once(room)._timeline.done:
        promises = promises.after(SEALED_BID, step)
    assert promises.by_seat == {1: (Guess(1, 0),)}


def test_another_round_of_undo_and_correction_frees_nobody(room: Room) -> None:
    """All is sealed and opened again after the correction: it stands before the first of those choices."""
    session = opened_once(room)
    set_back(session, 6)
    correct(session, pearls=1)
    both(session, 1, NOBODY)
    play_to(session, "reveal")
    set_back(session, 7)  # the correction too
    assert bound(session) == PROMISED
    check_sealed_replay(room)


def test_no_later_round_is_bound_by_it(room: Room) -> None:
    """The host has corrected the round to its end, without the guesses."""
    session = opened_once(room)
    set_back(session, 6)
    correct(session, phase="pass")
    play_to(session, "guess")
    assert [line.split(". ", 1)[1] for line in freeing(session)] == [
        "The round is over. What all saw before an undo binds Ada and Bo no more."
    ]
    assert offers(session, ADA) == {Guess(0, of) for of in (0, 1, NOBODY)}
    check_replay(room)


def test_a_companion_that_is_started_again_holds_them_to_it(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 6)
    correct(session, pearls=1)
    room.close()
    again = Room(room.registry, room.home, pace_s=0.0).open_saved(session.game_id)
    assert bound(again) == PROMISED
    again.close()


def test_a_new_person_in_the_seat_is_bound_too(room: Room) -> None:
    session = opened_once(room)
    set_back(session, 6)
    assert session.submit(HOST, LeaveSeat(0)).accepted
    assert session.submit(Client(), TakeSeat(0, "Cem", "another")).accepted
    assert bound(session) == PROMISED
