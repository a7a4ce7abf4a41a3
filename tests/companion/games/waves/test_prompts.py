"""The words of every prompt, as a person at the table reads them."""

from __future__ import annotations

import pytest

from companion.games.core import Prompt, Seat
from companion.games.waves.model import Phase, PlaceToken, RevealFollower, WavesState
from tests.companion.games.waves.positions import GAME, play_until, position, with_side

NAMES = ("Ann", "Ben", "Cleo", "Dan")
PLAYS = ["F4", "F2", "R5x2", "R5x1"]
HANDS = {2: [5, 5, 1, 1, 1]}


def prompt(state: WavesState, seat: Seat | None = None) -> Prompt:
    return GAME.prompt(GAME.view(state, seat, NAMES))


def at(phase: Phase, **more: object) -> WavesState:
    given = {"tablets": {5: "NOB-C"}, "hands": HANDS, **more}
    return play_until(position([1, 5, 5, 2], **given), phase, PLAYS)  # type: ignore[arg-type]


def test_setup() -> None:
    state = GAME.new_game({"cards": "own"}, {})
    assert prompt(state).text == "Draw lots. Give the Wave token to the first player."
    state = GAME.apply_action(state, PlaceToken(1))
    assert prompt(state).text == "Shuffle all cards. Deal 5 to each player, face down."
    while state.table.phase is Phase.DEAL:
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert prompt(state).text == "Turn up one card from the deck in front of each player."


def test_numbers_that_nobody_confirmed_are_named() -> None:
    assumed = prompt(GAME.new_game({}, {})).assumed
    assert assumed == (
        "Shells on the Council card are assumed: Scholars 3, Keepers 3, Knights 2, Nobles 1. "
        "Type your card's numbers on the host page.",
    )
    assert prompt(at(Phase.PLAY)).assumed == ()


ROUND = [
    (Phase.SHELLS, (), "Lay 2 shells in the centre.", "Nobles have most Elders: Open Majority.", "W-043"),
    (Phase.PLAY, (0,), "Ann plays Agents face down at their own Scholar.",
     "Followers may collect first. Rebels count for the True Majority.", "W-050"),
    (Phase.REVEAL, (2, 3), "Turn up the Rebels of Cleo and Dan. Followers stay face down.",
     "Everyone has played.", "W-060"),
    (Phase.TABLET, (), "Lay the Nobles' tablet “Calm” beside the Council.",
     "Nobles have the True Majority with 5 open cards.", "W-063"),
    (Phase.EXTRAS, (2,), "Cleo: discard all your Rebels but one, face up.",
     "Extra Rebels count for the True Majority only.", "W-066"),
    (Phase.WAVE_1, (0,), "Ann: turn up your Follower.", "Active tablet: No special rule.", "W-070"),
    (Phase.WAVE_2, (2,), "Cleo: take the Noble into your hand.",
     "The Noble (5) does not win over the Noble (5). Active tablet: No special rule.", "W-074"),
    (Phase.PASS_TOKEN, (), "Give the Wave token to Ben.", "It moves clockwise every round.", "W-080"),
    (Phase.DRAW, (1,), "Everyone draws 1 card, the token holder first.",
     "One card each, however many were played.", "W-081"),
    (Phase.DISCARD, (1,), "Ben discards 1 card, face up.", "5 cards is the limit.", "W-082"),
    (Phase.NEXT_ROUND, (), "The Agents are the new Elders: move them into the Council. Put the tablet “Calm” back.",
     "A new round begins.", "W-083"),
]  # fmt: skip


@pytest.mark.parametrize(("phase", "seats", "text", "why", "rule"), ROUND, ids=[case[0].value for case in ROUND])
def test_round(phase: Phase, seats: tuple[int, ...], text: str, why: str, rule: str) -> None:
    shown = prompt(at(phase))
    assert (shown.seats, shown.text, shown.why, shown.rule) == (seats, text, why, rule)
    assert shown.phase.startswith("Round 1 · ")


def test_the_seat_that_acts_is_spoken_to() -> None:
    text = prompt(at(Phase.PLAY), 0).text
    assert text == "Your turn. Slide 1 card under your Scholar to follow, or lay cards of one class over it to rebel."
    assert prompt(at(Phase.PLAY), 1).text == "Ann plays Agents face down at their own Scholar."
    assert prompt(at(Phase.DISCARD), 1).text == "Discard 1 of your cards, face up."


