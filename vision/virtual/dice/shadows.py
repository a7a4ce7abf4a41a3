"""What keeps the light away: rays from the table and from dice towards the lamp, and the sky that dice hide."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.virtual.dice.bodies import Body, Floats, through_box, through_hull
from vision.virtual.dice.lamps import Lamp

RAYS = 10
"""Towards the lamp from each place of the table: an edge of its shadow has so many steps, smoothed by the lens."""
FACE_RAYS = 2
"""Of each sample of a die: there are four to a pixel."""
ROUND = 0.95
"""A cube with round edges throws about the shadow of a sharp one of this size, onto others."""
CONTACT_MM = 3.5
"""How far from a die the table is darkened by its hiding the room; of a cube of 16 mm, to 1 / e."""
CONTACT = 0.62
"""How much of the room a die hides from the table right beside it: half of the sky, and what lies under its edge."""
CLEAR_SHADE = 0.45
"""How much of the lamp's light a clear die takes away."""
NEIGHBOUR = 2.0
"""Dice whose middles are more edges apart hide little of the room from each other."""


def shade_of(body: Body) -> float:
    """How much of the light that meets it a die takes away."""
    return CLEAR_SHADE if body.die.colour == "clear" else 1.0


def table_light(body: Body, points_mm: Floats, lamp: Lamp) -> tuple[Floats, Floats]:
    """Which parts (N,) of the lamp and of the room points (3, N) see past one die."""
    own = body.inwards(points_mm)
    blocked = np.zeros(points_mm.shape[1], dtype=np.float32)
    for towards in lamp.directions(RAYS):
        enter, leave = through_hull(body, own, body.turned_in(towards[:, None]))
        blocked += (leave > np.maximum(enter, 0)).astype(np.float32)
    lit = 1 - shade_of(body) * blocked / RAYS
    gap = np.maximum(body.hull(own), 0)
    hidden = np.float32(CONTACT * (0.5 + 0.5 * shade_of(body))) * np.exp(-gap / np.float32(CONTACT_MM))
    return lit.astype(np.float32), np.asarray(1 - hidden, dtype=np.float32)


def face_light(
    others: Sequence[Body], points_mm: Floats, normals: Floats, lamp: Lamp, sample: npt.NDArray[np.intp]
) -> tuple[Floats, Floats]:
    """Which parts (N,) of lamp and room points on a die see past the others. `sample` (N,) tells which rays are theirs.

    The four samples of a pixel look at different places of the lamp, so that together they see all of it.
    """
    lit = np.ones(points_mm.shape[1], dtype=np.float32)
    room = np.ones_like(lit)
    directions = lamp.directions(4 * FACE_RAYS)
    for other in others:
        lifted = points_mm + normals * np.float32(0.05)
        own = other.inwards(lifted)
        if _may_shade(other, lifted, lamp):
            blocked = np.zeros_like(lit)
            turned = other.turned_in(directions.T)
            for number in range(FACE_RAYS):
                enter, leave = through_box(own, turned[:, sample + 4 * number], other.half_mm * ROUND)
                blocked += leave > np.maximum(enter, 0)
            lit *= 1 - np.float32(shade_of(other) / FACE_RAYS) * blocked
        # Half a die further along the normal: the nearer the other is there, the more of the room it hides.
        ahead = np.float32(other.half_mm)
        gap = other.hull(own + other.turned_in(normals) * ahead)
        room *= 1 - np.float32(0.7 * shade_of(other)) * np.minimum(np.maximum(1 - gap / ahead, 0), 1)
    return lit, room


def _may_shade(other: Body, points_mm: Floats, lamp: Lamp) -> bool:
    """Whether the ball around another die is between these points, taken as one ball, and the lamp."""
    middle = points_mm.mean(axis=1)
    to_other = other.middle_mm - middle
    ahead = float(to_other @ lamp.direction)
    beside = float(np.linalg.norm(to_other - ahead * lamp.direction))
    around_mm = other.half_mm * 1.74
    own_mm = float(np.sqrt(((points_mm - middle[:, None]) ** 2).sum(axis=0).max()))
    return ahead > -own_mm and beside < around_mm + own_mm + ahead * math.tan(math.radians(lamp.wide_deg))


def near(body: Body, bodies: Sequence[Body], lamp: Lamp) -> list[Body]:
    """The others that may shade it: the lower the lamp, the further away."""
    reach = 2 * body.half_mm * max(NEIGHBOUR, math.sqrt(2) + 1 / math.tan(math.radians(lamp.height_deg)))
    return [other for other in bodies if other is not body and np.linalg.norm(other.middle_mm - body.middle_mm) < reach]
