"""The Cities by the ledger: spaces for two, dice and wrath, who gets the new follower (A-064 to A-073)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import SHIPPED, Price
from companion.games.atlantis_rising.rules.acts import Activate, EndActions, Place
from companion.games.atlantis_rising.rules.decisions import GiveRecruit, LetLie, Roll, Spend
from companion.games.atlantis_rising.state.ground import free_spaces
from companion.games.atlantis_rising.state.model import AtlantisState, Phase
from companion.games.atlantis_rising.state.steps import Attempt, Recruiting
from companion.games.core import Seat
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    after,
    automaton,
    follower,
    leader,
    offered,
    volunteer,
)
from tests.companion.games.atlantis_rising.tables import energy_of, followers_of, pool, refusal, table_of

CITY = "cities_3"


def cities(number: int, wrath: int, spaces: int = 1) -> dict[str, Any]:
    """Data: every tile of the Cities has that number and so many double spaces; the counter stands on that value."""
    return {
        "peninsula.cities.number": (number,) * 6,
        "peninsula.cities.spaces": (spaces,) * 6,
        "wrath.values": (wrath,),
    }


def shared(number: int = 8, wrath: int = 0, energy: Mapping[Seat, int] | None = None, **fields: Any) -> AtlantisState:
    """Red's Leader and Blue's follower share a space of the Cities."""
    owned = {seat: Price(energy=many) for seat, many in (energy or {}).items()}
    pieces = (leader(RED, CITY), follower(BLUE, CITY))
    return table_of(data=cities(number, wrath), pieces=pieces, owned=owned, **fields)


ACT = Activate(RED, "leader", CITY, 0)


@pytest.mark.rule("A-064", "A-065", "A-066", "A-067", "A-068", "A-071")
def test_s_18_one_owner_rolls_both_dice_and_pays_for_both() -> None:
    state = table_of(
        data=cities(9, 2, spaces=2),
        pieces=(leader(GREEN, CITY), follower(GREEN, CITY), follower(GREEN, CITY, 1), follower(GREEN, CITY, 1)),
        owned={GREEN: Price(energy=3)},
        supply=(2, 2, 2, 1),
    )
    state = after(state, Activate(GREEN, "follower", CITY, 0))
    step = state.table.steps[-1]
    assert isinstance(step, Attempt)
    assert step.rollers == (GREEN, GREEN)
    state = after(state, Roll((2, 3)))  # 2 + 3 + 2 = 7 < 9
    assert {(act.die, act.energy) for act in offered(state, Spend)} == {(0, 1), (0, 2), (1, 1), (1, 2)}
    assert {"A-066"} <= {*state.table.why}
    state = after(state, Spend(GREEN, 0, 1), Spend(GREEN, 1, 1))
    assert {"A-067", "A-068"} <= {*state.table.why}
    assert energy_of(state, GREEN) == 1
    assert state.table.supply[GREEN] == 0
    assert followers_of(state, GREEN) == 4
    state = after(state, Activate(GREEN, "follower", CITY, 1), Roll((6, 6)))
    assert not state.table.steps
    assert (state.table.supply[GREEN], followers_of(state, GREEN)) == (0, 4)
    assert "A-071" in state.table.why


@pytest.mark.rule("A-070", "A-071")
def test_s_19_a_colour_without_a_follower_left_cannot_recruit() -> None:
    state = after(shared(supply=(0, 1, 2, 2)), ACT, Roll((6, 6)))
    assert (followers_of(state, RED), followers_of(state, BLUE)) == (0, 2)
    assert state.table.supply == (0, 0, 2, 2)


@pytest.mark.rule("A-071")
def test_s_19_red_is_refused_where_others_beside_it_are_left_to_choose_from() -> None:
    """With an Emissary three share the space; of red's colour none is left."""
    pieces = (leader(RED, CITY), follower(BLUE, CITY), follower(YELLOW, CITY))
    state = table_of(data=cities(8, 0), pieces=pieces, supply=(0, 1, 1, 2), councilors={RED: "emissary"})
    state = after(state, Activate(BLUE, "follower", CITY, 0, (BLUE, YELLOW)), Roll((6, 6)))
    assert offered(state, GiveRecruit) == [GiveRecruit(BLUE), GiveRecruit(YELLOW)]
    assert refusal(state, GiveRecruit(RED)) == "A-071"
    assert refusal(state, GiveRecruit(GREEN)) == "A-070"
    assert followers_of(after(state, GiveRecruit(BLUE)), BLUE) == 2


@pytest.mark.rule("A-064")
@pytest.mark.parametrize("alone", [leader(RED, CITY), follower(RED, CITY), volunteer(RED, CITY)])
def test_one_alone_does_nothing_in_the_cities_and_returns(alone: Any) -> None:
    state = table_of(data=cities(8, 0), pieces=(alone,))
    act = Activate(RED, alone.kind, CITY, 0)
    assert act not in offered(state, Activate)
    assert refusal(state, act) == "A-064"
    assert len(pool(after(state, EndActions()), RED)) == 1


@pytest.mark.rule("A-064", "A-065")
@pytest.mark.parametrize("act", [ACT, Activate(BLUE, "follower", CITY, 0)])
def test_whichever_of_the_two_is_tapped_both_act_and_each_rolls_one_die(act: Activate) -> None:
    state = after(shared(), act)
    step = state.table.steps[-1]
    assert isinstance(step, Attempt)
    assert set(step.rollers) == {RED, BLUE}
    assert all(each.acted for each in state.table.atlanteans)
    assert refusal(state, Roll((3,))) == "A-058"
    state = after(state, Roll((1, 1)))
    assert not offered(state, Activate)
    assert refusal(state, ACT) == "A-046"


