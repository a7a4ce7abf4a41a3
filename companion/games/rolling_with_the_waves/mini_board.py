"""The mini board as it is printed: where each icon is on it. Print, page and what reads the dice on it go by this.

In millimetres from the board's top left as its owner reads it. The arrangement is our own, and assumed.
"""

from __future__ import annotations

import math
from typing import Final

from companion.games.rolling_with_the_waves.whole import Icon
from companion.table.geometry import Area

PLACES: Final[dict[Icon, tuple[int, int]]] = {
    "raise": (0, 1),
    "chest1": (1, 0),
    "chest2": (2, 0),
    "chest3": (3, 0),
    "bury1": (1, 1),
    "bury2": (2, 1),
    "bury3": (3, 1),
    "hull": (4, 0),
    "cannon_small": (0, 2),
    "cannon_large": (1, 2),
    "ports": (2, 2),
    "crew": (3, 2),
}
"""Column and row of each icon; in the first place the marker is printed. Five beside one another fit on a phone."""
COLUMNS: Final = 5
WIDTH_MM: Final = 136.0
HEIGHT_MM: Final = 118.0
_LEFT_MM, _COLUMN_MM = 0.5, 27.0
_ROWS_MM: Final = ((2.0, 30.0), (32.0, 44.0), (76.0, 30.0))
"""Top and height of each row: three dice fit on a bury icon, of which two may reach over its sides."""
EDGE_MM: Final = 3.0
"""A die whose middle is nearer to the line between two icons may lie on either."""


def area(icon: Icon) -> Area:
    """The field of an icon."""
    column, row = PLACES[icon]
    top_mm, height_mm = _ROWS_MM[row]
    return Area(_LEFT_MM + column * _COLUMN_MM, top_mm, _COLUMN_MM, height_mm)


def turned(x_mm: float, y_mm: float, angle_deg: float, about: tuple[float, float]) -> tuple[float, float]:
    """A place so far right of and below the middle of a turn, clockwise as seen from above."""
    angle = math.radians(angle_deg)
    right = x_mm * math.cos(angle) - y_mm * math.sin(angle)
    return about[0] + right, about[1] + x_mm * math.sin(angle) + y_mm * math.cos(angle)


def icons_near(x_mm: float, y_mm: float) -> tuple[Icon, ...]:
    """The icons on which a die may lie whose middle is there: one, several near the line between them, none beside."""
    return tuple(icon for icon in PLACES if _inside_mm(area(icon), x_mm, y_mm) > -EDGE_MM)


def _inside_mm(field: Area, x_mm: float, y_mm: float) -> float:
    """How far a place is inside the nearest edge of a field; below 0 outside."""
    across = min(x_mm - field.x_mm, field.x_mm + field.width_mm - x_mm)
    down = min(y_mm - field.y_mm, field.y_mm + field.height_mm - y_mm)
    return min(across, down)
