"""Playing Agents: turn order, postures, and what is refused (ledger 3.4, S-25)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import IllegalAction
from companion.games.waves.model import Agent, Hand, Phase, PlaceShells, PlayAgents, Posture, WavesState
from companion.table.expected import Backs, Pieces
from tests.companion.games.waves.positions import GAME, play_round, play_until, position

HANDS = {0: [2, 2, 3, 4, 5]}
"""The hand of S-25."""


def to_play(token: int = 0, told: bool = True) -> WavesState:
    return play_until(position([1, 4, 4, 2], token=token, hands=HANDS, told=told), Phase.PLAY, ["F2"] * 4)


def play(seat: int, posture: Posture, *cards: int, slot: int | None = None) -> PlayAgents:
    return PlayAgents(seat, seat if slot is None else slot, posture, cards)


def refused(state: WavesState, action: Any) -> IllegalAction:
    before = state
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, action)
    assert state == before
    return caught.value


S25 = [
    pytest.param(play(1, "follower", 2), "W-050", "It is not this seat's turn. Seat 1 plays now.", id="a-wrong-seat"),
    pytest.param(
        play(0, "follower"), "W-051", "At least one card has to be played. Choose a card from the hand.", id="b-no-card"
    ),
    pytest.param(
        play(0, "follower", 2, 2),
        "W-052",
        "A Follower is exactly one card, not 2. Take the others back.",
        id="c-two-follow",
    ),
    pytest.param(
        play(0, "rebel", 2, 3),
        "W-053",
        "Rebels played together must be of one class. Take the others back.",
        id="d-mixed",
    ),
    pytest.param(play(0, "follower", 1), "W-051", "The hand does not hold 1 Scholar cards.", id="e-not-held"),
    pytest.param(
        play(0, "follower", 2, slot=1),
        "W-054",
        "Agents are played at your own Elder only. Take the cards back and lay them at yours.",
        id="f-wrong-elder",
    ),
]


@pytest.mark.parametrize(("action", "rule", "text"), S25)
def test_s25_illegal_plays_are_refused(action: PlayAgents, rule: str, text: str) -> None:
    error = refused(to_play(), action)
    assert (error.rule, error.reason) == (rule, text)


@pytest.mark.rule("W-050", "W-051", "W-052", "W-053", "W-054")
def test_s25_refusals_name_the_rule_that_is_broken() -> None:
    rules = [refused(to_play(), param.values[0]).rule for param in S25]
    assert rules == ["W-050", "W-051", "W-052", "W-053", "W-051", "W-054"]


@pytest.mark.rule("W-058")
@pytest.mark.parametrize(("posture", "name"), [("follower", "g"), ("rebel", "h")])
def test_s25_a_second_set_of_agents_is_refused(posture: Posture, name: str) -> None:
    once = GAME.apply_action(to_play(), play(0, "follower", 2))
    error = refused(once, play(0, posture, 2))
    assert (error.rule, error.reason) == (
        "W-058",
        "Seat 1 has placed Agents in this round. One set a round is allowed.",
    )


@pytest.mark.rule("W-051", "W-053", "A-29")
@pytest.mark.parametrize(
    ("posture", "cards"), [("rebel", (2,)), ("rebel", (2, 2)), ("follower", (2,)), ("follower", (5,)), ("rebel", (5,))]
)
def test_s25_accepted_plays(posture: Posture, cards: tuple[int, ...]) -> None:
    after = GAME.apply_action(to_play(), play(0, posture, *cards))
    assert after.table.slots[0].agent == Agent(posture, len(cards))
    assert after.table.hands[0].count == 5 - len(cards)


@pytest.mark.rule("W-051", "W-052", "W-053")
def test_a_told_hand_offers_every_follower_and_every_number_of_rebels_of_one_class() -> None:
    offered = set(GAME.legal_actions(to_play()))
    assert offered == {
        *(play(0, "follower", cls) for cls in (2, 3, 4, 5)),
        *(play(0, "rebel", cls) for cls in (2, 3, 4, 5)),
        play(0, "rebel", 2, 2),
    }


@pytest.mark.rule("W-051", "W-053")
def test_an_untold_hand_offers_every_number_of_cards() -> None:
    offered = set(GAME.legal_actions(to_play(told=False)))
    assert offered == {play(0, "follower", 0), *(play(0, "rebel", *[0] * number) for number in range(1, 6))}


@pytest.mark.rule("W-054")
@pytest.mark.parametrize(("seat", "slot"), [pair for pair in product(range(4), repeat=2) if pair[0] != pair[1]])
def test_x16_agents_at_another_players_elder_are_refused(seat: int, slot: int) -> None:
    assert refused(to_play(token=seat, told=False), play(seat, "follower", 0, slot=slot)).rule == "W-054"


@pytest.mark.rule("W-050")
@pytest.mark.parametrize("token", range(4))
def test_players_play_once_each_clockwise_from_the_token_holder(token: int) -> None:
    record, _ = play_round(position([1, 4, 4, 2], token=token), ["F2", "F2", "F2", "F2"])
    seats = [action.seat for action in record.actions if isinstance(action, PlayAgents)]
    assert seats == [(token + step) % 4 for step in range(4)]


@pytest.mark.rule("W-051")
def test_passing_is_not_offered_to_a_hand_with_cards() -> None:
    for told in (True, False):
        assert all(isinstance(action, PlayAgents) for action in GAME.legal_actions(to_play(told=told)))


@pytest.mark.rule("W-055")
def test_everyone_sees_posture_and_number_and_only_the_owner_the_class() -> None:
    state, action = to_play(), play(0, "rebel", 2, 2)
    after = GAME.apply_action(state, action)
    for seat in (None, 1, 2, 3):
        assert GAME.view_action(action, seat).action == play(0, "rebel", 0, 0)
        view = GAME.view(after, seat)
        assert view.table.slots[0].agent == Agent("rebel", 2, 0)
        zones = {zone.zone: zone for zone in GAME.expected_table(view).zones}
        assert zones["rebel.0"].content == Backs("back", 2)
        assert zones["rebel.0"].label == "Rebel"
    own = GAME.view(after, 0).own
    assert own is not None
    assert own.agent == 2


@pytest.mark.rule("W-055")
def test_the_class_of_a_face_down_card_is_not_taken_for_an_untold_hand() -> None:
    error = refused(to_play(told=False), play(0, "follower", 2))
    assert (error.rule, error.reason) == ("W-055", "Agents lie face down: tell their number only, not their class.")
    error = refused(to_play(), play(0, "follower", 0))
    assert (error.rule, error.reason) == ("W-051", "Say which card is played: the companion holds this hand.")


@pytest.mark.rule("W-060")
def test_followers_stay_face_down_when_rebels_are_turned_up() -> None:
    state = play_until(position([1, 4, 4, 2]), Phase.TABLET, ["F2", "R3x1", "F4", "R5x1"])
    assert [slot.agent.face for slot in state.table.slots if slot.agent] == [0, 3, 0, 5]


@pytest.mark.rule("W-056")
def test_followers_collect_first_and_rebels_count_for_the_true_majority() -> None:
    state = position([1, 4, 4, 2], hands={1: [1, 1, 1, 2, 2]})
    record, _ = play_round(state, ["F2", "R1x3", "F5", "F3"])
    assert [step[0] for step in record.steps] == [0, 2, 3, 1]  # F:256-260
    assert (record.open, record.true) == (4, 1)  # F:262-269: 4 Scholars with the Rebels
    followed, _ = play_round(state, ["F2", "F1", "F5", "F3"])
    assert followed.true == 4


@pytest.mark.rule("W-019")
def test_the_elder_in_front_of_a_player_is_where_that_player_plays() -> None:
    state = to_play()
    assert {action.slot for action in GAME.legal_actions(state) if isinstance(action, PlayAgents)} == {0}
    after = GAME.apply_action(state, play(0, "follower", 2))
    zones = {zone.zone: zone for zone in GAME.expected_table(GAME.view(after, None)).zones}
    assert [zones[f"follower.{seat}"].content == Backs("back", 1) for seat in range(4)] == [True, False, False, False]
    assert zones["elder.0"].content == Pieces(("card:1",))


@pytest.mark.rule("W-043")
@pytest.mark.parametrize("count", range(6))
def test_only_the_council_cards_number_of_shells_is_legal(count: int) -> None:
    state = position([1, 4, 4, 2], card_shells=2)
    if count == 2:
        assert GAME.apply_action(state, PlaceShells(2)).table.shells == 2
    else:
        error = refused(state, PlaceShells(count))
        expected = f"The Council card asks for 2 shells in the centre, not {count}."
        assert (error.rule, error.reason) == ("W-043", expected)


@pytest.mark.rule("W-053")
def test_more_rebels_than_the_known_cards_allow_are_not_offered() -> None:
    # Three of P0's four cards were seen to go there, of three classes: at most two can be of one class.
    state = position([1, 4, 4, 2], phase=Phase.PLAY, told=False, hands={0: [1, 2, 3, 4]})
    hands = (Hand(4, (1, 1, 1, 0, 0)), *state.table.hands[1:])
    offered = GAME.legal_actions(State(replace(state.table, hands=hands), state.secrets))
    assert max(len(action.cards) for action in offered if isinstance(action, PlayAgents)) == 2
