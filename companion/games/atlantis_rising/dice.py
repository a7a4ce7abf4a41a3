"""The dice of Atlantis Rising: one for each Atlantean that acts, rolled once it is said who does (A-058, A-065)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from companion.games.atlantis_rising import decisions
from companion.games.atlantis_rising.decisions import TRAY
from companion.games.atlantis_rising.looks import DICE
from companion.games.atlantis_rising.model import AtlantisAction, AtlantisView, Hand, Table
from companion.games.atlantis_rising.phases.attempts import wanted_words
from companion.games.atlantis_rising.steps import Attempt
from companion.games.atlantis_rising.vocabulary import DIE, place_words
from companion.games.core import Action
from companion.games.dice import Dice, Roll
from companion.games.shared.phases import people
from companion.language.message import Message, say
from companion.language.values import Count

COLOURS: Final = tuple(kind.partition(":")[2] for kind in DICE)
"""Of the two dice of the box, in which order they are rolled; nobody has told us, and any others are read as well."""
ROLL: Final = "action"
"""The key of the one roll that is open at a time."""


class AttemptDice(Dice[Table, Hand, AtlantisAction]):
    """Whose roll it is follows from the piece that was tapped, so that one at most is open."""

    zone = TRAY

    def open_rolls(self, view: AtlantisView) -> tuple[Roll, ...]:
        attempt = rolled_for(view.table)
        if attempt is None:
            return ()
        seats = tuple(dict.fromkeys(attempt.rollers[die] for die in attempt.rolls))
        where = place_words(view.table.setup.box, attempt.place)
        dice = Count(len(attempt.rolls), DIE)
        label = say("{who}: {dice} for {place}", who=people(view, seats), dice=dice, place=where)
        ask = say(
            "Roll {dice} for {place}: {need} or more", dice=dice, place=where, need=wanted_words(view.table, attempt)
        )
        return (Roll(ROLL, label, seats[0] if len(seats) == 1 else None, ask=ask),)

    def act(
        self, view: AtlantisView, roll: Roll, values: Sequence[int], colours: Sequence[str]
    ) -> tuple[AtlantisAction | None, Message | None] | None:
        attempt = rolled_for(view.table)
        if attempt is None or not values:
            return None
        rolled = _new_ones(attempt, values)
        if len(rolled) == len(attempt.rolls):
            return decisions.Roll(tuple(rolled)), None
        lying, wanted = Count(len(values), DIE), Count(len(attempt.rolls), DIE)
        return None, say("{lying} in the tray, and this roll has {wanted}. Roll again.", lying=lying, wanted=wanted)

    def roll_of(self, act: Action) -> str | None:
        return ROLL if isinstance(act, decisions.Roll) else None

    def shown(self, act: Action) -> tuple[tuple[int, ...], tuple[str, ...]]:
        assert isinstance(act, decisions.Roll)  # the only roll there is
        return act.values, COLOURS[: len(act.values)]

    def to_roll(self, view: AtlantisView, roll: Roll, rng: random.Random) -> tuple[str, ...]:
        attempt = rolled_for(view.table)
        return COLOURS[: len(attempt.rolls)] if attempt is not None else ()

    def is_same(self, one: Action, other: Action) -> bool:
        # Which die is whose nobody sees, and it is the sum that counts.
        return (
            isinstance(one, decisions.Roll)
            and isinstance(other, decisions.Roll)
            and sorted(one.values) == sorted(other.values)
        )


def rolled_for(table: Table) -> Attempt | None:
    """The action for which dice are rolled now; None where none are."""
    step = table.steps[-1] if table.steps else None
    return step if isinstance(step, Attempt) and step.rolls and not table.ended else None


def _new_ones(attempt: Attempt, values: Sequence[int]) -> list[int]:
    """The values of the dice that were rolled now: where one die stays as it lies, it may lie in the tray as well."""
    found = list(values)
    stayed = [value for die, value in enumerate(attempt.values) if die not in attempt.rolls]
    if len(found) == len(attempt.rolls) + len(stayed) and all(each in found for each in stayed):
        for each in stayed:
            found.remove(each)
    return found
