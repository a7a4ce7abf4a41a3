"""The Raspberry Pi's own camera through Picamera2, which Raspberry Pi OS offers as a system package only."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from vision.cameras.frames import CameraGone, Clock, Frame, NoCamera
from vision.cameras.v4l2 import HEIGHT_PX, WARM_UP_FRAMES, WIDTH_PX

MISSING = (
    "Picamera2 is not installed, so the Raspberry Pi's own camera cannot be read. Install it with: "
    "sudo apt install python3-picamera2 (and make .venv with --system-site-packages, as the Makefile does on a Pi)."
)

_AF_MANUAL = 0
"""libcamera's AfModeManual: the lens stays where it is put."""


def load_picamera2() -> Any:
    """The module `picamera2`; raises `CameraGone` with the name of the package where it is missing."""
    try:
        return importlib.import_module("picamera2")
    except ImportError as error:
        raise CameraGone(MISSING) from error


class PiCamera:
    """The first camera that Picamera2 knows.

    Raises `CameraGone` where the module is missing or the camera does not start, `NoCamera` where none is connected.
    """

    def __init__(self, clock: Clock, load: Callable[[], Any] = load_picamera2) -> None:
        self.name = "The Raspberry Pi camera"
        self._clock = clock
        self._number = 0
        self._job: Any = None
        self._notes: tuple[str, ...] = ()
        module = load()
        if not module.Picamera2.global_camera_info():
            raise NoCamera(
                "No camera is connected to the Raspberry Pi. Switch it off, check the ribbon cable, try again."
            )
        try:
            self._camera = module.Picamera2()
            # Picamera2's RGB888 is BGR in memory, as OpenCV wants it (Picamera2 manual, appendix A).
            main = {"size": (WIDTH_PX, HEIGHT_PX), "format": "RGB888"}
            self._camera.configure(self._camera.create_video_configuration(main=main))
            self._camera.start()
        except (RuntimeError, IndexError) as error:
            raise CameraGone(f"{self.name} does not start: {error}. Close other programs that use it.") from error

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be locked."""
        return self._notes

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame, None where none came in time. Raises `CameraGone` where libcamera reports a fault."""
        # One request stays open across calls: a new one each time would pile up behind a slow camera.
        self._job = self._job or self._camera.capture_request(wait=False)
        try:
            request = self._job.get_result(timeout=timeout_s)
        except TimeoutError:
            return None
        except Exception as error:
            self.close()
            raise CameraGone(
                f"{self.name} stopped: {error}. Check its ribbon cable; it is looked for again."
            ) from error
        self._job = None
        try:
            pixels = np.array(request.make_array("main"), dtype=np.uint8)
            found = request.get_metadata()
        finally:
            request.release()
        self._number += 1
        if self._number == WARM_UP_FRAMES:
            self._notes = self._lock(found)
        return Frame(pixels, self._clock.now(), self._number)

    def _lock(self, found: dict[str, Any]) -> tuple[str, ...]:
        """Hold focus, exposure and white balance at what the metadata says; sentences on what cannot be held."""
        can = self._camera.camera_controls
        held: dict[str, Any] = {
            name: found[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in found
        }
        held |= {name: False for name in ("AeEnable", "AwbEnable") if name in can}
        if "AfMode" in can and "LensPosition" in found:
            held |= {"AfMode": _AF_MANUAL, "LensPosition": found["LensPosition"]}
        self._camera.set_controls(held)
        loose = [
            name
            for name, control in (("exposure", "ExposureTime"), ("white balance", "ColourGains"))
            if control not in held
        ]
        if not loose:
            return ()
        return (f"{self.name} does not let its {' and '.join(loose)} be locked; readings may drift with the light.",)

    def close(self) -> None:
        """Stop the camera and give it back."""
        self._camera.close()