def test_without_names_seats_are_numbered() -> None:
    text = GAME.prompt(GAME.view(at(Phase.PLAY), None)).text
    assert text == "Seat 1 plays Agents face down at their own Scholar."


@pytest.mark.rule("W-042", "W-044")
def test_shells_name_the_tie_and_what_lies_there_from_before() -> None:
    shown = prompt(position([1, 1, 5, 5], shells=3, card_shells=1))
    assert shown.text == "Lay 1 shell in the centre. Take away the 3 from last round first."
    assert shown.why == "Nobles have most Elders and the highest power among the tied: Open Majority."
    assert prompt(position([1, 1, 5, 5], card_shells=0)).text == "Lay no shell in the centre."


@pytest.mark.rule("W-062")
def test_the_tablet_names_the_tie() -> None:
    why = prompt(play_until(position([1, 1, 5, 5]), Phase.TABLET, ["F2"] * 4)).why
    assert why == "Nobles have the True Majority with 2 open cards, the highest power among the tied."


@pytest.mark.rule("W-073", "W-072")
def test_collecting_names_the_elder_the_shell_and_the_powers() -> None:
    shown = prompt(GAME.apply_action(at(Phase.WAVE_1), RevealFollower(0, 4)))
    assert shown.text == "Ann: take the Scholar to your collection and take 1 shell out of the centre."
    assert shown.why == "The Seer (4) collects the Scholar (1). Active tablet: No special rule."


@pytest.mark.parametrize(
    ("side", "council", "plays", "more", "why"),
    [
        ("NOB-C", [1, 5, 5, 2], ["F4", "F2", "R5x1", "R5x1"], {"card_shells": 0},
         "The Seer (4) wins over the Scholar (1), but no shell is left. Active tablet: No special rule."),
        ("NOB-B2", [1, 5, 5, 2], ["F4", "F2", "R5x1", "R5x1"], {"collected": {0: [1]}},
         "The Seer (4) wins over the Scholar (1), but that class is in the collection already. "
         "Active tablet: Nobody collects a class already in their own collection."),
        ("NOB-B1", [1, 5, 5, 2], ["F4", "F2", "R5x1", "R5x1"], {},
         "The Seer (4) wins over the Scholar (1), but the tablet sends the first Elder back. "
         "Active tablet: The first Elder that would be collected goes to the hand; no shell leaves."),
        ("SCH-B", [1, 1, 5, 2], ["F4", "F2", "R1x1", "R1x1"], {},
         "The Seer (4) does not win over the Scholar (6). Active tablet: Every Scholar, Elder or Agent, has power 6."),
    ],
    ids=["no-shell", "duplicate", "returned", "power"],
)  # fmt: skip
def test_why_an_elder_goes_to_the_hand(
    side: str, council: list[int], plays: list[str], more: dict[str, object], why: str
) -> None:
    state = play_until(position(council, tablets=with_side(side), **more), Phase.WAVE_1, plays)  # type: ignore[arg-type]
    assert prompt(GAME.apply_action(state, RevealFollower(0, 4))).why == why


@pytest.mark.rule("W-126")
def test_the_direct_effect_says_what_to_move_and_what_not() -> None:
    shown = prompt(play_until(position([4, 1, 4, 5], tablets=with_side("SEE-B2")), Phase.DIRECT, ["F2"] * 4))
    assert shown.text == "Move every Elder to the player on its right, all at once. Agents stay."
    assert shown.phase == "Round 1 · The tablet acts at once"


@pytest.mark.rule("W-088")
def test_an_empty_deck_asks_for_the_shuffle() -> None:
    state = play_until(position([5, 5, 5, 5], card_shells=0, discard=[1, 2]), Phase.DRAW, ["F2"] * 4)
    assert prompt(GAME.correct(state, {"deck": 0})).text == "Shuffle the discard pile into a new deck."


@pytest.mark.rule("W-030")
def test_the_end_names_the_winner() -> None:
    shown = prompt(position([1, 2, 3, 4], collected={2: [1, 2, 3, 4]}, winner=2))
    assert (shown.phase, shown.seats) == ("The game is over", ())
    assert shown.text == "Cleo wins. The collection holds 4 Elders of 4 classes."
