"""Playing Agents: turn order, postures, and what is refused (ledger 3.4, S-25)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import IllegalAction
from companion.games.waves.rules.actions import (
    Draw,
    PlaceShells,
    PlayAgents,
    Reshuffle,
)
from companion.games.waves.state.model import (
    Agent,
    Hand,
    Phase,
    Posture,
    WavesState,
)
from companion.table.expected import Backs, Pieces
from tests.companion.games.waves.positions import GAME, play_round, play_until, position
from tests.said import said

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
    assert said((error.rule, error.reason)) == (rule, text)


@pytest.mark.rule("W-050", "W-051", "W-052", "W-053", "W-054")
def test_s25_refusals_name_the_rule_that_is_broken() -> None:
    rules = [refused(to_play(), param.values[0]).rule for param in S25]
    assert rules == ["W-050", "W-051", "W-052", "W-053", "W-051", "W-054"]


@pytest.mark.rule("W-058")
@pytest.mark.parametrize(("posture", "name"), [("follower", "g"), ("rebel", "h")])
def test_s25_a_second_set_of_agents_is_refused(posture: Posture, name: str) -> None:
    once = GAME.apply_action(to_play(), play(0, "follower", 2))
    error = refused(once, play(0, posture, 2))
    assert said((error.rule, error.reason)) == (
        "W-058",
        "Seat 1 has placed Agents in this round. One set at an Elder is allowed.",
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
        zones = {zone.zone: zone for zone in GAME.mat.expected(view).zones}
        assert zones["rebel.0"].content == Backs("back", 2)
        assert said(zones["rebel.0"].label) == "Rebel"
    own = GAME.view(after, 0).own
    assert own is not None
    assert own.agents == (2,)


@pytest.mark.rule("W-055")
def test_the_class_of_a_face_down_card_is_not_taken_for_an_untold_hand() -> None:
    error = refused(to_play(told=False), play(0, "follower", 2))
    assert said((error.rule, error.reason)) == (
        "W-055",
        "Agents lie face down: tell their number only, not their class.",
    )
    error = refused(to_play(), play(0, "follower", 0))
    assert said((error.rule, error.reason)) == ("W-051", "Say which card is played: the companion holds this hand.")


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
    zones = {zone.zone: zone for zone in GAME.mat.expected(GAME.view(after, None)).zones}
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
        assert said((error.rule, error.reason)) == ("W-043", expected)


@pytest.mark.rule("W-053")
def test_more_rebels_than_the_known_cards_allow_are_not_offered() -> None:
    # Three of P0's four cards were seen to go there, of three classes: at most two can be of one class.
    state = position([1, 4, 4, 2], phase=Phase.PLAY, told=False, hands={0: [1, 2, 3, 4]})
    hands = (Hand(4, (1, 1, 1, 0, 0)), *state.table.hands[1:])
    offered = GAME.legal_actions(State(replace(state.table, hands=hands), state.secrets))
    assert max(len(action.cards) for action in offered if isinstance(action, PlayAgents)) == 2


# --- the order of play in other modes ---


@pytest.mark.rule("W-050")
@pytest.mark.parametrize(("mode", "players"), [("all_vs_all", 3), ("all_vs_all", 5), ("all_vs_all", 6), ("teams", 4),
                                               ("teams", 5), ("teams", 6)])  # fmt: skip
def test_in_every_other_mode_each_plays_once_clockwise_from_the_token_holder(mode: str, players: int) -> None:
    more: dict[str, Any] = {"gap_elder": 3} if players == 3 else {}
    for token in range(players):
        state = position([1, 4, 4, 2, 5, 3][:players], mode=mode, token=token, **more)
        record, _ = play_round(state, ["F2"] * players)
        seats = [action.seat for action in record.actions if isinstance(action, PlayAgents)]
        assert seats == [(token + step) % players for step in range(players)]


def head_to_head(token: int = 0, *, hands: Any = None, **options: Any) -> WavesState:
    """Two players with their own cards before the first Agent is played."""
    state = position([1, 4, 4, 2], mode="head_to_head", token=token, told=False, hands=hands, options=options)
    return GAME.apply_action(state, PlaceShells(2))


def acts(state: WavesState) -> list[tuple[str, int, int]]:
    """What is played or drawn until all Agents lie, one card each at the first place offered: (what, seat, slot)."""
    found = []
    while state.table.phase is Phase.PLAY:
        action = GAME.legal_actions(state)[0]
        if isinstance(action, PlayAgents):
            found.append(("play", action.seat, action.slot))
        else:
            assert isinstance(action, Draw)
            found.append(("draw", action.seat, -1))
        state = GAME.apply_action(state, action)
    return found


@pytest.mark.rule("W-103", "W-104", "W-106")
@pytest.mark.parametrize("token", range(4))
def test_two_players_play_elder_by_elder_and_draw_two_after_their_own_first(token: int) -> None:
    one, two = token % 2, (token + 1) % 2
    slots = [(token + step) % 4 for step in range(4)]
    assert acts(head_to_head(token)) == [
        ("play", one, slots[0]), ("draw", one, -1), ("draw", one, -1),
        ("play", two, slots[1]), ("draw", two, -1), ("draw", two, -1),
        ("play", one, slots[2]), ("play", two, slots[3]),
    ]  # fmt: skip


@pytest.mark.rule("W-112", "W-103")
@pytest.mark.parametrize("token", range(4))
def test_by_the_older_book_each_chooses_an_elder_and_both_draw_when_both_have_played(token: int) -> None:
    one, two = token % 2, (token + 1) % 2
    first, second = sorted((token, (token + 2) % 4)), sorted(((token + 1) % 4, (token + 3) % 4))
    state = head_to_head(token, edition="breakers")
    assert {action.slot for action in GAME.legal_actions(state) if isinstance(action, PlayAgents)} == set(first)
    state = GAME.apply_action(state, play(one, "follower", 0, slot=first[1]))
    assert {action.slot for action in GAME.legal_actions(state) if isinstance(action, PlayAgents)} == set(second)
    state = GAME.apply_action(state, play(two, "rebel", 0, slot=second[0]))
    assert acts(state) == [
        ("draw", one, -1), ("draw", one, -1), ("draw", two, -1), ("draw", two, -1),
        ("play", one, first[0]), ("play", two, second[1]),
    ]  # fmt: skip


@pytest.mark.rule("W-104", "W-106", "W-112")
def test_s23_what_one_book_allows_the_other_refuses() -> None:
    final, older = head_to_head(), head_to_head(edition="breakers")
    error = refused(final, play(0, "follower", 0, slot=2))
    assert said((error.rule, error.reason)) == ("W-104", "The Elder at place 1 comes first. Play there now.")
    GAME.apply_action(older, play(0, "follower", 0, slot=2))
    for state, rule in ((final, "W-106"), (older, "W-112")):
        once = GAME.apply_action(state, play(0, "follower", 0, slot=0))
        again = refused(once, Draw(1))
        assert again.rule == rule
    played = GAME.apply_action(final, play(0, "follower", 0, slot=0))
    error = refused(played, play(1, "follower", 0, slot=1))
    assert said((error.rule, error.reason)) == ("W-106", "Seat 1 draws first: 2 cards each after the first play.")
    error = refused(GAME.apply_action(older, play(0, "follower", 0, slot=0)), Draw(0))
    assert said((error.rule, error.reason)) == (
        "W-112",
        "Nobody draws now: 2 cards are drawn when both have played once.",
    )


@pytest.mark.rule("W-053", "A-38")
def test_at_the_first_elder_a_whole_hand_may_be_laid_for_two_cards_are_drawn_before_the_second() -> None:
    state = head_to_head()
    assert max(len(action.cards) for action in GAME.legal_actions(state) if isinstance(action, PlayAgents)) == 5
    state = GAME.apply_action(state, play(0, "rebel", *[0] * 5, slot=0))
    assert GAME.legal_actions(state) == (Draw(0),)


@pytest.mark.rule("W-053", "W-111")
def test_at_the_second_elder_nothing_has_to_be_kept() -> None:
    state = head_to_head()
    while not (state.table.slots[1].agent and GAME.legal_actions(state)[0].actor == 0):
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    offered = [action for action in GAME.legal_actions(state) if isinstance(action, PlayAgents)]
    assert {action.slot for action in offered} == {2}
    assert max(len(action.cards) for action in offered) == 6  # 5 - 1 + 2


@pytest.mark.rule("W-051", "W-111")
def test_the_last_card_of_a_hand_may_be_played_at_the_first_elder() -> None:
    state = position([1, 4, 4, 2], mode="head_to_head", phase=Phase.PLAY, told=False, hands={0: [1]}, drawn=(2, 0))
    assert set(GAME.legal_actions(state)) == {play(0, "follower", 0, slot=0), play(0, "rebel", 0, slot=0)}


@pytest.mark.rule("W-111", "A-13")
@pytest.mark.parametrize("edition", ["rebels", "breakers"])
def test_s28_with_an_empty_hand_two_cards_are_drawn_first_and_one_is_kept(edition: str) -> None:
    state = head_to_head(hands={0: ()}, edition=edition)
    assert GAME.legal_actions(state) == (Draw(0),)
    error = refused(state, play(0, "follower", 0, slot=0))
    assert error.rule == ("W-106" if edition == "rebels" else "W-112")
    state = GAME.apply_action(state, Draw(0))
    assert "W-111" in state.table.why
    assert GAME.legal_actions(state) == (Draw(0),)  # two in all, though the hand is not empty any more
    state = GAME.apply_action(state, Draw(0))
    offered = [action for action in GAME.legal_actions(state) if isinstance(action, PlayAgents)]
    assert {len(action.cards) for action in offered} == {1}
    error = refused(state, play(0, "rebel", 0, 0, slot=0))
    assert said((error.rule, error.reason)) == (
        "W-111",
        "Keep one card for your second Elder: nothing is drawn before it.",
    )
    state = GAME.apply_action(state, play(0, "rebel", 0, slot=0))
    drawn = [act for act in acts(state) if act[:2] == ("draw", 0)]
    assert drawn == []  # exactly two in this round


@pytest.mark.rule("A-13", "W-103")
def test_with_an_empty_hand_the_first_elder_is_passed_over_where_the_table_wants_that() -> None:
    state = head_to_head(hands={0: ()}, h2h_empty_hand="skip")
    assert state.table.skipped == (0,)
    assert {action.actor for action in GAME.legal_actions(state)} == {0}  # passed over counts as the first Elder
    assert acts(state) == [
        ("draw", 0, -1), ("draw", 0, -1), ("play", 1, 1), ("draw", 1, -1), ("draw", 1, -1), ("play", 0, 2),
        ("play", 1, 3),
    ]  # fmt: skip


@pytest.mark.rule("W-088", "A-48", "W-106")
def test_the_discard_pile_is_shuffled_amid_the_plays_where_the_deck_is_empty() -> None:
    state = position([1, 4, 4, 2], mode="head_to_head", told=False, discard=[1, 2, 3], card_shells=0)
    state = State(replace(state.table, deck=1), state.secrets)
    state = GAME.apply_action(GAME.apply_action(state, PlaceShells(0)), play(0, "follower", 0, slot=0))
    state = GAME.apply_action(state, Draw(0))
    assert GAME.legal_actions(state) == (Reshuffle(),)
    state = GAME.apply_action(state, Reshuffle())
    assert (state.table.deck, sum(state.table.discard)) == (3, 0)
    assert GAME.legal_actions(state) == (Draw(0),)


@pytest.mark.rule("A-49", "W-106")
def test_without_any_card_left_nobody_draws_and_an_elder_without_cards_is_passed_over() -> None:
    state = position([1, 4, 4, 2], mode="head_to_head", told=False, hands={0: [1], 1: [2, 3]})
    state = State(replace(state.table, deck=0), state.secrets)
    assert acts(GAME.apply_action(state, PlaceShells(2))) == [("play", 0, 0), ("play", 1, 1), ("play", 1, 3)]


@pytest.mark.rule("W-054", "W-100")
@pytest.mark.parametrize(("seat", "slot"), [(0, 1), (0, 3), (1, 0), (1, 2)])
def test_two_players_may_not_play_at_the_elders_of_the_other(seat: int, slot: int) -> None:
    assert refused(head_to_head(token=seat), play(seat, "follower", 0, slot=slot)).rule == "W-054"


@pytest.mark.rule("W-058")
def test_a_second_set_at_one_of_two_own_elders_is_refused() -> None:
    state = GAME.apply_action(head_to_head(), play(0, "follower", 0, slot=0))
    error = refused(state, play(0, "rebel", 0, slot=0))
    assert said((error.rule, error.reason)) == (
        "W-058",
        "Seat 1 at place 1 has placed Agents in this round. One set at an Elder is allowed.",
    )


@pytest.mark.rule("W-055", "W-060")
def test_the_agents_at_two_own_elders_are_told_apart_by_their_owner_only() -> None:
    state = position([1, 4, 4, 2], mode="head_to_head", hands={0: [3, 5, 1, 1, 1]})
    state = play_until(state, Phase.PLAY, ["F2"] * 4)
    state = GAME.apply_action(state, play(0, "rebel", 3, slot=0))
    while state.table.slots[2].agent is None:
        mine = [play(0, "follower", 5, slot=2)]
        legal = GAME.legal_actions(state)
        state = GAME.apply_action(state, mine[0] if mine[0] in legal else legal[0])
    own = GAME.view(state, 0).own
    assert own is not None
    assert own.agents == (3, 5)
    assert all(slot.agent is None or slot.agent.face == 0 for slot in GAME.view(state, 1).table.slots)
