"""The evening in pictures: the faces by colour in the band of fair dice, Infamy and points by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.games.core import Seat
from companion.games.diagrams import BarDiagram, Bars, Diagram, Line, LineDiagram
from companion.games.rolling_with_the_waves.board import paint
from companion.games.rolling_with_the_waves.charts import points
from companion.games.rolling_with_the_waves.fairness import band
from companion.games.rolling_with_the_waves.model import VALUES, DiceView, Table
from companion.games.rolling_with_the_waves.statistics import judged, looks_odd, parts_of
from companion.language.message import Message, lone, say

ROUND = say("Round")
ODD, EVEN = say("odd"), say("nothing odd so far")


def diagrams(course: Sequence[DiceView]) -> tuple[Diagram, ...]:
    """What was rolled, and for a whole game how it went: `course` is its start, the end of each round, and now."""
    return (*_faces(course[-1].table), *_lines(course))


def _faces(table: Table) -> Iterator[Diagram]:
    if not table.rolls:
        return
    parts = parts_of(table)
    about = (
        say("How often each face was rolled."),
        say(
            "The band is where fair dice stay: in at least 19 of 20 evenings no face of any colour ever leaves it, "
            "however often one looks."
        ),
    )
    bars = tuple(
        Bars(each.name, each.counts, band(each.dice, parts), ODD if looks_odd(table, each) else EVEN)
        for each in judged(table)
    )
    yield BarDiagram("faces", say("Faces by colour"), about, VALUES, bars)


def _lines(course: Sequence[DiceView]) -> Iterator[Diagram]:
    if not course[-1].table.whole:
        return
    yield _by_round("infamy", say("Infamy by round"), course, lambda view, seat: view.table.played.maps[seat].infamy)
    yield _by_round("points", say("Points by round"), course, _points)


def _points(view: DiceView, seat: Seat) -> int:
    return points(view.table.played, seat).total


def _by_round(key: str, title: Message, course: Sequence[DiceView], figure: Callable[[DiceView, Seat], int]) -> Diagram:
    last = course[-1]
    lines = tuple(
        Line(lone(last.who(seat)), tuple(figure(view, seat) for view in course), paint(colour))
        for seat, colour in enumerate(last.table.played.setup.colours)
    )
    return LineDiagram(key, title, ROUND, tuple(range(len(course))), lines)
