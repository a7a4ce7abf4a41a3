"""Whether a picture is mirrored: no marker is read in such a one, and it would be taken for an unsharp one."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras.frames import Pixels
from vision.markers import MarkerFinder

MIRRORED = (
    "The picture is mirrored, so nothing in it can be read. Switch off mirroring, also called flip or selfie mode, in "
    "the camera or in the program that sends its picture."
)
EVERY_S = 1.0
"""A picture without a marker is mirrored and searched no oftener: that takes as long as the look itself."""


def unmirrored(pixels: Pixels) -> Pixels:
    """The picture as in a looking glass; a copy."""
    return np.asarray(cv2.flip(pixels, 1), dtype=np.uint8)


def is_mirrored(pixels: Pixels, finder: MarkerFinder) -> bool:
    """Whether a picture, grey or BGR, in which no marker is read has some in a looking glass."""
    return len(finder.find(unmirrored(pixels))) > 0


class MirrorWatch:
    """The same of one picture after another without a marker; by their own times, so that a recording is read alike."""

    def __init__(self) -> None:
        self._finder = MarkerFinder()
        self._at_s = float("-inf")
        self._was = False

    def look(self, pixels: Pixels, at_s: float) -> bool:
        """Whether this picture is mirrored, or one taken shortly before it was."""
        if not 0 <= at_s - self._at_s < EVERY_S:
            self._at_s, self._was = at_s, is_mirrored(pixels, self._finder)
        return self._was

    def forget(self) -> None:
        """A marker was read: it is not mirrored, and may be from the next picture without one on."""
        self._at_s, self._was = float("-inf"), False
