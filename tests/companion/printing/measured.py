"""What items of a sheet take of it."""

from __future__ import annotations

from companion.printing.shapes import Item
from companion.printing.words import length_mm
from companion.table.geometry import Area
from companion.table.ink import Field, Line, Outline, Words


def extent(item: Item) -> Area:
    """What an item takes of its sheet."""
    match item:
        case Line(x1, y1, x2, y2):
            return Area(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        case Field(area):
            return area
        case Words():
            long, high = length_mm(item.text, item.size_pt, item.bold), item.size_pt * 0.26
            if item.room_mm:
                long = min(long, item.room_mm)
            left = {"left": 0.0, "middle": long / 2, "right": long}[item.anchor]
            x_mm = item.x_mm + left - long if item.upside_down else item.x_mm - left
            return Area(x_mm, item.y_mm - (0 if item.upside_down else high), long, high)
        case Outline(corners):
            left, top = min(each.x_mm for each in corners), min(each.y_mm for each in corners)
            right, low = max(each.x_mm for each in corners), max(each.y_mm for each in corners)
            return Area(left, top, right - left, low - top)
        case _:
            raise AssertionError(item)
