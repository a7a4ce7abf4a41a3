"""Photographs of what was done: parts of the mat, cut out of a frame and seen straight from above.

Nothing of the frame is used but these parts: hands of cards beside the mat can never be in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.table.evidence import PHOTO_MARGIN_MM, Crop
from companion.table.geometry import Area
from companion.table.layout import Layout
from vision.cameras.frames import Pixels
from vision.eye import Eye
from vision.lens import flattened
from vision.looks import Picture
from vision.mat import Mat, place

MARGIN_MM = PHOTO_MARGIN_MM
WIDTH_PX = 400
"""No photograph is wider."""
HEIGHT_PX = 800
"""Nor higher: one of many areas is drawn smaller."""
SHARP = 3.0
"""Pixels a millimetre, at most; a camera 2304 px wide over a mat of 90 cm has 2.5."""
GAP_PX = 6
"""Between two areas that lie apart on the mat."""
QUALITY = 85
GROUND = (20, 20, 20)
"""Around the areas; BGR."""

Place = tuple[int, int, int, int]
"""Left, top, width and height in px."""


class EyePhotographer:
    """Cuts photographs out of the last pictures of an eye, in the caller's thread."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye

    def photo(self, at_s: float, frame: int, areas: tuple[Area, ...]) -> Crop | None:
        """These areas of the mat in the picture of that time and frame, or in the nearest one kept; None without."""
        picture = self._eye.picture_of(at_s, frame)
        jpeg = crop(picture, areas) if picture is not None else b""
        return Crop(jpeg, picture.look.number, picture.look.reading.at_s) if picture is not None and jpeg else None


def crop(picture: Picture, areas: Sequence[Area]) -> bytes:
    """The areas and a little of the mat around each as one JPEG, side by side, the first at the top left.

    Empty where the picture has no mat, or no area lies on it.
    """
    shown = [part for area in areas if (part := _on_mat(area, picture.layout)) is not None]
    if picture.pixels is None or picture.mat is None or not shown:
        return b""
    pixels, mat = flattened(picture.pixels, picture.mat, picture.lens)
    scale, places = arrange(shown, finest(mat, picture.layout))
    right = max(left + width for left, _, width, _ in places)
    bottom = max(top + height for _, top, _, height in places)
    sheet = np.full((bottom, right, 3), GROUND, np.uint8)
    for part, (left, top, width, height) in zip(shown, places, strict=True):
        sheet[top : top + height, left : left + width] = _cut(pixels, mat, part, scale, width, height)
    _, stored = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return stored.tobytes()


def part(picture: Picture, area: Area) -> Picture:
    """A picture with the pixels of that area alone and of what is cut out around it: as good for a photograph of it.

    The same where the picture has no mat, or does not show the area.
    """
    shown = _on_mat(area, picture.layout)
    if picture.pixels is None or picture.mat is None or shown is None:
        return picture
    pixels, mat = flattened(picture.pixels, picture.mat, picture.lens)
    right_mm, low_mm = shown.x_mm + shown.width_mm, shown.y_mm + shown.height_mm
    corners_mm = [[shown.x_mm, shown.y_mm], [right_mm, shown.y_mm], [right_mm, low_mm], [shown.x_mm, low_mm]]
    corners = place(np.asarray(np.linalg.inv(mat.to_mm)), np.array(corners_mm))
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0).tolist()
    right, low = (np.ceil(corners.max(axis=0)).astype(int) + 2).tolist()
    cut = pixels[top:low, left:right].copy()
    if not cut.size:
        return picture
    to_whole = np.array([[1.0, 0, left], [0, 1, top], [0, 0, 1]])
    return replace(picture, pixels=cut, mat=replace(mat, to_mm=mat.to_mm @ to_whole), lens=None)


def finest(mat: Mat, layout: Layout) -> float:
    """Pixels a millimetre that a photograph of this mat is worth: those of its nearest edge, and `SHARP` at most."""
    sides_mm = np.array([layout.width_mm, layout.height_mm] * 2)
    corners_mm = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * sides_mm[:2]
    corners_px = place(np.asarray(np.linalg.inv(mat.to_mm)), corners_mm)
    edges_px = np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1)
    return min(SHARP, float((edges_px / sides_mm).max()))


def arrange(areas: Sequence[Area], most: float = SHARP) -> tuple[float, list[Place]]:
    """Pixels a millimetre, and where each area comes to lie on the sheet: in rows, as large as the sheet allows.

    `most` are the pixels a millimetre that it needs not exceed.
    """
    scale = min(most, WIDTH_PX / max(each.width_mm for each in areas))
    while True:
        places = _rows([_size(each, scale) for each in areas])
        if max(top + height for _, top, _, height in places) <= HEIGHT_PX:
            return scale, places
        scale *= 0.9


def _size(area: Area, scale: float) -> tuple[int, int]:
    return min(WIDTH_PX, max(1, round(area.width_mm * scale))), max(1, round(area.height_mm * scale))


def _rows(sizes: Sequence[tuple[int, int]]) -> list[Place]:
    places: list[Place] = []
    left = top = high = 0
    for width, height in sizes:
        if left and left + width > WIDTH_PX:
            left, top, high = 0, top + high + GAP_PX, 0
        places.append((left, top, width, height))
        left, high = left + width + GAP_PX, max(high, height)
    return places


def _on_mat(area: Area, layout: Layout) -> Area | None:
    """The area with its margin, as far as it lies on the mat; None where it lies beside it."""
    left, top = max(0.0, area.x_mm - MARGIN_MM), max(0.0, area.y_mm - MARGIN_MM)
    right = min(layout.width_mm, area.x_mm + area.width_mm + MARGIN_MM)
    bottom = min(layout.height_mm, area.y_mm + area.height_mm + MARGIN_MM)
    return Area(left, top, right - left, bottom - top) if right > left and bottom > top else None


def _cut(pixels: Pixels, mat: Mat, area: Area, scale: float, width: int, height: int) -> Pixels:
    # Origins are the middles of the first pixels: px = (mm - corner) * scale - 0.5.
    to_px = np.array([[scale, 0, -area.x_mm * scale - 0.5], [0, scale, -area.y_mm * scale - 0.5], [0, 0, 1]])
    # What the camera did not see is black.
    cut = cv2.warpPerspective(pixels, to_px @ mat.to_mm, (width, height), flags=cv2.INTER_LINEAR)
    return np.asarray(cut, dtype=np.uint8)
