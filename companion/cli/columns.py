"""Tables for a terminal: columns as wide as their widest cell, with a gap between."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from companion.runtime.terminal import one_line

GAP: Final = "  "


def in_columns(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> list[str]:
    """A line for each row, its cells below one another; those of the columns `right`, from 0, end below one another.

    The last cell of a row takes whatever room it needs, and makes no column wider.
    """
    told = [[one_line(cell) for cell in row] for row in rows]
    widths: dict[int, int] = {}
    for row in told:
        for column, cell in enumerate(row[:-1]):
            widths[column] = max(widths.get(column, 0), _width(cell))
    return [GAP.join(_padded(cell, number, row, widths, right) for number, cell in enumerate(row)) for row in told]


def _padded(cell: str, column: int, row: Sequence[str], widths: dict[int, int], right: Sequence[int]) -> str:
    if column == len(row) - 1:
        return cell
    room = " " * (widths[column] - _width(cell))
    return room + cell if column in right else cell + room


def _width(text: str) -> int:
    """How many places of a terminal a text takes: signs of Chinese and its kin, and pictures, take two; marks none."""
    marks = ("Mn", "Me", "Cf")
    return sum(
        0 if unicodedata.category(char) in marks else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )
