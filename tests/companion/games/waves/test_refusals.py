"""The words of refusals: short, naming what is to be done or what comes now. Plays are in test_legal.py (S-25)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.errors import IllegalAction
from companion.games.waves.rules.actions import (
    ActivateTablet,
    Collect,
    Discard,
    DiscardExtras,
    DiscardGapElder,
    Draw,
    LayToken,
    NameFirst,
    NextRound,
    PassToken,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    RevealRebels,
    RotateElders,
    TakeElder,
    TurnUpElder,
    TurnUpGapElder,
)
from companion.games.waves.state.model import Phase, WavesState
from tests.companion.games.waves.positions import GAME, play_until, position, with_side
from tests.said import said

PLAYS = ["F4", "F2", "F3", "R5x1"]
CALM = {5: "NOB-C"}


def at(phase: Phase) -> WavesState:
    """A round whose Noble tablet is calm: P0 (Seer on Scholar) collects, the next is P1 (Keeper on Noble)."""
    return play_until(position([1, 5, 5, 2], tablets=CALM), phase, PLAYS)


OPENED = GAME.apply_action(at(Phase.WAVE_1), RevealFollower(0, 4))
LOST = GAME.apply_action(GAME.apply_action(OPENED, Collect(0, 0)), RevealFollower(1, 2))
FULL = play_until(position([5, 5, 5, 5], card_shells=0), Phase.DISCARD, ["F2"] * 4)
WON = position([1, 5, 5, 2], collected={0: [1, 2, 3, 4]}, winner=0)

CASES = [
    ("over", WON, PlaceShells(2), "W-030", "The game is over. Undo the last act or start a new game."),
    ("play-early", at(Phase.SHELLS), PlayAgents(0, 0, "follower", (2,)), "W-040",
     "Agents are played after the shells are placed and before the Rebels are turned up. Now it is: Open Majority."),
    ("shells-late", at(Phase.PLAY), PlaceShells(2), "W-043",
     "Shells are placed at the start of a round. Now it is: Playing Agents."),
    ("rebels-early", at(Phase.PLAY), RevealRebels(0, 1), "W-060",
     "Rebels are turned up once the last player has placed Agents. Now it is: Playing Agents."),
    ("rebels-of-a-follower", at(Phase.REVEAL), RevealRebels(0, 1), "W-060",
     "Seat 1 has no face-down Rebels that can be Scholars."),
    ("tablet-early", at(Phase.PLAY), ActivateTablet(5), "W-063",
     "A tablet becomes active once all Rebels lie open. Now it is: Playing Agents."),
    ("wrong-tablet", at(Phase.TABLET), ActivateTablet(1), "W-063",
     "The True Majority is with the Nobles: take their tablet."),
    ("collect-early", at(Phase.TABLET), Collect(0, 0), "W-072",
     "Elders are collected in the Waves only. Now it is: True Majority: the tablet."),
    ("face-down", at(Phase.WAVE_1), Collect(0, 0), "W-070", "Turn the Follower up first."),
    ("other-slot", OPENED, Collect(1, 1), "W-078", "Slots are checked one after another. Seat 1 comes now."),
    ("to-hand-though-won", OPENED, TakeElder(0), "W-077", "The conditions hold, so this Elder is collected."),
    ("other-side", OPENED, Collect(0, 1), "W-073", "This Elder is collected by side 1, not by side 2."),
    ("turned-twice", OPENED, RevealFollower(0, 4), "W-070", "This Agent lies open already, or cannot be a Seer."),
    ("collect-though-lost", LOST, Collect(1, 1), "W-072", "This Elder is not collected. It goes to the hand."),
    ("token-early", OPENED, PassToken(1), "W-080",
     "The Wave token moves once both Waves are over. Now it is: 1st Wave."),
    ("token-back", at(Phase.PASS_TOKEN), PassToken(3), "W-080",
     "The Wave token goes to the next player clockwise."),
    ("draw-early", at(Phase.PLAY), Draw(0, 1), "W-081",
     "Nobody draws now: cards are drawn at the end of a round."),
    ("draw-out-of-turn", at(Phase.DRAW), Draw(0, 1), "W-081",
     "Seat 2 draws next: one card each, from the new token holder clockwise."),
    ("draw-of-no-card", at(Phase.DRAW), Draw(1, 9), "W-081", "This card cannot be drawn by this seat now."),
    ("discard-early", at(Phase.DRAW), Discard(0, 1), "W-082",
     "Hands are discarded down at the end of a round. Now it is: End of round: draw."),
    ("discard-at-five", GAME.apply_action(FULL, Discard(0, 5)), Discard(0, 5), "W-082",
     "Only a hand of more than 5 cards is discarded down."),
    ("next-round-early", at(Phase.PLAY), NextRound(), "W-083",
     "The Agents become Elders at the end of the round. Now it is: Playing Agents."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "action", "rule", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_refusal_says_the_rule_and_what_comes_now(state: WavesState, action: Any, rule: str, text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, action)
    assert said((caught.value.rule, caught.value.reason)) == (rule, text)
    assert str(caught.value) == f"{text} ({rule})"


@pytest.mark.rule("W-030")
def test_after_a_win_nothing_is_legal_and_everything_is_refused() -> None:
    assert GAME.legal_actions(WON) == ()
    for action in (PlaceShells(2), PlayAgents(0, 0, "follower", (2,)), NextRound(), Draw(0)):
        with pytest.raises(IllegalAction, match=r"The game is over.*\(W-030\)"):
            GAME.apply_action(WON, action)


@pytest.mark.rule("W-082")
def test_a_card_that_is_not_in_the_hand_cannot_be_discarded() -> None:
    state = play_until(position([5, 5, 5, 5], card_shells=0, hands={0: [2, 2, 2, 2, 2]}), Phase.DISCARD, ["F2"] * 4)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, Discard(0, 4))
    assert said(caught.value.reason) == "Show the card that is discarded: a Seer cannot be in this hand."


@pytest.mark.rule("W-088")
def test_a_draw_from_an_empty_deck_asks_for_the_shuffle() -> None:
    state = play_until(position([5, 5, 5, 5], card_shells=0, tablets=with_side("NOB-C")), Phase.DRAW, ["F2"] * 4)
    empty = GAME.correct(state, {"deck": 0, "discard.1": 1})
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(empty, Draw(1))
    assert said(caught.value.reason) == "The deck is empty. Shuffle the discard pile into a new deck first."


def two(phase: Phase = Phase.TOKEN, first: int = -1, **more: Any) -> WavesState:
    """Two players whose Elders lie."""
    return position([1, 5, 5, 2], mode="head_to_head", phase=phase, first=first, told=False, **more)


PLAYED = GAME.apply_action(two(Phase.PLAY), PlayAgents(0, 0, "follower", (0,)))
OLDER = GAME.apply_action(two(Phase.PLAY, options={"edition": "breakers"}), PlayAgents(0, 2, "rebel", (0,)))
THREE = position([5, 5, 5], phase=Phase.GAP, gap_elder=4, told=False)
SIX = position([1, 2, 3, 4, 5, 5], phase=Phase.DISCARD, told=False, hands={1: [1] * 6})
SOLO = position([1, 2, 3, 4, 5], mode="teams", phase=Phase.DISCARD, told=False, hands={4: [1] * 7, 0: [1] * 6})
NOB_A = play_until(position([5] * 4, card_shells=0, tablets=with_side("NOB-A")), Phase.DIRECT, ["F1"] * 4)

MODES = [
    ("token-by-lot", GAME.new_game({}, {}), PlaceToken(4), "W-009",
     "The lot gives the Wave token to one of the players. Tap who gets it."),
    ("lot-before-token", two(token=-1), LayToken(1, 0), "W-101",
     "Draw lots first: tap which of the two players goes first."),
    ("token-by-the-other", two(first=0, token=-1), LayToken(0, 0), "W-101",
     "Seat 1 goes first, so seat 2 lays the Wave token, at place 1 or 3."),
    ("token-at-the-own-elder", two(first=1, token=-1), LayToken(0, 0), "W-101",
     "Seat 2 goes first, so seat 1 lays the Wave token, at place 2 or 4."),
    ("token-late", PLAYED, NameFirst(0), "W-101",
     "The Wave token is given once, before the first round. Now it is: Playing Agents."),
    ("no-such-lot", two(token=-1), NameFirst(2), "W-101",
     "Draw lots first: tap which of the two players goes first."),
    ("elder-late", PLAYED, TurnUpElder(0, 1), "W-015",
     "Elders are turned up from the deck before the first round only. Now it is: Playing Agents."),
    ("gap-elder-late", at(Phase.PLAY), TurnUpGapElder(1), "W-084",
     "The unassociated Elder is turned up in the setup and at the end of a round. Now it is: Playing Agents."),
    ("gap-elder-early", THREE, TurnUpGapElder(1), "W-084",
     "That is not to be done now. Now it is: End of round: the unassociated Elder."),
    ("gap-elder-kept", at(Phase.PLAY), DiscardGapElder(), "W-084",
     "The unassociated Elder is replaced at the end of a round. Now it is: Playing Agents."),
    ("draw-first", PLAYED, PlayAgents(1, 1, "follower", (0,)), "W-106",
     "Seat 1 draws first: 2 cards each after the first play."),
    ("draw-of-the-other", PLAYED, Draw(1), "W-106",
     "Only seat 1 draws now: 2 cards are drawn right after playing at the first Elder."),
    ("turn-of-the-other", OLDER, PlayAgents(0, 0, "follower", (0,)), "W-112",
     "It is not this seat's turn. Seat 2 at place 2 or 4 plays now."),
    ("draw-before-both", OLDER, Draw(0), "W-112",
     "Nobody draws now: 2 cards are drawn when both have played once."),
    ("breakers-early", OLDER, RevealRebels(2, 1), "W-060",
     "Breakers are turned up once the last player has placed Agents. Now it is: Playing Agents."),
    ("token-to-the-next-player", two(Phase.PASS_TOKEN), PassToken(2), "W-108",
     "The Wave token goes to the next Elder clockwise."),
    ("shuffle-early", PLAYED, Reshuffle(), "W-088",
     "That is not to be done now. Now it is: Playing Agents."),
    ("shuffle-too-late", at(Phase.TABLET), Reshuffle(), "W-088",
     "The discard pile becomes the deck only when a card is needed and the deck is empty. "
     "Now it is: True Majority: the tablet."),
    ("rotate-early", at(Phase.TABLET), RotateElders(), "W-126",
     "Elders move only where the active tablet says so, at once. Now it is: True Majority: the tablet."),
    ("extras-early", at(Phase.TABLET), DiscardExtras(3), "W-066",
     "Extra Rebels are discarded once the tablet is active. Now it is: True Majority: the tablet."),
    ("shells-of-the-tablet", NOB_A, PlaceShells(0), "W-134",
     "The active tablet asks for 4 shells in the centre, not 0."),
    ("rotate-another", NOB_A, RotateElders(), "W-126",
     "That is not to be done now. Now it is: The tablet acts at once."),
    ("no-such-seat", SIX, Discard(6, 1), "W-082", "There is no seat 7. Tap the seat that discards."),
    ("no-seat-before-the-first", SIX, Discard(-1, 1), "W-082", "There is no seat 0. Tap the seat that discards."),
    ("unknown-card", SIX, Discard(1, 6), "W-087",
     "Show the card that is discarded: a class 6 cannot be in this hand."),
    ("five-are-allowed", SIX, Discard(0, 1), "W-082", "Only a hand of more than 5 cards is discarded down."),
    ("six-are-allowed-to-one", GAME.apply_action(SOLO, Discard(4, 1)), Discard(4, 1), "W-082",
     "Only a hand of more than 6 cards is discarded down."),
    ("no-such-slot", at(Phase.PLAY), PlayAgents(0, 4, "follower", (1,)), "W-054",
     "Agents are played at your own Elder only. Take the cards back and lay them at yours."),
    ("too-many-cards", two(Phase.PLAY, hands={0: [1, 1]}), PlayAgents(0, 0, "rebel", (0,) * 3), "W-051",
     "The hand holds 2 cards, fewer than 3."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "action", "rule", "text"), [case[1:] for case in MODES], ids=[case[0] for case in MODES]
)
def test_refusals_of_other_modes_say_the_rule_and_what_comes_now(
    state: WavesState, action: Any, rule: str, text: str
) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, action)
    assert said((caught.value.rule, caught.value.reason)) == (rule, text)


@pytest.mark.rule("W-012", "W-013")
def test_a_card_too_many_in_the_deal_is_refused() -> None:
    state = GAME.apply_action(GAME.new_game({"mode": "teams", "players": 5}, {}), PlaceToken(0))
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, Draw(1))  # the first card goes to the first seat
    assert caught.value.rule == "W-012"
    for seat in (0, 1, 2, 3, 4) * 5:
        state = GAME.apply_action(state, Draw(seat))
    with pytest.raises(IllegalAction):
        GAME.apply_action(state, Draw(0))
    assert GAME.apply_action(state, Draw(4)).table.phase is Phase.COUNCIL
