"""A virtual table and its camera in a time of their own: as many looks a second as the machine can draw and read."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2

from companion.table.dice import DiceZone, RollSighting
from companion.table.faults import HEALTHY, Faults
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind
from companion.table.prints import NO_PRINTS, Prints
from companion.table.sightings import Reading
from vision.cameras.frames import Frame
from vision.cameras.frozen_feed import FrozenFeed
from vision.dice.tray_watch import Reader
from vision.dice.zone_watch import ZoneWatch
from vision.pipeline import Opened, Pipeline, none_opened
from vision.store import FrameStore
from vision.virtual.faults import exchanged
from vision.virtual.hands import Manners
from vision.virtual.painter import Painter
from vision.virtual.shot import CameraPose, Light, Shot, large_enough
from vision.virtual.tabletop import Tabletop

NAME = "Virtual camera"
LOOK_EVERY_S = 0.1
NORMAL_PX, HARD_PX = (1536, 1024), (2304, 1296)
"""In normal light a marker of about 27 px does, at half the cost of the size that a real camera is used with.

At 1536 x 864 it has 23 px, and of 1070 that lay open 4 were not read, frame after frame; at 1536 x 1024 all were.
"""
PEOPLE = Manners(pause=0.04, pause_s=(1.0, 10.0), cover=0.06, slip=0.04)
"""Players who stop in the middle of an act, lean over the mat, and drop a card now and then."""


class StepClock:
    """Time that passes only when somebody says so."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def now(self) -> float:
        """Seconds since the beginning."""
        return self._now_s

    def pause(self, duration_s: float) -> None:
        """Let that much time pass at once."""
        self._now_s += max(0.0, duration_s)


def shot_for(light: Literal["normal", "hard"], seed: int) -> Shot:
    """How a table's pictures are taken: the camera stands elsewhere at each; hard light is dim and one-sided."""
    rng = random.Random(f"shot/{seed}")
    turn, angle = rng.choice([0.0, 0.0, 180.0]), rng.uniform(0, 360)
    if light == "normal":
        pose = CameraPose(rng.uniform(0, 15), turn + rng.uniform(-3, 3))
        return Shot(pose, Light(rng.uniform(0.85, 1.0), rng.uniform(0.1, 0.3), angle), 2.5, 0.6, *NORMAL_PX)
    pose = CameraPose(rng.uniform(15, 28), turn + rng.uniform(-6, 6))
    return Shot(pose, Light(rng.uniform(0.45, 0.6), rng.uniform(0.4, 0.6), angle), 5.0, 0.9, *HARD_PX)


@dataclass(frozen=True)
class TrayReader:
    """What reads the dice of a table, and in which zone of its mat they are rolled."""

    zone: str
    read: Reader


class HeadlessTable:
    """One virtual table with people around it, and what a camera over it shows, frame by frame.

    Pieces and dice are read out of the same frames.
    """

    def __init__(
        self,
        layout: Layout,
        kit: Kit,
        kinds: Mapping[str, PieceKind],
        seed: int,
        light: Literal["normal", "hard"] = "normal",
        *,
        manners: Manners = PEOPLE,
        shot: Shot | None = None,
        dice: TrayReader | None = None,
        prints: Prints = NO_PRINTS,
        opened: Opened = none_opened,
    ) -> None:
        """`opened` is asked before each frame and after it, as an eye's.

        Without `dice` those that are rolled are drawn, and not read. Raises KeyError for a zone that is missing.
        """
        # One process a core: threads of their own would only be in each other's way.
        cv2.setNumThreads(1)
        self.clock = StepClock()
        self.world = Tabletop(layout, kit, kinds, self.clock, seed=seed, manners=manners)
        self._painter = Painter(layout, kit, kinds, shot or large_enough(shot_for(light, seed), layout, kit))
        self._pipeline = Pipeline(layout, kit.printed, prints=prints)
        self._opened = opened
        self._frames = 0
        self._faults = HEALTHY
        self._still = FrozenFeed()
        self._last: Frame | None = None
        self._zones = (DiceZone(dice.zone),) if dice else ()
        self._asked: Callable[[], tuple[DiceZone, ...]] = lambda: self._zones
        self._watch = ZoneWatch(layout, layout.find(dice.zone).zone, dice.read) if dice else None
        self._rolled: dict[str, RollSighting] = {}
        """The newest roll of each zone that is yet to be told, the oldest first."""

    def look_where(self, zones: Callable[[], tuple[DiceZone, ...]], opened: Opened) -> None:
        """From now on dice are looked at in these zones, and these private ones are open; both are asked each time."""
        self._asked, self._opened = zones, opened

    def spoil(self, faults: Faults) -> None:
        """Let camera and markers have these faults from the next frame on, and no others."""
        self._faults = faults

    def frame(self) -> Frame:
        """The next frame; time moves on by one."""
        self.clock.pause(LOOK_EVERY_S)
        self._frames += 1
        if self._faults.is_frozen and self._last is not None:
            self._last = Frame(self._last.pixels, self.clock.now(), self._frames)
            return self._last
        scene = exchanged(self.world.scene(), self._faults.exchanged)
        pixels = self._painter.render(scene, self._frames, self._faults.sheet)
        self._last = Frame(pixels, self.clock.now(), self._frames)
        return self._last

    def look(self) -> Reading:
        """What the next frame shows."""
        opened = self._opened()
        frame = self.frame()
        if frozen := self._still.next(frame, NAME):
            return Reading(frame.at_s, unseen=frozen)
        picture = self._pipeline.picture(frame, NAME, opened=opened & self._opened())
        if self._watch is not None:
            roll = self._watch.look(picture, self._asked()).roll
            if roll is not None:
                self._rolled.pop(roll.zone, None)
                self._rolled[roll.zone] = roll
        return picture.look.reading

    def roll(self) -> RollSighting | None:
        """The oldest roll that is yet to be told, of each zone the newest; each is told once."""
        return self._rolled.pop(next(iter(self._rolled)), None) if self._rolled else None

    def record(self, folder: Path) -> StepClock:
        """Keep each frame that is looked at from now on in that new folder; gives the table's clock."""
        self._pipeline.keep_by(FrameStore(folder).keep)
        return self.clock

    def tally(self) -> dict[str, int]:
        """How often hands paused, rested over the mat and slipped so far."""
        return self.world.tally()
