"""Of every game: whatever the host corrects, in whatever position, all is shown of it, and play goes on from there."""

from __future__ import annotations

import random

import pytest

from companion.games.game import AnyGame
from tests.companion.games.contract import ALL_GAMES
from tests.companion.games.corrections import Course, drawn_options, drawn_place, drawn_steps
from tests.many import many

DRAWS = 3
"""Positions of each game, in the quick suite."""
DRAWS_OF_ONE = 8
"""Positions that are taken of a game that was played."""
MOST_CORRECTIONS, MOST_ACTS = 4, 2
BRIEF_ACTS = 120
_EACH = [
    *(pytest.param(game, DRAWS, id=name) for name, game in ALL_GAMES.items()),
    *(pytest.param(game, many(150), id=f"many-{name}", marks=pytest.mark.slow) for name, game in ALL_GAMES.items()),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "draws"), _EACH)
def test_all_is_shown_whatever_the_host_corrects(game: AnyGame, draws: int) -> None:
    rng = random.Random(f"{game.name} {draws}")
    for _ in range(-(-draws // DRAWS_OF_ONE)):
        options = drawn_options(game, rng)
        steps = drawn_steps(game, options, rng, BRIEF_ACTS if draws < DRAWS_OF_ONE else 10_000)
        for _ in range(min(draws, DRAWS_OF_ONE)):
            course = Course(game.bound(steps[0][0]), steps, drawn_place(steps, rng), rng)
            try:
                _play(course, rng)
            except BaseException as error:
                error.add_note(f"{options}: {course.told}")
                raise


def _play(course: Course, rng: random.Random) -> None:
    """Corrections, acts, corrections again and a way back, and a look at the position after each of them."""
    course.put_together()
    for _ in range(2):
        for _ in range(rng.randint(1, MOST_CORRECTIONS)):
            course.correct()
            course.put_together()
            course.look()
        for _ in range(rng.randint(1, MOST_ACTS)):
            if not course.is_over:
                course.act()
                course.put_together()
                course.look()
    course.undo()
    course.look()
    course.play_on(20)
    course.look()
