"""Shells, extra Rebels, collecting and the end of a round (ledger 3.3, 3.5..3.7)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.waves.actions import (
    Collect,
    Discard,
    DiscardExtras,
    DiscardGapElder,
    Draw,
    NextRound,
    PassToken,
    PlaceShells,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    TakeElder,
    TurnUpGapElder,
)
from companion.games.waves.cards import NONE
from companion.games.waves.legal import open_majority
from companion.games.waves.model import Phase, WavesState
from companion.table.expected import Pieces, Pile
from tests.companion.games.waves.positions import GAME, game_of, play_round, play_until, position, with_side

CALM = {3: "KNI-C", 5: "NOB-C"}
FOLLOWED = ["F2", "F2", "F2", "F2"]


@pytest.mark.rule("W-044", "A-01")
@pytest.mark.parametrize("left", range(6))
def test_shells_left_over_are_part_of_the_number_due(left: int) -> None:
    state = position([1, 2, 3, 4], shells=left, card_shells=3)
    assert GAME.legal_actions(state) == (PlaceShells(3),)
    assert GAME.apply_action(state, PlaceShells(3)).table.shells == 3


@pytest.mark.rule("W-043")
@pytest.mark.parametrize("cls", range(1, 6))
def test_the_council_card_gives_the_shells_of_the_open_majority(cls: int) -> None:
    owner = {"council_card": {"all_vs_all": {"4": {"scholar": 5, "keeper": 4, "knight": 3, "seer": 2, "noble": 0}}}}
    setup = GAME.new_game({}, owner).table.setup
    state = position([cls, cls, 1, 2])
    state = State(replace(state.table, setup=setup), state.secrets)
    assert GAME.legal_actions(state) == (PlaceShells([5, 4, 3, 2, 0][cls - 1]),)


@pytest.mark.rule("W-066", "W-067", "W-087")
def test_extra_rebels_are_discarded_face_up_and_one_stays() -> None:
    state = position([1, 4, 4, 2], hands={1: [1, 1, 1, 2, 2], 3: [5, 5, 4, 4, 4]})
    state = play_until(state, Phase.EXTRAS, ["F3", "R1x3", "F5", "R5x2"])
    assert set(GAME.legal_actions(state)) == {DiscardExtras(1), DiscardExtras(3)}
    state = GAME.apply_action(state, DiscardExtras(3))
    state = GAME.apply_action(state, DiscardExtras(1))
    assert state.table.discard == (2, 0, 0, 0, 1)
    assert state.table.top == 1
    assert [slot.agent.count for slot in state.table.slots if slot.agent] == [1, 1, 1, 1]
    discard = next(zone for zone in GAME.expected_table(GAME.view(state, None)).zones if zone.zone == "discard")
    assert discard.content == Pile("back", 3, "card:1")


@pytest.mark.rule("W-067")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_extra_rebels_never_add_power(count: int) -> None:
    state = position([2, 3, 3, 3], tablets=CALM, hands={0: [2, 2, 2, 1, 1]})
    record, _ = play_round(state, [f"R2x{count}", "R3x1", "R3x1", "R3x1"])
    assert record.steps[0] == [0, 2, 2, "H"]


@pytest.mark.rule("W-072", "W-073")
def test_collecting_moves_the_elder_and_one_shell() -> None:
    before = play_until(position([1, 5, 5, 2], tablets=CALM), Phase.WAVE_1, ["F4", "F2", "F2", "R5x1"])
    before = GAME.apply_action(before, next(a for a in GAME.legal_actions(before) if a.face == 4))  # type: ignore[union-attr]
    after = GAME.apply_action(before, Collect(0, 0)).table
    assert after.collected[0] == (1, 0, 0, 0, 0)
    assert after.shells == before.table.shells - 1
    assert after.slots[0].elder == 0
    assert after.hands == before.table.hands


@pytest.mark.rule("W-074", "W-079")
def test_an_elder_that_is_not_collected_goes_to_the_hand_behind_it_and_all_know_its_class() -> None:
    before = play_until(position([5, 5, 5, 2], tablets=CALM), Phase.WAVE_1, ["F4", "F2", "F2", "R5x1"])
    before = GAME.apply_action(before, next(a for a in GAME.legal_actions(before) if a.face == 4))  # type: ignore[union-attr]
    after = GAME.apply_action(before, TakeElder(0)).table
    assert after.hands[0].count == 5
    assert after.hands[0].seen == (0, 0, 0, 0, 1)
    assert after.shells == before.table.shells
    assert after.slots[0].elder == 0
    assert after.slots[0].agent is not None
    assert after.slots[0].agent.face == 4


@pytest.mark.rule("W-078")
def test_each_check_uses_the_shells_as_they_are_at_that_moment() -> None:
    state = position([1, 5, 1, 5], card_shells=1, tablets=CALM)
    record, _ = play_round(state, ["F4", "R5x1", "F4", "R5x1"])
    assert record.steps[:2] == [[0, 4, 1, "C"], [2, 4, 1, "H"]]  # the first of two equal checks took the shell


@pytest.mark.rule("W-079")
def test_a_hand_may_exceed_five_during_the_waves() -> None:
    state = position([5, 5, 5, 5], hands={0: [2, 2, 2, 2, 2, 2]}, phase=Phase.PLAY, shells=0)
    state = play_until(state, Phase.PASS_TOKEN, FOLLOWED)
    assert state.table.hands[0].count == 6


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
    zones = {
        zone.zone: zone.content for zone in GAME.expected_table(GAME.view(State(after, state.secrets), None)).zones
    }
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


@pytest.mark.rule("W-146")
def test_no_more_elders_are_collected_in_a_round_than_shells_were_laid() -> None:
    for seed in range(20):
        laid = collected = 0
        for state, action in game_of(seed, shells=seed % 6):
            if isinstance(action, PlaceShells):
                laid, collected = action.count, 0
            collected += isinstance(action, Collect)
            assert collected <= laid <= 5
            if state.table.round > 12:
                break


@pytest.mark.rule("W-007")
@pytest.mark.parametrize("seat", range(4))
def test_each_player_wins_alone(seat: int) -> None:
    hands = dict.fromkeys(range(4), [5] * 5)
    council = [4 if index == seat else 5 for index in range(4)]
    state = position(council, tablets=CALM, token=seat, hands=hands, collected={seat: [1, 2, 3]})
    _, after = play_round(state, ["F5"] * 4)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.winners == (seat,)
    assert outcome.rule == "W-030"
    assert outcome.text == "The collection holds 4 Elders of 4 classes."


@pytest.mark.rule("W-030", "W-032")
@pytest.mark.parametrize(
    ("before", "elder", "wins"),
    [
        ([1, 2, 3], 4, True),  # the fourth class (F:196)
        ([1, 2, 3], 3, False),  # the fourth Elder, but three classes
        ([1, 1, 1, 2, 2], 2, True),  # the sixth Elder (F:197)
        ([1, 1, 2, 2], 2, False),
    ],
)
def test_four_classes_or_six_elders_win(before: list[int], elder: int, wins: bool) -> None:
    state = position([elder, 5, 5, 2], tablets=CALM, hands={0: [5] * 5}, collected={0: before})
    _, after = play_round(state, ["F5", "R5x1", "R5x1", "R5x1"])
    assert after.table.collected[0] != position([1] * 4, collected={0: before}).table.collected[0]
    assert (after.table.winner == 0) is wins
    assert (GAME.legal_actions(after) == ()) is wins


@pytest.mark.rule("W-035")
def test_the_winner_is_the_first_to_get_there_in_wave_order() -> None:
    collected = {0: [1, 2, 3], 1: [1, 2, 3]}
    for token, winner in ((0, 0), (1, 1), (2, 0), (3, 0)):
        hands = dict.fromkeys(range(4), [5] * 5)
        state = position([4, 4, 5, 5], tablets=CALM, token=token, hands=hands, collected=collected)
        _, after = play_round(state, ["F5", "F5", "R5x1", "R5x1"])
        assert after.table.winner == winner
        assert after.table.round == 1


@pytest.mark.rule("A-36")
def test_only_the_top_of_the_discard_pile_is_expected_to_be_seen() -> None:
    state = position([1, 2, 3, 4], discard=[5, 5, 2])
    zones = {zone.zone: zone.content for zone in GAME.expected_table(GAME.view(state, None)).zones}
    assert zones["discard"] == Pile("back", 3, "card:2")


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


# --- other modes ---


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


@pytest.mark.rule("W-109", "W-100")
def test_both_elders_of_a_player_feed_one_collection_and_one_hand() -> None:
    state = position([1, 5, 5, 2], mode="head_to_head", tablets=CALM, told=False, card_shells=3)
    record, after = play_round(state, ["F4", "F3", "F4", "F3"])
    assert [step[0] for step in record.steps] == [0, 1, 2, 3]
    assert [step[3] for step in record.steps] == ["C", "H", "H", "C"]
    collects = [action for action in record.actions if isinstance(action, Collect)]
    assert collects == [Collect(0, 0), Collect(3, 1)]
    assert after.table.collected == ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0))
    assert {"W-105", "W-109"} <= record.why


@pytest.mark.rule("W-034", "W-007")
def test_the_elders_of_a_team_are_one_pool_and_the_team_wins_together() -> None:
    pool = {0: [1, 2, 3, 4], 1: [1, 1, 1, 2, 2, 2]}
    state = position([5, 4, 5, 5], mode="teams", tablets={5: "NOB-B1"}, collected=pool, phase=Phase.WAVE_1, shells=3,
                     agents={0: "F4", 1: "F5", 2: "F4", 3: "F4"}, shown="F", active=5, returned=True)  # fmt: skip
    state = GAME.apply_action(state, TakeElder(0))
    assert GAME.legal_actions(state) == (Collect(1, 1),)
    after = GAME.apply_action(state, Collect(1, 1))
    assert after.table.collected[1] == (3, 3, 0, 1, 0)
    assert "W-034" in after.table.why
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.winners == (1, 3)  # the seventh Elder
    assert {"W-030", "W-031", "W-007", "W-035"} <= set(after.table.why)


@pytest.mark.rule("W-031", "W-032", "W-033", "W-110")
@pytest.mark.parametrize(
    ("mode", "seat", "players", "before", "elder", "wins"),
    [
        ("head_to_head", 0, 2, [1, 2, 3], 4, False),
        ("head_to_head", 1, 2, [1, 2, 3, 5], 4, True),
        ("head_to_head", 0, 2, [1, 1, 1, 2, 2], 4, False),
        ("head_to_head", 0, 2, [1, 1, 1, 2, 2, 2], 4, True),
        ("all_vs_all", 0, 3, [1, 2, 3], 4, False),
        ("all_vs_all", 2, 3, [1, 2, 3, 5], 4, True),
        ("all_vs_all", 1, 3, [1, 1, 1, 2, 2, 2], 4, True),
        ("all_vs_all", 4, 5, [1, 2, 3], 4, True),
        ("all_vs_all", 4, 5, [1, 2], 4, False),
        ("all_vs_all", 5, 6, [1, 1, 1, 2, 2], 4, True),
        ("all_vs_all", 5, 6, [1, 1, 1, 2], 4, False),
        ("teams", 2, 4, [1, 2, 3], 4, False),
        ("teams", 2, 4, [1, 2, 3, 5], 4, True),
        ("teams", 3, 5, [1, 2, 3], 4, False),
        ("teams", 4, 5, [1, 2, 3], 4, True),
        ("teams", 4, 5, [1, 1, 1, 2, 2], 4, True),
        ("teams", 4, 5, [1, 1, 1, 2], 4, False),
        ("teams", 5, 6, [1, 1, 1, 2, 2], 4, False),
        ("teams", 5, 6, [1, 1, 1, 2, 2, 2], 4, True),
    ],
)
def test_x14_each_side_is_held_to_its_own_goal(
    mode: str, seat: int, players: int, before: list[int], elder: int, wins: bool
) -> None:
    slots = 4 if mode == "head_to_head" else players
    side = seat if mode != "teams" else 2 if (players, seat) == (5, 4) else seat % 2
    more: dict[str, Any] = {"gap_elder": 1} if players == 3 else {}
    council = [elder if slot == seat else 5 for slot in range(slots)]
    state = position(council, mode=mode, token=seat, phase=Phase.WAVE_1, shells=1, tablets=CALM, active=5, shown="F",
                     agents=dict.fromkeys(range(slots), "F5"), collected={side: before}, **more)  # fmt: skip
    assert GAME.legal_actions(state) == (Collect(seat, side),)
    after = GAME.apply_action(state, Collect(seat, side))
    assert after.table.winner == (side if wins else -1)
    assert ("W-030" in after.table.why) is wins


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


# --- options off their default ---


@pytest.mark.rule("W-044", "A-01")
@pytest.mark.parametrize(
    ("cap", "left", "card", "due"), [("5", 2, 2, 4), ("5", 3, 3, 5), ("5", 0, 3, 3), ("none", 3, 3, 6), ("5", 2, 3, 5)]
)
def test_shells_left_over_stay_where_the_table_adds_to_them(cap: str, left: int, card: int, due: int) -> None:
    chosen = {"leftover_shells": "add", "shell_cap": cap}
    state = position([1, 2, 3, 4], shells=left, card_shells=card, options=chosen)
    assert GAME.legal_actions(state) == (PlaceShells(due),)


@pytest.mark.rule("W-077", "A-06")
def test_an_elder_may_be_left_where_the_table_wants_that() -> None:
    state = position([1, 5, 5, 2], tablets=CALM, options={"optional_collect": True})
    state = play_until(state, Phase.WAVE_1, ["F4", "F2", "F2", "R5x1"])
    state = GAME.apply_action(state, RevealFollower(0, 4))
    assert GAME.legal_actions(state) == (Collect(0, 0), TakeElder(0))
    left = GAME.apply_action(state, TakeElder(0)).table
    assert (left.shells, left.hands[0].count, left.collected[0]) == (2, 5, NONE)
    state = GAME.apply_action(GAME.apply_action(state, TakeElder(0)), RevealFollower(1, 2))
    assert GAME.legal_actions(state) == (TakeElder(1),)  # nobody may collect what it has not won


@pytest.mark.rule("W-128", "A-06")
def test_an_elder_that_was_left_does_not_use_up_the_return() -> None:
    state = position([1, 1, 5, 5], tablets=with_side("NOB-B1"), options={"optional_collect": True})
    state = play_until(state, Phase.WAVE_1, ["F4", "F4", "R5x1", "R5x1"])
    state = GAME.apply_action(state, RevealFollower(0, 4))
    assert GAME.legal_actions(state) == (TakeElder(0),)
    state = GAME.apply_action(state, TakeElder(0))
    assert state.table.returned
    state = GAME.apply_action(state, RevealFollower(1, 4))
    assert GAME.legal_actions(state) == (Collect(1, 1), TakeElder(1))


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
