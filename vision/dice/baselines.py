"""The way of reading dice that tutorials teach, beside which ours is measured. Nothing else uses it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels

Count = Callable[[Pixels], list[int]]
"""The values of the dice in a picture, BGR (H, W, 3) uint8, in no order."""

LEAST_PX, MOST_PX = 8.0, 60.0
"""Area of a pip where a face is 32 px wide: 0.09 of a face in radius makes 26."""
NEAREST_FACES = 0.2
"""Blobs nearer than this are one: the pips of a 6 are 0.25 apart. OpenCV's own 10 px would join them."""
LEAST_INERTIA = 0.6
"""How round a blob must be, 1 for a circle: the figure that such tutorials give."""
TOGETHER_FACES = 0.75
"""Pips that are nearer than this belong to one die: the two of a 2 are 0.71 apart. Those of two dice that touch are 0.5
apart, so they are taken for one die: no distance does for both."""
LARGEST = 6
"""A cluster of more pips is no die."""


def pip_clusters(face_px: float = 32.0) -> Count:
    """OpenCV's blob detector with the usual settings, blobs joined to dice by how near they are to each other."""
    chosen = cv2.SimpleBlobDetector.Params()
    chosen.filterByArea = True
    chosen.minArea, chosen.maxArea = (each * (face_px / 32) ** 2 for each in (LEAST_PX, MOST_PX))
    chosen.minDistBetweenBlobs = NEAREST_FACES * face_px
    chosen.filterByInertia, chosen.minInertiaRatio = True, LEAST_INERTIA
    detectors = []
    for level in (0, 255):  # dark pips on light dice, and light ones on dark dice
        chosen.filterByColor, chosen.blobColor = True, level
        detectors.append(cv2.SimpleBlobDetector.create(chosen))

    def count(pixels: Pixels) -> list[int]:
        grey = cv2.medianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), 3)
        values = list[int]()
        for detector in detectors:
            pips = np.array([each.pt for each in detector.detect(grey)], np.float64).reshape(-1, 2)
            values += [each for each in clusters(pips, TOGETHER_FACES * face_px) if each <= LARGEST]
        return values

    return count


def clusters(points: npt.NDArray[np.float64], apart_px: float) -> list[int]:
    """How many of the points (N, 2) belong to each cluster: linked are those nearer to each other than `apart_px`."""
    left, sizes = set(range(len(points))), list[int]()
    while left:
        linked = {left.pop()}
        edge = set(linked)
        while edge:
            at = edge.pop()
            near = {each for each in left if float(np.hypot(*(points[each] - points[at]))) < apart_px}
            left -= near
            linked |= near
            edge |= near
        sizes.append(len(linked))
    return sizes
