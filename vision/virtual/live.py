"""The virtual table of a running companion: its present world, and a camera over it, both by one clock."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind
from vision.cameras.frames import CameraGone, Clock, Frame
from vision.virtual.bad_camera import GONE, BadCamera, CameraFaults
from vision.virtual.camera import Strip, VirtualCamera, no_strip
from vision.virtual.hands import Manners
from vision.virtual.painter import Painter
from vision.virtual.shot import Shot, large_enough
from vision.virtual.tabletop import Tabletop

FRAME_EVERY_S = 0.1


@dataclass(frozen=True)
class _Set:
    """A table that is set, and what draws it."""

    world: Tabletop
    painter: Painter


class LiveTable:
    """Where the pieces of the present game lie. Another game sets the table anew; its camera goes on."""

    def __init__(self, clock: Clock, *, seed: int, manners: Manners, speed: float, shot: Shot) -> None:
        """Hands work `speed` times as fast as people do."""
        self._clock = clock
        self._seed = seed
        self._manners = manners
        self._speed = speed
        self._shot = shot
        self.strip: Strip = no_strip
        """The strip round its mat, whose light the camera sees; may be set at any time."""
        self.faults = CameraFaults(seed)
        """What is wrong with its camera on purpose."""
        self._set: _Set | None = None
        self._is_set = threading.Event()

    def set_table(self, layout: Layout, kit: Kit, kinds: Mapping[str, PieceKind], table: ExpectedTable) -> Tabletop:
        """A new world in which the pieces lie as that table has them; the camera sees it from its next frame on."""
        world = Tabletop(layout, kit, kinds, self._clock, seed=self._seed, manners=self._manners, speed=self._speed)
        world.set_out(table)
        shot, before = large_enough(self._shot, layout, kit), self._set
        if before is not None and before.painter.paints(layout, kit, kinds, shot):
            self._set = _Set(world, before.painter)
        else:
            self._set = _Set(world, Painter(layout, kit, kinds, shot))
        self._is_set.set()
        return world

    @property
    def world(self) -> Tabletop | None:
        """The world of the present game; None before the first."""
        return self._set.world if self._set else None

    def camera(self) -> BadCamera:
        """A camera over it, for the eye's thread. Raises `CameraGone` while it is away on purpose."""
        if self.faults.is_away or self.faults.vanishes.is_on(self._clock.now()):
            raise CameraGone(GONE)
        return BadCamera(LiveCamera(self, self._clock), self.faults, self._clock)

    def wait(self, timeout_s: float) -> _Set | None:
        """What is set; None where nothing is within that time."""
        self._is_set.wait(timeout_s)
        return self._set


class LiveCamera:
    """A virtual camera that stays where it is when the table under it is set anew."""

    def __init__(self, table: LiveTable, clock: Clock) -> None:
        self.name = "Virtual camera"
        self.notes: tuple[str, ...] = ()
        self._table = table
        self._clock = clock
        self._seen: _Set | None = None
        self._camera: VirtualCamera | None = None
        self._before = 0
        """Frames of the tables before this one, so that no number comes twice."""
        self._number = 0

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; None where it is not due in that time, or no table is set."""
        now = self._table.wait(timeout_s)
        if now is None:
            return None
        if self._camera is None or now is not self._seen:
            self._seen, self._before = now, self._number
            self._camera = VirtualCamera(
                now.world.scene, now.painter, self._clock, every_s=FRAME_EVERY_S, strip=lambda: self._table.strip()
            )
        frame = self._camera.read(timeout_s)
        if frame is None:
            return None
        self._number = self._before + frame.number
        return Frame(frame.pixels, frame.at_s, self._number)

    def close(self) -> None:
        """Let go of the table, whose drawn pieces take a hundred megabytes; nothing else is to be given back."""
        # What asks for the strip's light holds this camera, which holds it: a garbage collector may be long in coming.
        self._seen = self._camera = None
