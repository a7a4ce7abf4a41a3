"""The list of moves that put a table right is ticked off as they are done, and only then."""

from __future__ import annotations

import pytest

from companion.language.message import NOTHING, say
from companion.referee.checklist import Checklist
from companion.referee.mismatch import Fix, Mismatch
from companion.referee.sight import Sight, SightState
from companion.table.expected import Content, Pieces
from tests.companion.referee.positions import first, with_content
from tests.companion.referee.table import Table
from tests.games.sealed_bid.model import SealBid

PEARL = Fix("pearl", "bowl", "", say("Take the pearl away from the bowl."))
TOKEN = Fix("token", "token.1", "token.0", say("Move the start token from Ben's token place to Anna's token place."))
IN_HAND = Fix("token", "", "token.0", say("Lay the start token at Anna's token place."))
CARD = Fix("card:2", "discard", "", say("Take the card 2 away from the discard pile."))


def wrong(*fixes: Fix, state: SightState = "mismatch", zones: tuple[str, ...] = ()) -> Sight:
    return Sight(state, "", mismatches=tuple(Mismatch(zone, "B-011", NOTHING) for zone in zones), fixes=fixes)


def after(*sights: Sight) -> tuple[Fix, ...]:
    """What is ticked off after these sights."""
    checklist = Checklist()
    for sight in sights:
        checklist = checklist.next(sight)
    return checklist.done


@pytest.mark.parametrize("state", ["mismatch", "restoring"])
def test_each_move_is_ticked_off_when_it_is_asked_for_no_more(state: SightState) -> None:
    both, one = wrong(PEARL, TOKEN, state=state), wrong(TOKEN, state=state)
    assert after(both) == ()
    assert after(both, one) == (PEARL,)
    assert after(both, one, one) == (PEARL,)


def test_a_piece_in_the_air_is_not_yet_where_it_belongs() -> None:
    assert after(wrong(PEARL, TOKEN), wrong(PEARL, IN_HAND)) == ()
    assert after(wrong(PEARL, TOKEN), wrong(PEARL, IN_HAND), wrong(PEARL)) == (IN_HAND,)


def test_what_is_done_wrongly_again_is_open_again() -> None:
    assert after(wrong(PEARL, TOKEN), wrong(TOKEN), wrong(PEARL, TOKEN)) == ()


def test_a_move_whose_place_is_still_wrong_is_not_done_but_forgotten() -> None:
    turned = Fix("card:2", "discard", "discard", say("Turn the card 2 at the discard pile face up."))
    assert after(wrong(PEARL, CARD), wrong(PEARL, turned)) == ()
    assert after(wrong(PEARL, CARD), wrong(PEARL, zones=("bowl", "discard"))) == ()


@pytest.mark.parametrize("state", ["unseen", "reaching", "looking"])
def test_while_hands_are_at_work_the_list_stays(state: SightState) -> None:
    assert after(wrong(PEARL, TOKEN), wrong(TOKEN), Sight(state)) == (PEARL,)
    assert after(wrong(PEARL, TOKEN), Sight(state), wrong(TOKEN)) == (PEARL,)


@pytest.mark.parametrize("state", ["off", "settled", "open", "in_progress", "question"])
def test_once_the_table_is_right_the_list_is_empty(state: SightState) -> None:
    assert after(wrong(PEARL, TOKEN), wrong(TOKEN), Sight(state)) == ()
    assert after(wrong(PEARL, TOKEN), Sight(state), wrong(TOKEN)) == ()


def test_at_the_table_two_errors_are_mended_one_after_the_other() -> None:
    state, _ = first(SealBid)
    holder, pearls = state.table.token, state.table.pearls
    other = (holder + 1) % 3
    astray: dict[str, Content] = {f"token.{holder}": Pieces(()), f"token.{other}": Pieces(("token",))}
    table = Table(state)
    table.show_table(with_content(state, {"bowl": Pieces(("pearl",) * (pearls + 1)), **astray}), 20)
    sight = table.watcher.sight
    assert (sight.state, sight.done) == ("mismatch", ())
    assert {(fix.source, fix.target) for fix in sight.fixes} == {("bowl", ""), (f"token.{other}", f"token.{holder}")}
    table.show_table(with_content(state, astray), 20)
    sight = table.watcher.sight
    assert [(fix.source, fix.target) for fix in sight.done] == [("bowl", "")]
    assert [(fix.source, fix.target) for fix in sight.fixes] == [(f"token.{other}", f"token.{holder}")]
    assert table.show(state) == "settled"
    assert table.watcher.sight.done == ()
