"""Cannons: R-100 and R-111 to R-127 of the ledger, with W-R07 to W-R09, W-R13 and S-R15 to S-R21."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.rolling_with_the_waves.state.charts import firing_order, level, robbed
from companion.games.rolling_with_the_waves.state.model import Aim, DiceState, DropAnchor, Stow
from companion.games.rolling_with_the_waves.state.records import NO_CHEST, NOBODY, Phase
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    GAME,
    after,
    allocating,
    boards_open,
    charts,
    clear,
    refusal,
    table_of,
)
from tests.companion.games.rolling_with_the_waves.test_charts import written

ONE = {"large": (3, 3, 3)}
"""Nine in the large cannon: two shots."""


def firing(players: int = 2, owner: Any = None, first: int = 0, **seats: Any) -> DiceState:
    """The cannons are written, and those that are full fire; what is no seat is an option."""
    maps = charts(players, **{key: value for key, value in seats.items() if key.startswith("p")})
    options = {key: value for key, value in seats.items() if not key.startswith("p")}
    return table_of(players, Phase.FIRE, owner, first=first, maps=maps, **options)


def chest(state: DiceState, seat: int, number: int) -> tuple[int, ...]:
    found: tuple[int, ...] = state.table.played.maps[seat].chests[number]
    return found


@pytest.mark.rule("R-111", "R-112", "R-125", "R-126")  # W-R09
def test_a_large_cannon_of_three_four_and_five_has_three_shots() -> None:
    state = firing(p0={"large": (3, 4, 5)}, p1={"chests": ((1, 2, 3, 4), (), ())})
    assert level(state.table.played.maps[0], state.table.played.setup.sheet, "large") == 3
    state = after(state, Aim(0, ("large",), 1, 0), Stow(0, 0))
    chart = state.table.played.maps[0]
    assert (chart.infamy, chart.large, chart.chests[0]) == (5 + 3, (), (4, 3, 2))
    state = table_of(2, Phase.ALLOCATE, maps=state.table.played.maps, nests=(clear(1, 2, 3), ()))
    assert allocating(state, 0, "cannon_large", "cannon_large")[1] == "R-051"
    assert allocating(state, 0, "cannon_large", "hull", "ports")[1] == ""


@pytest.mark.rule("R-100", "R-119", "R-120", "R-121")  # W-R07
def test_hull_stops_shots_and_is_not_used_up() -> None:
    state = firing(p0={"large": (4, 4, 4)}, p1={"chests": ((5, 4, 1), (), ()), "hull": (6, 6, 2)})
    state = after(state, Aim(0, ("large",), 1, 0), Stow(0, 0))
    assert (chest(state, 1, 0), chest(state, 0, 0)) == ((5, 4), (1,))
    assert state.table.played.maps[1].hull == (6, 6, 2)


@pytest.mark.rule("R-120")  # W-R13
def test_three_shots_at_hull_one_steal_two() -> None:
    state = firing(p0={"large": (4, 4, 4)}, p1={"chests": ((1, 2, 3, 4, 5), (), ()), "hull": (6, 1)})
    assert robbed(state.table.played, 0, ("large",), 1, 0) == (5, 4)


@pytest.mark.rule("R-081", "R-083", "R-119")  # W-R12: a 4, then a 2, then a 6 were written
def test_a_thief_meets_what_was_written_last_first() -> None:
    state = firing(p0={"large": (4, 4, 4)}, p1={"chests": ((4, 2, 6), (), ())})
    assert robbed(state.table.played, 0, ("large",), 1, 0) == (6, 2, 4)


@pytest.mark.rule("R-122", "R-123")  # W-R08
def test_loot_is_written_as_it_was_taken() -> None:
    state = firing(p0={**ONE, "chests": ((3,), (), ())}, p1={"chests": ((6, 2), (), ())})
    assert chest(after(state, Aim(0, ("large",), 1, 0), Stow(0, 0)), 0, 0) == (3, 2, 6)
    buried = firing(
        p0={**ONE, "chests": ((3,), (), ()), "buried": (True, False, False)}, p1={"chests": ((6, 2), (), ())}
    )
    aimed = after(buried, Aim(0, ("large",), 1, 0))
    assert {act.into for act in GAME.legal_actions(aimed) if isinstance(act, Stow)} == {1, 2}
    assert refusal(aimed, Stow(0, 0)) == "R-122"


@pytest.mark.rule("R-124")  # S-R19
def test_what_has_no_room_is_lost() -> None:
    state = firing(p0={"large": (4, 4, 4), "chests": ((1,) * 5, (), ())}, p1={"chests": ((4, 6, 2), (), ())})
    state = after(state, Aim(0, ("large",), 1, 0), Stow(0, 0))
    assert (chest(state, 0, 0), chest(state, 1, 0)) == ((1, 1, 1, 1, 1, 2), ())


@pytest.mark.rule("R-113", "R-127")  # S-R20
def test_a_blocked_cannon_gains_infamy_and_is_erased() -> None:
    state = firing(p0={"small": (1, 6)}, p1={"chests": ((2, 2), (), ()), "hull": (7, 7, 7)})
    assert refusal(state, DropAnchor()) == "R-150"
    state = after(state, Aim(0, ("small",), 1, 0))
    chart = state.table.played.maps[0]
    assert (chart.infamy, chart.small, chest(state, 1, 0)) == (6, (), (2, 2))
    fired = state.table.played.fired
    assert state.table.played.phase is Phase.ANCHOR or fired


@pytest.mark.rule("R-127", "R-161")  # S-R21, A-10
def test_where_nobody_can_be_robbed_a_cannon_fires_all_the_same() -> None:
    maps = charts(2, p0={"small": (3,)}, p1={"chests": ((1,), (1,), (1,)), "buried": (True, True, False)})
    state = boards_open(2, {0: (3,), 1: (1, 1, 1)}, {0: ("cannon_small",), 1: ("bury3",) * 3}, maps=maps)
    state = written(state)
    assert GAME.legal_actions(state) == (Aim(0, ("small",), NOBODY, NO_CHEST),)
    state = after(state, Aim(0, ("small",), NOBODY, NO_CHEST))
    assert (state.table.played.maps[0].infamy, state.table.played.maps[0].small) == (8, ())
    ended = after(state, DropAnchor())
    assert ended.table.over
    assert ended.table.why == ("R-150", "R-161")


@pytest.mark.rule("R-114")  # S-R15
def test_the_most_infamy_fires_first() -> None:
    state = firing(3, p0={**ONE, "infamy": 4}, p1={**ONE, "infamy": 7}, p2={**ONE, "infamy": 6})
    assert firing_order(state.table.played) == (1, 2, 0)
    assert refusal(state, Aim(0, ("large",), 1, 0)) == "R-114"
    assert firing_order(after(state, Aim(1, ("large",), 0, 0)).table.played) == (2, 0)


@pytest.mark.rule("R-115")  # S-R16, A-02
@pytest.mark.parametrize(("tie", "order"), [("left_of_first", (1, 3, 0)), ("from_first", (0, 1, 3))])
def test_of_equal_infamy_the_way_round_the_table_decides(tie: str, order: tuple[int, ...]) -> None:
    assert firing_order(firing(4, p0=ONE, p1=ONE, p3=ONE, cannon_tie=tie).table.played) == order


@pytest.mark.rule("R-116")
def test_a_shot_is_aimed_at_a_chest_of_another_that_is_not_buried() -> None:
    state = firing(3, p0=ONE, p1={"chests": ((1,), (), ()), "buried": (True, False, False)})
    aims = {(act.target, act.chest) for act in GAME.legal_actions(state) if isinstance(act, Aim)}
    assert aims == {(1, 1), (1, 2), (2, 0), (2, 1), (2, 2)}  # empty ones too
    assert refusal(state, Aim(0, ("large",), 0, 0)) == "R-116"
    assert refusal(state, Aim(0, ("large",), 1, 0)) == "R-116"
    assert refusal(state, Aim(0, ("small",), 1, 1)) == "R-113"


BOTH = {"small": (4, 5), "large": (6, 2, 5), "chests": ((1,), (), ())}


@pytest.mark.rule("R-117", "R-120", "R-122", "R-125", "R-126")  # S-R17
def test_two_cannons_at_one_player_add_their_shots() -> None:
    state = firing(p0=BOTH, p1={"chests": ((), (6, 3, 5), ()), "hull": (7,)})
    assert refusal(state, Aim(0, ("small",), 1, 1)) == "R-117"  # nobody else is there
    state = after(state, Aim(0, ("small", "large"), 1, 1), Stow(0, 0))
    chart = state.table.played.maps[0]
    assert chart.chests[0] == (1, 5, 3, 6)
    assert chest(state, 1, 1) == ()
    assert (chart.infamy, chart.small, chart.large) == (5 + 4 + 2, (), ())


@pytest.mark.rule("R-118", "R-122")  # S-R18, A-13
def test_two_cannons_at_two_players() -> None:
    seats: dict[str, Any] = {"p1": {"chests": ((2, 4), (), ()), "hull": (7,)}, "p2": {"chests": ((), (), (1, 1))}}
    state = firing(3, p0={**BOTH, "chests": ((), (), ())}, **seats)
    state = after(state, Aim(0, ("small",), 1, 0), Stow(0, 0))
    assert (chest(state, 1, 0), chest(state, 0, 0)) == ((2,), (4,))
    assert refusal(state, Aim(0, ("large",), 1, 0)) == "R-117"
    state = after(state, Aim(0, ("large",), 2, 2), Stow(0, 1))
    assert (chest(state, 2, 2), chest(state, 0, 1)) == ((), (1, 1))
    assert state.table.played.maps[0].infamy == 5 + 6


@pytest.mark.rule("R-120")
def test_a_house_rule_lets_the_hull_stop_shots_of_each_cannon() -> None:
    seats: dict[str, Any] = {"p0": BOTH, "p1": {"chests": ((), (6, 3, 5, 5), ()), "hull": (7,)}}
    book = firing(**seats)
    house = firing(**seats, hull_applies="cannon")
    assert robbed(book.table.played, 0, ("small", "large"), 1, 1) == (5, 5, 3, 6)  # 2 + 3 - 1
    assert robbed(house.table.played, 0, ("small", "large"), 1, 1) == (5, 5, 3)  # 1 + 2


def test_a_shooter_without_a_chest_for_loot_fires_at_nothing_all_the_same() -> None:
    """Only a host's correction leads there (A-14)."""
    state = firing(p0={**ONE, "chests": ((1,),) * 3, "buried": (True,) * 3})
    assert after(state, Aim(0, ("large",), 1, 0)).table.played.maps[0].infamy == 5 + 3
    robs = firing(p0={**ONE, "chests": ((1,),) * 3, "buried": (True,) * 3}, p1={"chests": ((4, 4), (), ())})
    assert chest(after(robs, Aim(0, ("large",), 1, 0)), 1, 0) == ()
