"""The words of every prompt, as a person at the table reads them."""

from __future__ import annotations

import pytest

from companion.games.core import Prompt, Seat
from companion.games.waves.rules.actions import (
    Draw,
    NameFirst,
    PlaceToken,
    PlayAgents,
    RevealFollower,
    TurnUpGapElder,
)
from companion.games.waves.state.model import Phase, WavesState
from tests.companion.games.waves.positions import GAME, play_until, position, with_side
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fitz")
PLAYS = ["F4", "F2", "R5x2", "R5x1"]
HANDS = {2: [5, 5, 1, 1, 1]}


def prompt(state: WavesState, seat: Seat | None = None) -> Prompt:
    return GAME.prompt(GAME.view(state, seat, NAMES))


def at(phase: Phase, **more: object) -> WavesState:
    given = {"tablets": {5: "NOB-C"}, "hands": HANDS, **more}
    return play_until(position([1, 5, 5, 2], **given), phase, PLAYS)  # type: ignore[arg-type]


def test_setup() -> None:
    state = GAME.new_game({"cards": "own"}, {})
    assert str(prompt(state).text).endswith("Then draw lots for the Wave token.")
    state = GAME.apply_action(state, PlaceToken(1))
    assert said(prompt(state).text) == "Shuffle all cards. Deal 5 to each player, face down."
    while state.table.phase is Phase.DEAL:
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert said(prompt(state).text) == "Turn up one card from the deck in front of each player."


def test_numbers_that_nobody_confirmed_are_named() -> None:
    assumed = prompt(GAME.new_game({"tablets": "row1"}, {})).assumed
    assert said(assumed) == (
        "Shells on the Council card are assumed: Scholars 3, Keepers 3, Knights 2, Seers 2, Nobles 1.",
    )
    assert prompt(at(Phase.PLAY)).assumed == ()


