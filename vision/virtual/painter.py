"""Pictures of a scene as a camera takes them. What does not change from one picture to the next is drawn once."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast
from weakref import WeakMethod

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.faults import Sheet
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind
from companion.table.sightings import MarkerId
from vision.cameras.frames import Pixels
from vision.virtual.dice.lamps import lamp_of
from vision.virtual.dice.painter import paint_dice
from vision.virtual.dice.projections import projection
from vision.virtual.dice.records import LyingDie
from vision.virtual.faults import lay_sheet
from vision.virtual.glow import EdgeLight
from vision.virtual.ink import printed
from vision.virtual.prints import (
    CLOTH,
    MARGIN_MM,
    MAT_PX_PER_MM,
    PX_PER_MM,
    filled,
    print_mat,
    print_piece,
)
from vision.virtual.scene import Hand, PhysicalPiece, Scene, Standee
from vision.virtual.shot import Matrix, Shot, brightness, lens_of, mat_to_picture

FINER = 2
"""Samples along each side of a pixel, averaged: edges lie where the geometry says, to a tenth of a pixel."""
TABLE = (62, 84, 110)
"""The table around the mat, BGR."""
SKIN = (132, 160, 205)
SPARE_PX = 64
"""How much larger than a picture the stored noise is: every picture takes its own part of it."""
PRINTS = 2
"""Prints kept in their full size, of 0.4 to 1.7 MB each, for pieces that a hand carries; what lies still is kept as
drawn. Eight of them saved ten prints of 20 ms in 856 pictures."""
PATCHES = 100
"""Pieces kept as drawn, of some 30 kB each; a mat holds eighty, and a moving hand lays one in a few places."""
HEIGHT_STEP_MM = 5.0
"""Heights are drawn in steps of this: 0.4 % of a marker's side from 1.2 m, and a still hand is drawn from memory."""
ARM_MM = 600.0
NECK, HEAD = 0.35, 0.62
"""Of the radius of its foot, how wide a standing figure is at its neck and at its head."""
SUBPIXELS = 4
"""Binary digits of a pixel in which the outline of a figure is drawn."""

Noise = npt.NDArray[np.int16]
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class _Patch:
    """A piece as it appears: where, its own light (BGR), and how much of what is under it shows, of 255 (3 times)."""

    left: int
    top: int
    colour: Pixels
    through: Pixels


