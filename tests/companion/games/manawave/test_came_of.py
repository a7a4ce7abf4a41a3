"""What came of an act, in the words of the news: what revealed cards say, the same choice twice, and Soulstain."""

from __future__ import annotations

import pytest

from companion.games.manawave.game import GAME
from companion.games.manawave.state.acts import Choose, DrawCard, LayOut, Open
from companion.games.manawave.state.model import Phase
from tests.companion.games.manawave.play import clans_at, new_game
from tests.companion.games.outcomes import told


@pytest.mark.rule("M-030")
def test_a_revealed_family_says_what_it_does_in_each_modality() -> None:
    said = told(GAME, clans_at(Phase.DRAW), DrawCard("shell_masons"))
    assert said == (
        "Choice A: Shell Masons.",
        "Modality 0: 2 shield to the Clan. Modality 1, with 1 counter: 1 shield to the Clan; 2 shield to the Tribe.",
    )


@pytest.mark.rule("M-210")
def test_a_revealed_tile_says_what_the_wave_makes_of_it() -> None:
    state = new_game({"mode": "nexus"})
    while not any(isinstance(act, DrawCard) for act in GAME.legal_actions(state)):
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    said = told(GAME, state, DrawCard("river_camp"))
    assert said == ("Choice A: River Camp.", "Tribe, 2 population. When the wave comes: 1 growth on itself.")


@pytest.mark.rule("M-001")
def test_a_revealed_faction_names_its_families() -> None:
    assert told(GAME, new_game(), LayOut("faction", "ember"))[1] == (
        "Its Families: Cinder Spears, Ash Oathkeepers, Pyre Wardens, Sparkcallers."
    )


@pytest.mark.rule("M-031", "M-032")
def test_what_is_sealed_says_nothing_and_the_same_choice_is_told_once_both_are_open() -> None:
    state = clans_at(Phase.CHOOSE, choices=("shell_masons", "coral_kin", "cinder_spears"))
    for seat in (0, 1):
        assert [told(GAME, state, Choose(seat, "A"), each)[1] for each in (None, 0, 1)] == ["", "", ""]
        state = GAME.apply_action(state, Choose(seat, "A"))
    assert told(GAME, state, Open(0, Choose(0, "A")))[1] == ""
    state = GAME.apply_action(state, Open(0, Choose(0, "A")))
    assert told(GAME, state, Open(1, Choose(1, "A"))) == (
        "Ben has chosen A: Shell Masons.",
        "Both have taken the same card.",
    )


@pytest.mark.rule("M-031")
def test_the_news_of_the_second_card_names_the_first_too_as_both_are_opened_at_once() -> None:
    state = clans_at(Phase.CHOOSE, choices=("shell_masons", "coral_kin", "cinder_spears"))
    for act in (Choose(0, "A"), Choose(1, "B"), Open(0, Choose(0, "A"))):
        state = GAME.apply_action(state, act)
    assert told(GAME, state, Open(1, Choose(1, "B"))) == (
        "Ben has chosen B: Coral Kin.",
        "Ada has chosen A: Shell Masons.",
    )
