"""What several of the printed pieces have: squares to write into, circles to colour, small signs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.shared.figures import Figure
from companion.table.geometry import Area
from companion.table.ink import GREY, Field, Ink, Line, Words

GOLD, INK, TINT = "#8a6a1f", "#1d1d1d", "#d6d6d6"
ASSUMED = "*"
"""Stands behind every figure that nobody has confirmed."""


def told(figure: Figure) -> str:
    """A figure as it is printed."""
    return f"{figure.value}{star(figure)}"


def star(*figures: Figure) -> str:
    """The sign behind a name or number where one of its figures is assumed, else nothing."""
    return ASSUMED if any(figure.status == "assumed" for figure in figures) else ""


def square(area: Area, number: int) -> Iterator[Ink]:
    """A square to write a digit into; in its corner, small, when it is filled."""
    yield Field(area, line=INK, line_mm=0.3)
    yield Words(area.x_mm + 0.7, area.y_mm + 2.2, f"{number}", 5, colour=GREY)


def circle(area: Area, figure: Figure) -> Iterator[Ink]:
    """A circle to colour, with the sum at which it is reached."""
    yield Field(area, line=INK, is_round=True, line_mm=0.3)
    middle = area.x_mm + area.width_mm / 2
    yield Words(middle, area.y_mm + area.height_mm / 2 + 1.2, told(figure), 9, "middle", room_mm=area.width_mm - 1.5)


def polyline(points: Sequence[tuple[float, float]], colour: str = INK, width_mm: float = 0.25) -> Iterator[Ink]:
    """Straight lines from point to point."""
    for (x1, y1), (x2, y2) in pairwise(points):
        yield Line(x1, y1, x2, y2, colour, width_mm)


def skull(x_mm: float, y_mm: float) -> Iterator[Ink]:
    """A skull and crossbones 4 mm wide, its top left there: what ends the game."""
    for rise in (1, -1):
        yield Line(x_mm, y_mm + 1.9 + 1.6 * rise, x_mm + 4, y_mm + 1.9 - 1.6 * rise, GOLD, 0.45)
    yield Field(Area(x_mm + 0.8, y_mm, 2.4, 2.6), fill="#ffffff", line=GOLD, is_round=True, line_mm=0.3)
    for eye in (1.25, 2.15):
        yield Field(Area(x_mm + eye, y_mm + 0.9, 0.6, 0.6), fill=GOLD, is_round=True)


def badge(area: Area, points: int, words: str) -> Iterator[Ink]:
    """So many points, and below them small what for."""
    yield Field(area, line=GOLD, line_mm=0.3)
    middle = area.x_mm + area.width_mm / 2
    room = area.width_mm - 1
    yield Words(middle, area.y_mm + area.height_mm / 2 + 0.6, f"+{points}", 11, "middle", GOLD, bold=True, room_mm=room)
    yield Words(middle, area.y_mm + area.height_mm - 1, words, 5, "middle", GREY, room_mm=room)


def island(area: Area) -> Iterator[Ink]:
    """The outline of an island with a palm and a cross where the treasure lies."""
    x, y, wide, high = area.x_mm, area.y_mm, area.width_mm, area.height_mm
    shore = []
    for step in range(25):
        turn = 2 * math.pi * step / 24
        reach = 0.86 + 0.1 * math.sin(3 * turn + 1) + 0.04 * math.cos(7 * turn)
        shore.append((x + wide / 2 * (1 + reach * math.cos(turn)), y + high / 2 * (1 + reach * math.sin(turn))))
    yield from polyline(shore)
    trunk, root = (x + wide * 0.3, y + high * 0.3), (x + wide * 0.34, y + high * 0.68)
    yield from polyline((root, trunk))
    for dx, dy in ((-0.09, 0.1), (-0.07, -0.08), (0.08, -0.08), (0.1, 0.1)):
        yield from polyline((trunk, (trunk[0] + wide * dx, trunk[1] + high * dy)))
    for rise in (1, -1):
        mid = y + high * 0.55
        yield Line(x + wide * 0.6, mid + 1.2 * rise, x + wide * 0.6 + 3, mid - 1.2 * rise, GOLD, 0.4)
