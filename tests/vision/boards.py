"""Pictures of the printed calibration board through a lens that is known, and where its corners truly are in them.

What a pinhole would see is sampled three times as finely as the picture, bent, and averaged. Places are those of
OpenCV's own projection.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.printing.board import COLUMNS, MARKER_MM, ROWS, SQUARE_MM
from vision.cameras.frames import Pixels
from vision.charuco import BoardFinder, BoardSize, BoardView
from vision.lens import Lens

Floats = npt.NDArray[np.float64]

SIZE = BoardSize(COLUMNS, ROWS, SQUARE_MM, MARKER_MM)
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
BOARD = cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, DICTIONARY)
TEXEL_PX, PAPER_MM, FINER, BESIDE = 8, 15, 3, 0.25
"""Samples a millimetre of the print, its white edge, samples along a pixel, and how much more a wide lens sees."""
COARSE = 8
"""Samples of a picture between two for which the lens's bend is reckoned; a side of the picture has so many, times."""

WIDE = Lens("Camera test", 1280, 720, 1024.0, 1024.0, 648.0, 352.0, -0.2, 0.05, 0.0006, -0.0004, status="assumed")


@dataclass(frozen=True)
class Pose:
    """Where the board's middle shows in the picture (shares of it), how far it is away, and how it is turned."""

    across: float
    down: float
    away_mm: float = 420.0
    lean_deg: float = 0.0
    """Its lower side comes nearer, as the picture has it."""
    yaw_deg: float = 0.0
    """Its right side comes nearer."""
    turn_deg: float = 0.0

    def place(self, lens: Lens) -> tuple[Floats, Floats]:
        """Rotation (3, 3) and shift (3,) in mm of the board before the camera, whose z points away from it."""
        lean, yaw, turn = (math.radians(each) for each in (self.lean_deg, self.yaw_deg, self.turn_deg))
        around_z = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
        around_x = np.array([[1, 0, 0], [0, math.cos(lean), math.sin(lean)], [0, -math.sin(lean), math.cos(lean)]])
        around_y = np.array([[math.cos(yaw), 0, math.sin(yaw)], [0, 1, 0], [-math.sin(yaw), 0, math.cos(yaw)]])
        rotation = around_y @ around_x @ around_z
        x = (self.across * lens.width_px - lens.middle_x_px) / lens.focal_x_px * self.away_mm
        y = (self.down * lens.height_px - lens.middle_y_px) / lens.focal_y_px * self.away_mm
        middle = np.array([COLUMNS * SQUARE_MM / 2, ROWS * SQUARE_MM / 2, 0])
        return rotation, np.array([x, y, self.away_mm]) - rotation @ middle


def poses() -> list[Pose]:
    """Such as somebody shows who does as asked: all corners and the middle, tilted to each side."""
    flat = [Pose(x, y, 400) for x, y in ((0.5, 0.5), (0.2, 0.4), (0.8, 0.4), (0.2, 0.6), (0.8, 0.6))]
    tilted = [
        Pose(x, y, 430, lean, yaw, turn)
        for x, y, lean, yaw, turn in (
            (0.5, 0.5, 30, 0, 90),
            (0.5, 0.5, -30, 5, 80),
            (0.4, 0.5, 0, 32, 10),
            (0.6, 0.5, 0, -32, -10),
            (0.22, 0.38, 10, 28, 5),
            (0.78, 0.62, -20, 20, 190),
            (0.75, 0.4, 22, -22, 95),
            (0.25, 0.6, -25, -10, 275),
            (0.5, 0.35, 28, 12, 45),
        )
    ]
    return flat + tilted


def truth(pose: Pose, lens: Lens, is_straight: bool = False) -> Floats:
    """The corners between the squares (54, 2) in raw px, or in straight ones, in the order of their ids."""
    rotation, shift = pose.place(lens)
    bent = np.zeros(5) if is_straight else np.array([lens.k1, lens.k2, lens.p1, lens.p2, lens.k3])
    corners = np.asarray(BOARD.getChessboardCorners(), np.float64)
    found, _ = cv2.projectPoints(corners, cv2.Rodrigues(rotation)[0], shift, lens.matrix, bent)
    return np.asarray(found, dtype=np.float64).reshape(-1, 2)


