"""Dice that are rolled at a virtual table."""

from __future__ import annotations

from companion.games.registry import GAMES
from tests.vision.fakes import FakeClock
from vision.virtual.rolls import STEP_S, STEPS, TAKEN_S, RollingDice
from vision.virtual.tabletop import Tabletop

GAME = GAMES["rolling_with_the_waves"]
LAYOUT = GAME.layout(GAME.view(GAME.new_game({}, {}), None))
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
    table = Tabletop(LAYOUT, GAME.kit(), GAME.piece_kinds(), clock, seed=1)
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
