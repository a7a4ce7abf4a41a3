"""A camera that fails on purpose: what is planned happens to its frames, and nothing else."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from companion.table.fault_plans import FrameRates
from tests.vision.fakes import FakeClock
from vision.cameras.frames import CameraGone, Frame
from vision.virtual.bad_camera import BadCamera, CameraFaults


class Counting:
    """A camera that gives a frame each tenth of a second; its first pixel is the frame's number."""

    name, notes = "Counting camera", ("a note",)

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self._number = 0

    def read(self, timeout_s: float) -> Frame | None:
        self._clock.time_s += 0.1
        self._number += 1
        return Frame(np.full((1, 1, 3), self._number % 256, np.uint8), self._clock.time_s, self._number)

    def close(self) -> None:
        pass


def frames(rates: FrameRates, count: int = 200) -> tuple[list[Frame | None], float]:
    """What comes of so many reads, and the time they took."""
    clock, faults = FakeClock(), CameraFaults(1)
    faults.rates = rates
    camera = BadCamera(Counting(clock), faults, clock)
    began_s = clock.time_s
    return [camera.read(1.0) for _ in range(count)], clock.time_s - began_s


def test_a_healthy_camera_is_as_it_was() -> None:
    clock = FakeClock()
    camera = BadCamera(Counting(clock), CameraFaults(1), clock)
    assert (camera.name, camera.notes) == ("Counting camera", ("a note",))
    came = [camera.read(1.0) for _ in range(20)]
    assert [each.number for each in came if each] == list(range(1, 21))


def test_lost_frames_do_not_come() -> None:
    came, _ = frames(FrameRates(lost=0.5))
    assert 60 < came.count(None) < 140


def test_frames_that_come_twice_are_the_same_picture_of_the_same_time() -> None:
    came, _ = frames(FrameRates(twice=0.5))
    twins = [(one, two) for one, two in pairwise(each for each in came if each) if one.at_s == two.at_s]
    assert len(twins) > 40
    assert all((one.pixels == two.pixels).all() and one.number + 1 == two.number for one, two in twins)
    numbers = [each.number for each in came if each]
    assert numbers == sorted(set(numbers))


def test_late_frames_keep_the_time_at_which_they_were_taken() -> None:
    came, took_s = frames(FrameRates(late=1.0, late_s=0.5))
    # Each waits from 0 to 0.5 s, a quarter on average, besides the tenth until it is taken.
    assert 200 * (0.1 + 0.15) < took_s < 200 * (0.1 + 0.35)
    assert None not in came


def test_a_frozen_camera_gives_its_last_picture_with_new_times() -> None:
    clock, faults = FakeClock(), CameraFaults(1)
    camera = BadCamera(Counting(clock), faults, clock)
    first = camera.read(1.0)
    faults.is_frozen = True
    second = camera.read(1.0)
    assert first is not None
    assert second is not None
    assert (second.pixels == first.pixels).all()
    assert second.at_s > first.at_s
    faults.is_frozen = False
    third = camera.read(1.0)
    assert third is not None
    assert int(third.pixels[0, 0, 0]) == 3


def test_a_camera_that_vanished_is_told_and_comes_back() -> None:
    clock, faults = FakeClock(), CameraFaults(1)
    camera = BadCamera(Counting(clock), faults, clock)
    faults.is_away = True
    with pytest.raises(CameraGone, match=r"was unplugged on purpose\. It is looked for again"):
        camera.read(1.0)
    faults.is_away = False
    assert camera.read(1.0) is not None


def test_a_camera_vanishes_as_often_as_planned() -> None:
    clock, faults, gone = FakeClock(), CameraFaults(1), 0
    faults.rates = FrameRates(vanish_every_s=20.0, vanish_for_s=5.0)
    camera = BadCamera(Counting(clock), faults, clock)
    for _ in range(10_000):
        try:
            camera.read(1.0)
        except CameraGone:
            gone += 1
            clock.time_s += 0.1
    # 5 of each 25 s on average, over 1000 s: 40 spells of one length, and gaps that vary by as much as they last.
    assert 0.12 < gone / 10_000 < 0.30
