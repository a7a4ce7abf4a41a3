"""What can be tapped, by whom, and how acts read in the log."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import Seat, State
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

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fitz")
PLAYS = ["F4", "F2", "R5x2", "R5x1"]
HANDS = {2: [5, 5, 1, 1, 1]}


def at(phase: Phase, told: bool = False) -> WavesState:
    return play_until(position([1, 5, 5, 2], tablets={5: "NOB-C"}, hands=HANDS, told=told), phase, PLAYS)


def labels(state: WavesState, seat: Seat | None = None) -> list[str]:
    return [str(choice.label) for choice in GAME.choices(GAME.view(state, seat, NAMES))]


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        (Phase.SHELLS, ["2 in the centre"]),
        (Phase.TABLET, ["Calm is active; one Rebel is left to each", "Calm is active"]),
        (Phase.EXTRAS, ["Cleo has one Rebel left"]),
        (Phase.WAVE_1, ["Scholar", "Keeper", "Knight", "Seer", "Noble"]),
        (Phase.WAVE_2, ["All Elders of this Wave are taken", "Cleo has taken the Noble to hand"]),
        (Phase.PASS_TOKEN, ["Ben has the Wave token, and all have drawn", "Ben has the Wave token"]),
        (Phase.DRAW, ["All have drawn (4 cards)", "Ben has drawn"]),
        (Phase.NEXT_ROUND, ["The new Council is in place, and 2 shells in the centre", "The new Council is in place"]),
    ],
    ids=lambda value: value.value if isinstance(value, Phase) else "",
)
def test_anyone_at_the_table_may_report_with_own_cards(phase: Phase, expected: list[str]) -> None:
    assert labels(at(phase)) == expected
    assert labels(at(phase), 3) == expected


@pytest.mark.rule("W-051", "W-053")
def test_an_untold_hand_is_played_by_number() -> None:
    assert labels(at(Phase.PLAY), 0) == ["1 card", "1 card", "2 cards", "3 cards", "4 cards", "5 cards"]
    assert labels(at(Phase.PLAY), 1) == []
    groups = {choice.group for choice in GAME.choices(GAME.view(at(Phase.PLAY), None, NAMES))}
    assert said(groups) == {"Ann: Follow (1 card under the Elder)", "Ann: Rebel (one class, over the Elder)"}


@pytest.mark.rule("W-055")
def test_with_virtual_cards_only_the_owner_sees_its_cards_to_play() -> None:
    state = at(Phase.PLAY, told=True)
    follow = ["Scholar", "Keeper", "Knight", "Seer", "Noble"]
    assert labels(state, 0) == [*follow, *follow]
    assert labels(state, 1) == labels(state, None) == []


def test_rebels_of_one_class_are_offered_together() -> None:
    state = play_until(position([1, 5, 5, 2], token=2, hands=HANDS), Phase.PLAY, PLAYS)
    assert labels(state, 2) == ["Scholar", "Noble", "Scholar", "2 Scholars", "3 Scholars", "Noble", "2 Nobles"]


def test_one_tap_stands_for_the_whole_run_of_draws() -> None:
    state = at(Phase.DRAW)
    everyone = GAME.choices(GAME.view(state, None, NAMES))[0]
    assert everyone.actions == (Draw(1), Draw(2), Draw(3), Draw(0))
    for action in everyone.actions[:3]:
        state = GAME.apply_action(state, action)
    assert labels(state) == ["The last card is drawn", "Ann has drawn"]


@pytest.mark.parametrize(
    ("phase", "action", "text"),
    [
        (Phase.SHELLS, PlaceToken(2), "Cleo gets the Wave token by lot."),
        (Phase.SHELLS, TurnUpElder(1, 3), "A Knight is turned up in front of Ben."),
        (Phase.SHELLS, PlaceShells(2), "2 shells in the centre (the Council card asks for 2)."),
        (Phase.SHELLS, PlaceShells(1), "1 shell in the centre (the Council card asks for 2)."),
        (Phase.PLAY, PlayAgents(0, 0, "follower", (0,)), "Ann follows with 1 card."),
        (Phase.PLAY, PlayAgents(0, 0, "rebel", (5, 5)), "Ann rebels with 2 cards (Noble)."),
        (Phase.REVEAL, RevealRebels(2, 5), "Cleo turns up Rebels: Nobles."),
        (Phase.TABLET, ActivateTablet(5), "The Nobles' tablet “Calm” is active."),
        (Phase.TABLET, RotateElders(), "Every Elder moves to the player on its right."),
        (Phase.EXTRAS, DiscardExtras(2), "Cleo discards the extra Rebels."),
        (Phase.WAVE_1, RevealFollower(0, 4), "Ann turns up the Follower: a Seer."),
        (Phase.WAVE_2, TakeElder(2),
         "Cleo: the Noble (5) does not win over the Noble (5); the Elder goes to hand."),
        (Phase.PASS_TOKEN, PassToken(1), "The Wave token goes to Ben."),
        (Phase.DRAW, Draw(1), "Ben draws a card."),
        (Phase.DRAW, Draw(1, 4), "Ben draws a Seer."),
        (Phase.DRAW, Reshuffle(), "The discard pile is shuffled into a new deck."),
        (Phase.DISCARD, Discard(1, 2), "Ben discards a Keeper."),
        (Phase.NEXT_ROUND, NextRound(), "Round 2: the Agents are the new Council."),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, Phase | str) else "",
)  # fmt: skip
def test_log(phase: Phase, action: Any, text: str) -> None:
    view = GAME.view(at(phase), None, NAMES)
    assert said(GAME.describe(view, GAME.view_action(action, action.actor))) == text


@pytest.mark.rule("W-073")
def test_log_of_a_collection_names_both_cards_and_powers() -> None:
    state = GAME.apply_action(at(Phase.WAVE_1), RevealFollower(0, 4))
    text = GAME.describe(GAME.view(state, None, NAMES), GAME.view_action(Collect(0, 0), None))
    assert said(text) == "Ann: the Seer (4) collects the Scholar (1)."
    assert labels(state) == ["Ann has collected the Scholar"]


@pytest.mark.rule("W-088")
def test_the_shuffle_is_one_tap() -> None:
    state = position([5] * 4, phase=Phase.PASS_TOKEN, token=1, told=False, discard=[1, 2])
    state = GAME.apply_action(State(replace(state.table, deck=0), state.secrets), PassToken(2))
    assert labels(state) == ["The deck is shuffled"]


@pytest.mark.rule("W-126")
def test_the_direct_effect_is_one_tap() -> None:
    state = play_until(position([4, 1, 4, 5], tablets=with_side("SEE-B2"), told=False), Phase.DIRECT, ["F2"] * 4)
    assert labels(state) == ["All Elders have moved right"]


# --- other modes ---


def two(phase: Phase, first: int = 0, told: bool = False, **more: Any) -> WavesState:
    """Two players, with their own cards unless told."""
    return position([1, 5, 5, 2], mode="head_to_head", phase=phase, first=first, told=told, **more)


@pytest.mark.rule("W-101")
def test_two_players_tap_who_goes_first_and_the_other_where_the_token_lies() -> None:
    assert labels(two(Phase.TOKEN, first=-1, token=-1)) == ["Ann goes first", "Ben goes first"]
    lots = two(Phase.TOKEN, first=1, token=-1)
    assert labels(lots) == labels(lots, 0) == ["At place 2, Noble", "At place 4, Keeper"]
    assert labels(lots, 1) == []  # it is the other one's choice
    assert {choice.piece for choice in GAME.choices(GAME.view(lots, None, NAMES))} == {"token"}


@pytest.mark.rule("W-103", "W-106")
def test_plays_of_two_players_name_the_place_and_one_tap_stands_for_both_draws() -> None:
    state = two(Phase.PLAY, hands={0: [1, 2]})
    groups = {choice.group for choice in GAME.choices(GAME.view(state, None, NAMES))}
    assert said(groups) == {
        "Ann: Place 1: Follow (1 card under the Elder)",
        "Ann: Place 1: Rebel (one class, over the Elder)",
    }
    state = GAME.apply_action(state, PlayAgents(0, 0, "follower", (0,)))
    assert labels(state) == ["2 cards drawn", "Ann has drawn"]
    assert GAME.choices(GAME.view(state, None, NAMES))[0].actions == (Draw(0), Draw(0))
    assert labels(GAME.apply_action(state, Draw(0))) == ["1 card drawn", "Ann has drawn"]


@pytest.mark.rule("W-112", "D-01")
def test_by_the_older_book_plays_at_either_elder_are_offered_to_break_or_to_follow() -> None:
    state = two(Phase.PLAY, hands={0: [1, 2]}, options={"edition": "breakers"})
    groups = [choice.group for choice in GAME.choices(GAME.view(state, 0, NAMES))]
    assert said(list(dict.fromkeys(groups))) == [
        "Place 1: Follow (1 card under the Elder)", "Place 1: Play Breakers (one class, over the Elder)",
        "Place 3: Follow (1 card under the Elder)", "Place 3: Play Breakers (one class, over the Elder)",
    ]  # fmt: skip


@pytest.mark.rule("W-084")
def test_the_unassociated_elder_is_tapped_away_and_the_next_one_in() -> None:
    state = position([5, 5, 5], phase=Phase.GAP, gap_elder=4, told=False)
    assert labels(state) == ["The unassociated Seer is discarded"]
    state = GAME.apply_action(state, DiscardGapElder())
    choices = GAME.choices(GAME.view(state, None, NAMES))
    assert said([choice.label for choice in choices]) == ["Scholar", "Keeper", "Knight", "Seer", "Noble"]
    assert said({choice.group for choice in choices}) == {"The unassociated Elder"}


@pytest.mark.rule("W-077", "A-06")
def test_an_elder_that_may_be_left_is_offered_both_ways() -> None:
    state = position([1, 5, 5, 2], phase=Phase.WAVE_1, shells=1, shown="F", active=5, tablets={5: "NOB-C"}, told=False,
                     agents={0: "F4", 1: "F1", 2: "F1", 3: "F1"}, options={"optional_collect": True})  # fmt: skip
    assert labels(state) == ["Ann has collected the Scholar", "Ann has taken the Scholar to hand"]
    text = GAME.describe(GAME.view(state, None, NAMES), GAME.view_action(TakeElder(0), None))
    assert said(text) == "Ann: the Scholar is left; the Elder goes to hand."


@pytest.mark.rule("W-134")
def test_the_shells_of_a_tablet_are_one_tap() -> None:
    state = position([5] * 4, tablets=with_side("NOB-A"), told=False)
    state = play_until(state, Phase.DIRECT, ["F5", "F5", "F5", "R5x1"])
    assert labels(state) == ["3 in the centre"]
    text = GAME.describe(GAME.view(state, None, NAMES), GAME.view_action(PlaceShells(3), None))
    assert said(text) == "3 shells in the centre (the tablet asks for 3)."


@pytest.mark.parametrize(
    ("state", "action", "text"),
    [
        (two(Phase.TOKEN, first=-1, token=-1), NameFirst(1), "Ben goes first by lot."),
        (two(Phase.TOKEN, token=-1), LayToken(1, 2), "Ben lays the Wave token beside the Noble of Ann at place 3."),
        (two(Phase.PLAY), PlayAgents(0, 2, "follower", (0,)), "Ann at place 3 follows with 1 card."),
        (two(Phase.PLAY, options={"edition": "breakers"}), PlayAgents(0, 2, "rebel", (0, 0)),
         "Ann at place 3 plays 2 Breakers."),
        (two(Phase.REVEAL, options={"edition": "breakers"}), RevealRebels(1, 4),
         "Ben at place 2 turns up Breakers: Seers."),
        (two(Phase.PASS_TOKEN), PassToken(1), "The Wave token goes to Ben at place 2."),
        (position([1, 2, 3]), TurnUpGapElder(3), "A Knight is turned up as the unassociated Elder."),
        (position([1, 2, 3], gap_elder=4), DiscardGapElder(), "The unassociated Seer is discarded."),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)  # fmt: skip
def test_log_of_other_modes(state: WavesState, action: Any, text: str) -> None:
    view = GAME.view(state, None, NAMES)
    assert said(GAME.describe(view, GAME.view_action(action, action.actor))) == text


@pytest.mark.rule("W-081", "W-088")
def test_one_tap_for_the_draws_stops_where_the_deck_is_empty() -> None:
    state = position([5] * 6, phase=Phase.DRAW, told=False, discard=[1] * 9, token=2)
    table = replace(state.table, deck=4)
    everyone = GAME.choices(GAME.view(State(table, state.secrets), None, NAMES))[0]
    assert said((everyone.label, everyone.actions)) == (
        "Cleo, Dan, Eve and Fitz have drawn",
        (Draw(2), Draw(3), Draw(4), Draw(5)),
    )


def test_a_bot_that_dawdles_is_indifferent_to_acts_that_bring_no_elder_nearer() -> None:
    view = GAME.view(at(Phase.DRAW), 0)
    draws = [Draw(0, cls) for cls in range(1, 6)]
    rng = random.Random(1)
    assert {GAME.simulation.suggest(view, draws, rng, True) for _ in range(60)} == set(draws)
