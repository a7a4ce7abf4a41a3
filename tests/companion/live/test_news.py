"""What just happened, as each pair of eyes reads it: the newest first, once a tap, and nothing of routine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import Action
from companion.games.rolling_with_the_waves.state.model import Allocate, Draft, PoolRolled, TakeBag
from companion.live.news import News
from companion.live.requests import Correct, TakeSeat, Undo
from companion.live.room import Room
from companion.live.session import Session
from tests.companion.tables import GUEST, HOST, open_room, own, person, play_to, tap_of

ROLLED = PoolRolled((1, 2, 3, 4, 5, 6), ("red", "blue", "clear", "clear", "red", "blue"))

DRAFTS = ((0, "red", 1), (1, "blue", 2), (0, "red", 5), (1, "blue", 6), (0, "freebooter", 3), (1, "freebooter", 4))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path) as room:
        yield room


def tap(session: Session, *acts: Action, client: Any = HOST) -> None:
    reply = session.submit(client, tap_of(acts, session.snapshot().revision))
    assert reply.accepted, reply


def news(session: Session, seat: int | None = None, most: int = 10) -> Sequence[News]:
    return [replace(each, text=str(each.text)) for each in session.snapshot().news(seat, most)]


def rolling(room: Room) -> Session:
    """Two have the bag and a pool: Seat 1 drafts first, of red dice for nothing."""
    session = own(room, "rolling_with_the_waves", players=2)
    tap(session, TakeBag(0))
    tap(session, ROLLED)
    return session


def test_a_roll_is_news_with_its_dice_and_a_draft_with_its_die(room: Room) -> None:
    session = rolling(room)
    roll = news(session)[0]
    assert (roll.text, roll.dice[:2], roll.piece) == ("Roll 1 shows 1, 2, 3, 4, 5, 6.", ((1, "red"), (2, "blue")), "")
    tap(session, Draft(0, "blue", 2, "pay"))
    first, second = news(session, most=2)
    assert (first.text, first.who, first.piece) == (
        "Seat 1 takes the blue 2 and pays 2 Infamy. Seat 1 has 3 Infamy left.",
        0,
        "die:blue:2",
    )
    assert (second.dice, second.row) == (roll.dice, roll.row)


def test_what_one_tap_did_is_one_piece_of_news(room: Room) -> None:
    session = rolling(room)
    for acts in DRAFTS[:4]:
        tap(session, Draft(*acts, "free"))
    tap(session, *(Draft(*acts, "free") for acts in DRAFTS[4:]))
    first, second = news(session, most=2)
    assert (first.text, first.who) == ("Seat 1 takes the Freebooter 3. Seat 2 takes the Freebooter 4.", None)
    assert second.text == "Seat 2 takes the blue 6."


def test_of_many_acts_of_one_tap_the_first_are_told(room: Room) -> None:
    session = own(room, "atlantis_rising", players=3)
    play_to(session, "place")
    every = next(each for each in session.snapshot().choices(None) if str(each.label).startswith("All 4 at hand"))
    tap(session, *every.actions)
    told = str(news(session, most=1)[0].text)
    assert told.count("is placed on the centre.") == 2
    assert told.endswith("And 2 more.")


def test_what_is_sealed_is_news_to_nobody(room: Room) -> None:
    session = rolling(room)
    session.submit(GUEST, TakeSeat(0, "Ana", "a"))
    for acts in DRAFTS:
        tap(session, Draft(*acts, "free"))
    before = {seat: news(session, seat) for seat in (None, 0, 1)}
    tap(session, Allocate(0, "hull"), client=person(0))
    assert {seat: news(session, seat) for seat in (None, 0, 1)} == before


def test_seats_corrections_and_undos_are_news_too(room: Room) -> None:
    session = rolling(room)
    session.submit(GUEST, TakeSeat(0, "Ana", "a"))
    session.submit(HOST, Correct({"infamy.0": 9}))
    session.submit(HOST, Undo(1))
    kinds = [(each.kind, str(each.text)) for each in news(session, most=3)]
    assert [kind for kind, _ in kinds] == ["undo", "correction", "seat"]
    assert kinds[2][1] == "Ana sits in seat 1."
    assert "Infamy 9" in kinds[1][1]
    assert kinds[0][1].startswith("1 act is taken back: The host corrects")


def test_at_most_so_many_are_told_and_none_before_the_first(room: Room) -> None:
    session = own(room, "rolling_with_the_waves", players=2)
    assert news(session) == []
    tap(session, TakeBag(0))
    tap(session, ROLLED)
    assert [len(news(session, most=most)) for most in (0, 1, 2, 9)] == [0, 1, 2, 2]
