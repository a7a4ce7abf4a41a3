"""How many taps a round takes without a camera, where hands do several things in one go."""

from __future__ import annotations

import random

from companion.games.core import Choice, Seat
from companion.games.waves.rules.actions import WavesAction
from companion.games.waves.state.model import WavesState
from tests.companion.games.waves.positions import GAME

NAMES = ("Ann", "Ben", "Cleo", "Dan")
MOST_OF_A_ROUND = 15
ROUNDS = 4


def tapped(state: WavesState, rng: random.Random) -> WavesState:
    """After one tap on a phone: of all that the four are offered the one that carries most."""
    offered = [each for seat in range(len(NAMES)) for each in choices(state, seat)]
    most = max(len(each.actions) for each in offered)
    for act in rng.choice([each for each in offered if len(each.actions) == most]).actions:
        state = GAME.apply_action(state, act)
    return state


def choices(state: WavesState, seat: Seat) -> tuple[Choice[WavesAction], ...]:
    return GAME.choices(GAME.view(state, seat, NAMES))


def test_teams_of_four_tell_a_round_in_fifteen_taps() -> None:
    for seed in range(6):
        state, rng = GAME.new_game({"mode": "teams", "players": 4, "cards": "own"}, {}), random.Random(seed)
        taps = dict.fromkeys(range(1, ROUNDS + 2), 0)
        while GAME.outcome(state) is None and state.table.round <= ROUNDS:
            number = state.table.round
            state = tapped(state, rng)
            taps[number] += 1
        assert max(taps[number] for number in range(2, ROUNDS + 1)) <= MOST_OF_A_ROUND
