"""A USB camera of Linux (Video4Linux2), read through OpenCV, with focus, exposure and white balance locked."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.runtime.text import encodable
from vision.cameras.frames import CameraGone, Clock, Frame

WIDTH_PX, HEIGHT_PX = 2304, 1296
"""Asked for; a device that cannot gives its nearest size. 1920 x 1080 leaves no margin around a 90 x 60 cm mat."""

WARM_UP_FRAMES = 30
"""Frames in which the device's automatics settle before they are locked: about a second, as webcams need."""

LOST_AFTER = 3
"""Reads without a frame after which the camera counts as lost. One alone happens on a busy USB bus."""

SELECT_TIMEOUT = "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"
"""OpenCV's only limit on a V4L2 read, in whole seconds, 10 by default, read once in a process."""

_AUTO_EXPOSURE, _MANUAL_EXPOSURE = 3, 1
"""V4L2_EXPOSURE_APERTURE_PRIORITY and V4L2_EXPOSURE_MANUAL of linux/v4l2-controls.h; OpenCV hands them through."""

_LOCKS = (
    ("focus", cv2.CAP_PROP_AUTOFOCUS, 0, cv2.CAP_PROP_FOCUS),
    ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
    ("white balance", cv2.CAP_PROP_AUTO_WB, 0, cv2.CAP_PROP_WB_TEMPERATURE),
)
"""Name, the switch of its automatic, the switch's position for "by hand", and the value itself."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used here."""

    def isOpened(self) -> bool: ...
    def read(self) -> tuple[bool, npt.NDArray[np.generic]]: ...
    def get(self, propId: int, /) -> float: ...
    def set(self, propId: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


def open_capture(path: Path) -> Capture:
    """OpenCV's capture of that device, by the V4L2 backend alone."""
    os.environ.setdefault(SELECT_TIMEOUT, "1")
    capture: Capture = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    return capture


class V4l2Camera:
    """The camera at a device file. Raises `CameraGone` where it is not there or does not open.

    Its automatics run for the first second and are then locked at what they found. `read` may take a second longer than
    asked: OpenCV offers no shorter limit.
    """

    def __init__(self, path: Path, clock: Clock, capture: Callable[[Path], Capture] = open_capture) -> None:
        self.name = encodable(f"Camera {path}")
        self._path = path
        self._clock = clock
        self._number = 0
        self._misses = 0
        self._notes: tuple[str, ...] = ()
        if not path.exists():
            raise CameraGone(f"There is no camera at {path}. Plug it in, or choose another with --camera.")
        self._capture = capture(path)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraGone(
                f"Camera {path} does not open: it is no camera, another program holds it, or you may not use it. "
                "Close the other program, or join the group video, or choose another with --camera."
            )
        self._prepare()

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be locked; empty during the first second."""
        return self._notes

    def _prepare(self) -> None:
        """Ask for the size, compressed (USB 2 cannot carry it raw), one frame in store, and automatics on."""
        wishes = (
            (cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))),
            (cv2.CAP_PROP_FRAME_WIDTH, float(WIDTH_PX)),
            (cv2.CAP_PROP_FRAME_HEIGHT, float(HEIGHT_PX)),
            (cv2.CAP_PROP_BUFFERSIZE, 1.0),
            (cv2.CAP_PROP_AUTOFOCUS, 1.0),
            (cv2.CAP_PROP_AUTO_EXPOSURE, float(_AUTO_EXPOSURE)),
            (cv2.CAP_PROP_AUTO_WB, 1.0),
        )
        for wish, value in wishes:
            self._capture.set(wish, value)

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; None where the device was silent for a second. Raises `CameraGone` where it is lost."""
        good, pixels = self._capture.read()
        if not good or pixels is None or pixels.size == 0:
            self._misses += 1
            # After an unplugging OpenCV may hand out one more old frame as good (opencv#14044): the file is asked too.
            if self._misses >= LOST_AFTER or not self._path.exists():
                self.close()
                if self._number == 0 and self._path.exists():
                    raise CameraGone(
                        f"{self.name} opens, but gives no picture. Close other programs that use it, plug it into "
                        "another port, or choose another with --camera."
                    )
                raise CameraGone(f"{self.name} stopped sending pictures. Plug it in again; it is picked up by itself.")
            return None
        self._misses = 0
        self._number += 1
        if self._number == WARM_UP_FRAMES:
            self._notes = self._lock()
        return Frame(np.asarray(pixels, dtype=np.uint8), self._clock.now(), self._number)

    def _lock(self) -> tuple[str, ...]:
        """Hold every automatic at what it found; sentences on those that cannot be held."""
        loose = []
        for name, switch, by_hand, value in _LOCKS:
            found = self._capture.get(value)
            off = self._capture.set(switch, float(by_hand)) and self._capture.get(switch) == by_hand
            if off and found >= 0:
                # Some drivers fall back to a default as the automatic goes off.
                self._capture.set(value, found)
            if not off:
                loose.append(name)
        if not loose:
            return ()
        return (f"{self.name} does not let its {' and '.join(loose)} be locked; readings may drift with the light.",)

    def close(self) -> None:
        """Release the device."""
        self._capture.release()
