"""A camera's frames, the smallest interface of a camera, and what can go wrong with one.

CameraError (CompanionError)
├── CameraUnknown     (ValueError)       what was asked for is no camera, file or folder that can be opened
├── CameraUnreadable  (ValueError)       the file or folder is there, but holds no picture
├── CameraEnded       (EOFError)         a video or folder has shown its last picture
└── CameraGone        (ConnectionError)  the device is not there, or stopped sending; it may come back
    ├── NoCamera                         no device at all where any would do
    ├── NoCameraLibrary                  what it is read with is not installed
    └── CameraFault                      it or its library failed as nobody foresaw
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError

Pixels = npt.NDArray[np.uint8]


class CameraError(CompanionError):
    """A camera that cannot be used as asked; the text says which, and what to do."""


class CameraUnknown(CameraError, ValueError):
    """Nothing that could be opened has this name."""


class CameraUnreadable(CameraError, ValueError):
    """A file or folder without a picture in it."""


class CameraEnded(CameraError, EOFError):
    """A video file or a folder that has shown everything."""


class CameraGone(CameraError, ConnectionError):
    """A device that is not there, or no longer."""


class NoCamera(CameraGone):
    """No camera is plugged in."""


class NoCameraLibrary(CameraGone):
    """The library that such a camera is read with is not installed."""


class CameraFault(CameraGone):
    """A camera, or the library that it is read with, failed in a way that nobody foresaw."""


@contextlib.contextmanager
def as_camera_fault(name: str) -> Iterator[None]:
    """Whatever is no `CameraError` of that camera's becomes a `CameraFault`; its name begins a sentence."""
    try:
        yield
    except CameraError:
        raise
    except Exception as error:  # libraries of cameras raise what they like
        what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(".: ")
        raise CameraFault(
            f"{name} fails in a way that was not foreseen ({what}). Tap meanwhile; it is looked for again."
        ) from error


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a camera: BGR, uint8, (height, width, 3), read-only; origin: centre of the top left pixel."""

    pixels: Pixels
    at_s: float
    """When it was taken, by the clock that the camera was opened with; of a video, by the video's own timestamps."""
    number: int
    """Counts from 1 for each opened camera, pictures that were skipped included."""

    def __post_init__(self) -> None:
        self.pixels.setflags(write=False)


class Clock(Protocol):
    """Where cameras get the time from, and how they wait."""

    def now(self) -> float:
        """Seconds, never running backwards; only differences mean something."""

    def pause(self, duration_s: float) -> None:
        """Return after so many seconds."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds of `time.monotonic`."""
        return time.monotonic()

    def pause(self, duration_s: float) -> None:
        """Sleep."""
        time.sleep(duration_s)


class Camera(Protocol):
    """Anything that gives frames. One thread uses it."""

    @property
    def name(self) -> str:
        """What people call it, as in “Camera /dev/video0”; begins a sentence."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what it cannot do as wished: a focus that does not lock, a picture that is broken."""

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; None where none came in that time.

        Raises `CameraGone` where the device is lost and `CameraEnded` after the last frame of a file.
        """

    def close(self) -> None:
        """Give the device back; may be called twice."""
