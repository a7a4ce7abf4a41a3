"""A grid of areas gives the answers of whoever asks each of them."""

from __future__ import annotations

import random

from companion.table.geometry import Area
from companion.table.grid import SQUARE_MM, Grid


def some_area(chance: random.Random) -> Area:
    """On the lines of the grid as often as beside them, beyond the mat too, of no size at times."""
    places = [chance.uniform(-80, 500), SQUARE_MM * chance.randint(-1, 9), 0.1 * chance.randint(-500, 5000)]
    sizes = [chance.uniform(0, 40), SQUARE_MM * chance.randint(0, 3), 0.1 * chance.randint(0, 1500)]
    return Area(chance.choice(places), chance.choice(places), chance.choice(sizes), chance.choice(sizes))


def test_it_says_of_random_areas_what_asking_each_of_them_says() -> None:
    chance = random.Random(1)
    answers = []
    for _ in range(300):
        areas = [some_area(chance) for _ in range(chance.randint(0, 12))]
        grid = Grid(areas)
        for area in (some_area(chance) for _ in range(20)):
            answers.append(any(each.overlaps(area) for each in areas))
            assert grid.meets(area) == answers[-1], (areas, area)
    assert 1000 < sum(answers) < 5000  # both answers are many


def test_touching_along_a_line_of_the_grid_is_no_meeting() -> None:
    grid = Grid([Area(0, 0, SQUARE_MM, SQUARE_MM)])
    assert not grid.meets(Area(SQUARE_MM, 0, 10, 10))
    assert grid.meets(Area(SQUARE_MM - 0.1, SQUARE_MM - 0.1, 10, 10))
