"""Tables that legal acts led to are understood or asked about, and never taken for something else."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.referee.comparison import compare, position_of
from companion.referee.explain import MOST_WAYS, Explanation, Search, explain
from companion.table.seen import TableView, ZoneView
from tests.companion.referee.positions import (
    GAME,
    AnyState,
    after,
    legal,
    positions,
    seen_acts,
    seen_with,
    table_of,
    until,
    varied,
    where,
)
from tests.games.sealed_bid.model import (
    NOBODY,
    NUMBERS,
    Bid,
    Discard,
    PassToken,
    PlacePearls,
    Reveal,
    SealBid,
    TakePrize,
    TurnUpPrize,
)


def bowl_of(count: int) -> ZoneView:
    """The bowl with so many pearls."""
    return ZoneView("bowl", ("pearl",) * count)


@pytest.mark.parametrize("seed", range(12))
def test_one_to_three_acts_are_understood_or_asked_about_and_never_mistaken(seed: int) -> None:
    rng, verdicts = random.Random(seed), Counter[str]()
    starts = [state for state in positions(seed, **varied(seed)) if seen_acts(state)]
    for start in rng.sample(starts, 20):
        true, acts = start, 0
        for _ in range(rng.randint(1, 3)):
            if can := seen_acts(true):
                true, acts = after(true, rng.choice(can)), acts + 1
        found = explain(GAME, start, table_of(true))
        verdicts[found.verdict] += 1
        if found.verdict in ("legal", "open"):
            assert found.state is not None
            assert table_of(found.state) == table_of(true)
            assert found.state == true or len(found.acts) < acts
        elif found.verdict == "unchanged":
            assert table_of(start) == table_of(true)
        else:
            assert found.verdict == "several", found
    assert verdicts["legal"] > 3 * verdicts["several"]


@pytest.mark.parametrize("seed", [5, 7])
def test_every_legal_act_alone_is_understood_or_asked_about_where_another_looks_the_same(seed: int) -> None:
    for state in positions(seed, **varied(seed)):
        led_to = {act: after(state, act) for act in seen_acts(state)}
        for act, then in led_to.items():
            found = explain(GAME, state, table_of(then))
            alike = {other for other in led_to if table_of(led_to[other]) == table_of(then)}
            if table_of(then) == table_of(state):
                assert found.verdict == "unchanged"
            elif len(alike) == 1:
                may_grow = isinstance(act, SealBid) and SealBid(act.seat, (0, 0)) in led_to and len(act.cards) == 1
                assert found.verdict == ("open" if may_grow else "legal")
                assert (found.acts, found.state) == ((act,), then)
            else:
                assert (found.verdict, set(found.ways)) == ("several", {(each,) for each in alike})


def test_who_is_asked_first_is_taken_to_have_discarded_first() -> None:
    states = list(islice(where(lambda each: len({act.seat for act in legal(each, Discard)}) > 1), 10))
    for state in states:
        first = GAME.prompt(GAME.view(state, None)).seats[0]
        fresh = next(act for act in legal(state, Discard) if act.seat == first and act.card != state.table.top)
        found = explain(GAME, state, table_of(after(state, fresh)))
        assert (found.verdict, found.acts) == ("legal", (fresh,))
    assert len(states) > 5


def test_pearls_that_already_lie_as_they_must_are_understood_from_the_next_act() -> None:
    state = next(where(lambda each: each.table.pearls and PlacePearls(each.table.pearls) in legal(each, PlacePearls)))
    placed = after(state, PlacePearls(state.table.pearls))
    sealed = next(act for act in legal(placed, SealBid) if len(act.cards) > 1)
    found = explain(GAME, state, table_of(after(placed, sealed)))
    assert (found.verdict, found.acts) == ("legal", (PlacePearls(state.table.pearls), sealed))


def to_award(pearls: int) -> tuple[AnyState, TakePrize]:
    """A position in which somebody is to take the prize, with at least so many pearls in the bowl, and that act."""
    state = next(
        where(
            lambda each: each.table.pearls >= pearls and any(act.seat != NOBODY for act in legal(each, TakePrize)),
        )
    )
    (act,) = legal(state, TakePrize)
    return state, act


def test_a_pearl_lifted_before_the_prize_moves_is_in_progress() -> None:
    state, act = to_award(pearls=1)
    begun = seen_with(state, bowl_of(state.table.pearls - 1))
    assert explain(GAME, state, begun) == Explanation("in_progress", (act,), state, ("bowl",))


def test_a_second_pearl_gone_is_no_part_of_taking_one() -> None:
    state, _ = to_award(pearls=2)
    assert explain(GAME, state, seen_with(state, bowl_of(state.table.pearls - 2))).verdict == "none"


def test_pearls_left_over_may_be_taken_away_before_the_new_ones_are_laid() -> None:
    state = next(where(lambda each: each.table.pearls and PlacePearls(4) in legal(each, PlacePearls)))
    found = explain(GAME, state, seen_with(state, bowl_of(0)))
    assert (found.verdict, found.acts) == ("in_progress", (PlacePearls(4),))


def last_bids_to_turn(number: int) -> AnyState:
    """So many bids lie face down, of the first seats, and the pair of sixes of the last one wins over each of them."""
    state = next(where(lambda each: len({act.seat for act in legal(each, Reveal)}) == number))
    low = tuple(Bid(0, 1) if seat < number else Bid(1, 1) for seat in range(2))
    return State(replace(state.table, bids=(*low, Bid(6, 2))), state.secrets)


def test_a_bid_that_the_next_act_hides_under_another_is_asked_about() -> None:
    state = last_bids_to_turn(1)
    turned = legal(state, Reveal)
    found = explain(GAME, state, table_of(after(state, turned[0], TakePrize(2))))
    assert found.verdict == "several"
    assert len(turned) == len(NUMBERS)
    assert set(found.ways) == {(act, TakePrize(2)) for act in turned}


def test_of_more_ways_than_a_page_holds_the_beginnings_are_asked_about() -> None:
    state = last_bids_to_turn(2)
    seen = table_of(after(state, Reveal(0, 2), Reveal(1, 4), TakePrize(2)))
    found = explain(GAME, state, seen)
    assert found.verdict == "several"
    assert MOST_WAYS >= len(found.ways) > 1
    assert {len(way) for way in found.ways} == {1}
    assert set(found.ways) <= {(Reveal(0, number),) for number in NUMBERS}


def test_of_more_ways_than_a_page_holds_one_may_be_what_all_others_begin_with() -> None:
    """Nobody watched, and a hand lies on a bid: it may be turned up already, whatever its number is."""
    state = next(where(lambda each: each.table.bids and len({act.seat for act in legal(each, SealBid)}) == 1))
    last = next(act for act in legal(state, SealBid) if len(act.cards) == 1)
    other = next(seat for seat, bid in enumerate(state.table.bids) if seat != last.seat and bid)
    seen = seen_with(after(state, last), ZoneView(f"bid.{other}", covered=True))
    found = explain(GAME, state, seen, was_watched=False)
    assert found.verdict == "several"
    assert found.ways[0] == (last.public(),)
    assert set(found.ways[1:]) == {(last.public(), Reveal(other, number)) for number in NUMBERS}


def test_two_cards_laid_under_a_hand_are_understood_from_the_act_after_them() -> None:
    state = next(where(lambda each: len({act.seat for act in legal(each, Discard)}) == 2))
    # Without a card to draw the token passes at once.
    state = State(replace(state.table, deck=0), state.secrets)
    one, other = GAME.prompt(GAME.view(state, None)).seats
    laid = after(state, Discard(one, 2), Discard(other, 5))
    (passed,) = legal(laid, PassToken)
    found = explain(GAME, state, seen_with(after(laid, passed), ZoneView("discard", covered=True)))
    # Any card of each of them: more ways than a page holds.
    assert found.verdict == "several"
    assert set(found.ways) == {(Discard(one, number),) for number in NUMBERS}


def test_a_pearl_too_many_is_not_explained() -> None:
    state, _ = to_award(pearls=1)
    found = explain(GAME, state, seen_with(state, bowl_of(state.table.pearls + 1)))
    assert (found.verdict, found.acts, found.zones) == ("none", (), ("bowl",))


def test_a_bid_laid_out_of_turn_is_not_explained() -> None:
    state = until(SealBid, order="turn")
    turn = legal(state, SealBid)[0].seat
    early = ZoneView(f"bid.{(turn + 1) % 3}", backs=1)
    assert explain(GAME, state, seen_with(state, early)).verdict == "none"
    assert explain(GAME, state, seen_with(state, replace(early, zone=f"bid.{turn}"))).verdict == "open"


def test_two_orders_of_the_same_acts_are_one_explanation() -> None:
    start = next(where(lambda each: len(legal(each, Reveal)) == 3 * len(NUMBERS)))
    true = after(start, Reveal(2, 4), Reveal(0, 1))
    found = explain(GAME, start, table_of(true))
    assert found.verdict == "legal"
    assert found.state is not None
    assert found.state == State(replace(true.table, why=found.state.table.why), true.secrets)


def test_a_covered_zone_proves_nothing() -> None:
    state = until(Reveal)
    zone = f"bid.{legal(state, Reveal)[0].seat}"
    assert explain(GAME, state, seen_with(state, ZoneView(zone, covered=True))).verdict == "unchanged"
    assert explain(GAME, state, seen_with(state, ZoneView(zone))).verdict == "in_progress"


def test_a_search_in_slices_finds_the_same() -> None:
    start = until(TurnUpPrize)
    true = start
    for _ in range(3):
        true = after(true, seen_acts(true)[-1])
    search, slices = Search(compare(position_of(GAME, start), table_of(true))), 0
    while (found := search.run(5)) is None:
        slices += 1
    assert slices > 1
    assert found.verdict == "legal"
    assert found.state is not None
    assert table_of(found.state) == table_of(true)
    assert found == explain(GAME, start, table_of(true))


def test_a_table_that_nothing_is_known_of_shows_the_position() -> None:
    assert explain(GAME, until(SealBid), TableView(())).verdict == "unchanged"