@pytest.mark.rule("A-066", "A-068")
@pytest.mark.parametrize(
    ("dice", "wrath", "recruits"),
    [((4, 4), 0, 1), ((4, 3), 0, 0), ((4, 3), 1, 1), ((3, 3), 1, 0), ((1, 4), 3, 1), ((6, 6), 3, 1)],
)
def test_the_sum_with_the_wrath_value_has_to_reach_the_number(dice: tuple[int, int], wrath: int, recruits: int) -> None:
    state = after(shared(8, wrath), ACT, Roll(dice))
    assert isinstance(state.table.steps[-1], Recruiting) if recruits else not state.table.steps
    if recruits:
        state = after(state, GiveRecruit(RED))
    assert sum(state.table.supply) == 8 - recruits
    assert followers_of(state, RED) == recruits


@pytest.mark.rule("A-067", "A-095")
def test_each_pays_for_the_own_die_alone() -> None:
    state = after(shared(energy={RED: 2, BLUE: 1}), ACT, Roll((2, 3)))
    assert refusal(state, Spend(RED, 1, 1)) == "A-062"
    assert refusal(state, Spend(YELLOW, 0, 1)) == "A-062"
    assert refusal(state, Spend(BLUE, 1, 2)) == "A-061"
    state = after(state, Spend(BLUE, 1, 1), Spend(RED, 0, 2))  # 2 + 3 + 1 + 2 = 8
    assert isinstance(state.table.steps[-1], Recruiting)
    assert (energy_of(state, RED), energy_of(state, BLUE)) == (0, 0)


@pytest.mark.rule("A-067")
def test_whoever_lets_the_dice_lie_pays_nothing_and_recruits_nobody() -> None:
    state = after(shared(energy={RED: 3}), ACT, Roll((2, 3)), LetLie())
    assert (energy_of(state, RED), sum(state.table.supply)) == (3, 8)
    assert not state.table.steps


@pytest.mark.rule("A-069", "A-070", "A-072")
def test_those_who_share_decide_and_the_recruit_waits_in_the_pool() -> None:
    state = after(shared(), ACT, Roll((6, 6)))
    assert offered(state, GiveRecruit) == [GiveRecruit(RED), GiveRecruit(BLUE)]
    assert refusal(state, GiveRecruit(GREEN)) == "A-070"
    state = after(state, GiveRecruit(BLUE))
    assert pool(state) == [follower(BLUE)]
    assert state.table.supply == (2, 1, 2, 2)
    assert refusal(state, Place(BLUE, "follower", "centre", 0)) == "A-023"
    assert not offered(state, GiveRecruit)


@pytest.mark.rule("A-069", "A-124")
def test_a_volunteer_counts_as_its_owners_colour() -> None:
    """Q-17."""
    pieces = (volunteer(YELLOW, CITY), follower(BLUE, CITY))
    state = after(table_of(data=cities(8, 0), pieces=pieces), Activate(BLUE, "follower", CITY, 0), Roll((4, 4)))
    assert {act.seat for act in offered(state, GiveRecruit)} == {BLUE, YELLOW}
    assert pool(after(state, GiveRecruit(YELLOW))) == [follower(YELLOW)]


@pytest.mark.rule("A-165", "A-068")
def test_a_number_below_1_recruits_without_a_roll() -> None:
    """Q-36."""
    state = after(shared(0), ACT)
    assert isinstance(state.table.steps[-1], Recruiting)
    assert sum(after(state, GiveRecruit(RED)).table.supply) == 7


@pytest.mark.rule("A-152", "A-154")
def test_with_an_emissary_the_automaton_helps_both_dice() -> None:
    """Q-26: +2 on each other Atlantean's die; here two roll for themselves."""
    pieces = (leader(RED, CITY), follower(RED, CITY), automaton(RED, CITY))
    state = table_of(1, data=cities(8, 0), pieces=pieces, councilors={RED: "emissary"})
    state = after(state, Activate(RED, "follower", CITY, 0), Roll((2, 2)))  # 2 + 2 + 2 + 2 = 8
    assert followers_of(state, RED) == 2


@pytest.mark.rule("A-172")
def test_an_emissary_makes_room_for_one_more_on_the_tile_not_on_each_of_its_spaces() -> None:
    pieces = (leader(RED, CITY), *(follower(BLUE, CITY, space) for space in (0, 1, 1)))
    state = table_of(phase=Phase.PLACE, data=cities(8, 0, 2), pieces=pieces, councilors={RED: "emissary"})
    assert free_spaces(state.table, CITY) == (0,)
    fuller = table_of(
        phase=Phase.PLACE,
        data=cities(8, 0, 2),
        pieces=(*pieces, follower(YELLOW, CITY), follower(GREEN)),
        councilors={RED: "emissary"},
    )
    assert free_spaces(fuller.table, CITY) == ()
    assert refusal(fuller, Place(GREEN, "follower", CITY, 1)) == "A-026"


@pytest.mark.rule("A-073")
def test_the_numbers_of_the_cities_do_not_rise_toward_the_coast() -> None:
    numbers = SHIPPED.peninsula["cities"].number
    assert list(numbers) == sorted(numbers, reverse=True)
    assert len(numbers) == 6
