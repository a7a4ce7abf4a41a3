"""The calibration board: a chessboard with markers (ChArUco), whose dictionary no piece and no mat uses."""

from __future__ import annotations

from companion.printing.paper import Paper, footer
from companion.printing.shapes import Item, Sheet, Tag
from companion.table.geometry import Area
from companion.table.ink import BLACK, Field, Words

COLUMNS, ROWS = 7, 10
SQUARE_MM, MARKER_MM = 25.0, 18.0
"""Sides of a square, and of the black square of a marker (ArUco 5x5_100, ids from 0 row by row) in each white one."""


def board_sheet(paper: Paper) -> Sheet:
    """The board on one sheet, its first black square at the top left."""
    left = (paper.width_mm - COLUMNS * SQUARE_MM) / 2
    top = (paper.height_mm - ROWS * SQUARE_MM) / 2
    items, marker = list[Item](), 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            x_mm, y_mm = left + column * SQUARE_MM, top + row * SQUARE_MM
            if (row + column) % 2 == 0:
                items.append(Field(Area(x_mm, y_mm, SQUARE_MM, SQUARE_MM), fill=BLACK))
            else:
                items.append(Tag(marker, x_mm + SQUARE_MM / 2, y_mm + SQUARE_MM / 2, MARKER_MM, board=True))
                marker += 1
    about = f"{COLUMNS} x {ROWS} squares of {SQUARE_MM:g} mm"
    words = Words(paper.width_mm / 2, top - 3, f"Calibration board (ChArUco 5x5_100, {about})", 7, "middle")
    foot = footer(paper.width_mm, paper.height_mm, f"Calibration board · {about}")
    return Sheet(paper.width_mm, paper.height_mm, "Calibration board", about, (*items, words, *foot))
