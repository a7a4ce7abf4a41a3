"""Forges and centre by the ledger: one ore for each Atlantean, one energy for each (A-085 to A-089)."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.data.contents import SHIPPED, Price
from companion.games.atlantis_rising.rules.acts import Activate
from companion.games.atlantis_rising.rules.decisions import LetLie, Roll, Spend
from companion.games.atlantis_rising.state.model import AtlantisState
from tests.companion.games.atlantis_rising.play import BLUE, RED, after, automaton, follower, leader, offered, volunteer
from tests.companion.games.atlantis_rising.tables import energy_of, refusal, table_of

FORGE = {"peninsula.forges.number": (2,) * 6, "peninsula.forges.spaces": (3,) * 6}


def forging(state: AtlantisState, *spaces: int) -> AtlantisState:
    return after(state, *(Activate(BLUE, "follower", "forges_1", space) for space in spaces))


@pytest.mark.rule("A-085", "A-086")
def test_s_23_without_ore_the_third_gives_nothing() -> None:
    pieces = [follower(BLUE, "forges_1", space) for space in range(3)]
    state = table_of(data=FORGE, pieces=pieces, owned={BLUE: Price(ore=2)})
    assert forging(state, 0).table.reserves[BLUE] == Price(ore=1, atlantium=2)
    state = forging(state, 0, 1, 2)
    assert state.table.reserves[BLUE] == Price(atlantium=4)
    assert not offered(state, Activate)


@pytest.mark.rule("A-058", "A-085", "A-086")
def test_s_23_ore_of_the_mountains_is_changed_in_the_same_round() -> None:
    pieces = [*(follower(BLUE, "forges_1", space) for space in range(3)), follower(BLUE, "mountains_1")]
    state = table_of(data={**FORGE, "peninsula.mountains.number": (4,) * 6}, pieces=pieces, owned={BLUE: Price(ore=2)})
    state = after(state, Activate(BLUE, "follower", "mountains_1", 0), Roll((4,)))
    assert state.table.reserves[BLUE] == Price(ore=3)
    assert forging(state, 0, 1, 2).table.reserves[BLUE] == Price(atlantium=6)


@pytest.mark.rule("A-061", "A-062", "A-095")
def test_s_17_energy_is_personal() -> None:
    state = table_of(
        data={"peninsula.hills.number": (4,) * 6},
        pieces=(follower(RED, "hills_1"),),
        owned={RED: Price(energy=1), BLUE: Price(energy=4)},
    )
    state = after(state, Activate(RED, "follower", "hills_1", 0), Roll((2,)))
    assert refusal(state, Spend(BLUE, 0, 2)) == "A-062"
    assert refusal(state, Spend(RED, 0, 2)) == "A-061"
    assert offered(state, Spend) == [Spend(RED, 0, 1)]
    paid = after(state, Spend(RED, 0, 1))
    assert paid.table.reserves[RED] == Price()
    left = after(state, LetLie())
    assert left.table.reserves[RED] == Price(energy=1)
    for end in (paid, left):
        assert not end.table.steps
        assert energy_of(end, BLUE) == 4


@pytest.mark.rule("A-089", "A-123")
def test_s_26_each_on_the_centre_gives_its_owner_one_energy() -> None:
    pieces = (leader(RED, "centre"), follower(RED, "centre"), volunteer(RED, "centre"), follower(BLUE, "centre"))
    state = table_of(pieces=pieces)
    for kind in ("leader", "follower", "volunteer"):
        state = after(state, Activate(RED, kind, "centre", 0))
    assert (energy_of(state, RED), energy_of(state, BLUE)) == (3, 0)
    assert refusal(state, Activate(RED, "volunteer", "centre", 0)) == "A-046"


@pytest.mark.rule("A-150", "A-151")
def test_s_26_the_automaton_gains_nothing_on_the_centre() -> None:
    state = table_of(1, pieces=(leader(RED, "centre"), automaton(RED, "centre")))
    assert offered(state, Activate) == [Activate(RED, "leader", "centre", 0)]
    assert refusal(state, Activate(RED, "automaton", "centre", 0)) == "A-151"
    state = after(state, Activate(RED, "leader", "centre", 0))
    assert energy_of(state, RED) == 1
    assert not offered(state, Activate)


@pytest.mark.rule("A-087")
def test_forges_are_worth_one_or_more_and_not_less_toward_the_coast() -> None:
    rates = [SHIPPED.peninsula["forges"].number_at(ring, 0) for ring in range(1, 7)]
    assert rates == sorted(rates)
    assert rates[0] >= 1


@pytest.mark.rule("A-088")
def test_no_component_costs_ore() -> None:
    assert [name for name, each in SHIPPED.components.items() if each.cost.ore] == []
