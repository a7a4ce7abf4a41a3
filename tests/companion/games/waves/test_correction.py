"""What the host may set, and how play goes on from there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import IllegalAction
from companion.games.waves.correction import owner_file
from companion.games.waves.model import (
    ActivateTablet,
    Agent,
    Collect,
    DiscardExtras,
    Draw,
    Hand,
    Phase,
    PlaceShells,
    RevealFollower,
    RotateElders,
    WavesState,
)
from companion.games.waves.tablets import check_slot, elder_power
from tests.companion.games.waves.positions import GAME, play_until, position, with_side

FOLLOWED = ["F2", "F2", "F2", "F2"]


def powers(state: WavesState) -> list[int]:
    return [elder_power(state.table, slot) for slot in range(4)]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"weather": 1}, "Waves has no fact 'weather'. Pick one from the host page's list."),
        ({"shells": 6}, "Shells in the centre cannot be 6. Give a whole number from 0 to 5."),
        ({"shells": "two"}, "Shells in the centre cannot be 'two'. Give a whole number from 0 to 5."),
        ({"token": 4}, "Wave token cannot be 4. Choose one of: -1, 0, 1, 2, 3."),
        ({"elder.0": 9}, "Elder cannot be 9. Choose one of: 0, 1, 2, 3, 4, 5."),
    ],
)
def test_an_impossible_fact_is_refused_in_words(facts: dict[str, Any], text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.correct(position([1, 2, 3, 4]), facts)
    assert (caught.value.rule, caught.value.reason) == ("host", text)


@pytest.mark.rule("W-140")
@pytest.mark.parametrize(("deck", "total"), [(70, 94), (77, 101)])
def test_a_wrong_number_of_cards_marks_the_state_irregular_until_it_is_right_again(deck: int, total: int) -> None:
    wrong = GAME.correct(position([1, 2, 3, 4]), {"deck": deck})
    assert wrong.table.irregular == (f"{total} cards are counted instead of 100 (W-140).",)
    later = GAME.apply_action(wrong, GAME.legal_actions(wrong)[0])
    assert later.table.irregular == wrong.table.irregular
    assert GAME.correct(later, {"deck": 76}).table.irregular == ()


@pytest.mark.rule("W-030", "W-032")
def test_a_collection_set_to_the_goal_ends_the_game_and_set_back_goes_on() -> None:
    state = position([1, 2, 3, 4])
    won = GAME.correct(state, {"collected.2.1": 2, "collected.2.5": 4, "deck": 70})
    assert won.table.winner == 2
    assert GAME.legal_actions(won) == ()
    again = GAME.correct(won, {"collected.2.5": 3, "deck": 71})
    assert again.table.winner == -1
    assert GAME.legal_actions(again)


@pytest.mark.rule("W-061", "W-063")
def test_an_elder_put_right_before_the_tablet_is_laid_moves_the_true_majority() -> None:
    state = play_until(position([4, 1, 4, 5]), Phase.TABLET, FOLLOWED)
    assert GAME.legal_actions(state) == (ActivateTablet(4),)
    assert GAME.legal_actions(GAME.correct(state, {"elder.0": 5})) == (ActivateTablet(5),)


def test_a_harmless_correction_between_two_extras_keeps_the_state_regular() -> None:
    # Knights 3 and Keepers 3 before, Knights 2 and Keepers 3 when the first extra is gone: the Knights keep the tablet.
    state = position([1, 2, 3, 4], hands={0: [3, 3, 1, 1, 1], 1: [2, 2, 1, 1, 1]})
    state = play_until(state, Phase.EXTRAS, ["R3x2", "R2x2", "F2", "F2"])
    state = GAME.apply_action(state, DiscardExtras(0))
    assert GAME.correct(state, {"round": 2}).table.irregular == ()


@pytest.mark.rule("W-063")
def test_the_hosts_word_on_the_active_tablet_counts() -> None:
    state = position([3, 3, 2, 2], hands={0: [2, 2, 1, 1, 1], 1: [3, 1, 1, 1, 1]})
    state = play_until(state, Phase.EXTRAS, ["R2x2", "F1", "F1", "F1"])
    corrected = GAME.correct(state, {"active": 3})
    assert corrected.table.irregular == ()
    assert corrected.table.true_majority == 3


@pytest.mark.rule("W-123")
def test_powers_from_the_right_follow_a_corrected_tablet_or_elder() -> None:
    state = position([5, 2, 3, 3], tablets=with_side("KNI-B2"))
    state = play_until(state, Phase.WAVE_1, ["F4", "F5", "R3x1", "F3"])
    assert powers(state) == [3, 5, 2, 3]
    assert powers(GAME.correct(state, {"active": 5})) == [5, 2, 3, 3]  # no other tablet fixes powers
    assert powers(GAME.correct(state, {"elder.0": 4})) == [3, 4, 2, 3]
    other = position([5, 5, 3, 1], tablets={3: "KNI-B2", 5: "NOB-C"})
    other = play_until(other, Phase.WAVE_1, ["F4", "R5x1", "F3", "F3"])
    assert powers(GAME.correct(other, {"active": 3})) == [1, 5, 5, 3]


@pytest.mark.rule("W-123")
def test_powers_from_the_right_keep_what_was_fixed_where_that_elder_has_left() -> None:
    state = position([5, 2, 3, 3], tablets=with_side("KNI-B2"))
    state = play_until(state, Phase.WAVE_1, ["F4", "F5", "R3x1", "F3"])
    state = GAME.apply_action(state, RevealFollower(0, 4))
    state = GAME.apply_action(state, Collect(0, 0))
    assert powers(GAME.correct(state, {"elder.3": 4}))[1:] == [5, 2, 3]


@pytest.mark.rule("W-081")
def test_going_back_to_the_draws_lets_everyone_draw_again() -> None:
    state = play_until(position([5, 5, 5, 5], card_shells=0), Phase.DISCARD, FOLLOWED)
    back = GAME.correct(state, {"phase": "draw"})
    first = GAME.legal_actions(back)[0]
    assert back.table.phase is Phase.DRAW
    assert isinstance(first, Draw)
    assert first.seat == back.table.token


@pytest.mark.rule("W-126")
def test_a_round_started_again_has_its_direct_effect_again() -> None:
    state = play_until(position([4, 1, 4, 5], tablets=with_side("SEE-B2")), Phase.WAVE_1, FOLLOWED)
    again = GAME.correct(state, {"phase": "tablet"})
    assert again.table.active == 0
    again = GAME.apply_action(again, ActivateTablet(4))
    assert GAME.legal_actions(again) == (RotateElders(),)


@pytest.mark.rule("W-128")
def test_a_wave_started_again_returns_its_first_elder_again() -> None:
    state = position([1, 5, 5, 5], tablets=with_side("NOB-B1"), phase=Phase.WAVE_2, active=5, shells=2, returned=True,
                     agents={0: "F4", 1: "F1", 2: "F1", 3: "F1"}, shown="F")  # fmt: skip
    assert check_slot(GAME.correct(state, {"phase": "wave_1"}).table, 0).result == "returned"


def test_nobody_with_the_token_is_irregular() -> None:
    corrected = GAME.correct(position([1, 2, 3, 4]), {"token": -1})
    assert corrected.table.irregular == ("Nobody holds the Wave token (W-009).",)


def test_a_hand_that_no_longer_fits_what_was_told_counts_as_not_told() -> None:
    state = position([1, 2, 3, 4])
    corrected = GAME.correct(state, {"hand.1": 4, "deck": 77})
    assert corrected.secrets[1] is None
    assert corrected.secrets[0] == state.secrets[0]
    assert corrected.table.irregular == ()


def test_cards_seen_to_go_to_a_hand_are_forgotten_when_the_hand_is_smaller_than_that() -> None:
    state = position([1, 2, 3, 4], told=False)
    hands = (Hand(5, (1, 1, 1, 0, 0)), *state.table.hands[1:])
    state = State(replace(state.table, hands=hands), state.secrets)
    assert GAME.correct(state, {"hand.0": 3, "deck": 78}).table.hands[0].seen == (1, 1, 1, 0, 0)
    assert GAME.correct(state, {"hand.0": 2, "deck": 79}).table.hands[0].seen == (0, 0, 0, 0, 0)


def test_agents_can_be_set_and_taken_away() -> None:
    state = play_until(position([1, 2, 3, 4], told=False), Phase.PLAY, FOLLOWED)
    laid = GAME.correct(state, {"agent.0.posture": "rebel", "agent.0.count": 2, "hand.0": 3})
    assert laid.table.slots[0].agent == Agent("rebel", 2)
    assert laid.table.irregular == ()
    gone = GAME.correct(laid, {"agent.0.posture": "none", "hand.0": 5})
    assert gone.table.slots[0].agent is None
    assert gone.table.irregular == ()


@pytest.mark.rule("W-004")
def test_a_number_typed_from_the_council_card_is_confirmed() -> None:
    state = GAME.correct(GAME.new_game({}, {}), {"council_card.1": 4})
    figure = state.table.setup.council_card[0]
    assert (figure.value, figure.status) == (4, "owner")
    assert "Scholars" not in GAME.prompt(GAME.view(state, None)).assumed[0]


@pytest.mark.parametrize(("key", "high"), [("hand.0", 30), ("deck", 100), ("discard.1", 20), ("round", 99)])
def test_numbers_have_a_highest_value(key: str, high: int) -> None:
    GAME.correct(position([1, 2, 3, 4]), {key: high})
    with pytest.raises(IllegalAction, match=rf"cannot be {high + 1}\. Give a whole number from \d to {high}\."):
        GAME.correct(position([1, 2, 3, 4]), {key: high + 1})


@pytest.mark.rule("W-043")
def test_without_elders_no_shell_is_due() -> None:
    empty = GAME.correct(position([1, 2, 3, 4]), {f"elder.{slot}": 0 for slot in range(4)})
    assert GAME.legal_actions(empty) == (PlaceShells(0),)
    assert GAME.prompt(GAME.view(empty, None)).text == "Leave the centre without shells."


@pytest.mark.rule("W-145")
def test_an_empty_hand_is_passed_over_and_asked_once_it_holds_a_card() -> None:
    state = play_until(position([1, 2, 3, 4], told=False), Phase.PLAY, FOLLOWED)
    empty = GAME.correct(state, {"hand.0": 0, "deck": 81})
    assert {action.actor for action in GAME.legal_actions(empty)} == {1}
    full = GAME.correct(empty, {"hand.0": 1, "deck": 80})
    assert {action.actor for action in GAME.legal_actions(full)} == {0}


def test_numbers_typed_from_the_card_are_kept_for_the_next_game() -> None:
    table = position([1, 2, 3, 4]).table
    kept = {"council_card": {"all_vs_all": {"4": {"scholar": 4, "noble": 0}}}}
    assert owner_file(table, {"council_card.1": 4, "council_card.5": 0, "shells": 2}) == kept
    assert owner_file(table, {"shells": 2}) == {}


def test_facts_are_grouped_by_the_players_names() -> None:
    named = GAME.facts(GAME.view(position([1, 2, 3, 4]), None, ("Ann", "Ben")))
    groups = {field.key: field.group for field in named}
    assert [groups[f"elder.{seat}"] for seat in range(4)] == ["Ann", "Ben", "Seat 3", "Seat 4"]
