"""What --camera may say, and what is said of cameras that are not there."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from tests.vision.fakes import FakeClock, plain
from vision.camera_choice import DEVICES, camera_health, camera_opener, is_device
from vision.cameras.files import PictureFolder
from vision.cameras.frames import Camera, CameraGone, CameraUnknown, CameraUnreadable, Clock, NoCamera
from vision.cameras.picamera import MISSING


def open_camera(spec: str, clock: Clock, devices: Path = DEVICES) -> Camera | None:
    """The camera of this name, open; None for "none"."""
    opener = camera_opener(spec, clock, devices)
    return opener() if opener else None


def test_none_is_no_camera(clock: FakeClock) -> None:
    assert open_camera("none", clock) is None


@pytest.mark.parametrize("spec", ["7", "{devices}/video7", "{devices}/v4l/by-id/usb-cam-video-index0"])
def test_a_device_that_is_not_there(spec: str, clock: FakeClock, tmp_path: Path) -> None:
    with pytest.raises(CameraGone) as gone:
        open_camera(spec.format(devices=tmp_path), clock, tmp_path)
    path = tmp_path / "video7" if spec == "7" else Path(spec.format(devices=tmp_path))
    assert str(gone.value) == f"There is no camera at {path}. Plug it in, or choose another with --camera."


def test_a_device_may_be_named_before_it_is_plugged_in(clock: FakeClock, tmp_path: Path) -> None:
    assert camera_opener("7", clock, tmp_path) is not None


@pytest.mark.parametrize("spec", ["webcam", "", "-1", "²", "/no/such/file.mp4"])
def test_an_unknown_name_says_what_may_be_given(spec: str, clock: FakeClock, tmp_path: Path) -> None:
    if spec == "":
        spec = str(tmp_path / "gone")
    with pytest.raises(CameraUnknown) as unknown:
        open_camera(spec, clock, tmp_path / "dev")
    assert str(unknown.value) == (
        f"There is no camera, file or folder {spec!r}. --camera takes auto, none, a number as in /dev/video0, a device "
        "file, picamera2, a video file, a recording, or a folder of pictures."
    )


def test_a_folder_and_a_file_are_told_apart(clock: FakeClock, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), plain(9))
    assert isinstance(open_camera(str(tmp_path), clock), PictureFolder)
    (tmp_path / "b.mp4").write_bytes(b"no video")
    with pytest.raises(CameraUnreadable):
        open_camera(str(tmp_path / "b.mp4"), clock)


def test_auto_without_any_device(clock: FakeClock, tmp_path: Path) -> None:
    with pytest.raises(NoCamera) as none:
        open_camera("auto", clock, tmp_path)
    assert str(none.value) == "No camera: tap what is done."


def test_the_pi_camera_without_its_library(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "picamera2", None)
    with pytest.raises(CameraGone) as gone:
        open_camera("picamera2", clock)
    assert str(gone.value) == MISSING
    assert "sudo apt install python3-picamera2" in MISSING


def test_health_where_no_camera_is_to_be_used(tmp_path: Path) -> None:
    assert camera_health(tmp_path).text == "No camera: tap what is done."
    (tmp_path / "video10").touch()
    (tmp_path / "video2").touch()
    health = camera_health(tmp_path)
    assert health.status == "absent"
    assert health.text == f"A camera is at {tmp_path}/video2, but the companion was started without one. Tap instead."


@pytest.mark.parametrize("spec", ["auto", "picamera2", "0", "/dev/video2", "/dev/v4l/by-id/usb-cam-video-index0"])
def test_a_device_looks_on(spec: str) -> None:
    assert is_device(spec)


@pytest.mark.parametrize("spec", ["none", "evening.mp4", "pictures", "/home/dev/video2", ""])
def test_pictures_from_the_disk_are_no_device(spec: str) -> None:
    assert not is_device(spec)
