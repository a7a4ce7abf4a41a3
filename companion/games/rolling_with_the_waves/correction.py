"""The public facts of the dice that the host may set, and their law, written apart from the rules."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.core import FactField, Facts, State
from companion.games.rolling_with_the_waves.model import DICE_A_PLAYER, MOST_DICE, DiceState, Table
from companion.games.rolling_with_the_waves.rules import palette, set_die
from companion.games.shared.facts import with_facts
from companion.games.shared.irregular import mark
from companion.language.message import Message, lone, say
from companion.language.values import Noun


def fact_fields(table: Table) -> Iterator[FactField]:
    """Every public fact with its present value: the dice of a roll, and those of the newest roll."""
    yield FactField("pool", say("Dice in a roll"), say("Rolls"), table.pool, 1, MOST_DICE)
    if not table.rolls:
        return
    newest, group = table.rolls[-1], say("Roll {number}", number=len(table.rolls))
    colours = tuple((each, lone(Noun(each))) for each in palette(table))
    for die, (value, colour) in enumerate(zip(newest.values, newest.colours, strict=True), 1):
        yield FactField(f"die.{die}", say("Die {die}", die=die), group, value, 1, 6)
        yield FactField(f"colour.{die}", say("Colour of die {die}", die=die), group, colour, choices=colours)


def correct(state: DiceState, facts: Facts) -> DiceState:
    """The state with these facts set. Raises `IllegalAction` with rule "host"."""
    fields = tuple(fact_fields(state.table))
    values = with_facts("Rolling with the Waves", fields, facts)
    table = replace(state.table, why=("host",))
    changed = [field.key for field in fields if values[field.key] != field.value]
    for key in changed:
        value = values[key]
        part, _, number = key.partition(".")
        if part == "pool":
            table = replace(table, pool=value)
            continue
        die, newest = int(number), table.rolls[-1]
        shown, colour = newest.values[die - 1], newest.colours[die - 1]
        table = set_die(table, die, *((value, colour) if part == "die" else (shown, value)))
    return mark(State(table, state.secrets), violations)


def violations(state: DiceState) -> tuple[Message, ...]:
    """The broken laws, each a sentence with its rule id."""
    table = state.table
    expected = DICE_A_PLAYER * table.players
    if table.pool == expected:
        return ()
    return (
        say(
            "A roll has {pool} dice here, and {players} players roll {expected} (R-030).",
            pool=table.pool,
            players=table.players,
            expected=expected,
        ),
    )
