"""The rows of a drawn Pirate Map: squares, circles and names, each with its words, and what the pen does there now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.board import Area, Cell, Mark
from companion.games.rolling_with_the_waves.data.figures import FREE, PAINTS, Sheet
from companion.games.rolling_with_the_waves.screen.paperwork import Stroke
from companion.games.rolling_with_the_waves.state import charts, records
from companion.language.message import Message, say

STEP, GAP = 45.0, 5.0
GOLD, SEA, INK, SAFE = "#8a6a1f", "#1f5c73", "#1d1d1d", "#2f6b4a"
NAME_COLUMNS: Final = 2
SQUARES: Final = 5
"""So many at most in a row; the circles stand behind them."""
LABELS: Final[dict[records.Row, Message]] = {
    "raise": say("Raise"),
    "hull": say("Hull"),
    "ports": say("Ports"),
    "crew": say("Crew"),
    "small": say("Small"),
    "large": say("Large"),
}
"""In front of a row there is room for a word."""


def place_of(column: float, row: float, columns: float = 1, rows: float = 1) -> Area:
    """Left, top, width and height of a cell."""
    return GAP + column * STEP, GAP + row * STEP, columns * STEP - GAP, rows * STEP - GAP


def paint_of(colour: str) -> str:
    """How a die of that colour is painted."""
    return PAINTS["clear"] if colour == FREE else PAINTS.get(colour, "")


class Pen:
    """What the pen does on one map now, by square and by circle."""

    def __init__(self, strokes: Sequence[Stroke]) -> None:
        self._at = {(each.row, each.place, each.is_circle): each for each in strokes}
        self.rows = {each.row for each in strokes}
        """Rows on which it does something."""

    def at(self, row: records.Row, place: int, *, is_circle: bool = False) -> Stroke | None:
        """The stroke there; None for none."""
        return self._at.get((row, place, is_circle))


def row_cells(row: records.Row, chart: records.Chart, sheet: Sheet, at_row: float, pen: Pen) -> Iterator[Cell]:
    """A row: its name, its squares, and its circles behind them."""
    label, is_now, values = LABELS[row], row in pen.rows, chart.row(row)
    words = say("{row}: it is written now.", row=label) if is_now else say("{row}.", row=label)
    place = place_of(0, at_row, NAME_COLUMNS)
    yield Cell(f"{row}.name", words, *place, text=label, mark="now" if is_now else "", colour=SEA)
    for square in range(max(sheet.squares(row), len(values))):
        yield square_cell(row, label, values, square, place_of(NAME_COLUMNS + square, at_row), pen)
    got = charts.level(chart, sheet, row)
    for circle, needed in enumerate(sheet.sums(row)):
        key, place = f"{row}.circle.{circle}", place_of(NAME_COLUMNS + SQUARES + circle, at_row)
        if pen.at(row, circle, is_circle=True) is not None:
            words = say("{row}, circle {needed}: colour it now.", row=label, needed=needed)
            yield Cell(key, words, *place, "round", f"{needed}", mark="now")
        elif circle < got:
            words = say("{row}, circle {needed}: reached.", row=label, needed=needed)
            yield Cell(key, words, *place, "round", f"{needed}", mark="tick", colour=GOLD)
        else:
            words = say("{row}, circle {needed}: not reached.", row=label, needed=needed)
            yield Cell(key, words, *place, "round", f"{needed}")


def square_cell(row: records.Row, label: Message, values: Sequence[int], square: int, place: Area, pen: Pen) -> Cell:
    """One square: what stands in it, or what is written or erased there now."""
    key, number, stroke = f"{row}.{square}", square + 1, pen.at(row, square)
    if stroke is not None and stroke.pen == "write":
        words = say("{row}, square {square}: write {value} now.", row=label, square=number, value=stroke.value)
        return Cell(key, words, *place, number=f"{stroke.value}", mark="now")
    if stroke is not None:
        words = say("{row}, square {square}: erase it now.", row=label, square=number)
        return Cell(key, words, *place, number=f"{stroke.value or ''}", mark="erase")
    if square < len(values):
        words = say("{row}, square {square}: {value}.", row=label, square=number, value=values[square])
        return Cell(key, words, *place, number=f"{values[square]}")
    return Cell(key, say("{row}, square {square}: empty.", row=label, square=number), *place)


def infamy_cells(infamy: int, cap: int, columns: int, at_row: float, pen: Pen) -> Iterator[Cell]:
    """The circles of Infamy, as many filled as there are points of it; a number alone where there is no limit."""
    words = say("{infamy} Infamy.", infamy=infamy)
    if not cap:
        yield Cell("infamy", words, *place_of(0, at_row, 3), number=f"{infamy}", text=say("Infamy"))
        return
    # How many stands in the last of them: a word alone is as large as the names of the other rows.
    yield Cell("infamy", words, *place_of(0, at_row, NAME_COLUMNS), text=say("Infamy"), colour=SEA)
    first = columns - NAME_COLUMNS  # behind the name; the other rows have the whole width
    for circle in range(max(cap, infamy)):
        row, column = divmod(circle - first, columns) if circle >= first else (-1, NAME_COLUMNS + circle)
        place, key = place_of(column, at_row + 1 + row), f"infamy.{circle}"
        stroke = pen.at("infamy", circle, is_circle=True)
        if stroke is not None and stroke.pen == "colour":
            words = say("Infamy {circle} of {most}: colour it now.", circle=circle + 1, most=cap)
            yield Cell(key, words, *place, "round", mark="now", colour=INK)
        elif circle < infamy:
            words = say("Infamy {circle} of {most}: filled.", circle=circle + 1, most=cap)
            is_last = circle == infamy - 1
            mark: Mark = "" if is_last else "tick"
            yield Cell(key, words, *place, "round", f"{infamy}" if is_last else "", mark=mark, colour=INK)
        else:
            yield Cell(key, say("Infamy {circle} of {most}: empty.", circle=circle + 1, most=cap), *place, "round")


def infamy_rows(infamy: int, cap: int, columns: int) -> int:
    """How many rows the circles of Infamy take, the first of them behind their name."""
    return 1 + max(0, -(-(max(cap, infamy) - columns + NAME_COLUMNS) // columns)) if cap else 1
