"""An evening of dice alone: what may be told of them, what it changes, and why the rest is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from companion.games.core import Memory, Prompt
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.data.figures import LONGEST_COLOUR, PRINTED
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.shared.machine import Machine, Moment
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, listing, say
from companion.language.values import Count, Noun

EXAMPLES: Final = 6
"""So many of the rolls there may be are listed as legal: 6 dice alone have millions."""
CORRECTIONS = say("Put a die right")


class Counting(Moment[model.DiceState, model.DiceView, model.Told]):
    """Roll after roll is told of, and the newest one put right, until the table ends it; anyone may tell of any."""

    acts = (model.PoolRolled, model.DieCorrected, model.EveningEnded)
    rule = "R-021"
    law = say("Rolls are told of as they fall")

    def legal(self, state: model.DiceState) -> tuple[model.Told, ...]:
        """Examples of rolls, every correction of the newest one, and the end."""
        table = state.table
        rolls = example_rolls(table.players, table.pool, len(table.rolls), table.free_look)
        return (*rolls, *corrections(table), *([model.EveningEnded()] if table.rolls else []))

    def allows(self, state: model.DiceState, act: model.Told) -> bool:
        return fault_of(state.table, act) is None

    def apply(self, state: model.DiceState, act: model.Told) -> model.DiceState:
        table = state.table
        match act:
            case model.PoolRolled(values, colours):
                rule = "R-030" if len(values) == table.pool else "R-002"
                table = replace(table, why=(rule,), rolls=(*table.rolls, model.Rolled(values, colours)))
            case model.DieCorrected(_, die, value, colour):
                table = replace(set_die(table, die, value, colour), why=("R-002",))
            case model.EveningEnded():
                table = replace(table, why=("R-021",), over=True)
        return replace(state, table=table)

    def asked(self, view: model.DiceView) -> Asked:
        players, pool, each = view.table.players, view.table.pool, model.DICE_A_PLAYER
        text = say("Roll {dice} dice.", dice=pool)
        if not view.table.rolls:
            text = say("Roll the dice into the tray: {dice} of them.", dice=pool)
        why = say("{players} players roll {dice} dice each.", players=players, dice=each)
        if pool != each * players:
            why = say("The host said that a roll has {dice} dice.", dice=pool)
        return Asked((), text, why, "R-030")

    def label(self, view: model.DiceView, act: model.Told) -> Label:
        match act:
            case model.DieCorrected(_, die, value, colour):
                if view.table.rolls[-1].values[die - 1] != value:
                    return Label(say("Die {die} shows {value}", die=die, value=value), CORRECTIONS)
                return Label(say("Die {die} is {colour}", die=die, colour=Noun(colour)), CORRECTIONS)
            case _:
                return Label(say("End the evening"), say("The evening"))

    def described(self, before: model.DiceView, act: model.Told) -> Message:
        match act:
            case model.PoolRolled():
                return rolled_words(before.table, act)
            case model.DieCorrected(roll, die, _, colour):
                text = say(
                    "Die {die} of roll {roll} is put right: it is {colour}, not {before}.",
                    die=die,
                    roll=roll,
                    colour=Noun(colour),
                    before=Noun(before.table.rolls[-1].colours[die - 1]),
                )
                return value_put_right(before.table, act) or text
            case model.EveningEnded():
                return outcome_text(before.table)

    def memory(self, before: model.DiceView, act: model.Told) -> Memory | None:
        if not isinstance(act, model.PoolRolled):
            return None
        return Memory(say("Everybody has seen the roll: {values}.", values=listing(sorted(act.values), ",")))

    def refusal(self, state: model.DiceState, act: model.Told, now: Message, is_on: bool) -> IllegalAction:
        return fault_of(state.table, act) or super().refusal(state, act, now, is_on)


class Evening(Machine[model.DiceState, model.DiceView, model.DiceAction]):
    """Rolls, and nothing else."""

    game_over = say("The evening is over. Undo its end, or start a new game.")
    counting: Final = Counting()

    def on(self, table: model.Table) -> tuple[Counting]:
        return (self.counting,)

    def acts_of(self, table: model.Table, act: model.DiceAction) -> Counting:
        if not isinstance(act, model.Told):
            raise IllegalAction("R-002", say("This evening counts dice alone. Start a whole game for the rest."))
        return self.counting

    def over_rule(self, table: model.Table) -> str:
        return "R-021" if table.over else ""

    def title(self, table: model.Table) -> Message:
        return say("Only the dice · roll {number}", number=len(table.rolls) + 1)

    heading = title

    def end(self, view: model.DiceView) -> Prompt:
        why = say("No number of rounds is fixed.")
        return Prompt(say("The evening is over"), (), outcome_text(view.table), why, "R-021")


EVENING: Final = Evening()


# --- what may be told ---


def corrections(table: model.Table) -> Iterator[model.DieCorrected]:
    """Each other value, and each other colour, of each die of the newest roll."""
    for newest in table.rolls[-1:]:
        for die, (value, colour) in enumerate(zip(newest.values, newest.colours, strict=True), 1):
            others = [(each, colour) for each in model.VALUES if each != value]
            others += [(value, each) for each in palette(table) if each != colour]
            yield from (model.DieCorrected(len(table.rolls), die, *each) for each in others)


def palette(table: model.Table) -> tuple[model.Colour, ...]:
    """The colours that a die of the newest roll may be said to have."""
    named = table.rolls[-1].colours if table.rolls else ()
    crews = table.whole.setup.crews if table.whole else ()
    return tuple(dict.fromkeys((*crews, *model.COLOURS, *named, records.UNKNOWN)))


@lru_cache(maxsize=64)
def example_rolls(players: int, pool: int, ply: int, look: model.Colour) -> tuple[model.PoolRolled, ...]:
    """Rolls of so many dice out of the bag of a game's start (R-007, R-008), the same ones for the same numbers."""
    rng = random.Random(f"{players}/{pool}/{ply}")
    return tuple(dict.fromkeys(rolled(players, pool, rng, look) for _ in range(EXAMPLES)))


