"""Pictures of a mat with printed markers as a camera above it would take them, and where everything truly is in them.

The pinhole camera stands over the mat's middle. Markers are sampled at four times the picture's resolution and
averaged, so that their edges lie where the geometry says, to a few hundredths of a pixel.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.layout import Layout

Floats = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
FINER = 4
"""Samples along each side of a pixel."""
CELLS = 8
"""Cells along the side of the black square: six of code and a black one at each end."""
TEXEL = 16
"""Samples along a cell of the printed marker."""
KEPT = 12
"""Pictures kept for whoever asks for the same again, of 4 MB each at most."""


@dataclass(frozen=True)
class Printed:
    """A marker that lies there: centre and side of its black square in mm; `angle_deg` turns it clockwise as seen."""

    marker: int
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    side_mm: float = 18.0
    z_mm: float = 0.0
    """How high above the mat it is held."""

    def corners_mm(self, grow: float = 1.0) -> Floats:
        """Corners (4, 3) in mm: top left, top right, bottom right, bottom left of the marker as printed."""
        half = self.side_mm * grow / 2
        angle = math.radians(self.angle_deg)
        x, y = np.array([-half, half, half, -half]), np.array([-half, -half, half, half])
        turned_x = x * math.cos(angle) - y * math.sin(angle)
        turned_y = x * math.sin(angle) + y * math.cos(angle)
        return np.stack([self.x_mm + turned_x, self.y_mm + turned_y, np.full(4, self.z_mm)], axis=1)


@dataclass(frozen=True)
class Shot:
    """How the picture is taken. `turn_deg` turns the mat clockwise, `tilt_deg` leans the camera over one edge.

    `shift_mm` moves the camera along the mat; `light` is the brightness of the far side against the near one.
    """

    width_px: int = 1296
    height_px: int = 864
    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    shift_mm: tuple[float, float] = (0.0, 0.0)
    blur_px: float = 0.6
    """Sigma of the Gaussian that stands for lens and focus."""
    noise: float = 2.0
    """Sigma of the noise in grey levels."""
    light: float = 1.0
    gain: float = 1.0
    seed: int = 1


@dataclass(frozen=True)
class Picture:
    """A picture, BGR uint8 (H, W, 3), and the truth: corners (4, 2) in px of every marker, in the order given.

    Who asks for the same picture again gets this one: its pixels cannot be written to.
    """

    pixels: Pixels
    corners_px: list[Floats] = field(default_factory=list)


def corner_markers(layout: Layout, leave_out: Iterable[int] = ()) -> list[Printed]:
    """The layout's anchors as printed markers, without those left out."""
    gone = set(leave_out)
    return [Printed(each.id, each.x_mm, each.y_mm, 0, each.side_mm) for each in layout.anchors if each.id not in gone]


@cache
def projection(width_mm: float, height_mm: float, shot: Shot) -> Floats:
    """The matrix (3, 4) from (x_mm, y_mm, z_mm up, 1) to homogeneous px; the mat just fills 94 % of the picture."""
    tilt, turn = math.radians(shot.tilt_deg), math.radians(shot.turn_deg)
    turned = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    leant = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    # z points up from the mat, away from the camera's view: it is subtracted from the depth.
    axes = leant @ turned @ np.diag([1.0, 1.0, -1.0])
    focal_px = 1.1 * shot.width_px
    camera = np.array([[focal_px, 0, (shot.width_px - 1) / 2], [0, focal_px, (shot.height_px - 1) / 2], [0, 0, 1]])
    middle = np.array([width_mm / 2, height_mm / 2, 0.0])
    edges = np.array(
        [[0, 0, 0, 1], [width_mm, 0, 0, 1], [width_mm, height_mm, 0, 1], [0, height_mm, 0, 1]], dtype=float
    )
    distance_mm = width_mm / 2
    while True:
        matrix = camera @ np.hstack([axes, (np.array([0, 0, distance_mm]) - axes @ middle)[:, None]])
        seen = project(matrix, edges[:, :3])
        reach = np.abs(seen - camera[:2, 2]) / (np.array([shot.width_px, shot.height_px]) / 2)
        if reach.max() <= 0.94:
            break
        distance_mm *= 1.01
    moved = np.eye(4)
    moved[:2, 3] = shot.shift_mm
    return np.asarray(matrix @ moved, dtype=np.float64)


