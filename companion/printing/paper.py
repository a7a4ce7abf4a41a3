"""Sizes of paper, what of them is printed on, and what every sheet has in its lower edge."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.printing.shapes import Item
from companion.table.ink import GREY, Line, Words

RULER_MM = 100.0
EDGE_MM = 5.0
"""Edge of a sheet that many printers do not reach: nothing is drawn there."""
NEAR_EDGE_MM = EDGE_MM + 0.2
"""Where lines may end; they have a width."""
MARGIN_MM = 7.5
"""Edge of a sheet with no pieces; it is just so narrow that nine cards fit on either paper."""


class Paper(msgspec.Struct, frozen=True):
    """A sheet of paper, upright where it does not say that it lies."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def lying(self) -> Paper:
        """The same on its side."""
        return Paper(self.name, self.height_mm, self.width_mm)


PAPERS: Mapping[str, Paper] = {"a4": Paper("A4", 210, 297), "letter": Paper("Letter", 215.9, 279.4)}


def ruler(x_mm: float, y_mm: float) -> tuple[Item, ...]:
    """A line of 100 mm to the right, with a mark every 10 mm."""
    marks = (Line(x_mm + at, y_mm - (2 if at in (0, 50, 100) else 1), x_mm + at, y_mm) for at in range(0, 101, 10))
    return (Line(x_mm, y_mm, x_mm + RULER_MM, y_mm), *marks)


def upright_ruler(x_mm: float, y_mm: float) -> tuple[Item, ...]:
    """The same downwards: paper may shrink one way only."""
    marks = (Line(x_mm - (2 if at in (0, 50, 100) else 1), y_mm + at, x_mm, y_mm + at) for at in range(0, 101, 10))
    return (Line(x_mm, y_mm, x_mm, y_mm + RULER_MM), *marks)


def footer(width_mm: float, height_mm: float, text: str) -> tuple[Item, ...]:
    """The ruler and what the sheet is, in the edge below."""
    left, low = MARGIN_MM + 2, height_mm - EDGE_MM - 0.6  # a letter may reach below its line
    room = width_mm - 2 * MARGIN_MM - RULER_MM - 20
    return (
        *ruler(left, low),
        Words(left + RULER_MM + 2, low, "100 mm", 6, colour=GREY),
        Words(width_mm - MARGIN_MM - 2, low, text, 6, "right", GREY, room_mm=room),
    )
