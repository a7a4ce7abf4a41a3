"""Bots and dealer: a seed and a position give one act, secrets stay with their seats, people decide themselves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.bots import Autopilot, is_dealers
from companion.games.core import Action, State
from companion.games.game import AnyGame
from companion.live.timeline import state_hash
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import Discard

GAME: AnyGame = SEALED_BID
VIRTUAL = {"cards": "virtual"}
NOBODY: frozenset[int] = frozenset()


def play(
    pilot: Autopilot, people: frozenset[int] = NOBODY, most: int = 5000
) -> list[tuple[State[Any, Any], Action, str]]:
    """Positions with what the autopilot did in each, until it has nothing to do."""
    state, course = GAME.new_game(VIRTUAL, {}), list[tuple[State[Any, Any], Action, str]]()
    while len(course) < most and (proposal := pilot.propose(state, len(course), people)) is not None:
        course.append((state, *proposal))
        state = GAME.apply_action(state, proposal[0])
    return course


def test_a_game_is_played_to_its_end() -> None:
    course = play(Autopilot(GAME, 1))
    state, action, _ = course[-1]
    assert GAME.outcome(GAME.apply_action(state, action)) is not None
    assert {who for _, _, who in course} == {"dealer", "bot"}


def test_without_people_a_game_goes_on_from_act_to_act_to_its_end() -> None:
    start, course = GAME.new_game(VIRTUAL, {}), play(Autopilot(GAME, 1))
    after = [GAME.apply_action(state, action) for state, action, _ in course]
    assert list(Autopilot(GAME, 1).play(start)) == after


def test_chance_is_the_dealers_and_choice_the_bots() -> None:
    for _, action, who in play(Autopilot(GAME, 2)):
        assert (who == "bot") == (action.kind == "choice")


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    courses = [[action for _, action, _ in play(Autopilot(GAME, seed))] for seed in (3, 3, 4)]
    assert courses[0] == courses[1] != courses[2]


def test_asked_again_about_a_position_it_answers_the_same() -> None:
    pilot = Autopilot(GAME, 5)
    for ply, (state, action, who) in enumerate(play(pilot, most=30)):
        assert pilot.propose(state, ply, NOBODY) == (action, who)


def test_people_decide_for_themselves() -> None:
    state = GAME.new_game(VIRTUAL, {})
    course = play(Autopilot(GAME, 1), frozenset({0, 1, 2}))
    assert {who for _, _, who in course} == {"dealer"}
    assert course
    course = play(Autopilot(GAME, 1), frozenset({2}))
    assert all(action.actor != 2 for _, action, who in course if who == "bot")
    assert GAME.outcome(state) is None


def test_bots_discard_after_a_person_who_is_asked_first_and_before_one_who_is_asked_later() -> None:
    asked: Counter[bool] = Counter()
    for pilot in (Autopilot(GAME, seed) for seed in range(4)):
        for state, action, _ in play(pilot):
            seats = GAME.prompt(GAME.view(state, None)).seats
            if not isinstance(action, Discard) or 2 not in seats or len(seats) < 2:
                continue
            asked[seats[0] == 2] += 1
            proposal = pilot.propose(state, 0, frozenset({2}))
            assert (None if proposal is None else proposal[0].actor) == (None if seats[0] == 2 else seats[0])
    assert min(asked[True], asked[False]) > 2


def test_bots_bid_beside_a_person_who_is_still_thinking() -> None:
    state, pilot = GAME.new_game(VIRTUAL, {}), Autopilot(GAME, 1)
    while len(seats := GAME.prompt(GAME.view(state, None)).seats) < 2:
        proposal = pilot.propose(state, 0, NOBODY)
        assert proposal is not None
        state = GAME.apply_action(state, proposal[0])
    proposal = pilot.propose(state, 0, frozenset({seats[0]}))
    assert proposal is not None
    assert proposal[0].actor == seats[1]


def test_bots_do_not_look_at_the_cards_of_others() -> None:
    looked = 0
    for pilot in (Autopilot(GAME, 6), Autopilot(GAME, 7)):
        for ply, (state, action, who) in enumerate(play(pilot)):
            if who != "bot":
                continue
            blind = tuple(
                secret if seat == action.actor or secret is None else replace(secret, hand=secret.hand[::-1])
                for seat, secret in enumerate(state.secrets)
            )
            assert blind != state.secrets
            assert pilot.propose(State(state.table, blind), ply, NOBODY) == (action, who)
            looked += 1
    assert looked > 20


def test_the_dealer_alone_is_waited_for_where_nobody_else_has_anything_to_do() -> None:
    told = Counter(
        (is_dealers(GAME, GAME.view(state, None), has_hands=False), who) for state, _, who in play(Autopilot(GAME, 1))
    )
    assert told[True, "dealer"] > 0
    assert told[False, "bot"] > 0
    assert told[True, "bot"] == 0


def test_nothing_is_proposed_once_the_game_is_over() -> None:
    pilot = Autopilot(GAME, 1)
    course = play(pilot)
    state, action, _ = course[-1]
    assert pilot.propose(GAME.apply_action(state, action), len(course), NOBODY) is None


@pytest.mark.parametrize("ply", [0, 10**6])
def test_a_proposal_changes_nothing(ply: int) -> None:
    state = GAME.new_game(VIRTUAL, {})
    before = state_hash(state)
    assert Autopilot(GAME, 1).propose(state, ply, NOBODY) is not None
    assert state_hash(state) == before
