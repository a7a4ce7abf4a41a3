"""Rolls out of looks: nothing counts before it lies still, nothing counts twice, and what differs is not believed."""

from __future__ import annotations

from collections.abc import Iterable

from vision.dice.records import DiceReading, Die
from vision.dice.rolls import Roll, Rolling

PX_PER_MM = 2.0
Place = tuple[float, float, int | None]
"""Middle of a die in mm, and what it shows; None where it cannot be read."""


def look(*places: Place, confidence: float = 0.99, clear: float | None = None) -> DiceReading:
    dice = tuple(
        Die(
            value,
            "red",
            (x * PX_PER_MM - 16, y * PX_PER_MM - 16, x * PX_PER_MM + 16, y * PX_PER_MM + 16),
            confidence,
            "read" if value else "doubtful",
            value,
            clear=clear,
        )
        for x, y, value in places
    )
    return DiceReading("read", dice, 32, 1, "")


def rolls(looks: Iterable[DiceReading], every_s: float = 0.1) -> tuple[list[tuple[float, Roll]], Rolling]:
    """Each roll with its time, and how it stands in the end; looks come every 0.1 s from 0 on."""
    rolling, told = Rolling(), list[tuple[float, Roll]]()
    for number, each in enumerate(looks):
        rolling = rolling.next(each, number * every_s, PX_PER_MM)
        if rolling.roll is not None:
            told.append((round(number * every_s, 3), rolling.roll))
    return told, rolling


def values(roll: Roll) -> list[int | None]:
    return [die.value for die in roll.dice]


STILL = look((50, 50, 3), (90, 50, 6))


def test_dice_that_lie_still_for_0_4_s_are_one_roll() -> None:
    told, rolling = rolls([STILL] * 20)
    assert [at_s for at_s, _ in told] == [0.4]
    roll = told[0][1]
    assert (roll.verdict, values(roll), roll.sentence, roll.at_s) == ("read", [3, 6], "2 dice: 3, 6.", 0.4)
    assert rolling.is_resting()


def test_however_slowly_looks_come_three_must_agree() -> None:
    assert [at_s for at_s, _ in rolls([STILL] * 4, every_s=0.5)[0]] == [1.0]


def test_dice_are_moving_until_then() -> None:
    told, rolling = rolls([STILL] * 3)
    assert told == []
    assert [(die.value, die.state) for die in rolling.dice()] == [(None, "moving")] * 2
    assert [(die.value, die.state) for die in rolls([STILL] * 5)[1].dice()] == [(3, "read"), (6, "read")]


def test_a_die_that_rolls_on_holds_all_up() -> None:
    rolling_on = [look((50, 50, 3), (60 + 4 * step, 50, 6)) for step in range(8)]
    assert [at_s for at_s, _ in rolls([*rolling_on, *[look((50, 50, 3), (88, 50, 6))] * 10])[0]] == [1.1]


def test_a_die_that_creeps_is_not_at_rest() -> None:
    """0.4 mm a look is less than 1.5 mm from look to look, and more in 0.4 s."""
    assert rolls([look((50 + 0.4 * step, 50, 3)) for step in range(30)])[0] == []


def test_trembling_by_half_a_millimetre_is_rest() -> None:
    assert len(rolls([look((50 + 0.5 * (step % 2), 50, 3)) for step in range(10)])[0]) == 1


def test_the_box_of_a_clear_die_goes_to_and_fro_while_it_lies_still() -> None:
    """By 3.2 mm, a fifth of a die; a die that moves by more, and an opaque one, has not come to rest."""
    for clear, apart_mm, count in ((0.9, 3.2, 1), (0.9, 4.2, 0), (0.1, 3.2, 0), (None, 3.2, 0)):
        looks = [look((50 + apart_mm * (step % 2), 50, 3), clear=clear) for step in range(12)]
        assert [values(roll) for _, roll in rolls(looks)[0]] == [[3]] * count


def test_values_that_differ_at_rest_are_not_believed() -> None:
    told, _ = rolls([*[look((50, 50, 3))] * 2, look((50, 50, 5)), *[look((50, 50, 3))] * 20])
    # Told once nothing will change any more, 1.5 s from the first look.
    assert [(at_s, roll.verdict, values(roll), roll.dice[0].state) for at_s, roll in told] == [
        (1.5, "doubtful", [None], "doubtful")
    ]


def test_looks_that_cannot_read_it_do_not_stop_the_others() -> None:
    seen = [look((50, 50, 3)), look((50, 50, None))] * 6
    told, _ = rolls(seen)
    assert [(at_s, values(roll)) for at_s, roll in told] == [(0.4, [3])]


def test_the_least_confidence_is_told() -> None:
    told, _ = rolls([look((50, 50, 3)), look((50, 50, 3), confidence=0.981), *[look((50, 50, 3))] * 5])
    assert told[0][1].dice[0].confidence == 0.981


