"""Each conservation law notices the state that breaks it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.waves.model import Agent, Hand, Hidden, Phase, Slot, WavesState
from tests.companion.games.waves.positions import GAME, play_until, position

START = position([1, 4, 4, 2])
WAVE = play_until(START, Phase.WAVE_1, ["F4", "F2", "R1x1", "F3"])
OVER = play_until(START, Phase.PASS_TOKEN, ["F4", "F2", "R1x1", "F3"])


def broken(state: WavesState, **changes: Any) -> tuple[str, ...]:
    return GAME.violations(State(replace(state.table, **changes), state.secrets))


def with_slot(state: WavesState, slot: Slot) -> tuple[Slot, ...]:
    return (slot, *state.table.slots[1:])


def test_regular_positions_break_no_law() -> None:
    assert GAME.violations(START) == GAME.violations(WAVE) == GAME.violations(OVER) == ()


@pytest.mark.rule("W-140")
def test_cards_are_conserved() -> None:
    assert broken(START, deck=75) == ("99 cards are counted instead of 100 (W-140).",)
    assert "A number of cards is below zero (W-140)." in broken(START, deck=-1)
    too_many = broken(START, discard=(0, 21, 0, 0, 0), deck=55)
    assert any(text.endswith("Keeper cards are known, but there are 20 (W-140).") for text in too_many)


@pytest.mark.rule("W-140")
def test_hands_and_what_was_told_of_them_agree() -> None:
    hands = (Hand(5, (3, 3, 0, 0, 0)), *START.table.hands[1:])
    assert "Seat 1 holds fewer cards than were seen to go to its hand (W-140)." in broken(START, hands=hands)
    told = State(START.table, (Hidden((1, 0, 0, 0, 0)), *START.secrets[1:]))
    assert "Seat 1 was told 1 cards but holds 5 (W-140)." in GAME.violations(told)
    told = State(START.table, (Hidden((1, 1, 1, 1, 1), agent=3), *START.secrets[1:]))
    assert "Seat 1's face-down Agent does not match what was told (W-055)." in GAME.violations(told)


@pytest.mark.rule("W-141")
@pytest.mark.parametrize("shells", [-1, 6])
def test_shells_are_conserved(shells: int) -> None:
    assert broken(START, shells=shells) == (f"{shells} shells lie in the centre, but there are 5 (W-141).",)


@pytest.mark.rule("W-142")
def test_a_round_starts_with_one_elder_and_no_agent_a_slot() -> None:
    assert "Seat 1 has no Elder (W-142)." in broken(START, slots=with_slot(START, Slot()), deck=77)
    agents = with_slot(START, Slot(1, Agent("follower", 1)))
    assert "Seat 1 has Agents before the round has begun (W-142)." in broken(START, slots=agents, deck=75)


@pytest.mark.rule("W-143")
def test_the_waves_start_with_one_agent_a_slot_and_leave_no_elder() -> None:
    two = with_slot(WAVE, Slot(1, Agent("rebel", 2, 4)))
    assert "Seat 1 must have exactly one Agent now (W-143)." in broken(WAVE, slots=two)
    assert "Seat 1 must have exactly one Agent now (W-143)." in broken(WAVE, slots=with_slot(WAVE, Slot(1)))
    left = with_slot(OVER, Slot(1, Agent("follower", 1, 4)))
    assert "Seat 1's Elder is left over after the Waves (W-143)." in broken(OVER, slots=left)


def test_postures_are_kept() -> None:
    playing = play_until(START, Phase.TABLET, ["F4", "F2", "R1x1", "F3"])
    early = with_slot(playing, Slot(1, Agent("follower", 1, 4)))
    assert "Seat 1's Follower lies open before the Waves (W-060)." in broken(playing, slots=early)
    double = with_slot(playing, Slot(1, Agent("follower", 2)))
    assert "Seat 1's Follower has 2 cards (W-052)." in broken(playing, slots=double)


@pytest.mark.rule("W-082")
def test_a_round_starts_with_five_cards_at_most() -> None:
    hands = (Hand(6), *START.table.hands[1:])
    assert "Seat 1 begins a round with 6 cards, more than 5 (W-082)." in broken(START, hands=hands)


@pytest.mark.rule("W-063")
def test_the_active_tablet_is_that_of_the_true_majority() -> None:
    state = play_until(position([1, 4, 4, 2], hands={2: [1] * 5}), Phase.EXTRAS, ["F4", "F2", "R1x3", "F3"])
    expected = "The active tablet is not that of the Scholars, who have the True Majority (W-063)."
    assert expected in broken(state, active=4)


@pytest.mark.rule("W-035")
def test_one_side_wins_and_then_the_game_is_over() -> None:
    done, almost = (1, 1, 1, 1, 0), (1, 1, 1, 0, 0)
    empty = (0, 0, 0, 0, 0)
    both = broken(START, collected=(done, done, empty, empty), deck=68, winner=0)
    assert both == ("More than one side has reached the goal (W-035).",)
    unnoticed = broken(START, collected=(done, empty, empty, empty), deck=72)
    assert unnoticed == ("The game must end when, and only when, a side reaches the goal (W-030).",)
    assert broken(START, collected=(almost, empty, empty, empty), deck=73, winner=0) == unnoticed


@pytest.mark.rule("W-003", "W-009")
def test_somebody_holds_the_wave_token() -> None:
    assert broken(START, token=-1) == ("Nobody holds the Wave token (W-009).",)
