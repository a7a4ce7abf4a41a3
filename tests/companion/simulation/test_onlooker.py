"""What people who look into the tray say of a roll that is asked about, one thing after another."""

from __future__ import annotations

import msgspec

from companion.live.requests import CountRoll, DropRoll, SayDie
from companion.referee.rolls import NO_DIE, AskedDie, RollSight
from companion.simulation.onlooker import NEAR_MM, answer, nearest
from companion.table.dice import TrueDie

TRUTH = (TrueDie(3, "red", 440.0, 240.0), TrueDie(5, "clear", 480.0, 240.0))
READ = AskedDie(1, 3, "red", "read", "read", 16.0, 22.0)
DOUBTED = AskedDie(2, None, "clear", "doubtful", "not surely read", 56.0, 22.0, (6, 1, 2, 3, 4, 5))
SIGHT = RollSight(7, "question", "One die …", (READ, DOUBTED), (232.0, 172.0), (424.0, 218.0))
"""Its photograph begins at 424, 218 mm of the mat, so both lie where they truly do."""


def test_a_die_in_doubt_is_said_to_show_what_it_shows() -> None:
    assert answer(SIGHT, TRUTH) == SayDie(7, 2, 5)


def test_where_no_die_lies_none_is_said_to_lie() -> None:
    beside = msgspec.structs.replace(DOUBTED, x_mm=56.0 + NEAR_MM + 0.1)
    assert answer(msgspec.structs.replace(SIGHT, dice=(READ, beside)), TRUTH) == SayDie(7, 2, NO_DIE)


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
