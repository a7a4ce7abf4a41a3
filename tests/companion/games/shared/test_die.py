"""One open roll, as the middle-sized example has one: which act dice in the tray are, and what is said against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.games.core import State
from companion.games.errors import IllegalAction
from companion.games.shared.deck import Hand
from companion.games.shared.die import OneRoll, RollDice, Rolling
from companion.games.shared.phases import Asked
from companion.language.message import say
from tests.games.harbour_market.course import COURSE, WIND
from tests.games.harbour_market.game import GAME
from tests.games.harbour_market.model import LOOKS, MarketState, Table
from tests.said import said

TABLE = Table(
    deck=15,
    hands=(3, 3),
    market=("silk", "salt", "fish"),
    shells=(0, 0),
    ships=(2, 10),
    phase="wind",
    turn=1,
    rolled=((4,), (6,)),
)
STATE: MarketState = State(TABLE, (Hand((3, 0, 0, 0)), Hand((0, 3, 0, 0))))


class Pair(Rolling[Any, Any]):
    """Two dice of the same game."""

    rule = "H-004"
    colours = ("white", "white")

    def roller(self, table: Any) -> int:
        return int(table.turn)

    def apply(self, state: Any, act: RollDice) -> Any:
        return state

    def asked(self, view: Any) -> Asked:
        return Asked((1,), say("Roll."), say("It is time."), "H-004")


def counted(dice: OneRoll, values: Sequence[int], colours: Sequence[str]) -> object:
    view = GAME.view(STATE, None)
    (roll,) = GAME.dice.open_rolls(view)
    return said(dice.act(view, roll, values, colours))


def test_the_roll_of_whose_turn_it_is_is_open_and_no_other() -> None:
    (roll,) = GAME.dice.open_rolls(GAME.view(STATE, None))
    assert said((roll.key, roll.seat, roll.label)) == ("roll", 1, "Seat 2 rolls")
    after = GAME.apply_action(STATE, RollDice(1, (3,)))
    assert after.table.ships == (2, 12)
    assert GAME.dice.open_rolls(GAME.view(after, None)) == ()


@pytest.mark.parametrize(
    ("values", "colours", "act", "told"),
    [
        ((4,), ("unknown",), RollDice(1, (4,)), None),
        ((2, 5), ("red", "white"), RollDice(1, (5,)), "1 die is rolled, and 2 lie there. Roll again."),
        ((2, 5), ("red", "red"), RollDice(1, (2,)), "1 die is rolled, and 2 lie there. Roll again."),
    ],
)
def test_dice_in_the_tray_are_its_act(
    values: tuple[int, ...], colours: tuple[str, ...], act: RollDice, told: str | None
) -> None:
    assert counted(GAME.dice, values, colours) == (act, told)


def test_too_few_dice_are_no_roll() -> None:
    pair = OneRoll(COURSE, Pair(), LOOKS, lambda table: ())
    assert counted(pair, (3,), ("white",)) == (None, "2 dice are rolled, and 1 lies there. Roll again.")
    assert counted(pair, (5, 3), ("white", "white")) == (RollDice(1, (3, 5)), None)
    assert counted(pair, (), ()) is None


def test_pages_show_the_newest_roll_and_how_often_each_value_came() -> None:
    board = GAME.dice.board(GAME.view(STATE, None))
    assert board is not None
    assert (board.roll, [die.value for die in board.dice], board.expected) == (2, [6], 1)
    assert [(each.counts, each.mean) for each in board.counts] == [((0, 0, 0, 1, 0, 1), "5.00")]


@pytest.mark.parametrize(
    ("values", "told"),
    [((7,), "A die shows 1 to 6. Look at it again."), ((1, 2), "1 die is rolled, and 2 lie there. Roll again.")],
)
def test_what_no_die_shows_is_refused(values: tuple[int, ...], told: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(STATE, RollDice(1, values))
    assert said((caught.value.rule, caught.value.reason)) == ("H-004", told)


def test_two_dice_have_a_choice_for_each_roll_that_there_may_be() -> None:
    choices = [Pair().label(GAME.view(STATE, None), act) for act in Pair().legal(STATE)]
    assert len({each.values for each in choices}) == len(choices) == 21
    assert said(choices[7].text) == "Seat 2 rolls 2 and 3"
    assert said((Pair().ask(None, RollDice(1, (1, 1))), WIND.ask(GAME.view(STATE, None), RollDice(1, (1,))))) == (
        "Roll 2 dice",
        "Roll the die for the wind",
    )
