"""What a box may say: the shipped one, what the owner types, and what is refused (section 4.3, S-42)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from companion.games.atlantis_rising.data.contents import SHIPPED, Box, box_of, typed_of
from companion.games.atlantis_rising.host.box_check import Faults, faults
from companion.games.atlantis_rising.host.options import new_game, read_owned
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.rules.decisions import Gain, PlayCard
from companion.games.atlantis_rising.state.model import Hand, Table
from companion.games.core import State
from companion.games.errors import BadOption
from tests.companion.games.atlantis_rising.law_positions import EASY, started, with_table

RISING = [3, 4, 5, 5, 5, 6]


def said(owner: Mapping[str, Any]) -> Faults:
    """What is found of a box with these entries, of which the owner has typed none."""
    return faults(box_of(typed_of(owner)))


def owned(owner: Mapping[str, Any]) -> Faults:
    """The same where the owner has typed them."""
    typed = typed_of(owner)
    return faults(box_of(typed), frozenset(path for path, _ in typed))


def component(name: str, **entries: Any) -> dict[str, Any]:
    return {"components": {name: entries}}


@pytest.mark.rule("A-156")
def test_the_shipped_box_has_no_fault() -> None:
    assert faults(SHIPPED) == ((), ())


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "a cost with ore": (component("c_3", cost={"ore": 1}), "components.c_3"),
    "a D with a single space": (component("d_2", spaces={"kind": "single"}), "components.d_2"),
    "only two C": (
        {"components": {name: {"letter": "B"} for name in ("c_3", "c_4", "c_5")}},
        "needs 3 components C",
    ),
    "four A": (component("a_5", letter="B"), "needs 5 components A"),
    "library copies that do not come to 22": ({"library": {"energy": {"copies": 5}}}, "comes to 23"),
    "five tiles": ({"peninsula": {"hills": {"number": [6, 5, 5, 4, 4]}}}, "peninsula.hills"),
    "a peninsula of another kind": ({"peninsula": {"hills": {"resource": "ore"}}}, "peninsula.hills"),
    "a tile for none": ({"peninsula": {"forges": {"spaces": [0, 2, 2, 2, 1, 1]}}}, "peninsula.forges"),
    "a track without spaces": ({"wrath": {"values": []}}, "wrath"),
    "four levels": ({"levels": [{"components": {"A": 5, "B": 2, "C": 2, "D": 0}, "calm_seas": 9}]}, "levels"),
    "nothing to pay": (component("solar_matrix", cost={"crystal": 0}), "components.solar_matrix"),
    "no spaces": (component("mystic_siphon", spaces={"n": 0, "n5": 0}), "components.mystic_siphon"),
    "two Power Cores": (component("c_3", letter="core"), "Power Core"),
    "an artifact that is played": ({"artifacts": {"artifact_2": {"effect": {"op": "act_again"}}}}, "artifact_2"),
    "a councilor that floods": ({"councilors": {"priest": {"effect": {"op": "flood_choice"}}}}, "councilors.priest"),
    "no such peninsula": ({"special": {"closed_cities": {"effect": {"what": "city"}}}}, "special.closed_cities"),
    "less than nothing": ({"special": {"drain": {"effect": {"n": -1}}}}, "special.drain"),
    "two cards of one name": ({"library": {"ancient_atlas": {"name": "Atlas", "copies": 0}}}, "ancient_atlas"),
    "a word for a number": ({"peninsula": {"hills": {"number": ["six", 5, 5, 4, 4, 3]}}}, "peninsula"),
    "no such peninsula at all": ({"peninsula": {"hillz": {"kind": "wild"}}}, "hillz"),
    "no such place in a list": ({"peninsula": {"hills": {"number": {"9": 3}}}}, "peninsula.hills.number.9"),
    "no such entry": ({"wraith": {"values": [0]}}, "wraith"),
}


@pytest.mark.rule("A-088", "A-112", "A-156", "A-160")
@pytest.mark.parametrize("name", REFUSED)
def test_a_box_that_cannot_be_is_refused_with_its_place(name: str) -> None:
    """S-42: whoever has typed it, loading says where it stands in the owner's file, and what to do."""
    owner, place = REFUSED[name]
    with pytest.raises(BadOption) as error:
        new_game({}, owner)
    words = str(error.value)
    assert words.startswith("owner/atlantis_rising.toml")
    assert place in words
    assert words.endswith(".")


