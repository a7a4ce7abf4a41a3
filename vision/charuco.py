"""The printed calibration board (ChArUco) in pictures: which views of it are worth keeping, and which are missing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.mirror import MIRRORED, unmirrored

Points = npt.NDArray[np.float64]

FEWEST_CORNERS: Final = 12
"""Corners of the board's squares, of 54, that a view must show: a quarter of the board in a corner of the picture."""

SHARP_SLOPE: Final = 0.15
"""Steepest edge of a sharp view: its contrast rises by this share from one px to the next.

Boards rendered 1280 px wide from 300 to 700 mm: 0.29 to 0.31 with a blur (sigma) of 0.6 px, 0.25 to 0.28 with 1 px,
0.17 to 0.18 with 2 px, 0.13 with 3 px, 0.11 with 4 px. Further away the board is not read before it is that blurred.
"""

STILL_PX: Final = 1.5
"""By so much corners may lie elsewhere than in the frame before, at a width of 2304 px."""
REFERENCE_PX: Final = 2304

APART: Final = 0.02
"""Two views differ where their corners lie apart by this share of the picture's width on average."""

EDGE: Final = 0.2
"""A view reaches into a corner of the picture where a corner of the board lies in so much of its width and height."""

TILTED_DEG: Final = 15.0
"""From here on a board is tilted. Without such views a near wide lens looks like a far long one."""

FEWEST_VIEWS: Final = 12
CORNERS: Final = {(0, 0): "upper left", (1, 0): "upper right", (0, 1): "lower left", (1, 1): "lower right"}
TILTS: Final = ("left", "right", "upper", "lower")


@dataclass(frozen=True)
class BoardSize:
    """A printed board: squares from side to side and from top to bottom, and the sides of squares and markers."""

    columns: int
    rows: int
    square_mm: float
    marker_mm: float


@dataclass(frozen=True, eq=False)
class BoardView:
    """The board in one picture."""

    ids: npt.NDArray[np.int32]
    """(N,) of the corners between its squares, in rising order."""
    corners_px: Points
    """(N, 2), raw."""
    places_mm: Points
    """(N, 3) on the board, z is 0."""
    width_px: int
    height_px: int
    slope: float
    """Of its steepest edges, in shares of its contrast a px: sharp ones have more."""

    @property
    def is_sharp(self) -> bool:
        """Whether it is in focus, and was not moved."""
        return self.slope >= SHARP_SLOPE

    def apart_px(self, other: BoardView) -> float:
        """How far the corners that both show lie apart on average; infinite where that is none."""
        _, mine, others = np.intersect1d(self.ids, other.ids, return_indices=True)
        if not len(mine):
            return math.inf
        return float(np.linalg.norm(self.corners_px[mine] - other.corners_px[others], axis=1).mean())

    def reaches(self) -> set[str]:
        """Which corners of the picture it reaches into, and "middle"."""
        share = (self.corners_px + 0.5) / [self.width_px, self.height_px]
        found = set[str]()
        for (right, low), name in CORNERS.items():
            in_x = share[:, 0] > 1 - EDGE if right else share[:, 0] < EDGE
            in_y = share[:, 1] > 1 - EDGE if low else share[:, 1] < EDGE
            if (in_x & in_y).any():
                found.add(name)
        if (np.abs(share - 0.5).max(axis=1) < EDGE).any():
            found.add("middle")
        return found

    def tilt(self) -> str:
        """Which side of the picture the board's near side is at, one of `TILTS`; "" where it is not tilted."""
        focal_px = float(self.width_px)
        guess = np.array([[focal_px, 0, self.width_px / 2], [0, focal_px, self.height_px / 2], [0, 0, 1]])
        good, turn, _ = cv2.solvePnP(self.places_mm, self.corners_px, guess, None, flags=cv2.SOLVEPNP_IPPE)
        if not good:
            return ""
        # Of the board's plane in the camera's axes: z away from it grows along (x, y).
        normal = cv2.Rodrigues(turn)[0][:, 2]
        if math.degrees(math.acos(min(1.0, abs(float(normal[2]))))) < TILTED_DEG:
            return ""
        right, down = (normal[:2] / normal[2]).tolist()
        if abs(right) > abs(down):
            return "right" if right > 0 else "left"
        return "lower" if down > 0 else "upper"


