"""Whether a live camera still looks: a sensor has noise, so no two of its pictures are the same to the last bit."""

from __future__ import annotations

import zlib

from vision.cameras.frames import Frame
from vision.cameras.picture_faults import judge_picture

FROZEN_AFTER_S = 1.0
FROZEN_AFTER = 5
"""The same picture for so long and so often is an old one: of a virtual table one in 4096 is like the one before."""
EVERY_ROW = 8
"""Of so many rows one is compared: noise is in all of them."""
FROZEN = "gives the same picture again and again. Unplug it and plug it in again; tap meanwhile."


class FrozenFeed:
    """Follows the frames of one live camera. Not for files and recordings, whose pictures may well repeat."""

    def __init__(self) -> None:
        self._check = -1
        self._since_s = 0.0
        self._times = 0

    def next(self, frame: Frame, camera: str) -> str:
        """What is to be said of that camera after one more frame; "" while its pictures change.

        A picture that is black or white all over may repeat: what is wrong there the look tells.
        """
        check = zlib.crc32(frame.pixels[::EVERY_ROW].tobytes())
        if check != self._check or frame.at_s < self._since_s:
            self._check, self._since_s, self._times = check, frame.at_s, 0
        self._times += 1
        if self._times < FROZEN_AFTER or frame.at_s - self._since_s < FROZEN_AFTER_S:
            return ""
        return "" if judge_picture(frame.pixels) else f"{camera} {FROZEN}"
