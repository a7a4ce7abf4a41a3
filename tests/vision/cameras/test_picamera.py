"""Picamera2 with a stand-in for its module, which exists on Raspberry Pi OS only."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.vision.fakes import FakeClock, plain
from vision.cameras.frames import CameraGone, NoCamera
from vision.cameras.picamera import NOT_ITS_NUMPY, NOT_WHOLE, SILENT_S, PiCamera, load_picamera2
from vision.cameras.v4l2 import WARM_UP_FRAMES

FOUND = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.6), "LensPosition": 1.1}


class StandIn:
    """The calls of Picamera2 that are made."""

    camera_controls = {"AeEnable": 0, "AwbEnable": 0, "AfMode": 0}
    trouble: Exception | None = None
    found: dict[str, Any] = FOUND

    def __init__(self) -> None:
        self.held: dict[str, Any] = {}
        self.open_requests = 0
        self.closed = 0

    @staticmethod
    def global_camera_info() -> list[str]:
        return ["imx708"]

    def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]:
        return main

    def configure(self, main: dict[str, Any]) -> None:
        assert main == {"size": (2304, 1296), "format": "RGB888"}

    def start(self) -> None:
        pass

    def capture_request(self, wait: bool) -> StandIn:
        assert not wait
        self.open_requests += 1
        return self

    def get_result(self, timeout: float) -> StandIn:
        if self.trouble:
            raise self.trouble
        return self

    def make_array(self, name: str) -> Any:
        return plain(9)

    def get_metadata(self) -> dict[str, Any]:
        return self.found

    def release(self) -> None:
        self.open_requests -= 1

    def set_controls(self, held: dict[str, Any]) -> None:
        self.held = held

    def close(self) -> None:
        self.closed += 1

    def refuse(self, held: dict[str, Any]) -> None:
        raise RuntimeError("Control AeEnable is not advertised by libcamera")


def opened(clock: FakeClock) -> tuple[PiCamera, StandIn]:
    stand_in = StandIn()

    class Module:
        @staticmethod
        def __call__() -> StandIn:
            return stand_in

        global_camera_info = staticmethod(StandIn.global_camera_info)

    return PiCamera(clock, lambda: SimpleNamespace(Picamera2=Module())), stand_in


def test_everything_is_held_after_the_warm_up(clock: FakeClock) -> None:
    camera, pi = opened(clock)
    for _ in range(WARM_UP_FRAMES):
        assert pi.held == {}
        assert camera.read(0.1)
    assert pi.held == FOUND | {"AeEnable": False, "AwbEnable": False, "AfMode": 0}
    assert (camera.notes, pi.open_requests) == ((), 0)


def test_a_late_frame_keeps_one_request_open(clock: FakeClock) -> None:
    camera, pi = opened(clock)
    pi.trouble = TimeoutError()
    assert [camera.read(0.1), camera.read(0.1)] == [None, None]
    assert pi.open_requests == 1


def test_a_fault_is_a_loss(clock: FakeClock) -> None:
    camera, pi = opened(clock)
    pi.trouble = RuntimeError("frontend timed out")
    with pytest.raises(CameraGone, match=r"The Raspberry Pi camera stopped: frontend timed out\."):
        camera.read(0.1)
    assert pi.closed == 1


def test_no_camera_on_the_ribbon(clock: FakeClock) -> None:
    module = SimpleNamespace(Picamera2=SimpleNamespace(global_camera_info=list))
    with pytest.raises(NoCamera, match="check the ribbon cable"):
        PiCamera(clock, lambda: module)


@pytest.mark.parametrize(
    ("body", "why", "cure"),
    [
        (
            "raise ValueError('numpy.dtype size changed, may indicate binary incompatibility.')",
            "numpy.dtype size changed, may indicate binary incompatibility",
            NOT_ITS_NUMPY,
        ),
        ("import libcamera_of_nobody", "No module named 'libcamera_of_nobody'", NOT_WHOLE),
        ("raise SystemError", "SystemError", NOT_WHOLE),
    ],
)
def test_a_library_that_does_not_load_is_named_with_its_cure(
    body: str, why: str, cure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "picamera2.py").write_text(body)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    with pytest.raises(CameraGone) as gone:
        load_picamera2()
    assert str(gone.value) == (
        f"Picamera2 is installed, but does not load, so the Raspberry Pi's own camera cannot be read: {why}. {cure}"
    )
    assert not isinstance(gone.value, NoCamera)


def test_whatever_the_library_raises_as_it_opens_is_told(clock: FakeClock) -> None:
    def fail() -> list[str]:
        raise OSError("no such media device.")

    module = SimpleNamespace(Picamera2=SimpleNamespace(global_camera_info=fail))
    with pytest.raises(CameraGone) as gone:
        PiCamera(clock, lambda: module)
    assert str(gone.value) == (
        "The Raspberry Pi camera does not start: no such media device. Close other programs that use it."
    )


def test_a_camera_that_stays_silent_is_lost(clock: FakeClock) -> None:
    camera, pi = opened(clock)
    assert camera.read(0.1)
    pi.trouble = TimeoutError()
    clock.pause(SILENT_S - 0.1)
    assert camera.read(0.1) is None
    clock.pause(0.2)
    with pytest.raises(CameraGone, match=r"gives no picture\. Switch the Pi off, check the ribbon cable at both ends"):
        camera.read(0.1)
    assert pi.closed == 1


def test_a_camera_that_refuses_to_be_locked_still_looks(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    camera, _ = opened(clock)
    monkeypatch.setattr(StandIn, "set_controls", StandIn.refuse)
    assert all(camera.read(0.1) for _ in range(WARM_UP_FRAMES))
    assert camera.notes == (
        "The Raspberry Pi camera does not let its exposure and white balance be locked; readings may drift with the "
        "light.",
    )
