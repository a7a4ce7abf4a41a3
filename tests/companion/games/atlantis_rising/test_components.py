"""What a built component gives, and to whom, by the ledger's defaults (4.3), and what an owner may type of it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import Component, Price, Spaces, box_of, typed_of
from companion.games.atlantis_rising.data.effects import Effect
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.rules.acts import Activate, Place
from companion.games.atlantis_rising.rules.decisions import GiveBenefit, PlaceBarrier
from companion.games.atlantis_rising.state.model import Phase
from companion.games.errors import BadOption
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    CITIES,
    RED,
    YELLOW,
    after,
    follower,
    leader,
    nested,
    offered,
    volunteer,
)
from tests.companion.games.atlantis_rising.tables import energy_of, refusal, table_of


def typed(name: str, **data: Any) -> Component:
    """The component of a box of which an owner has typed this."""
    return box_of(typed_of(nested({f"components.{name}.{key}": value for key, value in data.items()}))).components[name]


@pytest.mark.rule("A-111")
def test_what_a_single_space_gives_goes_to_the_owner_of_whoever_acts() -> None:
    data = {"components.mystic_siphon.on_activate": [{"op": "gain_energy", "n": 3}]}
    pieces = (volunteer(BLUE, "mystic_siphon"), leader(RED, "centre"))
    state = table_of(data=data, pieces=pieces, components={"mystic_siphon": 1})
    state = after(state, Activate(BLUE, "volunteer", "mystic_siphon", 0))
    assert [each.energy for each in state.table.reserves] == [0, 3, 0, 0]
    assert refusal(state, Activate(BLUE, "volunteer", "mystic_siphon", 0)) == "A-046"


@pytest.mark.rule("A-112")
def test_two_pieces_of_one_player_have_nothing_to_decide() -> None:
    data = {"components.d_2.on_activate": [{"op": "gain_energy", "n": 5}]}
    state = table_of(level=3, data=data, pieces=(leader(RED, "d_2"), follower(RED, "d_2")), components={"d_2": 1})
    state = after(state, Activate(RED, "follower", "d_2", 0))
    assert (energy_of(state, RED), state.table.steps) == (5, ())


@pytest.mark.rule("A-097", "A-112")
def test_what_is_nobodys_is_not_given_to_anybody() -> None:
    data = {"components.d_4.on_activate": [{"op": "place_barrier"}]}
    state = table_of(level=3, data=data, pieces=(leader(RED, "d_4"), follower(BLUE, "d_4")), components={"d_4": 1})
    state = after(state, Activate(BLUE, "follower", "d_4", 0))
    assert not offered(state, GiveBenefit)
    assert after(state, PlaceBarrier(CITIES)).table.barriers == (CITIES,)


@pytest.mark.rule("A-167")
@pytest.mark.parametrize(("piece", "rule"), [(follower(RED), ""), (leader(RED), "A-167"), (volunteer(RED), "A-167")])
def test_a_component_says_who_may_stand_there(piece: Any, rule: str) -> None:
    data = {"components.spirit_seal.spaces.allow": ["follower"]}
    state = table_of(phase=Phase.PLACE, data=data, pieces=(piece,), components={"spirit_seal": 1})
    act = Place(RED, piece.kind, "spirit_seal", 0)
    assert refusal(state, act) == rule
    assert (act in offered(state, Place)) is (rule == "")


@pytest.mark.rule("A-031")
@pytest.mark.parametrize(("players", "rule"), [(4, "A-031"), (5, "")])
def test_a_space_marked_for_five_and_more(players: int, rule: str) -> None:
    data = {"components.mystic_siphon.spaces": {"kind": "single", "n": 1, "n5": 1}}
    pieces = (follower(BLUE, "mystic_siphon"), follower(YELLOW))
    state = table_of(players, Phase.PLACE, data=data, pieces=pieces, components={"mystic_siphon": 1})
    assert refusal(state, Place(YELLOW, "follower", "mystic_siphon", 1)) == rule


def test_an_owner_gives_a_component_spaces_and_effects_that_it_had_not() -> None:
    typed_in = typed("solar_matrix", spaces={"kind": "single", "n": 2}, on_activate=[{"op": "unflood", "n": 2}])
    assert typed_in.spaces == Spaces("single", 2)
    assert typed_in.on_activate == (Effect("unflood", 2),)


def test_an_owner_replaces_an_effect_as_a_whole() -> None:
    """The Entropy Drive's -1 means nothing for another operation; in the file the operation may stand anywhere."""
    assert typed("entropy_drive", on_build=[{"op": "gain_energy"}]).on_build == (Effect("gain_energy", 1),)
    assert typed("entropy_drive", on_build=[{"n": 4, "op": "gain_energy"}]).on_build == (Effect("gain_energy", 4),)


def test_an_owner_corrects_one_number() -> None:
    assert typed("spirit_seal", **{"cost.gold": 2}).cost == Price(gold=2, crystal=1, atlantium=2)


@pytest.mark.parametrize("values", [(0, 1, 2, 3), (0, 1, 1, 2, 2, 2, 3, 3)])
def test_a_wrath_track_is_as_long_as_the_owners(values: tuple[int, ...]) -> None:
    assert box_of(typed_of({"wrath": {"values": list(values)}})).wrath.values == values


@pytest.mark.parametrize(
    "owner",
    [
        {"components": {"solar_matrix": {"cost": {"silver": 1}}}},
        {"components": {"moon_matrix": {"name": "Moon Matrix"}}},
        {"councilors": {"priest": {"effect": {"op": "fly"}}}},
        {"components": {"a_5": {"on_build": {"3": {"op": "none"}}}}},
        {"peninsula": {"hills": {"number": "5"}}},
    ],
)
def test_what_no_box_can_say_is_refused_with_the_file(owner: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=r"owner/atlantis_rising\.toml"):
        new_game({}, owner)
