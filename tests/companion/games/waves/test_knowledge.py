"""What hidden cards may be, from what lies open and what was seen to go where."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.waves.rules.actions import PlayAgents, RevealRebels
from companion.games.waves.state.hidden import (
    at_large,
    can_be_one_class,
    discardable,
    drawable,
    face_down_slots,
    possible_faces,
    told_face,
)
from companion.games.waves.state.model import (
    CLASSES,
    UNKNOWN,
    Hand,
    Phase,
    WavesState,
)
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


def test_a_card_seen_to_go_to_a_hand_may_be_among_rebels_of_its_class() -> None:
    # One Noble is unseen and one was seen to go to the hand, so both Rebels may be Nobles, but three may not.
    state = position([5, 5, 5, 5], told=False, phase=Phase.PLAY, discard=[5] * 14)
    state = seen(state, 0, Hand(5, (0, 0, 0, 0, 1)))
    assert at_large(state)[4] == 1
    for number, faces in ((2, CLASSES), (3, (1, 2, 3, 4))):
        played = GAME.apply_action(state, PlayAgents(0, 0, "rebel", (UNKNOWN,) * number))
        assert possible_faces(played, 0) == faces


def test_one_card_of_a_class_is_enough_to_discard_it() -> None:
    state = position([5, 5, 5, 5], told=False, phase=Phase.DISCARD, hands={0: [1] * 6}, discard=[5] * 15)
    assert at_large(state)[4] == 1
    assert discardable(state, 0) == CLASSES


@pytest.mark.rule("W-140")
def test_in_an_irregular_game_everything_is_possible() -> None:
    state = position([5, 5, 5, 5], phase=Phase.DRAW, discard=[5] * 16, told=False)
    assert drawable(state) == (1, 2, 3, 4)
    assert drawable(State(replace(state.table, irregular=("something",)), state.secrets)) == CLASSES


def test_where_the_count_leaves_no_card_every_class_may_be_drawn() -> None:
    state = position([5, 5, 5, 5], phase=Phase.DRAW, discard=[*CLASSES] * 20, told=False)
    assert not any(at_large(state))
    assert drawable(state) == CLASSES


@pytest.mark.rule("W-053", "W-140")
def test_face_down_agents_leave_each_other_cards_of_one_class() -> None:
    # Hidden are two Scholars, two Keepers and one of each other class. Two players laid two Rebels each, so Scholars
    # and Keepers are theirs, and the Followers can only be of the others.
    discard = [*[1] * 18, *[2] * 18, *[3] * 19, *[4] * 19, *[5] * 15]
    agents = {0: "R1x2", 1: "R2x2", 2: "F3", 3: "F4"}
    state = position(
        [5] * 4, phase=Phase.REVEAL, told=False, hands=dict.fromkeys(range(4), ()), agents=agents, discard=discard
    )
    state = State(replace(state.table, council=(0, 0, 0, 0, 4)), state.secrets)
    assert at_large(state) == (2, 2, 1, 1, 1)
    assert GAME.violations(state) == ()
    assert [possible_faces(state, slot) for slot in range(4)] == [(1, 2), (1, 2), (3, 4, 5), (3, 4, 5)]
    shown = GAME.apply_action(state, RevealRebels(0, 2))
    assert possible_faces(shown, 1) == (1,)


# --- two Elders of one player ---


def two(agents: dict[int, str], hands: dict[int, list[int]] | None = None, **more: Any) -> WavesState:
    """Two players whose Agents lie face down."""
    return position([5] * 4, mode="head_to_head", phase=Phase.REVEAL, agents=agents, hands=hands, **more)


@pytest.mark.rule("W-055", "W-100")
def test_a_told_player_knows_which_agents_lie_at_which_of_its_places() -> None:
    state = two({0: "R1x2", 1: "F3", 2: "F4", 3: "R2x1"})
    mine, theirs = GAME.known(GAME.view(state, 0)), GAME.known(GAME.view(state, 1))
    assert [possible_faces(mine, slot) for slot in (0, 2)] == [(1,), (4,)]
    assert [possible_faces(theirs, slot) for slot in (1, 3)] == [(3,), (2,)]
    assert possible_faces(mine, 1) == possible_faces(theirs, 0) == CLASSES
    assert [told_face(state.table, state.secrets[0], slot) for slot in (0, 2)] == [1, 4]  # type: ignore[arg-type]


@pytest.mark.rule("W-055", "W-140")
def test_what_a_player_holds_counts_the_agents_at_both_places() -> None:
    state = two({0: "R1x2", 1: "F3", 2: "F4", 3: "R2x1"}, {0: [1, 5], 1: []})
    assert [face_down_slots(state.table, seat) for seat in (0, 1)] == [(0, 2), (1, 3)]
    assert at_large(GAME.known(GAME.view(state, 0))) == (17, 20, 20, 19, 15)
    shown = GAME.apply_action(state, RevealRebels(0, 1))
    assert face_down_slots(shown.table, 0) == (2,)
    assert shown.secrets[0] is not None
    assert shown.secrets[0].agents == (0, 4)


@pytest.mark.rule("W-053")
def test_the_agents_at_both_places_share_what_was_seen_to_go_to_the_hand() -> None:
    # Two Scholars and two Keepers were seen to go to the hand, which is empty now: one set is of each class.
    state = seen(two({0: "R1x2", 1: "F3", 2: "R2x2", 3: "F3"}, {0: [], 1: []}, told=False), 0, Hand(0, (2, 2, 0, 0, 0)))
    assert possible_faces(state, 0) == possible_faces(state, 2) == (1, 2)
    shown = GAME.apply_action(state, RevealRebels(0, 1))
    assert possible_faces(shown, 2) == (2,)


@pytest.mark.rule("W-053")
def test_how_many_can_be_of_one_class_takes_the_other_place_into_account() -> None:
    # The hand has three cards; a Scholar, a Keeper and a Knight were seen to go to it or to the Follower that lies.
    state = position([5] * 4, mode="head_to_head", phase=Phase.PLAY, agents={0: "F1"}, hands={0: [1, 2, 3]}, told=False)
    state = seen(state, 0, Hand(3, (1, 1, 1, 0, 0)))
    assert [can_be_one_class(state, 2, number) for number in (1, 2, 3)] == [True, True, False]


@pytest.mark.rule("W-016", "W-001")
def test_the_unassociated_elder_lies_in_sight() -> None:
    state = position([1, 2, 3], told=False, gap_elder=5)
    assert at_large(state) == (19, 19, 19, 20, 19)


@pytest.mark.rule("W-140")
@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": (Hand(1, (3, 0, 0, 0, 0)), *(Hand(4),) * 3)},  # more cards were seen to go there than there are
        {"discard": (20, 20, 20, 20, 15)},  # one is left for sixteen places in hands
    ],
)
def test_a_table_that_no_cards_make_is_imagined_as_near_as_may_be(wrong: dict[str, Any]) -> None:
    state = position([1, 4, 4, 2], told=False)
    state = State(replace(state.table, **wrong), state.secrets)
    imagined = GAME.simulation.determinize(state, random.Random(1))
    assert [sum(told.hand) for told in imagined.secrets if told] == [hand.count for hand in state.table.hands]
