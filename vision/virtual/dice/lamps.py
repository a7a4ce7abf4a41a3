"""Light on a virtual table: a round lamp and the room around. Brightness is linear; 1 is that of a white card there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from vision.virtual.shot import Shot

Floats = npt.NDArray[np.float32]

GOLDEN_TURN = math.pi * (3 - math.sqrt(5))
"""Places turned by this from one to the next fill a disk evenly: Vogel, Mathematical Biosciences 44 (1979)."""
FLOOR = 0.22
"""How bright the room is below the table's height, where it is mostly the table itself."""


@dataclass(frozen=True)
class Lamp:
    """A round lamp far away, and the share of the light on the table that comes from the room instead of it."""

    from_deg: float = 40.0
    """Where it stands: 0 is beyond the mat's upper edge, then clockwise as seen from above."""
    height_deg: float = 55.0
    """Over the table, over 0 to 90."""
    wide_deg: float = 5.0
    """Radius of its disk."""
    room: float = 0.45
    """0 to 1."""
    colour: tuple[float, float, float] = (0.94, 1.0, 1.04)
    """Of the lamp, BGR, each over 0 to under 2; the room's is the opposite, and together they are white."""
    window: float = 1.0
    """How much a bright window shows in polished faces; 0 for a room without one."""
    window_from_deg: float = 200.0

    @cached_property
    def direction(self) -> Floats:
        """(3,) from the table to the middle of the lamp; unit length."""
        return np.array(_direction(self.from_deg, self.height_deg), dtype=np.float32)

    @cached_property
    def strength(self) -> float:
        """Brightness of a face that looks straight at the lamp: what lies flat gets 1 of lamp and room together."""
        return (1 - self.room) / float(self.direction[2])

    @cached_property
    def lamp_colour(self) -> Floats:
        """(3,) BGR, such that what lies flat under nothing gets white light."""
        return np.array(self.colour, dtype=np.float32) / self._together

    @cached_property
    def room_colour(self) -> Floats:
        """(3,) BGR: as much bluer as the lamp is redder, or the other way."""
        return (2 - np.array(self.colour, dtype=np.float32)) / self._together

    @cached_property
    def _together(self) -> Floats:
        lamp = np.array(self.colour, dtype=np.float32)
        return np.asarray((1 - self.room) * lamp + self.room * (2 - lamp), dtype=np.float32)

    def directions(self, count: int) -> Floats:
        """(count, 3): evenly over its disk, unit length; not to be written to."""
        return _directions(self, count)

    def room_at(self, directions: Floats) -> Floats:
        """Brightness (N,) of the room in unit directions (3, N): ceiling, walls, the table's own, and the window."""
        up = directions[2]
        found = np.where(up > 0, 0.55 + 0.75 * up, np.float32(FLOOR) * (1 + 0.4 * up))
        if self.window:
            towards = np.array(_direction(self.window_from_deg, 38.0), dtype=np.float32)
            side = np.array(_direction(self.window_from_deg + 90, 0.0), dtype=np.float32)
            ahead = towards[0] * directions[0] + towards[1] * directions[1] + towards[2] * up
            beside = side[0] * directions[0] + side[1] * directions[1]
            height = up - towards[2]
            frame = (np.abs(beside) < 0.34) & (np.abs(height) < 0.2) & (ahead > 0) & (np.abs(beside) > 0.02)
            found = found + np.float32(2.2 * self.window) * frame
        return np.asarray(found * np.float32(self.room / 0.45), dtype=np.float32)


def lamp_of(shot: Shot) -> Lamp:
    """The lamp of a shot's light: from the same side of the picture."""
    return Lamp(from_deg=shot.light.angle_deg - shot.pose.turn_deg)


def _direction(from_deg: float, height_deg: float) -> tuple[float, float, float]:
    angle, height = math.radians(from_deg), math.radians(height_deg)
    return math.sin(angle) * math.cos(height), -math.cos(angle) * math.cos(height), math.sin(height)


@lru_cache(maxsize=8)
def _directions(lamp: Lamp, count: int) -> Floats:
    forward = lamp.direction.astype(np.float64)
    side = np.cross(forward, [0.0, 0.0, 1.0] if abs(forward[2]) < 0.99 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    other = np.cross(forward, side)
    number = np.arange(count) + 0.5
    out = np.tan(math.radians(lamp.wide_deg)) * np.sqrt(number / count)
    angle = number * GOLDEN_TURN
    found = forward + out[:, None] * (np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * other)
    # A lamp as low as its disk is wide would shine from under the table.
    found[:, 2] = np.maximum(found[:, 2], 0.05)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), dtype=np.float32)
