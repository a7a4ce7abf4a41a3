"""Barriers and dry tiles for energy, by one or by several (A-092 to A-101)."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.rules.acts import BuyBarrier, BuyUnflood
from companion.games.atlantis_rising.state.model import AtlantisState, Phase
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    CITIES,
    FORESTS,
    HILLS,
    LIBRARIES,
    RED,
    YELLOW,
    after,
    offered,
)
from tests.companion.games.atlantis_rising.tables import energy_of, refusal, table_of


def saved(phase: Phase = Phase.ACTIONS) -> AtlantisState:
    """Red has 3 energy, Blue 1; of the Libraries two tiles are dry, of the Cities none."""
    return table_of(phase=phase, owned={RED: Price(energy=3), BLUE: Price(energy=1)}, dry={LIBRARIES: 2, CITIES: 0})


@pytest.mark.rule("A-092", "A-094", "A-098")
def test_s_24_two_pay_a_barrier() -> None:
    state = after(saved(), BuyBarrier(LIBRARIES, (3, 1, 0, 0)))
    assert state.table.barriers == (LIBRARIES,)
    assert (energy_of(state, RED), energy_of(state, BLUE)) == (0, 0)
    rich = table_of(owned={RED: Price(energy=9)}, dry={CITIES: 0}, barriers=(LIBRARIES,))
    assert refusal(rich, BuyBarrier(LIBRARIES, (4, 0, 0, 0))) == "A-098"
    assert refusal(rich, BuyBarrier(CITIES, (4, 0, 0, 0))) == "A-098"
    assert refusal(rich, BuyBarrier(FORESTS, (3, 0, 0, 0))) == "A-092"
    assert refusal(rich, BuyBarrier(FORESTS, (5, 0, 0, 0))) == "A-092"
    assert {act.peninsula for act in offered(rich, BuyBarrier)} == {0, 1, 2, 5}


@pytest.mark.rule("A-092")
@pytest.mark.parametrize(
    ("phase", "rule"),
    [
        (Phase.PLACE, ""),
        (Phase.MISFORTUNE, "A-092"),
        (Phase.ACTIONS, ""),
        (Phase.WRATH, "A-092"),
        (Phase.END, "A-092"),
    ],
)
def test_s_24_barriers_are_bought_while_placing_and_acting(phase: Phase, rule: str) -> None:
    state = saved(phase)
    assert refusal(state, BuyBarrier(LIBRARIES, (3, 1, 0, 0))) == rule
    assert bool(offered(state, BuyBarrier)) is (rule == "")


@pytest.mark.rule("A-094")
@pytest.mark.parametrize("paid", [(2, 2, 0, 0), (4, 0, 0, 0), (3, 1), (5, -1, 0, 0), (3, 1, 0, 0, 0)])
def test_nobody_pays_what_is_not_there(paid: tuple[int, ...]) -> None:
    assert refusal(saved(), BuyBarrier(LIBRARIES, paid)) == "A-094"


def flooded() -> AtlantisState:
    """Red has 4 energy, Blue 4, Yellow 2; of the Forests two tiles are dry."""
    owned = {RED: Price(energy=4), BLUE: Price(energy=4), YELLOW: Price(energy=2)}
    return table_of(owned=owned, dry={FORESTS: 2})


@pytest.mark.rule("A-093", "A-094", "A-101")
def test_s_25_three_turn_the_innermost_flooded_tile_dry() -> None:
    state = after(flooded(), BuyUnflood(FORESTS, (2, 2, 1, 0)))
    assert state.table.dry == (6, 6, 3, 6, 6, 6)
    assert [energy_of(state, seat) for seat in range(3)] == [2, 2, 1]
    assert refusal(state, BuyUnflood(HILLS, (2, 2, 1, 0))) == "A-101"
    assert refusal(state, BuyUnflood(FORESTS, (2, 2, 0, 0))) == "A-093"
    state = after(state, BuyUnflood(FORESTS, (2, 2, 1, 0)))
    assert state.table.dry[FORESTS] == 4


@pytest.mark.rule("A-093")
@pytest.mark.parametrize("phase", [Phase.PLACE, Phase.MISFORTUNE, Phase.ACTIONS, Phase.WRATH, Phase.END])
def test_tiles_are_turned_dry_in_every_window(phase: Phase) -> None:
    """Q-12."""
    state = table_of(phase=phase, owned={RED: Price(energy=5)}, dry={HILLS: 5})
    assert offered(state, BuyUnflood) == [BuyUnflood(HILLS, (5, 0, 0, 0))]
    assert after(state, BuyUnflood(HILLS, (5, 0, 0, 0))).table.dry[HILLS] == 6


@pytest.mark.rule("A-096")
def test_nothing_is_bought_before_the_counter_has_moved() -> None:
    """The floods of one Wrath phase are one resolution (Q-12)."""
    state = table_of(phase=Phase.COUNTER, owned={RED: Price(energy=5)}, dry={HILLS: 5})
    assert refusal(state, BuyUnflood(HILLS, (5, 0, 0, 0))) == "A-096"


@pytest.mark.rule("A-092", "A-094")
def test_whoever_can_pay_alone_is_offered_so_and_else_those_together() -> None:
    each = table_of(owned={RED: Price(energy=4), YELLOW: Price(energy=4)}, dry={0: 0, 1: 0, 2: 0, 3: 0, 4: 0})
    assert [act.paid for act in offered(each, BuyBarrier)] == [(4, 0, 0, 0), (0, 0, 4, 0)]
    together = table_of(owned={RED: Price(energy=1), YELLOW: Price(energy=3)}, dry={0: 0, 1: 0, 2: 0, 3: 0, 4: 0})
    assert [act.paid for act in offered(together, BuyBarrier)] == [(1, 0, 3, 0)]
    assert not offered(table_of(owned={RED: Price(energy=3)}), BuyBarrier)