def test_a_die_that_is_never_read_is_told_as_doubtful_and_anew_once_it_is() -> None:
    told, _ = rolls([*[look((50, 50, None))] * 20, *[look((50, 50, 4))] * 5])
    assert [(at_s, roll.verdict, values(roll)) for at_s, roll in told] == [
        (1.5, "doubtful", [None]),
        (2.2, "read", [4]),
    ]


def test_a_single_look_that_misses_a_die_changes_nothing() -> None:
    assert [at_s for at_s, _ in rolls([STILL, STILL, look((50, 50, 3)), *[STILL] * 5])[0]] == [0.4]


def test_a_print_that_is_taken_for_a_die_now_and_then_is_none() -> None:
    """Seen by one look of three and never read: it neither begins the waiting anew nor is it told."""
    flicker = look((50, 50, 3), (90, 50, 6), (120, 80, None))
    told, _ = rolls([STILL, flicker, STILL, STILL, STILL, STILL, *[flicker, STILL, STILL] * 5])
    assert [(at_s, values(roll)) for at_s, roll in told] == [(0.4, [3, 6])]


def test_prints_that_are_taken_for_dice_in_turn_hold_nothing_up() -> None:
    """Each second look sees one more, each time elsewhere: told with the first look from 0.4 s on that sees none."""
    seen = [look((50, 50, 3), (90, 50, 6), (120 + 9 * step, 80, None)) for step in range(6)]
    told, _ = rolls([each for one in seen for each in (STILL, one)])
    assert [(at_s, values(roll)) for at_s, roll in told] == [(0.4, [3, 6])]


def test_a_die_that_comes_late_is_waited_for() -> None:
    late = look((50, 50, 3), (90, 50, 6), (120, 80, 2))
    assert [(at_s, values(roll)) for at_s, roll in rolls([*[STILL] * 3, *[late] * 8])[0]] == [(0.7, [3, 6, 2])]


def test_what_most_looks_see_is_asked_about_though_none_can_read_it() -> None:
    often = look((50, 50, 3), (90, 50, 6), (120, 80, None))
    told, _ = rolls([often, often, STILL] * 10)
    assert [(at_s, roll.verdict, values(roll)) for at_s, roll in told] == [(1.5, "doubtful", [3, 6, None])]


def test_a_die_that_is_read_now_and_then_is_waited_for() -> None:
    seldom = look((50, 50, 3), (90, 50, 6), (120, 80, 2))
    told, _ = rolls([seldom, STILL, STILL, STILL] * 8)
    assert [(at_s, values(roll)) for at_s, roll in told] == [(0.8, [3, 6, 2])]


def test_taking_a_die_away_is_no_roll() -> None:
    assert len(rolls([*[STILL] * 8, *[look((50, 50, 3))] * 20])[0]) == 1


def test_a_hand_over_the_dice_is_no_roll() -> None:
    assert len(rolls([*[STILL] * 8, *[look()] * 20, *[STILL] * 20])[0]) == 1


def test_one_die_thrown_anew_is_a_roll() -> None:
    told, _ = rolls([*[STILL] * 8, *[look((50, 50, 3))] * 5, *[look((50, 50, 3), (120, 70, 2))] * 8])
    assert [values(roll) for _, roll in told] == [[3, 6], [3, 2]]


def test_a_die_turned_over_where_it_lies_is_a_roll() -> None:
    told, _ = rolls([*[look((50, 50, 3))] * 8, *[look()] * 5, *[look((50, 50, 2))] * 8])
    assert [values(roll) for _, roll in told] == [[3], [2]]


def test_an_empty_table_is_no_roll() -> None:
    told, rolling = rolls([look()] * 10)
    assert told == []
    assert rolling.dice() == ()


def test_of_a_die_in_doubt_the_likeliest_is_that_of_all_looks() -> None:
    """They read a 3 and a 5 in turn, and the last one, a 5, is the least sure of all."""
    looks = [look((50, 50, 3 if number % 2 else 5), confidence=0.9 if number % 2 else 0.6) for number in range(20)]
    ((_, roll),), _ = rolls([*looks, look((50, 50, 5), confidence=0.3)])
    assert [(die.value, die.likely) for die in roll.dice] == [(None, 3)]
    ((_, blank),), _ = rolls([look((50, 50, None))] * 20)
    assert [(die.value, die.likely) for die in blank.dice] == [(None, None)]


def test_dice_that_can_be_read_later_are_told_of_again_and_other_ones_anew() -> None:
    doubted, third = look((50, 50, 3), (90, 50, None)), look((50, 50, 3), (90, 50, 6), (130, 50, 1))
    told, _ = rolls([*[doubted] * 20, *[STILL] * 5, *[third] * 6])
    assert [(values(roll), roll.again) for _, roll in told] == [([3, None], False), ([3, 6], True), ([3, 6, 1], False)]
    moved = look((50, 50, 3), (95, 50, 6))
    assert [roll.again for _, roll in rolls([*[doubted] * 20, *[moved] * 12])[0]] == [False, False]
