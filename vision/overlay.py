"""A picture for people: what the camera sees of the mat, and what was made of it. Beside the mat all is black."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.layout import Layout, Spot
from companion.table.sightings import BARE, MarkerId, Rejection, Sighting
from vision.cameras.frames import Pixels
from vision.lens import flattened
from vision.looks import Picture
from vision.mat import Mat, Matrix, place

WIDTH_PX = 1280
QUALITY = 82
SMALL_PX, SMALL_QUALITY = 480, 50
"""A picture no wider than this is for a glance beside other things: of Waves 8 kB at 320 px, and not 14."""
"""Of the JPEG: 100 to 250 kB at 1280 px, and letters without specks."""

BESIDE_MM = 15.0
"""So much around the mat is shown. Beyond it lie the hands of the players and the cards they hide."""

CARD_SHAPE = 9 / 16
GROUND, INK = (38, 32, 28), (235, 235, 235)
"""The card with a sentence where there is no mat, BGR."""
HALO = (20, 20, 20)
READ, REFUSED, BARE_DOT, EDGE, REACH = (90, 220, 90), (60, 60, 245), (200, 170, 60), (230, 230, 230), (0, 165, 255)
"""A piece that is read, a marker that does not count, bare ground, the mat's outline, what reaches over it; BGR."""

REACH_MM = 50.0
"""Length of the bar at the edge where something reaches over it."""
REJECTED_MM = 18.0
"""Side of the cross on a marker that does not count; such a one has no size that means anything."""

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_SUB = 4
"""Binary digits behind the point in the coordinates given to OpenCV: lines lie where they belong, not on whole px."""

Colour = tuple[int, int, int]
Points = npt.NDArray[np.floating]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom edge in px."""

STEPS = (0.0, 0.7, -0.7, 1.4, -1.4)
"""Where a label may stand, in sides of its marker under the marker's middle: cards lie closer than words are long."""


def draw(picture: Picture, labels: Mapping[MarkerId, str], width_px: int = WIDTH_PX) -> bytes:
    """The look as a JPEG, `width_px` wide: the mat and a little around it, turned as the camera sees it.

    Pieces that are read are outlined and labelled, markers that do not count are crossed out, bare ground has a dot,
    and where something reaches over the mat its edge has a bar. A marker without a label shows its number. Without a
    mat nothing of the frame is shown, but a card with the look's sentence. Where the lens is known, lines are straight.
    """
    if picture.pixels is None or picture.mat is None:
        return _encode(_card(picture.look.verdict, width_px))
    pixels, mat = flattened(picture.pixels, picture.mat, picture.lens)
    canvas = _cut_out(pixels, mat, picture.layout, width_px)
    _mark(canvas, picture, labels)
    return _encode(canvas.pixels)


