"""The virtual table's dice as their owner shows them: every colour by its name, and told from every other."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from vision.dice.bodies import measure_body
from vision.dice.colours import name_colour, shipped_colours, too_near
from vision.virtual.dice.lamps import Lamp
from vision.virtual.dice.makes import MAKES
from vision.virtual.dice.painter import paint_dice
from vision.virtual.dice.portraits import CLOTH_MM, GREY, SHOT, show_dice, shown_colours
from vision.virtual.dice.projections import projected, projection
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.throws import gap_mm

OPAQUE = [each.name for each in shipped_colours() if not each.clear]
MAHOGANY = (50, 80, 120)


def test_every_colour_of_the_virtual_table_is_shown_once() -> None:
    shown = shown_colours()
    assert [(each.name, each.clear) for each in shown] == [(each.name, each.clear) for each in shipped_colours()]
    assert {each.source for each in shown} == {"enrolled"}
    assert shown_colours() is shown


def test_no_two_shown_colours_are_taken_for_each_other() -> None:
    assert not any(too_near(one, other) for one, other in combinations(shown_colours(), 2))


def test_a_colour_is_shown_on_one_die_of_each_make_that_lie_apart_on_plain_cloth() -> None:
    pixels, dice = show_dice("red")
    assert {each.make for each in dice} == set(range(len(MAKES)))
    assert {each.colour for each in dice} == {"red"}
    # The lamp is 55 degrees high: a die of 16 mm throws a shadow of 11.2 mm.
    assert min(gap_mm(one, other) for one, other in combinations(dice, 2)) > 11.2
    assert (pixels[0] > 0.9 * GREY).all()
    with pytest.raises(ValueError, match="No die is 'pink'"):
        show_dice("pink")


@pytest.mark.parametrize("colour", OPAQUE)
def test_dice_of_any_make_have_no_other_name_on_another_ground_in_another_light(colour: str) -> None:
    dice = [LyingDie(24 + 48 * make, 36, 40, 3, colour, make=make) for make in range(len(MAKES))]
    table, to_px = np.full((SHOT.height_px, SHOT.width_px, 3), MAHOGANY, np.uint8), projection(*CLOTH_MM, SHOT)
    pixels = paint_dice(table, dice, to_px, Lamp(from_deg=250, height_deg=65, room=0.6, window=0.3), seed=9)
    called = list[str]()
    for die in dice:
        middle, beside = projected(to_px, np.array([[die.x_mm, die.y_mm, 16.0], [die.x_mm + 16, die.y_mm, 16.0]]))
        body = measure_body(pixels, (middle[0], middle[1]), float(beside[0] - middle[0]))
        called.append(name_colour(body, shown_colours())[0])
    assert set(called) <= {colour, "unknown"}
    assert called.count(colour) >= 3
