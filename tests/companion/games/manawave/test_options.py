"""Options of a new game: what they change, what is refused, and what the prompt says of them (ledger, section 5)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.errors import BadOption
from companion.games.manawave.game import GAME
from companion.games.manawave.host.options import OPTIONS
from companion.games.manawave.state.acts import Attach, Consolidate, LayFamily, StartWave
from companion.games.manawave.state.model import Phase
from tests.companion.games.manawave.play import (
    NAMES,
    X,
    Y,
    after,
    attach,
    both,
    clan,
    clans_at,
    designed,
    designed_tiles,
    done,
    family,
    new_game,
    offered,
    prompt,
    settled,
    tile,
    tiles_at,
    tribe,
    zone,
)

OFF_DEFAULT: dict[str, tuple[Any, str]] = {
    "veto": ("one_at_random", "Of the Monuments that nobody vetoes one stays, by lot."),
    "same_pick": ("again", "Where both choose the same card, both choose again."),
    "cap_counts_existing": (True, "Caps of conversion count what lies there already."),
    "tribe_mana_assignable": (False, "Mana of the Tribe is not assigned to Clans."),
    "mana_persists": (False, "Mana is taken away at Consolidation."),
    "pile_empty": ("population", "Where nobody has won in time, more population wins."),
    "phase_order": ("conflict_first", "Conflicts come before the Monuments are resolved."),
}
"""Of each option of section 5 the value that is not recommended, and what the prompt says of it."""


def test_the_recommended_reading_of_section_5_is_the_usual_one() -> None:
    options = new_game().table.clans_set.options
    assert (options.veto, options.same_pick, options.cap_counts_existing) == ("replace_unvetoed", "both", False)
    assert (options.tribe_mana_assignable, options.mana_persists) == (True, True)
    assert (options.pile_empty, options.phase_order) == ("draw", "resolution_first")
    assert new_game({"mode": "nexus"}).table.nexus_set.board.geometry == "half_step_drop"
    assert prompt(new_game()).house_rules == ()
    assert prompt(new_game({"mode": "nexus"})).house_rules == ()


@pytest.mark.rule("M-004", "M-199")
def test_a_new_game_says_by_which_rule_it_begins() -> None:
    assert new_game().table.why == ("M-004",)
    assert new_game({"mode": "nexus"}).table.why == ("M-199",)


@pytest.mark.rule("M-004")
def test_the_newest_state_of_the_design_is_the_usual_one() -> None:
    assert new_game().table.is_clans
    assert not new_game({"mode": "nexus"}).table.is_clans
    assert {field.key for field in OPTIONS} >= {"mode", "players", "pieces", "geometry", *OFF_DEFAULT}


@pytest.mark.parametrize("key", OFF_DEFAULT)
def test_each_option_is_in_the_game_and_is_said(key: str) -> None:
    value, words = OFF_DEFAULT[key]
    state = new_game({key: value})
    assert getattr(state.table.clans_set.options, key) == value
    assert prompt(state).house_rules == (words,)
    usual = getattr(new_game().table.clans_set.options, key)
    assert getattr(new_game({key: usual}).table.clans_set.options, key) == usual


@pytest.mark.parametrize("key", OFF_DEFAULT)
def test_a_playset_says_it_and_an_option_says_otherwise(key: str) -> None:
    value, _ = OFF_DEFAULT[key]
    own = designed()
    own["options"] = {**own["options"], key: value}
    assert getattr(new_game(playset=own).table.clans_set.options, key) == value
    usual = getattr(new_game().table.clans_set.options, key)
    assert getattr(new_game({key: usual}, own).table.clans_set.options, key) == usual


@pytest.mark.parametrize("geometry", ["half_step_drop", "hex_lattice", "same_line"])
def test_each_geometry_is_in_the_older_game(geometry: str) -> None:
    state = new_game({"mode": "nexus", "geometry": geometry})
    assert state.table.nexus_set.board.geometry == geometry
    assert len(prompt(state).house_rules) == (geometry != "half_step_drop")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 3}, "players"),
        ({"mode": "bridge"}, "mode"),
        ({"veto": "nobody"}, "veto"),
        ({"rounds": 8}, "rounds"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption) as refused:
        new_game(options)
    text = str(refused.value)
    assert words in text
    assert text[0].isupper()
    assert text.endswith(".")


OF_THE_OTHER_GAME = [
    {"geometry": "hex_lattice"},
    {"mode": "nexus", "veto": "one_at_random"},
    {"mode": "nexus", "same_pick": "again"},
    {"mode": "nexus", "phase_order": "conflict_first"},
]


@pytest.mark.parametrize(
    "options",
    [
        *OF_THE_OTHER_GAME,
        {"pieces": "families"},
        {"mode": "nexus", "counters": "told"},
    ],
)
def test_an_option_of_the_other_game_changes_nothing_and_is_not_said(options: dict[str, Any]) -> None:
    usual = new_game({"mode": options["mode"]} if "mode" in options else {})
    state = new_game(options)
    assert state.table.setup.playset == usual.table.setup.playset
    assert prompt(state).house_rules == ()


def test_two_play() -> None:
    assert [value for value, _ in next(each.choices for each in OPTIONS if each.key == "players")] == [2]
    assert GAME.seat_count(new_game().table) == 2


def test_a_playset_is_played_in_its_own_mode_alone() -> None:
    assert not new_game(playset=designed_tiles()).table.is_clans
    with pytest.raises(BadOption, match=r"The playset is one of mode nexus, and this game is one of clans\."):
        new_game({"mode": "clans"}, designed_tiles())
    assert (
        "Played with a playset of one's own: The demonstration set." in prompt(new_game(playset=designed())).house_rules
    )


def test_what_nobody_has_told_is_said_to_be_assumed() -> None:
    assert "All cards of this set are ours, and assumed." in prompt(new_game()).assumed
    assert any("growth" in each and "attack" not in each for each in prompt(new_game()).assumed)
    assert prompt(new_game(playset=designed())).assumed == ()


def test_counters_that_are_kept_elsewhere_are_not_looked_for() -> None:
    state = clans_at(Phase.START, tribe(clan("flame", 5)), options={"counters": "told"})
    assert type(zone(state, "tracker.0.0")).__name__ == "Anything"
    assert type(zone(state, "tribe.1")).__name__ == "Anything"
    assert zone(state, "clan.0.0").kinds == ("clan_of_seat_1:flame",)
    assert "Counters are kept beside the mat: nobody sees them there." in prompt(state).house_rules


# --- each alternative, played on ---


def test_both_mana_options_together() -> None:
    """B-07 and B-09: mana of the Tribe stays in its tracker until Consolidation takes it."""
    options = {"tribe_mana_assignable": False, "mana_persists": False}
    x = tribe(clan("flame", 2, mana=1), mana=3)
    state = after(clans_at(Phase.CONSOLIDATE, x, options=options), Consolidate())
    assert state.table.clans.tribes[X].counters.mana == 0
    kept = settled(clans_at(Phase.CONSOLIDATE, x, options={"tribe_mana_assignable": False}))
    assert kept.table.phase is Phase.START
    assert after(kept, StartWave()).table.clans.tribes[X].counters.mana == 3


def test_families_of_the_older_game_are_called_so_everywhere() -> None:
    state = tiles_at(Phase.START, tile(X, "N1", 1, "river_camp"), options={"pieces": "families"})
    view = GAME.view(state, None, NAMES)
    names = " ".join(str(each.name) for each in GAME.mat.expected(view).zones)
    assert "tile" not in names.lower()


def test_a_column_of_eight_is_full() -> None:
    """Ledger 2: a Clan column holds at most 8 Families."""
    x = tribe(clan("flame", 20, below=[family("shell_masons")] * 7))
    cards = ("cinder_spears", "kelp_tenders", "brook_singers")
    state = clans_at(Phase.PLACE, x, choices=cards, picked=("cinder_spears", "brook_singers"))
    state = both(state, attach(state, X, 1), attach(state, Y, 1))
    state = done(state, LayFamily)
    assert len(state.table.clans.clan(X, 1).families) == 8
    again = clans_at(Phase.PLACE, state.table.clans.tribes[X], choices=cards, picked=("cinder_spears", "brook_singers"))
    assert 1 not in {act.position for act in offered(again, Attach) if act.seat == X}
