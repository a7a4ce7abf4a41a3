"""A camera that is unplugged and comes back, by a clock that only pauses move."""

from __future__ import annotations

import pytest

from tests.vision.fakes import FakeClock, ToldCamera, plain
from vision.cameras.frames import Camera, CameraEnded, CameraGone, NoCamera
from vision.cameras.reconnect import ReconnectingCamera


class Plug:
    """Opens a new camera while it is plugged in."""

    def __init__(self, missing: CameraGone | None = None) -> None:
        self.missing = missing
        self.tries = 0
        self.cameras: list[ToldCamera] = []

    def __call__(self) -> Camera:
        self.tries += 1
        if self.missing:
            raise self.missing
        self.cameras.append(ToldCamera("Camera /dev/video0"))
        self.cameras[-1].told.put(plain(9))
        return self.cameras[-1]


def test_nothing_is_opened_before_the_first_read(clock: FakeClock) -> None:
    plug = Plug()
    camera = ReconnectingCamera(plug, clock)
    assert (plug.tries, camera.health().text) == (0, "The camera is being opened.")
    assert camera.read(0.1)
    assert (camera.health().status, camera.health().text) == ("ok", "Camera /dev/video0 is there.")


def test_an_unplugged_camera_is_looked_for_and_picked_up(clock: FakeClock) -> None:
    plug = Plug()
    camera = ReconnectingCamera(plug, clock)
    assert camera.read(0.1)
    plug.cameras[0].told.put(CameraGone("pulled"))
    plug.missing = CameraGone("not there")
    assert camera.read(0.1) is None
    assert plug.cameras[0].closed == 1
    gone = camera.health()
    assert gone.status == "failed"
    assert gone.text == "Camera /dev/video0 is gone. Tap meanwhile; plugged in again it is picked up by itself."
    while plug.tries < 3:
        assert camera.read(1) is None
    assert clock.now() >= 106
    assert max(clock.pauses) <= 1
    assert camera.health() == gone
    plug.missing = None
    assert any(camera.read(1) for _ in range(4))
    assert camera.health().status == "ok"


def test_no_camera_at_all_is_no_fault(clock: FakeClock) -> None:
    camera = ReconnectingCamera(Plug(NoCamera("No camera: tap what is done.")), clock)
    camera.read(0.1)
    assert (camera.health().status, camera.health().text) == ("absent", "No camera: tap what is done.")


def test_a_named_camera_that_never_was_there_is_one(clock: FakeClock) -> None:
    camera = ReconnectingCamera(Plug(CameraGone("There is no camera at /dev/video7.")), clock)
    camera.read(0.1)
    assert (camera.health().status, camera.health().text) == ("failed", "There is no camera at /dev/video7.")


def test_the_end_of_a_file_is_not_a_loss(clock: FakeClock) -> None:
    plug = Plug()
    camera = ReconnectingCamera(plug, clock)
    camera.read(0.1)
    plug.cameras[0].told.put(CameraEnded("over"))
    with pytest.raises(CameraEnded):
        camera.read(0.1)


def test_closing_gives_the_camera_back_once(clock: FakeClock) -> None:
    plug = Plug()
    camera = ReconnectingCamera(plug, clock)
    camera.read(0.1)
    camera.close()
    camera.close()
    assert plug.cameras[0].closed == 1


def test_a_fault_that_nobody_foresaw_is_told_once_in_the_log_and_the_camera_looked_for_again(
    clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    def opener() -> Camera:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise ValueError("numpy.dtype size changed.")
        return Plug()()

    camera = ReconnectingCamera(opener, clock)
    while tries < 3:
        assert camera.read(1) is None
    assert camera.health().status == "failed"
    assert camera.health().text == (
        "The camera fails in a way that was not foreseen (ValueError: numpy.dtype size changed). Tap meanwhile; it is "
        "looked for again."
    )
    assert len(caplog.records) == 1
    assert any(camera.read(1) for _ in range(4))
    assert camera.health().status == "ok"


def test_a_camera_that_fails_as_it_is_read_or_closed_is_looked_for_again(clock: FakeClock) -> None:
    plug = Plug()
    camera = ReconnectingCamera(plug, clock)
    assert camera.read(0.1)
    plug.cameras[0].told.put(ZeroDivisionError())
    plug.cameras[0].trouble = OSError("no such device")
    assert camera.read(0.1) is None
    assert camera.health().text.startswith(
        "Camera /dev/video0 fails in a way that was not foreseen (ZeroDivisionError)."
    )
    assert any(camera.read(1) for _ in range(4))
    assert camera.health().text == "Camera /dev/video0 is there."
    plug.cameras[1].trouble = OSError("no such device")
    camera.close()


@pytest.mark.slow
def test_a_camera_is_there_from_its_first_picture_on(clock: FakeClock) -> None:
    silent = ToldCamera()
    camera = ReconnectingCamera(lambda: silent, clock)
    assert camera.read(0) is None
    assert (camera.health().status, camera.health().text) == ("absent", "The camera is being opened.")
    silent.told.put(CameraGone("Camera test opens, but gives no picture."))
    camera.read(0.1)
    assert (camera.health().status, camera.health().text) == ("failed", "Camera test opens, but gives no picture.")
    assert camera.read(3) is None  # opened again
    assert camera.health().status == "failed"
