"""Whole rounds, their actions, and what is built within one: E-07, E-08, S-33 and the rules A-022, A-046 to A-050."""

from __future__ import annotations

from itertools import permutations

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import NO_PRICE, Price
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
)
from companion.games.atlantis_rising.rules.decisions import ChooseFlood
from companion.games.atlantis_rising.state.model import CENTRE, POOL, AtlantisAction, Built, Phase
from companion.games.core import Seat
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    LIBRARIES,
    MOUNTAINS,
    PURPLE,
    RED,
    YELLOW,
    after,
    all_acted,
    follower,
    leader,
    offered,
)
from tests.companion.games.atlantis_rising.positions import asked, fenced, in_pool, position, refused_by, there

ACT = Phase.ACTIONS
END_OF_ROUND = (EndActions(), BeginWrath(), MoveWrath(), PassMarker())


@pytest.mark.rule("A-022", "A-034", "A-045", "A-050", "A-054", "A-056")
def test_s_33_a_whole_round_of_six() -> None:
    """P6 begins; wrath [0, 1, 2, 3] on its second space; the barrier stands at the Cities."""
    state = position(6, data={"wrath.values": (0, 1, 2, 3)}, wrath=1, starter=PURPLE, barriers=["cities"], rest=CENTRE)
    state = after(state, AllPlaced())
    drawn = list[Seat]()
    for card in ("calm_seas", "basic_hills", "basic_hills", "controlled_flood", "calm_seas", "basic_cities"):
        drawn += asked(state).seats
        state = after(state, DrawMisfortune(card))
        if card == "controlled_flood":
            assert asked(state).seats == (YELLOW,)
            state = after(state, ChooseFlood(LIBRARIES))
    assert drawn == [5, 0, 1, 2, 3, 4]
    assert (state.table.dry, fenced(state)) == ((6, 4, 6, 6, 5, 6), ())
    state = all_acted(after(state, EndMisfortunes()))
    state = after(state, EndActions(), BeginWrath(), ChooseFlood(MOUNTAINS), MoveWrath())
    assert (state.table.dry, sum(state.table.dry)) == ((5, 4, 6, 6, 5, 6), 32)
    assert state.table.wrath == 2
    state = after(state, PassMarker())
    assert (state.table.starter, state.table.round, state.table.phase) == (RED, 3, Phase.PLACE)
    assert len(there(state, POOL)) == len(state.table.atlanteans) == 18


@pytest.mark.rule("A-022")
def test_no_phase_is_skipped() -> None:
    state = position(4, rest=CENTRE)
    course: tuple[AtlantisAction, ...] = (
        AllPlaced(),
        *[DrawMisfortune("calm_seas")] * 4,
        EndMisfortunes(),
        *END_OF_ROUND,
    )
    assert refused_by(state, EndMisfortunes()) == "A-034"
    assert refused_by(state, EndActions()) == "A-046"
    assert refused_by(state, BeginWrath()) == "A-051"
    phases = [state.table.phase]
    for act in course:
        state = after(all_acted(state) if act == EndActions() else state, act)
        phases += [state.table.phase] if state.table.phase is not phases[-1] else []
    assert phases[:4] == [Phase.PLACE, Phase.MISFORTUNE, Phase.ACTIONS, Phase.WRATH]
    assert phases[-1] is Phase.PLACE


@pytest.mark.rule("A-046", "A-047")
def test_the_order_of_actions_is_free_across_players() -> None:
    state = position(4, ACT, placed={CENTRE: [leader(RED), follower(BLUE)], "forges_1": [follower(YELLOW)]})
    acts = (
        Activate(RED, "leader", CENTRE, 0),
        Activate(BLUE, "follower", CENTRE, 0),
        Activate(YELLOW, "follower", "forges_1", 0),
    )
    assert set(acts) <= set(offered(state))
    ends = {
        (after(state, *order).table.atlanteans, after(state, *order).table.reserves) for order in permutations(acts)
    }
    assert len(ends) == 1


@pytest.mark.rule("A-046", "A-050")
def test_each_atlantean_acts_once_and_all_return_at_the_end() -> None:
    state = position(4, ACT, placed={CENTRE: [leader(RED)], "hills_1": [follower(RED)]})
    act = Activate(RED, "leader", CENTRE, 0)
    state = after(state, act)
    assert refused_by(state, act) == "A-046"
    assert refused_by(state, Activate(BLUE, "leader", CENTRE, 0)) == "A-046"
    assert refused_by(state, EndActions()) == "A-046"
    state = after(all_acted(state), EndActions())
    assert in_pool(state, RED) == {"leader": 1, "follower": 2}
    assert not any(each.acted for each in state.table.atlanteans)


