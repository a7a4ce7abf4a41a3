"""What the dice's slice says and shows: prompts, choices, the log, the mat and the strip."""

from __future__ import annotations

import msgspec

from companion.games.core import ActionView, Choice, Memory, Prompt
from companion.games.rolling_with_the_waves.board import PAINTS
from companion.games.rolling_with_the_waves.drawn import board_print
from companion.games.rolling_with_the_waves.model import (
    DICE_A_PLAYER,
    TRAY,
    DiceAction,
    DiceState,
    DiceView,
    DieCorrected,
    EveningEnded,
    PoolRolled,
    Table,
)
from companion.games.rolling_with_the_waves.rules import corrections
from companion.games.shared.mats import read_kit_for, read_mats
from companion.language.message import Message, listing, say
from companion.language.values import Count, Noun
from companion.lights.scene import Glow, Scene
from companion.table.expected import Anything, ExpectedTable, ExpectedZone
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

LAYOUTS = read_mats(__package__)
SIDE, MIDDLE = "harbour-side", "harbour"
"""The mats by where their tray lies."""
KIT = read_kit_for(__package__, LAYOUTS.values())
# All five are printed alike, but for the word of their colour.
BOARD_INK = board_print.draw("red", 1).ink
PIECES = {
    "map": PieceKind("map", "Map", "tile", "#c9a567", sign="M"),
    "mini_board": PieceKind("mini_board", "Mini board", "tile", "#7d8fa3", sign="B", ink=BOARD_INK),
    **{f"die:{name}": PieceKind(f"die:{name}", f"{name} die", "die", PAINTS[name], sign="d") for name in PAINTS},
    "die:freebooter": PieceKind("die:freebooter", "Freebooter", "die", "#cfe6ee", sign="F"),
}
LABELS = {TRAY: say("Dice tray"), "map": say("Map"), "nest": say("Crow's nest"), "board": say("Mini board")}
READY, RESTING = "#f3cd86", "#74d9dc"
ROLL = Noun("roll")
END = say("The evening")
"""Heading of the tap that ends it."""
CORRECTIONS = say("Put a die right")


def prompt(view: DiceView) -> Prompt:
    """Phase, who acts, what to do and why."""
    table = view.table
    if table.over:
        over, why = say("The evening is over"), say("No number of rounds is fixed.")
        return Prompt(over, (), outcome_text(table), why, "R-021")
    number = len(table.rolls) + 1
    text = (
        say("Roll the dice into the tray: {dice} of them.", dice=table.pool)
        if number == 1
        else say("Roll {dice} dice.", dice=table.pool)
    )
    return Prompt(say("Only the dice · roll {number}", number=number), (), text, pool_words(table), "R-030")


def pool_words(table: Table) -> Message:
    """Why a roll has so many dice."""
    if table.pool == DICE_A_PLAYER * table.players:
        return say("{players} players roll {dice} dice each.", players=table.players, dice=DICE_A_PLAYER)
    return say("The host said that a roll has {dice} dice.", dice=table.pool)


def outcome_text(table: Table) -> Message:
    """How the evening ended, in a sentence."""
    return say("The evening ends after {rolls}.", rolls=Count(len(table.rolls), ROLL))


def choices(known: DiceState) -> tuple[Choice[DiceAction], ...]:
    """What anybody may tap: to put a die of the newest roll right, and to end the evening."""
    table = known.table
    if table.over or not table.rolls:
        return ()
    ends = Choice[DiceAction](say("End the evening"), (EveningEnded(),), END)
    right = (Choice[DiceAction](_label(table, each), (each,), CORRECTIONS) for each in corrections(table))
    return (*right, ends)


def _label(table: Table, each: DieCorrected) -> Message:
    if table.rolls[-1].values[each.die - 1] != each.value:
        return say("Die {die} shows {value}", die=each.die, value=each.value)
    return say("Die {die} is {colour}", die=each.die, colour=Noun(each.colour))


def memory(act: ActionView[DiceAction]) -> Memory | None:
    """What cannot be unseen; None where the act reveals nothing."""
    if not isinstance(act.action, PoolRolled):
        return None
    return Memory(say("Everybody has seen the roll: {values}.", values=listing(sorted(act.action.values), ",")))


def describe(before: DiceView, act: ActionView[DiceAction]) -> Message:
    """One sentence for the log."""
    table = before.table
    match act.action:
        case PoolRolled(values):
            return say(
                "Roll {number} shows {values}.", number=len(table.rolls) + 1, values=listing(sorted(values), ",")
            )
        case DieCorrected(roll, die, value, colour):
            newest = table.rolls[-1]
            if newest.values[die - 1] != value:
                return say(
                    "Die {die} of roll {roll} is put right: it shows {value}, not {before}.",
                    die=die,
                    roll=roll,
                    value=value,
                    before=newest.values[die - 1],
                )
            return say(
                "Die {die} of roll {roll} is put right: it is {colour}, not {before}.",
                die=die,
                roll=roll,
                colour=Noun(colour),
                before=Noun(newest.colours[die - 1]),
            )
        case EveningEnded():
            return outcome_text(table)
        case _:
            raise AssertionError("no act of an evening of dice alone")


def layout(table: Table) -> Layout:
    """The mat that is played on."""
    return LAYOUTS[MIDDLE if table.tray is msgspec.UNSET else SIDE]


def expected_table(table: Table) -> ExpectedTable:
    """Every zone may hold anything: only what the dice show is looked at."""
    return ExpectedTable(
        tuple(ExpectedZone(zone.zone, Anything(), LABELS[zone.zone.partition(".")[0]]) for zone in layout(table).zones)
    )


def lights(view: DiceView) -> Scene:
    """A calm light all round: it breathes while the tray waits."""
    table = view.table
    if table.over:
        return Scene((Glow(0, 1, RESTING, outcome_text(table), 0.4),))
    words = say("The tray waits for roll {number}.", number=len(table.rolls) + 1)
    return Scene((Glow(0, 1, READY, words, 0.5, "breathe", 4.0),))
