"""How many taps a person needs in a round on the own phone; what both have done on the mat is told at the tablet."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.manawave.game import GAME
from companion.games.manawave.state.acts import ManaAction
from companion.games.manawave.state.model import Counters, ManaState, ManaView, Phase
from companion.games.openings import opened
from tests.companion.games.manawave.play import NAMES, X, Y, after, tile, tiles_at

MOST_OF_A_SEAT = {"clans": 5, "nexus": 2}
"""A card, a place and that, purchases and that; a card and a line."""
MOST_OF_A_TABLET = {"clans": 9, "nexus": 7}
ROUNDS = 4
MOST_OF_A_WAY = 3


def way(view: ManaView, wanted: ManaAction, most: int = MOST_OF_A_WAY) -> int:
    """The fewest taps that lead to an act on the page of a seat, by what is put together there."""
    begun = [view]
    for taps in range(1, most + 1):
        offered = [each for seen in begun for each in GAME.choices(seen)]
        if any(each.actions == (wanted,) for each in offered):
            return taps
        begun = [replace(view, draft=each.draft) for each in offered if each.is_draft]
    return most + 1


def rounds(seed: int, **options: str) -> Iterator[Counter[Seat | None]]:
    """The taps of each round that is over: of each seat on its phone, of the tablet (None).

    A wave that leaves counters to be placed, as few do, has one tap more for each seat that places some.
    """
    rng = random.Random(seed)
    state: ManaState = GAME.new_game(options, {})
    taps = Counter[Seat | None]()
    while GAME.outcome(state) is None and state.table.round <= ROUNDS:
        number = state.table.round
        state = opened(GAME, step(state, taps, rng))
        if state.table.round > number:
            if number:  # the founding of a Tribe is no round
                yield taps
            taps = Counter()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["clans", "nexus"])
def test_a_person_taps_no_more_than_there_is_to_decide(mode: str) -> None:
    for seed in range(3):
        for taps in rounds(seed, mode=mode):
            assert max(taps[0], taps[1]) <= MOST_OF_A_SEAT[mode]
            assert taps[None] <= MOST_OF_A_TABLET[mode]


@pytest.mark.rule("M-250")
def test_all_counters_are_placed_in_one_tap() -> None:
    camps = tile(X, "N0", 1, "river_camp"), tile(X, "N1", 1, "river_camp"), tile(Y, "N0", 1, "river_camp")
    state = tiles_at(Phase.SCATTER, *camps, pools=(Counters(shield=2, growth=1, attack=1), Counters()))
    view = GAME.view(state, X, NAMES)
    legal = [each for each in GAME.legal_actions(state) if each.actor == X]
    assert len(legal) == 3  # nothing, and all on the one or the other
    assert [way(view, each) for each in legal] == [1, 1, 1]


def step(state: ManaState, taps: Counter[Seat | None], rng: random.Random) -> ManaState:
    """The position after the next act: a choice on the phone of its seat, anything else on the tablet."""
    legal = [each for each in GAME.legal_actions(state) if not each.takes_back]
    chosen = [each for each in legal if each.kind == "choice"]
    if not chosen:
        offered = [each for each in GAME.choices(GAME.view(state, None, NAMES)) if each.actions]
        most = max(len(each.actions) for each in offered)
        taps[None] += 1
        return after(state, *rng.choice([each for each in offered if len(each.actions) == most]).actions)
    seat = chosen[0].actor
    assert seat is not None
    view = GAME.view(state, seat, NAMES)
    act = GAME.simulation.suggest(view, [each for each in chosen if each.actor == seat], rng, False)
    taps[seat] += way(view, act)
    return after(state, act)
