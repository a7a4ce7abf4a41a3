"""Through pixels: hands that stop are waited for, what is against the rules is named, and an undo is waited out."""

from __future__ import annotations

from functools import partial

import pytest

from companion.games.core import Action
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.games.waves.rules.actions import Collect
from companion.live.requests import Restored, Undo
from companion.table.expected import Backs, Pieces
from companion.table.sightings import Reading
from tests.companion.referee.positions import after, first, legal, until, where, with_content
from tests.companion.tables import tap_of
from tests.games.sealed_bid.model import UNKNOWN, PassToken, PlacePearls, Reveal, SealBid, TurnUpPrize
from tests.pixels.conftest import SetTable
from tests.said import said
from tests.vision.virtual.mats import GAME

TEN_S = 10.0
TWO_SETTLED_VIEWS = 10
"""Looks: a view settles in 0.3 s, and the rim must have been free for as long."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kind"),
    [
        *((GAME, kind) for kind in (TurnUpPrize, SealBid, Reveal, PassToken, PlacePearls)),
        pytest.param(GAMES["waves"], Collect, marks=pytest.mark.waves),
    ],
)
def test_hands_that_stop_in_mid_act_for_ten_seconds_never_cause_a_mismatch(
    game: AnyGame, kind: type[Action], set_table: SetTable
) -> None:
    state, act = first(kind, 3, game)
    table = set_table(state, game)
    table.world.lay(with_content(after(state, act, game=game), {}, game), None)
    stops = 0
    while table.world.busy():
        table.look(4)
        table.eyes.world.freeze()
        table.wait(TEN_S)
        table.eyes.world.go_on()
        stops += 1
    table.look()
    assert stops > 2
    assert {sight.state for sight in table.sights} <= {"settled", "reaching", "looking", "open", "in_progress"}
    assert table.acts == [act] or (table.acts == [] and table.is_in("open"))


@pytest.mark.slow
def test_a_bid_laid_before_another_seat_is_named_with_rule_and_fix(set_table: SetTable) -> None:
    state = until(SealBid, order="turn")
    (act, *_) = legal(state, SealBid)
    other = (act.seat + 1) % 3
    table = set_table(state)
    table.lay(state, act.seat, {f"bid.{other}": Backs("back", 1)})
    table.look(TWO_SETTLED_VIEWS)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] == [(f"bid.{other}", "B-015")]
    assert said([each.text for each in table.sight.fixes]) == [
        f"Take the face-down card away from Seat {other + 1}'s bid."
    ]
    assert table.acts == []
    table.lay(state, act.seat)
    table.look(TWO_SETTLED_VIEWS)
    assert table.is_in("settled")


def test_of_two_bids_at_once_by_two_seats_the_one_out_of_turn_is_named(set_table: SetTable) -> None:
    state = until(SealBid, order="turn")
    (act, *_) = legal(state, SealBid)
    other = (act.seat + 2) % 3
    table = set_table(state)
    # Both lie there before either hand is away.
    table.world.lay(GAME.mat.expected(GAME.view(state, None)), None)
    table.lay(state, None, {f"bid.{seat}": Backs("back", 1) for seat in (act.seat, other)})
    table.look(TWO_SETTLED_VIEWS)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] == [(f"bid.{other}", "B-015")]
    assert [each.source for each in table.sight.fixes] == [f"bid.{other}"]
    assert set(table.acts) <= {act.public()}


@pytest.mark.slow
def test_a_pearl_too_many_is_named_with_rule_and_fix(set_table: SetTable) -> None:
    # As few as there may be: hands lay them one by one.
    state, act = next((state, act) for state, act in map(partial(first, PlacePearls), range(20)) if act.count == 2)
    table = set_table(state)
    table.lay(state, None, {"bowl": Pieces(("pearl",) * (act.count + 1))})
    table.look(TWO_SETTLED_VIEWS)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] == [("bowl", "B-012")]
    assert table.acts == []
    table.lay(state, None, {"bowl": Pieces(("pearl",) * act.count)})
    table.look(TWO_SETTLED_VIEWS)
    assert table.acts == [act]


@pytest.mark.slow
def test_after_an_undo_nothing_is_inferred_until_the_table_is_restored(set_table: SetTable) -> None:
    state = next(where(lambda state: all(bid and (bid.face, bid.count) == (UNKNOWN, 1) for bid in state.table.bids)))
    (act, *_) = legal(state, Reveal)
    table = set_table(state)
    done = after(state, act)
    table.lay(done)
    table.look()
    assert table.acts == [act]
    assert table.ask(Undo(1, table.live.timeline.revision)).accepted
    assert {sight.state for sight in table.look(50)} == {"restoring"}
    # Another card is turned up meanwhile: still nothing is inferred.
    table.lay(after(done, legal(done, Reveal)[0]))
    table.look(20)
    assert table.acts == []
    assert table.is_in("restoring")
    assert len(table.sight.fixes) == 2
    table.lay(state)
    table.look()
    assert table.is_in("settled")
    table.lay(done)
    table.look()
    assert table.acts == [act]


@pytest.mark.slow
def test_the_host_may_let_a_table_count_that_was_not_restored(set_table: SetTable) -> None:
    state, act = first(TurnUpPrize)
    table = set_table(state)
    table.lay(after(state, act))
    table.look()
    table.ask(Undo(1, table.live.timeline.revision))
    table.look()
    assert table.acts == []
    assert table.ask(Restored()).text == "What is seen counts from now on."
    table.look()
    assert table.acts == [act]


@pytest.mark.slow
def test_one_card_of_a_bid_after_the_other_is_one_act(set_table: SetTable) -> None:
    state = until(SealBid)
    one, two = (next(act for act in legal(state, SealBid) if len(act.cards) == cards) for cards in (1, 2))
    assert one.seat == two.seat
    table = set_table(state)
    table.lay(after(state, one))
    table.wait(TEN_S)
    assert table.is_in("open")
    assert table.acts == []
    table.lay(after(state, two))
    table.look()
    assert table.acts == [two]
    other = next(act for act in legal(after(state, two), SealBid) if len(act.cards) == 2)
    table.lay(after(state, two, other))
    table.look()
    assert table.acts == [two, other]


@pytest.mark.slow
def test_while_the_camera_sees_nothing_the_game_goes_on_by_taps(set_table: SetTable) -> None:
    state, act = first(TurnUpPrize)
    table = set_table(state)
    blind = Reading(table.eyes.clock.now() + 0.1, unseen="The picture is black.")
    assert table.take(blind).state == "unseen"
    assert table.ask(tap_of([act], table.live.timeline.revision)).accepted
    assert table.acts == [act]
    table.eyes.clock.pause(1.0)
    table.look()
    assert table.is_in("in_progress")
    table.lay(after(state, act))
    table.look()
    assert table.is_in("settled")
    assert table.acts == [act]
