"""A virtual dice tray and a camera over it in a time of their own, for soaks: the real reading on drawn frames."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import cv2

from companion.table.dice import RollSighting, TrueDie
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind
from vision.dice.tray import Tray
from vision.dice.watching import Reader, TrayWatch
from vision.frames import Frame
from vision.looks import Looker
from vision.virtual.headless import LOOK_EVERY_S, NAME, StepClock, shot_for
from vision.virtual.painter import Painter
from vision.virtual.shot import large_enough
from vision.virtual.tabletop import Tabletop


class HeadlessTray:
    """One virtual table on which dice are rolled, and what is read of them, frame by frame."""

    def __init__(
        self,
        layout: Layout,
        kit: Kit,
        kinds: Mapping[str, PieceKind],
        zone: str,
        read: Reader,
        seed: int,
        light: Literal["normal", "hard"] = "normal",
    ) -> None:
        # One process a core: threads of their own would only be in each other's way.
        cv2.setNumThreads(1)
        self._clock = StepClock()
        self._zone = zone
        self._world = Tabletop(layout, kit, kinds, self._clock, seed=seed)
        self._painter = Painter(layout, kit, kinds, large_enough(shot_for(light, seed), layout))
        self._looker = Looker(layout, kit.printed)
        there = layout.find(zone)
        self._watch = TrayWatch(Tray(there.x_mm, there.y_mm, there.width_mm, there.height_mm), read)
        self._frames = 0

    def roll(self, colours: tuple[str, ...]) -> None:
        """Roll dice of these colours."""
        self._world.roll(self._zone, colours)

    def look(self) -> RollSighting | None:
        """The roll that came to rest with the next frame, if one did; time moves on by one frame."""
        self._clock.pause(LOOK_EVERY_S)
        self._frames += 1
        frame = Frame(self._painter.render(self._world.scene(), self._frames), self._clock.now(), self._frames)
        return self._watch.look(self._looker.picture(frame, NAME))

    @property
    def at_s(self) -> float:
        """The table's time."""
        return self._clock.now()

    def is_moving(self) -> bool:
        """Whether dice still roll."""
        return self._world.busy()

    def lying(self) -> tuple[TrueDie, ...]:
        """How the dice truly lie."""
        return self._world.rolled()
