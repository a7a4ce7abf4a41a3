"""The printed things, seen straight from above: the mat with its zones and corners, and every piece with its marker.

Pieces are drawn at `PX_PER_MM`, in which a cell of an 18 mm marker is 18 px. Pixel (0, 0) has its middle half a pixel
inside the top left corner of the print.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.geometry import bare_places
from companion.table.kit import Kit
from companion.table.layout import QUIET_ZONE, Layout, Zone
from companion.table.pieces import PieceKind, hexagon
from companion.table.rim import is_dark
from companion.table.sightings import BARE, MarkerId
from vision.cameras.frames import Pixels
from vision.virtual.ink import draw_ink, printed

PX_PER_MM = 8
MAT_PX_PER_MM = 4
MARGIN_MM = 4.0
"""Room around a piece for its shadow."""
SHADOW = 0.4
"""How much of the light the darkest part of a shadow takes away."""
PAPER, BLACK = 232, 24
"""Grey levels of white and black print in full light."""
CLOTH, LINE = (214, 206, 190), (150, 140, 120)
"""Ground and lines of the mat, BGR. Pale, so that the white edge of a corner marker does not end in the dark."""
_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
Outline: TypeAlias = Literal["square", "round", "hex"]
"""How a piece is cut out."""
_CELLS = 8
"""Cells along the side of the black square: six of code, and a black one at each end."""


def print_marker(marker: MarkerId, side_px: float) -> Pixels:
    """A marker with its white edge, grey (N, N); `side_px` is the side of the black square."""
    cells = cv2.aruco.generateImageMarker(_DICTIONARY, int(marker), _CELLS)
    grey = np.where(np.asarray(cells) > 0, PAPER, BLACK).astype(np.uint8)
    grey = np.pad(grey, 1, constant_values=PAPER)
    whole_px = round(side_px * (1 + 2 * QUIET_ZONE))
    return np.asarray(cv2.resize(grey, (whole_px, whole_px), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def filled(width: int, height: int, bgr: tuple[int, int, int]) -> Pixels:
    """A surface of one colour, (H, W, 3)."""
    return np.asarray(cv2.merge([np.full((height, width), level, np.uint8) for level in bgr]), dtype=np.uint8)


def print_mat(layout: Layout, kit: Kit) -> Pixels:
    """The mat, BGR (H, W, 3) at `MAT_PX_PER_MM`: zones, corner markers, the marks of bare ground and the dashed rim."""
    scale = MAT_PX_PER_MM
    mat = filled(round(layout.width_mm * scale), round(layout.height_mm * scale), CLOTH)
    for zone in layout.zones:
        _outline(mat, zone, scale)
    for place in bare_places(layout, kit):
        _stick(
            mat, print_marker(BARE, kit.marker_side_mm * scale), place.centre.x_mm * scale, place.centre.y_mm * scale
        )
    for anchor in (*layout.anchors, *((layout.mark,) if layout.mark else ())):
        _stick(mat, print_marker(MarkerId(anchor.id), anchor.side_mm * scale), anchor.x_mm * scale, anchor.y_mm * scale)
    if layout.rim_mm:
        _dash(mat, layout, scale)
    return mat


def _stick(print_: Pixels, grey: Pixels, x_px: float, y_px: float) -> None:
    """Put a marker with its middle there."""
    left, top = round(x_px - len(grey) / 2), round(y_px - len(grey) / 2)
    print_[top : top + len(grey), left : left + len(grey)] = grey[:, :, None]


def _dash(mat: Pixels, layout: Layout, scale: int) -> None:
    """The rim. A corner belongs to two sides: each has there what lies nearer to its own middle line."""
    x_mm, y_mm = ((np.arange(length) + 0.5) / scale for length in (mat.shape[1], mat.shape[0]))
    across, down = (np.array([PAPER, BLACK], np.uint8)[_dark(along)] for along in (x_mm, y_mm))
    half, rim_px = layout.rim_mm / 2, math.ceil(layout.rim_mm * scale)
    near, far, all_ = slice(rim_px), slice(-rim_px, None), slice(None)
    for rows, columns in ((near, all_), (far, all_), (all_, near), (all_, far)):
        from_side = np.minimum(x_mm, layout.width_mm - x_mm)[None, columns]
        from_end = np.minimum(y_mm, layout.height_mm - y_mm)[rows, None]
        is_end = (from_end < layout.rim_mm) & (
            (from_side >= layout.rim_mm) | (abs(from_end - half) < abs(from_side - half))
        )
        is_side = (from_side < layout.rim_mm) & ~is_end
        part = mat[rows, columns]
        part[is_end] = np.broadcast_to(across[None, columns], is_end.shape)[is_end][:, None]
        part[is_side] = np.broadcast_to(down[rows, None], is_side.shape)[is_side][:, None]


def _dark(along_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    return np.array([is_dark(each) for each in along_mm.tolist()], np.int64)


def _outline(mat: Pixels, zone: Zone, scale: int) -> None:
    corner = (round(zone.x_mm * scale), round(zone.y_mm * scale))
    opposite = (round((zone.x_mm + zone.width_mm) * scale), round((zone.y_mm + zone.height_mm) * scale))
    cv2.rectangle(mat, corner, opposite, LINE, scale // 2, cv2.LINE_AA)
    cv2.putText(mat, zone.zone, (corner[0] + 8, opposite[1] - 10), cv2.FONT_HERSHEY_SIMPLEX, 0.7, LINE, 1, cv2.LINE_AA)


def print_piece(kind: PieceKind, marker: MarkerId, face_up: bool, kit: Kit) -> Pixels:
    """A piece and its shadow, BGR multiplied by its alpha, and alpha: (H, W, 4), with `MARGIN_MM` around the piece."""
    size = kit.size(kind.kind)
    width, height = round(size.width_mm * PX_PER_MM), round(size.height_mm * PX_PER_MM)
    face = filled(width, height, (PAPER, PAPER, PAPER) if kind.ink else printed(kind.colour))
    if face_up and kind.ink:
        draw_ink(face, kind.ink, PX_PER_MM)
    elif face_up:
        _write(face, kind, size.is_round)
    else:
        _waves(face)
    ground = print_marker(BARE, kit.marker_side_mm * PX_PER_MM)
    for spot in size.bare:
        _stick(face, ground, spot.x_mm * PX_PER_MM, spot.y_mm * PX_PER_MM)
    own = print_marker(marker, kit.side_mm(size) * PX_PER_MM)
    _stick(face, own, size.marker_x_mm * PX_PER_MM, size.marker_y_mm * PX_PER_MM)
    return _cut_out(face, "round" if size.is_round else "hex" if kind.shape == "hex" else "square")


def _write(face: Pixels, kind: PieceKind, is_round: bool) -> None:
    """Name and number, low on the piece, where the markers are not."""
    if is_round:
        return
    height, width = face.shape[:2]
    ink = (20, 20, 20) if sum(printed(kind.colour)) > 380 else (235, 235, 235)
    words = f"{kind.number} {kind.label}".strip()
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, 4
    (length, _), _ = cv2.getTextSize(words, font, 1, thick)
    fit = min(1.6, 0.9 * width / max(length, 1))
    cv2.putText(face, words, (round(width * 0.05), round(height * 0.92)), font, fit, ink, thick, cv2.LINE_AA)
    if kind.shape == "card":
        cv2.rectangle(face, (width // 8, height * 5 // 8), (width * 7 // 8, height * 4 // 5), ink, 3)


def _waves(face: Pixels) -> None:
    height, width = face.shape[:2]
    across = np.arange(0, width + 8, 8)
    for row in range(1, 7):
        down = height * row / 7 + 12 * np.sin(across / 30)
        line = np.stack([across, down], axis=1).round().astype(np.int32)
        cv2.polylines(face, [line], False, (190, 160, 120), 4, cv2.LINE_AA)


def _cut_out(face: Pixels, outline: Outline) -> Pixels:
    """The face in its outline, corners rounded, over a soft shadow towards the lower right."""
    cover, alpha = _cover_and_alpha(face.shape[1], face.shape[0], outline)
    margin = round(MARGIN_MM * PX_PER_MM)
    whole = cv2.copyMakeBorder(face, margin, margin, margin, margin, cv2.BORDER_CONSTANT)
    return np.asarray(cv2.merge([*cv2.split(cv2.multiply(whole, cover, scale=1 / 255)), alpha]), dtype=np.uint8)


@lru_cache(maxsize=8)  # a kit has some shapes, and many pieces of each
def _cover_and_alpha(face_width: int, face_height: int, outline: Outline) -> tuple[Pixels, Pixels]:
    """How much of each pixel the piece covers, three times, and it with its shadow; both of 255, margin included."""
    margin = round(MARGIN_MM * PX_PER_MM)
    height, width = face_height + 2 * margin, face_width + 2 * margin
    shape = np.zeros((height, width), np.uint8)
    if outline == "round":
        cv2.circle(shape, (width // 2, height // 2), face_width // 2, 255, -1, cv2.LINE_AA)
    elif outline == "hex":
        corners = np.array(hexagon(face_width, face_height)).round().astype(np.int32)
        cv2.fillPoly(shape, [corners + margin], 255, cv2.LINE_AA)
    else:
        radius = 2 * PX_PER_MM
        ends = (margin + radius, margin + radius, width - margin - radius - 1, height - margin - radius - 1)
        cv2.rectangle(shape, ends[:2], ends[2:], 255, 2 * radius)
        shape[ends[1] : ends[3], ends[0] : ends[2]] = 255
    cover = shape.astype(np.float32) / 255
    fallen = np.roll(cover, (PX_PER_MM // 2, PX_PER_MM // 2), (0, 1))
    shadow = SHADOW * np.asarray(cv2.GaussianBlur(fallen, (0, 0), PX_PER_MM))
    alpha = (cover + (1 - cover) * shadow) * 255
    return np.asarray(cv2.merge([shape] * 3), dtype=np.uint8), alpha.round().astype(np.uint8)
