"""The dice tray from picture to picture: read while it stands still, told of once dice have come to rest.

Reading dice takes a good part of a second on a slow machine. So dice that still roll are not read: that would be for
nothing, and who has rolled would wait until it is done. Nor is a tray in which nothing has changed since it told all.
State comes from the pictures and their times alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.table.dice import DieSighting, RollSighting
from vision.boxes import BLOCK_PX
from vision.camera_pose import PosedCamera, posed
from vision.cameras.frames import Pixels
from vision.dice.known_markers import without_markers
from vision.dice.records import DiceReading, Die
from vision.dice.rolls import DOUBTED_AFTER_S, STILL_MM, Roll, Rolling
from vision.dice.tray import PX_PER_MM, Tray, rectified
from vision.dice.words import tell
from vision.incremental import CHANGED_LEVELS, MOST_GAIN
from vision.lens import flattened, straight_matrix
from vision.looks import Picture

Floats = npt.NDArray[np.float32]

Reader: TypeAlias = Callable[[Pixels, PosedCamera, Tray], DiceReading]
"""Reads the dice of a tray out of a straight picture and where its camera is, as `read_tray` does."""

ARM_S = 5.0
"""So long a hand over the mat is waited for, as it hides dice or moves them; then the tray is read all the same, as
somebody may lean there. Own choice: longer than to pick dice up, shorter than anybody's patience."""
RECKONED_S = DOUBTED_AFTER_S + 0.5
"""After so long at rest a tray has told all that it will: `Rolling` tells the doubtful after `DOUBTED_AFTER_S`."""
MOVES_S = 2.0
"""A picture that changes for longer is read all the same: dice roll for a second, and a screen flickers all evening."""
UNSTEADY_S = 4.0
"""After so long without any change in the picture the dice lie still, whatever their readings say. Own choice: twice
as long as dice in doubt take, and three readings on a machine that needs a second for each."""


