"""Allocation and reveal: R-050 to R-060 of the ledger, W-R04, S-R09 and S-R27."""

from __future__ import annotations

import random

import pytest

from companion.games.core import Seat, State
from companion.games.rolling_with_the_waves.state.model import Allocate, DiceState, OpenBoard, TakeBack, Yarrr
from companion.games.rolling_with_the_waves.state.records import Icon, Phase
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    GAME,
    after,
    allocating,
    boards_open,
    charts,
    clear,
    dice,
    refusal,
    table_of,
)

FULL = {"chests": ((4,) * 6, (), ()), "buried": (False, False, False)}


def at_allocation(**seat: object) -> DiceState:
    """Both players have three dice, and the first one's map is as given."""
    nests = (dice(("red", 1), ("blue", 6), ("freebooter", 2)), clear(3, 4))
    return table_of(2, Phase.ALLOCATE, nests=(nests[0], (*nests[1], *dice(("blue", 5)))), maps=charts(2, p0=seat))


@pytest.mark.rule("R-051", "R-052")  # W-R04
@pytest.mark.parametrize(
    ("icons", "rule"),
    [
        (("crew", "chest1", "chest2"), ""),
        (("chest1", "chest2", "chest3"), ""),
        (("cannon_small", "cannon_large", "hull"), ""),
        (("crew", "crew", "hull"), "R-051"),
        (("chest1", "hull", "chest1"), "R-051"),
    ],
)
def test_an_icon_takes_one_die(icons: tuple[Icon, ...], rule: str) -> None:
    assert allocating(at_allocation(), 0, *icons)[1] == rule


@pytest.mark.rule("R-054", "R-092")  # S-R09
@pytest.mark.parametrize(
    ("icons", "rule"),
    [
        (("bury2", "bury2", "bury2"), ""),
        (("bury2", "bury2", "hull"), "R-054"),
        (("hull", "bury2", "bury2"), "R-054"),
        (("bury3", "bury3", "bury3"), "R-092"),
    ],
)
def test_burying_takes_all_dice_and_a_chest_with_a_value(icons: tuple[Icon, ...], rule: str) -> None:
    assert allocating(at_allocation(chests=((), (4,), ())), 0, *icons)[1] == rule


@pytest.mark.rule("R-056", "R-094")  # S-R27
def test_nothing_is_added_to_a_buried_chest() -> None:
    state = at_allocation(chests=((4,), (), ()), buried=(True, False, False))
    assert refusal(state, Allocate(0, "chest1")) == "R-056"
    assert refusal(state, Allocate(0, "bury1")) == "R-094"


@pytest.mark.rule("R-057")
@pytest.mark.parametrize(
    ("seat", "icon"),
    [
        ({"chests": ((1,) * 6, (), ())}, "chest1"),
        ({"spirits": (1, 2)}, "raise"),
        ({"hull": (1,) * 5}, "hull"),
        ({"ports": (1,) * 5}, "ports"),
        ({"crew": (1,) * 5}, "crew"),
    ],
)
def test_an_icon_without_an_empty_square_cannot_be_chosen(seat: dict[str, object], icon: Icon) -> None:
    assert refusal(at_allocation(**seat), Allocate(0, icon)) == "R-057"
    wasted = table_of(
        2, Phase.ALLOCATE, nests=(clear(1, 2, 3), ()), maps=charts(2, p0=seat), allocate_to_full=True
    )
    assert refusal(wasted, Allocate(0, icon)) == ""


@pytest.mark.rule("R-053")
def test_the_colour_of_a_die_means_nothing_once_it_is_drafted() -> None:
    offered = [
        {act.icon for act in GAME.legal_actions(state) if isinstance(act, Allocate) and act.seat == 0}
        for nest in (dice(("red", 2), ("red", 2), ("red", 2)), dice(("blue", 2), ("freebooter", 2), ("blue", 2)))
        for state in (table_of(2, Phase.ALLOCATE, nests=(nest, ())),)
    ]
    assert (
        offered[0]
        == offered[1]
        == {"raise", "chest1", "chest2", "chest3", "hull", "cannon_small", "cannon_large"}
        | {
            "ports",
            "crew",
        }
    )


