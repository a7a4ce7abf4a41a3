"""What hidden cards may be, from what lies open and what was seen to go where."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.waves.cards import CLASSES
from companion.games.waves.knowledge import at_large, can_be_one_class, discardable, drawable, possible_faces
from companion.games.waves.model import Hand, Phase, RevealRebels, WavesState
from tests.companion.games.waves.positions import GAME, play_until, position

FOLLOWED = ["F2", "F2", "F2", "F2"]


def seen(state: WavesState, seat: int, hand: Hand) -> WavesState:
    hands = (*state.table.hands[:seat], hand, *state.table.hands[seat + 1 :])
    return State(replace(state.table, hands=hands), state.secrets)


@pytest.mark.rule("W-001")
def test_cards_in_sight_are_not_at_large() -> None:
    state = position([1, 4, 4, 2], told=False, discard=[5, 5], collected={0: [3]})
    assert at_large(state) == (19, 19, 19, 18, 18)


@pytest.mark.rule("W-001", "W-055")
def test_a_told_hand_narrows_what_the_others_may_hold() -> None:
    state = position([1, 4, 4, 2], hands={0: [5] * 5})
    assert at_large(GAME.known(GAME.view(state, 0)))[4] == 15
    assert at_large(GAME.known(GAME.view(state, 1)))[4] == 19  # its own Noble only


@pytest.mark.rule("W-055", "W-060")
def test_face_down_agents_may_be_any_class_to_others_and_one_to_their_owner() -> None:
    state = play_until(position([1, 4, 4, 2]), Phase.REVEAL, ["R3x1", "F2", "F2", "F2"])
    assert possible_faces(GAME.known(GAME.view(state, None)), 0) == CLASSES
    assert possible_faces(GAME.known(GAME.view(state, 0)), 0) == (3,)
    assert possible_faces(state, 1) == (2,)


def test_an_elder_taken_to_hand_is_remembered_until_it_shows_again() -> None:
    state = position([5, 4, 4, 2], told=False, phase=Phase.PLAY)
    state = seen(state, 0, Hand(5, (0, 0, 0, 1, 0)))
    played = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert played.table.hands[0] == Hand(4, (0, 0, 0, 1, 0))
    for _slot in (1, 2, 3):
        played = GAME.apply_action(played, GAME.legal_actions(played)[0])
    while played.table.phase is not Phase.WAVE_1:
        played = GAME.apply_action(played, GAME.legal_actions(played)[0])
    options = {action.face: action for action in GAME.legal_actions(played)}  # type: ignore[union-attr]
    assert GAME.apply_action(played, options[4]).table.hands[0].seen == (0, 0, 0, 0, 0)
    assert GAME.apply_action(played, options[3]).table.hands[0].seen == (0, 0, 0, 1, 0)


def test_the_last_cards_of_a_hand_must_be_those_seen_to_go_there() -> None:
    state = seen(
        position([1, 4, 4, 2], told=False, phase=Phase.DISCARD, hands={0: [1] * 6}), 0, Hand(6, (2, 2, 2, 0, 0))
    )
    assert discardable(state, 0) == (1, 2, 3)
    assert not can_be_one_class(state, 0, 3)
    assert can_be_one_class(state, 0, 2)


def test_two_rebels_cannot_be_of_a_class_of_which_one_card_is_left() -> None:
    state = position([5, 5, 5, 5], told=False, phase=Phase.REVEAL, agents={0: "R1x2", 1: "F1", 2: "F1", 3: "F1"},
                     discard=[5] * 15)  # fmt: skip
    assert possible_faces(state, 0) == (1, 2, 3, 4)
    assert possible_faces(state, 1) == CLASSES


@pytest.mark.rule("W-140")
def test_in_an_irregular_game_everything_is_possible() -> None:
    state = position([5, 5, 5, 5], phase=Phase.DRAW, discard=[5] * 16, told=False)
    assert drawable(state) == (1, 2, 3, 4)
    assert drawable(State(replace(state.table, irregular=("something",)), state.secrets)) == CLASSES


@pytest.mark.rule("W-053", "W-140")
def test_face_down_agents_leave_each_other_cards_of_one_class() -> None:
    # Hidden are two Scholars, two Keepers and one of each other class. Two players laid two Rebels each, so Scholars
    # and Keepers are theirs, and the Followers can only be of the others.
    discard = [*[1] * 18, *[2] * 18, *[3] * 19, *[4] * 19, *[5] * 15]
    agents = {0: "R1x2", 1: "R2x2", 2: "F3", 3: "F4"}
    state = position(
        [5] * 4, phase=Phase.REVEAL, told=False, hands=dict.fromkeys(range(4), ()), agents=agents, discard=discard
    )
    assert at_large(state) == (2, 2, 1, 1, 1)
    assert GAME.violations(state) == ()
    assert [possible_faces(state, slot) for slot in range(4)] == [(1, 2), (1, 2), (3, 4, 5), (3, 4, 5)]
    shown = GAME.apply_action(state, RevealRebels(0, 2))
    assert possible_faces(shown, 1) == (1,)
