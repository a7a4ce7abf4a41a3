"""A round without camera, strip and trays: every act can be tapped, by those whose it is. T-04, T-06, T-08."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.rules.acts import (
    Activate,
    AllPlaced,
    BeginWrath,
    DrawMisfortune,
    EndActions,
    EndMisfortunes,
    MoveWrath,
    PassMarker,
    Place,
)
from companion.games.atlantis_rising.rules.decisions import ChooseFlood, LetLie, Roll, Spend
from companion.games.atlantis_rising.state.model import CENTRE, AtlantisAction, AtlantisState, Phase
from companion.games.core import Seat
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    GREEN,
    LIBRARIES,
    MOUNTAINS,
    PURPLE,
    RED,
    YELLOW,
    after,
    follower,
)
from tests.companion.games.atlantis_rising.positions import asked, position


def tapped(state: AtlantisState, seat: Seat | None) -> set[AtlantisAction]:
    """What may be tapped on the tablet, or on a seat's own phone."""
    return {act for choice in GAME.choices(GAME.view(state, seat)) for act in choice.actions}


@pytest.mark.rule("A-022", "A-034", "A-050", "A-051", "A-054", "A-056")
def test_t_08_a_whole_round_of_six_is_played_by_taps() -> None:
    """S-33, with all on the centre."""
    data = {"wrath.values": (0, 1, 2, 3)}
    state = position(6, data=data, wrath=1, starter=PURPLE, barriers=["cities"], pools=[follower(RED)], rest=CENTRE)
    cards = ("calm_seas", "basic_hills", "basic_hills", "controlled_flood", "calm_seas", "basic_cities")
    draws = [DrawMisfortune(card) for card in cards]
    begins: list[AtlantisAction] = [Place(RED, "follower", CENTRE, 0), AllPlaced(), *draws[:4], ChooseFlood(LIBRARIES)]
    acts = [*begins, *draws[4:], EndMisfortunes()]
    for act in acts:
        assert act in tapped(state, None), act
        state = after(state, act)
    ends: list[AtlantisAction] = [Activate(each.seat, each.kind, CENTRE, 0) for each in state.table.atlanteans]
    ends += [EndActions(), BeginWrath(), ChooseFlood(MOUNTAINS), MoveWrath(), PassMarker()]
    for act in ends:
        assert act in tapped(state, None), act
        mains = [choice for choice in GAME.choices(GAME.view(state, None)) if choice.is_main]
        assert len(mains) <= 1, "one button stands first and alone"
        state = after(state, act)
    assert (sum(state.table.dry), state.table.starter, state.table.phase) == (32, RED, Phase.PLACE)


@pytest.mark.rule("A-054", "A-055", "A-056")
@pytest.mark.parametrize(
    ("players", "wrath", "main"),
    [
        (4, 1, "Counter and starting marker have moved on"),
        (4, 2, "The starting marker has moved on"),
        (1, 1, "The counter has moved on"),
        (1, 2, "The round is over"),
    ],
)
def test_the_end_of_a_round_speaks_only_of_what_moves(players: int, wrath: int, main: str) -> None:
    state = position(players, Phase.COUNTER, data={"wrath.values": (0, 1, 2)}, wrath=wrath)
    choices = GAME.choices(GAME.view(state, None))
    assert [str(choice.label) for choice in choices if choice.is_main] == [main]
    alone = next(str(choice.label) for choice in choices if choice.actions == (MoveWrath(),))
    told = str(GAME.describe(GAME.view(state, None), GAME.view_action(MoveWrath(), None)))
    assert ("stays" in alone, "stays" in told) == (wrath == 2, wrath == 2)


@pytest.mark.rule("A-023")
def test_t_04_whoever_has_somebody_at_hand_is_named_and_the_phase_goes_on() -> None:
    state = position(4, pools=[follower(RED)], rest=CENTRE)
    assert asked(state).seats == (RED,)
    assert "Red" in str(asked(state).text)
    assert not any(AllPlaced() in tapped(state, seat) for seat in (None, RED, BLUE, YELLOW, GREEN))


@pytest.mark.rule("A-062", "A-095")
def test_t_06_nobody_else_has_a_button_for_energy_on_a_die() -> None:
    reserves = {RED: Price(energy=2), BLUE: Price(energy=4)}
    data = {"peninsula.hills.number": (6,) * 6}
    state = position(4, Phase.ACTIONS, data=data, placed={"hills_1": [follower(RED)]}, reserves=reserves)
    state = after(state, Activate(RED, "follower", "hills_1", 0), Roll((3,)))
    spends = {seat: {act for act in tapped(state, seat) if isinstance(act, Spend)} for seat in range(4)}
    assert spends == {RED: {Spend(RED, 0, 1), Spend(RED, 0, 2)}, BLUE: set(), YELLOW: set(), GREEN: set()}
    assert LetLie() in tapped(state, RED)
