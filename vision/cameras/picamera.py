"""The Raspberry Pi's own camera through Picamera2, which Raspberry Pi OS offers as a system package only."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from vision.cameras.frames import CameraError, CameraGone, Clock, Frame, NoCamera, NoCameraLibrary
from vision.cameras.v4l2 import HEIGHT_PX, WARM_UP_FRAMES, WIDTH_PX

MISSING = (
    "Picamera2 is not installed, so the Raspberry Pi's own camera cannot be read. Install it with: "
    "sudo apt install python3-picamera2 (and make .venv with --system-site-packages, as the Makefile does on a Pi)."
)

NOT_ITS_NUMPY = (
    "Type: .venv/bin/python -m pip install --ignore-installed simplejpeg (the system's own is made for another numpy "
    "than that in .venv), then start again."
)
NOT_WHOLE = (
    "Type: sudo apt install --reinstall python3-picamera2, and make .venv anew with the system's own Python: "
    "make clean env PYTHON=/usr/bin/python3."
)

SILENT_S = 5.0
"""A camera that gives nothing for so long counts as lost: to libcamera a loose cable is no error, only silence."""

_AF_MANUAL = 0
"""libcamera's AfModeManual: the lens stays where it is put."""


def load_picamera2() -> Any:
    """The module `picamera2`; raises `CameraGone` with what to type where it is missing or does not load."""
    try:
        return importlib.import_module("picamera2")
    except ModuleNotFoundError as error:
        if error.name == "picamera2":
            raise NoCameraLibrary(MISSING) from error
        raise CameraGone(_broken(error)) from error
    except Exception as error:  # whatever one of the libraries below it raises: it is not ours
        raise CameraGone(_broken(error)) from error


def _broken(error: Exception) -> str:
    why = _reason(error)
    cure = NOT_ITS_NUMPY if "numpy" in why else NOT_WHOLE
    return f"Picamera2 is installed, but does not load, so the Raspberry Pi's own camera cannot be read: {why}. {cure}"


def _reason(error: Exception) -> str:
    """What an error says, on one line and without its full stop; its kind where it says nothing."""
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__


class PiCamera:
    """The first camera that Picamera2 knows.

    Raises `NoCameraLibrary` where the module is missing, `NoCamera` where none is connected, `CameraGone` where the
    module does not load or the camera does not start.
    """

    def __init__(self, clock: Clock, load: Callable[[], Any] = load_picamera2) -> None:
        self.name = "The Raspberry Pi camera"
        self._clock = clock
        self._number = 0
        self._job: Any = None
        self._notes: tuple[str, ...] = ()
        self._camera: Any = None
        self._heard_s = clock.now()
        module = load()
        try:
            self._open(module)
        except CameraError:
            raise
        except Exception as error:  # of Picamera2, of libcamera or of the system
            self.close()
            raise CameraGone(
                f"{self.name} does not start: {_reason(error)}. Close other programs that use it."
            ) from error

    def _open(self, module: Any) -> None:
        if not module.Picamera2.global_camera_info():
            raise NoCamera(
                "No camera is connected to the Raspberry Pi. Switch it off, check the ribbon cable, try again."
            )
        self._camera = module.Picamera2()
        # Picamera2's RGB888 is BGR in memory, as OpenCV wants it (Picamera2 manual, appendix A).
        main = {"size": (WIDTH_PX, HEIGHT_PX), "format": "RGB888"}
        self._camera.configure(self._camera.create_video_configuration(main=main))
        self._camera.start()

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be locked."""
        return self._notes

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame, None where none came in time. Raises `CameraGone` where libcamera reports a fault, or none
        and no frame for `SILENT_S`.
        """
        try:
            frame = self._next(timeout_s)
        except Exception as error:  # of Picamera2, of libcamera or of the system
            self.close()
            raise CameraGone(
                f"{self.name} stopped: {_reason(error)}. Check its ribbon cable; it is looked for again."
            ) from error
        now_s = self._clock.now()
        if frame is not None:
            self._heard_s = now_s
        elif now_s - self._heard_s >= SILENT_S:
            self.close()
            raise CameraGone(
                f"{self.name} gives no picture. Switch the Pi off, check the ribbon cable at both ends, try again."
            )
        return frame

    def _next(self, timeout_s: float) -> Frame | None:
        # One request stays open across calls: a new one each time would pile up behind a slow camera.
        self._job = self._job or self._camera.capture_request(wait=False)
        try:
            request = self._job.get_result(timeout=timeout_s)
        except TimeoutError:
            return None
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
        try:
            self._camera.set_controls(held)
        except Exception:  # a camera that refuses still gives pictures
            held = {}
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
        if self._camera is not None:
            # A camera that failed may fail once more as it is given back.
            with contextlib.suppress(Exception):
                self._camera.close()
