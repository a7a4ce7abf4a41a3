"""How large the dice of a photograph of ones alone are, where boxes go round the pip and not the face: by that pip.

For measuring only, as its labels are: a mat would tell the scale, and nothing is learned from it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras.frames import Pixels
from vision.dice.records import Box
from vision.training.labels import Photograph

ONE_FACES = 0.183
"""A pip's diameter in sides of the face: the median of 39 ones in photographs whose other boxes tell the scale, of
which nine in ten have 0.164 to 0.202."""
WITHIN = 2 / 3
"""The part of a die's box, as `labels.about_pips` draws it, that lies inside the box that was drawn round the pip."""
SIDE_PX = 160
CONTRAST = 40.0
"""Grey levels between pip and body under which nothing is measured."""


def face_px_by_ones(photograph: Photograph, pixels: Pixels) -> float | None:
    """The median side in px of the top faces that show 1, seen at their own angle; None where no pip stands out."""
    found = [pip_px(pixels, die.box) for die in photograph.dice if die.value == 1 and die.box is not None]
    seen = [each for each in found if each is not None]
    return float(np.median(seen)) / ONE_FACES if seen else None


def pip_px(pixels: Pixels, box: Box) -> float | None:
    """The longer diameter in px of the dark pip about a box's middle: a tilt shortens the other one alone."""
    left, top, right, bottom = box
    step = WITHIN * max(right - left, bottom - top) / SIDE_PX
    corner = np.array([left + right, top + bottom]) / 2 - step * SIDE_PX / 2
    to_picture = np.array([[step, 0, corner[0]], [0, step, corner[1]]])
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    shown = cv2.warpAffine(pixels, to_picture, (SIDE_PX, SIDE_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    grey = cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY)
    dark, body = float(grey.min()), float(np.percentile(grey, 75))
    if body - dark < CONTRAST:
        return None
    _, labels, stats, _ = cv2.connectedComponentsWithStats((grey < (dark + body) / 2).astype(np.uint8))
    pip = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    # Of an even ellipse the deviation along an axis is a quarter of that axis.
    spread = np.linalg.eigvalsh(np.cov(np.stack(np.nonzero(labels == pip)).astype(np.float64)))
    return float(4 * np.sqrt(spread[-1]) * step)
