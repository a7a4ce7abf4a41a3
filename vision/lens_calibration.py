"""A lens from views of the printed board: the fit, and whether it may be believed.

BadViews (CompanionError, ValueError)   views of which no lens can be told; the text says why, and what to do
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError
from vision.charuco import FEWEST_VIEWS, TILTS, BoardView, missing_places, missing_tilts
from vision.lens import Lens

Points = npt.NDArray[np.float64]

MOST_ERROR_PX: Final = 1.0
"""Root mean square distance of corners from the fit over which the board was bent or blurred; rendered it is 0.07."""

FOLDS: Final = 4
PAYS: Final = 0.97
"""With k3 the views left out must be hit better, to this share of the error without; else it only follows the noise."""

NO_K3: Final = cv2.CALIB_FIX_K3


class BadViews(CompanionError, ValueError):
    """Views of the board that give no lens."""


def calibrate(views: Sequence[BoardView], camera: str, date: str) -> Lens:
    """The lens of that camera that these views show; `date` is noted.

    Raises `BadViews` where they are too few, or all alike, or of pictures of several sizes, or contradict one another.
    """
    _check(views)
    width, height = views[0].width_px, views[0].height_px
    without, with_k3 = (_left_out_px(views, flags) for flags in (NO_K3, 0))
    error_px, matrix, bent = _fit(views, 0 if with_k3 < PAYS * without else NO_K3)
    if error_px > MOST_ERROR_PX:
        raise BadViews(
            f"The views contradict each other: corners are {error_px:.1f} px off on average, and may be "
            f"{MOST_ERROR_PX:g}. Glue the board onto something flat, hold it still in good light, and begin again."
        )
    focal_x, focal_y, middle_x, middle_y = (float(matrix[each]) for each in ((0, 0), (1, 1), (0, 2), (1, 2)))
    k1, k2, p1, p2, k3 = bent.tolist()
    found = (focal_x, focal_y, middle_x, middle_y, k1, k2, p1, p2, k3, error_px)
    lens = Lens(camera, width, height, *found, views=len(views), date=date)
    if min(focal_x, focal_y) <= 0 or not lens.is_sound():
        raise BadViews(
            "The views give a lens that cannot be: too little of the picture's corners was shown. Begin again, and "
            "hold the board right into each corner."
        )
    return lens


def _check(views: Sequence[BoardView]) -> None:
    if len(views) < FEWEST_VIEWS:
        raise BadViews(
            f"{len(views)} view{'' if len(views) == 1 else 's'} of the board {'is' if len(views) == 1 else 'are'} too "
            f"few: {FEWEST_VIEWS} are needed. Show it longer, each time somewhere else and tilted otherwise."
        )
    sizes = {(each.width_px, each.height_px) for each in views}
    if len(sizes) > 1:
        named = " and ".join(f"{width} x {height}" for width, height in sorted(sizes))
        raise BadViews(f"The pictures have different sizes, {named} px. Take them all with one camera at one size.")
    places, tilts = missing_places(views), missing_tilts(views)
    if len(tilts) == len(TILTS):
        raise BadViews(
            "The board is held straight in all views, so the lens cannot be told from its distance. Tilt it, to each "
            "side."
        )
    if places or len(tilts) > 1:
        missing = [*(f"the {each}{'' if each == 'middle' else ' corner'}" for each in places)]
        missing += [f"one with its {each} side nearer" for each in tilts]
        raise BadViews(f"The views are too much alike. Missing: {', '.join(missing)}. Show these too.")


def _fit(views: Sequence[BoardView], flags: int) -> tuple[float, Points, Points]:
    """Error in px, camera matrix (3, 3), and k1, k2, p1, p2, k3."""
    places = [each.places_mm.astype(np.float32) for each in views]
    corners = [each.corners_px.astype(np.float32) for each in views]
    size = (views[0].width_px, views[0].height_px)
    start = np.array([[size[0], 0, (size[0] - 1) / 2], [0, size[0], (size[1] - 1) / 2], [0, 0, 1]], np.float64)
    error_px, matrix, bent, _, _ = cv2.calibrateCamera(
        places, corners, size, start, np.zeros(5), flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS
    )
    return float(error_px), np.asarray(matrix, np.float64), np.asarray(bent, np.float64).reshape(-1)[:5]


def _left_out_px(views: Sequence[BoardView], flags: int) -> float:
    """Root mean square error in px at views that the fit has not seen; every view is left out once."""
    squares, count = 0.0, 0
    for fold in range(FOLDS):
        _, matrix, bent = _fit([each for place, each in enumerate(views) if place % FOLDS != fold], flags)
        for each in views[fold::FOLDS]:
            good, turn, shift = cv2.solvePnP(each.places_mm, each.corners_px, matrix, bent)
            if not good:
                return math.inf
            at, _ = cv2.projectPoints(each.places_mm, turn, shift, matrix, bent)
            squares += float(((np.asarray(at).reshape(-1, 2) - each.corners_px) ** 2).sum())
            count += len(each.corners_px)
    return math.sqrt(squares / count)