class Painter:
    """Draws scenes on one mat, all taken in the same way. One thread uses it."""

    def __init__(self, layout: Layout, kit: Kit, kinds: Mapping[str, PieceKind], shot: Shot | None = None) -> None:
        self.shot = shot or Shot()
        self._kit = kit
        self._kinds = kinds
        self.to_px = mat_to_picture(layout.width_mm, layout.height_mm, self.shot)
        """Homography (3, 3) from mm on the mat to px; straight ones, where the shot's lens bends."""
        self._layout = layout
        self._mat = _warp_mat(layout, kit, self.to_px, self.shot)
        # 8 bits of gain, 128 for 1, keep the whole picture in the fast 8 bit arithmetic.
        gain = np.clip(brightness(self.shot) * 128, 0, 255).round().astype(np.uint8)
        self._gain = np.asarray(cv2.merge([gain, gain, gain]), dtype=np.uint8)
        self._bent = _bent_from(self.shot)
        self._print = _kept(self._print_now, PRINTS)
        self._patch = _kept(self._patch_now, PATCHES)
        self._plane = _kept(self._plane_now, None)
        self._lying = _kept(self._with_dice, 1)
        self._edge_light = _kept(self._edge_light_now, 1)

    def paints(self, layout: Layout, kit: Kit, kinds: Mapping[str, PieceKind], shot: Shot) -> bool:
        """Whether its pictures are those of that mat and kit, taken so: then a further game needs no other painter."""
        return (layout, kit, kinds, shot) == (self._layout, self._kit, self._kinds, self.shot)

    def render(self, scene: Scene, seed: int = 0, sheet: Sheet | None = None, strip: tuple[str, ...] = ()) -> Pixels:
        """The scene, BGR uint8 (H, W, 3); the same seed and scene give the same picture to the last bit.

        A sheet before the lens hides its part of it. `strip` has the colours of the strip's pixels, as eyes see them;
        without any its light is not drawn.
        """
        picture = self._lying(scene.upwards(), scene.dice).copy() if scene.dice else self._laid(scene.upwards())
        for figure in scene.standing:
            self._stand(picture, figure)
        for hand in scene.hands:
            _draw_hand(picture, hand, self._plane(_step(hand.height_mm)), self._layout)
        if sheet is not None:
            lay_sheet(picture, sheet)
        return self._take(picture, seed, self._edge_light().gain(strip) if strip else None)

    def _laid(self, pieces: tuple[PhysicalPiece, ...]) -> Pixels:
        picture = self._mat.copy()
        for piece in pieces:
            patch = self._patch(replace(piece, height_mm=_step(piece.height_mm), layer=0))
            if patch is not None:
                _lay(picture, patch)
        return picture

    def _stand(self, picture: Pixels, figure: Standee) -> None:
        """A cone on its foot, with a round head: its top leans away from the middle of the picture, as the camera
        sees it."""
        standee, known = self._kit.standees[figure.kind], self._kinds.get(figure.kind)
        colour = printed(known.colour if known else "#6b7780")
        half, foot_mm, top_mm = standee.foot_mm / 2, figure.height_mm, figure.height_mm + standee.tall_mm
        neck, head = (self._ring(figure, share * half, top_mm - HEAD * half) for share in (NECK, HEAD))
        foot, crown = self._ring(figure, half, foot_mm), self._ring(figure, 0.6 * HEAD * half, top_mm)
        shadow = self._ring(figure, 1.15 * half, foot_mm)
        for ring, level in (
            (shadow, 0.0),
            (cv2.convexHull(np.concatenate([foot, neck])), 0.72),
            (cv2.convexHull(np.concatenate([head, crown])), 1.0),
        ):
            paint = [level * each for each in colour] if level else [0.6 * each for each in CLOTH]
            cv2.fillConvexPoly(picture, ring, paint, cv2.LINE_AA, shift=SUBPIXELS)

    def _ring(self, figure: Standee, radius_mm: float, height_mm: float) -> npt.NDArray[np.int32]:
        """A circle above the foot, in parts of a pixel (N, 1, 2)."""
        turns = np.linspace(0, 2 * math.pi, 40, endpoint=False)
        ring = np.stack([figure.x_mm + radius_mm * np.cos(turns), figure.y_mm + radius_mm * np.sin(turns)], axis=1)
        at = cv2.perspectiveTransform(ring[:, None, :], self._plane(_step(height_mm)))
        return np.asarray((at * (1 << SUBPIXELS)).round(), dtype=np.int32)

    def _with_dice(self, pieces: tuple[PhysicalPiece, ...], dice: tuple[LyingDie, ...]) -> Pixels:
        """The table with its pieces and dice: half a second's work, so that it is kept while they lie still."""
        to_px = projection(self._layout.width_mm, self._layout.height_mm, self.shot)
        return paint_dice(self._laid(pieces), dice, to_px, lamp_of(self.shot))

    def _take(self, picture: Pixels, seed: int, more: Pixels | None) -> Pixels:
        """What light, lens and sensor make of it; `more` is light beside the lamp's."""
        gain = self._gain if more is None else cv2.add(self._gain, more)
        cv2.multiply(picture, gain, dst=picture, scale=1 / 128)
        if self.shot.blur_px > 0:
            cv2.GaussianBlur(picture, (0, 0), self.shot.blur_px, dst=picture)
        if self._bent is not None:
            # What a pinhole would not have seen is the table, as at the edge. Cubic, so that hardly more is blurred.
            drawn = cv2.remap(picture, *self._bent, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
            picture = np.asarray(drawn, dtype=np.uint8)
        if self.shot.noise > 0:
            bank = _noise(self.shot.noise, self.shot.width_px, self.shot.height_px)
            down, across = np.random.default_rng(seed).integers(0, SPARE_PX, 2)
            part = bank[down : down + self.shot.height_px, across : across + self.shot.width_px]
            cv2.add(picture, part, dst=picture, dtype=cv2.CV_8U)
        return picture

    def _edge_light_now(self) -> EdgeLight:
        return EdgeLight(self._layout, self.to_px, self.shot.width_px, self.shot.height_px)

    def _plane_now(self, above_mm: float) -> Matrix:
        return mat_to_picture(self._layout.width_mm, self._layout.height_mm, self.shot, above_mm)

    def _print_now(self, kind: str, marker: int, face_up: bool) -> Pixels:
        known = self._kinds.get(kind) or PieceKind(kind, kind, "card", "#6b7780")
        return print_piece(known, MarkerId(marker), face_up, self._kit)

    def _patch_now(self, piece: PhysicalPiece) -> _Patch | None:
        """The piece as the camera sees it; None where it lies outside the picture."""
        print_ = self._print(piece.kind, piece.marker, piece.face_up)
        size = self._kit.size(piece.kind)
        to_px = self._plane(piece.height_mm) @ _print_to_mat(piece, size.width_mm, size.height_mm)
        height, width = print_.shape[:2]
        corners = np.array([[[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]]])
        where = cv2.perspectiveTransform(corners, to_px)[0]
        left, top = (max(0, int(edge)) for edge in np.floor(where.min(axis=0)))
        right, bottom = (int(edge) + 1 for edge in np.ceil(where.max(axis=0)))
        right, bottom = min(right, self.shot.width_px), min(bottom, self.shot.height_px)
        if right <= left or bottom <= top:
            return None
        cut = _warp(print_, to_px, left, top, right - left, bottom - top)
        through = 255 - cut[:, :, 3]
        return _Patch(left, top, np.ascontiguousarray(cut[:, :, :3]), cv2.merge([through] * 3).astype(np.uint8))


def _bent_from(shot: Shot) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] | None:
    """For each pixel of the bent picture where it lies in the straight one, x and y; None for the ideal lens."""
    lens = lens_of(shot)
    if lens is None:
        return None
    grid = np.stack(np.meshgrid(np.arange(float(shot.width_px)), np.arange(float(shot.height_px))), axis=2)
    straight = lens.straighten(grid.reshape(-1, 2)).reshape(grid.shape).astype(np.float32)
    return np.ascontiguousarray(straight[:, :, 0]), np.ascontiguousarray(straight[:, :, 1])


