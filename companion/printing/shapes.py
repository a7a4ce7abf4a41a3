"""What a sheet is made of: the lines, fields and words of a drawing, markers, and parts of something larger.

Places are in millimetres from its top left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from companion.table.geometry import Area
from companion.table.ink import Field, Ink, Line, Outline, Words, moved_ink


class Tag(msgspec.Struct, frozen=True):
    """A marker; `x_mm`, `y_mm` is its centre, `side_mm` the side of the black square. The white edge comes with it.

    `board` is one of the calibration board, whose dictionary no piece and no mat uses. It is turned by `turn_deg`,
    clockwise.
    """

    marker: int
    x_mm: float
    y_mm: float
    side_mm: float
    board: bool = False
    turn_deg: float = 0


class Window(msgspec.Struct, frozen=True):
    """A part of something larger: its items moved by `dx_mm`, `dy_mm`, and nothing of them beyond `area`."""

    area: Area
    dx_mm: float
    dy_mm: float
    items: tuple[Item, ...]


Item: TypeAlias = Ink | Tag | Window


class Sheet(msgspec.Struct, frozen=True):
    """One page. `part` says what it belongs to, `about` which sheet of it this is."""

    width_mm: float
    height_mm: float
    part: str
    about: str
    items: tuple[Item, ...]

    def tags(self) -> Iterator[Tag]:
        """The markers that are wholly on it, where they are on the sheet."""
        for item in self.items:
            if isinstance(item, Tag):
                yield item
            elif isinstance(item, Window):
                yield from _seen(item)


def _seen(window: Window) -> Iterator[Tag]:
    for item in window.items:
        if isinstance(item, Tag):
            moved = msgspec.structs.replace(item, x_mm=item.x_mm + window.dx_mm, y_mm=item.y_mm + window.dy_mm)
            if window.area.holds(tag_area(moved)):
                yield moved


def tag_area(tag: Tag) -> Area:
    """What a marker takes, its white edge of an eighth of its side included; of a turned one the box around it."""
    turn = math.radians(tag.turn_deg)
    half = tag.side_mm * 0.625 * (abs(math.cos(turn)) + abs(math.sin(turn)))
    return Area(tag.x_mm - half, tag.y_mm - half, 2 * half, 2 * half)


def moved(item: Item, dx_mm: float, dy_mm: float) -> Item:
    """The same item elsewhere."""
    replace = msgspec.structs.replace
    match item:
        case Line() | Field() | Outline() | Words():
            return moved_ink(item, dx_mm, dy_mm)
        case Tag():
            return replace(item, x_mm=item.x_mm + dx_mm, y_mm=item.y_mm + dy_mm)
        case Window():
            area = replace(item.area, x_mm=item.area.x_mm + dx_mm, y_mm=item.area.y_mm + dy_mm)
            return replace(item, area=area, dx_mm=item.dx_mm + dx_mm, dy_mm=item.dy_mm + dy_mm)
