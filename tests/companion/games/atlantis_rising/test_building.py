"""Building on the Cosmic Gate by the ledger: who pays, what is built, and what it gives (A-102 to A-111, A-117)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import CONTROLLED, NO_PRICE, POWER_CORE, Price
from companion.games.atlantis_rising.rules.acts import Activate, Build, DrawMisfortune, EndActions, LeaveUnbuilt, Place
from companion.games.atlantis_rising.rules.decisions import ChooseFlood, GiveBenefit, PlaceBarrier
from companion.games.atlantis_rising.state.model import AtlantisState, Phase
from companion.games.core import Seat
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    FORGES,
    GREEN,
    HILLS,
    RED,
    YELLOW,
    after,
    follower,
    leader,
    offered,
    volunteer,
)
from tests.companion.games.atlantis_rising.tables import pool, prepared, refusal, table_of

GATE, OTHER = "build_1", "build_2"
GOLD = Price(gold=1)


def paid(**by_seat: Price) -> tuple[Price, ...]:
    """What the four pay, as `red=Price(gold=1)`."""
    return tuple(by_seat.get(name, NO_PRICE) for name in ("red", "blue", "yellow", "green"))


def costing(name: str, **cost: int) -> dict[str, Any]:
    """Data: what a component costs."""
    return {f"components.{name}.cost": {"gold": 0, "crystal": 0, "atlantium": 0, **cost}}


def giving(name: str, *effects: dict[str, Any]) -> dict[str, Any]:
    """Data: what a component gives when it is built, and a price of one gold."""
    return {**costing(name, gold=1), f"components.{name}.on_build": list(effects)}


def owners(*seats: Seat) -> dict[Seat, Price]:
    """Each of them owns one gold."""
    return dict.fromkeys(seats, GOLD)


BUILD_A5 = Build(GATE, "a_5", paid(red=GOLD))


@pytest.mark.rule("A-102")
def test_s_40_without_an_atlantean_on_a_build_space_nothing_is_built() -> None:
    state = table_of(data=costing("a_5", gold=1), owned=owners(RED), components={"a_5": 0})
    assert not offered(state, Build, LeaveUnbuilt)
    assert refusal(state, BUILD_A5) == "A-102"
    assert refusal(state, LeaveUnbuilt(GATE)) == "A-102"
    assert refusal(state, Build("hills_1", "a_5", paid(red=GOLD))) == "A-102"


@pytest.mark.rule("A-103", "A-107", "A-109")
def test_each_on_the_space_may_pay_a_part_and_all_return() -> None:
    pieces = (leader(RED, GATE), follower(BLUE, GATE), follower(BLUE, GATE), volunteer(YELLOW, GATE))
    state = table_of(
        data=costing("spirit_seal", gold=3, crystal=1, atlantium=2),
        pieces=pieces,
        owned={RED: Price(gold=2), BLUE: Price(gold=2, crystal=1), YELLOW: Price(atlantium=3)},
        components={"spirit_seal": 0, "a_5": 0},
    )
    shares = paid(red=Price(gold=1), blue=Price(gold=2, crystal=1), yellow=Price(atlantium=2))
    state = after(state, Build(GATE, "spirit_seal", shares))
    assert state.table.reserves == (Price(gold=1), NO_PRICE, Price(atlantium=1), NO_PRICE)
    assert [(each.component, each.round) for each in state.table.blueprint] == [
        ("spirit_seal", 3),
        ("a_5", 0),
        (POWER_CORE, 0),
    ]
    assert len(pool(state)) == 4


@pytest.mark.rule("A-104")
def test_a_build_space_builds_once_a_round() -> None:
    state = table_of(
        data={**giving("a_5", {"op": "none"}), **costing("b_3", gold=1)},
        pieces=(follower(RED, GATE), follower(RED, OTHER)),
        owned={RED: Price(gold=3)},
        components={"a_5": 0, "b_3": 0},
    )
    state = after(state, BUILD_A5)
    assert refusal(state, Build(GATE, "b_3", paid(red=GOLD))) == "A-102"
    assert refusal(state, Build(OTHER, "a_5", paid(red=GOLD))) == "A-010"  # it is built
    assert refusal(state, Build(OTHER, "b_3", paid(red=GOLD))) == ""


@pytest.mark.rule("A-105")
def test_whoever_stands_elsewhere_pays_nothing() -> None:
    state = table_of(
        data=costing("a_5", gold=1),
        pieces=(follower(RED, GATE), follower(BLUE, OTHER)),
        owned=owners(BLUE),
        components={"a_5": 0},
    )
    assert refusal(state, Build(GATE, "a_5", paid(blue=GOLD))) == "A-105"
    assert offered(state, Build) == [Build(OTHER, "a_5", paid(blue=GOLD))]


@pytest.mark.rule("A-103", "A-106")
@pytest.mark.parametrize(
    ("shares", "rule"),
    [
        (paid(), "A-106"),
        (paid(red=Price(gold=1)), "A-106"),
        (paid(red=Price(gold=2), blue=Price(gold=1)), "A-106"),
        (paid(red=Price(gold=1, energy=1)), "A-106"),
        (paid(red=Price(gold=3), blue=Price(gold=-1)), "A-103"),
        ((Price(gold=2),), "A-103"),
        (paid(blue=Price(gold=2)), "A-106"),  # Blue has but one
        (paid(red=Price(gold=2)), ""),
        (paid(red=Price(gold=1), blue=Price(gold=1)), ""),
    ],
)
def test_the_price_is_paid_exactly(shares: tuple[Price, ...], rule: str) -> None:
    """Q-19."""
    state = table_of(
        data=costing("a_5", gold=2),
        pieces=(follower(RED, GATE), follower(BLUE, GATE)),
        owned={RED: Price(gold=3, energy=1), BLUE: Price(gold=1)},
        components={"a_5": 0},
    )
    assert refusal(state, Build(GATE, "a_5", shares)) == rule


@pytest.mark.rule("A-125")
def test_energy_counts_in_a_price_although_it_is_no_resource() -> None:
    price = Price(gold=1, crystal=2, ore=3, atlantium=4, energy=5)
    assert price.total == 15
    assert price.plus(price, -1) == NO_PRICE
    assert not price.plus(price, -2).is_whole


@pytest.mark.rule("A-106", "A-107")
def test_who_cannot_pay_or_does_not_want_to_returns_with_all_that_is_owned() -> None:
    """Q-20."""
    for owned in ({RED: Price(crystal=1)}, {RED: Price(crystal=2)}):
        state = table_of(
            data=costing("solar_matrix", crystal=2),
            pieces=(follower(RED, GATE), follower(BLUE, GATE)),
            owned=owned,
            components={"solar_matrix": 0},
        )
        assert bool(offered(state, Build)) is (owned[RED].crystal == 2)
        state = after(state, LeaveUnbuilt(GATE))
        assert state.table.reserves[RED] == owned[RED]
        assert pool(state) == [follower(RED), follower(BLUE)]
        assert refusal(state, LeaveUnbuilt(GATE)) == "A-102"
        assert not any(each.round for each in state.table.blueprint)


@pytest.mark.rule("A-108")
def test_a_build_space_waits_until_the_team_has_gathered() -> None:
    state = table_of(
        data=costing("a_5", energy=1, gold=0),
        pieces=(follower(RED, GATE), follower(RED, "centre")),
        components={"a_5": 0},
    )
    assert not offered(state, Build)
    state = after(state, Activate(RED, "follower", "centre", 0))
    assert offered(state, Build) == [Build(GATE, "a_5", paid(red=Price(energy=1)))]
    assert refusal(state, Activate(RED, "follower", GATE, 0)) == "A-103"


@pytest.mark.rule("A-030", "A-111")
@pytest.mark.parametrize(("built", "rule"), [(0, "A-030"), (3, "A-111"), (2, ""), (1, "")])
def test_its_spaces_open_in_the_round_after_it_was_built(built: int, rule: str) -> None:
    """Q-24, Q-25."""
    state = table_of(phase=Phase.PLACE, pieces=(follower(RED),), components={"mystic_siphon": built})
    assert refusal(state, Place(RED, "follower", "mystic_siphon", 0)) == rule


@pytest.mark.rule("A-110")
def test_what_it_gives_once_it_gives_at_once() -> None:
    data = giving("a_5", {"op": "gain_energy", "n": 2})
    state = table_of(data=data, pieces=(follower(RED, GATE),), owned=owners(RED), components={"a_5": 0})
    state = after(state, BUILD_A5)
    assert state.table.reserves[RED] == Price(energy=2)
    assert "A-110" in state.table.why


@pytest.mark.rule("A-110")
def test_of_several_who_paid_one_gets_what_it_gives() -> None:
    data = {**giving("a_5", {"op": "gain_energy", "n": 2}), "components.a_5.cost.gold": 2}
    state = table_of(
        data=data,
        pieces=(follower(RED, GATE), follower(BLUE, GATE), follower(GREEN, GATE)),
        owned=owners(RED, BLUE),
        components={"a_5": 0},
    )
    state = after(state, Build(GATE, "a_5", paid(red=GOLD, blue=GOLD)))
    assert offered(state, GiveBenefit) == [GiveBenefit(RED), GiveBenefit(BLUE)]
    assert refusal(state, GiveBenefit(GREEN)) == "A-110"
    state = after(state, GiveBenefit(BLUE))
    assert state.table.why == ("A-110",)
    assert state.table.reserves == (NO_PRICE, Price(energy=2), NO_PRICE, NO_PRICE)


@pytest.mark.rule("A-110")
def test_what_everybody_gets_needs_no_decision() -> None:
    data = {**giving("a_5", {"op": "gain_energy", "who": "each"}), "components.a_5.cost.gold": 2}
    pieces = (follower(RED, GATE), follower(BLUE, GATE))
    state = table_of(data=data, pieces=pieces, owned=owners(RED, BLUE), components={"a_5": 0})
    state = after(state, Build(GATE, "a_5", paid(red=GOLD, blue=GOLD)))
    assert [each.energy for each in state.table.reserves] == [1, 1, 1, 1]


def walled(**dry: int) -> AtlantisState:
    """Red builds what gives a barrier; Mountains, Hills and Forests have one, Cities and Libraries are depleted."""
    state = table_of(
        data=giving("a_5", {"op": "place_barrier"}),
        pieces=(follower(RED, GATE), follower(RED, "centre")),
        owned=owners(RED),
        components={"a_5": 0},
        dry={3: 0, 4: 0, FORGES: dry["forges"]},
        barriers=(0, 1, 2),
    )
    return after(state, BUILD_A5)


@pytest.mark.rule("A-097", "A-098")
def test_s_39_a_barrier_that_goes_nowhere_is_lost() -> None:
    state = walled(forges=0)
    assert not state.table.steps
    assert state.table.barriers == (0, 1, 2)
    assert state.table.blueprint[0].round == 3


@pytest.mark.rule("A-044", "A-097", "A-098", "A-100")
def test_s_39_a_barrier_is_placed_at_once_and_a_controlled_flood_goes_through_it() -> None:
    state = walled(forges=1)
    assert offered(state, PlaceBarrier) == [PlaceBarrier(FORGES)]
    assert refusal(state, PlaceBarrier(HILLS)) == "A-098"
    assert refusal(state, PlaceBarrier(3)) == "A-098"
    assert refusal(state, Activate(RED, "follower", "centre", 0)) == "A-046"
    state = after(state, PlaceBarrier(FORGES))
    assert state.table.barriers == (0, 1, 2, FORGES)
    later = table_of(phase=Phase.MISFORTUNE, dry={FORGES: 1}, barriers=state.table.barriers)
    later = after(later, DrawMisfortune(CONTROLLED), ChooseFlood(FORGES))
    assert later.table.barriers == (0, 1, 2)
    assert later.table.dry[FORGES] == 0


DOUBLE = {
    "components.d_2.spaces": {"kind": "double", "n": 1, "n5": 0},
    "components.d_2.on_activate": [{"op": "gain_energy", "n": 5}],
}


@pytest.mark.rule("A-112")
def test_s_40_one_alone_on_a_double_space_gives_nothing_and_returns() -> None:
    """Q-11."""
    state = table_of(level=3, data=DOUBLE, pieces=(follower(BLUE, "d_2"),), components={"d_2": 1})
    assert not offered(state, Activate)
    assert refusal(state, Activate(BLUE, "follower", "d_2", 0)) == "A-112"
    state = after(state, EndActions())
    assert pool(state) == [follower(BLUE)]
    assert state.table.reserves[BLUE] == NO_PRICE


@pytest.mark.rule("A-112")
def test_s_40_two_activate_it_once() -> None:
    pieces = (follower(BLUE, "d_2"), volunteer(RED, "d_2"))
    state = table_of(level=3, data=DOUBLE, pieces=pieces, components={"d_2": 1})
    state = after(state, Activate(RED, "volunteer", "d_2", 0))
    assert offered(state, GiveBenefit) == [GiveBenefit(RED), GiveBenefit(BLUE)]
    assert refusal(state, GiveBenefit(YELLOW)) == "A-110"
    state = after(state, GiveBenefit(BLUE))
    assert state.table.why == ("A-112",)
    assert [each.energy for each in state.table.reserves] == [0, 5, 0, 0]
    assert not offered(state, Activate)


@pytest.mark.rule("A-109", "A-117")
def test_the_power_core_lies_last_behind_nine_others() -> None:
    blueprint = prepared(4, 2).table.blueprint
    assert len(blueprint) == 10
    assert blueprint[-1].component == POWER_CORE
