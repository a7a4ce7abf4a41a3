"""A deck by kinds, as the middle-sized example has one: what hidden cards may be, and lost cards named."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.shared.deck import UNKNOWN, Draw, Hand
from tests.games.harbour_market.game import GAME
from tests.games.harbour_market.model import DECK, MarketState, Table, TurnUp
from tests.said import said

ALL = ("fish", "salt", "silk", "spice")
TABLE = Table(
    deck=13,
    hands=(3, 2),
    market=("silk", "silk", UNKNOWN),
    discard=(0, 0, 4, 0),
    top="silk",
    shells=(0, 0),
    ships=(0, 0),
    phase="draw",
    turn=1,
)
"""All silk lies open, and thirteen wares are in the deck."""


def at(*hands: Hand | None, **changes: object) -> MarketState:
    return State(replace(TABLE, **changes), hands or (None, None))


def test_a_hidden_card_is_none_that_lies_open_or_in_a_hand_that_was_told() -> None:
    assert DECK.at_large(at()) == (6, 6, 0, 6)
    assert DECK.possible(at()) == ("fish", "salt", "spice")
    dealt = at(Hand((3, 0, 0, 0)), Hand((3, 0, 0, 0)))
    assert DECK.at_large(dealt) == (0, 6, 0, 6)
    assert DECK.possible(at(irregular=("Cards are lost.",))) == ALL


def test_a_hand_that_was_not_told_may_hold_whatever_is_hidden() -> None:
    assert DECK.held(at(), 0) == ("fish", "salt", "spice")
    assert DECK.held(at(Hand((2, 0, 0, 1)), None), 0) == ("fish", "spice")
    assert DECK.held(at(hands=(0, 5)), 0) == ()


def test_hands_are_imagined_from_hidden_cards_and_the_table_stays() -> None:
    dealt = set[tuple[Hand | None, ...]]()
    for seed in range(20):
        imagined = DECK.determinize(at(deck=13), random.Random(seed))
        assert GAME.violations(imagined) == ()
        assert replace(imagined.table, is_dealt=False) == TABLE
        assert all(hand is not None and hand.hand[2] == 0 for hand in imagined.secrets)
        dealt.add(imagined.secrets)
    assert len(dealt) > 10


def test_chance_goes_by_what_is_hidden() -> None:
    state = at(Hand((3, 0, 0, 0)), Hand((2, 0, 0, 0)))
    acts = [TurnUp(card) for card in ALL]
    drawn = Counter(DECK.deal(state, acts, random.Random(seed)).card for seed in range(700))
    assert drawn["silk"] == 0
    assert 20 < drawn["fish"] < 100 < drawn["salt"]  # one is hidden, and six of salt and of spice each


@pytest.mark.parametrize(
    ("hands", "changes", "told"),
    [
        ((), {"deck": 14}, "25 cards are counted instead of 24 (H-016)."),
        ((), {"discard": (0, 0, 5, 0), "deck": 12}, "There are too many cards “silk”, 7 (H-016)."),
        ((Hand((3, 0, 0, 0)), Hand((1, 0, 0, 0))), {}, "Seat 2 holds other cards than it was dealt (H-016)."),
    ],
)
def test_lost_cards_are_named(hands: tuple[Hand, ...], changes: dict[str, object], told: str) -> None:
    assert said(GAME.violations(at(*hands, **changes))) == (told,)


def test_a_draw_is_told_to_its_seat_alone() -> None:
    dealt = at(Hand((3, 0, 0, 0)), Hand((0, 2, 0, 0)))
    draw = Draw(1, "spice")
    after = GAME.apply_action(dealt, draw)
    assert (after.secrets[1], after.table.hands, after.table.deck) == (Hand((0, 2, 0, 1)), (3, 3), 12)
    seen = [GAME.view_action(draw, seat).action for seat in (None, 0, 1)]
    assert seen == [Draw(1), Draw(1), draw]
    told = [said(GAME.describe(GAME.view(dealt, seat), GAME.view_action(draw, seat))) for seat in (0, 1)]
    assert told == ["Seat 2 draws a card.", "Seat 2 draws the card “spice”."]


def test_what_was_seen_of_a_card_is_remembered_and_people_put_it_back_where_they_deal() -> None:
    draw = Draw(1)
    own = GAME.memory(GAME.view(at(), 0), GAME.view_action(draw, 0))
    assert own is not None
    seen, advice = "Seat 2 has seen the card drawn from the deck.", "It goes face down on top of the deck again."
    assert said((own.seen, own.advice)) == (seen, advice)
    dealt = at(Hand((3, 0, 0, 0)), Hand((0, 2, 0, 0)), is_dealt=True)
    told = GAME.memory(GAME.view(dealt, 1), GAME.view_action(Draw(1, "salt"), 1))
    assert told is not None
    assert said(told.text) == "You have seen the card that you drew: “salt”."


def test_each_kind_that_lies_on_a_pile_is_a_fact() -> None:
    facts = {field.key: field for field in GAME.facts(GAME.view(at(), None))}
    silk, first = facts["discard.silk"], facts["market.0"]
    assert said((silk.label, silk.group, silk.value)) == ("Silk", "Sold", 4)
    assert said((first.label, first.group, first.value)) == ("Place 1", "Market", "silk")
    corrected = GAME.correct(at(), {"market.1": UNKNOWN, "deck": 14}).table
    assert (corrected.market, corrected.deck, corrected.irregular) == (("silk", UNKNOWN, UNKNOWN), 14, ())
