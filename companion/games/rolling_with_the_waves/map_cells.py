"""One Pirate Map as a board: as on paper, with what is written and erased on it now, and the chests to tap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.board import Board, Cell, Mark
from companion.games.core import Choice, Seat
from companion.games.rolling_with_the_waves.charts import Points, level, points, shots
from companion.games.rolling_with_the_waves.figures import PRINTED
from companion.games.rolling_with_the_waves.map_rows import (
    GAP,
    GOLD,
    SAFE,
    STEP,
    ChestTap,
    Pen,
    box_cell,
    circles,
    infamy_cells,
    infamy_rows,
    name_cell,
    paint_of,
    place_of,
    square_cell,
    squares,
)
from companion.games.rolling_with_the_waves.map_taps import chest_taps
from companion.games.rolling_with_the_waves.model import DiceAction, DiceView
from companion.games.rolling_with_the_waves.phases.part import colour_noun, die_kind, die_words, points_words
from companion.games.rolling_with_the_waves.strokes import Stroke
from companion.games.rolling_with_the_waves.whole import CANNONS, CHESTS, TRACKS, Whole
from companion.language.message import Message, lone, say, sentences
from companion.language.values import Count, Noun

LEAST_COLUMNS: Final = 10
"""A name, five squares and three circles: as narrow as a phone can show it with digits to read."""
CHEST_COLUMNS: Final = 3
TAP_ROWS: Final = 2
"""What is tapped has three lines of words."""
POINT = Noun("point")
LABELS: Final[dict[str, Message]] = {
    "raise": say("Raise"),
    "hull": say("Hull"),
    "ports": say("Ports"),
    "crew": say("Crew"),
    "small": say("Small"),
    "large": say("Large"),
}
"""In front of a row there is room for a word."""


def draw_map(
    view: DiceView, seat: Seat, choices: Sequence[Choice[DiceAction]], strokes: Sequence[Stroke] = ()
) -> Board:
    """The map of a seat. Its owner sees what its points are made of; `strokes` are what the pen does on it now."""
    whole = view.table.played
    chart, sheet, pen = whole.maps[seat], whole.setup.sheet, Pen(strokes)
    taps = [chest_taps(view, choices, seat, chest) for chest in CHESTS]
    cells, row = [*_head(view, seat)], 1
    cells += _chests(whole, seat, taps, pen)
    row += _rows(whole) + max(1, TAP_ROWS * max(map(len, taps)))
    cells += _row("raise", chart.spirits, PRINTED.spirits, row, pen)
    for track in TRACKS:
        row += 1
        cells += _row(track, chart.row(track), PRINTED.squares, row, pen)
        cells += circles(track, LABELS[track], sheet.circles(track), level(chart, sheet, track), row, pen)
    for cannon in CANNONS:
        row += 1
        cells += _row(cannon, chart.row(cannon), sheet.squares(cannon), row, pen)
        cells += circles(cannon, LABELS[cannon], sheet.shots_at(cannon), shots(chart, sheet, cannon), row, pen)
    columns = _columns(whole)
    cells += infamy_cells(chart.infamy, sheet.cap, columns, row + 1, pen)
    row += 1 + infamy_rows(chart.infamy, sheet.cap, columns)
    if seat == view.seat:
        cells += _points(points(whole, seat), columns, row)
        row += 1
    title = say("{who}'s Pirate Map", who=view.who(seat))
    return Board(f"map.{seat}", title, columns * STEP + GAP, row * STEP + GAP, tuple(cells))


def _columns(whole: Whole) -> int:
    return max(LEAST_COLUMNS, 3 * _chest_columns(whole) + 1)


def _chest_columns(whole: Whole) -> int:
    return max(CHEST_COLUMNS, *(whole.setup.sheet.columns(chest) for chest in CHESTS))


def _rows(whole: Whole) -> int:
    """Rows of squares of the highest chest; a host may make a chest smaller than what lies in it."""
    sheet = whole.setup.sheet
    most = [max(sheet.room(chest), *(len(chart.chests[chest]) for chart in whole.maps)) for chest in CHESTS]
    return max(1, *(-(-most[chest] // sheet.columns(chest)) for chest in CHESTS))


def _row(row: str, values: Sequence[int], count: int, at_row: int, pen: Pen) -> Iterator[Cell]:
    yield name_cell(row, LABELS[row], at_row, pen)
    yield from squares(row, LABELS[row], values, count, at_row, pen)


def _head(view: DiceView, seat: Seat) -> Iterator[Cell]:
    """The points as they stand, the colour, and the dice in the nests."""
    whole = view.table.played
    colour, worth = whole.setup.colours[seat], points(whole, seat)
    words = say("{points}: {lines}.", points=Count(worth.total, POINT), lines=points_words(whole.setup, worth))
    total = Count(worth.total, POINT)
    yield Cell("points", words, *place_of(0, 0, 3), text=say("{points}", points=total), colour=GOLD)
    crew = say("{who} plays {colour}.", who=view.who(seat), colour=colour_noun(colour))
    name = lone(colour_noun(colour))
    yield Cell("crew colour", crew, *place_of(3, 0, 2.5), text=name, colour=paint_of(colour))
    nest = whole.nests[seat]
    for at in range(PRINTED.draw_per_player):
        key, place = f"nest.{at}", place_of(5.5 + 1.5 * at, 0, 1.5)
        if at < len(nest):
            die = nest[at]
            yield Cell(key, say("Drafted: {die}.", die=die_words(die)), *place, pieces=(die_kind(die),))
        else:
            yield Cell(key, say("An empty crow's nest."), *place)


def _chests(whole: Whole, seat: Seat, taps: Sequence[Sequence[ChestTap]], pen: Pen) -> Iterator[Cell]:
    """Three chests side by side, each filled from its bottom right square; below each its island, and what to tap."""
    sheet, wide, bottom = whole.setup.sheet, _chest_columns(whole), _rows(whole)
    for chest in CHESTS:
        left, columns = chest * (wide + 0.5), sheet.columns(chest)
        values, label = whole.maps[seat].chests[chest], say("Chest {chest}", chest=chest + 1)
        inset = (wide - columns) / 2
        if whole.maps[seat].buried[chest]:
            yield box_cell(f"chest.{chest}.box", left, 1, wide, bottom + 1)
        for square in range(max(sheet.room(chest), len(values))):
            # The n-th value: row n // columns from the bottom, column n % columns from the right.
            place = place_of(left + inset + columns - 1 - square % columns, bottom - square // columns)
            stroke = pen.at(f"chest.{chest}", square)
            yield square_cell(f"chest.{chest}.{square}", label, values, square, place, stroke)
        yield from _island(whole, seat, chest, taps[chest], pen, left)


def _island(whole: Whole, seat: Seat, chest: int, taps: Sequence[ChestTap], pen: Pen, left: float) -> Iterator[Cell]:
    chart, at_row, wide = whole.maps[seat], _rows(whole) + 1, _chest_columns(whole)
    words = say(
        "Chest {chest} has {sum} in {values}.",
        chest=chest + 1,
        sum=sum(chart.chests[chest]),
        values=Count(len(chart.chests[chest]), Noun("value")),
    )
    stroke = pen.at(f"chest.{chest}", 0, is_circle=True)
    if stroke is not None:
        words = sentences(words, say("Cross out its island now, and box the chest."))
    elif chart.buried[chest]:
        words = sentences(words, say("It is buried, with a box round it: nobody can rob it."))
    for line, tap in enumerate(taps):
        key = f"chest.{chest}" if not line else f"chest.{chest}.tap.{line}"
        yield tap.cell(key, place_of(left, at_row + TAP_ROWS * line, wide, TAP_ROWS), words)
    if taps:
        return
    mark: Mark = "now" if stroke is not None else "tick" if chart.buried[chest] else ""
    text = say("bury it") if stroke is not None else say("chest {chest}", chest=chest + 1)
    if chart.buried[chest]:
        text = say("chest {chest}: buried", chest=chest + 1)
    colour = SAFE if chart.buried[chest] else GOLD
    yield Cell(f"chest.{chest}", words, *place_of(left, at_row, wide), text=text, mark=mark, colour=colour)


def _points(worth: Points, columns: int, at_row: int) -> Iterator[Cell]:
    """What the points are made of, side by side (R-170 to R-172); the owner's bonuses in one."""
    lines = [
        ("treasure", say("treasure {points}", points=worth.treasure)),
        ("buried", say("buried {points}", points=worth.buried)),
        ("tracks", say("tracks {points}", points=worth.tracks)),
        ("infamy", say("Infamy {points}", points=worth.infamy)),
    ]
    if worth.bonuses:
        lines.append(("bonuses", say("bonuses {points}", points=sum(worth.bonuses))))
    wide = columns / len(lines)
    for at, (key, text) in enumerate(lines):
        words = say("Points: {text}.", text=text)
        yield Cell(f"points.{key}", words, *place_of(at * wide, at_row, wide), text=text)
