"""What a card may say, and what it may not: a playset with other words is no game (ledger 4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.errors import BadOption
from companion.games.manawave.data.faults import faults
from companion.games.manawave.data.playset import playset_of
from tests.companion.games.manawave.play import NEWER_SET, OLDER_SET, designed, designed_tiles, new_game

ADD = {"op": "add", "counter": "attack", "amount": 1}
QUERIES = (
    *("round", "clan_population", "opposing_population", "tribe_population", "families_in_clan", "families_adjacent"),
    *("families_adjacent_same_faction", "soulstain", "opposing_soulstain", "clan_mana", "tribe_mana"),
    *("family_modality", "opposing_attack"),
)
OLDER_QUERIES = (
    *("strength", "self_population", "own_population", "opposing_population", "soulstain", "tiles_on_line", "row"),
)


def newer(effect: dict[str, Any]) -> dict[str, Any]:
    """The demonstration set with this effect on its first Family."""
    own = designed()
    first, *rest = own["family"]
    own["family"] = [{**first, "modality": [{"cost": 0, "effects": [effect]}]}, *rest]
    return own


def older(effect: dict[str, Any], kind: str = "raiders") -> dict[str, Any]:
    """The older set with this effect on one of its tiles."""
    own = designed_tiles()
    own["tile"] = [{**each, "on_wave": [effect]} if each["id"] == kind else each for each in own["tile"]]
    return own


def wrong_with(playset: dict[str, Any]) -> tuple[str, ...]:
    """What keeps a playset from being played, in words."""
    return tuple(str(each.text) for each in faults(playset_of(playset)))


@pytest.mark.rule("M-053")
def test_every_target_and_query_of_the_newer_game_may_stand_on_a_card() -> None:
    for to in ("clan", "tribe", "adjacent_clans", "all_clans", "opposing_clan"):
        assert wrong_with(newer({**ADD, "to": to})) == ()
    for query in QUERIES:
        amount = {"per": query, "less_per": query}
        when = [{"query": query, "cmp": ">=", "other": query}]
        assert wrong_with(newer({**ADD, "to": "clan", "amount": amount, "when": when})) == ()
    assert wrong_with(newer({"op": "none"})) == ()
    assert wrong_with(newer({"op": "remove", "counter": "soulstain", "amount": 1})) == ()


@pytest.mark.rule("M-233")
def test_every_target_and_query_of_the_older_game_may_stand_on_a_tile() -> None:
    for to in ("self", "adjacent", "opposing_nearest", "opposing_line", "pool"):
        assert wrong_with(older({**ADD, "to": to})) == ()
    assert wrong_with(older({"op": "add", "counter": "soulstain", "to": "player", "amount": 1})) == ()
    for query in OLDER_QUERIES:
        assert wrong_with(older({**ADD, "to": "self", "amount": {"per": query}})) == ()
    for op in ("win", "lose"):
        assert wrong_with(older({"op": op}, "obelisk")) == ()


@pytest.mark.rule("M-053")
@pytest.mark.parametrize(
    "effect",
    [
        {"op": "win"},
        {"op": "lose"},
        {**ADD, "to": "self"},
        {**ADD, "to": ""},
        {"op": "add", "to": "clan", "amount": 1},
        {**ADD, "to": "clan", "amount": -1},
        {**ADD, "to": "clan", "amount": {"per": "strength"}},
        {**ADD, "to": "clan", "amount": {"less_per": "row"}},
        {**ADD, "to": "clan", "amount": {"div": 0}},
        {**ADD, "to": "clan", "amount": {"min": -1}},
        {**ADD, "to": "clan", "amount": {"min": 3, "max": 2}},
        {**ADD, "to": "clan", "when": [{"query": "strength", "cmp": ">", "value": 1}]},
        {**ADD, "to": "clan", "when": [{"query": "round", "cmp": ">"}]},
        {**ADD, "to": "clan", "when": [{"query": "round", "cmp": ">", "value": 1, "other": "round"}]},
    ],
)
def test_what_a_card_of_the_newer_game_may_not_say(effect: dict[str, Any]) -> None:
    (text,) = wrong_with(newer(effect))
    assert text[0].isupper() or text[0] == "“"
    assert text.endswith(".")
    with pytest.raises(BadOption, match="The playset cannot be played"):
        new_game(playset=newer(effect))


@pytest.mark.rule("M-233")
@pytest.mark.parametrize(
    "effect",
    [
        {"op": "win"},  # Raiders are no Monument tile
        {"op": "lose"},
        {**ADD, "to": "clan"},
        {**ADD, "to": "self", "amount": {"per": "round"}},
        {**ADD, "to": "player"},
    ],
)
def test_what_a_tile_may_not_say(effect: dict[str, Any]) -> None:
    """Ledger 4.3: `win` and `lose` are of Monument tiles (M-234), `player` takes Soulstain alone."""
    assert len(wrong_with(older(effect))) == 1


@pytest.mark.parametrize(
    "effect",
    [
        {**ADD, "op": "steal"},
        {**ADD, "counter": "gold"},
        {**ADD, "to": "clan", "when": [{"query": "round", "cmp": "="}]},
    ],
)
def test_words_that_there_are_not_are_named_with_their_place(effect: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=r"The playset cannot be read: .*family"):
        new_game(playset=newer(effect))


@pytest.mark.rule("M-015")
def test_the_demonstration_set_has_six_families_a_faction() -> None:
    """P7: 6 cards a Faction, three Factions; three starting Clans; three Default Monuments and six others."""
    sizes = {each.id: sum(f.copies for f in NEWER_SET.family if f.faction == each.id) for each in NEWER_SET.faction}
    assert sizes == {"ember": 6, "reef": 6, "tide": 6}
    assert len(NEWER_SET.clan) == 3
    assert [each.default for each in NEWER_SET.monument].count(True) == 3
    assert len(NEWER_SET.monument) == 9
    assert {each.cost for family in NEWER_SET.family for each in family.modality} == {0, 1, 2, 4}


@pytest.mark.rule("M-199")
def test_the_older_set_has_24_tile_cards() -> None:
    assert sum(each.copies for each in OLDER_SET.tile) == 24
    assert (OLDER_SET.board.nexus, OLDER_SET.board.max_rows, OLDER_SET.board.strength_start) == (5, 5, 0)


@pytest.mark.rule("M-015")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"setup": {"positions": 4}}, "3 positions"),
        ({"setup": {"end_when_pile_below": 2}}, "Say 3 or more"),
        ({"setup": {"max_families_per_clan": 0}}, "takes no Family"),
        ({"faction": []}, "0 Factions"),
        ({"clan": [{"id": "flame"}]}, "1 Clans"),
        ({"convert": {"clan": {"attack": {"mana": 0}}}}, "1 mana or more"),
    ],
)
def test_figures_that_no_game_can_have(changes: dict[str, Any], words: str) -> None:
    assert any(words in each for each in wrong_with(designed(**changes)))
