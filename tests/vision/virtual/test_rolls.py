"""Dice that are rolled at a virtual table."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from companion.games.registry import GAMES
from companion.table.dice import TrueDie
from tests.vision.fakes import FakeClock
from vision.virtual.dice.throws import gap_mm
from vision.virtual.rolls import STEP_S, STEPS, TAKEN_S, RollingDice
from vision.virtual.tabletop import Tabletop

GAME = GAMES["rolling_with_the_waves"]
LAYOUT = GAME.mat.layout(GAME.view(GAME.new_game({}, {}), None))
ZONE = LAYOUT.find("dice_tray")
COLOURS = ("red", "red", "blue", "clear", "clear", "clear")


def test_dice_are_taken_up_roll_and_rest() -> None:
    dice = RollingDice(1)
    assert dice.at(5.0) == ()
    assert not dice.is_moving(5.0)
    dice.roll(ZONE, COLOURS, 10.0)
    assert dice.at(10.1) == ()
    shown = [dice.at(10.0 + TAKEN_S + (step + 0.5) * STEP_S) for step in range(STEPS)]
    rest = dice.at(10.0 + TAKEN_S + STEPS * STEP_S + 0.01)
    assert len({*shown, rest}) == STEPS + 1
    assert all(tuple(die.colour for die in each) == COLOURS for each in (*shown, rest))
    assert rest == dice.lying == dice.at(99.0)
    assert dice.is_moving(10.5)
    assert not dice.is_moving(11.0)


def test_dice_rest_within_the_zone() -> None:
    dice = RollingDice(2)
    for number in range(20):
        dice.roll(ZONE, COLOURS, float(number))
        for die in dice.lying:
            # Half of a die of 16 mm at least.
            assert ZONE.x_mm + 8 <= die.x_mm <= ZONE.x_mm + ZONE.width_mm - 8
            assert ZONE.y_mm + 8 <= die.y_mm <= ZONE.y_mm + ZONE.height_mm - 8


def test_the_same_seed_rolls_the_same() -> None:
    one, other, third = RollingDice(3), RollingDice(3), RollingDice(4)
    for each in (one, other, third):
        each.roll(ZONE, COLOURS, 0.0)
    assert one.lying == other.lying != third.lying


def test_a_table_shows_its_dice_and_is_busy_while_they_roll() -> None:
    clock = FakeClock()
    table = Tabletop(LAYOUT, GAME.mat.kit, GAME.mat.pieces, clock, seed=1)
    assert table.scene().dice == ()
    table.roll("dice_tray", COLOURS)
    assert table.busy()
    clock.pause(2.0)
    assert not table.busy()
    assert table.scene().dice == table.dice()
    assert [die.colour for die in table.dice()] == list(COLOURS)


def test_dice_come_to_rest_on_the_values_that_are_asked_for_wherever_they_lie() -> None:
    one, other = RollingDice(5), RollingDice(5)
    one.roll(ZONE, COLOURS, 0.0, (6, 5, 4, 3, 2, 1))
    other.roll(ZONE, COLOURS, 0.0)
    assert [die.value for die in one.lying] == [6, 5, 4, 3, 2, 1]
    assert [(die.x_mm, die.y_mm) for die in one.lying] == [(die.x_mm, die.y_mm) for die in other.lying]
    one.roll(ZONE, ("red",), 5.0, (2,))
    assert [(die.value, die.colour) for die in one.lying] == [(2, "red")]


def true(zone: str, value: int, colour: str, right_mm: float = 20.0) -> TrueDie:
    """A die that is to lie in a zone, so far from its left edge."""
    at = LAYOUT.find(zone)
    return TrueDie(value, colour, at.x_mm + right_mm, at.y_mm + 20.0, zone)


def test_dice_are_put_from_the_tray_into_a_zone_and_the_others_stay() -> None:
    dice = RollingDice(6)
    dice.roll(ZONE, COLOURS, 0.0, (6, 5, 4, 3, 2, 1))
    before = dice.lying
    wanted = (true("nest.0", 5, "red"), true("nest.0", 1, "clear", 50.0))
    lies_s = dice.put(LAYOUT.find("nest.0"), wanted, 5.0)
    assert lies_s == 5.0 + TAKEN_S
    assert dice.is_moving(5.1)
    assert dice.at(5.1) == tuple(die for die in before if (die.value, die.colour) not in {(5, "red"), (1, "clear")})
    assert [each for each in dice.truly() if each.zone == "nest.0"] == list(wanted)
    assert [(each.value, each.zone) for each in dice.truly()[:4]] == [(each, "dice_tray") for each in (6, 4, 3, 2)]
    assert not dice.is_moving(5.7)
    assert dice.at(5.7) == dice.lying


def test_a_die_that_lies_right_is_left_alone_and_what_is_not_wanted_goes() -> None:
    dice, nest = RollingDice(7), LAYOUT.find("nest.1")
    red, blue = true("nest.1", 3, "red"), true("nest.1", 2, "blue", 50.0)
    dice.put(nest, (red, blue), 0.0)
    (first, _) = dice.lying
    assert dice.put(nest, (red,), 5.0) == 5.0 + TAKEN_S
    assert dice.at(5.1) == (first,)
    assert dice.put(nest, (red,), 9.0) is None
    assert not dice.is_moving(9.0)
    assert dice.put(nest, (), 9.0) is not None
    assert dice.lying == ()


def test_a_die_of_the_colour_is_turned_where_none_shows_the_value() -> None:
    dice = RollingDice(8)
    dice.roll(ZONE, ("red", "blue"), 0.0, (6, 5))
    dice.put(LAYOUT.find("nest.0"), (true("nest.0", 1, "red"),), 5.0)
    assert [(each.value, each.colour, each.zone) for each in dice.truly()] == [
        (5, "blue", "dice_tray"),
        (1, "red", "nest.0"),
    ]
    dice.roll(ZONE, ("green",), 9.0)
    assert [(each.colour, each.zone) for each in dice.truly()] == [("green", "dice_tray")]


def test_a_die_that_is_turned_on_its_way_is_the_one_that_is_named() -> None:
    dice = RollingDice(3)
    dice.roll(ZONE, ("blue", "blue", "blue"), 0.0, (2, 3, 1))
    dice.put(LAYOUT.find("nest.0"), [replace(true("nest.0", 1, "blue"), was=3)], 5.0)
    lying = sorted((each.zone, each.value) for each in dice.truly())
    assert lying == [("dice_tray", 1), ("dice_tray", 2), ("nest.0", 1)]


def test_nobody_takes_dice_out_of_anothers_place_and_all_are_put_back_into_the_tray() -> None:
    dice = RollingDice(8)
    dice.put(LAYOUT.find("nest.0"), (true("nest.0", 3, "white"),), 0.0)
    dice.put(LAYOUT.find("nest.1"), (true("nest.1", 3, "white"),), 0.0)
    dice.put(LAYOUT.find("board.1"), (true("board.1", 3, "white"),), 5.0)
    assert [each.zone for each in dice.truly()] == ["nest.0", "board.1"]
    dice.put(ZONE, [true(ZONE.zone, 3, "white", right) for right in (40.0, 80.0)], 9.0)
    assert [each.zone for each in dice.truly()] == [ZONE.zone] * 2


def test_dice_that_are_put_side_by_side_do_not_stand_in_one_another() -> None:
    dice = RollingDice(9)
    dice.put(LAYOUT.find("nest.0"), [true("nest.0", 4, "red", 15.0 + 17.0 * each) for each in range(4)], 0.0)
    lying = dice.lying
    assert min(gap_mm(one, other) for one, other in combinations(lying, 2)) > 0


def test_a_hand_is_over_the_zone_as_long_as_it_has_the_dice() -> None:
    clock = FakeClock()
    table = Tabletop(LAYOUT, GAME.mat.kit, GAME.mat.pieces, clock, seed=1)
    table.put_dice("nest.0", (true("nest.0", 4, "red"),), 0)
    clock.pause(0.3)
    assert (len(table.scene().hands), table.scene().dice, table.busy()) == (1, (), True)
    clock.pause(0.4)
    assert (len(table.scene().hands), table.busy()) == (0, False)
    assert [(die.value, die.colour) for die in table.scene().dice] == [(4, "red")]
    assert table.rolled() == (true("nest.0", 4, "red"),)
    table.put_dice("nest.0", table.rolled(), 0)
    assert not table.busy()
    with pytest.raises(KeyError):
        table.put_dice("nest.9", (), None)