class TrayWatch:
    """What one camera has shown of one tray. One thread uses it.

    Dice that lie there when it begins are no roll: they may have been counted in the evening before. With
    `counts_first` they are told as well.
    """

    def __init__(self, tray: Tray, read: Reader, zone: str = "", *, counts_first: bool = False) -> None:
        """`zone` is what its rolls say of where they lie."""
        self._tray = tray
        self._read = read
        self._zone = zone
        self._rolling = Rolling()
        self.counts_first = counts_first
        self._has_begun = counts_first
        """Whether the tray has been seen at rest: from then on what comes to rest is a roll."""
        self._as_read: Floats | None = None
        self._as_seen: Floats | None = None
        """The picture before."""
        self._moves_since_s: float | None = None
        """Since when each picture has been another one; None while they are alike."""
        self._still_since_s = 0.0
        """Since when nothing has changed in the picture of the tray."""
        self._is_done = False
        """Whether the tray as it is has told all that it will."""
        self._reaching_since_s: float | None = None
        self.reads = 0
        """How often the dice were read."""

    def tell_gone(self, tells_gone: bool) -> None:
        """Whether from now on it is also told what is left after dice were taken away."""
        self._rolling = replace(self._rolling, tells_gone=tells_gone)

    def look(self, picture: Picture) -> RollSighting | None:
        """After one more picture: the roll that came to rest with it, or None."""
        return self.read(picture) if self.wants(picture) else None

    def wants(self, picture: Picture) -> bool:
        """After one more picture: whether the dice are to be read in it. It costs little where nothing has changed."""
        reading = picture.look.reading
        if picture.pixels is None or picture.mat is None or self._waits_for_arm(picture):
            return False
        now = _blocks(rectified(_coloured(picture.pixels), picture.mat.to_mm, self._tray))
        if self._has_changed(now, reading.at_s):
            self._still_since_s, self._is_done = reading.at_s, False
        moves = self._moves(now, reading.at_s)
        return not (self._is_done or moves)

    def read(self, picture: Picture) -> RollSighting | None:
        """After the dice were read in the picture that was looked at last: the roll that came to rest, or None."""
        reading, now = picture.look.reading, self._as_seen
        if picture.pixels is None or picture.mat is None or now is None:
            return None
        pixels, mat = flattened(_coloured(picture.pixels), picture.mat, picture.lens)
        camera = posed(mat.to_mm, (pixels.shape[1], pixels.shape[0]), straight_matrix(picture.lens))
        dice = self._read(without_markers(pixels, mat.to_mm, reading.sightings, self._tray), camera, self._tray)
        self.reads += 1
        if dice.verdict == "failed":
            return None
        self._as_read = now
        self._rolling = self._rolling.next(dice, reading.at_s, PX_PER_MM)
        roll = self._rolling.roll or self._unsteady(dice, reading.at_s)
        self._is_done = roll is not None or self._has_reported_all()
        if not self._has_begun:
            # What lies there at first is known from now on, and no roll.
            self._has_begun = self._is_done
            return None
        return self._sighting(roll, reading.frame) if roll is not None else None

    @property
    def count(self) -> int:
        """How many dice the last reading has."""
        return len(self._rolling.rests)

    def so_far(self) -> tuple[tuple[int, ...], int]:
        """The values read by now, lowest first, and how many dice are yet to be read; none once the tray told all."""
        if self._is_done or not self._has_begun:
            return (), 0
        newest = [each.newest.value for each in self._rolling.rests]
        return tuple(sorted(value for value in newest if value is not None)), newest.count(None)

    def _waits_for_arm(self, picture: Picture) -> bool:
        reading = picture.look.reading
        if not reading.reaching:
            self._reaching_since_s = None
            return False
        since_s = self._reaching_since_s
        if since_s is None or reading.at_s < since_s:
            self._reaching_since_s = since_s = reading.at_s
        return reading.at_s - since_s < ARM_S

    def _has_changed(self, now: Floats, at_s: float) -> bool:
        """Whether the tray looks otherwise than when it was last read."""
        return at_s < self._rolling.at_s or _differs(self._as_read, now)

    def _moves(self, now: Floats, at_s: float) -> bool:
        """Whether something still moves there, as far as that is waited for."""
        before, self._as_seen = self._as_seen, now
        if before is None or not _differs(before, now):
            self._moves_since_s = None
            return False
        since_s = self._moves_since_s
        if since_s is None or at_s < since_s:
            self._moves_since_s = since_s = at_s
        return at_s - since_s < MOVES_S

    def _has_reported_all(self) -> bool:
        rolling = self._rolling
        is_empty = not rolling.rests and not rolling.is_owed()
        return rolling.is_resting() and (is_empty or rolling.still_for(RECKONED_S))

    def _unsteady(self, reading: DiceReading, at_s: float) -> Roll | None:
        """The dice of a tray that stands still while its readings differ, all in doubt; None where there are none.

        One at the edge of being seen would else keep all the others from counting, and nobody would be told why.
        """
        rolling = self._rolling
        if at_s - self._still_since_s < UNSTEADY_S or self._has_reported_all():
            return None
        rests = rolling.rests
        places = [(each.x_mm, each.y_mm) for each in rolling.known]
        self._rolling = replace(rolling, known=rests, roll=None)
        if all(any(math.dist((one.x_mm, one.y_mm), place) <= STILL_MM for place in places) for one in rests):
            return None
        dice = tuple(replace(die, value=None, state="doubtful") for die in reading.dice)
        return Roll(at_s, "doubtful", dice, tell(dice))

    def _sighting(self, roll: Roll, frame: int) -> RollSighting:
        verdict: Literal["read", "doubtful"] = "read" if roll.verdict == "read" else "doubtful"
        dice = tuple(map(self._die, roll.dice))
        return RollSighting(roll.at_s, frame, verdict, dice, roll.sentence, roll.again, self._zone)

    def _die(self, die: Die) -> DieSighting:
        x_px, y_px = die.middle_px
        x_mm, y_mm = (
            corner + (px + 0.5) / PX_PER_MM for corner, px in ((self._tray.left_mm, x_px), (self._tray.top_mm, y_px))
        )
        likely = (die.likely,) if die.likely is not None else ()
        return DieSighting(die.value, likely, die.colour, x_mm, y_mm, die.confidence, die.state, die.existence)


def _coloured(pixels: Pixels) -> Pixels:
    return pixels if pixels.ndim == 3 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def _differs(before: Floats | None, now: Floats) -> bool:
    """Whether that is another picture of the tray; a lamp that flickers makes none."""
    if before is None or before.shape != now.shape:
        return True
    gain = float(np.median((before + 1) / (now + 1)))
    level = gain if abs(gain - 1) <= MOST_GAIN else 1.0
    return bool((np.abs(now * level - before) > CHANGED_LEVELS).any())


def _blocks(tray: Pixels) -> Floats:
    """The mean brightness of each block of the tray."""
    grey = cv2.cvtColor(tray, cv2.COLOR_BGR2GRAY)
    rows, columns = max(1, grey.shape[0] // BLOCK_PX), max(1, grey.shape[1] // BLOCK_PX)
    return np.asarray(cv2.resize(grey, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.float32)
