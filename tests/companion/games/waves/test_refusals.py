"""The words of refusals: short, naming what is to be done or what comes now. Plays are in test_legal.py (S-25)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.errors import IllegalAction
from companion.games.waves.model import (
    ActivateTablet,
    Collect,
    Discard,
    Draw,
    NextRound,
    PassToken,
    Phase,
    PlaceShells,
    PlayAgents,
    RevealFollower,
    RevealRebels,
    TakeElder,
    WavesState,
)
from tests.companion.games.waves.positions import GAME, play_until, position, with_side

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
     "Cards are drawn when hands are dealt and at the end of a round. Now it is: Playing Agents."),
    ("draw-out-of-turn", at(Phase.DRAW), Draw(0, 1), "W-081",
     "Seat 2 draws next: one card each, from the new token holder clockwise."),
    ("discard-early", at(Phase.DRAW), Discard(0, 1), "W-082",
     "Hands are discarded down after everyone has drawn. Now it is: New round: draw."),
    ("discard-at-five", GAME.apply_action(FULL, Discard(0, 5)), Discard(0, 5), "W-082",
     "Only a hand of more than 5 cards is discarded down."),
    ("next-round-early", at(Phase.PLAY), NextRound(), "W-040",
     "That is not to be done now. Now it is: Playing Agents."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "action", "rule", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_refusal_says_the_rule_and_what_comes_now(state: WavesState, action: Any, rule: str, text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, action)
    assert (caught.value.rule, caught.value.reason) == (rule, text)
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
    assert caught.value.reason == "Show the card that is discarded: a Seer cannot be in this hand."


@pytest.mark.rule("W-088")
def test_a_draw_from_an_empty_deck_asks_for_the_shuffle() -> None:
    state = play_until(position([5, 5, 5, 5], card_shells=0, tablets=with_side("NOB-C")), Phase.DRAW, ["F2"] * 4)
    empty = GAME.correct(state, {"deck": 0, "discard.1": 1})
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(empty, Draw(1))
    assert caught.value.reason == "The deck is empty. Shuffle the discard pile into a new deck first."
