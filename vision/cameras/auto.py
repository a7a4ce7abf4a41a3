"""Any camera that gives pictures: on USB, then the Raspberry Pi's own, then any other video device."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from vision.cameras.frames import Camera, CameraGone, Clock, Frame, NoCamera, NoCameraLibrary, as_camera_fault
from vision.cameras.picamera import PiCamera
from vision.cameras.v4l2 import V4l2Camera

NO_CAMERA = "No camera: tap what is done."
BACK_EVERY_S = 3.0
"""Between two tries to go back to the camera that was looked through first."""

Place: TypeAlias = Path | None
"""A device file; None is the Raspberry Pi's own camera."""


def video_nodes(devices: Path) -> list[Path]:
    """The video devices in the order of their numbers, cameras or not."""
    return sorted(devices.glob("video[0-9]*"), key=lambda node: (len(node.name), node.name))


class AutoCamera:
    """The first camera that gives a picture, and again the same where it comes back. A `Camera` itself, once `opened`.

    A device that opens and gives no picture is passed over. While the camera that was looked through first is away,
    another is taken, and let go as soon as the first opens again.
    """

    def __init__(
        self,
        clock: Clock,
        devices: Path,
        usb: Callable[[Path, Clock], Camera] = V4l2Camera,
        pi: Callable[[Clock], Camera] = PiCamera,
    ) -> None:
        self._clock = clock
        self._devices = devices
        self._usb = usb
        self._pi = pi
        self._camera: Camera | None = None
        self._place: Place = None
        self._gives_pictures = False
        self._left: list[Place] = []
        self._on_usb: list[Path] = []
        self._wrong: list[str] = []
        """What is wrong with cameras that were passed over, where a person can mend it."""
        self._awaited: Path | None = None
        self._back_due_s = clock.now()

    @property
    def name(self) -> str:
        """The name of the camera that is open."""
        return self._camera.name if self._camera else "The camera"

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of the camera that is open."""
        return self._camera.notes if self._camera else ()

    def opened(self) -> AutoCamera:
        """This, with a camera open. Raises `CameraGone` where none opens; may be called again after that or a loss."""
        self.close()
        self._begin()
        self._open_next()
        return self

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame of the camera that is open, or of the next one where it has never given any.

        Raises `CameraGone` where the camera is lost, or none gives a picture.
        """
        self._go_back()
        while True:
            camera = self._camera or self._open_next()
            try:
                with as_camera_fault(camera.name):
                    frame = camera.read(timeout_s)
            except CameraGone as error:
                if self._gives_pictures:
                    self._awaited = self._awaited or self._place
                    raise
                self.close()
                self._pass_over(self._place, error)
                continue
            self._gives_pictures = self._gives_pictures or frame is not None
            return frame

    def close(self) -> None:
        """Give the camera back."""
        camera, self._camera = self._camera, None
        if camera is not None:
            with contextlib.suppress(Exception):  # what is gone may fail once more
                camera.close()

    def _begin(self) -> None:
        """List what is to be tried, the camera that is awaited first."""
        # A USB camera has several nodes, of which index 0 has the pictures; a Pi has a dozen that are no cameras.
        self._on_usb = sorted((self._devices / "v4l" / "by-id").glob("*-video-index0"))
        listed = {each.resolve() for each in self._on_usb}
        others = [each for each in video_nodes(self._devices) if each.resolve() not in listed]
        places = [*self._on_usb, None, *others]
        self._left = sorted(places, key=lambda place: place is None or place != self._awaited)
        self._wrong = []

    def _open_next(self) -> Camera:
        """The next camera that opens, open. Raises `CameraGone` where none is left."""
        while self._left:
            place = self._left.pop(0)
            try:
                return self._open(place)
            except CameraGone as error:
                self._pass_over(place, error)
        raise self._none()

    def _open(self, place: Place) -> Camera:
        with as_camera_fault("The Raspberry Pi camera" if place is None else f"Camera {place}"):
            camera = self._pi(self._clock) if place is None else self._usb(place, self._clock)
        self._camera, self._place, self._gives_pictures = camera, place, False
        if place == self._awaited:
            self._awaited = None
        return camera

    def _pass_over(self, place: Place, error: CameraGone) -> None:
        # That there is no camera or no library on a machine, or that a node is no camera, is no fault.
        if (place is None or place in self._on_usb) and not isinstance(error, NoCamera | NoCameraLibrary):
            self._wrong.append(str(error))

    def _go_back(self) -> None:
        """Take the awaited camera in place of another one, where it opens again."""
        awaited, other = self._awaited, self._camera
        if awaited is None or other is None or awaited == self._place or not awaited.exists():
            return
        now_s = self._clock.now()
        if now_s < self._back_due_s:
            return
        self._back_due_s = now_s + BACK_EVERY_S
        with contextlib.suppress(CameraGone):
            self._open(awaited)
            with contextlib.suppress(Exception):
                other.close()
            self._begin()
            self._left.remove(awaited)

    def _none(self) -> CameraGone:
        if self._wrong:
            return CameraGone(" ".join(self._wrong))
        if found := video_nodes(self._devices):
            # No fault: a Raspberry Pi has such devices without any camera.
            return NoCamera(
                f"No camera: none of the video devices gives a picture ({found[0]} and on). Tap what lies on the "
                "table, or name the camera with --camera."
            )
        return NoCamera(NO_CAMERA)
