"""The dice as the pages show them: the newest roll, the evening's counts, and how it went in pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from companion.games.core import Choice, Seat
from companion.games.diagrams import BarDiagram, Bars, Diagram, Line, LineDiagram
from companion.games.dice_board import DiceBoard, DiceCount, DieColour, ShownDie
from companion.games.rolling_with_the_waves.data.figures import FREE, paint
from companion.games.rolling_with_the_waves.rules import bag, evening
from companion.games.rolling_with_the_waves.screen import statistics
from companion.games.rolling_with_the_waves.state import charts, model, records
from companion.games.rolling_with_the_waves.words.names import colour_noun
from companion.language.message import Message, lone, say
from companion.language.values import Noun


def dice_board(view: model.DiceView) -> DiceBoard:
    """What everybody sees of the dice."""
    table, whole = view.table, view.table.whole
    counts = tuple(DiceCount(each.name, each.counts, f"{each.mean:.2f}") for each in statistics.counts_of(table))
    wanted = bag.size(whole) if whole and whole.phase is records.Phase.ROLL else table.pool
    dice, colours = tuple(_dice(table, offered(view))), tuple(_colours_of(table))
    return DiceBoard(len(table.rolls), dice, wanted, evening.palette(table), statistics.summary(table), counts, colours)


def _colours_of(table: model.Table) -> Iterator[DieColour]:
    """Of a whole game what its bag holds, crew colours first; else every colour that dice may have."""
    if not table.whole:
        for colour in evening.palette(table):
            yield DieColour(colour, lone(Noun(colour)), paint(colour))
        return
    for colour, most in zip(table.whole.setup.palette, table.whole.bag, strict=True):
        name = model.CLEAR if colour == FREE else colour
        yield DieColour(name, lone(colour_noun(colour)), paint(name), most)


def offered(view: model.DiceView) -> list[model.DieCorrected]:
    """What may be put right of the newest roll."""
    table = view.table
    if table.over:
        return []
    return bag.offered_mendings(model.known_to_all(view)) if table.whole else list(evening.corrections(table))


def _dice(table: model.Table, offered: list[model.DieCorrected]) -> Iterator[ShownDie]:
    """The dice of the newest roll; a Freebooter of a whole game is one, whatever it looks like."""
    for newest in table.rolls[-1:]:
        taken = _taken(table, newest)
        for die, (value, colour) in enumerate(zip(newest.values, newest.colours, strict=True), 1):
            values, colours = list[Choice[model.DiceAction]](), list[Choice[model.DiceAction]]()
            for each in offered:
                if each.die == die and each.value != value:
                    values.append(Choice(lone(each.value), (each,), say("die")))
                if each.die == die and each.colour != colour:
                    called = lone(colour_noun(table.role(each.colour)))
                    colours.append(Choice(called, (each,), say("die")))
            yield ShownDie(
                die,
                value,
                colour,
                paint(colour),
                die in newest.corrected,
                tuple(values),
                tuple(colours),
                taken[die - 1],
                lone(colour_noun(table.role(colour))),
            )


def _taken(table: model.Table, newest: model.Rolled) -> Sequence[bool]:
    """Of each die of a roll whether the draft has taken it; of dice that look alike the first ones are."""
    if not table.whole or table.whole.phase is not records.Phase.DRAFT:
        return [False] * len(newest.values)
    left, taken = Counter(table.whole.pool), list[bool]()
    for die in reversed(table.dice_of(newest)):
        taken.append(left[die] == 0)
        left[die] -= not taken[-1]
    return taken[::-1]


def diagrams(course: Sequence[model.DiceView]) -> tuple[Diagram, ...]:
    """What was rolled, and for a whole game how it went: `course` is its start, the end of each round, and now."""
    return (*_faces(course[-1].table), *_lines(course))


def _faces(table: model.Table) -> Iterator[Diagram]:
    if not table.rolls:
        return
    parts = statistics.parts_of(table)
    about = (
        say("How often each face was rolled."),
        say(
            "The band is where fair dice stay: in at least 19 of 20 evenings no face of any colour ever leaves it, "
            "however often one looks."
        ),
    )
    odd = {True: say("odd"), False: say("nothing odd so far")}
    bars = tuple(
        Bars(each.name, each.counts, statistics.band(each.dice, parts), odd[statistics.looks_odd(table, each)])
        for each in statistics.judged(table)
    )
    yield BarDiagram("faces", say("Faces by colour"), about, model.VALUES, bars)


_BY_ROUND: dict[str, tuple[Message, Callable[[records.Whole, Seat], int]]] = {
    "infamy": (say("Infamy by round"), lambda whole, seat: whole.maps[seat].infamy),
    "points": (say("Points by round"), lambda whole, seat: charts.points(whole, seat).total),
}


def _lines(course: Sequence[model.DiceView]) -> Iterator[Diagram]:
    last = course[-1]
    for key, (title, figure) in _BY_ROUND.items() if last.table.whole else ():
        lines = tuple(
            Line(lone(last.who(seat)), tuple(figure(view.table.played, seat) for view in course), paint(colour))
            for seat, colour in enumerate(last.table.played.setup.colours)
        )
        yield LineDiagram(key, title, say("Round"), tuple(range(len(course))), lines)
