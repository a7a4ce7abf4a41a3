"""What a sheet is made of: lines, fields, words and markers at places in millimetres from its top left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from companion.table.geometry import Area
from companion.table.layout import Spot

BLACK, GREY, PALE, WHITE = "#000000", "#777777", "#bbbbbb", "#ffffff"


class Line(msgspec.Struct, frozen=True):
    """A straight line; `dash_mm` is the length of its dashes, 0 for none."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float
    colour: str = BLACK
    width_mm: float = 0.2
    dash_mm: float = 0


class Field(msgspec.Struct, frozen=True):
    """A rectangle, filled, outlined or both. With `is_round` the circle in it."""

    area: Area
    fill: str = ""
    line: str = ""
    is_round: bool = False
    dash_mm: float = 0


class Outline(msgspec.Struct, frozen=True):
    """A filled polygon."""

    corners: tuple[Spot, ...]
    fill: str = BLACK


class Words(msgspec.Struct, frozen=True):
    """One line of text in Helvetica; `y_mm` is its baseline. Smaller than asked where `room_mm` is too narrow."""

    x_mm: float
    y_mm: float
    text: str
    size_pt: float = 9
    anchor: Literal["left", "middle", "right"] = "left"
    colour: str = BLACK
    bold: bool = False
    room_mm: float = 0


class Tag(msgspec.Struct, frozen=True):
    """A marker; `x_mm`, `y_mm` is its centre, `side_mm` the side of the black square. The white edge comes with it.

    `board` is one of the calibration board, whose dictionary no piece and no mat uses.
    """

    marker: int
    x_mm: float
    y_mm: float
    side_mm: float
    board: bool = False


class Window(msgspec.Struct, frozen=True):
    """A part of something larger: its items moved by `dx_mm`, `dy_mm`, and nothing of them beyond `area`."""

    area: Area
    dx_mm: float
    dy_mm: float
    items: tuple[Item, ...]


Item: TypeAlias = Line | Field | Outline | Words | Tag | Window


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
    """What a marker takes, its white edge of an eighth of its side included."""
    half = tag.side_mm * 0.625
    return Area(tag.x_mm - half, tag.y_mm - half, 2 * half, 2 * half)


def moved(item: Item, dx_mm: float, dy_mm: float) -> Item:
    """The same item elsewhere."""
    replace = msgspec.structs.replace
    match item:
        case Line():
            return replace(
                item,
                x1_mm=item.x1_mm + dx_mm,
                x2_mm=item.x2_mm + dx_mm,
                y1_mm=item.y1_mm + dy_mm,
                y2_mm=item.y2_mm + dy_mm,
            )
        case Field():
            return replace(item, area=replace(item.area, x_mm=item.area.x_mm + dx_mm, y_mm=item.area.y_mm + dy_mm))
        case Outline():
            return replace(item, corners=tuple(Spot(each.x_mm + dx_mm, each.y_mm + dy_mm) for each in item.corners))
        case Words() | Tag():
            return replace(item, x_mm=item.x_mm + dx_mm, y_mm=item.y_mm + dy_mm)
        case Window():
            area = replace(item.area, x_mm=item.area.x_mm + dx_mm, y_mm=item.area.y_mm + dy_mm)
            return replace(item, area=area, dx_mm=item.dx_mm + dx_mm, dy_mm=item.dy_mm + dy_mm)
