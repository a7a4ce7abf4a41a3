"""A slow machine looks more rarely, then more coarsely, says so, and does not go back and forth."""

from __future__ import annotations

import numpy as np
import pytest

from companion.table.layout import Layout
from tests.vision.fakes import table
from tests.vision.render import Shot
from tests.vision.virtual.mats import KIT, SMALL_PX
from vision.cameras.frames import Frame
from vision.looks import Looker
from vision.pace import EASY_FOR_S, LEAST_SIDE_PX, LOOKS, OF_THEM, Pace, Step, scaled

FULL = Frame(np.zeros((1024, 1536, 3), np.uint8), 0.0, 1)
SIDE_PX = 36.0


class Machine:
    """A machine on which a look at the camera's own size takes so long; smaller pictures take less by their pixels."""

    def __init__(self, pause_s: float = 0.1, side_px: float | None = SIDE_PX) -> None:
        self.pace = Pace(pause_s)
        self.side_px = side_px
        self.at_s = 0.0
        self.steps = [self.pace.now]

    def look(self, full_s: float, times: int = 1) -> Step:
        for _ in range(times):
            step = self.pace.now
            took_s = full_s * step.scale**2
            self.at_s += max(step.pause_s, took_s)
            self.pace.looked(self.at_s, took_s, self.side_px * step.scale if self.side_px is not None else None)
            if self.pace.now != self.steps[-1]:
                self.steps.append(self.pace.now)
        return self.pace.now

    def told(self) -> str:
        return self.pace.note(scaled(FULL, self.pace.now.scale))


def test_a_machine_that_keeps_up_is_left_alone_and_nothing_is_said() -> None:
    machine = Machine()
    machine.look(0.075, 2000)
    assert machine.steps == [Step(0.1, 1.0)]
    assert machine.told() == ""


def test_single_looks_that_take_long_are_no_reason() -> None:
    machine = Machine()
    for _ in range(100):
        machine.look(0.3, OF_THEM - 1)
        machine.look(0.005, LOOKS)
    assert machine.steps == [Step(0.1, 1.0)]


def test_first_it_looks_more_rarely_and_then_more_coarsely() -> None:
    machine = Machine()
    machine.look(0.25, 100)
    assert [(round(each.pause_s, 2), each.scale) for each in machine.steps] == [
        (0.1, 1.0),
        (0.14, 1.0),
        (0.2, 1.0),
        (0.2, 0.75),
    ]
    assert machine.told() == "This machine is slow: the table is looked at 5 times a second, at 1152 x 768."


def test_a_machine_that_is_a_little_slow_keeps_the_size_of_its_pictures() -> None:
    machine = Machine()
    machine.look(0.1, 20)
    assert machine.told() == "This machine is slow: the table is looked at 7 times a second."
    machine.look(0.15, 400)
    assert machine.pace.now == Step(0.2, 1.0)
    assert machine.told() == "This machine is slow: the table is looked at 5 times a second."


def test_pictures_stay_large_enough_for_the_smallest_marker() -> None:
    # 33 px: three quarters leave 24.75, which is too small; 56 px: the half leaves 28.
    for side_px, scale in ((33.0, 1.0), (34.0, 0.75), (56.0, 0.5)):
        machine = Machine(side_px=side_px)
        machine.look(3.0, 200)
        assert machine.pace.now == Step(0.2, scale, is_enough=False)
        assert side_px * scale >= LEAST_SIDE_PX
    assert machine.told() == (
        "This machine is too slow: the table is looked at more rarely than 5 times a second, at 768 x 512. "
        "Close other programs on it, or use a faster one."
    )


def test_where_the_mat_is_not_seen_pictures_keep_their_size() -> None:
    machine = Machine(side_px=None)
    machine.look(0.5, 200)
    assert machine.pace.now == Step(0.2, 1.0)
    machine.side_px = SIDE_PX
    machine.look(0.25, 20)
    assert machine.pace.now == Step(0.2, 0.75)


def test_a_camera_that_is_raised_gets_its_own_size_back_at_once() -> None:
    machine = Machine()
    machine.look(0.25, 100)
    assert machine.pace.now.scale == 0.75
    machine.side_px = 30.0
    machine.look(0.25)
    assert machine.pace.now == Step(0.2, 1.0)
    machine.look(0.25, 100)
    # And keeps it, though it is too slow so.
    assert machine.pace.now == Step(0.2, 1.0, is_enough=False)


def test_it_climbs_back_slowly_one_step_at_a_time() -> None:
    machine = Machine()
    machine.look(0.25, 100)
    began_s, before = machine.at_s, len(machine.steps)
    while machine.pace.now != Step(0.1, 1.0):
        machine.look(0.02)
        assert machine.at_s < began_s + 10 * EASY_FOR_S
    assert [(round(each.pause_s, 2), each.scale) for each in machine.steps[before:]] == [
        (0.2, 1.0),
        (0.14, 1.0),
        (0.1, 1.0),
    ]
    assert machine.at_s >= began_s + 3 * EASY_FOR_S - machine.pace.now.pause_s
    assert machine.told() == ""


def test_a_still_table_is_no_reason_to_climb_back() -> None:
    """One look in ten reads all of it and is slow. The next hand over the mat would slow it down again."""
    machine = Machine()
    machine.look(0.25, 100)
    slow = machine.pace.now
    for _ in range(400):
        machine.look(0.02, 9)
        machine.look(0.25)
    assert machine.pace.now == slow


@pytest.mark.parametrize("full_s", [0.06, 0.09, 0.12, 0.17, 0.2, 0.25, 0.4, 0.6])
def test_it_never_goes_back_and_forth(full_s: float) -> None:
    machine = Machine(side_px=56.0)
    machine.look(full_s, 5000)
    assert len(set(machine.steps)) == len(machine.steps)


def test_the_same_times_give_the_same_steps() -> None:
    takes = [0.05, 0.3, 0.12, 0.2] * 500
    one, other = Machine(), Machine()
    for each in takes:
        one.look(each)
        other.look(each)
    assert one.steps == other.steps
    assert len(one.steps) > 1


def test_a_smaller_picture_is_even_in_both_directions_and_keeps_time_and_number() -> None:
    frame = Frame(np.full((723, 1283, 3), 77, np.uint8), 4.5, 9)
    small = scaled(frame, 0.75)
    assert small.pixels.shape == (542, 962, 3)
    assert (small.at_s, small.number) == (4.5, 9)
    assert (small.pixels == 77).all()
    assert scaled(frame, 1.0) is frame


def test_the_smallest_marker_is_as_large_as_it_is_seen(layout: Layout) -> None:
    looker = Looker(layout, KIT.printed)
    picture = looker.picture(Frame(table(layout, Shot(*SMALL_PX)), 1.0, 1), "Camera")
    side_px = looker.smallest_side_px(picture)
    assert side_px is not None
    # The mat fills at most 94 % of the picture.
    most = KIT.marker_side_mm * SMALL_PX[0] * 0.94 / layout.width_mm
    assert most * 0.9 < side_px < most * 1.02
    lost = looker.picture(Frame(np.full((*SMALL_PX[::-1], 3), 128, np.uint8), 1.1, 2), "Camera")
    assert looker.smallest_side_px(lost) is None