DOUBTFUL: dict[str, tuple[dict[str, Any], str]] = {
    "wild numbers that rise": ({"peninsula": {"hills": {"number": RISING}}}, "peninsula.hills"),
    "Cities numbers that rise": ({"peninsula": {"cities": {"number": [7, 8, 9, 10, 11, 12]}}}, "peninsula.cities"),
    "rates that fall": ({"peninsula": {"forges": {"number": [3, 2, 2, 2, 1, 1]}}}, "peninsula.forges"),
    "a rate of 0": ({"peninsula": {"forges": {"number": [0, 1, 2, 2, 2, 3]}}}, "peninsula.forges"),
    "a track that begins with 1": ({"wrath": {"values": [1, 2, 3]}}, "wrath"),
    "other basic misfortunes": ({"basic": {"hills": 7}}, "basic"),
    "other special misfortunes": ({"special": {"drain": {"copies": 3}}}, "special"),
    "ten components": ({"levels": {"1": {"components": {"A": 4}}}}, "Level 2"),
    "eleven boards": ({"councilors": {"aquanaut": {"name": "Aquanaut"}}}, "councilors"),
    "twelve artifacts": ({"artifacts": {"artifact_12": {"name": "Artifact 12"}}}, "artifacts"),
}


@pytest.mark.rule("A-063", "A-073", "A-087", "A-008")
@pytest.mark.parametrize("name", DOUBTFUL)
def test_what_is_odd_is_a_fault_of_ours_and_a_warning_for_the_owner(name: str) -> None:
    owner, place = DOUBTFUL[name]
    assert place in str(said(owner).errors)
    assert not said(owner).warnings
    assert place in str(owned(owner).warnings)
    assert not owned(owner).errors
    assert read_owned(owner) == box_of(typed_of(owner))


@pytest.mark.rule("A-115")
@pytest.mark.parametrize(("cost", "is_enough"), [(3, False), (4, True)])
def test_a_power_core_for_fewer_than_all_players_warns_only(cost: int, is_enough: bool) -> None:
    """One thing from each of seven: with energy, crystal and Atlantium 3, gold 3 is one too few."""
    owner = component("power_core", cost={"gold": cost, "crystal": 1, "atlantium": 1, "energy": 1})
    for found in (said(owner), owned(owner)):
        assert found.errors == ()
        assert bool(found.warnings) is not is_enough


def test_an_owner_may_write_lists_and_tables_of_any_length() -> None:
    """A longer track, a card that the shipped box has not, and spaces for a component that has none there."""
    box = read_owned(
        {
            "wrath": {"values": [0, 0, 1, 1, 2, 2, 3, 3]},
            "library": {"energy": {"copies": 2}, "tide": {"name": "Tide", "copies": 2, "effect": {"op": "unflood"}}},
            **component("solar_matrix", spaces={"kind": "single", "n": 2}, on_activate=[{"op": "gain_energy"}]),
        }
    )
    assert box.wrath.values == (0, 0, 1, 1, 2, 2, 3, 3)
    assert box.card("tide").name == "Tide"
    spaces, effects = box.components["solar_matrix"].spaces, box.components["solar_matrix"].on_activate
    assert spaces is not None
    assert (spaces.n, [each.op for each in effects]) == (2, ["gain_energy"])


def test_a_shorter_list_replaces_the_whole_one() -> None:
    assert read_owned({"wrath": {"values": [0, 1]}}).wrath.values == (0, 1)
    assert box_of((("wrath.values.1", 2),)).wrath.values == (0, 2, 1, 2, 2, 3)


def test_a_game_keeps_what_its_owner_had_typed() -> None:
    """Through JSON too, so that a game that is loaded goes on with the same box."""
    state = new_game({"players": 2, "level": 5}, EASY)
    again = msgspec.json.decode(msgspec.json.encode(state), type=State[Table, Hand])
    assert again == state
    assert again.table.setup.box == read_owned(EASY)
    assert isinstance(again.table.setup.box, Box)


@pytest.mark.rule("A-125")
def test_a_card_of_the_owners_is_played_as_any_other() -> None:
    owner = {"library": {"resource": {"copies": 3}, "gift": {"name": "Gift", "effect": {"op": "gain_resource_any"}}}}
    game = started(4, owner=owner)
    state = with_table(game, hands=(("gift",), (), (), ()))
    state = COURSE.apply_action(state, PlayCard(0, "gift"))
    assert COURSE.apply_action(state, Gain(0, "ore")).table.reserves[0].ore == 1
