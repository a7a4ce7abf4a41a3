"""What people who look into the tray say of a roll that is asked about: for virtual tables, whose dice are known."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.live.requests import CountRoll, DropRoll, NameRoll, Said, SayDie
from companion.referee.rolls import NO_DIE, RollSight
from companion.table.dice import TrueDie

NEAR_MM = 8.0
"""A die that is told of is the one whose middle is nearest, up to half a die's edge."""


def nearest(x_mm: float, y_mm: float, truth: Sequence[TrueDie]) -> TrueDie | None:
    """The die that truly lies where one was seen on the mat; None where none does."""
    by_distance = {math.dist((die.x_mm, die.y_mm), (x_mm, y_mm)): die for die in truth}
    least = min(by_distance, default=math.inf)
    return by_distance[least] if least <= NEAR_MM else None


def answer(sight: RollSight, truth: Sequence[TrueDie], key: str = "") -> Said | None:
    """The next thing to say of a roll, by how its dice truly lie; None where nothing is asked.

    Of a roll in which dice are missing, nobody says that it is all. `key` names the roll that it truly is, for where
    several are open.
    """
    if sight.state != "question":
        return None
    left_mm, top_mm = sight.photo_at_mm
    for asked in sight.dice:
        if asked.value is None:
            true = nearest(left_mm + asked.x_mm, top_mm + asked.y_mm, truth)
            return SayDie(sight.number, asked.number, true.value if true else NO_DIE)
    there = [each for each in sight.dice if each.value != NO_DIE]
    if len(there) == len(truth):
        is_another = bool(sight.named) and sight.named != key
        if key and (is_another or any(roll.key == key for roll in sight.whose)):
            return NameRoll(key, sight.number)
        if sight.may_count:
            return CountRoll(sight.number)
    return DropRoll(sight.number)