def project(matrix: Floats, points_mm: Floats) -> Floats:
    """Points (N, 3) in mm as px (N, 2), origin at the centre of the top left pixel."""
    seen = np.hstack([points_mm, np.ones((len(points_mm), 1))]) @ matrix.T
    return np.asarray(seen[:, :2] / seen[:, 2:], dtype=np.float64)


def render(layout: Layout, printed: Iterable[Printed], shot: Shot | None = None) -> Picture:
    """The mat with these markers on it; later ones cover earlier ones."""
    return _rendered(layout, tuple(printed), shot or Shot())


@lru_cache(maxsize=KEPT)
def _rendered(layout: Layout, printed: tuple[Printed, ...], shot: Shot) -> Picture:
    as_it_lies = replace(shot, blur_px=0.0, noise=0.0, light=1.0, gain=1.0, seed=0)
    grey, truth = _drawn(layout, printed, as_it_lies)
    pixels = _take(grey, shot)
    pixels.flags.writeable = False
    return Picture(pixels, truth)


@lru_cache(maxsize=4)
def _drawn(layout: Layout, printed: tuple[Printed, ...], shot: Shot) -> tuple[Pixels, list[Floats]]:
    """What a sharp picture in even light shows, grey, and the corners of every marker in it."""
    matrix = projection(layout.width_mm, layout.height_mm, shot)
    fine = np.full((shot.height_px * FINER, shot.width_px * FINER), 40, np.uint8)
    edge = np.array(
        [[0, 0, 0], [layout.width_mm, 0, 0], [layout.width_mm, layout.height_mm, 0], [0, layout.height_mm, 0]],
        dtype=float,
    )
    cv2.fillConvexPoly(fine, np.round(_finer(project(matrix, edge))).astype(np.int32), 150)
    for each in printed:
        _draw(fine, each, matrix)
    grey = cv2.resize(fine, (shot.width_px, shot.height_px), interpolation=cv2.INTER_AREA)
    return np.asarray(grey, dtype=np.uint8), [project(matrix, each.corners_mm()) for each in printed]


def _finer(points_px: Floats) -> Floats:
    """Pixel coordinates in the finer picture; both have their origin at the centre of the top left sample."""
    return np.asarray((points_px + 0.5) * FINER - 0.5, dtype=np.float64)


@lru_cache(maxsize=128)
def _texture(marker: int) -> Pixels:
    """A marker as it is printed, grey; a white cell all around is the quiet zone."""
    bits = cv2.aruco.generateImageMarker(DICTIONARY, marker, CELLS)
    cells = np.pad(np.where(bits > 0, 235, 20).astype(np.uint8), 1, constant_values=235)
    return np.asarray(np.kron(cells, np.ones((TEXEL, TEXEL), np.uint8)), dtype=np.uint8)


def _draw(fine: Pixels, each: Printed, matrix: Floats) -> None:
    texture = _texture(each.marker)
    where = _finer(project(matrix, each.corners_mm((CELLS + 2) / CELLS)))
    low = np.maximum(np.floor(where.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(where.max(axis=0)).astype(int) + 1, [fine.shape[1], fine.shape[0]])
    width, height = (high - low).tolist()
    if width <= 0 or height <= 0:
        return
    last = texture.shape[0] - 0.5
    print_px = np.array([[-0.5, -0.5], [last, -0.5], [last, last], [-0.5, last]], np.float32)
    warp = cv2.getPerspectiveTransform(print_px, (where - low).astype(np.float32))
    part = fine[low[1] : high[1], low[0] : high[0]]
    how = {"flags": cv2.INTER_NEAREST, "borderMode": cv2.BORDER_TRANSPARENT}
    cv2.warpPerspective(texture, warp, (width, height), dst=part, **how)


def _take(grey: npt.NDArray[np.generic], shot: Shot) -> Pixels:
    lit = grey.astype(np.float32)
    lit *= np.linspace(shot.light, 1.0, shot.height_px, dtype=np.float32)[:, None] * shot.gain
    if shot.blur_px > 0:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), shot.blur_px), dtype=np.float32)
    if shot.noise > 0:
        lit += np.float32(shot.noise) * _noise(shot.seed, lit.shape)
    taken = np.clip(lit, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(taken, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


@lru_cache(maxsize=4)
def _noise(seed: int, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """Noise of sigma 1 for a picture of that size."""
    return np.random.default_rng(seed).normal(0, 1, shape).astype(np.float32)
