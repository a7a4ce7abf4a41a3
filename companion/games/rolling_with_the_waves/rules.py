"""What may be told of the dice, what it changes, and why the rest is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.figures import LONGEST_COLOUR
from companion.games.rolling_with_the_waves.model import (
    COLOURS,
    CREW,
    CREW_IN_BAG,
    MOST_DICE,
    UNKNOWN,
    VALUES,
    Colour,
    DiceAction,
    DiceState,
    DieCorrected,
    EveningEnded,
    PoolRolled,
    Rolled,
    Table,
    Value,
)
from companion.language.message import say

EXAMPLES = 6
"""So many of the rolls there may be are listed as legal: 6 dice alone have millions."""


def legal_actions(state: DiceState, seat: Seat | None = None) -> tuple[DiceAction, ...]:
    """Examples of rolls, every correction of the newest one, and the end; anyone may tell of any."""
    table = state.table
    if table.over:
        return ()
    rolls = example_rolls(table.players, table.pool, len(table.rolls), table.free_look)
    return (*rolls, *corrections(table), *([EveningEnded()] if table.rolls else []))


def corrections(table: Table) -> Iterator[DieCorrected]:
    """Each other value, and each other colour, of each die of the newest roll."""
    if not table.rolls:
        return
    number, newest = len(table.rolls), table.rolls[-1]
    colours = palette(table)
    for die, (value, colour) in enumerate(zip(newest.values, newest.colours, strict=True), 1):
        yield from (DieCorrected(number, die, each, colour) for each in VALUES if each != value)
        yield from (DieCorrected(number, die, value, each) for each in colours if each != colour)


def palette(table: Table) -> tuple[Colour, ...]:
    """The colours that a die of the newest roll may be said to have."""
    named = table.rolls[-1].colours if table.rolls else ()
    crews = table.whole.setup.crews if table.whole else ()
    return tuple(dict.fromkeys((*crews, *COLOURS, *named, UNKNOWN)))


@lru_cache(maxsize=64)
def example_rolls(players: int, pool: int, ply: int, look: Colour) -> tuple[PoolRolled, ...]:
    """Rolls of so many dice out of the bag of a game's start (R-007, R-008), the same ones for the same numbers."""
    rng = random.Random(f"{players}/{pool}/{ply}")
    return tuple(dict.fromkeys(rolled(players, pool, rng, look) for _ in range(EXAMPLES)))


def rolled(players: int, pool: int, rng: random.Random, look: Colour) -> PoolRolled:
    """A roll of dice drawn unseen from the bag (R-030); of more than the bag holds, the colours come as they may.

    Freebooters have the colour `look`.
    """
    bag = [*CREW[:players] * CREW_IN_BAG, *[look] * (players + 1)]
    drawn = rng.sample(bag, pool) if pool <= len(bag) else rng.choices(bag, k=pool)
    return PoolRolled(tuple(rng.choice(VALUES) for _ in drawn), tuple(drawn))


def apply_action(state: DiceState, action: DiceAction) -> DiceState:
    """The next state. Raises `IllegalAction`."""
    table = state.table
    if table.over:
        raise IllegalAction("R-021", say("The evening is over. Undo its end, or start a new game."))
    match action:
        case PoolRolled(values, colours):
            _check_roll(values, colours)
            rule = "R-030" if len(values) == table.pool else "R-002"
            return _with(state, replace(table, why=(rule,), rolls=(*table.rolls, Rolled(values, colours))))
        case DieCorrected(_, die, value, colour):
            check_correction(table, action)
            return _with(state, replace(set_die(table, die, value, colour), why=("R-002",)))
        case EveningEnded():
            if not table.rolls:
                text = say("Nothing was rolled yet, so nothing can end. Roll the dice first.")
                raise IllegalAction("R-021", text)
            return _with(state, replace(table, why=("R-021",), over=True))
        case _:
            raise IllegalAction("R-002", say("This evening counts dice alone. Start a whole game for the rest."))


def set_die(table: Table, die: int, value: Value, colour: Colour) -> Table:
    """The table with one die of the newest roll, from 1, put right."""
    *before, newest = table.rolls
    values = (*newest.values[: die - 1], value, *newest.values[die:])
    colours = (*newest.colours[: die - 1], colour, *newest.colours[die:])
    corrected = tuple(sorted({*newest.corrected, die}))
    return replace(table, rolls=(*before, Rolled(values, colours, corrected)))


def _with(state: DiceState, table: Table) -> DiceState:
    return State(table, state.secrets)


def _check_roll(values: tuple[Value, ...], colours: tuple[Colour, ...]) -> None:
    if not 1 <= len(values) <= MOST_DICE or len(colours) != len(values):
        text = say("A roll has 1 to {most} dice, each with a value and a colour.", most=MOST_DICE)
        raise IllegalAction("R-030", text)
    if any(value not in VALUES for value in values):
        raise IllegalAction("R-002", say("A die shows 1 to 6. Look at the dice again."))
    if not all(isinstance(each, str) and 1 <= len(each) <= LONGEST_COLOUR for each in colours):
        text = say("A colour is a word of 1 to {most} letters. Choose one of the list.", most=LONGEST_COLOUR)
        raise IllegalAction("R-002", text)


def check_correction(table: Table, action: DieCorrected) -> None:
    """Return nothing; raise `IllegalAction` where no die of the newest roll can be put right so."""
    number = len(table.rolls)
    if not number or action.roll != number:
        newest = say("roll {number}", number=number) if number else say("none yet")
        text = say("Only the newest roll can be put right by a tap: {newest}. Look at it again.", newest=newest)
        raise IllegalAction("R-002", text)
    newest_roll = table.rolls[-1]
    if not 1 <= action.die <= len(newest_roll.values):
        dice = len(newest_roll.values)
        raise IllegalAction("R-002", say("Roll {roll} has {dice} dice. Tap one of them.", roll=number, dice=dice))
    value, colour = newest_roll.values[action.die - 1], newest_roll.colours[action.die - 1]
    if action.value not in VALUES or action.colour not in palette(table):
        text = say("A die shows 1 to 6 and has a colour of the list. Tap one of them.")
        raise IllegalAction("R-002", text)
    if (action.value != value) + (action.colour != colour) != 1:
        text = say("One tap puts one thing right, the value or the colour. Tap what differs.")
        raise IllegalAction("R-002", text)
