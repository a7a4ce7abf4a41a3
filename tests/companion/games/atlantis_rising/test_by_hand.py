"""What no operation says is entered by hand: one elementary change after another, each within its bounds (4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import NO_PRICE, Price
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.rules.acts import DrawMisfortune
from companion.games.atlantis_rising.rules.decisions import Adjust, Settled
from companion.games.atlantis_rising.state.model import AtlantisState, Phase
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    CITIES,
    FORESTS,
    HILLS,
    RED,
    after,
    follower,
    offered,
    volunteer,
)
from tests.companion.games.atlantis_rising.tables import pool, refusal, table_of

MISHAP = "earthquake"
"""The special misfortune that no operation can say."""


def settling(**more: Any) -> AtlantisState:
    """What no operation can say is being entered."""
    data = {f"special.{MISHAP}.effect": {"op": "manual", "who": "each"}, **more.pop("data", {})}
    return after(table_of(phase=Phase.MISFORTUNE, data=data, **more), DrawMisfortune(MISHAP))


@pytest.mark.rule("A-036")
def test_what_concerns_each_is_settled_by_hand_once() -> None:
    state = settling()
    assert refusal(state, DrawMisfortune("calm_seas")) == "A-035"
    assert not after(state, Settled()).table.steps


@pytest.mark.rule("A-036")
def test_the_prompt_shows_what_the_owner_has_typed_off_the_card() -> None:
    assert "Do what Earthquake says, and enter what changed." in str(GAME.prompt(GAME.view(settling(), None)).text)
    typed = {f"special.{MISHAP}.effect": {"op": "manual", "text": "The Hills shake."}}
    prompt = GAME.prompt(GAME.view(settling(data=typed), None))
    assert str(prompt.text) == "Earthquake: “The Hills shake.” Do it, and enter what changed."


@pytest.mark.rule("A-036", "A-125")
@pytest.mark.parametrize("what", ["gold", "crystal", "ore", "atlantium", "energy"])
def test_by_hand_anybody_gains_or_loses_one_of_anything(what: str) -> None:
    state = settling()
    assert Adjust(what, BLUE, -1, -1) not in offered(state, Adjust)  # type: ignore[arg-type]
    assert refusal(state, Adjust(what, BLUE, -1, -1)) == "A-036"  # type: ignore[arg-type]
    state = after(state, Adjust(what, BLUE, -1, 1))  # type: ignore[arg-type]
    assert state.table.reserves[BLUE] == Price(**{what: 1})
    state = after(state, Adjust(what, BLUE, -1, -1))  # type: ignore[arg-type]
    assert state.table.reserves[BLUE] == NO_PRICE
    assert state.table.steps


@pytest.mark.rule("A-036", "A-040", "A-101")
def test_by_hand_tiles_flood_and_are_turned_dry() -> None:
    state = settling(pieces=(follower(BLUE, "hills_6"),), dry={CITIES: 0})
    assert refusal(state, Adjust("flood", -1, CITIES, 1)) == "A-036"
    assert refusal(state, Adjust("unflood", -1, HILLS, 1)) == "A-036"
    state = after(state, Adjust("flood", -1, HILLS, 1), Adjust("unflood", -1, CITIES, 1))
    assert state.table.dry == (6, 5, 6, 1, 6, 6)
    assert pool(state) == [follower(BLUE)]
    assert not after(state, Settled()).table.steps


@pytest.mark.rule("A-036", "A-098")
def test_by_hand_barriers_come_and_go() -> None:
    """Q-43: a barrier stands only where a tile is dry."""
    state = after(settling(dry={CITIES: 0, HILLS: 1}), Adjust("barrier", -1, HILLS, 1))
    assert state.table.barriers == (HILLS,)
    assert refusal(state, Adjust("barrier", -1, HILLS, 1)) == "A-036"
    assert refusal(state, Adjust("barrier", -1, FORESTS, -1)) == "A-036"
    assert refusal(state, Adjust("barrier", -1, CITIES, 1)) == "A-036"
    assert after(state, Adjust("barrier", -1, HILLS, -1)).table.barriers == ()


@pytest.mark.rule("A-036", "A-099")
def test_by_hand_no_barrier_goes_unsaid_where_a_tile_floods() -> None:
    """It stops the flood, or the host enters first that the card takes it away."""
    state = settling(dry={HILLS: 1}, barriers=(HILLS,))
    assert refusal(state, Adjust("flood", -1, HILLS, 1)) == "A-099"
    state = after(state, Adjust("barrier", -1, HILLS, -1))
    assert (state.table.dry[HILLS], state.table.barriers) == (1, ())
    assert after(state, Adjust("flood", -1, HILLS, 1)).table.dry[HILLS] == 0


@pytest.mark.rule("A-036", "A-043", "A-118")
def test_by_hand_the_centre_floods_once_nothing_else_is_dry() -> None:
    centre = Adjust("flood", -1, -1, 1)
    assert refusal(settling(), centre) == "A-036"
    state = settling(dry=dict.fromkeys(range(6), 0))
    assert after(state, centre).table.ended == "lost"


@pytest.mark.rule("A-036", "A-121")
def test_by_hand_volunteers_and_the_wrath_counter_change_within_their_bounds() -> None:
    state = settling(volunteers=1, data={"wrath.values": (0, 1)})
    assert refusal(state, Adjust("volunteer", RED, -1, -1)) == "A-036"
    state = after(state, Adjust("volunteer", RED, -1, 1))
    assert (state.table.volunteers, pool(state)) == (0, [volunteer(RED)])
    assert refusal(state, Adjust("volunteer", BLUE, -1, 1)) == "A-036"
    assert after(state, Adjust("volunteer", RED, -1, -1)).table.volunteers == 1
    assert refusal(state, Adjust("wrath", -1, -1, -1)) == "A-036"
    state = after(state, Adjust("wrath", -1, -1, 1))
    assert state.table.wrath == 1
    assert refusal(state, Adjust("wrath", -1, -1, 1)) == "A-036"
    assert after(state, Adjust("wrath", -1, -1, -1)).table.wrath == 0
