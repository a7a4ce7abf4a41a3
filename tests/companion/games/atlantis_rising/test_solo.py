"""One player alone by the ledger: pieces, energy, misfortunes, and the Automaton (A-144 to A-154)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import CALM, Price
from companion.games.atlantis_rising.rules.acts import (
    Activate,
    AllPlaced,
    BeginWrath,
    Build,
    DrawMisfortune,
    EndActions,
    EndMisfortunes,
    LeaveUnbuilt,
    MoveWrath,
    PassMarker,
    Place,
    TakeUp,
)
from companion.games.atlantis_rising.rules.decisions import Roll, Spend
from companion.games.atlantis_rising.state.ground import TILES
from companion.games.atlantis_rising.state.model import Phase
from tests.companion.games.atlantis_rising.play import (
    HILLS,
    RED,
    after,
    all_acted,
    automaton,
    follower,
    leader,
    offered,
)
from tests.companion.games.atlantis_rising.tables import (
    all_on_centre,
    calm,
    energy_of,
    followers_of,
    kinds,
    next_round,
    pool,
    prepared,
    refusal,
    table_of,
    with_hologram,
)

QUIET = {"councilors.scholar.effect": {"op": "none"}}


@pytest.mark.rule("A-144", "A-145", "A-146", "A-147", "A-149", "A-159")
def test_s_05_the_first_round_alone_at_level_5() -> None:
    state = prepared(1, 5, data=QUIET)
    assert kinds(pool(state)) == {"leader": 1, "follower": 4, "hologram": 1, "automaton": 1}
    assert state.table.supply == (3,)  # seven followers in all, the most
    assert state.table.misfortunes.count == 58
    assert CALM not in dict(state.table.misfortunes.cards)
    assert energy_of(state, RED) == 1
    assert len(state.table.stack) == 9
    first, second = state.table.stack[:2]
    state = with_hologram(state, first, second)
    assert (len(state.table.stack), state.table.stack_discards) == (7, (second,))
    state = all_on_centre(state)
    for _ in range(4):
        state = after(state, DrawMisfortune("basic_hills"))
    assert refusal(state, DrawMisfortune("basic_hills")) == "A-045"
    assert state.table.dry[HILLS] == 2
    state = all_acted(after(state, EndMisfortunes()))
    earned = energy_of(state, RED)
    assert earned == 1 + 6  # the Leader, four followers and the Hologram stand on the centre
    state = after(state, EndActions(), BeginWrath(), MoveWrath(), PassMarker())
    assert state.table.stack_discards == (second, first)
    assert (state.table.round, energy_of(state, RED)) == (2, earned + 1)
    assert state.table.phase is Phase.REVEAL


@pytest.mark.rule("A-147", "A-148")
def test_the_energy_of_a_round_comes_although_the_counter_stays() -> None:
    """Q-30: the round spaces of the track are a reminder."""
    state = table_of(1, data={"wrath.values": (0,)}, pieces=(leader(RED, "build_1"),))
    assert energy_of(next_round(state), RED) == 1


H2 = "hills_2"
SOLO: dict[str, Any] = {
    "peninsula.hills.spaces": (2,) * 6,
    "peninsula.hills.number": (5,) * 6,
    "peninsula.mountains.spaces": (1,) * 6,
    "peninsula.cities.spaces": (1,) * 6,
    "peninsula.cities.number": (8,) * 6,
    "wrath.values": (1,),
}


@pytest.mark.rule("A-152", "A-150")
def test_s_30_the_automaton_adds_two_to_a_roll_beside_it() -> None:
    state = table_of(1, data=SOLO, pieces=(follower(RED, H2), automaton(RED, H2, 1)))
    act = Activate(RED, "follower", H2, 0)
    assert after(state, act, Roll((3,))).table.reserves[RED] == Price(gold=1)  # 3 + 2 = 5
    assert after(state, act, Roll((2,))).table.reserves[RED] == Price()
    assert refusal(state, Activate(RED, "automaton", H2, 1)) == "A-151"


@pytest.mark.rule("A-152")
def test_it_helps_on_no_other_tile() -> None:
    state = table_of(1, data=SOLO, pieces=(follower(RED, H2), follower(RED, "hills_3"), automaton(RED, "hills_3", 1)))
    assert after(state, Activate(RED, "follower", H2, 0), Roll((4,))).table.reserves[RED] == Price()


@pytest.mark.rule("A-067", "A-154")
def test_s_30_beside_it_a_leader_rolls_two_dice_in_the_cities() -> None:
    state = table_of(
        1,
        data=SOLO,
        pieces=(leader(RED, "cities_3"), automaton(RED, "cities_3")),
        owned={RED: Price(energy=1)},
        supply=(3,),
    )
    state = after(state, Activate(RED, "leader", "cities_3", 0), Roll((2, 2)))  # 2 + 2 + 2 + 1 = 7
    assert state.table.steps
    state = after(state, Spend(RED, 0, 1))
    assert (energy_of(state, RED), followers_of(state, RED), state.table.supply) == (0, 1, (2,))


@pytest.mark.rule("A-153")
def test_s_30_it_may_not_stand_alone_anywhere() -> None:
    state = table_of(1, Phase.PLACE, data=SOLO, pieces=(automaton(RED), follower(RED, "mountains_6")))
    assert not offered(state, Place)
    for place in (*TILES, "centre", "build_1"):
        rule = refusal(state, Place(RED, "automaton", place, 0))
        assert rule == ("A-026" if place == "mountains_6" else "A-153"), place


@pytest.mark.rule("A-153")
def test_whoever_stands_beside_it_stays_there() -> None:
    state = table_of(1, Phase.PLACE, data=SOLO, pieces=(automaton(RED), follower(RED, H2)))
    assert {act.place for act in offered(state, Place)} == {H2}
    state = after(state, Place(RED, "automaton", H2, 1))
    assert refusal(state, TakeUp(RED, "follower", H2, 0)) == "A-024"
    assert refusal(state, TakeUp(RED, "automaton", H2, 1)) == ""
    state = after(state, AllPlaced())
    assert state.table.phase is Phase.MISFORTUNE


@pytest.mark.rule("A-151")
def test_it_builds_nothing_alone() -> None:
    """Q-53: left alone on a build space."""
    pieces = (automaton(RED, "build_1"), follower(RED, "centre"))
    state = table_of(1, pieces=pieces, owned={RED: Price(9, 9, 0, 9)}, components={"a_5": 0})
    assert not any(act.place == "build_1" for act in offered(state, Activate))
    assert offered(state, Build, LeaveUnbuilt) == [LeaveUnbuilt("build_1")]


@pytest.mark.rule("A-151")
def test_left_alone_on_a_tile_it_does_nothing() -> None:
    state = table_of(1, data=SOLO, pieces=(automaton(RED, H2), follower(RED, "centre")))
    assert [act.place for act in offered(state, Activate)] == ["centre"]


@pytest.mark.rule("A-149")
def test_alone_one_draws_four_misfortunes() -> None:
    state = table_of(1, Phase.MISFORTUNE, pieces=(leader(RED, "centre"),))
    assert calm(state).table.drawn == 4
