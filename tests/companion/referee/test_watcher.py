"""Looks become acts: a whole game is followed, hands and covers are waited for, and wrong tables are named."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.referee.occlusion import RESTING_AFTER_S
from companion.referee.sensors import GAP_S
from companion.table.expected import Backs, ExpectedTable, Pieces
from companion.table.geometry import zone_area
from companion.table.layout import Spot
from companion.table.sightings import Reading
from tests.companion.referee.positions import (
    GAME,
    NAMES,
    AnyState,
    after,
    first,
    legal,
    until,
    where,
    with_content,
)
from tests.companion.referee.table import Table, follow_a_game
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.layout import LAYOUT
from tests.games.sealed_bid.model import (
    Bid,
    Discard,
    PassToken,
    PlacePearls,
    PlaceToken,
    Reveal,
    SealBid,
    TurnUpPrize,
)
from tests.said import said

PAIR, ONE = (0, 0), (0,)
"""What a bid of two cards and of one is to everybody else."""
HAND = Spot(300.0, 397.0)
"""Where an arm crosses the rim."""


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 12))])
def test_a_whole_game_is_followed_without_a_question(seed: int) -> None:
    follow_a_game(GAME, seed)


def test_before_the_table_is_set_up_nothing_counts() -> None:
    state = GAME.new_game({"cards": "own"}, {})
    table = Table(state, restoring=True)
    assert table.show_table(ExpectedTable(())) == "restoring"
    assert said([fix.text for fix in table.watcher.sight.fixes if fix.kind == "back"]) == [
        "Lay the face-down card at the deck."
    ]
    assert table.show(after(state, PlaceToken(2))) == "restoring"
    assert table.acts == []
    assert table.show(state) == "settled"
    assert table.show(after(state, PlaceToken(2))) == "settled"
    assert table.acts == [PlaceToken(2)]


def test_after_an_undo_nothing_is_inferred_until_the_old_table_is_back() -> None:
    state, act = first(TurnUpPrize)
    table = Table(after(state, act))
    table.state = state
    table.watcher.rewind()
    assert table.show(after(state, act), looks=50) == "restoring"
    (fix,) = table.watcher.sight.fixes
    assert said(fix.text) == f"Take the card {act.card} away from the prize."
    assert table.acts == []
    assert table.show(state) == "settled"
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]


def test_after_an_undo_what_hides_a_place_is_named_and_the_host_may_go_on() -> None:
    state, act = first(TurnUpPrize)
    table, over = Table(after(state, act)), zone_area(LAYOUT.find("deck"))
    table.show(after(state, act), looks=30, covers=[over])
    table.state = state
    table.watcher.rewind()
    assert table.show(state, looks=30, covers=[over]) == "restoring"
    assert said(table.watcher.sight.covered) == ("the deck",)
    assert said(table.watcher.sight.text) == "Something hides the deck. Take it away, or tap what you do there."
    table.watcher.restored()
    assert table.show(state, covers=[over]) == "looking"


def test_the_host_may_say_that_the_table_is_right() -> None:
    state, act = first(TurnUpPrize)
    table = Table(after(state, act))
    table.state = state
    table.watcher.rewind()
    table.watcher.restored()
    table.show(after(state, act))
    assert table.acts == [act]


def test_while_an_arm_is_over_the_mat_nothing_counts_and_nothing_is_wrong() -> None:
    state, act = first(Reveal)
    table = Table(state)
    wrong = with_content(state, {"bowl": Pieces(("pearl",) * 5)})
    for _ in range(100):
        assert table.show_table(wrong, looks=1, reaching=(HAND,)) == "reaching"
    assert table.show(after(state, act), reaching=(HAND,)) == "reaching"
    assert table.acts == []
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]


def test_an_arm_that_only_rests_there_stops_nothing() -> None:
    state, act = first(TurnUpPrize)
    table = Table(state)
    table.show(state, looks=int(RESTING_AFTER_S * 10) + 6, reaching=(HAND,))
    assert table.show(after(state, act), reaching=(HAND,)) == "settled"
    assert table.acts == [act]
    assert table.show(state, reaching=(HAND, Spot(3.0, 300.0))) == "reaching"
    # The other arm is away again; whoever leans there still leans there.
    assert table.show(after(state, act), reaching=(HAND,)) == "settled"
    assert table.show(after(state, act), reaching=(Spot(HAND.x_mm + 90, HAND.y_mm),)) == "reaching"


def test_what_is_covered_is_waited_for() -> None:
    state, act = first(SealBid, cards=PAIR)
    table, over = Table(state), zone_area(LAYOUT.find(f"bid.{act.seat}"))
    assert table.show(state, looks=30, covers=[over]) == "looking"
    assert f"Seat {act.seat + 1}" not in str(table.watcher.sight.text)
    assert said(table.watcher.sight.covered) == (f"{NAMES[act.seat]}'s bid",)
    assert table.acts == []
    table.show(after(state, act), looks=30, covers=[over])
    assert table.acts == []
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]


def test_an_act_that_is_seen_in_part_while_the_rest_is_covered_is_waited_for() -> None:
    state, act = first(PassToken)
    table, over = Table(state), zone_area(LAYOUT.find(f"token.{state.table.token}"))
    assert table.show(after(state, act), looks=30, covers=[over]) == "looking"
    assert said(table.watcher.sight.covered) == (f"{NAMES[state.table.token]}'s token place",)
    assert table.acts == []
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]


# --- acts that may go on, and acts that are begun ---------------------------------------------------------------------


def one_or_two() -> tuple[AnyState, SealBid, SealBid, SealBid]:
    """A position in which a seat may bid one card or two, both of these acts, and the same with two of the next."""
    state, one = first(SealBid, cards=ONE)
    following = next(act.seat for act in legal(after(state, one), SealBid))
    return state, one, SealBid(one.seat, PAIR), SealBid(following, PAIR)


def test_one_card_may_be_the_first_of_two() -> None:
    state, one, two, other = one_or_two()
    table = Table(state)
    assert table.show(after(state, one), looks=100) == "open"
    assert table.acts == []
    (answer,) = table.watcher.sight.question
    assert answer.actions == (one,)
    assert said(answer.label) == f"That is all: {NAMES[one.seat]} seals a bid."
    assert "If that is all:" in str(table.watcher.sight.text)
    # No bid is larger than two.
    assert table.show(after(state, two)) == "settled"
    assert table.acts == [two]
    table.show(after(state, two, other))
    assert table.acts == [two, other]


def test_what_was_open_is_told_with_the_act_of_the_next() -> None:
    state, one, _, other = one_or_two()
    table = Table(state)
    assert table.show(after(state, one)) == "open"
    assert table.show(after(state, one, other)) == "settled"
    assert table.acts == [one, other]


def test_in_any_order_what_was_open_is_told_before_what_was_seen_later() -> None:
    state = next(where(lambda each: len({act.seat for act in legal(each, SealBid)}) == 3))
    earlier, *_, later = GAME.prompt(GAME.view(state, None)).seats
    table = Table(state)
    assert table.show(after(state, SealBid(later, ONE))) == "open"
    table.show(after(state, SealBid(later, ONE), SealBid(earlier, PAIR)))
    assert table.acts == [SealBid(later, ONE), SealBid(earlier, PAIR)]


def test_that_is_all_can_be_tapped() -> None:
    state, one, *_ = one_or_two()
    table = Table(state)
    table.show(after(state, one))
    table.tap(one)
    assert table.show(after(state, one)) == "settled"
    assert table.acts == []


def last_to_seal_with_a_pair_to_turn_after() -> tuple[AnyState, SealBid, Reveal]:
    """The last to seal a bid may bid one card or two, and another's bid of two is to be turned up then."""
    state = next(
        where(
            lambda each: (
                len(seals := legal(each, SealBid)) == 2
                and seals[0].seat == seals[1].seat
                and any(bid is not None and bid.count == 2 for bid in each.table.bids)
            )
        )
    )
    one = legal(state, SealBid)[0]
    pair = next(seat for seat, bid in enumerate(state.table.bids) if bid is not None and bid.count == 2)
    return state, one, next(act for act in legal(after(state, one), Reveal) if act.seat == pair)


