"""A camera that may be unplugged: looked for again every few seconds, and picked up by itself."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

from companion.table.devices import DeviceHealth
from vision.cameras.frames import Camera, CameraFault, CameraGone, Clock, Frame, NoCamera, as_camera_fault

log = logging.getLogger(__name__)

Opener = Callable[[], Camera]
"""Opens the camera; raises `CameraGone` where it is not there now."""

AGAIN_AFTER_S = 3.0
"""Between two looks for a camera: soon enough for somebody who just plugged it in, and no load on the machine."""


class ReconnectingCamera:
    """Whatever the opener opens, opened again whenever it is lost. A `Camera` itself; opens nothing before `read`."""

    def __init__(self, open_it: Opener, clock: Clock, *, again_after_s: float = AGAIN_AFTER_S) -> None:
        self._open = open_it
        self._clock = clock
        self._again_after_s = again_after_s
        self._camera: Camera | None = None
        self._name = "The camera"
        self._missing: CameraGone | None = None
        self._was_there = False
        self._due_s = clock.now()

    @property
    def name(self) -> str:
        """The name of the camera last opened."""
        return self._camera.name if self._camera else self._name

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of the camera that is open."""
        return self._camera.notes if self._camera else ()

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; None while the camera is silent or away, or fails. Other `CameraError`s pass."""
        if self._camera is None and not self._look(timeout_s):
            return None
        camera = self._camera
        assert camera is not None
        try:
            with as_camera_fault(camera.name):
                frame = camera.read(timeout_s)
        except CameraGone as error:
            self._lose(error)
            return None
        if frame is not None:
            # Not from its opening on: there are devices that open and never give a picture.
            self._missing, self._was_there = None, True
        return frame

    def _look(self, timeout_s: float) -> bool:
        """Whether the camera is open now; waits at most that long for the time of the next look."""
        wait_s = self._due_s - self._clock.now()
        if wait_s > 0:
            self._clock.pause(min(wait_s, timeout_s))
        if self._clock.now() < self._due_s:
            return False
        try:
            with as_camera_fault(self._name):
                self._camera = self._open()
        except CameraGone as error:
            self._lose(error)
            return False
        return True

    def _lose(self, error: CameraGone) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            self._name = camera.name
        if isinstance(error, CameraFault) and str(error) != str(self._missing):
            # Once, and not each time that it is looked for.
            log.error("%s", error, exc_info=error.__cause__)
        # Without the calls that it came through: they would keep the camera and its last picture.
        error.__cause__ = error.__context__ = None
        self._missing = error.with_traceback(None)
        self._due_s = self._clock.now() + self._again_after_s
        if camera is not None:
            # A device that is gone may fail once more as it is given back.
            with contextlib.suppress(Exception):
                camera.close()

    def health(self) -> DeviceHealth:
        """Whether the camera is there, in words."""
        if self._missing is None:
            is_there = self._camera is not None and self._was_there
            text = f"{self.name} is there." if is_there else "The camera is being opened."
            return DeviceHealth("camera", "ok" if is_there else "absent", " ".join((text, *self.notes)))
        if self._was_there and not isinstance(self._missing, CameraFault):
            return DeviceHealth(
                "camera", "failed", f"{self._name} is gone. Tap meanwhile; plugged in again it is picked up by itself."
            )
        return DeviceHealth("camera", "absent" if isinstance(self._missing, NoCamera) else "failed", str(self._missing))

    def close(self) -> None:
        """Give the camera back."""
        camera, self._camera = self._camera, None
        if camera is not None:
            with contextlib.suppress(Exception):
                camera.close()
