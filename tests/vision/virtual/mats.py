"""The mat that the tests of the eyes look at, with its kit and pieces, and what draws it: the small game's.

Anything that is not about one game's mat is tested on this one: its pictures are quick to draw and to read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from companion.games.game import AnyGame
from companion.table.geometry import spots
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import KIT, LAYOUT, PIECES
from vision.cameras.frames import Pixels
from vision.virtual.painter import Painter
from vision.virtual.scene import PhysicalPiece, Scene
from vision.virtual.shot import CameraPose, Shot

__all__ = [
    "ABOVE",
    "BESIDE",
    "EMPTY",
    "GAME",
    "KIT",
    "LARGE_PX",
    "LAYERED",
    "LAYOUT",
    "PIECES",
    "SMALL_PX",
    "large",
    "lying",
    "middle",
    "painter",
    "shown",
    "small",
]

GAME: Final[AnyGame] = SEALED_BID
LAYERED = msgspec.structs.replace(
    LAYOUT, zones=tuple(msgspec.structs.replace(each, layer=int("bid" in each.zone)) for each in LAYOUT.zones)
)
"""The same mat, but what is bid lies over everything else."""
BESIDE = (520.0, 250.0)
"""A place on the mat that no zone has, in mm."""
LARGE_PX, SMALL_PX = (1296, 864), (1024, 683)
"""Pictures in which a marker in the middle of the mat has some 36 and 28 px: as a real camera is used, and enough."""
ABOVE = CameraPose()
EMPTY = Scene()


def large(pose: CameraPose = ABOVE, **how: Any) -> Shot:
    """A large picture of the mat, taken so."""
    return Shot(pose, **{"width_px": LARGE_PX[0], "height_px": LARGE_PX[1], **how})


def small(pose: CameraPose = ABOVE, **how: Any) -> Shot:
    """A small picture of the mat, taken so."""
    return Shot(pose, **{"width_px": SMALL_PX[0], "height_px": SMALL_PX[1], **how})


@lru_cache(maxsize=8)
def painter(shot: Shot) -> Painter:
    """What draws the mat in pictures that are taken so; one for all tests that want such pictures."""
    return Painter(LAYOUT, KIT, PIECES, shot)


@lru_cache(maxsize=12)
def shown(shot: Shot, scene: Scene = EMPTY, seed: int = 0) -> Pixels:
    """The picture of a scene, which cannot be written to."""
    pixels = painter(shot).render(scene, seed)
    pixels.flags.writeable = False
    return pixels


def middle(zone: str) -> tuple[float, float]:
    """The middle of a zone, in mm."""
    area = LAYOUT.find(zone)
    return area.x_mm + area.width_mm / 2, area.y_mm + area.height_mm / 2


def lying(kind: str, zone: str, place: int = 0, **how: Any) -> PhysicalPiece:
    """A piece that lies in a zone as the layout has it, at that place of the zone's fan."""
    size, markers = KIT.size(kind), KIT.markers(kind)
    corner = spots(LAYOUT.find(zone), [size] * (place + 1), KIT)[place]
    x_mm, y_mm = corner.x_mm + size.width_mm / 2, corner.y_mm + size.height_mm / 2
    return PhysicalPiece(kind, markers[place % len(markers)], x_mm, y_mm, **how)