def test_what_is_begun_after_an_open_act_is_in_progress() -> None:
    state, one, turned = last_to_seal_with_a_pair_to_turn_after()
    table, following = Table(state), after(state, one)
    assert table.show(following) == "open"
    # One card of the other bid is lifted to be turned up.
    lifted = with_content(following, {f"bid.{turned.seat}": Backs("back", 1)})
    assert table.show_table(lifted, looks=30) == "in_progress"
    assert table.watcher.sight.text == "That is a part of it. Go on."
    assert table.acts == []
    table.show(after(following, turned))
    assert table.acts == [one, turned]


def test_an_act_tapped_before_its_piece_is_moved_is_still_to_do() -> None:
    state, act = first(Reveal)
    table = Table(state)
    table.tap(act)
    assert table.show(state, looks=50) == "in_progress"
    assert table.watcher.sight.fixes
    assert str(table.watcher.sight.text).startswith(
        f"Still to do: Turn the face-down card at {NAMES[act.seat]}'s bid face "
    )
    assert table.show(table.state) == "settled"
    assert table.acts == []


def test_pearls_that_already_lie_there_need_no_tap() -> None:
    state = next(where(lambda each: each.table.pearls and PlacePearls(each.table.pearls) in legal(each, PlacePearls)))
    table = Table(state)
    assert table.acts == [PlacePearls(state.table.pearls)]


