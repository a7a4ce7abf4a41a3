"""What the tests of the kept games share: which of them are looked at on which day."""

from __future__ import annotations

import os
from datetime import date
from functools import cache
from typing import Final

from tests.kept.check import differences
from tests.kept.record import HERE, Kept, file_of, read
from tests.turns.table import parse_day

NUMBERS: Final = range(20)
"""The kept games of each game."""
STRETCH, STRETCHES = 8, 4
"""A quick look is at every fourth stretch of so many positions."""


@cache
def today() -> date:
    """The day whose turn it is."""
    return parse_day(os.environ.get("TURN_DATE", "today"))


def kept(game: str, number: int) -> Kept:
    """One of the kept games."""
    return next(each for each in read(file_of(HERE, game)) if each.number == number)


def of_the_day(game: str) -> Kept:
    """The kept game that is looked at today."""
    return kept(game, today().toordinal() % len(NUMBERS))


def is_of_the_day(number: int) -> bool:
    """Whether the position after so many steps is looked at today, of the game of the day."""
    return number // STRETCH % STRETCHES == today().toordinal() // len(NUMBERS) % STRETCHES


def told(game: str, number: int) -> str:
    """Where all of a kept game is seen otherwise than it was; a line each."""
    return "\n".join(map(str, differences(kept(game, number))))