class BoardFinder:
    """Finds the board; one thread uses one finder. Its markers are no piece's and no mat's (ArUco 5x5)."""

    def __init__(self, size: BoardSize) -> None:
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
        squares = (size.columns, size.rows)
        board = cv2.aruco.CharucoBoard(squares, size.square_mm, size.marker_mm, dictionary)
        self._places = np.asarray(board.getChessboardCorners(), dtype=np.float64).reshape(-1, 3)
        self._detector = cv2.aruco.CharucoDetector(board)

    def find(self, pixels: Pixels) -> BoardView | None:
        """The board in a picture, BGR or grey; None where too little of it is seen."""
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY) if pixels.ndim == 3 else pixels, dtype=np.uint8)
        corners, ids, _, _ = self._detector.detectBoard(grey)
        # The stubs do not say that there are none where nothing was found.
        if ids is None or len(ids) < FEWEST_CORNERS:
            return None
        known = np.asarray(ids, dtype=np.int32).reshape(-1)
        at = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
        order = np.argsort(known)
        places = self._places[known[order]]
        if np.linalg.matrix_rank(places[:, :2] - places[0, :2]) < 2:
            return None
        height, width = grey.shape
        return BoardView(known[order], at[order], places, width, height, _slope(grey, at))


def _slope(grey: Pixels, corners_px: Points) -> float:
    height, width = grey.shape
    left, top = np.clip(np.floor(corners_px.min(axis=0)), 0, [width - 2, height - 2]).astype(int).tolist()
    right, low = np.clip(np.ceil(corners_px.max(axis=0)) + 1, [left + 2, top + 2], [width, height]).astype(int).tolist()
    part = cv2.GaussianBlur(grey[top:low, left:right], (0, 0), 1.0).astype(np.float32)
    dark, bright = (float(each) for each in np.percentile(part, [5, 95]))
    steep = np.hypot(cv2.Sobel(part, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(part, cv2.CV_32F, 0, 1) / 8)
    return float(np.percentile(steep, 99)) / max(bright - dark, 1.0)


def is_still(view: BoardView, before: BoardView | None) -> bool:
    """Whether the board lies where it lay in the frame before."""
    return before is not None and view.apart_px(before) <= STILL_PX * view.width_px / REFERENCE_PX


def differs(view: BoardView, views: Sequence[BoardView]) -> bool:
    """Whether it shows the board otherwise than all of these."""
    return all(view.apart_px(each) >= APART * view.width_px for each in views)


def wanted(views: Sequence[BoardView]) -> str:
    """What to show next, in words; "" where these are enough."""
    if missing := missing_places(views):
        where = missing[0]
        return "Now the middle of the picture." if where == "middle" else f"Now the {where} corner."
    if missing := missing_tilts(views):
        return f"Now tilt it: its {missing[0]} side, as the picture has it, nearer to the camera."
    left = FEWEST_VIEWS - len(views)
    if left > 0:
        return f"{left} more, each somewhere else and tilted otherwise."
    return ""


def missing_places(views: Sequence[BoardView]) -> list[str]:
    """ "middle" and the corners of the picture that no view reaches."""
    seen = set[str]().union(*(each.reaches() for each in views))
    return [each for each in ("middle", *CORNERS.values()) if each not in seen]


def missing_tilts(views: Sequence[BoardView]) -> list[str]:
    """The sides to which no view is tilted."""
    seen = {each.tilt() for each in views}
    return [each for each in TILTS if each not in seen]


class Showing:
    """Takes views out of one frame after another, while somebody shows the board. One thread uses it."""

    def __init__(self, size: BoardSize, *, is_live: bool) -> None:
        """Of a live camera a view is taken where the board is held still, and none that adds nothing; of pictures
        from the disk every one that differs."""
        self.views: list[BoardView] = []
        self._finder = BoardFinder(size)
        self.is_live = is_live
        self._before: BoardView | None = None

    @property
    def is_enough(self) -> bool:
        """Whether the views taken show all that is needed."""
        return not wanted(self.views)

    def look(self, pixels: Pixels) -> str:
        """What is to be said to this frame: what to do, or that its view was taken and what comes next."""
        view, before = self._finder.find(pixels), self._before
        self._before = view
        if view is None:
            if self._finder.find(unmirrored(pixels)) is not None:
                return MIRRORED
            return f"The board is not seen. {wanted(self.views)}".rstrip()
        if not view.is_sharp:
            return "The board is blurred: hold it still, in good light, and not too near."
        if self.is_live and not is_still(view, before):
            return "Hold it still."
        if not differs(view, self.views) or (self.is_live and not _adds(view, self.views)):
            return wanted(self.views)
        self.views.append(view)
        return f"View {len(self.views)} is taken. {wanted(self.views)}".rstrip()


def _adds(view: BoardView, views: Sequence[BoardView]) -> bool:
    """Whether it shows something that is missing, or there is room for one that does not."""
    missing = len(missing_places(views)) + len(missing_tilts(views))
    more = [*views, view]
    return len(missing_places(more)) + len(missing_tilts(more)) < missing or len(more) + missing <= FEWEST_VIEWS
