"""What is said in Head to head, phase by phase, and how wrong acts are refused (ledger 3.8)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.core import Prompt, Seat
from companion.games.waves.rules.actions import (
    Collect,
    Draw,
    LayToken,
    NameFirst,
    PassToken,
    PlaceToken,
    PlayAgents,
    RevealFollower,
)
from companion.games.waves.state.model import Phase, WavesState
from tests.companion.games.waves.head_to_head import NAMES, S23, elders_up, empty_handed, h2h, refused, s23
from tests.companion.games.waves.positions import GAME, play_until
from tests.said import said


def shown(state: WavesState, seat: Seat | None = None) -> Prompt:
    return GAME.prompt(GAME.view(state, seat, NAMES))


# --- words ---


TURN = "Followers may collect first. Rebels count for the True Majority."
ROUND = [
    (Phase.SHELLS, (), "Lay 1 shell in the centre.", "Nobles have the most Elders: Open Majority.", "W-043"),
    (Phase.PLAY, (0,), "Ann plays Agents face down at their own Elder at place 1.", TURN, "W-104"),
    (Phase.REVEAL, (1,), "Ben: turn your Rebels at places 2 and 4 face up. Followers stay face down.",
     "Everyone has played.", "W-060"),
    (Phase.TABLET, (), "Lay the Nobles' tablet “Calm” beside the Council.",
     "Nobles tie for the most open cards, 3, and have the highest power: True Majority.", "W-063"),
    (Phase.EXTRAS, (1,), "Ben at place 2: keep one Rebel over the Fish, discard the others face up.",
     "Extra Rebels count for the True Majority only.", "W-066"),
    (Phase.WAVE_1, (0,), "Ann at place 1: turn up your Follower.", "Active tablet: No special rule.", "W-070"),
    (Phase.WAVE_2, (1,), "Ben at place 2: take the Noble into your hand.",
     "The Scholar (1) does not win over the Noble (5). Active tablet: No special rule.", "W-074"),
    (Phase.PASS_TOKEN, (), "Move the Wave token to the next Elder clockwise: Ben at place 2.",
     "It moves one Elder clockwise each round.", "W-108"),
    (Phase.DISCARD, (1, 0), "Ben discards 1 card, face up. Then Ann (1).", "5 cards is the limit.", "W-107"),
    (Phase.NEXT_ROUND, (), "The Agents are the new Elders: move them into the Council. Put the tablet “Calm” back.",
     "A new round begins.", "W-083"),
]  # fmt: skip


@pytest.mark.parametrize(("phase", "seats", "text", "why", "rule"), ROUND, ids=[case[0].value for case in ROUND])
def test_what_is_said_in_a_round(phase: Phase, seats: tuple[int, ...], text: str, why: str, rule: str) -> None:
    told = shown(play_until(s23(), phase, S23))
    assert said((told.seats, told.text, told.why, told.rule)) == (seats, text, why, rule)


def test_the_seat_that_plays_is_told_its_elder_and_place() -> None:
    state = play_until(s23(token=2), Phase.PLAY, S23)
    text = (
        "Play Agents face down. Follow: slide 1 card under your Noble at place 3, Fish showing. "
        "Rebel: fan cards of one class over it, covering the Fish."
    )
    assert said(shown(state, 0).text) == text
    assert said(shown(state, 1).text) == "Ann plays Agents face down at their own Elder at place 3."


def test_the_draws_amid_the_plays_name_who_draws_and_how_many() -> None:
    state = GAME.apply_action(play_until(s23(), Phase.PLAY, S23), PlayAgents(0, 0, "follower", (4,)))
    told = shown(state)
    assert said((told.seats, told.text, told.rule)) == ((0,), "Ann draws 2 cards from the deck.", "W-106")
    assert said(told.why) == "Each player draws 2 cards a round, after playing at their first Elder."
    one = GAME.apply_action(state, Draw(0, 2))
    assert said(shown(one, 0).text) == "Draw 1 card from the deck."
    assert said(shown(one, 1).text) == "Ann draws 1 card from the deck."
    for seat in (None, 1):
        assert "Keeper" not in str(shown(one, seat))


@pytest.mark.rule("W-111")
def test_with_nothing_in_hand_the_prompt_says_to_draw_first_and_to_keep_one() -> None:
    state = empty_handed()
    told = shown(state, 0)
    assert said((told.seats, told.text, told.rule)) == ((0,), "Draw 2 cards from the deck.", "W-111")
    assert "after playing at their first Elder" not in str(told.why)
    state = GAME.apply_action(GAME.apply_action(state, Draw(0, 3)), Draw(0, 3))
    assert str(shown(state, 0).why).startswith("Keep one card for your second Elder. ")
    assert "Keep one card" not in str(shown(state).why)


SETUP = [
    (GAME.new_game({"mode": "head_to_head"}, {}), None, (),
     "Lay out the Head to head Council card. Put 5 shells into the supply, the tablets in their row. "
     "Then shuffle and turn up one card at each of the four places.",
     "W-100"),
    (elders_up(), None, (), "Draw lots: who goes first? Tap the name.", "W-101"),
    (GAME.apply_action(elders_up(), NameFirst(1)), None, (0,),
     "Ann lays the Wave token at place 2 or 4, beside an Elder of Ben.", "W-101"),
    (GAME.apply_action(elders_up(), NameFirst(1)), 0, (0,),
     "Lay the Wave token at place 2 or 4, beside an Elder of Ben.", "W-101"),
    (GAME.apply_action(elders_up(), NameFirst(0)), 0, (1,),
     "Ben lays the Wave token at place 1 or 3, beside an Elder of Ann.", "W-101"),
    (GAME.apply_action(GAME.apply_action(elders_up(), NameFirst(0)), LayToken(1, 2)), None, (0,),
     "Deal 5 cards from the deck to each player, face down.", "W-102"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "seat", "seats", "text", "rule"), SETUP)
def test_what_is_said_before_the_first_round(
    state: WavesState, seat: Seat | None, seats: tuple[int, ...], text: str, rule: str
) -> None:
    told = shown(state, seat)
    assert said((told.seats, told.text, told.rule)) == (seats, text, rule)


def test_the_end_names_the_winner_and_the_collection() -> None:
    told = shown(h2h([1, 2, 3, 4], collected={1: [1, 2, 3, 4, 5]}, winner=1))
    assert said(told.text) == "Ben wins. The collection holds 5 Elders of 5 classes."


# --- refusals ---


TO_PLAY = play_until(s23(), Phase.PLAY, S23)
PLAYED = GAME.apply_action(TO_PLAY, PlayAgents(0, 0, "follower", (4,)))
BENS_TURN = GAME.apply_action(GAME.apply_action(PLAYED, Draw(0, 2)), Draw(0, 2))
NAMED = GAME.apply_action(elders_up(), NameFirst(0))
AT_DISCARD = play_until(s23(), Phase.DISCARD, S23)

REFUSED = [
    ("token-by-lot", elders_up(), PlaceToken(0), "W-101",
     "Draw lots first: tap which of the two players goes first."),
    ("token-before-the-lot", elders_up(), LayToken(1, 0), "W-101",
     "Draw lots first: tap which of the two players goes first."),
    ("token-by-the-first", NAMED, LayToken(0, 0), "W-101",
     "Seat 1 goes first, so seat 2 lays the Wave token, at place 1 or 3."),
    ("token-at-the-own-elder", NAMED, LayToken(1, 1), "W-101",
     "Seat 1 goes first, so seat 2 lays the Wave token, at place 1 or 3."),
    ("second-lot", NAMED, NameFirst(1), "W-101",
     "Seat 1 goes first, so seat 2 lays the Wave token, at place 1 or 3."),
    ("token-of-the-other", GAME.apply_action(elders_up(), NameFirst(1)), LayToken(0, 0), "W-101",
     "Seat 2 goes first, so seat 1 lays the Wave token, at place 2 or 4."),
    ("token-late", TO_PLAY, LayToken(1, 2), "W-101",
     "The Wave token is given once, before the first round. Now it is: Playing Agents."),
    ("second-elder-first", TO_PLAY, PlayAgents(0, 2, "follower", (4,)), "W-104",
     "The Elder at place 1 comes first. Play there now."),
    ("at-the-opponents", TO_PLAY, PlayAgents(0, 1, "follower", (4,)), "W-054",
     "Agents are played at your own Elder only. Take the cards back and lay them at yours."),
    ("no-such-place", TO_PLAY, PlayAgents(0, 4, "follower", (4,)), "W-054",
     "Agents are played at your own Elder only. Take the cards back and lay them at yours."),
    ("play-before-the-draw", PLAYED, PlayAgents(1, 1, "follower", (4,)), "W-106",
     "Seat 1 draws first: 2 cards each after the first play."),
    ("second-set", BENS_TURN, PlayAgents(0, 0, "follower", (2,)), "W-058",
     "Seat 1 at place 1 has placed Agents in this round. One set at an Elder is allowed."),
    ("draw-before-playing", TO_PLAY, Draw(0, 1), "W-106",
     "Nobody draws now: 2 cards are drawn right after playing at the first Elder."),
    ("draw-of-the-other", PLAYED, Draw(1, 1), "W-106",
     "Only seat 1 draws now: 2 cards are drawn right after playing at the first Elder."),
    ("third-draw", BENS_TURN, Draw(0, 1), "W-106",
     "Nobody draws now: 2 cards are drawn right after playing at the first Elder."),
    ("token-too-far", play_until(s23(), Phase.PASS_TOKEN, S23), PassToken(2), "W-108",
     "The Wave token goes to the next Elder clockwise."),
    ("other-slot", play_until(s23(), Phase.WAVE_1, S23), RevealFollower(2, 2), "W-078",
     "Slots are checked one after another. Seat 1 at place 1 comes now."),
    ("other-side", GAME.apply_action(play_until(s23(), Phase.WAVE_1, S23), RevealFollower(0, 4)), Collect(0, 1),
     "W-073", "This Elder is collected by side 1, not by side 2."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "action", "rule", "text"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_a_wrong_act_is_refused_with_its_rule(state: WavesState, action: Any, rule: str, text: str) -> None:
    assert refused(state, action) == (rule, text)


@pytest.mark.rule("W-104")
def test_playing_out_of_turn_is_refused_with_the_place_that_comes_now() -> None:
    rule, text = refused(TO_PLAY, PlayAgents(1, 1, "follower", (4,)))
    assert rule == "W-104"
    assert "Seat 1 at place 1 plays now." in said(text)


@pytest.mark.rule("W-107")
def test_a_draw_at_the_rounds_end_is_refused_because_nobody_draws_there() -> None:
    rule, text = refused(AT_DISCARD, Draw(1, 1))
    assert rule == "W-107"
    assert "at the end of a round" not in said(text)
