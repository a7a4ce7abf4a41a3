"""Which act a card on the reader stands for, in the small game: the prize, or a bid where it can be one seat's only."""

from __future__ import annotations

import pytest

from companion.games.core import Facts
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import BidState, PlaceToken, Reveal, TurnUpPrize

BIDS: Facts = {
    "phase": "reveal",
    "token": 0,
    "prize": 5,
    "deck": 26,
    **{f"hand.{seat}": 2 for seat in range(3)},
}


def sealed(*seats: int) -> BidState:
    """The bids of these seats lie face down, the others' are turned up."""
    facts = {f"bid.{seat}": "face down" if seat in seats else "3" for seat in range(3)}
    start = SEALED_BID.new_game({"cards": "own"}, {})
    return SEALED_BID.correct(start, {**BIDS, **facts, **{f"bid.{seat}.cards": 1 for seat in range(3)}})


@pytest.mark.parametrize("number", [1, 6])
def test_at_the_prize_a_card_is_the_prize(number: int) -> None:
    state = SEALED_BID.correct(SEALED_BID.new_game({}, {}), {"token": 0, "phase": "prize"})
    assert SEALED_BID.reader.act(SEALED_BID.known(SEALED_BID.view(state, None)), f"card:{number}") == TurnUpPrize(
        number
    )
    assert SEALED_BID.reader.act(SEALED_BID.known(SEALED_BID.view(state, None)), "token") is None


def test_of_bids_a_card_is_the_last_one_and_of_several_it_is_nobodys() -> None:
    assert SEALED_BID.reader.act(SEALED_BID.known(SEALED_BID.view(sealed(1), None)), "card:4") == Reveal(1, 4)
    assert SEALED_BID.reader.act(SEALED_BID.known(SEALED_BID.view(sealed(1, 2), None)), "card:4") is None


def test_in_another_phase_or_once_none_is_left_of_it_a_card_is_nothing() -> None:
    start = SEALED_BID.new_game({}, {})
    assert SEALED_BID.reader.act(SEALED_BID.known(SEALED_BID.view(start, None)), "card:4") is None
    assert (
        SEALED_BID.reader.act(
            SEALED_BID.known(SEALED_BID.view(SEALED_BID.apply_action(start, PlaceToken(0)), None)), "card:4"
        )
        is None
    )
    state = SEALED_BID.correct(sealed(1), {"discard.4": 6, "top": 4, "deck": 20})
    assert state.table.irregular == ()
    assert SEALED_BID.reader.act(SEALED_BID.known(SEALED_BID.view(state, None)), "card:4") is None


def test_one_card_of_each_number_has_a_tag() -> None:
    assert sorted(SEALED_BID.mat.kit.tags.values()) == [f"card:{number}" for number in range(1, 7)]
