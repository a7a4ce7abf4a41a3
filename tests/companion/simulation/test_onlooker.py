"""What people who look into the tray say of a roll that is asked about, one thing after another."""

from __future__ import annotations

import msgspec

from companion.games.dice import Roll
from companion.language.message import say
from companion.live.requests import AgreeRoll, CountRoll, DropRoll, SayDie
from companion.referee.rolls import LAID_OUT, NO_DIE, AskedDie, RollSight
from companion.simulation.onlooker import NEAR_MM, answer, nearest, taps
from companion.table.dice import TrueDie

TRUTH = (TrueDie(3, "red", 440.0, 240.0), TrueDie(5, "clear", 480.0, 240.0))
READ = AskedDie(1, 3, "red", "read", "read", 16.0, 22.0)
DOUBTED = AskedDie(2, None, "clear", "doubtful", "not surely read", 56.0, 22.0, (6, 1, 2, 3, 4, 5))
SIGHT = RollSight(7, "question", "One die …", (READ, DOUBTED), (232.0, 172.0), (424.0, 218.0))
"""Its photograph begins at 424, 218 mm of the mat, so both lie where they truly do."""


def test_a_die_in_doubt_is_said_to_show_what_it_shows() -> None:
    assert answer(SIGHT, TRUTH) == SayDie(7, 2, 5)


SUPPOSED = msgspec.structs.replace(DOUBTED, likely=5)


def test_a_roll_that_is_as_is_likeliest_is_agreed_to_and_else_a_die_is_said_first() -> None:
    right = msgspec.structs.replace(SIGHT, dice=(READ, SUPPOSED), likely=(3, 5))
    assert answer(right, TRUTH) == AgreeRoll(7, (3, 5))
    wrong = msgspec.structs.replace(SIGHT, dice=(READ, msgspec.structs.replace(SUPPOSED, likely=6)), likely=(3, 6))
    assert answer(wrong, TRUTH) == SayDie(7, 2, 5)
    several = msgspec.structs.replace(right, whose=(Roll("ana", say("Ana rolls")), Roll("ben", say("Ben rolls"))))
    assert answer(several, TRUTH, "ben") == AgreeRoll(7, (3, 5), "ben")


def test_a_roll_in_which_a_die_is_missing_is_left_out_at_once() -> None:
    asked = msgspec.structs.replace(SIGHT, dice=(READ, SUPPOSED), likely=(3, 5))
    assert answer(asked, (*TRUTH, TrueDie(1, "blue", 500.0, 300.0))) == DropRoll(7)


def test_a_value_is_one_tap_where_it_is_laid_out_and_two_where_the_die_is_opened_first() -> None:
    many = msgspec.structs.replace(SIGHT, dice=(READ, *[DOUBTED] * (LAID_OUT + 1)))
    assert (taps(SayDie(7, 2, 5), SIGHT), taps(SayDie(7, 2, 5), many)) == (1, 2)
    assert (taps(AgreeRoll(7, ()), many), taps(DropRoll(7), many)) == (1, 1)


def test_where_no_die_lies_none_is_said_to_lie() -> None:
    beside = msgspec.structs.replace(DOUBTED, x_mm=56.0 + NEAR_MM + 0.1)
    assert answer(msgspec.structs.replace(SIGHT, dice=(READ, beside)), TRUTH[:1]) == SayDie(7, 2, NO_DIE)


def test_a_roll_all_of_which_is_known_counts_if_it_is_whole() -> None:
    said = msgspec.structs.replace(DOUBTED, value=5)
    whole = msgspec.structs.replace(SIGHT, dice=(READ, said), may_count=True)
    assert answer(whole, TRUTH) == CountRoll(7)
    assert answer(whole, (*TRUTH, TrueDie(1, "blue", 500.0, 300.0))) == DropRoll(7)
    assert answer(msgspec.structs.replace(whole, may_count=False), TRUTH) == DropRoll(7)
    none = msgspec.structs.replace(DOUBTED, value=NO_DIE)
    assert answer(msgspec.structs.replace(whole, dice=(READ, none)), TRUTH[:1]) == CountRoll(7)


def test_of_a_roll_that_is_not_asked_about_nothing_is_said() -> None:
    assert answer(msgspec.structs.replace(SIGHT, state="counted"), TRUTH) is None
    assert answer(RollSight(), TRUTH) is None


def test_the_nearest_die_is_meant_up_to_half_its_edge() -> None:
    assert nearest(448.0, 240.0, TRUTH) == TRUTH[0]
    assert nearest(460.0, 240.0, TRUTH) is None
    assert nearest(440.0, 240.0, ()) is None
