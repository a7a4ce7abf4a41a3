"""The rows of a drawn Pirate Map: squares, circles and names, each with its words, and what the pen does there now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.board import Cell
from companion.games.core import Choice
from companion.games.rolling_with_the_waves.board import PAINTS
from companion.games.rolling_with_the_waves.figures import FREE
from companion.games.rolling_with_the_waves.model import DiceAction
from companion.games.rolling_with_the_waves.strokes import Row, Stroke
from companion.language.message import Message, say, sentences

STEP, GAP = 45.0, 5.0
GOLD, SEA, INK, SAFE = "#8a6a1f", "#1f5c73", "#1d1d1d", "#2f6b4a"
NAME_COLUMNS: Final = 2
SQUARES: Final = 5
"""So many at most in a row; the circles stand behind them."""


def place_of(column: float, row: float, columns: float = 1, rows: float = 1) -> tuple[float, float, float, float]:
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

    def at(self, row: Row, place: int, *, is_circle: bool = False) -> Stroke | None:
        """The stroke there; None for none."""
        return self._at.get((row, place, is_circle))


def box_cell(key: str, left: float, top: float, columns: float, rows: float) -> Cell:
    """The box round what so many columns and rows hold: behind them, and a little larger."""
    x, y, width, height = place_of(left, top, columns, rows)
    return Cell(key, None, x - GAP, y - GAP, width + 2 * GAP, height + GAP, colour=SAFE)


def name_cell(row: Row, label: Message, at_row: float, pen: Pen) -> Cell:
    """The name in front of a row."""
    is_now = row in pen.rows
    words = say("{row}: it is written now.", row=label) if is_now else say("{row}.", row=label)
    place = place_of(0, at_row, NAME_COLUMNS)
    return Cell(f"{row}.name", words, *place, text=label, mark="now" if is_now else "", colour=SEA)


def squares(row: Row, label: Message, values: Sequence[int], count: int, at_row: float, pen: Pen) -> Iterator[Cell]:
    """The squares of a row behind its name."""
    for square in range(max(count, len(values))):
        place = place_of(NAME_COLUMNS + square, at_row)
        yield square_cell(f"{row}.{square}", label, values, square, place, pen.at(row, square))


def square_cell(
    key: str,
    label: Message,
    values: Sequence[int],
    square: int,
    place: tuple[float, float, float, float],
    stroke: Stroke | None,
) -> Cell:
    """One square: what stands in it, or what is written or erased there now."""
    number = square + 1
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


def circles(row: Row, label: Message, sums: Sequence[int], got: int, at_row: float, pen: Pen) -> Iterator[Cell]:
    """The circles of a row, behind its squares: a level that is reached is coloured."""
    for level, needed in enumerate(sums):
        key, place = f"{row}.circle.{level}", place_of(NAME_COLUMNS + SQUARES + level, at_row)
        if pen.at(row, level, is_circle=True) is not None:
            words = say("{row}, circle {needed}: colour it now.", row=label, needed=needed)
            yield Cell(key, words, *place, "round", f"{needed}", mark="now")
        elif level < got:
            words = say("{row}, circle {needed}: reached.", row=label, needed=needed)
            yield Cell(key, words, *place, "round", f"{needed}", mark="tick", colour=GOLD)
        else:
            words = say("{row}, circle {needed}: not reached.", row=label, needed=needed)
            yield Cell(key, words, *place, "round", f"{needed}")


def infamy_cells(infamy: int, cap: int, columns: int, at_row: float, pen: Pen) -> Iterator[Cell]:
    """The circles of Infamy, as many filled as there are points of it; a number alone where there is no limit."""
    if not cap:
        words = say("{infamy} Infamy.", infamy=infamy)
        yield Cell("infamy", words, *place_of(0, at_row, 3), number=f"{infamy}", text=say("Infamy"))
        return
    label = say("Infamy {infamy}", infamy=infamy)
    yield Cell(
        "infamy", say("{infamy} Infamy.", infamy=infamy), *place_of(0, at_row, NAME_COLUMNS), text=label, colour=SEA
    )
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
            yield Cell(key, words, *place, "round", colour=INK, mark="tick")
        else:
            yield Cell(key, say("Infamy {circle} of {most}: empty.", circle=circle + 1, most=cap), *place, "round")


def infamy_rows(infamy: int, cap: int, columns: int) -> int:
    """How many rows the circles of Infamy take, the first of them behind their name."""
    return 1 + max(0, -(-(max(cap, infamy) - columns + NAME_COLUMNS) // columns)) if cap else 1


class ChestTap:
    """What tapping a chest, or a line below it, does."""

    def __init__(self, choice: Choice[DiceAction], short: Message, words: Message) -> None:
        self.choice = choice
        self.short = short
        """What stands in the cell."""
        self.words = words
        """What comes of it, for who cannot see the cell."""

    def cell(self, key: str, place: tuple[float, float, float, float], before: Message) -> Cell:
        """The cell to tap; `before` says what it is."""
        words = sentences(before, self.words)
        return Cell(key, words, *place, text=self.short, mark="now", colour=GOLD, choice=self.choice)
