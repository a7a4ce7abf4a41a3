"""Other ways of finding the same markers, beside which ours is measured. Nothing else uses them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from companion.errors import CompanionError
from vision.cameras.frames import Pixels
from vision.markers import _settings

Find = Callable[[Pixels], int]
"""How many markers are found in a grey picture (H, W), uint8."""


def bare_detection(*, with_defaults: bool = False) -> Find:
    """OpenCV's detection alone, with our settings or its own, and nothing made of what it finds."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    chosen = cv2.aruco.DetectorParameters() if with_defaults else _settings()
    detector = cv2.aruco.ArucoDetector(dictionary, chosen)
    return lambda grey: len(detector.detectMarkers(grey)[0])


def april_tags() -> Find:
    """The detection by AprilTag's makers, with its own settings, in one thread.

    Raises `CompanionError` where pupil-apriltags is not installed; it has no wheel for Linux on arm64.
    """
    try:
        from pupil_apriltags import Detector  # for measuring only: nothing else here knows it
    except ImportError as error:
        raise CompanionError(
            "pupil-apriltags is not installed, and not measured. "
            "Install it with: .venv/bin/python -m pip install 'pupil-apriltags>=1.0.4'"
        ) from error

    class Lasting(Detector):  # type: ignore[misc]
        def __del__(self) -> None:
            """Keeps its memory: 1.0.4 frees the family before the detector that then frees parts of it once more."""

    detector = Lasting(families="tag36h11", nthreads=1)
    return lambda grey: len(detector.detect(np.ascontiguousarray(grey)))
