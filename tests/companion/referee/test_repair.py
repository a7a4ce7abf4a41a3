"""A wrong table that is being put right is not taken for acts."""

from __future__ import annotations

from companion.table.expected import Backs, Pieces
from tests.companion.referee.positions import NAMES, after, first, legal, with_content
from tests.companion.referee.table import Table
from tests.games.sealed_bid.model import SealBid
from tests.said import said


def with_two_cards_astray() -> tuple[Table, SealBid, str]:
    """A table that was called wrong: a pearl more, and where a bid may be laid a card face up beside one face down.

    Without the open card it looks as if the seat had bid: that act, and its place.
    """
    state, act = first(SealBid, cards=(0,))
    table, place = Table(state), f"bid.{act.seat}"
    pearls = Pieces(("pearl",) * (state.table.pearls + 1))
    wrong = with_content(state, {"bowl": pearls, place: Pieces(("back", "card:3"))})
    assert table.show_table(wrong) == "mismatch"
    assert {wrong.zone for wrong in table.watcher.sight.mismatches} == {"bowl", place}
    return table, act, place


def test_a_wrong_card_taken_away_is_the_first_move_of_two() -> None:
    table, act, place = with_two_cards_astray()
    state = table.state
    lifted = with_content(state, {place: Backs("back", 1)})
    assert table.show_table(lifted, looks=30) == "mismatch"
    assert table.acts == []
    sight = table.watcher.sight
    assert sight.text == "Not every piece lies where the game has it yet. Go on putting it right, or tap what was done."
    assert [choice.actions for choice in sight.question] == [(act,)]
    assert said([choice.label for choice in sight.question]) == [f"{NAMES[act.seat]} seals a bid."]
    assert [(fix.source, fix.target) for fix in sight.fixes] == [(place, "")]
    assert table.show(state) == "settled"
    assert table.acts == []


def test_what_was_done_can_be_tapped_instead() -> None:
    table, act, place = with_two_cards_astray()
    table.show_table(with_content(table.state, {place: Backs("back", 1)}))
    table.tap(act)
    assert table.watcher.sight.state == "settled"


def test_once_the_table_was_right_the_same_look_is_an_act() -> None:
    table, act, place = with_two_cards_astray()
    state = table.state
    assert table.show(state) == "settled"
    assert table.show_table(with_content(state, {place: Backs("back", 1)})) == "open"
    following = next(each for each in legal(after(state, act), SealBid) if len(each.cards) == 2)
    assert table.show(after(state, act, following)) == "settled"
    assert table.acts == [act, following]


def test_an_act_elsewhere_counts_as_soon_as_the_wrong_place_is_mended() -> None:
    state, act = first(SealBid, cards=(0, 0))
    table = Table(state)
    too_many = ("pearl",) * (state.table.pearls + 1)
    assert table.show_table(with_content(state, {"bowl": Pieces(too_many)})) == "mismatch"
    assert table.show(after(state, act)) == "settled"
    assert table.acts == [act]
