"""A tray read again and again: only what has changed costs anything, and what is read stays as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.dice.trays import STRAIGHT, TRAY, counted, tray_of
from vision.camera_pose import posed
from vision.dice.decoder import moved
from vision.dice.evidence import Place
from vision.dice.records import DiceReading
from vision.dice.tray import MARGIN_MM, PX_PER_MM, Tray
from vision.dice.tray_reader import TrayReader
from vision.dice.triage import gather

WHOLE_PX = (200 + 2 * MARGIN_MM) * PX_PER_MM * (120 + 2 * MARGIN_MM) * PX_PER_MM
TWO, FIVE, SIX = (2, 70, 60), (5, 130, 60), (6, 190, 100)
UNSURE = (3.5, 130, 100)


def values(reading: DiceReading) -> list[int | None]:
    return [die.value for die in reading.dice]


def test_a_tray_that_has_not_changed_asks_no_network() -> None:
    model, networks = counted()
    reader = TrayReader(model, pips=False)
    first = reader.read(tray_of(TWO, FIVE), STRAIGHT, TRAY)
    assert values(first) == [2, 5]
    assert networks.asked()[0] >= WHOLE_PX
    again = reader.read(tray_of(TWO, FIVE), STRAIGHT, TRAY)
    assert networks.asked() == (0, 0)
    assert again == first


def test_a_die_that_joins_others_is_read_alone() -> None:
    model, networks = counted()
    reader = TrayReader(model, pips=False)
    reader.read(tray_of(TWO, FIVE), STRAIGHT, TRAY)
    networks.asked()
    assert values(reader.read(tray_of(TWO, FIVE, SIX), STRAIGHT, TRAY)) == [2, 5, 6]
    detected_px, classified = networks.asked()
    assert 0 < detected_px < WHOLE_PX / 3
    assert classified == 2
    assert values(reader.read(tray_of(TWO, SIX), STRAIGHT, TRAY)) == [2, 6]


def test_a_die_that_moved_is_where_it_is_now() -> None:
    model, _ = counted()
    reader = TrayReader(model, pips=False)
    reader.read(tray_of(TWO, FIVE), STRAIGHT, TRAY)
    moved = reader.read(tray_of(TWO, (5, 140, 64)), STRAIGHT, TRAY)
    assert values(moved) == [2, 5]
    alone = TrayReader(model, pips=False).read(tray_of(TWO, (5, 140, 64)), STRAIGHT, TRAY)
    assert [die.box for die in moved.dice] == [die.box for die in alone.dice]


def test_what_was_not_read_is_looked_at_once_more_each_time() -> None:
    model, networks = counted()
    reader = TrayReader(model, pips=False)
    assert values(reader.read(tray_of(TWO, UNSURE), STRAIGHT, TRAY)) == [2, None]
    networks.asked()
    assert values(reader.read(tray_of(TWO, UNSURE), STRAIGHT, TRAY)) == [2, None]
    detected_px, classified = networks.asked()
    # Four looks at a part of the tray, and eight at that die.
    assert 0 < detected_px < WHOLE_PX
    assert classified == 8


def test_a_lamp_that_flickers_changes_nothing_and_another_camera_everything() -> None:
    model, networks = counted()
    reader = TrayReader(model, pips=False)
    reader.read(tray_of(TWO), STRAIGHT, TRAY)
    networks.asked()
    reader.read(tray_of(TWO, gain=0.96), STRAIGHT, TRAY)
    assert networks.asked() == (0, 0)
    lower = posed(np.array([[0.5, 0, 0.25], [0, 0.5, 0.25], [0, 0, 1]]), (640, 480), np.diag([400.0, 400.0, 1.0]))
    reader.read(tray_of(TWO), lower, TRAY)
    assert networks.asked()[0] >= WHOLE_PX
    other = Tray(40, 20, 190, 120)
    reader.read(tray_of(TWO), lower, other)
    assert networks.asked()[0] > WHOLE_PX / 2


@pytest.mark.parametrize("elsewhere_px", [-4.0, 4.0])
def test_a_die_at_the_border_of_what_is_read_anew_is_read_once(
    monkeypatch: pytest.MonkeyPatch, elsewhere_px: float
) -> None:
    """A part of a picture shows a die to the detector a little elsewhere than the whole does."""

    def in_parts(*asked: Any) -> tuple[Place, ...]:
        off_px = elsewhere_px if len(asked) > 4 else 0.0
        return tuple(replace(each, seen=moved(each.seen, off_px, 0.0)) for each in gather(*asked))

    monkeypatch.setattr("vision.dice.tray_reader.gather", in_parts)
    model, _ = counted()
    for x_mm in (94.0, 96.0, 98.0, 100.0):
        reader, still = TrayReader(model, pips=False), (5, x_mm, 60)
        assert values(reader.read(tray_of(TWO, still), STRAIGHT, TRAY)) == [2, 5]
        assert values(reader.read(tray_of(still), STRAIGHT, TRAY)) == [5], x_mm


@pytest.mark.parametrize("seed", range(6))
def test_dice_that_come_to_lie_in_an_empty_tray_are_those_that_one_reading_of_it_has(seed: int) -> None:
    """Wherever parts of the tray that are read by themselves cut a die."""
    model, _ = counted()
    reader, chance = TrayReader(model, pips=False), np.random.default_rng(seed)
    reader.read(tray_of(), STRAIGHT, TRAY)
    cells = chance.permutation([(x, y) for x in range(45, 225, 20) for y in range(35, 130, 20)])[: 4 + seed]
    dice = [(float(chance.integers(1, 7)), x + chance.uniform(0, 3), y + chance.uniform(0, 3)) for x, y in cells]
    alone = TrayReader(model, pips=False).read(tray_of(*dice), STRAIGHT, TRAY)
    assert len(alone.dice) == len(dice)
    assert [(die.value, die.box) for die in reader.read(tray_of(*dice), STRAIGHT, TRAY).dice] == [
        (die.value, die.box) for die in alone.dice
    ]


def test_trays_are_remembered_apart() -> None:
    model, networks = counted()
    reader, other = TrayReader(model, pips=False), Tray(30, 20, 100, 120)
    picture = tray_of(TWO, FIVE)
    there = {tray: values(reader.read(picture, STRAIGHT, tray)) for tray in (TRAY, other)}
    assert there[TRAY] == [2, 5]
    networks.asked()
    assert {tray: values(reader.read(picture, STRAIGHT, tray)) for tray in (TRAY, other)} == there
    assert networks.asked() == (0, 0)
