"""What councilors do, by the ledger's vocabulary of effects (4.3): where, how often, and for whom (A-048, A-049)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import NO_PRICE, Price
from companion.games.atlantis_rising.rules.acts import Activate, Build, DrawMisfortune, EndMisfortunes, Place
from companion.games.atlantis_rising.rules.decisions import DrawCard, Keep, LetLie, Reroll, Roll, Spend
from companion.games.atlantis_rising.state.ground import number
from companion.games.atlantis_rising.state.model import AtlantisState, Phase
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    after,
    follower,
    hologram,
    leader,
    offered,
    taken,
)
from tests.companion.games.atlantis_rising.positions import deck
from tests.companion.games.atlantis_rising.tables import energy_of, next_round, pool, refusal, table_of

NAME = "councilor_9"
"""Red's councilor, with the ability that a test gives it."""
HILL = "hills_2"
HILLS = {"peninsula.hills.number": (5,) * 6, "peninsula.hills.spaces": (3,) * 6, "wrath.values": (0,)}


def able(op: str, pieces: Any, effect: Mapping[str, Any] | None = None, **more: Any) -> AtlantisState:
    """A table at which Red's councilor does this."""
    data = {**HILLS, f"councilors.{NAME}.effect": {"op": op, **(effect or {})}, **more.pop("data", {})}
    return table_of(data=data, pieces=pieces, councilors={RED: NAME}, **more)


@pytest.mark.rule("A-048", "A-049")
def test_number_minus_helps_all_on_the_tile_and_nobody_elsewhere() -> None:
    """Q-39: near is the same tile."""
    state = able("number_minus", (leader(RED, HILL), follower(BLUE, HILL, 1), follower(BLUE, "hills_3")), {"n": 2})
    assert [number(state.table, BLUE, place) for place in (HILL, "hills_3")] == [3, 5]
    state = after(state, Activate(RED, "leader", HILL, 0), Roll((3,)))
    state = after(state, Activate(BLUE, "follower", HILL, 1), Roll((3,)))
    state = after(state, Activate(BLUE, "follower", "hills_3", 0), Roll((3,)))
    assert [each.gold for each in state.table.reserves] == [1, 1, 0, 0]


GATE = "build_1"
COST = {"components.a_5.cost": {"gold": 2, "crystal": 1, "atlantium": 0, "energy": 1}}


def building(*pieces: Any, n: int = 1, **cost: int) -> AtlantisState:
    """Red and whoever else is named stand on the gate, each with plenty."""
    data = {"components.a_5.cost": {**COST["components.a_5.cost"], **cost}}
    plenty = dict.fromkeys(range(4), Price(5, 5, 0, 5, 5))
    return able("cost_minus", pieces, {"n": n}, data=data, components={"a_5": 0}, owned=plenty)


def shares(*prices: Price) -> tuple[Price, ...]:
    return (*prices, *(NO_PRICE,) * (4 - len(prices)))


@pytest.mark.rule("A-049", "A-103")
@pytest.mark.parametrize(
    ("paid", "rule"),
    [
        (Price(gold=1, crystal=1, energy=1), ""),
        (Price(gold=2, energy=1), ""),
        (Price(gold=2, crystal=1, energy=1), ""),  # nobody has to make use of it
        (Price(gold=2, crystal=1), "A-106"),  # energy is no resource
        (Price(gold=1, energy=1), "A-106"),
    ],
)
def test_cost_minus_waives_a_resource_of_the_payers_choice(paid: Price, rule: str) -> None:
    assert refusal(building(leader(RED, GATE)), Build(GATE, "a_5", shares(paid))) == rule


@pytest.mark.rule("A-049", "A-103")
@pytest.mark.parametrize(("n", "total"), [(1, 3), (2, 2), (3, 1), (9, 1)])
def test_what_is_offered_waives_so_many_and_leaves_the_energy_to_be_paid(n: int, total: int) -> None:
    state = building(leader(RED, GATE), n=n)
    (act,) = offered(state, Build)
    assert sum(each.total for each in act.paid) == total
    assert sum(each.energy for each in act.paid) == 1
    assert refusal(state, act) == ""


@pytest.mark.rule("A-049")
def test_cost_minus_works_on_its_build_space_alone() -> None:
    state = building(leader(RED, "build_2"), follower(BLUE, GATE))
    assert refusal(state, Build(GATE, "a_5", shares(NO_PRICE, Price(gold=1, crystal=1, energy=1)))) == "A-106"
    assert refusal(state, Build("build_2", "a_5", shares(Price(gold=1, crystal=1, energy=1)))) == ""


