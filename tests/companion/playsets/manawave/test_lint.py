"""What is odd in a playset and shows by reading alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.manawave.data.playset import ClansPlayset, playset_of
from companion.playsets.core import Path
from companion.playsets.manawave.bounds import last_round, most_cards, most_mana
from tests.companion.playsets.manawave.sets import MANAWAVE, effect, forty, shipped

Table = dict[str, Any]
FIRST: Path = ("family", 0, "modality", 0, "effects", 0)


def warned(table: Table) -> list[tuple[Path, str]]:
    """What reading warns of, with its path."""
    reading = MANAWAVE.read(table)
    assert reading.faults == ()
    return [(each.path, str(each.text)) for each in reading.warnings]


def with_effect(**values: Any) -> Table:
    """The shipped set, with another first effect of its first Family."""
    table = shipped()
    table["family"][0]["modality"][0]["effects"] = [effect(**values)]
    return table


def when(query: str, cmp: str, value: int | str) -> Table:
    """A condition."""
    return {"query": query, "cmp": cmp, "other" if isinstance(value, str) else "value": value}


@pytest.mark.parametrize("edition", ["clans", "nexus"])
def test_nothing_is_odd_in_a_shipped_set(edition: str) -> None:
    assert warned(shipped(edition)) == []


def test_the_last_round_is_by_the_pile() -> None:
    # 24 cards, three a round: eight rounds (ledger, P7).
    clans, nexus = (playset_of(shipped(each)) for each in ("clans", "nexus"))
    assert (most_cards(clans), last_round(clans)) == (24, 8)
    assert (most_cards(nexus), last_round(nexus)) == (24, 8)
    longer = shipped()
    longer["setup"]["end_when_pile_below"] = 6
    assert last_round(playset_of(longer)) == 7
    assert last_round(playset_of(forty())) > 20


@pytest.mark.parametrize(
    ("conditions", "index", "words"),
    [
        (
            [when("round", ">=", 99)],
            0,
            "“round >= 99” never holds, so the effect never happens: the last game ends with round 8.",
        ),
        ([when("round", "<", 1)], 0, "“round < 1” never holds"),
        ([when("families_adjacent", ">", 2)], 0, "families_adjacent is from 0 to 2 here."),
        ([when("clan_population", "<", 0)], 0, "it is never less than 0."),
        (
            [when("round", ">=", 3), when("round", "<=", 2)],
            1,
            "“round <= 2” never holds beside the conditions before it",
        ),
        ([when("round", ">", "round")], 0, "“round > round” never holds"),
        ([when("families_in_clan", "==", 0)], 0, "families_in_clan is from 1 to 8 here."),
        ([when("round", ">=", 1)], 0, "This condition holds in every game"),
    ],
)
def test_a_condition_that_never_or_always_holds_is_named(conditions: list[Table], index: int, words: str) -> None:
    ((path, text),) = warned(with_effect(when=conditions))
    assert path == (*FIRST, "when", index)
    assert words in text


def test_an_amount_that_is_always_nothing_is_named() -> None:
    for amount in (0, {"base": 0}, {"base": -3, "per": "families_adjacent"}, {"per": "round", "div": 9}):
        ((path, text),) = warned(with_effect(amount=amount))
        assert path == (*FIRST, "amount") or amount == 0
        assert "always comes to 0" in text
    assert warned(with_effect(amount={"base": -3, "per": "clan_population"})) == []


def test_what_asks_for_soulstain_that_no_card_brings_is_named() -> None:
    table = with_effect(when=[when("soulstain", ">=", 1)])
    for family in table["family"]:
        for modality in family["modality"]:
            modality["effects"] = [each for each in modality["effects"] if each.get("counter") != "soulstain"]
    found = dict(warned(table))
    assert "soulstain is always 0 here" in found[*FIRST, "when", 0]
    assert "Both sides always have as much soulstain" in found["monument", 1, "resolve", "compare", 0]
    assert "Nobody can win by Stone of the Unstained" in found["monument", 1, "resolve"]


def test_a_cost_that_no_game_can_pay_is_named() -> None:
    table = shipped()
    playset = playset_of(table)
    assert isinstance(playset, ClansPlayset)
    most = int(most_mana(playset))
    assert 50 < most < 998
    table["family"][0]["modality"][1]["cost"] = most
    assert warned(table) == []
    table["family"][0]["modality"][1]["cost"] = most + 1
    ((path, text),) = warned(table)
    assert path == ("family", 0, "modality", 1, "cost")
    assert text.startswith(f"No game can pay for it: it takes {most + 1} mana")


def _monument(**resolve: Any) -> Callable[[Table], None]:
    def change(table: Table) -> None:
        table["monument"][0]["resolve"] = resolve

    return change


EVEN = {"metric": "families", "scope": "tribe"}


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        (
            _monument(min_round=9, compare=[EVEN]),
            ("min_round",),
            "it speaks from round 9, and the last game ends with round 8",
        ),
        (_monument(), (), "it has no “compare” and no “lose_if”"),
        (_monument(compare=[EVEN]), ("compare", 0), "Both Tribes always have as many Families"),
        (_monument(compare=[EVEN]), (), "nothing that it looks at ever differs"),
        (
            _monument(lose_if={"metric": "population", "scope": "tribe", "at_most": -1}),
            ("lose_if", "at_most"),
            "Nobody has less than 0",
        ),
    ],
)
def test_a_monument_that_nobody_can_win_is_named(change: Callable[[Table], None], path: Path, words: str) -> None:
    table = shipped()
    change(table)
    assert words in dict(warned(table))["monument", 0, "resolve", *path]


def test_doubled_cards_and_modalities_are_named() -> None:
    table = shipped()
    table["family"].append({**table["family"][0], "id": "other_spears", "name": "Other Spears"})
    table["family"][1]["name"] = "cinder spears"
    table["family"][2]["modality"].append({**table["family"][2]["modality"][1], "cost": 3})
    table["monument"].append({**table["monument"][0], "id": "again", "name": "Again"})
    found = dict(warned(table))
    assert "does the same as cinder_spears. Say copies = 2 there" in found["family", 12]
    assert "nobody can tell them apart" in found["family", 1, "name"]
    assert "does the same as modality 1" in found["family", 2, "modality", 2]
    assert found["monument", 9] == "again does the same as stone_of_multitudes. Change one of them."


def test_a_faction_without_families_and_a_game_without_end_are_named() -> None:
    table = shipped()
    table["faction"].append({"id": "empty"})
    table["family"][0]["copies"] = 99
    found = dict(warned(table))
    assert "Empty has no Family" in found["faction", 3]
    assert "A game may last" in found["family",]


def test_counters_that_a_tile_cannot_use_are_named() -> None:
    table = shipped("nexus")
    table["tile"][6]["on_wave"] = [
        {"op": "add", "counter": "mana", "to": "pool", "amount": 1},
        {"op": "add", "counter": "shield", "to": "self", "amount": 1},
    ]
    table["tile"][7]["on_wave"] = [{"op": "win", "when": [when("strength", ">", 8)]}]
    found = dict(warned(table))
    assert "Mana in a pool is lost" in found["tile", 6, "on_wave", 0, "counter"]
    assert "This tile takes no counters" in found["tile", 6, "on_wave", 1, "to"]
    assert "ends with strength 8" in found["tile", 7, "on_wave", 0, "when", 0]
    assert "nobody wins or loses by" in found["tile", 7]
