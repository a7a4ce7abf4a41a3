"""Set-up by the ledger: decks, pieces, Blueprint, marker; one to seven players, levels 1 to 5 (3.1, 3.16, 3.17)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.atlantis_rising.data.contents import (
    ALL_CALM,
    ALL_CONTROLLED,
    ARTIFACTS,
    CALM,
    CONTROLLED,
    POWER_CORE,
    SHIPPED,
    Price,
)
from companion.games.atlantis_rising.host.options import OPTIONS, new_game
from companion.games.atlantis_rising.rules.acts import Build, LayComponent, Place, TakeColour, TakeCouncilor, TakeMarker
from companion.games.atlantis_rising.state.changes import next_library_cards
from companion.games.atlantis_rising.state.ground import TILES, spaces
from companion.games.atlantis_rising.state.model import BUILD_SPACES, CENTRE, COLOURS, AtlantisState, Phase
from companion.games.errors import BadOption
from companion.games.shared.mats import read_kit, read_mats
from tests.companion.games.atlantis_rising.play import BLUE, GREEN, RED, after, follower, offered
from tests.companion.games.atlantis_rising.tables import (
    coloured,
    energy_of,
    followers_of,
    kinds,
    pool,
    prepared,
    refusal,
    table_of,
)

PACKAGE = "companion.games.atlantis_rising"
FOLLOWERS = {"red": 7, "blue": 7, "yellow": 7, "green": 4, "orange": 4, "purple": 4, "navy": 4}
"""Of each colour in the box (ledger, section 2): 37 in all."""


def letters(state: AtlantisState) -> Counter[str]:
    return Counter(SHIPPED.components[each.component].letter for each in state.table.blueprint)


def cards_of(state: AtlantisState) -> tuple[int, int, int, int]:
    """Basic, special, Calm Seas and Controlled Floods of the misfortune deck."""
    cards = dict(state.table.misfortunes.cards)
    calm, controlled = cards.pop(CALM, 0), cards.pop(CONTROLLED, 0)
    basic = sum(number for name, number in cards.items() if name.startswith("basic_"))
    return basic, sum(cards.values()) - basic, calm, controlled


def in_box_of_sea(state: AtlantisState) -> tuple[int, int]:
    """Calm Seas and Controlled Floods that stay in the box."""
    _, _, calm, controlled = cards_of(state)
    return ALL_CALM - calm, ALL_CONTROLLED - controlled


def in_use(state: AtlantisState) -> list[int]:
    """Followers of each seat, at hand and in the supply."""
    return [followers_of(state, seat) + more for seat, more in enumerate(state.table.supply)]


def left_in_box(state: AtlantisState) -> int:
    return sum(FOLLOWERS.values()) - sum(in_use(state))


@pytest.mark.rule("A-001", "A-006", "A-008", "A-010", "A-012", "A-014")
def test_s_01_four_players_at_level_1() -> None:
    state = prepared(4)
    table = state.table
    assert (table.misfortunes.count, cards_of(state)) == (61, (36, 13, 9, 3))
    assert in_box_of_sea(state) == (0, 6)
    assert table.library.count == 26
    assert len(table.artifacts) - 4 == 7
    for seat in range(4):
        assert kinds(pool(state, seat)) == {"leader": 1, "follower": 2}
        assert table.reserves[seat] == Price(energy=2)
    assert (sum(table.supply), table.supply, table.volunteers) == (8, (2,) * 4, 8)
    assert letters(state) == {"A": 5, "B": 2, "C": 2, "core": 1}
    assert len(SHIPPED.components) - len(table.blueprint) == 11
    assert (table.wrath, table.wrath_value) == (0, 0)
    assert sum(table.dry) + 1 == 37
    assert (table.phase, table.round) == (Phase.PLACE, 1)
    assert refusal(state, Place(RED, "leader", "build_3", 0)) == "A-031"


@pytest.mark.rule("A-015", "A-016", "A-127")
def test_s_01_followers_that_nobody_uses_stay_in_the_box() -> None:
    state = prepared(4)
    assert (sum(in_use(state)), left_in_box(state)) == (16, 21)


@pytest.mark.rule("A-012", "A-015", "A-016", "A-031", "A-156", "A-159")
def test_s_02_seven_players_at_level_3() -> None:
    state = prepared(7, 3)
    table = state.table
    assert (table.misfortunes.count, cards_of(state)) == (61, (36, 13, 6, 6))
    assert in_box_of_sea(state) == (3, 3)
    assert sum(reserve.energy for reserve in table.reserves) == 7
    assert sum(table.supply) == 14
    assert sum(in_use(state)) == 28
    spare = [FOLLOWERS[colour] - used for colour, used in zip(table.colours, in_use(state), strict=True)]
    assert dict(zip(table.colours, spare, strict=True)) == {
        **dict.fromkeys(COLOURS, 0),
        **dict.fromkeys(("red", "blue", "yellow"), 3),
    }
    assert letters(state) == {"A": 3, "B": 3, "D": 3, "core": 1}
    assert refusal(state, Place(RED, "leader", "build_3", 0)) == ""
    assert len(SHIPPED.councilors) - len(set(table.councilors)) == 3


@pytest.mark.rule("A-128", "A-129", "A-135", "A-157", "A-158", "A-159")
def test_s_03_three_players_at_level_2() -> None:
    state = new_game({"players": 3, "level": 2}, {})
    assert {act.colour for act in offered(state, TakeColour)} == {"red", "blue", "yellow"}
    assert refusal(state, TakeColour(RED, "green")) == "A-135"
    state = prepared(3, 2)
    for seat in range(3):
        assert kinds(pool(state, seat)) == {"leader": 1, "follower": 3}
        assert state.table.reserves[seat] == Price(energy=1)
    assert state.table.supply == (3, 3, 3)
    assert in_use(state) == [6, 6, 6]  # the most that each can have; one of each colour is in the box
    assert (state.table.misfortunes.count, cards_of(state)) == (64, (36, 13, 9, 6))


@pytest.mark.rule("A-131", "A-132", "A-133", "A-135", "A-136", "A-155")
def test_s_04_two_players_at_level_4() -> None:
    state = prepared(2, 4, starter=BLUE)
    assert kinds(pool(state, RED)) == {"leader": 1, "follower": 4}
    assert kinds(pool(state, BLUE)) == {"leader": 1, "follower": 4, "hologram": 1}
    assert state.table.supply == (3, 3)
    assert in_use(state) == [FOLLOWERS["red"], FOLLOWERS["blue"]]
    assert len(state.table.stack) == 8
    assert not set(state.table.stack) & set(state.table.councilors)
    assert (state.table.misfortunes.count, cards_of(state)) == (61, (36, 13, 3, 9))
    assert [reserve.energy for reserve in state.table.reserves] == [1, 1]
    assert refusal(new_game({"players": 2}, {}), TakeColour(RED, "navy")) == "A-135"


@pytest.mark.rule("A-155")
def test_two_players_have_the_automaton_only_where_they_chose_it() -> None:
    state = prepared(2, two_player_automaton=True)
    assert kinds(pool(state, RED))["automaton"] == 1
    assert kinds(pool(prepared(4, two_player_automaton=True)))["automaton"] == 0


@pytest.mark.rule("A-127")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_three_and_more_have_neither_hologram_nor_automaton(players: int) -> None:
    state = prepared(players)
    assert set(kinds(pool(state))) == {"leader", "follower"}
    assert state.table.phase is Phase.PLACE


@pytest.mark.rule("A-001", "A-002")
def test_every_tile_has_its_fixed_place_and_a_marker_for_each_side() -> None:
    pieces = read_kit(PACKAGE).pieces
    assert len(TILES) + 1 == 37
    assert sorted(TILES.values()) == [(peninsula, ring) for peninsula in range(6) for ring in range(1, 7)]
    for side in ("dry", "flooded"):
        names = {name.removeprefix(f"{side}:") for name in pieces if name.startswith(f"{side}:")}
        assert names == {CENTRE, *TILES}


@pytest.mark.rule("A-003", "A-017")
def test_barriers_and_the_cosmic_gate_lie_within_reach() -> None:
    assert read_kit(PACKAGE).pieces["barrier"].count == 6
    for layout in read_mats(PACKAGE).values():
        assert any(zone.zone.startswith("gate") for zone in layout.zones)
    assert BUILD_SPACES == ("build_1", "build_2", "build_3")


@pytest.mark.rule("A-004", "A-005")
def test_four_artifacts_that_nobody_has_seen_are_in_the_library_deck() -> None:
    table = prepared(4).table
    assert len(table.artifacts) == ARTIFACTS
    assert dict(table.library.cards)["artifact"] == 4
    assert sum(card.copies for card in SHIPPED.library.values()) == 22
    assert {*SHIPPED.artifacts, *SHIPPED.library} == set(next_library_cards(table))


@pytest.mark.rule("A-007", "A-019", "A-161")
def test_a_first_game_is_the_introductory_one_for_four() -> None:
    default = new_game({}, {}).table
    assert (default.setup.players, default.setup.level, default.setup.introductory) == (4, 1, True)
    assert dict(default.misfortunes.cards)[CALM] == 9
    assert dict(default.misfortunes.cards)[CONTROLLED] == 3
    assert [field.key for field in OPTIONS][:3] == ["players", "level", "blueprint"]


@pytest.mark.rule("A-009", "A-010", "A-161")
def test_the_blueprint_of_a_first_game() -> None:
    state = prepared(4)
    names = {each.component for each in state.table.blueprint}
    fives = {name for name, each in SHIPPED.components.items() if each.letter == "A"}
    assert len(fives) == 5
    assert names == fives | {"mystic_siphon", "matter_converter", "numinous_beacon", "entropy_drive", POWER_CORE}
    assert not any(each.round for each in state.table.blueprint)
    assert not offered(state, LayComponent)


@pytest.mark.rule("A-010")
def test_what_is_not_in_the_blueprint_is_not_built() -> None:
    rich = Price(9, 9, 0, 9, 9)
    state = table_of(pieces=[follower(RED, "build_1")], owned={RED: rich}, components={"a_5": 0})
    cost = SHIPPED.components["b_3"].cost
    none = Price()
    assert refusal(state, Build("build_1", "b_3", (cost, none, none, none))) == "A-010"
    assert {act.component for act in offered(state, Build)} == {"a_5"}


@pytest.mark.rule("A-156", "A-157", "A-158", "A-159", "A-006")
@pytest.mark.parametrize(
    ("level", "quantities", "calm", "controlled", "cards", "energy"),
    [
        (1, (5, 2, 2, 0), 9, 3, 61, 2),
        (2, (3, 3, 3, 0), 9, 6, 64, 1),
        (3, (3, 3, 0, 3), 6, 6, 61, 1),
        (4, (3, 0, 3, 3), 3, 9, 61, 1),
        (5, (0, 3, 3, 3), 0, 9, 58, 0),
    ],
)
def test_what_a_level_sets(
    level: int, quantities: tuple[int, int, int, int], calm: int, controlled: int, cards: int, energy: int
) -> None:
    state = prepared(4, level, blueprint="drawn")
    found = letters(state)
    assert tuple(found[letter] for letter in "ABCD") == quantities
    assert found["core"] == 1
    assert (cards_of(state), state.table.misfortunes.count) == ((36, 13, calm, controlled), cards)
    assert [energy_of(state, seat) for seat in range(4)] == [energy] * 4


@pytest.mark.rule("A-160")
def test_within_a_letter_chance_says_which_components() -> None:
    state = coloured(4, 2)
    for seat, name in enumerate(list(SHIPPED.councilors)[:4]):
        state = after(state, TakeCouncilor(seat, name))
    first = {name for name, each in SHIPPED.components.items() if each.letter == "A"}
    assert {act.component for act in offered(state, LayComponent)} == first
    state = after(state, LayComponent("a_5"))
    assert {act.component for act in offered(state, LayComponent)} == first - {"a_5"}
    assert refusal(state, LayComponent("a_5")) == "A-010"
    assert refusal(state, LayComponent("b_3")) == "A-010"
    state = after(state, LayComponent("spirit_seal"), LayComponent("solar_matrix"))
    assert {SHIPPED.components[act.component].letter for act in offered(state, LayComponent)} == {"B"}


@pytest.mark.rule("A-011", "A-013")
def test_colours_and_boards_are_each_taken_once() -> None:
    state = new_game({"players": 4}, {})
    state = after(state, TakeColour(BLUE, "navy"))
    assert state.table.colours == ("", "navy", "", "")
    assert refusal(state, TakeColour(RED, "navy")) == "A-011"
    assert refusal(state, TakeColour(BLUE, "red")) == "A-011"
    state = after(state, TakeColour(RED, "red"), TakeColour(GREEN, "green"), TakeColour(2, "yellow"))
    state = after(state, TakeCouncilor(GREEN, "artificer"))
    assert refusal(state, TakeCouncilor(RED, "artificer")) == "A-011"
    assert refusal(state, TakeCouncilor(GREEN, "priest")) == "A-011"


@pytest.mark.rule("A-018")
@pytest.mark.parametrize("seat", range(4))
def test_whoever_swam_last_begins(seat: int) -> None:
    assert prepared(4, starter=seat).table.starter == seat
    assert refusal(new_game({"players": 4}, {}), TakeMarker(seat)) == "A-010"


@pytest.mark.rule("A-020")
def test_each_councilor_has_an_ability_of_its_own() -> None:
    assert len(SHIPPED.councilors) == 10
    assert len({each.effect for each in SHIPPED.councilors.values()}) == 10


@pytest.mark.rule("A-031")
@pytest.mark.parametrize(("players", "count"), [(4, 2), (5, 3)])
def test_spaces_marked_for_five_and_more(players: int, count: int) -> None:
    state = table_of(players, data={"components.spirit_seal.spaces.n": 2, "components.spirit_seal.spaces.n5": 1})
    assert len(spaces(state.table.setup, "spirit_seal")) == count


@pytest.mark.rule("A-127")
@pytest.mark.parametrize("players", [0, 8])
def test_one_to_seven_play(players: int) -> None:
    with pytest.raises(BadOption, match="A-127"):
        new_game({"players": players}, {})
