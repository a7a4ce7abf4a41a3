"""What is printed on a piece besides its marker, drawn into its face: lines, fields, outlines and words in mm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from companion.table.ink import Field, Ink, Line, Outline, Words
from vision.cameras.frames import Pixels

MM_PER_PT: Final = 25.4 / 72
CAPITAL: Final = 0.72
"""Height of a capital letter of Helvetica, of its size."""
FONT, FONT_PX = cv2.FONT_HERSHEY_SIMPLEX, 21.0
"""OpenCV's nearest to it, and how high its capitals are at scale 1."""


def draw_ink(face: Pixels, ink: Iterable[Ink], px_per_mm: float) -> None:
    """Draw all of it into a face (H, W, 3), BGR, whose first pixel begins at the top left of the piece.

    Dashed lines are drawn whole, and letters are OpenCV's own.
    """
    for each in ink:
        match each:
            case Line():
                ends = _px((each.x1_mm, each.y1_mm), px_per_mm), _px((each.x2_mm, each.y2_mm), px_per_mm)
                cv2.line(face, *ends, printed(each.colour), _wide(each.width_mm, px_per_mm), cv2.LINE_AA)
            case Field():
                _field(face, each, px_per_mm)
            case Outline():
                corners = np.array([_px((spot.x_mm, spot.y_mm), px_per_mm) for spot in each.corners], np.int32)
                cv2.fillPoly(face, [corners], printed(each.fill), cv2.LINE_AA)
            case Words():
                _words(face, each, px_per_mm)


def printed(colour: str) -> tuple[int, int, int]:
    """Blue, green and red of `#rrggbb`, a little paler, as print is."""
    red, green, blue = (round(30 + 0.8 * int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return blue, green, red


def _field(face: Pixels, field: Field, px_per_mm: float) -> None:
    area = field.area
    corner = _px((area.x_mm, area.y_mm), px_per_mm)
    opposite = _px((area.x_mm + area.width_mm, area.y_mm + area.height_mm), px_per_mm)
    for colour, thick in ((field.fill, -1), (field.line, _wide(field.line_mm, px_per_mm))):
        if not colour:
            continue
        if field.is_round:
            middle = ((corner[0] + opposite[0]) // 2, (corner[1] + opposite[1]) // 2)
            radius = min(opposite[0] - corner[0], opposite[1] - corner[1]) // 2
            cv2.circle(face, middle, radius, printed(colour), thick, cv2.LINE_AA)
        else:
            cv2.rectangle(face, corner, opposite, printed(colour), thick, cv2.LINE_AA)


def _words(face: Pixels, words: Words, px_per_mm: float) -> None:
    if words.upside_down:
        turned = np.ascontiguousarray(face[::-1, ::-1])
        height_mm, width_mm = face.shape[0] / px_per_mm, face.shape[1] / px_per_mm
        upright = Words(
            width_mm - words.x_mm,
            height_mm - words.y_mm,
            words.text,
            words.size_pt,
            words.anchor,
            words.colour,
            words.bold,
            words.room_mm,
        )
        _words(turned, upright, px_per_mm)
        face[:] = turned[::-1, ::-1]
        return
    scale = words.size_pt * MM_PER_PT * CAPITAL * px_per_mm / FONT_PX
    thick = max(1, round((3.0 if words.bold else 1.8) * scale))
    (length, _), _ = cv2.getTextSize(words.text, FONT, scale, thick)
    if words.room_mm and length > words.room_mm * px_per_mm:
        scale *= words.room_mm * px_per_mm / length
        length = round(words.room_mm * px_per_mm)
    left, baseline = _px((words.x_mm, words.y_mm), px_per_mm)
    left -= {"left": 0, "middle": length // 2, "right": length}[words.anchor]
    cv2.putText(face, words.text, (left, baseline), FONT, scale, printed(words.colour), thick, cv2.LINE_AA)


def _px(at_mm: tuple[float, float], px_per_mm: float) -> tuple[int, int]:
    return round(at_mm[0] * px_per_mm), round(at_mm[1] * px_per_mm)


def _wide(width_mm: float, px_per_mm: float) -> int:
    return max(1, round(width_mm * px_per_mm))
