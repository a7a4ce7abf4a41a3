"""A V4L2 camera with a capture that is told what to do; no device is needed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.fakes import FakeClock, plain
from vision.cameras.frames import CameraGone
from vision.cameras.v4l2 import LOST_AFTER, WARM_UP_FRAMES, V4l2Camera


class ToldCapture:
    def __init__(self, fixed: tuple[int, ...] = (), opens: bool = True) -> None:
        self.values: dict[int, float] = {cv2.CAP_PROP_FOCUS: 35, cv2.CAP_PROP_EXPOSURE: 157}
        self.values[cv2.CAP_PROP_WB_TEMPERATURE] = 4600
        self.fixed = fixed
        self.opens = opens
        self.silent = False
        self.released = 0

    def isOpened(self) -> bool:
        return self.opens

    def read(self) -> tuple[bool, npt.NDArray[np.generic]]:
        return (False, np.empty(0, np.uint8)) if self.silent else (True, plain(9))

    def get(self, prop: int, /) -> float:
        return self.values.get(prop, -1.0)

    def set(self, prop: int, value: float, /) -> bool:
        if prop in self.fixed:
            return False
        self.values[prop] = value
        if prop == cv2.CAP_PROP_AUTOFOCUS and value == 0:
            self.values[cv2.CAP_PROP_FOCUS] = 0  # as some drivers do
        return True

    def release(self) -> None:
        self.released += 1


@pytest.fixture
def node(tmp_path: Path) -> Path:
    (tmp_path / "video0").touch()
    return tmp_path / "video0"


def warm(camera: V4l2Camera) -> None:
    for _ in range(WARM_UP_FRAMES):
        assert camera.read(0.1)


def test_the_automatics_run_and_are_then_held_at_what_they_found(node: Path, clock: FakeClock) -> None:
    capture = ToldCapture()
    camera = V4l2Camera(node, clock, lambda _: capture)
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert (capture.values[cv2.CAP_PROP_FRAME_WIDTH], capture.values[cv2.CAP_PROP_FRAME_HEIGHT]) == (2304, 1296)
    warm(camera)
    assert camera.notes == ()
    assert capture.values[cv2.CAP_PROP_AUTOFOCUS] == capture.values[cv2.CAP_PROP_AUTO_WB] == 0
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert capture.values[cv2.CAP_PROP_FOCUS] == 35
    assert capture.values[cv2.CAP_PROP_EXPOSURE] == 157


def test_what_cannot_be_locked_is_told(node: Path, clock: FakeClock) -> None:
    capture = ToldCapture(fixed=(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_WB))
    camera = V4l2Camera(node, clock, lambda _: capture)
    warm(camera)
    assert camera.notes == (
        f"Camera {node} does not let its focus and white balance be locked; readings may drift with the light.",
    )


def test_a_device_that_does_not_open(node: Path, clock: FakeClock) -> None:
    capture = ToldCapture(opens=False)
    with pytest.raises(CameraGone) as gone:
        V4l2Camera(node, clock, lambda _: capture)
    assert str(gone.value) == (
        f"Camera {node} does not open: it is no camera, another program holds it, or you may not use it. Close the "
        "other program, or join the group video, or choose another with --camera."
    )
    assert capture.released == 1


def test_one_silent_read_is_nothing_and_several_are_a_loss(node: Path, clock: FakeClock) -> None:
    capture = ToldCapture()
    camera = V4l2Camera(node, clock, lambda _: capture)
    assert camera.read(0.1)
    capture.silent = True
    assert [camera.read(0.1) for _ in range(LOST_AFTER - 1)] == [None] * (LOST_AFTER - 1)
    with pytest.raises(CameraGone, match="stopped sending pictures"):
        camera.read(0.1)
    assert capture.released == 1


def test_a_device_that_opens_and_never_gives_a_picture_is_told(node: Path, clock: FakeClock) -> None:
    capture = ToldCapture()
    capture.silent = True
    camera = V4l2Camera(node, clock, lambda _: capture)
    assert [camera.read(0.1) for _ in range(LOST_AFTER - 1)] == [None] * (LOST_AFTER - 1)
    with pytest.raises(CameraGone) as gone:
        camera.read(0.1)
    assert str(gone.value) == (
        f"Camera {node} opens, but gives no picture. Close other programs that use it, plug it into another port, or "
        "choose another with --camera."
    )


def test_a_device_file_that_vanished_is_a_loss_at_once(node: Path, clock: FakeClock) -> None:
    capture = ToldCapture()
    camera = V4l2Camera(node, clock, lambda _: capture)
    capture.silent = True
    node.unlink()
    with pytest.raises(CameraGone):
        camera.read(0.1)
