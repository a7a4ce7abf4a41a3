"""Words a table once stumbled over: shells that there are not, orders that are done, cards that copy, few cards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import Prompt, Seat, State
from companion.games.waves.rules.actions import (
    Draw,
    NameFirst,
    PlaceToken,
    PlayAgents,
    RevealFollower,
    TakeElder,
    TurnUpElder,
)
from companion.games.waves.state.model import Phase, WavesState
from tests.companion.games.waves.positions import GAME, play_until, position, with_side
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fitz")
OLDER = {"edition": "breakers"}


def prompt(state: WavesState, seat: Seat | None = None) -> Prompt:
    return GAME.prompt(GAME.view(state, seat, NAMES))


def log(state: WavesState, action: Any) -> str:
    return str(GAME.describe(GAME.view(state, None, NAMES), GAME.view_action(action, action.actor)))


def labels(state: WavesState) -> list[str]:
    return [str(choice.label) for choice in GAME.choices(GAME.view(state, None, NAMES))]


# --- shells ---


def for_followers(followers: int, players: int = 6, shells: int = 3, **options: str) -> WavesState:
    state = position([5] * players, card_shells=shells, tablets=with_side("NOB-A"), options=options)
    return play_until(state, Phase.DIRECT, ["F5"] * followers + ["R5x1"] * (players - followers))


@pytest.mark.rule("W-134", "A-02", "D-16")
@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        (for_followers(6), "Put 5 shells in the centre (6 Followers, but only 5 exist): add 2.", "acts at once"),
        (for_followers(6, shell_cap="none"), "Put 6 shells in the centre, one for each Follower: add 3.", "at once"),
        (for_followers(5), "Put 5 shells in the centre, one for each Follower: add 2.", "at once"),
        (for_followers(3), "Leave 3 shells in the centre, one for each Follower.", "at once"),
        (for_followers(1), "Leave 1 shell in the centre, one for each Follower: take 2 out.", "at once"),
        (for_followers(0), "Take all shells out of the centre.", "acts at once. Everyone rebelled."),
        (for_followers(0, shells=0), "Leave the centre without shells.", "acts at once. Everyone rebelled."),
        (for_followers(0, edition="breakers"), "Take all shells out of the centre.", "Everyone played a Breaker."),
    ],
)
def test_shells_for_followers_are_those_that_exist(state: WavesState, text: str, why: str) -> None:
    shown = prompt(state)
    assert said((shown.text, shown.rule)) == (text, "W-134")
    assert why in str(shown.why)


@pytest.mark.rule("W-043", "W-044")
def test_a_card_that_asks_for_no_shell_says_what_to_take_out() -> None:
    assert said(prompt(position([1, 1, 5, 5], card_shells=0)).text) == "Leave the centre without shells."
    assert said(prompt(position([1, 1, 5, 5], card_shells=0, shells=2)).text) == "Take all shells out of the centre."


# --- the active tablet ---


@pytest.mark.rule("W-065", "W-126", "W-134", "W-123")
@pytest.mark.parametrize(("side", "council"), [("SEE-B2", [4, 1, 4, 4]), ("NOB-A", [5] * 4)])
def test_an_order_that_is_carried_out_says_so(side: str, council: list[int]) -> None:
    state = play_until(position(council, tablets=with_side(side)), Phase.WAVE_1, ["F2"] * 4)
    assert "Active tablet (done): At once, " in str(prompt(state).why)
    kept = play_until(position([3] * 4, tablets=with_side("KNI-B2")), Phase.WAVE_1, ["F2"] * 4)
    assert "Active tablet: Each Elder has" in str(prompt(kept).why)  # it holds as long as the Waves run


@pytest.mark.rule("D-01", "W-122", "W-133")
@pytest.mark.parametrize(("side", "cls"), [("KNI-B1", 3), ("SCH-A", 1)])
def test_tablets_of_the_older_book_speak_of_breakers(side: str, cls: int) -> None:
    for options, word, other in ((OLDER, "Breaker", "Rebel"), ({}, "Rebel", "Breaker")):
        state = position([cls] * 4, tablets=with_side(side), options=options)
        why = prompt(play_until(state, Phase.WAVE_1, ["F2", f"R{cls}x1", "F2", "F2"])).why
        assert word in str(why)
        assert other not in str(why)


# --- playing ---


@pytest.mark.rule("W-052", "W-053")
def test_whoever_plays_is_told_how_the_cards_lie() -> None:
    state = position([1, 5, 5, 2], phase=Phase.PLAY)
    assert said(prompt(state, 0).text) == (
        "Play Agents face down. Follow: slide 1 card under your Scholar, Fish showing. "
        "Rebel: fan cards of one class over it, covering the Fish."
    )
    older = position([1, 5, 5, 2], phase=Phase.PLAY, options=OLDER)
    assert str(prompt(older, 0).text).endswith("Play Breakers: fan cards of one class over it, covering the Fish.")


@pytest.mark.rule("W-112")
def test_either_place_of_a_player_is_named() -> None:
    state = position([1, 5, 5, 2], mode="head_to_head", phase=Phase.PLAY, told=False, options=OLDER)
    assert said(prompt(state).text) == "Ann plays Agents face down at one of their Elders, at place 1 or 3."
    state = GAME.apply_action(state, PlayAgents(0, 2, "rebel", (0,)))
    assert said(prompt(state).text) == "Ben plays Agents face down at one of their Elders, at place 2 or 4."


@pytest.mark.rule("D-01")
def test_the_log_of_the_older_book_says_who_played_breakers() -> None:
    state = position([1, 5, 5, 2], phase=Phase.PLAY, told=False, options=OLDER)
    assert log(state, PlayAgents(0, 0, "rebel", (0,))) == "Ann plays a Breaker."
    assert log(state, PlayAgents(0, 0, "rebel", (5, 5))) == "Ann plays 2 Breakers (Noble)."
    assert log(state, PlayAgents(0, 0, "follower", (0,))) == "Ann follows with 1 card."


@pytest.mark.rule("W-060", "W-066")
def test_rebels_are_turned_up_and_discarded_by_person_and_places() -> None:
    hands = {0: [1, 1, 1, 2, 2], 1: [3, 3, 3, 4, 4]}
    state = position([1, 5, 5, 2], mode="head_to_head", hands=hands, tablets={1: "SCH-B"})
    turned = play_until(state, Phase.REVEAL, ["R1x2", "F3", "R2x1", "F4"])
    assert said(prompt(turned).text) == "Ann: turn your Rebels at places 1 and 3 face up. Followers stay face down."
    both = play_until(state, Phase.REVEAL, ["R1x2", "R3x1", "R2x2", "F4"])
    assert said(prompt(both).text) == (
        "Ann: turn your Rebels at places 1 and 3 face up. Ben: turn your Rebel at place 2 face up. "
        "Followers stay face down."
    )
    extras = play_until(state, Phase.EXTRAS, ["R1x2", "R3x1", "R2x2", "F4"])
    assert (
        said(prompt(extras).text) == "Ann at places 1 and 3: keep one Rebel over each Fish, discard the others face up."
    )
    four = position([1, 5, 5, 2], hands={2: [5, 5, 1, 1, 1]}, tablets={5: "NOB-C"})
    turned = play_until(four, Phase.REVEAL, ["F4", "F2", "R5x2", "R5x1"])
    assert said(prompt(turned).text) == "Cleo and Dan: turn your Rebels face up. Followers stay face down."
    extras = play_until(four, Phase.EXTRAS, ["F4", "F2", "R5x2", "R5x1"])
    assert said(prompt(extras).text) == "Cleo: keep one Rebel over the Fish, discard the others face up."


# --- majorities ---


@pytest.mark.rule("W-042", "W-062")
def test_a_tie_is_said_as_what_it_is() -> None:
    state = position([1, 1, 5, 5], card_shells=1)
    assert said(prompt(state).why) == "Nobles tie for the most Elders and have the highest power: Open Majority."
    assert said(prompt(position([1, 5, 5, 5])).why) == "Nobles have the most Elders: Open Majority."
    why = prompt(play_until(state, Phase.TABLET, ["F2"] * 4)).why
    assert said(why) == "Nobles tie for the most open cards, 2, and have the highest power: True Majority."
    why = prompt(play_until(position([1, 2, 5, 5]), Phase.TABLET, ["F2"] * 4)).why
    assert said(why) == "Nobles have the most open cards, 2: True Majority."


# --- checks ---


@pytest.mark.rule("W-121")
def test_where_lower_wins_an_agent_is_too_strong() -> None:
    state = play_until(position([2, 2, 4, 5], tablets=with_side("KEE-B")), Phase.WAVE_1, ["F3", "F3", "R2x1", "F5"])
    state = GAME.apply_action(state, RevealFollower(0, 3))
    assert str(prompt(state).why).startswith("The Knight (3) is too strong for the Keeper (2). ")
    assert log(state, TakeElder(0)) == "Ann: the Knight (3) is too strong for the Keeper (2); the Elder goes to hand."


@pytest.mark.rule("W-131", "A-11")
@pytest.mark.parametrize(("mode", "place"), [("all_vs_all", ""), ("head_to_head", " at place 1")])
def test_a_copied_number_says_whose_card_it_is(mode: str, place: str) -> None:
    state = position([3, 3, 3, 3], mode=mode, tablets=with_side("KNI-A"), hands={1: [4, 4, 4, 4, 3]})
    state = play_until(state, Phase.WAVE_1, ["R1x1", "F4", "R3x1", "R3x1"])
    why = prompt(GAME.apply_action(state, RevealFollower(1, 4))).why
    copied = f"The Seer (counts as 1, copied from Ann's Scholar{place}) does not win over the Knight (3). "
    assert str(why).startswith(copied)


@pytest.mark.rule("W-123", "A-10")
def test_a_copied_elder_says_which_elder_it_is_also_when_that_has_left() -> None:
    state = position([3, 2, 5], gap_elder=3, tablets=with_side("KNI-B2"))
    state = GAME.apply_action(play_until(state, Phase.WAVE_1, ["F4", "F4", "F4"]), RevealFollower(0, 4))
    assert "the Knight (counts as 3, copied from the unassociated Knight)" in str(prompt(state).why)
    state = GAME.apply_action(GAME.apply_action(state, GAME.legal_actions(state)[0]), RevealFollower(1, 4))
    assert "the Keeper (counts as 3, copied from Ann's Knight)" in str(prompt(state).why)


@pytest.mark.rule("W-120", "W-129")
def test_a_power_off_the_print_and_a_class_held_already_are_said() -> None:
    state = play_until(position([1, 1, 5, 2], tablets=with_side("SCH-B")), Phase.WAVE_1, ["F4", "F2", "R1x1", "R1x1"])
    why = prompt(GAME.apply_action(state, RevealFollower(0, 4))).why
    assert str(why).startswith("The Seer (4) does not win over the Scholar (counts as 6). ")
    held = position([1, 5, 5, 2, 3, 5], mode="teams", tablets=with_side("NOB-B2"), collected={0: [1]})
    held = play_until(held, Phase.WAVE_1, ["F4", "F2", "R5x1", "F5", "F5", "F5"])
    why = prompt(GAME.apply_action(held, RevealFollower(0, 4))).why
    assert "but that class is in their side's collection already. " in str(why)
    assert str(why).endswith("Nobody collects a class already in their side's collection.")


# --- two players ---


@pytest.mark.rule("W-101", "W-106", "W-108")
def test_two_players_are_called_players_and_opponents() -> None:
    state = GAME.new_game({"mode": "head_to_head"}, {})
    while state.table.phase is Phase.COUNCIL:
        state = GAME.apply_action(state, GAME.legal_actions(state)[0])
    state = GAME.apply_action(state, NameFirst(1))
    assert said(prompt(state).why) == "Ben goes first. The opponent chooses at which of Ben's Elders."
    state = position([1, 5, 5, 2], mode="head_to_head", phase=Phase.PLAY, told=False)
    state = GAME.apply_action(state, PlayAgents(0, 0, "follower", (0,)))
    assert said(prompt(state).why) == "Each player draws 2 cards a round, after playing at their first Elder."
    state = play_until(position([5] * 4, mode="head_to_head", card_shells=0), Phase.PASS_TOKEN, ["F1"] * 4)
    assert said(prompt(state).why) == "It moves one Elder clockwise each round."
    assert said(prompt(state).phase) == "Round 1 · End of round: the Wave token"


# --- few cards ---


@pytest.mark.rule("W-081", "W-088", "A-03", "A-04")
def test_with_few_cards_left_those_are_named_who_draw() -> None:
    state = position([5] * 6, phase=Phase.DRAW, told=False, discard=[1] * 9, token=2)

    def left(number: int, **more: Any) -> WavesState:
        return State(replace(state.table, deck=number, **more), state.secrets)

    assert said(prompt(left(6)).text) == "Everyone draws 1 card, the token holder first."
    assert said(prompt(left(4)).text) == (
        "Cleo, Dan, Eve and Fitz draw 1 card each. Then shuffle the discard pile: Ann and Ben draw from that deck."
    )
    assert labels(left(4))[0] == "Cleo, Dan, Eve and Fitz have drawn"
    assert labels(left(6))[0] == "All have drawn (6 cards)"
    variants = replace(state.table.setup.variants, deck_empty="stop")
    stop = left(4, setup=replace(state.table.setup, variants=variants))
    assert str(prompt(stop).text).endswith("draw 1 card each. Then the deck is empty: Ann and Ben draw none.")
    one = GAME.apply_action(left(6), Draw(2))
    assert said(prompt(one).text) == "Dan, Eve, Fitz, Ann and Ben draw 1 card each."
    assert said(prompt(left(6, drawn=(1, 0, 1, 1, 1, 1))).text) == "Ben draws 1 card."


@pytest.mark.rule("W-106", "W-088")
def test_a_player_with_one_card_left_to_draw_is_told_of_the_shuffle() -> None:
    state = position([1, 5, 5, 2], mode="head_to_head", phase=Phase.PLAY, told=False, discard=[1, 2])
    state = GAME.apply_action(state, PlayAgents(0, 0, "follower", (0,)))
    short = State(replace(state.table, deck=1), state.secrets)
    assert (
        said(prompt(short).text) == "Ann draws 1 card from the deck. Then shuffle the discard pile: Ann draws 1 more."
    )


# --- the end ---


@pytest.mark.rule("W-030", "W-031")
def test_one_class_is_no_classes() -> None:
    won = position([1, 2, 3], collected={0: [5] * 7}, winner=0)
    assert said(prompt(won).text) == "Ann wins. The collection holds 7 Elders of 1 class."


# --- setup ---


@pytest.mark.rule("W-008", "W-010", "W-014", "W-009")
@pytest.mark.parametrize(
    ("options", "card"),
    [
        ({"players": 3}, "All vs All Council card for 3 players"),
        ({}, "All vs All Council card for 4 players"),
        ({"mode": "teams", "players": 6}, "Teams Council card for 6 players"),
        ({"mode": "head_to_head"}, "Head to head Council card"),
    ],
)
def test_the_first_step_lays_out_card_shells_and_tablets(options: dict[str, Any], card: str) -> None:
    state = GAME.new_game(options, {})
    shown = prompt(state)
    assert str(shown.text).startswith(
        f"Lay out the {card}. Put 5 shells into the supply, the tablets in their row. Then "
    )
    assert "Tablets: “Scholars at six” (Scholars), “Equal or lower” (Keepers), “Calm” (Knights), " in str(shown.why)
    state = GAME.apply_action(state, PlaceToken(0) if state.table.phase is Phase.TOKEN else TurnUpElder(1, 3))
    assert "Lay out" not in str(prompt(state).text)


@pytest.mark.rule("W-012", "W-100")
def test_nobody_shuffles_once_cards_are_on_their_way() -> None:
    state = GAME.apply_action(GAME.new_game({}, {}), PlaceToken(1))
    assert said(prompt(state).text) == "Shuffle all cards. Deal 5 to each player, face down."
    state = GAME.apply_action(state, Draw(0))
    assert said(prompt(state).text) == "Deal 5 to each player, face down."
    two = GAME.apply_action(GAME.new_game({"mode": "head_to_head"}, {}), TurnUpElder(1, 3))
    assert said(prompt(two).text) == "Turn up one card from the deck at each of the four places."


@pytest.mark.rule("W-013", "W-011")
def test_whoever_plays_alone_is_the_solo_player() -> None:
    state = GAME.apply_action(GAME.new_game({"mode": "teams", "players": 5}, {}), PlaceToken(0))
    assert said(prompt(state).why) == "The solo player holds up to 6 cards in the whole game."
    assert said(GAME.screen.panels(GAME.view(state, None, NAMES))[4].lines[0]) == "The solo player"


@pytest.mark.rule("W-111", "W-112")
def test_the_longest_words_of_a_turn_and_of_the_setup_stay_short() -> None:
    state = position([1, 5, 5, 2], mode="head_to_head", phase=Phase.PLAY, told=False, options=OLDER)
    texts = [prompt(state, 0).text]
    for options in ({"mode": "head_to_head"}, {"mode": "teams", "players": 6}, {"players": 6}):
        texts.append(prompt(GAME.new_game(options, {})).text)
    assert max(len(str(text)) for text in texts) <= 160