def rolled(players: int, pool: int, rng: random.Random, look: model.Colour) -> model.PoolRolled:
    """A roll of dice drawn unseen from the bag (R-030); of more than the bag holds, the colours come as they may.

    Freebooters have the colour `look`.
    """
    bag = [*model.CREW[:players] * PRINTED.start_per_player, *[look] * (players + 1)]
    drawn = rng.sample(bag, pool) if pool <= len(bag) else rng.choices(bag, k=pool)
    return model.PoolRolled(tuple(rng.choice(model.VALUES) for _ in drawn), tuple(drawn))


def set_die(table: model.Table, die: int, value: model.Value, colour: model.Colour) -> model.Table:
    """The table with one die of the newest roll, from 1, put right."""
    *before, newest = table.rolls
    values, colours = put(newest.values, die - 1, value), put(newest.colours, die - 1, colour)
    corrected = tuple(sorted({*newest.corrected, die}))
    return replace(table, rolls=(*before, model.Rolled(values, colours, corrected)))


def fault_of(table: model.Table, act: model.Told) -> IllegalAction | None:
    """Why this cannot be told now; None where it can."""
    match act:
        case model.PoolRolled(values, colours):
            if not 1 <= len(values) <= model.MOST_DICE or len(colours) != len(values):
                words = say("A roll has 1 to {most} dice, each with a value and a colour.", most=model.MOST_DICE)
                return IllegalAction("R-030", words)
            if any(value not in model.VALUES for value in values):
                return IllegalAction("R-002", say("A die shows 1 to 6. Look at the dice again."))
            if not all(isinstance(each, str) and 1 <= len(each) <= LONGEST_COLOUR for each in colours):
                words = say("A colour is a word of 1 to {most} letters. Choose one of the list.", most=LONGEST_COLOUR)
                return IllegalAction("R-002", words)
        case model.DieCorrected():
            fault = correction_fault(table, act)
            return IllegalAction("R-002", fault) if fault is not None else None
        case model.EveningEnded() if not table.rolls:
            return IllegalAction("R-021", say("Nothing was rolled yet, so nothing can end. Roll the dice first."))
    return None


def correction_fault(table: model.Table, act: model.DieCorrected) -> Message | None:
    """Why no die of the newest roll can be put right so, in a sentence; None where one can."""
    number = len(table.rolls)
    if not number or act.roll != number:
        newest = say("roll {number}", number=number) if number else say("none yet")
        return say("Only the newest roll can be put right by a tap: {newest}. Look at it again.", newest=newest)
    roll = table.rolls[-1]
    if not 1 <= act.die <= len(roll.values):
        return say("Roll {roll} has {dice} dice. Tap one of them.", roll=number, dice=len(roll.values))
    if act.value not in model.VALUES or act.colour not in palette(table):
        return say("A die shows 1 to 6 and has a colour of the list. Tap one of them.")
    if (act.value != roll.values[act.die - 1]) + (act.colour != roll.colours[act.die - 1]) != 1:
        return say("One tap puts one thing right, the value or the colour. Tap what differs.")
    return None


# --- in words ---


def outcome_text(table: model.Table) -> Message:
    """How the evening ended, in a sentence."""
    return say("The evening ends after {rolls}.", rolls=Count(len(table.rolls), Noun("roll")))


def rolled_words(before: model.Table, act: model.PoolRolled) -> Message:
    """A roll in a sentence."""
    values = listing(sorted(act.values), ",")
    return say("Roll {number} shows {values}.", number=len(before.rolls) + 1, values=values)


def value_put_right(before: model.Table, act: model.DieCorrected) -> Message | None:
    """A die that shows something else than was told, in a sentence; None where its colour is put right."""
    was = before.rolls[-1].values[act.die - 1]
    if was == act.value:
        return None
    return say(
        "Die {die} of roll {roll} is put right: it shows {value}, not {before}.",
        die=act.die,
        roll=act.roll,
        value=act.value,
        before=was,
    )
