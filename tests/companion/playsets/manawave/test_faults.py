"""Each fault of a playset by itself: where it stands, and in which words it is told."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.errors import BadOption
from companion.games.manawave.data.faults import faults
from companion.games.manawave.data.playset import SHIPPED, Playset, playset_of
from companion.games.manawave.game import GAME
from companion.games.manawave.host.options import edition_of, playset_table

Keys = tuple[str | int, ...]


def spoiled(edition: str, at: Keys, value: Any) -> Playset:
    """The shipped set with another value there; a number counts from 0."""
    content = playset_table(SHIPPED[edition])  # type: ignore[index]
    inner: Any = content
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return playset_of({**content, "edition": edition})


CLANS: list[tuple[Keys, Any, str, str]] = [
    (("setup", "positions"), 2, "setup, positions", "The mat has 3 positions. Say positions = 3."),
    (("faction",), SHIPPED["clans"].faction[:2], "faction", "There are 2 Factions. Write 3 or more."),  # type: ignore[union-attr]
    (
        ("setup", "end_when_pile_below"),
        2,
        "setup, end_when_pile_below",
        "Three cards are drawn in a round, so a round needs them. Say 3 or more.",
    ),
    (
        ("setup", "max_families_per_clan"),
        0,
        "setup, max_families_per_clan",
        "A column takes no Family. Say 1 or more.",
    ),
    (
        ("setup", "clan_initial"),
        {"growth": -1},
        "setup, clan_initial, growth",
        "Nobody begins with less than nothing. Say 0 or more.",
    ),
    (
        ("family", 1, "initial"),
        {"population": -2},
        "family 2, initial, population",
        "Nobody begins with less than nothing. Say 0 or more.",
    ),
    (("convert", "tribe", "shield", "mana"), 0, "convert, tribe, shield, mana", "A counter costs 1 mana or more."),
    (
        ("setup", "clan_initial"),
        {"population": 1000},
        "setup, clan_initial, population",
        "1000 is larger than any number here may be. Say 999 or less.",
    ),
]
NEXUS: list[tuple[Keys, Any, str, str]] = [
    (("board", "nexus"), 6, "board, nexus", "The mat has places for 1 to 5 Nexus tiles, not 6."),
    (("board", "max_rows"), 0, "board, max_rows", "The mat has 1 to 5 rows, not 0."),
    (("board", "strength_start"), -1, "board, strength_start", "The wave cannot begin with less than no strength."),
    (
        ("setup", "end_when_pile_below"),
        2,
        "setup, end_when_pile_below",
        "Three cards are drawn in a round, so a round needs them. Say 3 or more.",
    ),
    (
        ("setup", "end_when_pile_below"),
        400,
        "tile",
        "There are too few tile cards for one round. Write more, or more copies.",
    ),
    (("tile", 0, "copies"), 0, "tile 1, copies", "{tile} has no copy. Say 1 or more."),
    (
        ("tile", 0, "population"),
        -1,
        "tile 1, population",
        "{tile} cannot have that population: tribe tiles alone have any.",
    ),
    (
        ("tile", 0, "on_wave"),
        [{"op": "add", "counter": "mana", "amount": 1, "to": "player"}],
        "tile 1, on_wave 1, to",
        "A player takes Soulstain alone. Counters go “to” a tile, or “pool”.",
    ),
]


@pytest.mark.parametrize(
    ("edition", "at", "value", "place", "text"),
    [("clans", *each) for each in CLANS] + [("nexus", *each) for each in NEXUS],
)
def test_a_fault_stands_where_it_is(edition: str, at: Keys, value: Any, place: str, text: str) -> None:
    found = [(each.place, str(each.text)) for each in faults(spoiled(edition, at, value))]
    first = SHIPPED["nexus"].tile[0].id  # type: ignore[union-attr]
    assert (place, text.replace("{tile}", first)) in found


@pytest.mark.parametrize("edition", ["clans", "nexus"])
def test_a_set_that_ships_has_none_and_is_written_as_it_is_read(edition: Any) -> None:
    content = playset_table(SHIPPED[edition])
    assert edition_of({**content, "edition": edition}) == edition
    assert playset_of({**content, "edition": edition}) == SHIPPED[edition]
    assert faults(SHIPPED[edition]) == ()


def test_more_cards_than_there_are_markers_are_told_before_anything_begins() -> None:
    content = playset_table(SHIPPED["clans"])
    kinds = ("ember", "reef", "tide")
    families = [{**content["family"][0], "id": f"family_{n}", "faction": kinds[n % 3]} for n in range(200)]
    with pytest.raises(BadOption, match=r"Write fewer cards, or fewer copies\."):
        GAME.new_game({}, {"playset": {**content, "edition": "clans", "family": families}})
