"""Dice beside cards, by the rule B-017 of the small game: who rolls, what it counts, and which roll it may be."""

from __future__ import annotations

import random

import pytest

from companion.games.core import Facts
from companion.games.errors import BadOption, IllegalAction
from companion.table.expected import Anything
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.invariants import wrong_step
from tests.games.sealed_bid.model import BidState, Phase, Rolled, RollLuck, TakePrize
from tests.said import said

NAMES = ("Ana", "Ben", "Cem")
AWARD: Facts = {
    "phase": "award",
    "token": 0,
    "prize": 5,
    "deck": 26,
    **{f"hand.{seat}": 2 for seat in range(3)},
    **{f"bid.{seat}": str(number) for seat, number in enumerate((4, 3, 4))},
    **{f"bid.{seat}.cards": 1 for seat in range(3)},
}
"""The second seat takes the prize, the two others roll."""


def awarded(luck: bool = True, round_: int = 1) -> BidState:
    start = SEALED_BID.new_game({"cards": "own", "luck": luck}, {})
    return SEALED_BID.apply_action(SEALED_BID.correct(start, {**AWARD, "round": round_}), TakePrize(1))


def after(state: BidState, *rolls: tuple[int, int]) -> BidState:
    for seat, value in rolls:
        state = SEALED_BID.apply_action(state, RollLuck(seat, value))
    return state


def refusal(state: BidState, act: RollLuck) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as refused:
        SEALED_BID.apply_action(state, act)
    return refused.value.rule, str(refused.value.reason)


def test_whoever_did_not_take_the_prize_rolls_in_any_order_and_a_six_is_a_point() -> None:
    state = awarded()
    assert state.table.phase is Phase.LUCK
    assert set(SEALED_BID.legal_actions(state)) == {RollLuck(seat, value) for seat in (0, 2) for value in range(1, 7)}
    first = after(state, (2, 6))
    assert (first.table.luck, first.table.why) == ((0, 0, 1), ("B-017",))
    both = after(first, (0, 5))
    assert (both.table.luck, both.table.phase) == ((0, 0, 1), Phase.DISCARD)
    assert both.table.rolled == (Rolled(2, 6), Rolled(0, 5))
    assert said([panel.lines[0] for panel in SEALED_BID.screen.panels(SEALED_BID.view(both, None))]) == [
        "0 points",
        "5 points",
        "1 points",
    ]


def test_the_last_round_ends_with_its_dice_and_without_luck_with_its_award() -> None:
    last = awarded(round_=3)
    assert (last.table.phase, last.table.over) == (Phase.LUCK, False)
    assert after(last, (0, 1), (2, 6)).table.over
    plain = awarded(luck=False, round_=3)
    assert (plain.table.phase, plain.table.over) == (Phase.AWARD, True)


def test_other_rolls_are_refused_in_a_sentence() -> None:
    state = awarded()
    assert refusal(state, RollLuck(1, 6)) == (
        "B-017",
        "After the award each seat that did not take the prize rolls one die; this card or seat does not fit.",
    )
    assert refusal(after(state, (0, 1)), RollLuck(0, 6))[0] == "B-017"
    assert refusal(state, RollLuck(0, 7)) == ("B-017", "A die shows 1 to 6. Look at it again.")
    played = "Nobody rolls a die: this game is played without luck."
    assert refusal(awarded(luck=False), RollLuck(0, 6)) == ("B-017", played)


def test_luck_is_an_option_of_two_values() -> None:
    with pytest.raises(BadOption, match=r"Sealed Bid cannot be played with luck 1\. Choose one of: false, true"):
        SEALED_BID.new_game({"luck": 1}, {})


def test_a_correction_sets_points_and_rolls_and_what_cannot_be_is_named() -> None:
    state = SEALED_BID.correct(awarded(), {"luck.0": 1, "rolls.2": 0})
    assert (state.table.luck, state.table.rolls, state.table.irregular) == ((1, 0, 0), (True, False, False), ())
    odd = SEALED_BID.correct(state, {"luck.0": 2})
    assert odd.table.irregular == ("A seat has more points of luck than there were rounds (B-017).",)
    out = SEALED_BID.correct(state, {"phase": "discard"})
    assert out.table.irregular == ("Dice are to be rolled out of their time (B-017).",)
    facts = {field.key for field in SEALED_BID.facts(SEALED_BID.view(awarded(luck=False), None))}
    assert not facts & {"luck.0", "rolls.0"}


