"""Seats that nobody has taken: by the game's rule a bot plays them, another at the table acts for them, or nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.bots import Autopilot, without_bots
from companion.games.core import FreeSeat
from companion.games.deal import DEALT
from companion.games.game import AnyGame
from companion.live.requests import LeaveSeat, TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.storage.home import Home
from tests.companion.tables import HOST, person, play_to, tap_of, ticking_clock, wait_for
from tests.games.sealed_bid.game import SealedBid
from tests.said import said


class Deputies(SealedBid):
    """Sealed Bid in which another acts for a seat that nobody has taken."""

    name = "deputies"
    free_seat = "another"


class Waiting(SealedBid):
    """Sealed Bid in which a seat that nobody has taken waits."""

    name = "waiting"
    free_seat = "nobody"


GAMES: dict[str, AnyGame] = {game.name: game for game in (SealedBid(), Deputies(), Waiting())}
ANN = person(0)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(GAMES, Home(tmp_path).make(), pace_s=0.0, clock=ticking_clock())
    yield room
    room.close()


def bidding(room: Room, game: str, **options: str) -> Session:
    """A game in which Ann has taken seat 0, up to the first bid."""
    session = room.open_new(game, options, seed=1)
    sit_down(session, 0, "Ann")
    if not options:
        play_to(session, "seal")
    wait_for(session, lambda snapshot: snapshot.view(None).table.phase.value == "seal")
    return session


def sit_down(session: Session, seat: int, name: str) -> None:
    assert session.submit(person(seat), TakeSeat(seat, name, f"key of {name}")).accepted


def bidders(snapshot: Snapshot, seat: int | None) -> set[int | None]:
    """For whom whoever sits there may seal a bid."""
    acts = (act for choice in snapshot.choices(seat) for act in choice.actions)
    return {act.actor for act in acts if act.kind == "choice"}


@pytest.mark.parametrize(
    ("game", "ann", "host"), [("sealed_bid", {0}, {0, 1, 2}), ("deputies", {0, 1, 2}, {0, 1, 2}), ("waiting", {0}, {0})]
)
def test_with_own_cards_the_game_says_who_may_tap_for_a_free_seat(
    room: Room, game: str, ann: set[int], host: set[int]
) -> None:
    snapshot = bidding(room, game).snapshot()
    assert {seat.holder for seat in snapshot.seats[1:]} == {"open"}
    assert (bidders(snapshot, 0), bidders(snapshot, None)) == (ann, host)


def test_whoever_sits_at_the_table_acts_for_a_free_seat_until_it_is_taken(room: Room) -> None:
    session = bidding(room, "deputies")
    first = next(each for each in session.snapshot().choices(0) if each.actions[0].actor == 1)
    assert said(first.group) == "Bid of Seat 2"
    sit_down(session, 1, "Ben")
    told = session.submit(ANN, tap_of(first.actions, session.snapshot().revision))
    assert (told.code, told.text) == ("not-yours", "Only Ben can tap that. Ask them, or take the seat first.")
    assert session.submit(HOST, LeaveSeat(1)).accepted
    assert session.submit(ANN, tap_of(first.actions, session.snapshot().revision)).accepted


def test_where_nobody_acts_for_a_free_seat_not_even_the_host_does(room: Room) -> None:
    session = bidding(room, "waiting")
    act = {"type": "SealBid", "seat": 1, "cards": [0]}
    told = session.submit(HOST, tap_of([act], session.snapshot().revision))
    assert (told.code, told.text) == ("not-yours", "Only Seat 2 can tap that. Ask them, or take the seat first.")
    sit_down(session, 1, "Ben")
    assert session.submit(HOST, tap_of([act], session.snapshot().revision)).accepted


def test_dealt_cards_of_a_free_seat_are_played_by_whoever_acts_for_it(room: Room) -> None:
    session = bidding(room, "deputies", cards=DEALT)
    snapshot = session.snapshot()
    assert [seat.holder for seat in snapshot.seats] == ["person", "open", "open"]
    assert bidders(snapshot, 0) == {0, 1, 2}
    act = next(each for each in snapshot.choices(0) if each.actions[0].actor == 2)
    assert session.submit(ANN, tap_of(act.actions, snapshot.revision)).accepted
    assert session.snapshot().view(None).table.bids[2] is not None


def test_dealt_cards_of_a_free_seat_wait_where_nobody_acts_for_it(room: Room) -> None:
    session = bidding(room, "waiting", cards=DEALT)
    own = next(iter(session.snapshot().choices(0)))
    assert session.submit(ANN, tap_of(own.actions, session.snapshot().revision)).accepted
    snapshot = session.snapshot()
    assert (bidders(snapshot, 0), bidders(snapshot, None)) == (set(), set())
    sit_down(session, 2, "Cleo")
    assert bidders(session.snapshot(), 2) == {2}


def test_bots_play_the_free_seats_where_the_game_says_nothing(room: Room) -> None:
    session = bidding(room, "sealed_bid", cards=DEALT)
    snapshot = wait_for(session, lambda each: all(each.view(None).table.bids[1:]))
    assert [seat.holder for seat in snapshot.seats] == ["person", "bot", "bot"]


@pytest.mark.parametrize(("rule", "people"), [("bot", {0}), ("another", {0, 1, 2}), ("nobody", {0, 1, 2})])
def test_no_bot_plays_what_is_others(rule: FreeSeat, people: set[int]) -> None:
    game = next(each for each in GAMES.values() if each.free_seat == rule)
    assert without_bots(game, game.new_game({}, {}), {0}) == people


def test_a_game_that_plays_itself_has_bots_in_every_seat() -> None:
    game, ply = GAMES["waiting"], 0
    state = game.new_game({"cards": DEALT}, {})
    while (proposal := Autopilot(game, 1).propose(state, ply, frozenset())) is not None:
        state, ply = game.apply_action(state, proposal[0]), ply + 1
    assert game.outcome(state) is not None
