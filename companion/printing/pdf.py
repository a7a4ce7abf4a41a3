"""Sheets as a PDF: lines and letters, no pictures, so that a marker is exact at any resolution.

The same sheets give the same bytes: no time is written into the file.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache

import cv2
import numpy as np
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.printing.shapes import Item, Sheet, Tag, Window
from companion.printing.words import fitting_pt, font, printable
from companion.table.ink import BLACK, WHITE, Field, Line, Outline, Words

_PIECES = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
_BOARD = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)


def draw_pdf(sheets: Sequence[Sheet], title: str, drawn: Callable[[int], object] = lambda _: None) -> bytes:
    """The sheets as one PDF; `drawn` is called with 1 after each."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1)
    canvas.setTitle(printable(title))
    canvas.setCreator("companion print")
    # A viewer that fits pages to the paper spoils every size.
    canvas.setViewerPreference("PrintScaling", "None")
    for sheet in sheets:
        canvas.setPageSize((sheet.width_mm * mm, sheet.height_mm * mm))
        for item in sheet.items:
            _draw(canvas, item, sheet.height_mm)
        canvas.showPage()
        drawn(1)
    canvas.save()
    return file.getvalue()


@cache
def cells(marker: int, board: bool) -> tuple[tuple[bool, ...], ...]:
    """Whether each cell of a marker is white, row by row, its black edge included."""
    dictionary = _BOARD if board else _PIECES
    side = int(dictionary.markerSize) + 2
    image = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, side))
    return tuple(tuple(bool(cell) for cell in row) for row in image > 127)


def _draw(canvas: Canvas, item: Item, high: float) -> None:
    """One item on a sheet so high; PDF counts from below."""
    match item:
        case Line():
            _line(canvas, item.colour, item.width_mm, item.dash_mm)
            canvas.line(item.x1_mm * mm, (high - item.y1_mm) * mm, item.x2_mm * mm, (high - item.y2_mm) * mm)
        case Field():
            _field(canvas, item, high)
        case Outline():
            canvas.setFillColor(HexColor(item.fill))
            path = canvas.beginPath()
            path.moveTo(item.corners[0].x_mm * mm, (high - item.corners[0].y_mm) * mm)
            for corner in item.corners[1:]:
                path.lineTo(corner.x_mm * mm, (high - corner.y_mm) * mm)
            path.close()
            canvas.drawPath(path, stroke=0, fill=1)
        case Words():
            _words(canvas, item, high)
        case Tag():
            _turned_tag(canvas, item, high)
        case Window():
            _window(canvas, item, high)


def _line(canvas: Canvas, colour: str, width_mm: float, dash_mm: float) -> None:
    canvas.setStrokeColor(HexColor(colour))
    canvas.setLineWidth(width_mm * mm)
    canvas.setDash([dash_mm * mm, dash_mm * mm] if dash_mm else [])


def _field(canvas: Canvas, item: Field, high: float) -> None:
    area = item.area
    stroke, fill = int(bool(item.line)), int(bool(item.fill))
    if item.line:
        _line(canvas, item.line, item.line_mm, item.dash_mm)
    if item.fill:
        canvas.setFillColor(HexColor(item.fill))
    left, low = area.x_mm * mm, (high - area.y_mm - area.height_mm) * mm
    if item.is_round:
        right, top = left + area.width_mm * mm, low + area.height_mm * mm
        canvas.ellipse(left, low, right, top, stroke=stroke, fill=fill)
    else:
        canvas.rect(left, low, area.width_mm * mm, area.height_mm * mm, stroke=stroke, fill=fill)


def _words(canvas: Canvas, item: Words, high: float) -> None:
    text = printable(item.text)
    canvas.setFillColor(HexColor(item.colour))
    canvas.setFont(font(item.bold), fitting_pt(text, item.size_pt, item.bold, item.room_mm))
    draw = {"left": canvas.drawString, "middle": canvas.drawCentredString, "right": canvas.drawRightString}
    if not item.upside_down:
        draw[item.anchor](item.x_mm * mm, (high - item.y_mm) * mm, text)
        return
    canvas.saveState()
    canvas.translate(item.x_mm * mm, (high - item.y_mm) * mm)
    canvas.rotate(180)
    draw[item.anchor](0, 0, text)
    canvas.restoreState()


def _turned_tag(canvas: Canvas, item: Tag, high: float) -> None:
    if not item.turn_deg:
        _tag(canvas, item, high)
        return
    canvas.saveState()
    canvas.translate(item.x_mm * mm, (high - item.y_mm) * mm)
    canvas.rotate(-item.turn_deg)
    _tag(canvas, Tag(item.marker, 0, high, item.side_mm, item.board), high)
    canvas.restoreState()


def _tag(canvas: Canvas, item: Tag, high: float) -> None:
    """White edge, black square, white cells as one path: separate squares would show hairlines between them."""
    rows = cells(item.marker, item.board)
    step = item.side_mm / len(rows)
    edge = step if not item.board else 0
    left, top = item.x_mm - item.side_mm / 2, item.y_mm - item.side_mm / 2
    for colour, grown in ((WHITE, edge), (BLACK, 0.0)):
        side = item.side_mm + 2 * grown
        canvas.setFillColor(HexColor(colour))
        low = high - top + grown - side
        canvas.rect((left - grown) * mm, low * mm, side * mm, side * mm, stroke=0, fill=1)
    canvas.setFillColor(HexColor(WHITE))
    path = canvas.beginPath()
    for row, line in enumerate(rows):
        for column, is_white in enumerate(line):
            if is_white:
                path.rect((left + column * step) * mm, (high - top - (row + 1) * step) * mm, step * mm, step * mm)
    canvas.drawPath(path, stroke=0, fill=1)


def _window(canvas: Canvas, item: Window, high: float) -> None:
    area = item.area
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(area.x_mm * mm, (high - area.y_mm - area.height_mm) * mm, area.width_mm * mm, area.height_mm * mm)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.translate(item.dx_mm * mm, -item.dy_mm * mm)
    for each in item.items:
        _draw(canvas, each, high)
    canvas.restoreState()
