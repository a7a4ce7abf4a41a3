"""What people who look into the tray say of a roll that is asked about: for virtual tables, whose dice are known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from companion.live.requests import AgreeRoll, CountRoll, DropRoll, NameRoll, Said, SayDie
from companion.referee.rolls import NO_DIE, AskedDie, RollSight
from companion.table.dice import TrueDie

NEAR_MM = 8.0
"""A die that is told of is the one whose middle is nearest, up to half a die's edge."""


def nearest(x_mm: float, y_mm: float, truth: Sequence[TrueDie]) -> TrueDie | None:
    """The die that truly lies where one was seen on the mat; None where none does."""
    by_distance = {math.dist((die.x_mm, die.y_mm), (x_mm, y_mm)): die for die in truth}
    least = min(by_distance, default=math.inf)
    return by_distance[least] if least <= NEAR_MM else None


def _true(sight: RollSight, die: AskedDie, truth: Sequence[TrueDie]) -> int:
    """What a die that is asked about truly shows, `NO_DIE` where none lies."""
    left_mm, top_mm = sight.photo_at_mm
    found = nearest(left_mm + die.x_mm, top_mm + die.y_mm, truth)
    return found.value if found else NO_DIE


def _is_said(sight: RollSight, die: AskedDie, true: Mapping[int, int]) -> bool:
    """Whether it has to be said of a die, as all cannot be agreed to, or it is likeliest to show something else."""
    return not sight.likely or die.likely != true[die.number]


def taps(said: Said, sight: RollSight) -> int:
    """How many taps it takes to say that on a page."""
    return 2 if isinstance(said, SayDie) and not sight.is_laid_out else 1


def answer(sight: RollSight, truth: Sequence[TrueDie], key: str = "") -> Said | None:
    """The next thing to say of a roll, by how its dice truly lie; None where nothing is asked.

    Of a roll in which dice are missing, nobody says that it is all. What was surely read is not looked at again. `key`
    names the roll that it truly is, for where several are open.
    """
    if sight.state != "question":
        return None
    true = {die.number: _true(sight, die, truth) for die in sight.dice if die.value is None}
    there = [die for die in sight.dice if true.get(die.number, die.value) != NO_DIE]
    if len(there) == len(truth):
        wrong = next((die for die in sight.dice if die.number in true and _is_said(sight, die, true)), None)
        if wrong is not None:
            return SayDie(sight.number, wrong.number, true[wrong.number])
        is_another = bool(sight.named) and sight.named != key
        is_open = any(roll.key == key for roll in sight.whose)
        if key and (is_another or (is_open and not true)):
            return NameRoll(key, sight.number)
        if true:
            return AgreeRoll(sight.number, sight.likely, key if is_open else "")
        if sight.may_count:
            return CountRoll(sight.number)
    return DropRoll(sight.number)
