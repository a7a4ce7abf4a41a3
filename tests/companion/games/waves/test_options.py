"""What can be chosen for a game of Waves: each option by the ledger, and all of them accepted by a new game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cli.chosen import chosen_options
from companion.games.core import OptionField
from companion.games.errors import BadOption
from companion.games.offers import combinations
from companion.games.option_text import settle
from companion.games.registry import GAMES
from companion.games.waves.host.options import option_fields
from tests.companion.commands import call
from tests.said import said

WAVES = GAMES["waves"]
FIELDS = {field.key: field for field in option_fields()}

VALUES: dict[str, tuple[Any, ...]] = {
    "mode": ("all_vs_all", "head_to_head", "teams"),
    "players": (4, 2, 3, 5, 6),
    "seating": ("", "ZXYXY", "XZYXY", "XYZXY", "XYXZY", "XYXYZ"),
    "tablets": ("first", "row1", "row2", "row3", "own"),
    "scholars": ("SCH-B", "SCH-A"),
    "keepers": ("KEE-B", "KEE-A"),
    "knights": ("KNI-C", "KNI-B1", "KNI-B2", "KNI-A"),
    "seers": ("SEE-B1", "SEE-B2", "SEE-B3", "SEE-A"),
    "nobles": ("NOB-C", "NOB-B1", "NOB-B2", "NOB-A"),
    "cards": ("own", "virtual"),
    "edition": ("rebels", "breakers"),
    "leftover_shells": ("reset", "add"),
    "shell_cap": ("5", "none"),
    "deck_empty": ("reshuffle", "stop"),
    "optional_collect": (False, True),
    "gap_after_seat": (-1, 0, 1, 2),
    "rotate_gap": (False, True),
    "ring_elders_include_gap": (True, False),
    "ring_agents_skip_gap": (True, False),
    "h2h_empty_hand": ("draw_first", "skip"),
}
"""The ledger's engine options, defaults first; sides of tablets as in its section 3.9, the first game's in front."""

NEEDS = {
    "seating": (("mode", "teams"), ("players", 5)),
    **dict.fromkeys(("scholars", "keepers", "knights", "seers", "nobles"), (("tablets", "own"),)),
    "gap_after_seat": (("players", 3),),
    "rotate_gap": (("players", 3),),
    "ring_elders_include_gap": (("players", 3),),
    "ring_agents_skip_gap": (("players", 3),),
    "h2h_empty_hand": (("mode", "head_to_head"),),
}


def test_a_command_line_takes_five_sides_as_its_help_says() -> None:
    told = " ".join(call("play", "waves", "--help").output.split())
    assert (
        "--tablets first|row1|row2|row3|own Tablets. The sides that are used; the first game is for newcomers. "
        "Or five sides joined by commas, one of each class: Scholars: SCH-B, SCH-A; "
    ) in told
    sides = tuple(VALUES[key][-1] for key in ("scholars", "keepers", "knights", "seers", "nobles"))
    chosen = chosen_options(WAVES, {"tablets": ",".join(sides)})
    assert WAVES.new_game(chosen, {}).table.setup.tablets == sides


def test_the_options_are_those_of_the_ledger_with_their_defaults_first() -> None:
    assert WAVES.options() == option_fields()
    found = [(key, tuple(value for value, _ in field.choices)) for key, field in FIELDS.items()]
    assert found == list(VALUES.items())
    assert {key: tuple(map(type, values)) for key, values in found} == {
        key: tuple(map(type, values)) for key, values in VALUES.items()
    }


def test_what_needs_another_option_says_so_and_house_rules_are_folded_away() -> None:
    assert {key: field.needs for key, field in FIELDS.items() if field.needs} == NEEDS
    rare = [key for key, field in FIELDS.items() if field.is_rare]
    assert rare == list(VALUES)[list(VALUES).index("leftover_shells") :]


@pytest.mark.parametrize("field", FIELDS.values(), ids=lambda field: field.key)
def test_every_option_and_value_is_told_in_words(field: OptionField) -> None:
    assert field.label
    labels = [label for _, label in field.choices]
    assert all(labels)
    assert len(set(labels)) == len(labels)


@pytest.mark.rule("W-005")
def test_the_modes_are_played_by_as_many_as_the_ledger_says() -> None:
    assert {(each["mode"], each["players"]) for each in combinations(WAVES)} == {
        ("head_to_head", 2),
        *(("all_vs_all", players) for players in (3, 4, 5, 6)),
        *(("teams", players) for players in (4, 5, 6)),
    }
    assert combinations(WAVES)[0] == {"mode": "all_vs_all", "players": 4}


USUAL = (("gap_after_seat", 2), ("seating", "XYXYZ"), ("tablets", "own"))
"""Values that come to the same as the default where nothing else is chosen."""


def fits(field: OptionField) -> dict[str, Any]:
    """Mode and players of a game in which an option means something."""
    at = dict(field.needs)
    return {"mode": "head_to_head", "players": 2} if at.get("mode") == "head_to_head" else at


@pytest.mark.rule("W-011", "W-016")
@pytest.mark.parametrize("field", [f for f in FIELDS.values() if f.key not in ("mode", "players")], ids=lambda f: f.key)
def test_a_new_game_takes_every_value_where_it_means_something(field: OptionField) -> None:
    usual = WAVES.new_game(fits(field), {}).table.setup
    for value, _ in field.choices:
        setup = WAVES.new_game({**fits(field), field.key: value}, {}).table.setup
        is_usual = value == field.choices[0][0] or (field.key, value) in USUAL
        assert (setup == usual) is is_usual, value


@pytest.mark.parametrize("offer", combinations(WAVES), ids=str)
def test_defaults_mean_the_same_as_nothing_in_every_mode(offer: dict[str, Any]) -> None:
    defaults = {key: field.choices[0][0] for key, field in FIELDS.items()}
    assert WAVES.new_game({**defaults, **offer}, {}) == WAVES.new_game(offer, {})


@pytest.mark.rule("W-011")
def test_whoever_plays_alone_sits_where_it_is_said() -> None:
    for seat, (seating, _) in enumerate(FIELDS["seating"].choices[1:]):
        setup = WAVES.new_game({"mode": "teams", "players": 5, "seating": seating}, {}).table.setup
        assert [setup.sides.count(side) for side in setup.sides].index(1) == seat
        assert all(setup.sides[each] != setup.sides[(each + 1) % 5] for each in range(5))


def test_an_option_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadOption, match="side_1"):
        WAVES.new_game({"side_1": "SCH-B"}, {})


@pytest.mark.rule("W-011", "W-013")
def test_only_five_are_asked_where_the_solo_player_sits() -> None:
    assert settle(WAVES, {"mode": "teams", "players": 5, "seating": "ZXYXY"})["seating"] == "ZXYXY"
    assert "seating" not in settle(WAVES, {"mode": "teams", "players": 4, "seating": ""})
    with pytest.raises(BadOption) as refused:
        settle(WAVES, {"mode": "teams", "players": 4, "seating": "ZXYXY"})
    assert str(refused.value) == (
        "The solo player sits (seating) cannot be 'ZXYXY' here: it means something only with Mode (mode) “Teams” "
        "and Players (players) “5”. Choose that, or leave seating out."
    )


@pytest.mark.rule("W-115", "W-136")
def test_sets_and_sides_of_tablets_say_what_they_do() -> None:
    sets = dict(FIELDS["tablets"].meanings)
    assert list(sets) == ["first", "row1", "row2", "row3"]
    assert said(sets["first"]) == (
        "Scholars: “Scholars at six”. Every Scholar, Elder or Agent, has power 6.",
        "Keepers: “Equal or lower”. An Agent collects an Elder of equal or higher power, and no other.",
        "Knights: “Calm”. No special rule.",
        "Seers: “Followers lose two”. Every Follower has 2 power less.",
        "Nobles: “Calm”. No special rule.",
    )
    knights = dict(FIELDS["knights"].meanings)
    assert list(knights) == list(VALUES["knights"])
    assert said(knights["KNI-B1"]) == ("Rebels collect in the 1st Wave, Followers in the 2nd.",)


TOUCHED = {
    "shell_cap": "A shell for each Follower",
    "rotate_gap": "Elders move right",
    "ring_elders_include_gap": "Power from the right",
    "ring_agents_skip_gap": "Agents copy the right",
}


@pytest.mark.rule("W-134", "W-126", "W-123", "W-131")
@pytest.mark.parametrize(("key", "title"), TOUCHED.items())
def test_an_option_names_the_tablet_that_it_touches(key: str, title: str) -> None:
    assert f"“{title}”" in str(FIELDS[key].help)


@pytest.mark.rule("W-131", "A-11")
def test_an_agent_that_copies_nobody_is_said_to_keep_its_own_power() -> None:
    assert said(dict(FIELDS["ring_agents_skip_gap"].choices)[False]) == "there is none: the Agent keeps its own power"
    state = WAVES.new_game({"players": 3, "ring_agents_skip_gap": False}, {})
    rules = WAVES.prompt(WAVES.view(state, None)).house_rules
    assert said(rules) == ("Beside the unassociated Elder no Agent is copied: the Agent there keeps its own power.",)