@lru_cache(maxsize=8)
def picture(pose: Pose, lens: Lens = WIDE, *, blur_px: float = 0.6, noise: float = 2.0, seed: int = 1) -> Pixels:
    """The board before a grey wall, BGR; it cannot be written to."""
    rotation, shift = pose.place(lens)
    to_px = lens.matrix @ np.column_stack([rotation[:, :2], shift])
    print_ = _printed()
    from_print = np.array([[1 / TEXEL_PX, 0, 0.5 / TEXEL_PX - PAPER_MM], [0, 1 / TEXEL_PX, 0.5 / TEXEL_PX - PAPER_MM]])
    # Straight px to samples of a larger picture, both counted from the middle of the first.
    beside = np.array([lens.width_px, lens.height_px]) * BESIDE
    finer = np.array([[FINER, 0, (FINER - 1) / 2], [0, FINER, (FINER - 1) / 2], [0, 0, 1]]) @ np.array(
        [[1, 0, beside[0]], [0, 1, beside[1]], [0, 0, 1]]
    )
    size = (round(lens.width_px * (1 + 2 * BESIDE)) * FINER, round(lens.height_px * (1 + 2 * BESIDE)) * FINER)
    whole = finer @ to_px @ np.vstack([from_print, [0, 0, 1]])
    straight = np.full((size[1], size[0]), 110, np.uint8)
    cv2.warpPerspective(print_, whole, size, dst=straight, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    fine = cv2.remap(straight, *_bent(lens), cv2.INTER_LINEAR)
    sharp = cv2.resize(fine, (lens.width_px, lens.height_px), interpolation=cv2.INTER_AREA).astype(np.float32)
    grey = np.asarray(cv2.GaussianBlur(sharp, (0, 0), blur_px) if blur_px else sharp, np.float32)
    grey = grey + np.random.default_rng(seed).normal(0, noise, grey.shape).astype(np.float32)
    taken = np.asarray(cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)
    taken.flags.writeable = False
    return taken


def view(pose: Pose, lens: Lens = WIDE, **how: float) -> BoardView:
    """The board as it is found in such a picture."""
    found = BoardFinder(SIZE).find(picture(pose, lens, **how))
    assert found is not None, pose
    return found


def told(pose: Pose, lens: Lens = WIDE, noise_px: float = 0.1, seed: int = 1) -> BoardView:
    """The same without a picture: the corners that lie in it, each off by that sigma."""
    corners = truth(pose, lens)
    inside = ((corners >= 0) & (corners <= [lens.width_px - 1, lens.height_px - 1])).all(axis=1)
    ids = np.flatnonzero(inside).astype(np.int32)
    off = np.random.default_rng(seed).normal(0, noise_px, (len(ids), 2))
    places = np.asarray(BOARD.getChessboardCorners(), np.float64)[ids]
    return BoardView(ids, corners[ids] + off, places, lens.width_px, lens.height_px, 0.3)


@lru_cache(maxsize=1)
def views() -> tuple[BoardView, ...]:
    """All of `poses` through the wide lens."""
    return tuple(view(pose, seed=seed) for seed, pose in enumerate(poses()))


@lru_cache(maxsize=1)
def _printed() -> Pixels:
    size = (round(COLUMNS * SQUARE_MM * TEXEL_PX), round(ROWS * SQUARE_MM * TEXEL_PX))
    print_ = np.asarray(BOARD.generateImage(size), np.uint8)
    return np.pad(np.where(print_ > 127, 235, 20).astype(np.uint8), PAPER_MM * TEXEL_PX, constant_values=235)


@lru_cache(maxsize=2)
def _bent(lens: Lens) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """For each sample of the bent picture where it lies in the straight one.

    Reckoned for every eighth of them, and one more at each edge: between two the bend is straight to 0.002 px.
    """
    across, down = (
        np.arange(-0.5, length * FINER / COARSE + 1) * COARSE / FINER - 0.5
        for length in (lens.width_px, lens.height_px)
    )
    raw = np.stack(np.meshgrid(across, down), axis=2).reshape(-1, 1, 2)
    bent = np.array([lens.k1, lens.k2, lens.p1, lens.p2, lens.k3])
    enough = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 30, 1e-7)
    straight = cv2.undistortPointsIter(raw, lens.matrix, bent, np.eye(3), lens.matrix, enough)
    beside = np.array([lens.width_px, lens.height_px]) * BESIDE
    at = (np.asarray(straight).reshape(len(down), len(across), 2) + beside + 0.5) * FINER - 0.5
    all_ = cv2.resize(at.astype(np.float32), (len(across) * COARSE, len(down) * COARSE), interpolation=cv2.INTER_LINEAR)
    inside = all_[COARSE:-COARSE, COARSE:-COARSE]
    return np.ascontiguousarray(inside[:, :, 0]), np.ascontiguousarray(inside[:, :, 1])