@dataclass(frozen=True, eq=False)
class _Canvas:
    """What is drawn on, and the homography (3, 3) from the mat's mm to its px."""

    pixels: Pixels
    to_px: Matrix
    unit_px: float
    """A thousandth of its width, at least 1: by this lines and letters are scaled."""

    def places(self, points_mm: Points) -> Points:
        """Points (N, 2) on the mat, in px."""
        return place(self.to_px, points_mm)

    def lines(self, points_px: Points, colour: Colour, thick: float, closed: bool = False) -> None:
        """A smooth line with a dark halo, so that it shows on any ground."""
        at = np.round(points_px * 2**_SUB).astype(np.int32).reshape(-1, 1, 2)
        for ink, extra in ((HALO, 2.0), (colour, 0.0)):
            width = max(1, round((thick + extra) * self.unit_px))
            cv2.polylines(self.pixels, [at], closed, ink, width, cv2.LINE_AA, _SUB)

    def dot(self, point_px: Points, radius: float, colour: Colour) -> None:
        at = tuple(round(float(value) * 2**_SUB) for value in point_px)
        for ink, extra in ((HALO, 1.0), (colour, 0.0)):
            reach = round((radius + extra) * self.unit_px * 2**_SUB)
            cv2.circle(self.pixels, (at[0], at[1]), reach, ink, -1, cv2.LINE_AA, _SUB)

    def words(self, middle_px: Points, text: str, step_px: float, taken: list[Box]) -> None:
        """The text around a point, or some steps under or over it; nothing where other texts leave it no room."""
        scale, thin = 0.38 * self.unit_px, max(1, round(self.unit_px))
        (length, height), _ = cv2.getTextSize(text, _FONT, scale, thin)
        across, middle = float(middle_px[0]), float(middle_px[1])
        middles = [middle + step * step_px for step in STEPS]
        # The halo around the letters counts as well.
        wide, high = length / 2 + 2 * self.unit_px, height / 2 + 2 * self.unit_px
        boxes = [(across - wide, at - high, across + wide, at + high) for at in middles]
        box = next((each for each in boxes if not any(_overlap(each, other) for other in taken)), None)
        if box is None:
            return
        taken.append(box)
        corner = (round(across - length / 2), round(box[3] - 2 * self.unit_px))
        cv2.putText(self.pixels, text, corner, _FONT, scale, HALO, thin + 3, cv2.LINE_AA)
        cv2.putText(self.pixels, text, corner, _FONT, scale, INK, thin, cv2.LINE_AA)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _cut_out(pixels: Pixels, mat: Mat, layout: Layout, width_px: int) -> _Canvas:
    """The mat and a little around it, everything else black: that comes first, before the frame is used at all."""
    to_px = np.asarray(np.linalg.inv(mat.to_mm), dtype=np.float64)
    shown = place(to_px, _outline(layout, BESIDE_MM))
    mask = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(shown * 2**_SUB).astype(np.int32), 255, cv2.LINE_8, _SUB)
    public = cv2.bitwise_and(pixels, pixels, mask=mask)
    height, width = public.shape[:2]
    left, top = np.clip(np.floor(shown.min(axis=0)), 0, [width - 2, height - 2]).astype(int).tolist()
    right, bottom = np.clip(np.ceil(shown.max(axis=0)) + 1, [left + 2, top + 2], [width, height]).astype(int).tolist()
    part = public[top:bottom, left:right]
    scale = width_px / part.shape[1]
    size = (width_px, max(1, round(part.shape[0] * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(part, size, interpolation=method), dtype=np.uint8)
    # (x + 0.5) * scale - 0.5: both have their origin at the middle of the first pixel.
    shift = np.array([[scale, 0, (0.5 - left) * scale - 0.5], [0, scale, (0.5 - top) * scale - 0.5], [0, 0, 1]])
    return _Canvas(small, np.asarray(shift @ to_px, dtype=np.float64), max(1.0, width_px / 1000))


def _outline(layout: Layout, beside_mm: float) -> Points:
    low, right, bottom = -beside_mm, layout.width_mm + beside_mm, layout.height_mm + beside_mm
    return np.array([[low, low], [right, low], [right, bottom], [low, bottom]])


def _mark(canvas: _Canvas, picture: Picture, labels: Mapping[MarkerId, str]) -> None:
    look, layout = picture.look, picture.layout
    canvas.lines(canvas.places(_outline(layout, 0)), EDGE, 1, closed=True)
    for spot in look.reading.reaching:
        canvas.lines(canvas.places(_bar(spot, layout)), REACH, 7)
    pieces = [each for each in look.sightings if each.marker != BARE]
    for each in look.sightings:
        if each.marker == BARE:
            canvas.dot(canvas.places(np.array([[each.x_mm, each.y_mm]]))[0], 2.5, BARE_DOT)
    for each in pieces:
        canvas.lines(canvas.places(_square(each)), READ, 1.5, closed=True)
    for odd in look.rejected:
        _cross_out(canvas, odd)
    # Words last: no outline runs through one.
    taken: list[Box] = []
    for each in pieces:
        _label(canvas, each, labels.get(each.marker, str(each.marker)), taken)


def _square(each: Sighting) -> Points:
    half, angle = each.side_mm / 2, math.radians(each.angle_deg)
    turned = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.asarray(corners @ turned + [each.x_mm, each.y_mm], dtype=np.float64)


def _bar(spot: Spot, layout: Layout) -> Points:
    """Both ends of a bar along the edge that the spot lies nearest to."""
    half = REACH_MM / 2
    to_side = min(spot.x_mm, layout.width_mm - spot.x_mm)
    to_end = min(spot.y_mm, layout.height_mm - spot.y_mm)
    along = np.array([[0.0, -half], [0.0, half]]) if to_side < to_end else np.array([[-half, 0.0], [half, 0.0]])
    ends = along + np.array([spot.x_mm, spot.y_mm])
    return np.asarray(np.clip(ends, 0, [layout.width_mm, layout.height_mm]), dtype=np.float64)


def _cross_out(canvas: _Canvas, odd: Rejection) -> None:
    half = REJECTED_MM / 2
    for x, y in ((half, half), (half, -half)):
        ends = np.array([[odd.x_mm - x, odd.y_mm - y], [odd.x_mm + x, odd.y_mm + y]])
        canvas.lines(canvas.places(ends), REFUSED, 2.5)


def _label(canvas: _Canvas, each: Sighting, text: str, taken: list[Box]) -> None:
    middle = canvas.places(np.array([[each.x_mm, each.y_mm], [each.x_mm + each.side_mm, each.y_mm]]))
    side_px = float(np.linalg.norm(middle[1] - middle[0]))
    canvas.words(middle[0], _plain(text), side_px, taken)


def _plain(text: str) -> str:
    """The text in the letters that OpenCV's font has: accents are left out."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _card(text: str, width_px: int) -> Pixels:
    """A dark card with the sentence in its middle."""
    card = np.full((round(width_px * CARD_SHAPE), width_px, 3), GROUND, np.uint8)
    scale, thick = width_px / 1280, max(1, round(width_px / 800))
    lines = _wrapped(_plain(text), scale, thick, 0.8 * width_px)
    step = round(44 * scale)
    top = (card.shape[0] - step * (len(lines) - 1)) // 2
    for row, line in enumerate(lines):
        (length, height), _ = cv2.getTextSize(line, _FONT, scale, thick)
        corner = ((width_px - length) // 2, top + row * step + height // 2)
        cv2.putText(card, line, corner, _FONT, scale, INK, thick, cv2.LINE_AA)
    return card


def _wrapped(text: str, scale: float, thick: int, most_px: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and cv2.getTextSize(longer, _FONT, scale, thick)[0][0] <= most_px:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _encode(pixels: Pixels) -> bytes:
    quality = SMALL_QUALITY if pixels.shape[1] <= SMALL_PX else QUALITY
    _, stored = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return stored.tobytes()