# --- cards on a pile --------------------------------------------------------------------------------------------------


def same_card_discard() -> tuple[AnyState, Discard]:
    """Two seats must discard, and the first of them may lay a card like the one on top."""
    state = next(where(lambda each: len({act.seat for act in legal(each, Discard)}) == 2))
    act = Discard(GAME.prompt(GAME.view(state, None)).seats[0], state.table.top)
    assert act in legal(state, Discard)
    return state, act


def test_a_card_laid_on_one_of_its_kind_is_noticed_by_its_marker() -> None:
    state, act = same_card_discard()
    table = Table(state)
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]


def test_a_card_of_the_same_kind_that_was_tapped_first_is_one_act() -> None:
    state, act = same_card_discard()
    table = Table(state)
    table.tap(act)
    table.show(state)
    table.show(after(state, act), looks=20)
    assert table.acts == []


def test_after_it_was_laid_a_further_card_of_the_same_kind_is_another_act() -> None:
    state = next(where(lambda each: len({act.seat for act in legal(each, Discard)}) == 3, players=4))
    one, other, _ = GAME.prompt(GAME.view(state, None)).seats
    top, table = state.table.top, Table(state)
    table.tap(Discard(one, top))
    table.show(table.state)
    assert table.acts == []
    table.show(after(table.state, Discard(other, top)))
    assert table.acts == [Discard(other, top)]


class AnyOrder(SealedBid):
    """Sealed Bid, but people discard in any order."""

    def prompt(self, view: Any) -> Any:
        return replace(super().prompt(view), any_order=True)


def discard_of_either_of_two() -> tuple[AnyState, int]:
    """Two seats must discard, and a number that either may hold and that is not on top."""
    state = next(where(lambda each: len({act.seat for act in legal(each, Discard)}) == 2))
    numbers = {act.card for act in legal(state, Discard)} - {state.table.top}
    return state, next(card for card in sorted(numbers) if sum(act.card == card for act in legal(state, Discard)) == 2)


def test_where_two_may_have_done_it_one_question_is_asked_and_its_answer_is_enough() -> None:
    state, card = discard_of_either_of_two()
    seats = sorted(act.seat for act in legal(state, Discard) if act.card == card)
    table = Table(state, game=AnyOrder())
    laid = after(state, Discard(seats[0], card))
    assert table.show(laid, looks=30) == "question"
    sight = table.watcher.sight
    assert sight.text == "What was done? Tap it."
    assert sorted(choice.actions[0].actor or 0 for choice in sight.question) == seats
    assert said({(choice.label, choice.actions) for choice in sight.question}) == {
        (f"{NAMES[seat]} discards a {card}.", (Discard(seat, card),)) for seat in seats
    }
    assert table.acts == []
    table.tap(Discard(seats[1], card))
    assert table.show(laid) != "question"
    assert table.acts == []


