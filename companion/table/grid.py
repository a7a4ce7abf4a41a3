"""Areas by the squares of a grid, so that whoever looks for what overlaps asks neighbours alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.table.geometry import Area

SQUARE_MM: Final = 50.0
"""About a tile: a marker lies in few squares, and few pieces lie in a square."""


class Grid:
    """Areas that do not move."""

    def __init__(self, areas: Iterable[Area]) -> None:
        self._squares: dict[tuple[int, int], list[Area]] = {}
        for area in areas:
            columns, rows = _squares_of(area)
            for square in ((column, row) for column in columns for row in rows):
                self._squares.setdefault(square, []).append(area)

    def meets(self, area: Area) -> bool:
        """Whether it overlaps any of the areas."""
        columns, rows = _squares_of(area)
        for column in columns:
            for row in rows:
                for other in self._squares.get((column, row), ()):
                    if other.overlaps(area):
                        return True
        return False


def _squares_of(area: Area) -> tuple[range, range]:
    """Columns and rows that it lies in or touches, by the same sums as `Area.overlaps`: what overlaps shares a square,
    because a greater number lies in no lower column."""
    right, below = area.x_mm + area.width_mm, area.y_mm + area.height_mm
    return (
        range(int(area.x_mm // SQUARE_MM), int(right // SQUARE_MM) + 1),
        range(int(area.y_mm // SQUARE_MM), int(below // SQUARE_MM) + 1),
    )
