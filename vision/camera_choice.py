"""Which cameras there are, and what `--camera` may say."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.table.devices import DeviceHealth
from vision.cameras.auto import NO_CAMERA, AutoCamera, video_nodes
from vision.cameras.files import PictureFolder, VideoFile
from vision.cameras.frames import CameraUnknown, Clock
from vision.cameras.names import CHOICES
from vision.cameras.picamera import PiCamera
from vision.cameras.reconnect import Opener
from vision.cameras.v4l2 import V4l2Camera
from vision.recorded import RecordedCamera, has_frames

DEVICES = Path("/dev")
FRAMES = "frames"
"""Folder of the frames in that of a recording."""


def camera_health(devices: Path = DEVICES) -> DeviceHealth:
    """Whether a video device is there, in words, where no camera is to be looked through."""
    found = video_nodes(devices)
    if not found:
        return DeviceHealth("camera", "absent", NO_CAMERA)
    return DeviceHealth(
        "camera", "absent", f"A camera is at {found[0]}, but the companion was started without one. Tap instead."
    )


def is_device(spec: str, devices: Path = DEVICES) -> bool:
    """Whether a camera of this name looks on as it is asked, and gives no pictures from the disk."""
    is_number = spec.isascii() and spec.isdigit()
    return spec in ("auto", "picamera2") or is_number or Path(spec).is_relative_to(devices)


def camera_opener(spec: str, clock: Clock, devices: Path = DEVICES) -> Opener | None:
    """What opens the camera of this name, as often as wished; None for "none".

    A device need not be there yet. Raises `CameraUnknown` where the name is no camera's, no file's and no folder's.
    """
    if spec == "none":
        return None
    if spec == "auto":
        return AutoCamera(clock, devices).opened
    if spec == "picamera2":
        return partial(PiCamera, clock)
    if spec.isascii() and spec.isdigit():
        return partial(V4l2Camera, devices / f"video{spec}", clock)
    path = Path(spec)
    if path.is_relative_to(devices):
        return partial(V4l2Camera, path, clock)
    for folder in (path, path / FRAMES):
        if has_frames(folder):
            return partial(RecordedCamera, folder, clock)
    if path.is_dir():
        return partial(PictureFolder, path, clock)
    if path.is_file():
        return partial(VideoFile, path, clock)
    raise CameraUnknown(f"There is no camera, file or folder {spec!r}. --camera takes {CHOICES}.")
