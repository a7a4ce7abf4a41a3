"""Bots and dealer: a seed and a position give one act, secrets stay with their seats, people decide themselves."""

from __future__ import annotations

from typing import Any

import pytest

from companion.autopilot import Autopilot
from companion.games.core import Action, AnyGame, State
from companion.games.registry import GAMES
from companion.games.waves.actions import Discard
from companion.games.waves.model import Hidden
from companion.timeline import state_hash
from tests.games.sealed_bid.game import SealedBid

WAVES = GAMES["waves"]
VIRTUAL = {"cards": "virtual"}
NOBODY: frozenset[int] = frozenset()


def play(
    pilot: Autopilot, people: frozenset[int] = NOBODY, most: int = 5000
) -> list[tuple[State[Any, Any], Action, str]]:
    """Positions with what the autopilot did in each, until it has nothing to do."""
    state, course = WAVES.new_game(VIRTUAL, {}), list[tuple[State[Any, Any], Action, str]]()
    while len(course) < most and (proposal := pilot.propose(state, len(course), people)) is not None:
        course.append((state, *proposal))
        state = WAVES.apply_action(state, proposal[0])
    return course


def test_a_game_is_played_to_its_end() -> None:
    course = play(Autopilot(WAVES, 1))
    state, action, _ = course[-1]
    assert WAVES.outcome(WAVES.apply_action(state, action)) is not None
    assert {who for _, _, who in course} == {"dealer", "bot"}


def test_chance_is_the_dealers_and_choice_the_bots() -> None:
    for _, action, who in play(Autopilot(WAVES, 2)):
        assert (who == "bot") == (action.kind == "choice")


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    courses = [[action for _, action, _ in play(Autopilot(WAVES, seed))] for seed in (3, 3, 4)]
    assert courses[0] == courses[1] != courses[2]


def test_asked_again_about_a_position_it_answers_the_same() -> None:
    pilot = Autopilot(WAVES, 5)
    for ply, (state, action, who) in enumerate(play(pilot, most=80)):
        assert pilot.propose(state, ply, NOBODY) == (action, who)


def test_people_decide_for_themselves() -> None:
    state = WAVES.new_game(VIRTUAL, {})
    course = play(Autopilot(WAVES, 1), frozenset({0, 1, 2, 3}))
    assert {who for _, _, who in course} == {"dealer"}
    assert course
    course = play(Autopilot(WAVES, 1), frozenset({2}))
    assert all(action.actor != 2 for _, action, who in course if who == "bot")
    assert WAVES.outcome(state) is None


@pytest.mark.rule("W-082")
def test_bots_discard_after_a_person_who_is_asked_first_and_before_one_who_is_asked_later() -> None:
    pilot, people = Autopilot(WAVES, 1), frozenset({2})
    phases = 0
    for state, action, _ in play(pilot):
        seats = WAVES.prompt(WAVES.view(state, None)).seats
        if not isinstance(action, Discard) or 2 not in seats or len(seats) < 2:
            continue
        phases += 1
        proposal = pilot.propose(state, 0, people)
        assert (None if proposal is None else proposal[0].actor) == (None if seats[0] == 2 else seats[0])
    assert phases > 5


def test_bots_bid_beside_a_person_who_is_still_thinking() -> None:
    game: AnyGame = SealedBid()
    state, pilot = game.new_game(VIRTUAL, {}), Autopilot(game, 1)
    while len(seats := game.prompt(game.view(state, None)).seats) < 2:
        proposal = pilot.propose(state, 0, NOBODY)
        assert proposal is not None
        state = game.apply_action(state, proposal[0])
    proposal = pilot.propose(state, 0, frozenset({seats[0]}))
    assert proposal is not None
    assert proposal[0].actor == seats[1]


def test_bots_do_not_look_at_the_cards_of_others() -> None:
    pilot, looked = Autopilot(WAVES, 6), 0
    for ply, (state, action, who) in enumerate(play(pilot, most=150)):
        if who != "bot" or action.actor is None:
            continue
        blind = tuple(
            secret if seat == action.actor or secret is None else Hidden(secret.hand[::-1], secret.agents)
            for seat, secret in enumerate(state.secrets)
        )
        assert pilot.propose(State(state.table, blind), ply, NOBODY) == (action, who)
        looked += 1
    assert looked > 20


def test_nothing_is_proposed_once_the_game_is_over() -> None:
    pilot = Autopilot(WAVES, 1)
    course = play(pilot)
    state, action, _ = course[-1]
    assert pilot.propose(WAVES.apply_action(state, action), len(course), NOBODY) is None


def test_bots_that_dawdle_make_longer_games() -> None:
    lengths = {
        dawdle: sum(len(play(Autopilot(WAVES, seed, dawdle=dawdle))) for seed in range(4)) for dawdle in (False, True)
    }
    assert lengths[True] > 1.5 * lengths[False]


@pytest.mark.parametrize("ply", [0, 10**6])
def test_a_proposal_changes_nothing(ply: int) -> None:
    state = WAVES.new_game(VIRTUAL, {})
    before = state_hash(state)
    assert Autopilot(WAVES, 1).propose(state, ply, NOBODY) is not None
    assert state_hash(state) == before
