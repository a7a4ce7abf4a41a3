"""Of every game: beside bots nothing of a person is done for them, and nobody is waited for in vain."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.games.core import types_of
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from tests.companion.games.among_bots import DEALERS, EVERYBODYS, Evening
from tests.companion.games.contract import ALL_GAMES, probe_of
from tests.companion.games.corrections import drawn_options
from tests.games.registered import PRODUCT_GAMES
from tests.many import many

WHOLE_GAMES, BATCHES = 200, 8
"""Of each game, in so many tests: some games take seconds."""


def is_whole(options: dict[str, Any]) -> bool:
    """Whether bots have more to do in such a game than to roll dice again and again."""
    return not options.get("score_only", False)


def people_of(game: AnyGame, options: dict[str, Any], number: int, rng: random.Random) -> frozenset[int]:
    """So many seats of such a game, drawn, and one bot at least where there are more."""
    seats = range(game.seat_count(game.new_game(options, {}).table))
    return frozenset(rng.sample(seats, min(number, max(1, len(seats) - 1))))


BRIEF = [
    pytest.param(game, options, number, id=f"{name}-{number}")
    for name, game in ALL_GAMES.items()
    for number, options in enumerate(filter(is_whole, (*probe_of(game).options, *probe_of(game).brief)[-2:]), 1)
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "number"), BRIEF)
def test_bots_leave_to_people_what_is_theirs_and_the_game_ends(
    game: AnyGame, options: dict[str, Any], number: int
) -> None:
    evening = Evening(game, options, people_of(game, options, number, random.Random(1)), 1).play()
    assert evening.done["people"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", PRODUCT_GAMES)
def test_in_many_whole_games_nothing_of_a_person_is_done_by_bots(name: str, batch: int) -> None:
    game, done = GAMES[name], Counter[str]()
    for seed in range(batch, many(WHOLE_GAMES), BATCHES):
        rng = random.Random(f"{name}/{seed}")
        options = drawn_options(game, rng)
        while not is_whole(options):
            options = drawn_options(game, rng)
        people = people_of(game, options, 1 if seed % 4 else 2, rng)
        try:
            done += Evening(game, options, people, seed).play().done
        except BaseException as error:
            error.add_note(f"{options}, people {sorted(people)}, seed {seed}")
            raise
    assert done["people"] > 0


@pytest.mark.parametrize("name", [name for name in ALL_GAMES if name in DEALERS])
def test_each_act_that_is_no_choice_has_its_doer(name: str) -> None:
    """What a game says of itself is what people who know it have said, where they have."""
    known = {type_.__name__: type_ for type_ in types_of(ALL_GAMES[name].action_type)}
    dealers, everybodys = DEALERS[name].split(), EVERYBODYS[name].split()
    assert {*dealers, *everybodys} <= {each for each, type_ in known.items() if type_.kind != "choice"}
    is_dealers = {each for each, type_ in known.items() if type_.of_dealer or type_.opens}
    assert is_dealers == {*dealers} - {*everybodys}
