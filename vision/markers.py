"""AprilTag 36h11 markers in a picture, by OpenCV's ArUco module with settings chosen by measurement, and a second look.

What is found, by side and blur, stands in docs/markers.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.frames import Pixels
from vision.corners import Corners, refined
from vision.second_look import Ids, SecondLook

SMALLEST_PX = 10
"""Mean side under which nothing is taken for a marker: 8 cells in fewer pixels cannot be told apart."""


@dataclass(frozen=True, eq=False)
class Markers:
    """What was found in one picture.

    `ids` is (N,) int32, in rising order; the same id may occur more than once. `corners_px` is (N, 4, 2) float32: the
    corners of the black square in the order top left, top right, bottom right, bottom left *of the printed marker*,
    however it is turned; x to the right, y down, (0, 0) at the centre of the picture's top left pixel. Lens distortion
    is not corrected.
    """

    ids: Ids
    corners_px: Corners

    def __len__(self) -> int:
        return len(self.ids)

    def count(self) -> Counter[int]:
        """How often each id was found."""
        return Counter(self.ids.tolist())


def _settings(whole_to_part: float = 1.0) -> cv2.aruco.DetectorParameters:
    """Chosen on rendered pictures; these figures are from others, of 1280 x 720, noise 4, light down to 60 %.

    All figures here are of the first look alone. `whole_to_part` is the longer side of the whole picture against that
    of the part of it that is searched.

    Share found of 960 markers each, straight from above / tilted by 25 degrees, by side of the black square and sigma
    of the blur, both in px in the picture's middle. Of the 38 400 shown none was read with a wrong id.

        side        18           22           28           32           36
        0.5     99 / 96 %   100 / 100 %  100 / 100 %  100 / 100 %  100 / 100 %
        1.0     29 / 23 %    90 / 77 %   100 / 100 %  100 / 100 %  100 / 100 %
        1.4      0 / 0 %     14 / 11 %    93 / 77 %    99 / 96 %   100 / 100 %
        2.0      0 / 0 %      0 / 0 %      5 / 4 %     33 / 24 %    80 / 59 %
    """
    chosen = cv2.aruco.DetectorParameters()
    # Two windows, one for markers of about 20 px and one for larger ones, find what five do, in half the time.
    chosen.adaptiveThreshWinSizeMin = 7
    chosen.adaptiveThreshWinSizeMax = 27
    chosen.adaptiveThreshWinSizeStep = 20
    # Of the longer side of the picture: a marker of 6 px in one of 2304. The usual 0.03 ends at 17 px. A part of a
    # picture is shorter by `whole_to_part`, its markers are not.
    chosen.minMarkerPerimeterRate = 0.01 * whole_to_part
    chosen.maxMarkerPerimeterRate = 4.0 * whole_to_part
    # Blurred corners are round: 0.03 reads 0.2 % fewer of 22 px, 0.04 and 0.05 the same. At 0.05 the white figure
    # inside some ids (43, 118, 127) is now and then taken for the outline, in good light too.
    chosen.polygonalApproxAccuracyRate = 0.04
    # 8 samples along a cell, its outer fifth left out: at 18 to 22 px and blur this reads a fifth more than 4 samples.
    chosen.perspectiveRemovePixelPerCell = 8
    chosen.perspectiveRemoveIgnoredMarginPerCell = 0.2
    # 0.4 mends 2 wrong bits of 36. OpenCV's 0.6 (3 bits) reads more blurred ones (28 px at 1.4: 93 for 85 %, both
    # tilts), but gave 2 ids that were not there among 25 920 markers shown, one at a true place and size, where no
    # later check could tell; 0.9 found a marker in one of 382 photographs without any. A marker not read costs a
    # question, a wrong one costs the game (law 3).
    chosen.errorCorrectionRate = 0.4
    # Corners are refined in vision/corners.py: OpenCV's are up to a seventh of the side off on a dark tile. In the
    # pictures on which this was chosen a corner was 0.24 px off; unrefined 0.78, and sides 3 % too small; by contour
    # lines 0.75; AprilTag's own 0.65, of which 0.45 are a shift of all, at ten times the cost or more.
    chosen.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return chosen


class MarkerFinder:
    """Finds markers; one thread uses one finder."""

    def __init__(self) -> None:
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
        self._detector = cv2.aruco.ArucoDetector(dictionary, _settings())
        self._whole_to_part = 1.0
        self._second = SecondLook(dictionary)

    def find(self, pixels: Pixels, whole_px: int | None = None) -> Markers:
        """The markers in a picture, BGR (H, W, 3) or grey (H, W), uint8.

        `whole_px` is the longer side of the picture that `pixels` was cut out of; None where it is the whole. A marker
        well inside a part is found there if it is found in the whole, with the same id and in the same place.
        """
        grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY) if pixels.ndim == 3 else pixels
        self._set_for(max(grey.shape) if whole_px is None else whole_px, max(grey.shape))
        corners, ids, rejected = self._detector.detectMarkers(grey)
        # The stubs do not say that there are no ids where nothing was found.
        found = np.empty(0, np.int32) if len(corners) == 0 else np.asarray(ids, dtype=np.int32).reshape(-1)
        grey = np.asarray(grey, dtype=np.uint8)
        places = refined(grey, np.asarray(corners, dtype=np.float32).reshape(-1, 4, 2))
        more, more_places = self._second.read(grey, rejected, places)
        found, places = np.concatenate([found, more]), np.concatenate([places, more_places])
        sides_px = np.linalg.norm(places - np.roll(places, 1, axis=1), axis=2).mean(axis=1)
        big = sides_px >= SMALLEST_PX
        found, places = found[big], places[big]
        order = np.argsort(found, kind="stable")
        return _without_doubles(Markers(found[order], places[order]))

    def _set_for(self, whole_px: int, part_px: int) -> None:
        whole_to_part = whole_px / part_px
        if whole_to_part != self._whole_to_part:
            self._detector.setDetectorParameters(_settings(whole_to_part))
            self._whole_to_part = whole_to_part


def _without_doubles(markers: Markers) -> Markers:
    """The same without a second outline of one and the same marker: same id, centres closer than half a side."""
    middles = markers.corners_px.mean(axis=1)
    sides = np.linalg.norm(markers.corners_px[:, 0] - markers.corners_px[:, 1], axis=1)
    # Bare ground is seen fifty times: all pairs at once.
    apart = np.linalg.norm(middles[:, None] - middles[None, :], axis=2)
    doubles = np.triu((markers.ids[:, None] == markers.ids[None, :]) & (apart <= sides[:, None] / 2), k=1)
    kept = list[int]()
    for each in range(len(markers)):
        if not doubles[kept, each].any():
            kept.append(each)
    return Markers(markers.ids[kept], markers.corners_px[kept])