@pytest.mark.parametrize("later_s", [GAP_S, -0.4], ids=["a gap", "another camera, whose time begins anew"])
def test_after_a_while_in_which_nobody_looked_anybody_may_have_done_it(later_s: float) -> None:
    state, card = discard_of_either_of_two()
    asked = GAME.prompt(GAME.view(state, None)).seats[0]
    (other,) = {act.seat for act in legal(state, Discard)} - {asked}
    laid = after(state, Discard(asked, card))
    watched, looked_away = Table(state), Table(state)
    watched.show(laid)
    assert watched.acts == [Discard(asked, card)]
    looked_away.at_s += later_s
    assert looked_away.show(laid) == "question"
    assert looked_away.acts == []
    ways = {choice.actions for choice in looked_away.watcher.sight.question}
    # One card of one of them, or a card of the other under it.
    assert {way[0] for way in ways} >= {Discard(asked, card), Discard(other, card)}
    looked_away.tap(Discard(other, card))
    assert looked_away.show(laid) != "question"
    assert looked_away.acts == []


# --- what is wrong ---------------------------------------------------------------------------------------------------


def test_a_card_more_at_a_bid_that_is_told_is_named() -> None:
    state, act = first(SealBid, cards=PAIR)
    table, zone = Table(after(state, act)), f"bid.{act.seat}"
    assert table.show_table(with_content(table.state, {zone: Backs("back", 3)})) == "mismatch"
    sight = table.watcher.sight
    assert [(wrong.zone, wrong.rule) for wrong in sight.mismatches] == [(zone, "B-004")]
    assert said([fix.text for fix in sight.fixes]) == [f"Take the face-down card away from {NAMES[act.seat]}'s bid."]
    assert table.acts == []


def test_of_two_bids_at_once_the_one_out_of_turn_is_named() -> None:
    state = until(SealBid, order="turn")
    turn = state.table.token
    out_of_turn = (turn + 2) % 3
    both = {f"bid.{turn}": Backs("back", 1), f"bid.{out_of_turn}": Backs("back", 1)}
    table = Table(state)
    assert table.show_table(with_content(state, {f"bid.{out_of_turn}": Backs("back", 1)})) == "mismatch"
    assert [(wrong.zone, wrong.rule) for wrong in table.watcher.sight.mismatches] == [(f"bid.{out_of_turn}", "B-015")]
    assert table.show(state) == "settled"
    assert table.show_table(with_content(state, both)) == "mismatch"
    sight = table.watcher.sight
    assert [(wrong.zone, wrong.rule) for wrong in sight.mismatches] == [(f"bid.{out_of_turn}", "B-015")]
    assert [fix.source for fix in sight.fixes] == [f"bid.{out_of_turn}"]
    assert table.acts == []


def test_a_pearl_too_many_is_named() -> None:
    state, act = first(PlacePearls)
    table = Table(state)
    more = ("pearl",) * (max(act.count, state.table.pearls) + 1)
    assert table.show_table(with_content(state, {"bowl": Pieces(more)})) == "mismatch"
    assert [wrong.rule for wrong in table.watcher.sight.mismatches] == ["B-012"]
    assert table.acts == []


def test_a_bid_of_two_numbers_is_left_to_the_table_until_the_host_has_corrected() -> None:
    state = next(where(lambda each: bool(legal(each, Reveal)) and each.table.bids[0] == Bid(0, 2)))
    table = Table(state)
    assert table.show_table(with_content(state, {"bid.0": Pieces(("card:3", "card:5"))}), looks=40) == "mismatch"
    sight = table.watcher.sight
    assert [(wrong.zone, wrong.rule) for wrong in sight.mismatches] == [("bid.0", "B-004")]
    assert said(sight.mismatches[0].text) == (
        "Anna shows a bid of 2 numbers, and it must be of one. The table decides. Proposal: the 3 stays, the 5 goes "
        "back to the hand; then the host corrects bid and hand."
    )
    assert (sight.fixes, table.acts) == ((), [])
    table.state = GAME.correct(table.state, {"bid.0": "3", "bid.0.cards": 1, "hand.0": state.table.hands[0] + 1})
    table.watcher.rewind()
    assert table.state.table.irregular == ()
    assert table.show(table.state) == "settled"


def test_what_the_camera_cannot_see_is_said_and_forgotten_when_it_can() -> None:
    state, act = first(TurnUpPrize)
    table = Table(state)
    table.look(Reading(9.0, unseen="The picture is black."))
    assert (table.watcher.sight.state, table.watcher.sight.text) == ("unseen", "The picture is black.")
    table.at_s = 9.1
    assert table.show(state) == "settled"
    table.at_s = 0.0  # the camera was opened anew and begins its time again
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]