def _step(height_mm: float) -> float:
    return round(height_mm / HEIGHT_STEP_MM) * HEIGHT_STEP_MM


def _print_to_mat(piece: PhysicalPiece, width_mm: float, height_mm: float) -> Matrix:
    """Matrix (3, 3) from the pixels of a print, shadow included, to mm on the mat."""
    angle = math.radians(piece.angle_deg)
    turned = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    # Pixel 0 has its middle half a pixel inside the print.
    corner = np.array([-width_mm / 2 - MARGIN_MM, -height_mm / 2 - MARGIN_MM]) + 0.5 / PX_PER_MM
    matrix = np.eye(3)
    matrix[:2, :2] = turned / PX_PER_MM
    matrix[:2, 2] = np.array([piece.x_mm, piece.y_mm]) + turned @ corner
    return matrix


def _warp(print_: Pixels, to_px: Matrix, left: int, top: int, width: int, height: int) -> Pixels:
    """The part of the picture that a print makes, sampled finely and averaged."""
    # (x_px - left + 0.5) * FINER - 0.5: both grids have their origin at the middle of the first sample.
    shift = (FINER - 1) / 2
    finer = np.array([[FINER, 0, shift - FINER * left], [0, FINER, shift - FINER * top], [0, 0, 1]], dtype=np.float64)
    drawn = cv2.warpPerspective(print_, finer @ to_px, (width * FINER, height * FINER), flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _warp_mat(layout: Layout, kit: Kit, to_px: Matrix, shot: Shot) -> Pixels:
    mat = print_mat(layout, kit)
    print_ = np.asarray(cv2.cvtColor(mat, cv2.COLOR_BGR2BGRA), dtype=np.uint8)
    matrix = np.diag([1 / MAT_PX_PER_MM, 1 / MAT_PX_PER_MM, 1.0])
    matrix[:2, 2] = 0.5 / MAT_PX_PER_MM
    cut = _warp(print_, to_px @ matrix, 0, 0, shot.width_px, shot.height_px)
    picture = filled(shot.width_px, shot.height_px, TABLE)
    through = np.asarray(cv2.merge([255 - cut[:, :, 3]] * 3), dtype=np.uint8)
    _lay(picture, _Patch(0, 0, np.ascontiguousarray(cut[:, :, :3]), through))
    return picture


def _lay(picture: Pixels, patch: _Patch) -> None:
    height, width = patch.colour.shape[:2]
    part = picture[patch.top : patch.top + height, patch.left : patch.left + width]
    # In place: eighty pieces in ten pictures a second would otherwise want memory of their own, twice each.
    cv2.multiply(part, patch.through, dst=part, scale=1 / 255)
    cv2.add(part, patch.colour, dst=part)


def _kept(draw: Callable[P, R], most: int | None) -> Callable[P, R]:
    """A painter's method that keeps so many of its last answers, and does not keep the painter.

    A game on another mat makes another one; in a circle with its pictures, a hundred megabytes waited for the garbage
    collector.
    """
    own = WeakMethod(draw)

    @lru_cache(maxsize=most)
    def drawn(*what: P.args, **how: P.kwargs) -> R:
        method = own()
        assert method is not None  # whoever asks is the painter
        return method(*what, **how)

    return cast("Callable[P, R]", drawn)


@lru_cache(maxsize=2)
def _noise(sigma: float, width_px: int, height_px: int) -> Noise:
    """Noise for pictures of that size and a little more, the same in every process."""
    shape = (height_px + SPARE_PX, width_px + SPARE_PX, 3)
    drawn = np.random.default_rng(0).standard_normal(shape, dtype=np.float32)
    return (drawn * sigma).round().astype(np.int16)


def _arm_mm(hand: Hand, layout: Layout) -> float:
    """How long an arm must be to come from beyond the mat, and no longer: nothing behind the camera can be drawn."""
    angle = math.radians(hand.angle_deg)
    right, down = -math.sin(angle), math.cos(angle)
    ways = [
        ((layout.width_mm if right > 0 else 0) - hand.x_mm) / right if abs(right) > 1e-6 else math.inf,
        ((layout.height_mm if down > 0 else 0) - hand.y_mm) / down if abs(down) > 1e-6 else math.inf,
    ]
    return max(ARM_MM, min(ways) + 120)


def _draw_hand(picture: Pixels, hand: Hand, to_px: Matrix, layout: Layout) -> None:
    """A palm, four fingers, a thumb and an arm, as rounded strokes."""
    strokes = [
        ((0.0, 0.0), (0.0, _arm_mm(hand, layout)), 62.0),
        ((0.0, -12.0), (0.0, 20.0), 84.0),
        ((-34.0, 10.0), (-62.0, -38.0), 22.0),
    ]
    strokes += [((x, -30.0), (x * 1.25, -92 + abs(x) * 0.5), 18.0) for x in (-27.0, -9.0, 9.0, 27.0)]
    angle = math.radians(hand.angle_deg)
    turned = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    for darker, grow_mm in ((0.8, 3.0), (1.0, 0.0)):
        colour = [part * darker for part in SKIN]
        for begin, end, width_mm in strokes:
            ends = np.array([begin, end], dtype=np.float64) @ turned.T + np.array([hand.x_mm, hand.y_mm])
            beside = ends[:1] + np.array([[width_mm + grow_mm, 0]])
            points = cv2.perspectiveTransform(np.vstack([ends, beside])[None], to_px)[0]
            thick_px = max(1, round(float(np.linalg.norm(points[2] - points[0]))))
            from_px, until_px = (tuple(int(value) for value in point) for point in points[:2].round())
            cv2.line(picture, from_px, until_px, colour, thick_px, cv2.LINE_AA)
