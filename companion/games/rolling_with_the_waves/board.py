"""The newest roll and the evening's counts, as the pages show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.core import Choice, State
from companion.games.dice_board import DiceBoard, DiceCount, DieColour, ShownDie
from companion.games.rolling_with_the_waves.figures import FREE
from companion.games.rolling_with_the_waves.model import CLEAR, DiceAction, DiceView, DieCorrected, Rolled, Table
from companion.games.rolling_with_the_waves.phases.bag import offered_mendings, role, size
from companion.games.rolling_with_the_waves.phases.part import colour_noun
from companion.games.rolling_with_the_waves.rules import corrections, palette
from companion.games.rolling_with_the_waves.statistics import Count, counts_of, summary
from companion.games.rolling_with_the_waves.whole import Die, Phase
from companion.language.message import Message, lone, say
from companion.language.values import Noun

PAINTS = {
    "red": "#b5202b",
    "blue": "#1f4fa3",
    "green": "#1f7a3d",
    "yellow": "#e6b81e",
    "purple": "#5b2c83",
    "white": "#e8e6e0",
    "clear": "#cfe6ee",
    "orange": "#d9731a",
    "black": "#23282c",
    "pink": "#d9699b",
    "brown": "#6d4526",
    "grey": "#7f878c",
    "turquoise": "#2aa5a0",
}
"""How each colour is painted; the names stand beside."""
NO_PAINT = "#8a949c"


def dice_board(view: DiceView) -> DiceBoard:
    """What everybody sees of the dice."""
    table = view.table
    counts = tuple(_shown(each) for each in counts_of(table))
    words = summary(table)
    dice = _dice(table, offered(view))
    wanted = size(table.whole) if table.whole and table.whole.phase is Phase.ROLL else table.pool
    return DiceBoard(len(table.rolls), dice, wanted, palette(table), words, counts, tuple(_told(table)))


def _told(table: Table) -> Iterator[DieColour]:
    """Of a whole game what its bag holds, crew colours first; else every colour that dice may have."""
    if not table.whole:
        for colour in palette(table):
            yield DieColour(colour, lone(Noun(colour)), paint(colour))
        return
    for colour, most in zip(table.whole.setup.palette, table.whole.bag, strict=True):
        name = CLEAR if colour == FREE else colour
        yield DieColour(name, lone(colour_noun(colour)), paint(name), most)


def offered(view: DiceView) -> list[DieCorrected]:
    """What may be put right of the newest roll."""
    table = view.table
    if table.over:
        return []
    if table.whole:
        return offered_mendings(State(table, (None,) * table.players, view.sealed))
    return list(corrections(table))


def paint(colour: str) -> str:
    """How a colour is painted, as `#rrggbb`."""
    return PAINTS.get(colour, NO_PAINT)


def _shown(count: Count) -> DiceCount:
    return DiceCount(count.name, count.counts, f"{count.mean:.2f}")


def _dice(table: Table, offered: list[DieCorrected]) -> tuple[ShownDie, ...]:
    if not table.rolls:
        return ()
    newest = table.rolls[-1]
    taken = _taken(table, newest)
    return tuple(
        ShownDie(
            die,
            value,
            colour,
            paint(colour),
            die in newest.corrected,
            tuple(_choice(each, lone(each.value)) for each in offered if each.die == die and each.value != value),
            tuple(
                _choice(each, lone(_called(table, each.colour)))
                for each in offered
                if each.die == die and each.colour != colour
            ),
            taken[die - 1],
            lone(_called(table, colour)),
        )
        for die, (value, colour) in enumerate(zip(newest.values, newest.colours, strict=True), 1)
    )


def _called(table: Table, colour: str) -> Noun:
    """What a die of that look is called: in a whole game a Freebooter is one, whatever it looks like."""
    return colour_noun(role(table.whole.setup, colour)) if table.whole else Noun(colour)


def _taken(table: Table, newest: Rolled) -> Sequence[bool]:
    """Of each die of a roll whether the draft has taken it; of dice that look alike the first ones are."""
    if not table.whole or table.whole.phase is not Phase.DRAFT:
        return [False] * len(newest.values)
    setup, left = table.whole.setup, Counter(table.whole.pool)
    dice = [Die(role(setup, colour), value) for value, colour in zip(newest.values, newest.colours, strict=True)]
    taken = list[bool]()
    for die in reversed(dice):
        taken.append(left[die] == 0)
        left[die] -= not taken[-1]
    return taken[::-1]


def _choice(each: DieCorrected, label: Message) -> Choice[DiceAction]:
    return Choice(label, (each,), say("die"))
