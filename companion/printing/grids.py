"""Cells in rows on sheets, with lines to cut along; backs are mirrored, so that both sides of a paper agree."""

from __future__ import annotations

from collections.abc import Sequence

from companion.printing.faces import Cell
from companion.printing.paper import MARGIN_MM, NEAR_EDGE_MM, Paper, footer
from companion.printing.shapes import Item, Sheet, moved
from companion.table.geometry import Area
from companion.table.ink import PALE, Field, Line

_TICK_MM = 4.0
_GAP_MM = 2.0
"""Between discs, which have no line in common."""


def sheets_of(cells: Sequence[Cell], paper: Paper, part: str, side: str = "", mirrored: bool = False) -> list[Sheet]:
    """Sheets with the cells, all of one size, row by row from the top left; mirrored from the top right.

    `side` says which side of the paper it is. The paper lies where a cell is too wide for it upright.
    """
    first = cells[0]
    gap = _GAP_MM if first.is_round else 0.0
    columns, rows = _room(first, paper, gap)
    if not columns:
        paper = paper.lying
        columns, rows = _room(first, paper, gap)
    each = columns * rows
    total = -(-len(cells) // each)
    made = []
    for index in range(total):
        here = cells[index * each : (index + 1) * each]
        about = f"sheet {index + 1} of {total}" + (f", {side}" if side else "")
        items = _sheet(here, columns, rows, gap, paper, mirrored)
        foot = footer(paper.width_mm, paper.height_mm, f"{part} · {about}")
        made.append(Sheet(paper.width_mm, paper.height_mm, part, about, (*items, *foot)))
    return made


def _room(cell: Cell, paper: Paper, gap_mm: float) -> tuple[int, int]:
    """How many such cells fit beside and below one another."""
    across, down = paper.width_mm - 2 * MARGIN_MM, paper.height_mm - 2 * MARGIN_MM
    columns = int((across + gap_mm + 1e-6) / (cell.width_mm + gap_mm))
    return columns, int((down + gap_mm + 1e-6) / (cell.height_mm + gap_mm))


def _sheet(
    cells: Sequence[Cell], columns: int, rows: int, gap: float, paper: Paper, mirrored: bool
) -> tuple[Item, ...]:
    wide, high = cells[0].width_mm + gap, cells[0].height_mm + gap
    left = (paper.width_mm - columns * wide + gap) / 2
    top = (paper.height_mm - rows * high + gap) / 2
    items = list[Item]()
    used = -(-len(cells) // columns)
    for index, cell in enumerate(cells):
        row, column = divmod(index, columns)
        x_mm = left + wide * (columns - 1 - column if mirrored else column)
        y_mm = top + high * row
        items += (moved(item, x_mm, y_mm) for item in cell.items)
        if cell.is_round:
            items.append(Field(Area(x_mm, y_mm, cell.width_mm, cell.height_mm), line=PALE, is_round=True))
    if not cells[0].is_round:
        items += _cuts(left, top, columns, used, wide, high)
    return tuple(items)


def _cuts(left: float, top: float, columns: int, rows: int, wide: float, high: float) -> list[Item]:
    """Thin lines between the cells, with ends that reach out of them for a ruler to be laid on."""
    right, below = left + columns * wide, top + rows * high
    out = min(_TICK_MM, left - NEAR_EDGE_MM, top - NEAR_EDGE_MM)
    lines: list[Item] = [
        Line(left + at * wide, top - out, left + at * wide, below + out, PALE, 0.1) for at in range(columns + 1)
    ]
    lines += (Line(left - out, top + at * high, right + out, top + at * high, PALE, 0.1) for at in range(rows + 1))
    return lines
