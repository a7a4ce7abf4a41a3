"""What lies on print far from the others is doubted; on plain ground, or among others, it is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.dice.drawn import CodedNetworks, coded
from vision.cameras.frames import Pixels
from vision.dice.bodies import Body, Lab
from vision.dice.model import Figures, Model
from vision.dice.reader import read_picture
from vision.dice.records import Die
from vision.dice.strays import is_on_print, without_strays

FACE_PX = 32.0
GROUND: Lab = (50.0, 0.0, 0.0)
PLAIN = Body((80.0, 0.0, 0.0), 2.0, GROUND, (GROUND,) * 8)
SHADED = Body((80.0, 0.0, 0.0), 2.0, GROUND, (GROUND,) * 5 + ((20.0, 0.0, 0.0),) * 3)
PRINTED = Body((80.0, 0.0, 0.0), 2.0, GROUND, ((50.0, 30.0, 0.0), (70.0, -20.0, 10.0), (30.0, 0.0, 40.0), GROUND) * 2)


def die(x_px: float, value: int | None = 1) -> Die:
    state = "read" if value is not None else "doubtful"
    return Die(value, "white", (x_px - 16, 100, x_px + 16, 132), 0.99, state, value or 1)  # type: ignore[arg-type]


def values(bodies: list[Body | None], *at_px: float) -> list[int | None]:
    return [each.value for each in without_strays([die(at) for at in at_px], bodies, FACE_PX)]


def test_a_die_on_print_is_doubted_only_far_from_most_others() -> None:
    assert values([PLAIN, PLAIN, PRINTED], 0, 60, 400) == [1, 1, None]
    assert values([PLAIN, PLAIN, PRINTED], 0, 60, 180) == [1, 1, 1]
    assert values([PLAIN, PLAIN, PLAIN], 0, 60, 400) == [1, 1, 1]
    assert values([PLAIN, PLAIN, SHADED], 0, 60, 400) == [1, 1, 1]
    # All on the same board, which has print everywhere.
    assert values([PRINTED, PRINTED, PRINTED], 0, 60, 400) == [1, 1, 1]


def test_two_eyes_are_doubted_beside_as_many_dice() -> None:
    assert values([PLAIN, PLAIN, PRINTED, PRINTED], 0, 60, 400, 440) == [1, 1, None, None]
    assert values([PLAIN, PRINTED], 0, 400) == [1, None]


def test_one_die_alone_is_no_stray() -> None:
    assert values([PRINTED], 0) == [1]
    assert without_strays([], [], FACE_PX) == []


@pytest.mark.parametrize(("body", "printed"), [(PLAIN, False), (SHADED, False), (PRINTED, True), (None, False)])
def test_print_has_many_colours_all_around(body: Body | None, printed: bool) -> None:
    assert is_on_print(body) == printed
    assert not is_on_print(Body(GROUND, 1.0, GROUND, PRINTED.parts[:3]))


def owl() -> Pixels:
    """Three dice on felt, and beside them two eyes in feathers of many colours."""
    pixels = np.full((420, 700, 3), (60, 90, 60), np.uint8)
    pixels[::2] = (66, 96, 66)
    chance = np.random.default_rng(3)
    for x, y in chance.integers([440, 60], [690, 360], (500, 2)).tolist():
        cv2.circle(pixels, (x, y), int(chance.integers(6, 16)), chance.integers(0, 140, 3).tolist(), -1)
    for value, column, row in ((3, 20, 30), (5, 35, 40), (2, 30, 60), (1, 130, 50), (1, 145, 50)):
        coded(pixels, value, column, row)
    return pixels


def test_the_eyes_of_an_owl_beside_the_dice_are_asked_about() -> None:
    model = Model(CodedNetworks(), Figures(made="2026-01-31", data="coded dice"))
    reading = read_picture(owl(), 2.0, model, pips=False)
    assert reading.verdict == "doubtful"
    assert sorted((die.value or 0, die.likely) for die in reading.dice) == [(0, 1), (0, 1), (2, 2), (3, 3), (5, 5)]
