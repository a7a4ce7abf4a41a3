"""The dealer's dice: thrown as they were dealt, named where several rolls are open, and counted in any order."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.bots import Autopilot, settlings
from companion.games.core import Action
from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.state.model import PoolRolled
from companion.live.requests import NameRoll
from companion.live.steps import Step
from companion.simulation.dealer import Dealer
from companion.simulation.ground_truth import Deed
from companion.soak.endurance.account import hold
from tests.companion.instant import InstantWorld
from tests.companion.lucky import AWARD
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import KIT, layout_of
from tests.games.sealed_bid.model import DIE_COLOURS, BidState, RollLuck, TakePrize
from tests.said import said


def no_tap(act: Action) -> bool:
    raise AssertionError(f"{act!r} is thrown, and not tapped")


@pytest.fixture
def awarded() -> BidState:
    """Two rolls are open: of the first seat and of the third."""
    start = SEALED_BID.new_game({"cards": "own", "luck": True}, {})
    return SEALED_BID.apply_action(SEALED_BID.correct(start, AWARD), TakePrize(1))


@pytest.fixture
def table(awarded: BidState) -> tuple[Dealer, InstantWorld]:
    world = InstantWorld(layout_of(3, luck=True), KIT)
    dealer = Dealer(SEALED_BID, awarded, 1, world)
    dealer.set_out()
    return dealer, world


def test_a_roll_is_dealt_named_and_thrown_as_it_was_dealt(table: tuple[Dealer, InstantWorld]) -> None:
    dealer, world = table
    lies = world.table
    act = dealer.next(frozenset())
    assert isinstance(act, RollLuck)
    assert dealer.naming(act) == NameRoll(f"seat{act.seat}")
    dealer.carry_out(act, no_tap)
    assert [(die.value, die.colour) for die in world.rolled()] == [(act.value, DIE_COLOURS[act.seat])]
    assert dealer.thrown == act
    assert world.table == lies
    assert not dealer.lay_owed()  # a roll changes nothing on this mat
    # Once more: the same act, and it is named as it was.
    assert dealer.naming(act) == NameRoll(f"seat{act.seat}")
    before = world.rolled()
    dealer.throw(act)
    assert world.rolled() != before
    assert [die.value for die in world.rolled()] == [act.value]
    assert dealer.acts == [act]
    # The last one that is open needs no name.
    last = dealer.next(frozenset())
    assert isinstance(last, RollLuck)
    assert last.seat != act.seat
    assert dealer.naming(last) is None


def test_people_roll_their_own_dice_where_dice_are_real(awarded: BidState, table: tuple[Dealer, InstantWorld]) -> None:
    dealer, _ = table
    act = dealer.next(frozenset({0}))
    assert isinstance(act, RollLuck)
    assert act.seat == 2
    assert dealer.next(frozenset({0, 2})) is None
    # Where the companion deals there is no tray, and chance rolls for whoever taps, but for nobody else.
    pilot = Autopilot(SEALED_BID, 1)
    assert pilot.propose(awarded, 0, frozenset({0, 2})) is None
    (button,) = settlings(SEALED_BID, SEALED_BID.view(awarded, 0), has_hands=False)
    assert (button.key, said(button.text)) == ("seat0", "Roll your die for a point")
    rolled = pilot.settle(awarded, 0, 0, button.key)
    assert isinstance(rolled, RollLuck)
    assert rolled.seat == 0
    assert pilot.settle(awarded, 0, 2, button.key) is None


@pytest.mark.rolling_with_the_waves
def test_dice_that_were_read_in_another_order_are_the_same_roll() -> None:
    game = GAMES["rolling_with_the_waves"]
    start = game.new_game({"players": 2, "score_only": True}, {})
    game = game.bound(start)
    dealer = Dealer(game, start, 1, InstantWorld(game.mat.layout(game.view(start, None)), game.mat.kit))
    dealt = PoolRolled((1, 2, 3, 4, 5, 6), ("red",) * 6)
    dealer.carry_out(dealt, no_tap)
    others = {PoolRolled((1, 1, 3, 4, 5, 6), ("red",) * 6): False, PoolRolled((6, 5, 4, 3, 2, 1), ("red",) * 6): True}
    for other, is_same in others.items():
        after = game.apply_action(start, other)
        assert dealer.behind(after.table) is None
        assert dealer.recount(after.table, other) is is_same
        assert dealer.behind(after.table) == (0 if is_same else None)
        step = Step(2, other, {}, start, after, by="camera")
        assert bool(hold(game, [step], [Deed("game", "done", 1, msgspec.to_builtins(dealt))]).wrong) is not is_same