@pytest.mark.rule("A-049", "A-106")
def test_something_is_always_paid() -> None:
    state = building(leader(RED, GATE), n=9, energy=0)
    assert refusal(state, Build(GATE, "a_5", shares(NO_PRICE))) == "A-106"
    assert refusal(state, Build(GATE, "a_5", shares(Price(gold=1)))) == ""
    assert all(sum(each.total for each in act.paid) >= 1 for act in offered(state, Build))


@pytest.mark.rule("A-049", "A-171")
def test_reroll_once_in_the_wild() -> None:
    """Q-55: one die, once; Q-14: what was spent on it is lost."""
    pieces = (leader(RED, HILL), follower(BLUE, HILL, 1))
    state = able("reroll_once", pieces, owned={BLUE: Price(energy=2)})
    state = after(state, Activate(BLUE, "follower", HILL, 1), Roll((2,)), Spend(BLUE, 0, 1))
    assert offered(state, Reroll) == [Reroll(RED, (0,))]
    assert refusal(state, Reroll(BLUE, (0,))) == "A-171"
    state = after(state, Reroll(RED, (0,)))
    assert refusal(state, LetLie()) == "A-058"
    state = after(state, Roll((3,)))  # 3 < 5: the energy of before does not count
    assert refusal(state, Reroll(RED, (0,))) == "A-171"
    assert offered(state, Spend) == [Spend(BLUE, 0, 1)]
    state = after(state, Spend(BLUE, 0, 1))
    assert state.table.reserves[BLUE] == Price()
    assert not state.table.steps


@pytest.mark.rule("A-049")
def test_extra_atlantean_makes_room_for_one_more() -> None:
    pieces = (leader(RED, HILL), follower(RED, HILL, 1), follower(RED, HILL, 2), follower(BLUE), follower(BLUE))
    state = able("extra_atlantean", pieces, phase=Phase.PLACE)
    place = Place(BLUE, "follower", HILL, 3)
    assert place in offered(state, Place)
    state = after(state, place)
    assert refusal(state, place) == "A-026"
    alone = able("none", pieces, phase=Phase.PLACE)
    assert refusal(alone, place) == "A-026"
    acting = able("extra_atlantean", (*pieces[:3], follower(BLUE, HILL, 3)))
    acting = after(acting, Activate(BLUE, "follower", HILL, 3), Roll((5,)))
    assert acting.table.reserves[BLUE] == Price(gold=1)


@pytest.mark.rule("A-032", "A-049")
def test_may_use_flooded_tile_with_others_beside_it() -> None:
    state = able("may_use_flooded_tile", (leader(RED), follower(BLUE)), phase=Phase.PLACE, dry={1: 4})
    assert refusal(state, Place(BLUE, "follower", "hills_6", 0)) == "A-032"
    state = after(state, Place(RED, "leader", "hills_6", 0), Place(BLUE, "follower", "hills_6", 1))
    acting = able(
        "may_use_flooded_tile", (leader(RED, "hills_6"), follower(BLUE, "hills_6", 1)), dry={1: 4}, data={**HILLS}
    )
    acting = after(acting, Activate(BLUE, "follower", "hills_6", 1), Roll((5,)))
    assert acting.table.reserves[BLUE] == Price(gold=1)


@pytest.mark.rule("A-041", "A-049")
def test_act_although_flooded_lets_all_on_the_tile_stay_and_act() -> None:
    tip = "hills_6"
    pieces = (leader(RED, tip), follower(BLUE, tip, 1), follower(YELLOW, "hills_5"))
    cards = deck("basic_hills", "basic_hills", "calm_seas", "calm_seas")
    state = able("act_although_flooded", pieces, phase=Phase.MISFORTUNE, misfortunes=cards)
    state = after(state, DrawMisfortune("basic_hills"))
    assert state.table.dry[1] == 5
    assert pool(state) == []
    state = after(state, DrawMisfortune("basic_hills"))
    assert pool(state) == [follower(YELLOW)]
    state = after(state, *(DrawMisfortune("calm_seas"),) * 2, EndMisfortunes())
    state = after(state, Activate(BLUE, "follower", tip, 1), Roll((5,)))
    assert state.table.reserves[BLUE] == Price(gold=1)


