"""A table in a time of its own: the same seed shows the same pictures, and hard light is hard."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from companion.soak.runner import Light
from companion.soak.unit import Eyes
from companion.table.expected import Backs, Pieces
from companion.table.sightings import Reading
from tests.vision.virtual.mats import KIT, LAYOUT, PIECES, SMALL_PX
from tests.vision.virtual.worlds import table
from vision.cameras.frames import Pixels
from vision.looks import Looker
from vision.mat import Mat, Matrix, place
from vision.virtual.hands import Manners
from vision.virtual.headless import LOOK_EVERY_S, HeadlessTable, StepClock, shot_for

CLUMSY = Manners(pause=0.5, pause_s=(0.2, 0.4), cover=1.0, slip=0.5)
TABLE = table(prize=Pieces(("card:3",)), bid_0=Backs("back", 1), bowl=Pieces(("pearl",) * 2))


def headless(seed: int, light: Light = "normal", manners: Manners = CLUMSY) -> HeadlessTable:
    shot = replace(shot_for(light, seed), width_px=SMALL_PX[0], height_px=SMALL_PX[1])
    return HeadlessTable(LAYOUT, KIT, PIECES, seed, light, manners=manners, shot=shot)


def test_a_headless_table_is_a_pair_of_eyes() -> None:
    eyes: Eyes = headless(1)
    assert eyes.look().unseen == ""
    assert not eyes.world.busy()


def pictures(eyes: HeadlessTable, frames: int) -> list[Pixels]:
    eyes.world.set_out(table(), supply=True)
    eyes.world.lay(TABLE, 0)
    return [eyes.frame().pixels for _ in range(frames)]


def readings(eyes: HeadlessTable, looks: int) -> list[Reading]:
    eyes.world.set_out(table(), supply=True)
    eyes.world.lay(TABLE, 0)
    return [eyes.look() for _ in range(looks)]


def test_the_same_seed_gives_the_same_pictures_bit_by_bit() -> None:
    one, other = pictures(headless(3), 12), pictures(headless(3), 12)
    assert all(np.array_equal(first, second) for first, second in zip(one, other, strict=True))
    # Hands are at work meanwhile, and the sensor is noisy: no two pictures of one table are the same.
    assert not any(np.array_equal(first, second) for first, second in pairwise(one))
    assert not np.array_equal(one[0], pictures(headless(4), 1)[0])


@pytest.mark.slow
def test_the_same_seed_gives_the_same_readings() -> None:
    one, other = readings(headless(3), 12), readings(headless(3), 12)
    assert one == other
    assert len({reading.reaching for reading in one}) > 1  # a hand comes in
    assert all(reading.unseen == "" and len(reading.sightings) > 10 for reading in one)


def test_time_passes_by_frames_only_and_frames_are_counted() -> None:
    eyes = headless(1)
    assert eyes.clock.now() == 0.0
    frame = eyes.frame()
    assert frame.number == 1
    assert frame.at_s == pytest.approx(LOOK_EVERY_S)
    reading = eyes.look()
    assert reading.frame == 2
    assert reading.at_s == pytest.approx(2 * LOOK_EVERY_S)
    assert eyes.clock.now() == reading.at_s


def test_a_step_clock_never_goes_back() -> None:
    clock = StepClock()
    clock.pause(1.5)
    clock.pause(-1.0)
    clock.pause(0.25)
    assert clock.now() == 1.75


def test_hands_that_stop_rest_and_slip_are_counted() -> None:
    eyes = headless(3)
    assert eyes.tally() == {"pauses": 0, "rests": 0, "slips": 0}
    eyes.world.set_out(table(), supply=True)
    assert eyes.tally() == {"pauses": 0, "rests": 0, "slips": 0}  # nobody's hand did that
    for _ in range(6):
        for wanted in (TABLE, table()):
            eyes.world.lay(wanted, 0)
            while eyes.world.busy():
                eyes.clock.pause(0.5)
    tally = eyes.tally()
    assert tally["rests"] == 12  # after each of the tables, with a probability of 1
    assert tally["pauses"] > 0
    assert tally["slips"] > 0
    careful = headless(3, manners=Manners())
    careful.world.lay(TABLE, 0)
    while careful.world.busy():
        careful.clock.pause(0.5)
    assert careful.tally() == {"pauses": 0, "rests": 0, "slips": 0}


@pytest.mark.parametrize("seed", range(20))
def test_hard_light_is_dimmer_and_more_one_sided_and_the_camera_slanted(seed: int) -> None:
    normal, hard = shot_for("normal", seed), shot_for("hard", seed)
    assert hard.light.level < 0.65 < 0.8 < normal.light.level
    assert hard.light.falloff > 0.35 > normal.light.falloff
    assert hard.pose.tilt_deg >= 15 >= normal.pose.tilt_deg
    assert hard.noise > normal.noise
    assert hard.blur_px > normal.blur_px
    assert shot_for("hard", seed) == hard


def test_the_camera_stands_elsewhere_at_each_table() -> None:
    assert len({shot_for("normal", seed).pose for seed in range(20)}) == 20
    # Now and then it looks from the other side of the table.
    assert any(abs(shot_for("normal", seed).pose.turn_deg) > 90 for seed in range(20))


def test_hard_light_shows_in_the_pictures() -> None:
    level: dict[Light, float] = {}
    slant: dict[Light, float] = {}
    lights: tuple[Light, ...] = ("normal", "hard")
    for light in lights:
        eyes = headless(2, light)
        eyes.world.set_out(TABLE)
        frame = eyes.frame()
        level[light] = float(frame.pixels.mean())
        mat = Looker(LAYOUT, KIT.printed).picture(frame, "Virtual camera").mat
        assert mat is not None
        slant[light] = nearer_by(mat)
    assert level["hard"] < 0.8 * level["normal"]
    # From 15 degrees on the near edge of a mat this large is at least a tenth longer than the far one.
    assert slant["hard"] > 1.1
    assert slant["normal"] < slant["hard"]


def nearer_by(mat: Mat) -> float:
    """How much longer one long edge of the mat is in the picture than the other."""
    width, height = LAYOUT.width_mm, LAYOUT.height_mm
    to_px: Matrix = np.asarray(np.linalg.inv(mat.to_mm), np.float64)
    corners = place(to_px, np.array([[0.0, 0.0], [width, 0], [0, height], [width, height]]))
    edges = [float(np.linalg.norm(corners[first] - corners[first + 1])) for first in (0, 2)]
    return max(edges) / min(edges)
