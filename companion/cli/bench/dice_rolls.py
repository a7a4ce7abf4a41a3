"""Rolls in a tray, from the last die at rest to the roll that is told, by a clock that readings move on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import numpy as np

from companion.bench.dice import RollsTook
from companion.bench.figures import figures
from companion.cli.bench.dice_pictures import TRAY, lens, rolled, size_px, straight_down
from companion.table.devices import DeviceHealth
from companion.table.dice import RollSighting
from companion.table.layout import Layout
from companion.table.sightings import Reading
from vision.camera_pose import PosedCamera
from vision.cameras.frames import Pixels
from vision.dice.model import Model
from vision.dice.records import DiceReading
from vision.dice.tray import Tray
from vision.dice.tray_reader import TrayReader
from vision.dice.tray_watch import TrayWatch
from vision.lens import Lens
from vision.looks import Look, Picture
from vision.mat import Mat

DICE = 9
EVERY_S = 0.1
"""From one picture of the camera to the next."""
ROLLING = 9
"""Pictures in which the dice roll, each with them elsewhere."""
EMPTY_S = 1.5
"""So long the tray is looked at before: what lies there at first is no roll."""
PATIENCE_S = 60.0
"""A roll of which nothing is told for so long is given up."""
HEALTHY = DeviceHealth("camera", "ok", "It looks.")


class _Paced:
    """A camera over a tray that is watched: while a tray is read, pictures pass by unseen."""

    def __init__(self, model: Model, now: Callable[[], int]) -> None:
        self._now = now
        reader = TrayReader(model)
        self.reads = 0

        def read(pixels: Pixels, camera: PosedCamera, tray: Tray) -> DiceReading:
            self.reads += 1
            return reader.read(pixels, camera, tray)

        self._watch = TrayWatch(TRAY, read)
        self.at_s = self.done_s = 0.0
        width, height = size_px()
        fx, cx, cy = float(lens()[0, 0]), float(lens()[0, 2]), float(lens()[1, 2])
        self._lens = Lens("bench", width, height, fx, fx, cx, cy, 0.0)
        self._mat = Mat(np.asarray(np.linalg.inv(straight_down()[:, [0, 1, 3]]), np.float64), (0, 1, 2, 3), 0.1, 0.0)
        self._layout = Layout("bench", TRAY.width_mm, TRAY.height_mm, ())

    def look(self, picture_at: Callable[[float], Pixels]) -> RollSighting | None:
        """After the newest picture, once it has been looked at; the clock is as far on as that took."""
        shot_s = math.floor(self.at_s / EVERY_S + 1e-6) * EVERY_S
        look = Look(1, "in view", Reading(shot_s), "", HEALTHY)
        picture = Picture(look, self._layout, picture_at(shot_s), self._mat, self._lens)
        began = self._now()
        roll = self._watch.look(picture)
        self.done_s = self.at_s + (self._now() - began) / 1e9
        # No picture comes before the next one, however soon this one was looked at.
        self.at_s = max(self.done_s, shot_s + EVERY_S)
        return roll


def measure_rolls(
    model: Model, rolls: int, seed: int, reading_us: float, now: Callable[[], int], progress: Callable[[], None]
) -> RollsTook:
    """So many rolls of `DICE` dice into an empty tray; `reading_us` is what one reading of so many takes."""
    took_ns, reads, right = list[int](), 0, 0
    for number in range(rolls):
        took_s, asked, values, lying = _roll(_Paced(model, now), seed + number)
        took_ns.append(round(took_s * 1e9))
        reads, right = reads + asked, right + (Counter(values) == Counter(lying))
        progress()
    told = figures(took_ns)
    return RollsTook(DICE, told, round(told.mean / reading_us, 4), round(reads / rolls, 2), right)


def _roll(camera: _Paced, seed: int) -> tuple[float, int, list[int], tuple[int, ...]]:
    """How long one took, how often the tray was read meanwhile, the values that were told, and those that lie there."""
    empty, moving, lying = rolled(DICE, ROLLING, seed)
    while camera.at_s < EMPTY_S:
        camera.look(lambda _: empty)
    began_s = math.ceil(camera.at_s / EVERY_S - 1e-6) * EVERY_S
    rest_s = began_s + ROLLING * EVERY_S
    pictures = [empty, *moving, lying.pixels]

    def shown(at_s: float) -> Pixels:
        return pictures[min(max(0, 1 + round((at_s - began_s) / EVERY_S)), len(pictures) - 1)]

    before, told = camera.reads, None
    while told is None and camera.at_s < rest_s + PATIENCE_S:
        if camera.at_s < rest_s:
            before = camera.reads
        told = camera.look(shown)
    values = [die.value for die in told.dice if die.value is not None] if told is not None else []
    return camera.done_s - rest_s, camera.reads - before, values, lying.values
