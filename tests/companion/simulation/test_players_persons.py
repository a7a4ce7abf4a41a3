"""A person among the players at a virtual table: waited for, and what they lay is what lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import to_builtins

from companion.live.requests import LeaveSeat
from companion.soak.endurance.account import hold
from tests.companion.party import Party
from tests.companion.tables import open_room, person, tap_of
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import Phase, Reveal, SealBid

Deal = Callable[..., Party]


@pytest.fixture
def deal(tmp_path: Path) -> Iterator[Deal]:
    """Deals by this seed; then, where bids are sealed in turn, all wait for the bid of whoever has the token."""
    with open_room(tmp_path / "data", has_hands=True) as room:

        def dealt(seed: int, order: str = "turn") -> Party:
            party = Party(room, seed=seed, order=order)
            party.go_on(lambda: party.table.token >= 0)
            return party

        yield dealt


def pair_of(party: Party, seat: int) -> str:
    """A card that this hand holds twice: a bid of two is all there can be, where a single card may be the first."""
    hand = party.world.held(seat)
    return next(card for card in hand if hand.count(card) > 1)


def wait_for_turn(party: Party, seat: int) -> None:
    """All are dealt their cards, and this seat is to bid."""
    party.go_on(lambda: party.table.phase is Phase.SEAL)
    assert party.table.token == seat


def lay_bid(party: Party, seat: int, *cards: str) -> None:
    for card in cards:
        party.world.play_into(f"bid.{seat}", seat, card, face_up=False)


def turned_up(party: Party, seat: int) -> list[str]:
    """What this seat's bid was seen to be, once all are turned up."""
    party.go_on(lambda: party.table.phase is Phase.AWARD)
    return [f"card:{act.card}" for act in party.acts if isinstance(act, Reveal) and act.seat == seat]


PAIR_OF_THE_FIRST = 9
"""A deal in which whoever begins holds a pair."""
PAIR_OF_THE_SECOND = 1
"""One in which the next seat does, and whoever begins bids a single card."""


def test_a_person_is_waited_for_and_bots_go_on_after_their_bid_was_seen(deal: Deal) -> None:
    party = deal(PAIR_OF_THE_FIRST)
    seat = party.table.token
    party.sit_down(seat)
    wait_for_turn(party, seat)
    acts, lies = party.acts, party.world.table
    party.rest()
    assert party.acts == acts
    assert party.world.table == lies
    card = pair_of(party, seat)
    lay_bid(party, seat, card, card)
    held = party.world.held(seat)
    party.go_on(lambda: len(party.acts) > len(acts))
    assert party.acts[len(acts)] == SealBid(seat, (0, 0))
    # What is turned up later is what the person has laid, and the hand has not been dealt anew.
    assert turned_up(party, seat) == [card]
    assert party.world.hidden(f"bid.{seat}") == (card, card)
    assert party.world.held(seat) == held


def test_a_person_may_bid_while_an_act_of_a_bot_is_still_open(deal: Deal) -> None:
    """One card may be the first of two; the person, who sees that it is all, lays theirs (B-004)."""
    party = deal(PAIR_OF_THE_SECOND)
    first = party.table.token
    seat = (first + 1) % 3
    party.sit_down(seat)
    wait_for_turn(party, first)
    while party.now.sight.state != "open":
        party.players.step()
        party.look()
    acts = party.acts
    card = pair_of(party, seat)
    lay_bid(party, seat, card, card)
    party.look(10)
    assert party.acts[len(acts) :] == [SealBid(first, (0,)), SealBid(seat, (0, 0))]
    party.go_on(lambda: party.table.phase is not Phase.SEAL)


@pytest.fixture
def waiting(deal: Deal) -> tuple[Party, int]:
    """Bids are sealed in any order: all are but one, of the seat that is asked first. Their players
    say that the last is all."""
    party = deal(PAIR_OF_THE_FIRST, "any")
    seat = party.table.token
    party.sit_down(seat)
    party.go_on(lambda: sum(isinstance(act, SealBid) for act in party.acts) == 2)
    return party, seat


def test_in_any_order_a_bot_that_bids_for_who_left_bids_last(waiting: tuple[Party, int]) -> None:
    party, seat = waiting
    party.ask(LeaveSeat(seat))
    party.go_on(lambda: party.table.phase is Phase.AWARD)
    assert [act.seat for act in party.acts if isinstance(act, SealBid)][-1] == seat
    assert {deed.what for deed in party.deeds} == {"set", "done"}
    assert hold(SEALED_BID, party.session._timeline.done, party.deeds).wrong == ()


def test_in_any_order_a_person_who_bids_last_keeps_their_hand(waiting: tuple[Party, int]) -> None:
    party, seat = waiting
    card = pair_of(party, seat)
    lay_bid(party, seat, card, card)
    held = party.world.held(seat)
    assert turned_up(party, seat) == [card]
    assert party.world.held(seat) == held


def test_a_person_who_taps_before_laying_is_waited_for_as_well(deal: Deal) -> None:
    party = deal(PAIR_OF_THE_FIRST)
    seat = party.table.token
    party.sit_down(seat)
    wait_for_turn(party, seat)
    acts = len(party.acts)
    act = SealBid(seat, (0,))
    assert party.session.submit(person(seat), tap_of([act], party.now.revision)).accepted
    party.players.step()  # before anybody has looked
    party.rest()
    assert party.acts[acts:] == [act]
    assert party.now.sight.state == "in_progress"
    card = party.world.held(seat)[-1]
    assert card != party.world.held(seat)[0]
    lay_bid(party, seat, card)
    assert turned_up(party, seat) == [card]


def test_where_the_companion_infers_what_nobody_did_the_deeds_tell(deal: Deal) -> None:
    """Cards that no player laid: the companion sees them, the players go along, and the journal is still wrong."""
    party = deal(PAIR_OF_THE_FIRST)
    seat = party.table.token
    party.sit_down(seat)
    wait_for_turn(party, seat)
    acts = len(party.acts)
    card = pair_of(party, seat)
    lay_bid(party, seat, card, card)
    party.look(10)
    assert party.acts[acts:] == [SealBid(seat, (0, 0))]
    party.rest(10)
    assert [deed.act for deed in party.deeds if deed.what == "adopted"] == [to_builtins(SealBid(seat, (0, 0)))]
    account = hold(SEALED_BID, party.session._timeline.done, party.deeds)
    assert len(account.wrong) == 1
    assert f"SealBid(seat={seat}" in account.wrong[0]