@pytest.mark.rule("A-046", "A-050", "A-085", "A-103", "A-111")
def test_the_actions_end_while_only_those_are_left_who_need_not_act() -> None:
    """Ore may be kept, a component need not be used nor built, and one of two in the Cities can do nothing."""
    placed = {
        "forges_1": [follower(RED)],
        "mystic_siphon": [leader(RED)],
        "build_1": [leader(BLUE)],
        "cities_1": [follower(BLUE)],
        "libraries_1": [follower(YELLOW)],
    }
    owned, built = {RED: Price(ore=1)}, {"mystic_siphon": 1}
    state = position(4, ACT, placed=placed, reserves=owned, built=built, forbidden=("libraries",))
    state = all_acted(state)
    assert {act.place for act in offered(state, Activate)} == {"forges_1", "mystic_siphon", "libraries_1"}
    assert after(state, EndActions()).table.phase is Phase.WRATH
    allowed = replace(state, table=replace(state.table, forbidden=()))
    assert refused_by(allowed, EndActions()) == "A-046"


@pytest.mark.rule("A-048")
def test_a_leader_acts_like_a_follower() -> None:
    state = position(4, ACT, placed={CENTRE: [leader(RED), follower(BLUE)]})
    state = after(state, Activate(RED, "leader", CENTRE, 0), Activate(BLUE, "follower", CENTRE, 0))
    assert [reserve.energy for reserve in state.table.reserves] == [1, 1, 0, 0]


@pytest.mark.rule("A-049")
def test_a_councilors_ability_helps_its_players_leader_alone_where_it_stands() -> None:
    effect = {"councilors.explorer.effect.op": "number_minus", "councilors.explorer.effect.n": 5}
    data = {**effect, "peninsula.hills.number.0": 5, "peninsula.hills.number.1": 5}
    placed = {"hills_1": [leader(RED), follower(BLUE)], "hills_2": [follower(RED)]}
    state = position(4, ACT, data=data, councilors={RED: "explorer"}, placed=placed)
    assert not after(state, Activate(BLUE, "follower", "hills_1", 1)).table.steps
    assert after(state, Activate(RED, "follower", "hills_2", 0)).table.steps


@pytest.mark.rule("A-031", "A-103", "A-107", "A-109", "A-111")
def test_e_07_three_players_build_the_spirit_seal_together() -> None:
    state = position(
        4,
        ACT,
        placed={"build_1": [follower(RED), follower(BLUE), follower(YELLOW)]},
        reserves={RED: Price(gold=2), BLUE: Price(gold=2), YELLOW: Price(crystal=1, atlantium=3)},
        data={f"components.spirit_seal.cost.{name}": n for name, n in (("gold", 3), ("crystal", 1), ("atlantium", 2))},
        blueprint=["spirit_seal"],
    )
    paid = (Price(gold=1), Price(gold=2), Price(crystal=1, atlantium=2), NO_PRICE)
    state = after(state, Build("build_1", "spirit_seal", paid))
    assert state.table.reserves == (Price(gold=1), NO_PRICE, Price(atlantium=1), NO_PRICE)
    assert Built("spirit_seal", 2) in state.table.blueprint
    assert there(state, "build_1") == []
    assert [in_pool(state, seat)["follower"] for seat in range(4)] == [2, 2, 2, 2]
    assert refused_by(state, Place(RED, "follower", "spirit_seal", 0)) == "A-023"
    state = after(all_acted(state), *END_OF_ROUND)
    assert there(after(state, Place(RED, "follower", "spirit_seal", 0)), "spirit_seal") == [(RED, "follower")]
    assert refused_by(state, Place(RED, "follower", "build_3", 0)) == "A-031"


@pytest.mark.rule("A-105", "A-106", "A-107")
def test_e_08_nothing_is_built_where_those_there_cannot_pay() -> None:
    state = position(
        4,
        ACT,
        placed={"build_2": [follower(RED)]},
        reserves={RED: Price(crystal=1), BLUE: Price(crystal=3)},
        data={"components.solar_matrix.cost.crystal": 2},
        blueprint=["solar_matrix"],
    )
    assert not offered(state, Build)
    helped = (Price(crystal=1), Price(crystal=1), NO_PRICE, NO_PRICE)
    assert refused_by(state, Build("build_2", "solar_matrix", helped)) == "A-105"
    alone = (Price(crystal=1), NO_PRICE, NO_PRICE, NO_PRICE)
    assert refused_by(state, Build("build_2", "solar_matrix", alone)) == "A-106"
    assert refused_by(state, Build("build_1", "solar_matrix", alone)) == "A-102"
    state = after(state, LeaveUnbuilt("build_2"))
    assert (there(state, "build_2"), state.table.reserves[RED]) == ([], Price(crystal=1))
    assert refused_by(state, LeaveUnbuilt("build_2")) == "A-102"