@pytest.mark.rule("R-058")
def test_while_the_game_goes_on_four_icons_are_open() -> None:
    for seed in range(6):
        rng, state = random.Random(seed), GAME.new_game({"players": 2, "bots": "random"}, {})
        while not state.table.over and state.table.played.round < 30:
            legal = [act for act in GAME.legal_actions(state) if not act.takes_back]
            if state.table.played.phase is Phase.ALLOCATE:
                for seat in (0, 1):
                    first = [act for act in legal if isinstance(act, Allocate) and act.seat == seat]
                    icons = {act.icon for act in first if act.icon is not None and not act.icon.startswith("bury")}
                    assert state.table.played.placed[seat] or not first or len(icons) >= 4
            state = GAME.apply_action(state, rng.choice(legal))


def called(*seats: int) -> DiceState:
    state = at_allocation()
    for seat in seats:
        state, rule = allocating(state, seat, "hull", "ports", "crew")
        assert not rule
    return state


@pytest.mark.rule("R-050", "R-055")
def test_dice_are_taken_back_until_everybody_has_called() -> None:
    state = called(0)
    assert state.table.played.called == (True, False)
    back = after(state, TakeBack(0))
    assert (back.table.played.called, back.table.played.placed) == ((False, False), (0, 0))
    assert back.sealed == ()
    state, rule = allocating(back, 0, "chest1", "chest2", "chest3")
    assert rule == ""
    both, _ = allocating(state, 1, "hull", "ports", "crew")
    assert both.table.played.phase is Phase.REVEAL
    assert refusal(both, TakeBack(0)) == "R-050"
    assert refusal(both, Allocate(0, "hull")) == "R-050"


@pytest.mark.rule("R-055")
def test_nobody_calls_before_all_dice_lie() -> None:
    state = after(at_allocation(), Allocate(0, "hull"))
    assert refusal(state, Yarrr(0)) == "R-055"
    assert refusal(state, TakeBack(1)) == "R-055"


@pytest.mark.rule("R-050")
def test_how_many_dice_lie_tells_nobody_that_a_chest_is_buried() -> None:
    start = at_allocation(chests=((), (4,), ()))
    buried, _ = allocating(start, 0, "bury2", "bury2", "bury2")
    spread, _ = allocating(start, 0, "hull", "ports", "crew")
    assert GAME.view(buried, None) == GAME.view(spread, None)
    assert GAME.view(buried, 1) == GAME.view(spread, 1)
    assert GAME.view(buried, 0) != GAME.view(spread, 0)


@pytest.mark.rule("R-060")
def test_all_boards_open_together_as_they_were_sealed() -> None:
    state = called(0, 1)
    assert GAME.legal_actions(state) == (OpenBoard(0, ("hull", "ports", "crew")),)
    assert refusal(state, OpenBoard(0, ("hull", "crew", "ports"))) == "R-060"
    state = after(state, OpenBoard(0, ("hull", "ports", "crew")), OpenBoard(1, ("hull", "ports", "crew")))
    assert state.table.played.icons == (("hull", "ports", "crew"),) * 2
    assert state.sealed == ()
    assert state.table.played.phase is Phase.HULL


@pytest.mark.rule("R-060")
def test_a_board_that_the_companion_does_not_know_may_be_open_in_any_way() -> None:
    hidden: DiceState = State(called(0, 1).table, (None, None), called(0, 1).sealed_for(None))
    ways = GAME.legal_actions(hidden)
    assert len(ways) == 9 * 8 * 7  # no chest holds a value, so none can be buried
    assert after(hidden, OpenBoard(0, ("chest1", "raise", "crew"))).table.played.icons[0] == ("chest1", "raise", "crew")


def test_open_boards_are_put_where_a_case_needs_them() -> None:
    state = boards_open(2, {0: (1, 6, 2)}, {0: ("hull", "ports", "crew")})
    assert state.table.played.phase is Phase.HULL


@pytest.mark.rule("R-061")
def test_a_phone_names_the_icons_that_its_own_map_has_to_write() -> None:
    icons: tuple[tuple[Icon, ...], ...] = (("hull", "ports", "crew"), ("chest1", "chest2", "chest3"))
    state = table_of(2, Phase.CHESTS, nests=(clear(1, 2, 3), clear(4, 5, 6)), maps=charts(2), icons=icons)

    def told(seat: Seat | None) -> str:
        return str(GAME.prompt(GAME.view(state, seat)).text)

    assert told(None) == "Write on your maps, in this order: chests, Hull, Ports, Crew."
    assert told(0) == "Write on your map, in this order: Hull, Ports, Crew."
    assert told(1) == "Write on your map: chests."
