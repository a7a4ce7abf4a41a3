"""An evening of dice alone, in words: what it asks, what a die is put right by, and what it does not know."""

from __future__ import annotations

import pytest

from companion.games.rolling_with_the_waves.state.model import Aim, DieCorrected, Stow, TakeBag
from tests.companion.games.rolling_with_the_waves import at_the_table
from tests.companion.games.rolling_with_the_waves.test_cannons import ONE, firing
from tests.companion.games.rolling_with_the_waves.test_rules import DICE, SIX, after, refusal


@pytest.mark.rule("R-002")
def test_an_act_of_the_whole_game_is_none_of_dice_alone() -> None:
    told = "This evening counts dice alone. Start a whole game for the rest."
    assert refusal(after(), TakeBag(0)) == ("R-002", told)


@pytest.mark.rule("R-030")
def test_a_prompt_says_how_many_dice_each_player_rolls() -> None:
    asked = DICE.prompt(DICE.view(after(), None))
    assert str(asked.text) == "Roll the dice into the tray: 6 of them."
    assert str(asked.why) == "2 players roll 3 dice each."
    assert str(DICE.prompt(DICE.view(after(SIX), None)).text) == "Roll 6 dice."
    assert after(SIX).table.why == ("R-030",)


@pytest.mark.rule("R-002")
@pytest.mark.parametrize(
    ("act", "label"),
    [(DieCorrected(1, 2, 5, "red"), "Die 2 shows 5"), (DieCorrected(1, 2, 2, "blue"), "Die 2 is blue")],
)
def test_a_die_is_put_right_by_what_differs(act: DieCorrected, label: str) -> None:
    choice = DICE.course.choice(DICE.view(after(SIX), None), act)
    assert (str(choice.label), str(choice.group)) == (label, "Put a die right")


@pytest.mark.rule("R-113", "R-119", "R-120", "R-122", "R-125", "R-126")
def test_a_volley_names_the_rules_that_it_goes_by() -> None:
    state = firing(p0=ONE, p1={"chests": ((6, 2), (), ())})
    state = at_the_table.after(state, Aim(0, ("large",), 1, 0), Stow(0, 0))
    assert {"R-113", "R-119", "R-120", "R-122", "R-125", "R-126"} <= set(state.table.why)
