"""What a piece shows, as plain data: lines, fields and words in millimetres from its top left.

A game says how its own pieces are drawn; whoever prints one, or lays it on a virtual table, draws the same.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.table.geometry import Area
from companion.table.layout import Spot

BLACK, GREY, PALE, WHITE = "#000000", "#777777", "#bbbbbb", "#ffffff"


class Line(msgspec.Struct, frozen=True, tag=True):
    """A straight line; `dash_mm` is the length of its dashes, 0 for none."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float
    colour: str = BLACK
    width_mm: float = 0.2
    dash_mm: float = 0


class Field(msgspec.Struct, frozen=True, tag=True):
    """A rectangle, filled, outlined or both. With `is_round` the circle in it."""

    area: Area
    fill: str = ""
    line: str = ""
    is_round: bool = False
    dash_mm: float = 0
    line_mm: float = 0.15


class Outline(msgspec.Struct, frozen=True, tag=True):
    """A filled polygon."""

    corners: tuple[Spot, ...]
    fill: str = BLACK


class Words(msgspec.Struct, frozen=True, tag=True):
    """One line of text in Helvetica; `y_mm` is its baseline. Smaller than asked where `room_mm` is too narrow.

    One that is `upside_down` runs to the left from there, its letters below the baseline.
    """

    x_mm: float
    y_mm: float
    text: str
    size_pt: float = 9
    anchor: Literal["left", "middle", "right"] = "left"
    colour: str = BLACK
    bold: bool = False
    room_mm: float = 0
    upside_down: bool = False


Ink: TypeAlias = Line | Field | Outline | Words


class Mark(msgspec.Struct, frozen=True):
    """Where a drawn piece carries the marker of another kind, as a dial carries one for each of its numbers.

    `x_mm`, `y_mm` is its middle; it is turned by `turn_deg`, clockwise.
    """

    kind: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0


class Drawing(msgspec.Struct, frozen=True):
    """One whole piece. A marker is none of its ink: where one sits, and which, is the kit's matter."""

    kind: str
    """As in the kit; of a piece that carries no marker what people type for it."""
    number: int
    """Which of its kind it is, from 1."""
    title: str
    """What people call this one."""
    width_mm: float
    height_mm: float
    ink: tuple[Ink, ...]
    """Each over the ones before it."""
    marks: tuple[Mark, ...] = ()
    """The markers of other kinds that it carries."""


def moved_ink(ink: Ink, dx_mm: float, dy_mm: float) -> Ink:
    """The same elsewhere."""
    replace = msgspec.structs.replace
    match ink:
        case Line():
            return replace(
                ink,
                x1_mm=ink.x1_mm + dx_mm,
                x2_mm=ink.x2_mm + dx_mm,
                y1_mm=ink.y1_mm + dy_mm,
                y2_mm=ink.y2_mm + dy_mm,
            )
        case Field():
            return replace(ink, area=replace(ink.area, x_mm=ink.area.x_mm + dx_mm, y_mm=ink.area.y_mm + dy_mm))
        case Outline():
            return replace(ink, corners=tuple(Spot(each.x_mm + dx_mm, each.y_mm + dy_mm) for each in ink.corners))
        case Words():
            return replace(ink, x_mm=ink.x_mm + dx_mm, y_mm=ink.y_mm + dy_mm)


def turned_ink(ink: Ink, width_mm: float, height_mm: float) -> Ink:
    """The same upside down, in a rectangle of that size: turned by half a turn about its middle."""
    replace = msgspec.structs.replace
    match ink:
        case Line(x1, y1, x2, y2):
            ends = {"x1_mm": width_mm - x1, "y1_mm": height_mm - y1, "x2_mm": width_mm - x2, "y2_mm": height_mm - y2}
            return replace(ink, **ends)
        case Field(area):
            left, top = width_mm - area.x_mm - area.width_mm, height_mm - area.y_mm - area.height_mm
            return replace(ink, area=replace(area, x_mm=left, y_mm=top))
        case Outline(corners):
            return replace(ink, corners=tuple(Spot(width_mm - each.x_mm, height_mm - each.y_mm) for each in corners))
        case Words():
            x_mm, y_mm = width_mm - ink.x_mm, height_mm - ink.y_mm
            return replace(ink, x_mm=x_mm, y_mm=y_mm, upside_down=not ink.upside_down)
