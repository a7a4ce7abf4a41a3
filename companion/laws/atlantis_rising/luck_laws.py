"""What an act may change of what chance is said to have brought, counted anew and apart from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from companion.games.atlantis_rising.laws.witness import target
from companion.games.atlantis_rising.rules.acts import DrawMisfortune
from companion.games.atlantis_rising.rules.decisions import Roll
from companion.games.atlantis_rising.state.model import PARTS, TEAM, AtlantisAction, Luck, Table
from companion.games.atlantis_rising.state.steps import Attempt

LAWS: Final = ("A-058",)
_FACES: Final = range(1, 7)


def wrong(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """What was counted otherwise than it came."""
    kind = type(action).__name__
    fortune = list(old.fortune)
    if isinstance(action, Roll):
        step = old.steps[-1]
        assert isinstance(step, Attempt)
        came, expected = _of_roll(old, step, action.values)
        for seat in {TEAM, *(step.rollers[die] for die in step.rolls)}:
            luck = fortune[seat]
            fortune[seat] = Luck(luck.tries + 1, luck.came + came, luck.expected + expected)
    if list(new.fortune) != fortune:
        yield f"{kind} left the luck with dice {new.fortune} instead of {fortune} (A-058)."
    more = Luck(*(after - before for before, after in zip(_figures(old.weather), _figures(new.weather), strict=True)))
    if more.tries != isinstance(action, DrawMisfortune) or (not more.tries and more != Luck()):
        yield f"{kind} added {more} to the misfortunes that were counted (A-034)."


def _of_roll(table: Table, attempt: Attempt, values: tuple[int, ...]) -> tuple[int, int]:
    """Whether this roll succeeds by itself, and in how many `PARTS` of all rolls one does."""

    def succeeds(faces: tuple[int, ...]) -> bool:
        dice = dict(zip(attempt.rolls, faces, strict=True))
        total = sum(attempt.bonus)
        for die in range(len(attempt.rollers)):
            total += dice[die] if die in dice else attempt.values[die] + attempt.energy[die]
        if len(attempt.rollers) > 1:
            total += table.setup.box.wrath.values[table.wrath]
        return total >= target(table, attempt.rollers[0], attempt.place, attempt.space)

    every = [succeeds(faces) for faces in product(_FACES, repeat=len(values))]
    return int(succeeds(values)), PARTS * sum(every) // len(every)


def _figures(luck: Luck) -> tuple[int, int, int]:
    return luck.tries, luck.came, luck.expected
