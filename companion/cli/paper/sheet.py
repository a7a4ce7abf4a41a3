"""A picture of lights: each a strip round the outline of a mat, its words beside it; three moments where it moves."""

from __future__ import annotations

import math
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.paper.showcase import Row
from companion.cli.written import is_marked, marked_png, write_own
from companion.lights.render import Pixel, render

Image: TypeAlias = NDArray[np.uint8]

SHEET_CURE: Final = "Name another file with --sheet."
MOMENTS_S = (0.0, 0.7, 1.4)
COLUMNS = 2
MAT_PX, GAP_PX, WORDS_PX, TITLE_PX = (156, 104), 20, 270, 34
ROW_PX = MAT_PX[1] + 2 * GAP_PX
LINE_PX = 19
DESCENT_PX = 12
"""Below the last line: the tails of its letters, and a little paper."""
COLUMN_PX = WORDS_PX + len(MOMENTS_S) * (MAT_PX[0] + 2 * GAP_PX)
PAPER, CLOTH, EDGE, TEXT, SOFT = (20, 14, 9), (44, 30, 16), (92, 72, 50), (247, 243, 234), (200, 185, 165)
UNLIT = (30, 24, 18)
"""Blue, green, red."""


def draw_sheet(rows: Sequence[Row], pixels: int) -> Image:
    """The picture, height x width x 3 (blue, green, red); the rows run down the first column, then the next."""
    high = math.ceil(len(rows) / COLUMNS)
    columns = [rows[first : first + high] for first in range(0, len(rows), high)]
    tall = max((sum(map(_row_px, column)) + _hang_px(column[-1]) for column in columns), default=0)
    image = np.full((tall + TITLE_PX, COLUMNS * COLUMN_PX, 3), PAPER, np.uint8)
    moments = ", ".join(f"{moment:g}" for moment in MOMENTS_S)
    heading = f"A strip of {pixels} pixels round the mat. Lights that move: after {moments} s."
    _write(image, heading, 16, 24, 0.5, SOFT)
    for number, column in enumerate(columns):
        top = TITLE_PX
        for row in column:
            _draw_row(image, row, pixels, number * COLUMN_PX, top)
            top += _row_px(row)
    return image


def write_png(path: Path, image: Image) -> None:
    """Write the picture. Raises `NotOurs` and `NotWritten`."""
    found, png = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    assert found  # every image of this type can be encoded
    write_own(path, marked_png(png.tobytes()), is_marked, SHEET_CURE)


def _words(row: Row) -> tuple[list[str], list[str]]:
    """The lines of its title and of its words."""
    return textwrap.wrap(_plain(row.title), 27), textwrap.wrap(_plain(str(row.scene.text() or "The strip rests.")), 34)


def _row_px(row: Row) -> int:
    """How tall it is drawn: as its words need, or its mat."""
    # The baseline of the last line may lie on the end of the row: the next one begins 30 below.
    return max(ROW_PX, 11 + LINE_PX * sum(map(len, _words(row))))


def _hang_px(row: Row) -> int:
    """What its words need below its end, where no other row follows."""
    return max(0, 11 + LINE_PX * sum(map(len, _words(row))) + DESCENT_PX - _row_px(row))


def _draw_row(image: Image, row: Row, pixels: int, left: int, top: int) -> None:
    title, words = _words(row)
    for line, text in enumerate((*title, *words)):
        is_title = line < len(title)
        _write(image, text, left + 16, top + 30 + LINE_PX * line, 0.5 if is_title else 0.4, TEXT if is_title else SOFT)
    for number, moment in enumerate(MOMENTS_S if row.scene.moves() else MOMENTS_S[:1]):
        x = left + WORDS_PX + number * (MAT_PX[0] + 2 * GAP_PX) + GAP_PX
        _draw_mat(image, row, x, top + GAP_PX)
        colours = render(row.scene, pixels, moment)
        for colour, (dx, dy) in zip(colours, _places(pixels, row), strict=True):
            _draw_lamp(image, colour, x + dx, top + GAP_PX + dy)


def _draw_mat(image: Image, row: Row, x: int, y: int) -> None:
    width, height = _mat_size(row)
    cv2.rectangle(image, (x, y), (x + width, y + height), CLOTH, -1, cv2.LINE_AA)
    cv2.rectangle(image, (x, y), (x + width, y + height), EDGE, 1, cv2.LINE_AA)
    seats = len(row.names)
    for seat, name in enumerate(row.names):
        dx, dy = _round_the_mat((seat + 0.5) / seats, row, seats)
        # A little way in from the strip, towards the middle of the mat.
        dx, dy = width / 2 + (dx - width / 2) * 0.72, height / 2 + (dy - height / 2) * 0.72
        label = _plain(name)
        (wide, tall), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, 0.42, 1)
        _write(image, label, round(x + dx - wide / 2), round(y + dy + tall / 2), 0.42, SOFT)


def _draw_lamp(image: Image, colour: Pixel, x: float, y: float) -> None:
    red, green, blue = colour
    # On whole pixels: equal lamps are then equal pictures, which halves the file.
    at = (round(x), round(y))
    cv2.circle(image, at, 4, (blue, green, red) if max(colour) else UNLIT, -1)


def _mat_size(row: Row) -> tuple[int, int]:
    """Of the drawn mat, in pixels of the picture."""
    share = min(MAT_PX[0] / row.layout.width_mm, MAT_PX[1] / row.layout.height_mm)
    return round(row.layout.width_mm * share), round(row.layout.height_mm * share)


def _places(pixels: int, row: Row) -> Iterator[tuple[float, float]]:
    """Where each pixel is drawn, from the mat's top left corner."""
    for index in range(pixels):
        yield _round_the_mat((index + 0.5) / pixels, row, len(row.names))


def _round_the_mat(place: float, row: Row, seats: int) -> tuple[float, float]:
    """The point at a place of the ring, a little outside the mat; the first seat sits before the middle below."""
    off = 11.0
    width, height = (side + 2 * off for side in _mat_size(row))
    # Clockwise as seen from above: along the lower edge to the left, up, to the right, down.
    along = (place - 0.5 / seats) % 1.0 * 2 * (width + height)
    half = width / 2
    for length, start, step in (
        (half, (half, height), (-1, 0)),
        (height, (0.0, height), (0, -1)),
        (width, (0.0, 0.0), (1, 0)),
        (height, (width, 0.0), (0, 1)),
        (half, (width, height), (-1, 0)),
    ):
        if along <= length:
            return start[0] + step[0] * along - off, start[1] + step[1] * along - off
        along -= length
    return half - off, height - off


def _write(image: Image, text: str, x: int, y: int, size: float, colour: tuple[int, int, int]) -> None:
    cv2.putText(image, _plain(text), (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def _plain(text: str) -> str:
    """The text in letters that OpenCV can draw."""
    plain = text.replace("·", "-").replace("×", "x").replace("’", "'")
    return unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