ROUND = [
    (Phase.SHELLS, (), "Lay 2 shells in the centre.", "Nobles have the most Elders: Open Majority.", "W-043"),
    (Phase.PLAY, (0,), "Ann plays Agents face down at their own Elder.",
     "Followers may collect first. Rebels count for the True Majority.", "W-050"),
    (Phase.REVEAL, (2, 3), "Cleo and Dan: turn your Rebels face up. Followers stay face down.",
     "Everyone has played.", "W-060"),
    (Phase.TABLET, (), "Lay the Nobles' tablet “Calm” beside the Council.",
     "Nobles have the most open cards, 5: True Majority.", "W-063"),
    (Phase.EXTRAS, (2,), "Cleo: keep one Rebel over the Fish, discard the others face up.",
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
    assert said((shown.seats, shown.text, shown.why, shown.rule)) == (seats, text, why, rule)
    assert str(shown.phase).startswith("Round 1 · ")


def test_the_seat_that_acts_is_spoken_to() -> None:
    text = prompt(at(Phase.PLAY), 0).text
    assert said(text) == (
        "Play Agents face down. Follow: slide 1 card under your Scholar, Fish showing. "
        "Rebel: fan cards of one class over it, covering the Fish."
    )
    assert said(prompt(at(Phase.PLAY), 1).text) == "Ann plays Agents face down at their own Elder."
    assert said(prompt(at(Phase.DISCARD), 1).text) == "Discard 1 of your cards, face up."


def test_without_names_seats_are_numbered() -> None:
    text = GAME.prompt(GAME.view(at(Phase.PLAY), None)).text
    assert said(text) == "Seat 1 plays Agents face down at their own Elder."


@pytest.mark.rule("W-042", "W-044")
def test_shells_name_the_tie_and_what_lies_there_from_before() -> None:
    shown = prompt(position([1, 1, 5, 5], shells=3, card_shells=1))
    assert said(shown.text) == "Lay 1 shell in the centre. Take away the 3 from last round first."
    assert said(shown.why) == "Nobles tie for the most Elders and have the highest power: Open Majority."
    assert said(prompt(position([1, 1, 5, 5], card_shells=0)).text) == "Leave the centre without shells."


@pytest.mark.rule("W-062")
def test_the_tablet_names_the_tie() -> None:
    why = prompt(play_until(position([1, 1, 5, 5]), Phase.TABLET, ["F2"] * 4)).why
    assert said(why) == "Nobles tie for the most open cards, 2, and have the highest power: True Majority."


@pytest.mark.rule("W-073", "W-072")
def test_collecting_names_the_elder_the_shell_and_the_powers() -> None:
    shown = prompt(GAME.apply_action(at(Phase.WAVE_1), RevealFollower(0, 4)))
    assert said(shown.text) == "Ann: take the Scholar to your collection and take 1 shell out of the centre."
    assert said(shown.why) == "The Seer (4) collects the Scholar (1). Active tablet: No special rule."


@pytest.mark.parametrize(
    ("side", "council", "plays", "more", "why"),
    [
        ("NOB-C", [1, 5, 5, 2], ["F4", "F2", "R5x1", "R5x1"], {"card_shells": 0},
         "The Seer (4) wins over the Scholar (1), but no shell is left. Active tablet: No special rule."),
        ("NOB-B2", [1, 5, 5, 2], ["F4", "F2", "R5x1", "R5x1"], {"collected": {0: [1]}},
         "The Seer (4) wins over the Scholar (1), but that class is in the collection already. "
         "Active tablet: Nobody collects a class already in their side's collection."),
        ("NOB-B1", [1, 5, 5, 2], ["F4", "F2", "R5x1", "R5x1"], {},
         "The Seer (4) wins over the Scholar (1), but the tablet sends the first Elder back. "
         "Active tablet: The first Elder that would be collected goes to the hand; no shell leaves."),
        ("SCH-B", [1, 1, 5, 2], ["F4", "F2", "R1x1", "R1x1"], {},
         "The Seer (4) does not win over the Scholar (counts as 6). "
         "Active tablet: Every Scholar, Elder or Agent, has power 6."),
    ],
    ids=["no-shell", "duplicate", "returned", "power"],
)  # fmt: skip
def test_why_an_elder_goes_to_the_hand(
    side: str, council: list[int], plays: list[str], more: dict[str, object], why: str
) -> None:
    state = play_until(position(council, tablets=with_side(side), **more), Phase.WAVE_1, plays)  # type: ignore[arg-type]
    assert said(prompt(GAME.apply_action(state, RevealFollower(0, 4))).why) == why


@pytest.mark.rule("W-126")
def test_the_direct_effect_says_what_to_move_and_what_not() -> None:
    shown = prompt(play_until(position([4, 1, 4, 5], tablets=with_side("SEE-B2")), Phase.DIRECT, ["F2"] * 4))
    assert said(shown.text) == "Move every Elder to the player on its right, all at once. Agents stay."
    assert said(shown.phase) == "Round 1 · The tablet acts at once"


@pytest.mark.rule("W-088")
def test_an_empty_deck_asks_for_the_shuffle() -> None:
    state = play_until(position([5, 5, 5, 5], card_shells=0, discard=[1, 2]), Phase.DRAW, ["F2"] * 4)
    assert said(prompt(GAME.correct(state, {"deck": 0})).text) == "Shuffle the discard pile into a new deck."


@pytest.mark.rule("W-030")
def test_the_end_names_the_winner() -> None:
    shown = prompt(position([1, 2, 3, 4], collected={2: [1, 2, 3, 4]}, winner=2))
    assert said((shown.phase, shown.seats)) == ("The game is over", ())
    assert said(shown.text) == "Cleo wins. The collection holds 4 Elders of 4 classes."


# --- other modes ---


def new(**options: object) -> WavesState:
    state: WavesState = GAME.new_game(options, {})
    return state


def words(state: WavesState, seat: Seat | None = None) -> tuple[tuple[Seat, ...], str, str]:
    shown = prompt(state, seat)
    return shown.seats, str(shown.text), shown.rule


@pytest.mark.rule("W-100", "W-101", "W-102")
def test_the_setup_of_two_players() -> None:
    state = new(mode="head_to_head")
    text = "Turn up one card from the deck at each of the four places."
    assert str(prompt(state).text).endswith("Then shuffle and turn up one card at each of the four places.")
    state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert words(state) == ((), text, "W-100")
    while state.table.phase is Phase.COUNCIL:
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert words(state) == ((), "Draw lots: who goes first? Tap the name.", "W-101")
    state = GAME.apply_action(state, NameFirst(1))
    text = "Ann lays the Wave token at place 2 or 4, beside an Elder of Ben."
    assert words(state) == ((0,), text, "W-101")
    assert said(prompt(state, 0).text) == "Lay the Wave token at place 2 or 4, beside an Elder of Ben."
    state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert said(prompt(state).text) == "Deal 5 cards from the deck to each player, face down."


@pytest.mark.rule("W-013")
def test_the_deal_names_who_gets_six_cards() -> None:
    state = GAME.apply_action(new(mode="teams", players=5, seating="XYZXY"), PlaceToken(0))
    text = "Shuffle all cards. Deal 5 to each player and 6 to Cleo, face down."
    assert words(state) == ((0,), text, "W-013")


@pytest.mark.rule("W-016", "W-084")
def test_the_unassociated_elder_is_asked_for_by_its_neighbours() -> None:
    state = new(players=3, gap_after_seat=1)
    while state.table.phase is not Phase.COUNCIL or any(not slot.elder for slot in state.table.slots):
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    between = "Turn up one card from the deck between Ben and Cleo: the unassociated Elder."
    assert words(state) == ((), between, "W-016")
    state = play_until(position([5, 5, 5], gap_elder=4, card_shells=0, told=False), Phase.GAP, ["F1"] * 3)
    assert words(state) == ((), "Put the unassociated Seer on the discard pile, face up.", "W-084")
    state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    text = "Turn up one card from the deck between Cleo and Ann: the unassociated Elder."
    assert words(state) == ((), text, "W-084")
    assert "Elders: move them into the Council" in str(prompt(GAME.apply_action(state, TurnUpGapElder(2))).text)


@pytest.mark.rule("W-104", "W-106", "W-111")
def test_two_players_are_told_their_place_and_their_draws() -> None:
    state = position([1, 5, 5, 2], mode="head_to_head", phase=Phase.PLAY, told=False)
    assert words(state) == ((0,), "Ann plays Agents face down at their own Elder at place 1.", "W-104")
    assert "under your Scholar at place 1, Fish showing." in str(prompt(state, 0).text)
    state = GAME.apply_action(state, PlayAgents(0, 0, "follower", (0,)))
    assert words(state) == ((0,), "Ann draws 2 cards from the deck.", "W-106")
    assert said(prompt(state, 0).text) == "Draw 2 cards from the deck."
    assert said(prompt(GAME.apply_action(state, Draw(0))).text) == "Ann draws 1 card from the deck."
    empty = position([1, 5, 5, 2], mode="head_to_head", phase=Phase.PLAY, told=False, hands={0: ()})
    for _ in range(2):
        assert str(prompt(empty).text).startswith("Ann draws")
        empty = GAME.apply_action(empty, Draw(0))
    assert str(prompt(empty, 0).why).startswith("Keep one card for your second Elder. ")


@pytest.mark.rule("W-112", "D-01")
def test_by_the_older_book_there_are_breakers_and_either_elder_may_come_first() -> None:
    older = {"edition": "breakers"}
    state = position([1, 5, 5, 2], mode="head_to_head", phase=Phase.PLAY, told=False, options=older)
    assert words(state) == ((0,), "Ann plays Agents face down at one of their Elders, at place 1 or 3.", "W-112")
    assert said(prompt(state, 0).text) == (
        "Play Agents face down. Follow: slide 1 card under your Elder at place 1 or 3, Fish showing. "
        "Play Breakers: fan cards of one class over it, covering the Fish."
    )
    assert str(prompt(state).why).startswith("Followers may collect first. Breakers count for the True Majority.")
    state = GAME.apply_action(state, PlayAgents(0, 2, "rebel", (0,)))
    assert "at one of their Elders" in str(prompt(state).text)
    state = GAME.apply_action(state, PlayAgents(1, 1, "follower", (0,)))
    assert words(state) == ((0,), "Ann draws 2 cards from the deck.", "W-112")


@pytest.mark.rule("D-01", "D-02", "W-060", "W-066")
def test_the_steps_of_the_older_book_have_its_words() -> None:
    state = position([1, 5, 5, 2], tablets={5: "NOB-C"}, hands=HANDS, options={"edition": "breakers"})
    turned = prompt(play_until(state, Phase.REVEAL, PLAYS))
    assert said(turned.phase) == "Round 1 · True Majority and breaking rules: turn up the Breakers"
    assert said(turned.text) == "Cleo and Dan: turn your Breakers face up. Followers stay face down."
    extra = prompt(play_until(state, Phase.EXTRAS, PLAYS))
    assert said(extra.phase) == "Round 1 · Discard extra Breakers"
    assert said(extra.text) == "Cleo: keep one Breaker over the Fish, discard the others face up."


@pytest.mark.rule("W-057", "A-22")
def test_teams_are_told_who_may_talk() -> None:
    state = position([1, 2, 3, 5], mode="teams", phase=Phase.PLAY, told=False)
    assert str(prompt(state).why).endswith("Teams may talk, aloud, until they play.")
    assert str(prompt(state, 0).why).endswith("Until you play you may talk with Cleo, aloud.")
    state = GAME.apply_action(state, PlayAgents(0, 0, "follower", (0,)))
    assert str(prompt(state).why).endswith("Silent now: Ann.")
    assert str(prompt(state, 0).why).endswith("You have played: no word and no sign until everyone has.")
    assert "W-057" not in str(prompt(state, 2).why)  # its only teammate must be silent
    assert str(prompt(state, 3).why).endswith("Until you play you may talk with Ben, aloud.")
    state = GAME.apply_action(state, PlayAgents(1, 1, "follower", (0,)))
    assert str(prompt(state).why).endswith("Silent now: Ann and Ben.")
    six = position([1, 2, 3, 4, 5, 5], mode="teams", phase=Phase.PLAY, told=False)
    assert str(prompt(six, 4).why).endswith("you may talk with Ann and Cleo, aloud.")
    six = GAME.apply_action(six, PlayAgents(0, 0, "follower", (0,)))
    assert str(prompt(six, 4).why).endswith("you may talk with Cleo, aloud.")
    alone = position([1, 2, 3, 4, 5], mode="teams", phase=Phase.PLAY, told=False)
    assert "W-057" not in str(prompt(alone, 4).why)
    assert "W-057" not in str(prompt(position([1, 2, 3, 5], phase=Phase.PLAY)).why)


@pytest.mark.rule("W-073", "W-034")
def test_a_team_collects_into_its_collection() -> None:
    state = position([1, 5, 5, 2], mode="teams", phase=Phase.WAVE_1, shells=1, shown="F", active=5,
                     tablets={5: "NOB-C"}, agents={0: "F4", 1: "F1", 2: "F1", 3: "F1"})  # fmt: skip
    text = "Ann: take the Scholar to your team's collection and take 1 shell out of the centre."
    assert words(state) == ((0,), text, "W-073")


@pytest.mark.rule("W-077", "A-06")
def test_where_an_elder_may_be_left_the_prompt_says_so() -> None:
    state = position([1, 5, 5, 2], phase=Phase.WAVE_1, shells=1, shown="F", active=5, tablets={5: "NOB-C"},
                     agents={0: "F4", 1: "F1", 2: "F1", 3: "F1"}, options={"optional_collect": True})  # fmt: skip
    assert str(prompt(state).text).endswith("Or take the Elder into your hand.")
    assert said(prompt(state).house_rules) == ("A player may leave an Elder that could be collected.",)


@pytest.mark.rule("W-131")
def test_an_agent_that_is_copied_is_asked_for_by_name() -> None:
    state = position([3, 3, 3, 1], tablets=with_side("KNI-A"))
    state = play_until(state, Phase.WAVE_1, ["F1", "F2", "R4x1", "F5"])
    assert words(state) == ((0,), "Ann: turn up your Follower.", "W-070")
    state = GAME.apply_action(state, RevealFollower(0, 1))
    text = "Dan: turn up your Follower now; Ann copies its power. It acts at its own turn."
    assert words(state) == ((3,), text, "W-131")


@pytest.mark.rule("W-132")
def test_an_elder_that_is_not_unique_names_the_other() -> None:
    state = play_until(position([4, 1, 4, 2], tablets=with_side("SEE-A")), Phase.WAVE_1, ["F5", "F3", "F5", "F4"])
    why = prompt(GAME.apply_action(state, RevealFollower(0, 5))).why
    assert str(why).startswith("The Noble (5) wins over the Seer (4), but another Seer was in the Council.")


@pytest.mark.rule("W-134")
@pytest.mark.parametrize(
    ("followers", "text"),
    [
        (0, "Take all shells out of the centre."),
        (1, "Leave 1 shell in the centre, one for each Follower: take 2 out."),
        (4, "Put 4 shells in the centre, one for each Follower: add 1."),
    ],
)
def test_the_centre_is_set_to_the_followers(followers: int, text: str) -> None:
    state = position([5] * 4, card_shells=3, tablets=with_side("NOB-A"))
    state = play_until(state, Phase.DIRECT, ["F5"] * followers + ["R5x1"] * (4 - followers))
    assert words(state) == ((), text, "W-134")


@pytest.mark.rule("W-126", "A-08")
@pytest.mark.parametrize(("moves", "said"), [(False, "The unassociated Elder stays."), (True, "moves with them.")])
def test_moving_right_says_what_becomes_of_the_unassociated_elder(moves: bool, said: str) -> None:
    state = position([4, 1, 4], gap_elder=5, tablets=with_side("SEE-B2"), options={"rotate_gap": moves})
    assert str(prompt(play_until(state, Phase.DIRECT, ["F2"] * 3)).text).endswith(said)


@pytest.mark.rule("W-108", "W-107")
def test_the_end_of_a_round_of_two_players() -> None:
    state = position([5] * 4, mode="head_to_head", told=False, card_shells=0)
    state = play_until(state, Phase.PASS_TOKEN, ["F1"] * 4)
    assert words(state) == ((), "Move the Wave token to the next Elder clockwise: Ben at place 2.", "W-108")
    state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    assert words(state) == ((1, 0), "Ben discards 2 cards, face up. Then Ann (2).", "W-107")
    assert said(prompt(state, 1).text) == "Discard 2 of your cards, face up. Then Ann (2)."


@pytest.mark.rule("W-013", "W-082")
def test_who_plays_alone_is_told_the_limit_of_six() -> None:
    state = position([1, 2, 3, 4, 5], mode="teams", phase=Phase.DISCARD, told=False, hands={4: [1] * 7})
    shown = prompt(state)
    assert said((shown.text, shown.why)) == ("Eve discards 1 card, face up.", "6 cards is the limit.")


@pytest.mark.rule("W-030", "W-034")
def test_the_end_names_the_team_and_its_players() -> None:
    won = position([1, 2, 3, 4, 5, 5], mode="teams", collected={0: [1, 2, 3, 4, 5]}, winner=0)
    assert said(prompt(won).text) == "Team X (Ann, Cleo and Eve) wins. The collection holds 5 Elders of 5 classes."


@pytest.mark.rule("W-044", "A-01")
def test_shells_that_stay_are_named() -> None:
    state = position([1, 1, 5, 2], shells=2, card_shells=1, options={"leftover_shells": "add"})
    assert said(prompt(state).text) == "Last round's shells stay: 3 shells must lie in the centre now."
