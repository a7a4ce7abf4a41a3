"""Seeded pictures of scattered markers, and how many of them are found, by side and blur.

The side of a marker is the square root of the area of its black square in the picture, in px.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.table.layout import Layout
from tests.vision.render import Floats, Picture, Printed, Shot, project, projection, render
from vision.markers import MarkerFinder, Markers

SHEET = Layout("sheet", 300, 170, ())
FAMILY = 587
"""How many ids AprilTag 36h11 has."""
SIDES_PX, BLURS_PX = 4, 0.4
"""Width of a class of sides in the table, and of a class of blurs (sigma)."""


@dataclass(frozen=True)
class Scattered:
    """One picture, what was printed on it, and the sigma of its blur in px."""

    picture: Picture
    printed: list[Printed]
    blur_px: float

    def sides_px(self) -> list[float]:
        """The side of each marker printed."""
        return [side_of(corners) for corners in self.picture.corners_px]


def side_of(corners_px: Floats) -> float:
    """Square root of the area of a quadrilateral (4, 2)."""
    return float(np.sqrt(cv2.contourArea(corners_px.astype(np.float32))))


def scattered(seed: int) -> Scattered:
    """20 to 60 markers of different ids, each turned at random and with a side of 14 to 40 px, in 1280 x 720.

    None reaches into another's white rim or over the sheet's edge. The camera leans by 0 to 35 degrees and the sheet
    is turned under it; blur of sigma 0 to 2, noise of 2 to 4 grey levels, the far side's light 0.6 to 1 of the near's.
    """
    draw = np.random.default_rng(seed)
    tilt_deg, turn_deg, blur_px = draw.uniform(0, 35), draw.uniform(-10, 10), draw.uniform(0, 2)
    noise, light = draw.uniform(2, 4), draw.uniform(0.6, 1)
    shot = Shot(1280, 720, tilt_deg, turn_deg, blur_px=blur_px, noise=noise, light=light, seed=seed)
    matrix = projection(SHEET.width_mm, SHEET.height_mm, shot)
    ids = draw.permutation(FAMILY)[: draw.integers(20, 61)].tolist()
    printed = list[Printed]()
    while len(printed) < len(ids):
        side_px, angle_deg = draw.uniform(14, 40), draw.uniform(0, 360)
        x_mm, y_mm = draw.uniform(15, SHEET.width_mm - 15), draw.uniform(15, SHEET.height_mm - 15)
        # A small marker there tells how large one of so many px must be printed.
        sample = Printed(0, x_mm, y_mm, angle_deg, 1.0)
        side_mm = side_px / side_of(project(matrix, sample.corners_mm()))
        new = Printed(ids[len(printed)], x_mm, y_mm, angle_deg, side_mm)
        if all(_are_apart(new, other) for other in printed):
            printed.append(new)
    return Scattered(render(SHEET, printed, shot), printed, blur_px)


def _are_apart(one: Printed, other: Printed) -> bool:
    """Whether the circles around both markers with their white rims do not touch."""
    apart_mm = np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
    return bool(apart_mm > (one.side_mm + other.side_mm) * 1.25 / np.sqrt(2))


@dataclass
class Tally:
    """What was shown and found, by (side class, blur class); and what was found where no such marker is."""

    shown: Counter[tuple[int, int]] = field(default_factory=Counter)
    found: Counter[tuple[int, int]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    goal_shown: int = 0
    goal_found: int = 0
    """Those with a side of at least 20 px under a blur of at most 0.8."""
    off_px: list[float] = field(default_factory=list)
    """Of each of those found, how far its corners are from where they truly are, on average."""

    def add(self, shown: Scattered, markers: Markers) -> None:
        """Count one picture. What is found counts where its middle is within half a side of that marker's own."""
        middles = np.array([corners.mean(axis=0) for corners in shown.picture.corners_px])
        sides = shown.sides_px()
        seen = set[int]()
        for marker, corners in zip(markers.ids.tolist(), markers.corners_px, strict=True):
            away = np.linalg.norm(middles - corners.mean(axis=0), axis=1)
            place = int(away.argmin())
            if away[place] > sides[place] / 2 or shown.printed[place].marker != marker or place in seen:
                self.wrong.append(f"{marker} at {corners.mean(axis=0).round().tolist()}")
            else:
                seen.add(place)
                if self._is_goal(sides[place], shown.blur_px):
                    off = np.linalg.norm(corners - shown.picture.corners_px[place], axis=1)
                    self.off_px.append(float(off.mean()))
        for place, side in enumerate(sides):
            where = (int(side / SIDES_PX), int(shown.blur_px / BLURS_PX))
            self.shown[where] += 1
            self.found[where] += place in seen
            if self._is_goal(side, shown.blur_px):
                self.goal_shown += 1
                self.goal_found += place in seen

    @staticmethod
    def _is_goal(side_px: float, blur_px: float) -> bool:
        return side_px >= 20 and blur_px <= 0.8

    def table(self) -> str:
        """Percent found as lines of text: a line for each class of sides, a column for each class of blurs."""
        sides, blurs = (sorted({where[each] for where in self.shown}) for each in (0, 1))
        head = "| side in px | " + " | ".join(f"blur {b * BLURS_PX:.1f} to {(b + 1) * BLURS_PX:.1f}" for b in blurs)
        lines = [head + " |", "| --- " * (len(blurs) + 1) + "|"]
        for s in sides:
            shares = " | ".join(_percent(self.found[s, b], self.shown[s, b]) for b in blurs)
            lines.append(f"| {s * SIDES_PX} to {(s + 1) * SIDES_PX} | {shares} |")
        return "\n".join(lines)


def _percent(found: int, shown: int) -> str:
    """Rounded down, so that 100 means all."""
    return f"{math.floor(1000 * found / shown) / 10:g} of {shown}" if shown else "–"


def tally(seeds: Iterable[int]) -> Tally:
    """What one finder finds in the pictures of these seeds."""
    finder, counted = MarkerFinder(), Tally()
    for seed in seeds:
        shown = scattered(seed)
        counted.add(shown, finder.find(shown.picture.pixels))
    return counted


if __name__ == "__main__":
    # Two thousand pictures: the table in docs/markers.md.
    whole = tally(range(2000))
    print(whole.table())
    print(f"side of 20 px and more, blur up to 0.8: {whole.goal_found} of {whole.goal_shown}")
    print(f"mean error of their corners: {np.mean(whole.off_px):.2f} px; wrong: {whole.wrong or 'none'}")
