"""What is wrong with a picture in which nothing could be read: black, white, covered or out of focus."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras.frames import Pixels

WIDTH_PX = 640
"""Pictures are judged at this width, so that noise averages out and every camera measures alike."""

DARK = 16
"""Grey level under which 98 % of the picture stay. Rendered mats were read down to 23 and no more at 8."""

WHITE = 245
"""Grey level over which 98 % of the picture stay."""

EVEN = 6
"""Spread of the grey levels under which there is nothing but one surface. The plainest of 385 photographs has 12."""

SOFT = 0.55
"""Detail of 1 to 2 px against detail of 2 to 4 px, under which the picture is out of focus.

The softest of 385 sharp photographs has 0.58; blurred by 2 px at this width their median is 0.48. Less blur than that
may already hide the markers, but cannot be told from a plain mat.
"""


def judge_picture(pixels: Pixels) -> str:
    """A sentence on what is wrong with a picture, BGR (H, W, 3) uint8; "" where nothing is seen to be wrong."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    height_px = max(1, round(grey.shape[0] * WIDTH_PX / grey.shape[1]))
    small = cv2.resize(grey, (WIDTH_PX, height_px), interpolation=cv2.INTER_AREA).astype(np.float32)
    low, high = np.percentile(small, [2, 98]).tolist()
    if high < DARK:
        return "The picture is black. Take the cover off the lens, or switch a light on."
    if low > WHITE:
        return "The picture is white. Take away the light that shines into the lens."
    if small.std() < EVEN:
        return "The picture shows one even surface. Take away what covers the lens or the mat."
    if _detail(small) < SOFT:
        return "The picture is out of focus. Wipe the lens, or turn its focus until the mat's markers are sharp."
    return ""


def _detail(small: cv2.typing.MatLike) -> float:
    finest, finer, coarse = (cv2.GaussianBlur(small, (0, 0), sigma) for sigma in (1, 2, 4))
    return float(np.std(finest - finer) / max(float(np.std(finer - coarse)), 1e-6))