ON_CENTRE = (leader(RED, "centre"), follower(RED, "centre"), follower(BLUE, "centre"))


@pytest.mark.rule("A-049", "A-089")
@pytest.mark.parametrize(("per", "energy"), [("", 4), ("atlantean", 6)])
def test_extra_energy_at_the_centre_once_a_round_or_for_each(per: str, energy: int) -> None:
    """Red's two gain 1 each; 2 more once, or with each. Blue gains 1."""
    state = able("extra_energy_at_centre", ON_CENTRE, {"n": 2, "per": per})
    for act in (Activate(RED, "leader", "centre", 0), Activate(RED, "follower", "centre", 0)):
        state = after(state, act)
    state = after(state, Activate(BLUE, "follower", "centre", 0))
    assert (energy_of(state, RED), energy_of(state, BLUE)) == (energy, 1)


@pytest.mark.rule("A-049")
def test_extra_energy_comes_anew_each_round() -> None:
    state = able("extra_energy_at_centre", (leader(RED, "centre"),))
    state = next_round(after(state, Activate(RED, "leader", "centre", 0)))
    assert energy_of(state, RED) == 2
    assert state.table.used == ()


@pytest.mark.rule("A-049", "A-060")
def test_extra_resource_on_the_first_success_of_the_tile_to_its_roller() -> None:
    pieces = (leader(RED, HILL), follower(BLUE, HILL, 1), follower(GREEN, "hills_3"))
    state = able("extra_resource", pieces)
    state = after(state, Activate(GREEN, "follower", "hills_3", 0), Roll((6,)))
    state = after(state, Activate(BLUE, "follower", HILL, 1), Roll((6,)))
    state = after(state, Activate(RED, "leader", HILL, 0), Roll((6,)))
    assert [each.gold for each in state.table.reserves] == [1, 2, 0, 1]


@pytest.mark.rule("A-049", "A-142")
def test_the_holograms_ability_of_once_a_round_is_counted_apart() -> None:
    data = {**HILLS, "councilors.priest.effect": {"op": "extra_resource"}}
    data |= {"councilors.explorer.effect": {"op": "extra_resource"}}
    pieces = (leader(RED, HILL), hologram(RED, "hills_3"))
    state = table_of(2, data=data, pieces=pieces, councilors={RED: "explorer"}, hologram="priest")
    state = after(state, Activate(RED, "leader", HILL, 0), Roll((6,)))
    state = after(state, Activate(RED, "hologram", "hills_3", 0), Roll((6,)))
    assert state.table.reserves[RED] == Price(gold=4)


SHELF = {"peninsula.libraries.icon": ("one_discard",) * 6, "peninsula.libraries.spaces": (2,) * 6}


def reading(state: AtlantisState) -> AtlantisState:
    """Blue's follower draws two cards."""
    state = after(state, Activate(BLUE, "follower", "libraries_1", 1))
    return after(state, DrawCard(BLUE, "energy"), DrawCard(BLUE, "resource"))


@pytest.mark.rule("A-049", "A-076")
def test_keep_extra_card_of_each_draw_on_the_tile() -> None:
    pieces = (leader(RED, "libraries_1"), follower(BLUE, "libraries_1", 1))
    state = able("keep_extra_card", pieces, data=SHELF, library=deck("energy", "resource"))
    state = taken(reading(state))
    assert state.table.hands[BLUE] == ("energy", "resource")
    assert state.table.reserves[BLUE] == Price()
    away = able("keep_extra_card", (leader(RED, "hills_1"), pieces[1]), data=SHELF, library=deck("energy", "resource"))
    assert {act.cards for act in offered(reading(away), Keep)} == {("energy",), ("resource",)}


@pytest.mark.rule("A-084", "A-076")
def test_an_artifact_may_keep_a_further_card_of_its_owner() -> None:
    data = {**SHELF, "artifacts.artifact_2.effect": {"op": "keep_extra_card"}}
    pieces = (follower(BLUE, "libraries_1", 1),)
    lying = deck("energy", "resource")
    mine = table_of(data=data, pieces=pieces, hands={BLUE: ("artifact_2",)}, library=lying)
    assert taken(reading(mine)).table.hands[BLUE] == ("artifact_2", "energy", "resource")
    anothers = table_of(data=data, pieces=pieces, hands={RED: ("artifact_2",)}, library=lying)
    assert len(offered(reading(anothers), Keep)) == 2
