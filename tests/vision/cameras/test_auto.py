"""Any camera: which is taken where several are there, some fail, and one is unplugged. Device files are made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.fakes import FakeClock, plain
from vision.cameras.auto import BACK_EVERY_S, AutoCamera
from vision.cameras.frames import Camera, CameraGone, Clock, Frame, NoCamera, NoCameraLibrary
from vision.cameras.reconnect import ReconnectingCamera

BROKEN = "Picamera2 is installed, but does not load."


class Plugged:
    """A camera that looks as long as its device file is there; a blind one is silent twice and then gone."""

    def __init__(self, name: str, path: Path | None = None, is_blind: bool = False) -> None:
        self.name = name
        self.notes = (f"A note of {name}.",)
        self.path = path
        self.is_blind = is_blind
        self.reads = self.closed = 0

    def read(self, timeout_s: float) -> Frame | None:
        self.reads += 1
        if self.path is not None and not self.path.exists():
            raise CameraGone(f"{self.name} stopped sending pictures.")
        if self.is_blind and self.reads > 2:
            raise CameraGone(f"{self.name} gives no picture.")
        return None if self.is_blind else Frame(plain(9), 1.0, self.reads)

    def close(self) -> None:
        self.closed += 1


class Machine:
    """A folder of device files, and what they open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.blind: set[str] = set()
        self.closed_to_us: set[str] = set()
        self.pi: Exception | None = NoCameraLibrary("Picamera2 is not installed.")
        self.opened: list[Plugged] = []
        (folder / "v4l" / "by-id").mkdir(parents=True)

    def usb(self, name: str) -> Path:
        return self._made(self.folder / "v4l" / "by-id" / f"usb-{name}-video-index0")

    def node(self, number: int) -> Path:
        return self._made(self.folder / f"video{number}")

    def _made(self, path: Path) -> Path:
        path.touch()
        return path

    def open_usb(self, path: Path, clock: Clock) -> Camera:
        if not path.exists() or path.name in self.closed_to_us:
            raise CameraGone(f"Camera {path.name} does not open.")
        return self._open(Plugged(path.name, path, path.name in self.blind))

    def open_pi(self, clock: Clock) -> Camera:
        if self.pi is not None:
            raise self.pi
        return self._open(Plugged("The Raspberry Pi camera"))

    def _open(self, camera: Plugged) -> Camera:
        self.opened.append(camera)
        return camera

    def auto(self, clock: Clock) -> AutoCamera:
        return AutoCamera(clock, self.folder, self.open_usb, self.open_pi)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def first_picture(camera: Camera, reads: int = 40) -> str:
    """The name of the camera that gives the next picture."""
    return next(camera.name for _ in range(reads) if camera.read(1))


def test_usb_comes_first_then_the_pi_then_any_other(machine: Machine, clock: FakeClock) -> None:
    usb, _ = machine.usb("b"), machine.node(4)
    machine.pi = None
    camera = machine.auto(clock).opened()
    assert (first_picture(camera), camera.notes) == (usb.name, (f"A note of {usb.name}.",))
    usb.unlink()
    assert first_picture(machine.auto(clock).opened()) == "The Raspberry Pi camera"
    machine.pi = NoCamera("none on the ribbon")
    assert first_picture(machine.auto(clock).opened()) == "video4"


@pytest.mark.parametrize("fault", [ValueError("numpy.dtype size changed"), SystemError(), CameraGone(BROKEN)])
def test_a_library_that_fails_does_not_hide_the_other_cameras(
    fault: Exception, machine: Machine, clock: FakeClock
) -> None:
    machine.node(0)
    machine.pi = fault
    assert first_picture(machine.auto(clock).opened()) == "video0"


def test_an_unplugged_camera_comes_back_though_the_library_fails(machine: Machine, clock: FakeClock) -> None:
    usb = machine.usb("b")
    machine.pi = ValueError("numpy.dtype size changed")
    camera = ReconnectingCamera(machine.auto(clock).opened, clock)
    assert first_picture(camera) == usb.name
    usb.unlink()
    assert [camera.read(1) for _ in range(10)] == [None] * 10
    assert camera.health().status == "failed"
    usb.touch()
    assert first_picture(camera) == usb.name
    assert camera.health().status == "ok"


def test_a_camera_that_opens_and_gives_no_picture_hides_none(machine: Machine, clock: FakeClock) -> None:
    blind, seeing = machine.usb("a"), machine.usb("b")
    machine.blind = {blind.name}
    assert first_picture(machine.auto(clock).opened()) == seeing.name
    assert [each.closed for each in machine.opened] == [1, 0]
    seeing.unlink()
    machine.node(3)
    assert first_picture(machine.auto(clock).opened()) == "video3"


def test_what_is_wrong_with_cameras_is_told_where_none_sees(machine: Machine, clock: FakeClock) -> None:
    blind, held = machine.usb("a"), machine.usb("b")
    machine.blind, machine.closed_to_us = {blind.name, "video0"}, {held.name}
    machine.node(0)
    machine.pi = CameraGone(BROKEN)
    camera = ReconnectingCamera(machine.auto(clock).opened, clock)
    for _ in range(9):
        assert camera.read(0.1) is None
    assert camera.health().status == "failed"
    assert camera.health().text == f"{blind.name} gives no picture. Camera {held.name} does not open. {BROKEN}"


def test_devices_that_are_no_cameras_are_no_fault(machine: Machine, clock: FakeClock) -> None:
    machine.node(10)
    machine.blind = {"video10"}
    camera = machine.auto(clock).opened()
    with pytest.raises(NoCamera) as none:
        first_picture(camera)
    assert str(none.value) == (
        f"No camera: none of the video devices gives a picture ({machine.folder}/video10 and on). Tap what lies on the "
        "table, or name the camera with --camera."
    )


def test_one_device_under_two_names_is_tried_once(machine: Machine, clock: FakeClock) -> None:
    node = machine.node(0)
    link = machine.folder / "v4l" / "by-id" / "usb-a-video-index0"
    link.symlink_to(node)
    machine.blind = {link.name}
    with pytest.raises(CameraGone):
        first_picture(machine.auto(clock).opened())
    assert [each.name for each in machine.opened] == [link.name]


def test_another_camera_stands_in_until_the_first_is_back(machine: Machine, clock: FakeClock) -> None:
    built_in, over_the_table = machine.usb("a"), machine.usb("b")
    machine.closed_to_us = {built_in.name}
    camera = ReconnectingCamera(machine.auto(clock).opened, clock)
    assert first_picture(camera) == over_the_table.name
    machine.closed_to_us = set()
    over_the_table.unlink()
    assert first_picture(camera) == built_in.name
    over_the_table.touch()
    machine.closed_to_us = {over_the_table.name}  # as for a moment after it was plugged in
    clock.pause(BACK_EVERY_S)
    assert first_picture(camera) == built_in.name
    machine.closed_to_us = set()
    clock.pause(BACK_EVERY_S)
    assert first_picture(camera) == over_the_table.name
    assert [each.closed for each in machine.opened] == [1, 1, 0]


def test_a_camera_that_is_back_and_blind_gives_way_again(machine: Machine, clock: FakeClock) -> None:
    first, second = machine.usb("a"), machine.usb("b")
    camera = ReconnectingCamera(machine.auto(clock).opened, clock)
    assert first_picture(camera) == first.name
    first.unlink()
    assert first_picture(camera) == second.name
    first.touch()
    machine.blind = {first.name}
    clock.pause(BACK_EVERY_S)
    assert first_picture(camera) == second.name
