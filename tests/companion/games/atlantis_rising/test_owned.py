"""What an owner's file puts in the place of a shipped figure: ledger section 4.2."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.atlantis_rising.data.contents import SHIPPED, Price, Spaces, box_of, typed_of
from companion.games.atlantis_rising.data.effects import Effect
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.state.model import AtlantisState


def test_one_figure_of_a_list_is_replaced_by_its_place() -> None:
    box = box_of(typed_of({"peninsula": {"hills": {"number": {"2": 4}}}}))
    assert box.peninsula["hills"].number == (6, 5, 4, 4, 4, 3)
    assert box.peninsula["forests"] == SHIPPED.peninsula["forests"]


@pytest.mark.parametrize("values", [(0, 1), (0, 1, 2, 3), (0, 0, 1, 1, 2, 2, 3, 3)])
def test_a_wrath_track_is_as_long_as_the_owners(values: tuple[int, ...]) -> None:
    game = new_game({}, {"wrath": {"values": list(values)}})
    assert game.table.setup.box.wrath.values == values


def test_a_component_gets_spaces_and_effects_that_it_had_not() -> None:
    owner: dict[str, Any] = {
        "spaces": {"kind": "single", "n": 1, "allow": ["leader"]},
        "on_build": [{"op": "gain_energy", "n": 2}, {"op": "unflood"}],
        "cost": {"energy": 1},
    }
    solar = box_of(typed_of({"components": {"solar_matrix": owner}})).components["solar_matrix"]
    assert solar.spaces == Spaces("single", 1, allow=("leader",))
    # Who names an operation says all of the effect: the shipped one was each player's.
    assert solar.on_build == (Effect("gain_energy", 2), Effect("unflood"))
    assert solar.cost == Price(crystal=2, energy=1)


def test_a_game_with_an_owners_lists_is_read_back_as_it_was_kept() -> None:
    game = new_game(
        {},
        {"wrath": {"values": [0, 1, 2, 3]}, "components": {"d_2": {"spaces": {"removes": True, "need": "follower"}}}},
    )
    assert msgspec.json.decode(msgspec.json.encode(game), type=AtlantisState) == game
