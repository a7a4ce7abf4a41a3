"""The end of a round: token, draws, discards, new Elders, an empty deck (ledger 3.7)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.waves.rules.actions import (
    Discard,
    DiscardGapElder,
    Draw,
    NextRound,
    PassToken,
    PlayAgents,
    Reshuffle,
    TurnUpGapElder,
)
from companion.games.waves.state.model import NONE, Phase, WavesState
from companion.games.waves.state.tablets import open_majority
from companion.table.expected import Pieces
from tests.companion.games.waves.positions import GAME, game_of, play_round, play_until, position, with_side

CALM = {3: "KNI-C", 5: "NOB-C"}

FOLLOWED = ["F2", "F2", "F2", "F2"]


@pytest.mark.rule("W-080")
@pytest.mark.parametrize("token", range(4))
def test_the_token_goes_to_the_next_player_clockwise(token: int) -> None:
    state = play_until(position([5, 5, 5, 5], token=token), Phase.PASS_TOKEN, FOLLOWED)
    assert GAME.legal_actions(state) == (PassToken((token + 1) % 4),)


@pytest.mark.rule("W-081", "A-04")
def test_everyone_draws_one_card_from_the_new_token_holder_on() -> None:
    record, after = play_round(position([5, 5, 5, 5], token=1, card_shells=0), FOLLOWED)
    assert [action.seat for action in record.actions if isinstance(action, Draw)] == [2, 3, 0, 1]
    assert [hand.count for hand in after.table.hands] == [5, 5, 5, 5]  # 5 - 1 + 1 back + 1 drawn - 1 discarded


@pytest.mark.rule("W-082", "W-087", "A-05", "A-37")
def test_hands_over_five_are_discarded_down_by_choice_in_any_order() -> None:
    state = position([5, 5, 5, 5], card_shells=0, hands={0: [1, 1, 2, 3, 3]})
    state = play_until(state, Phase.DISCARD, FOLLOWED)
    assert [hand.count for hand in state.table.hands] == [6, 6, 6, 6]
    assert {action.seat for action in GAME.legal_actions(state) if isinstance(action, Discard)} == {0, 1, 2, 3}
    mine = {action.card for action in GAME.legal_actions(state) if isinstance(action, Discard) and action.seat == 0}
    assert mine >= {1, 3, 5}  # own choice, the Elder that came back among them
    state = GAME.apply_action(state, Discard(2, 5))
    assert state.table.top == 5
    assert not any(isinstance(action, Discard) and action.seat == 2 for action in GAME.legal_actions(state))


@pytest.mark.rule("W-082")
def test_nobody_discards_at_five_or_fewer() -> None:
    state = position([1, 1, 1, 1], card_shells=4, tablets={1: "SCH-B"}, hands={0: [5, 5, 5, 5]})
    record, after = play_round(state, ["F5", "R5x1", "R5x1", "R5x1"])
    assert not any(isinstance(action, Discard) and action.seat == 0 for action in record.actions)
    assert after.table.hands[0].count <= 5


@pytest.mark.rule("W-083", "W-085")
def test_agents_become_the_elders_of_their_owners_and_the_tablet_goes_back() -> None:
    state = play_until(position([1, 4, 4, 2]), Phase.NEXT_ROUND, ["F3", "R1x1", "F5", "R3x1"])
    assert state.table.active
    after = GAME.apply_action(state, NextRound()).table
    assert [slot.elder for slot in after.slots] == [3, 1, 5, 3]
    assert all(slot.agent is None for slot in after.slots)
    assert after.active == 0
    assert after.round == 2
    zones = {zone.zone: zone.content for zone in GAME.mat.expected(GAME.view(State(after, state.secrets), None)).zones}
    assert zones["tablet.active"] == Pieces(())


@pytest.mark.rule("W-081", "W-086")
@pytest.mark.parametrize(("elder", "left"), [(1, 3), (5, 4)])
def test_x09_a_player_who_spent_three_rebels_has_fewer_cards(elder: int, left: int) -> None:
    # F:400-404: 5 - 3 + 1 = 3 when the Elder was collected, one more when it came back.
    state = position([elder, 4, 4, 4], card_shells=5, tablets=CALM, hands={0: [3, 3, 3, 1, 1]})
    record, after = play_round(state, ["R3x3", "R4x1", "R4x1", "R4x1"])
    assert record.steps[0] == [0, 3, elder, "C" if left == 3 else "H"]
    assert after.table.hands[0].count == left
    assert after.table.phase is Phase.SHELLS
    assert not any(isinstance(action, Discard) and action.seat == 0 for action in record.actions)


@pytest.mark.rule("W-080", "W-081", "W-082", "W-083", "W-085", "A-04")
def test_s22_full_round_end() -> None:
    # Council and plays of S-01; its Teams sides do not matter here. Hands after the Waves 4, 4, 5, 4; deck 76.
    hands = {0: [1, 1, 2, 2, 2], 1: [1, 2, 2, 3, 3], 2: [4, 2, 2, 3, 3], 3: [1, 2, 2, 3, 3]}
    state = position([1, 5, 1, 3], token=2, card_shells=3, hands=hands)
    assert state.table.deck == 76
    plays = ["R1x2", "F1", "F4", "R1x1"]
    waves_over = play_until(state, Phase.PASS_TOKEN, plays).table
    assert [hand.count for hand in waves_over.hands] == [4, 4, 5, 4]
    assert sum(waves_over.discard) == 1
    discards = play_until(state, Phase.DISCARD, plays).table
    assert [hand.count for hand in discards.hands] == [5, 5, 6, 5]
    assert (discards.token, discards.deck) == (3, 72)
    record, after = play_round(state, plays)
    assert [action.seat for action in record.actions if isinstance(action, Draw)] == [3, 0, 1, 2]
    assert [action.seat for action in record.actions if isinstance(action, Discard)] == [2]
    assert [hand.count for hand in after.table.hands] == [5, 5, 5, 5]
    assert sum(after.table.discard) == 2
    assert after.table.active == 0
    assert [slot.elder for slot in after.table.slots] == [1, 1, 4, 1]
    assert open_majority(after.table) == 1


def emptied(deck: int, discard: list[int]) -> WavesState:
    """The end of a round with so small a deck. The cards that are missing from the 100 are out of sight."""
    state = play_until(position([5, 5, 5, 5], token=1, card_shells=0, discard=discard), Phase.PASS_TOKEN, FOLLOWED)
    return State(replace(state.table, deck=deck), state.secrets)


@pytest.mark.rule("W-088", "A-03")
def test_s26_the_discard_pile_is_shuffled_when_a_card_is_needed_and_the_deck_is_empty() -> None:
    # As S-26 with four players: P2 and P3 take the last two cards, the 20 discards are shuffled, P0 and P1 draw.
    state = GAME.apply_action(emptied(2, [1, 2, 3, 4] * 5), PassToken(2))
    for seat in (2, 3):
        draw = GAME.legal_actions(state)[0]
        assert isinstance(draw, Draw)
        assert draw.seat == seat
        state = GAME.apply_action(state, draw)
    assert GAME.legal_actions(state) == (Reshuffle(),)
    state = GAME.apply_action(state, Reshuffle())
    assert (state.table.deck, state.table.discard, state.table.top) == (20, NONE, 0)
    for seat in (0, 1):
        draw = GAME.legal_actions(state)[0]
        assert isinstance(draw, Draw)
        assert draw.seat == seat
        state = GAME.apply_action(state, draw)
    assert state.table.deck == 18
    assert state.table.discard == NONE
    assert state.table.phase is Phase.DISCARD


@pytest.mark.rule("W-144", "W-088", "A-03")
def test_the_deck_never_runs_dry_for_good() -> None:
    # Without shells nobody ever collects, so the game goes on and every card passes through the discard pile.
    reshuffled = 0
    for state, action in game_of(7, shells=0):
        reshuffled += isinstance(action, Reshuffle)
        assert state.table.deck + sum(state.table.discard) > 0 or state.table.phase is not Phase.DRAW
        if state.table.round > 80:
            break
    assert reshuffled >= 2


@pytest.mark.rule("W-145")
def test_everyone_has_a_card_to_play_in_every_round() -> None:
    for seed in range(20):
        for state, action in game_of(seed):
            if isinstance(action, PlayAgents):
                assert state.table.hands[action.seat].count >= 1


@pytest.mark.rule("W-085")
@pytest.mark.parametrize("side", ["SEE-B2", "NOB-A", "NOB-B1", "KNI-B2"])
def test_a_tablets_effect_ends_with_its_round(side: str) -> None:
    cls = {"SEE": 4, "NOB": 5, "KNI": 3}[side[:3]]
    state = position([cls] * 4, tablets=with_side(side), hands={seat: [cls] * 5 for seat in range(4)})
    _, after = play_round(state, [f"R{cls}x1"] * 4)
    table = after.table
    assert (table.active, table.true_majority, table.acted, table.fixed_power, table.returned) == (
        0,
        0,
        False,
        (),
        False,
    )
    assert (table.council, table.drawn, table.skipped, table.open_majority) == (NONE, (0, 0, 0, 0), (), 0)


@pytest.mark.rule("W-081")
def test_every_round_of_a_whole_game_ends_with_one_draw_each() -> None:
    draws: dict[int, list[int]] = {}
    for state, action in game_of(11, shells=0):
        if isinstance(action, Draw) and state.table.phase is Phase.DRAW:
            draws.setdefault(state.table.round, []).append(action.seat)
        if state.table.round > 6:
            break
    assert sorted(draws) == [1, 2, 3, 4, 5, 6]
    assert all(sorted(seats) == [0, 1, 2, 3] for seats in draws.values())


@pytest.mark.rule("A-49")
def test_nobody_draws_where_neither_deck_nor_discard_has_a_card() -> None:
    after = GAME.apply_action(emptied(0, []), PassToken(2)).table
    assert after.phase is Phase.NEXT_ROUND
    assert [hand.count for hand in after.hands] == [5, 5, 5, 5]


@pytest.mark.rule("W-080", "W-108")
@pytest.mark.parametrize(("mode", "slots"), [("head_to_head", 4), ("all_vs_all", 3), ("all_vs_all", 6), ("teams", 5)])
def test_the_token_goes_round_all_places_of_the_mode(mode: str, slots: int) -> None:
    more: dict[str, Any] = {"gap_elder": 5} if slots == 3 else {}
    for token in range(slots):
        state = position([5] * slots, mode=mode, token=token, phase=Phase.PASS_TOKEN, **more)
        assert GAME.legal_actions(state) == (PassToken((token + 1) % slots),)
        after = GAME.apply_action(state, PassToken((token + 1) % slots)).table
        assert after.token == (token + 1) % slots
        assert ("W-108" in after.why) is (mode == "head_to_head")


@pytest.mark.rule("W-107", "W-081", "W-106")
def test_two_players_draw_nothing_at_the_end_of_a_round_and_discard_down_to_five() -> None:
    state = position([5] * 4, mode="head_to_head", told=False, card_shells=0)
    record, after = play_round(state, ["F1", "R2x1"] * 2)
    assert [action.seat for action in record.actions if isinstance(action, Draw)] == [0, 0, 1, 1]
    assert Phase.DRAW not in record.phases
    # 5 - 1 + 2 - 1 + 2 Elders back = 7, so two discards each
    assert [action.seat for action in record.actions if isinstance(action, Discard)] == [1, 1, 0, 0]
    assert [hand.count for hand in after.table.hands] == [5, 5]
    assert after.table.drawn == (0, 0)
    assert "W-107" in record.why


@pytest.mark.rule("W-013", "W-082", "W-081")
def test_s27_who_plays_alone_keeps_six_cards() -> None:
    state = position([5] * 5, mode="teams", card_shells=0, hands={4: [1, 1, 1, 2, 2, 2]}, token=0)
    record, after = play_round(state, ["F1"] * 5)
    assert [hand.count for hand in after.table.hands] == [5, 5, 5, 5, 6]
    thrown = [action.seat for action in record.actions if isinstance(action, Discard)]
    assert thrown == [1, 2, 3, 4, 0]  # one each: 7 cards for the one who plays alone, 6 for the others


@pytest.mark.rule("W-084", "W-045", "A-34", "A-07")
def test_s24_the_unassociated_elder_is_discarded_and_replaced_before_the_new_round() -> None:
    state = position([5, 5, 5], card_shells=0, gap_elder=4, told=False)
    state = play_until(state, Phase.GAP, ["F1"] * 3)
    before = state.table
    assert GAME.legal_actions(state) == (DiscardGapElder(),)
    state = GAME.apply_action(state, DiscardGapElder())
    assert (state.table.gap_elder, state.table.top) == (0, 4)
    assert sum(state.table.discard) == sum(before.discard) + 1
    assert {type(action) for action in GAME.legal_actions(state)} == {TurnUpGapElder}
    assert len(GAME.legal_actions(state)) == 5
    state = GAME.apply_action(state, TurnUpGapElder(2))
    assert (state.table.gap_elder, state.table.deck) == (2, before.deck - 1)
    assert state.table.phase is Phase.NEXT_ROUND
    state = GAME.apply_action(state, NextRound())
    assert state.table.gap_elder == 2
    assert open_majority(state.table) == 1  # three Scholars and the Keeper


@pytest.mark.rule("W-084", "W-088")
def test_for_the_new_unassociated_elder_the_discard_pile_is_shuffled_if_need_be() -> None:
    state = position([5, 5, 5], phase=Phase.GAP, gap_elder=4, told=False)
    state = State(replace(state.table, deck=0), state.secrets)
    state = GAME.apply_action(state, DiscardGapElder())
    assert GAME.legal_actions(state) == (Reshuffle(),)
    state = GAME.apply_action(state, Reshuffle())
    assert (state.table.deck, state.table.phase) == (1, Phase.GAP)
    assert {type(action) for action in GAME.legal_actions(state)} == {TurnUpGapElder}


@pytest.mark.rule("W-084")
def test_only_the_game_of_three_has_that_step() -> None:
    for mode, slots in (("head_to_head", 4), ("all_vs_all", 4), ("teams", 5), ("all_vs_all", 6)):
        record, _ = play_round(position([5] * slots, mode=mode, told=False, card_shells=0), ["F1"] * slots)
        assert Phase.GAP not in record.phases


@pytest.mark.rule("W-088", "A-03", "A-04")
def test_s26_deck_exhaustion_with_six_players() -> None:
    state = position([5] * 6, phase=Phase.PASS_TOKEN, token=1, told=False, discard=[1, 2, 3, 4] * 5)
    state = State(replace(state.table, deck=4), state.secrets)
    state, order = GAME.apply_action(state, PassToken(2)), []
    while state.table.phase is Phase.DRAW:
        action = GAME.legal_actions(state)[0]
        order.append(action.seat if isinstance(action, Draw) else -1)
        state = GAME.apply_action(state, action)
    assert order == [2, 3, 4, 5, -1, 0, 1]
    assert (state.table.deck, state.table.discard) == (18, NONE)


@pytest.mark.rule("A-03", "W-081", "W-051")
def test_once_the_deck_is_empty_nobody_draws_where_the_table_stops_then() -> None:
    state = position([5] * 4, phase=Phase.PASS_TOKEN, token=0, told=False, discard=[1] * 9,
                     options={"deck_empty": "stop"}, hands={3: []})  # fmt: skip
    state = State(replace(state.table, deck=2), state.secrets)
    state = GAME.apply_action(state, PassToken(1))
    for seat in (1, 2):
        assert GAME.legal_actions(state) == (Draw(seat),)
        state = GAME.apply_action(state, Draw(seat))
    assert state.table.phase is Phase.DISCARD
    assert state.table.drawn == (0, 1, 1, 0)
    assert sum(state.table.discard) == 9


@pytest.mark.rule("A-03", "W-050")
def test_a_player_without_cards_is_passed_over_and_its_elder_stays() -> None:
    state = position([5, 5, 4, 5], told=False, options={"deck_empty": "stop"}, hands={2: []}, card_shells=0)
    state = State(replace(state.table, deck=0), state.secrets)
    record, after = play_round(state, ["F1"] * 4)
    assert [action.seat for action in record.actions if isinstance(action, PlayAgents)] == [0, 1, 3]
    assert [slot.elder for slot in after.table.slots] == [1, 1, 4, 1]
    assert (after.table.skipped, after.table.round) == ((), 2)


@pytest.mark.rule("A-03", "W-084", "W-123")
def test_where_no_card_is_left_for_the_unassociated_elder_its_neighbour_looks_beyond() -> None:
    state = position([5, 2, 3], phase=Phase.GAP, gap_elder=4, told=False, options={"deck_empty": "stop"})
    state = State(replace(state.table, deck=0), state.secrets)
    state = GAME.apply_action(state, DiscardGapElder())
    assert (state.table.phase, state.table.gap_elder) == (Phase.NEXT_ROUND, 0)
    bare = position([5, 2, 3], phase=Phase.TABLET, tablets=with_side("KNI-B2"), agents=dict.fromkeys(range(3), "F1"),
                    options={"deck_empty": "stop"}, true_majority=3)  # fmt: skip
    table = GAME.apply_action(bare, GAME.legal_actions(bare)[0]).table
    assert table.fixed_power == (3, 5, 2)  # no Elder lies between the last seat and the first
