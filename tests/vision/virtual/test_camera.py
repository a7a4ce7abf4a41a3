"""The virtual camera is a camera: a picture when one is due, of the table as it is then."""

from __future__ import annotations

import pytest

from tests.vision.fakes import FakeClock
from tests.vision.virtual.mats import lying, painter, small
from tests.vision.virtual.tables import look
from vision.cameras.frames import Camera
from vision.virtual.camera import VirtualCamera
from vision.virtual.scene import Scene

SMALL = small()
CARD = lying("card:1", "won.1")


def test_pictures_come_at_their_rate_and_show_the_present_scene(clock: FakeClock) -> None:
    scenes = [Scene(), Scene((CARD,))]
    camera: Camera = VirtualCamera(lambda: scenes[0], painter(SMALL), clock, every_s=0.5)
    first = camera.read(1.0)
    assert first is not None
    assert (first.number, first.at_s) == (1, 100.0)
    assert look(first.pixels) == []
    assert camera.read(0.2) is None
    scenes.reverse()
    second = camera.read(1.0)
    assert second is not None
    assert (second.number, second.at_s) == (2, 100.5)
    assert [each.marker for each in look(second.pixels)] == [CARD.marker]
    assert clock.pauses == pytest.approx([0.2, 0.3])
    assert (camera.name, camera.notes) == ("Virtual camera", ())
    camera.close()
    camera.close()


def test_two_pictures_of_one_table_differ_by_noise_only(clock: FakeClock) -> None:
    camera = VirtualCamera(Scene, painter(SMALL), clock)
    again = VirtualCamera(Scene, painter(SMALL), clock)
    frames = [each.read(1.0) for each in (camera, camera, again)]
    pictures = [frame.pixels for frame in frames if frame is not None]
    assert len(pictures) == 3
    assert not (pictures[0] == pictures[1]).all()
    assert (pictures[0] == pictures[2]).all()