def test_a_point_that_no_six_gave_is_a_wrong_step() -> None:
    state = awarded()
    assert wrong_step(state, RollLuck(0, 6), after(state, (0, 6))) == ()
    assert wrong_step(state, RollLuck(0, 5), after(state, (0, 6))) == (
        "RollLuck changed the points of luck by [1, 0, 0] (B-017).",
    )


def test_several_rolls_are_open_each_of_a_seat_and_the_dice_tell_what_speaks_against_one() -> None:
    dice, view = SEALED_BID.dice, SEALED_BID.view(awarded(), None, NAMES)
    assert dice is not None
    ana, cem = dice.open_rolls(view)
    assert said([(each.key, each.label, each.seat) for each in (ana, cem)]) == [
        ("seat0", "Ana rolls", 0),
        ("seat2", "Cem rolls", 2),
    ]
    assert dice.act(view, ana, (), ()) is None
    assert dice.act(view, ana, (4,), ("red",)) == (RollLuck(0, 4), None)
    assert dice.act(view, cem, (4,), ("unknown",)) == (RollLuck(2, 4), None)
    another = "The green die is Cem's, and Ana rolls the red one (B-017). Roll again, or count it."
    assert said(dice.act(view, ana, (4,), ("green",))) == (RollLuck(0, 4), another)
    two = "2 dice lie in the tray, and Ana rolls one, the red one (B-017). Roll again, or count the 3."
    assert said(dice.act(view, ana, (4, 3), ("green", "red"))) == (RollLuck(0, 3), two)
    assert dice.to_roll(view, cem, random.Random(1)) == ("green",)
    assert dice.shown(RollLuck(2, 6)) == ((6,), ("green",))
    assert dice.roll_of(RollLuck(2, 6)) == "seat2"
    assert dice.roll_of(TakePrize(1)) is None
    assert dice.may_be_told(view, RollLuck(0, 2))
    assert not dice.may_be_told(view, RollLuck(1, 2))


def test_the_board_shows_the_newest_die_and_what_was_rolled() -> None:
    dice = SEALED_BID.dice
    assert dice is not None
    assert dice.board(SEALED_BID.view(awarded(luck=False), None)) is None
    board = dice.board(SEALED_BID.view(after(awarded(), (0, 2), (2, 6)), None, NAMES))
    assert board is not None
    assert (board.roll, board.expected, board.colours) == (2, 1, ("red", "blue", "green"))
    assert [(die.value, die.colour) for die in board.dice] == [(6, "green")]
    assert said(board.summary) == ("1 of 2 dice showed a 6.",)
    assert said([(count.name, count.mean) for count in board.counts]) == [
        ("All dice", "4.00"),
        ("Ana", "2.00"),
        ("Cem", "6.00"),
    ]


def test_the_mat_has_a_tray_where_dice_are_rolled_and_is_the_same_as_ever_elsewhere() -> None:
    lucky, plain = (SEALED_BID.view(awarded(luck), None) for luck in (True, False))
    zones = [[zone.zone for zone in SEALED_BID.mat.layout(view).zones] for view in (lucky, plain)]
    assert [zone for zone in zones[0] if zone != "tray"] == zones[1]
    shown = {zone.zone: zone.content for zone in SEALED_BID.mat.expected(lucky).zones}
    assert shown["tray"] == Anything()
    assert SEALED_BID.mat.rule_of_zone(lucky, "tray", ()) == "B-017"
    prompt = SEALED_BID.prompt(SEALED_BID.view(awarded(), None, NAMES))
    assert said((prompt.text, prompt.rule, prompt.seats)) == ("Roll a die each: Ana, Cem.", "B-017", (0, 2))


def test_a_line_of_a_case_tells_dice_and_points_of_luck() -> None:
    line = {"bids": [[4, 1], [6, 1], [3, 1]], "winner": 1, "dice": [6, 0, 5]}
    assert SEALED_BID.check_line({**line, "luck": [1, 0, 0]}) == ()
    assert SEALED_BID.check_line({**line, "luck": [0, 0, 1]}) == ("luck: expected (0, 0, 1), got (1, 0, 0)",)
    with pytest.raises(IllegalAction, match="one die; this card or seat does not fit"):
        SEALED_BID.check_line({**line, "dice": [6, 1, 5], "luck": [1, 0, 0]})
