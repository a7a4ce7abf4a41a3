"""Volunteers by the ledger: gained, served for one round, neither Leader nor follower (A-121 to A-124)."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.data.contents import CALM
from companion.games.atlantis_rising.rules.acts import Activate, AllPlaced, DrawMisfortune, EndMisfortunes, Place
from companion.games.atlantis_rising.rules.decisions import PlayCard, Roll
from companion.games.atlantis_rising.state.model import Phase
from tests.companion.games.atlantis_rising.play import BLUE, RED, after, follower, offered, volunteer
from tests.companion.games.atlantis_rising.positions import deck
from tests.companion.games.atlantis_rising.tables import energy_of, kinds, next_round, pool, refusal, table_of

SEAL = {"components.spirit_seal.spaces.allow": ["follower"], "wrath.values": (0,)}


@pytest.mark.rule("A-121", "A-122", "A-123", "A-124", "A-167")
def test_s_31_two_volunteers_serve_for_a_round() -> None:
    data = {**SEAL, "components.numinous_beacon.on_activate": [{"op": "gain_volunteers", "n": 2}]}
    state = table_of(
        data=data,
        pieces=(follower(RED, "numinous_beacon"),),
        components={"numinous_beacon": 1, "spirit_seal": 1},
        misfortunes=deck("basic_hills", *(CALM,) * 3),
        supply=(0, 2, 2, 2),
    )
    state = after(state, Activate(RED, "follower", "numinous_beacon", 0))
    assert state.table.volunteers == 6
    assert kinds(pool(state, RED)) == {"volunteer": 2}
    assert not offered(state, Activate)
    state = next_round(state)
    assert (state.table.round, state.table.volunteers) == (4, 6)
    assert kinds(pool(state, RED)) == {"volunteer": 2, "follower": 1}
    assert refusal(state, Place(RED, "volunteer", "spirit_seal", 0)) == "A-167"
    state = after(state, Place(RED, "volunteer", "centre", 0), Place(RED, "volunteer", "hills_6", 0))
    state = after(state, Place(RED, "follower", "spirit_seal", 0), AllPlaced(), DrawMisfortune("basic_hills"))
    assert kinds(pool(state, RED)) == {"volunteer": 1}
    state = after(state, *(DrawMisfortune(CALM),) * 3, EndMisfortunes())
    state = after(state, Activate(RED, "volunteer", "centre", 0))
    assert energy_of(state, RED) == 1
    assert refusal(state, Activate(RED, "volunteer", "hills_6", 0)) == "A-046"
    state = next_round(state)
    assert state.table.volunteers == 8
    assert kinds(pool(state, RED)) == {"follower": 1}


@pytest.mark.rule("A-122")
def test_gained_while_placing_it_serves_the_same_round() -> None:
    """Q-18."""
    data = {**SEAL, "library.energy.effect": {"op": "gain_volunteers"}}
    state = table_of(phase=Phase.PLACE, data=data, hands={RED: ("energy",)})
    state = after(state, PlayCard(RED, "energy"))
    assert refusal(state, AllPlaced()) == "A-023"
    state = after(state, Place(RED, "volunteer", "centre", 0), AllPlaced())
    assert state.table.volunteers == 7
    state = after(state, *(DrawMisfortune(CALM),) * 4, EndMisfortunes())
    assert next_round(state).table.volunteers == 8


@pytest.mark.rule("A-121")
def test_there_are_no_more_than_eight() -> None:
    """Q-18: with none in the supply none is gained."""
    data = {"library.energy.effect": {"op": "gain_volunteers", "n": 2}}
    state = table_of(data=data, hands={RED: ("energy", "energy")}, volunteers=3)
    state = after(state, PlayCard(RED, "energy"), PlayCard(RED, "energy"))
    assert kinds(pool(state, RED)) == {"volunteer": 3}
    assert state.table.volunteers == 0


@pytest.mark.rule("A-123", "A-124")
def test_it_acts_for_its_player_like_any_other() -> None:
    data = {"peninsula.hills.number": (4,) * 6}
    state = table_of(data=data, pieces=(volunteer(BLUE, "hills_1"),))
    state = after(state, Activate(BLUE, "volunteer", "hills_1", 0), Roll((4,)))
    assert [each.gold for each in state.table.reserves] == [0, 1, 0, 0]
