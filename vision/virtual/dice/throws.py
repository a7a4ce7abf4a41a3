"""Dice as they come to rest in a tray: apart or touching, and, where asked, as no good roll leaves them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from vision.virtual.dice.bodies import Body
from vision.virtual.dice.makes import MAKES, Make
from vision.virtual.dice.records import LyingDie

Points = npt.NDArray[np.float64]
Area = tuple[float, float, float, float]
"""Left, top, width and height on the mat, in mm."""
Odd = Literal["", "leaning on a die", "leaning on the wall", "stacked", "half outside"]
"""One die that does not lie as it should; "" for none."""

FEWEST, MOST = 1, 18
TOUCHING = 0.3
"""Share of the dice that touch another, face to face or with a corner: they roll up to each other."""
FACE_TO_FACE = 0.6
"""Of those, the share that lie face to face; the others touch with a corner."""
TRIES, THROWS = 300, 30
"""Places tried for one die, and throws for all of them, before the area is said to be too small."""
SLACK_MM = 0.02
"""Dice that touch are this far apart: no two bodies share a place."""


def throw(
    chance: np.random.Generator,
    count: int,
    colours: Sequence[str],
    area: Area,
    *,
    touching: float = TOUCHING,
    odd: Odd = "",
    size_mm: float = 16.0,
    make: int | Make | None = None,
) -> tuple[LyingDie, ...]:
    """So many dice (1 to 18) at rest within an area, no two of them overlapping; an odd one comes last.

    Each has one of the `colours`, and all are of one `make`; None takes any of the `MAKES`. About the share `touching`
    of them touch another. Raises ValueError where there are too few or too many, the area is too small for them, or one
    alone is odd.
    """
    if not FEWEST + bool(odd) <= count <= MOST:
        raise ValueError(f"A throw has {FEWEST + bool(odd)} to {MOST} dice, not {count}.")
    made = int(chance.integers(len(MAKES))) if make is None else make
    # Where even their squares have more area, no try is needed.
    for _ in range(THROWS if count * size_mm**2 < area[2] * area[3] else 0):
        dice = list[LyingDie]()
        while len(dice) < count - bool(odd):
            new = _one_more(chance, dice, str(chance.choice(list(colours))), area, touching, size_mm, made)
            if new is None:
                break
            dice.append(new)
        if len(dice) < count - bool(odd):
            continue
        if not odd:
            return tuple(dice)
        last = _odd_one(chance, dice, str(chance.choice(list(colours))), area, odd)
        if last is not None:
            return (*dice, last)
    raise ValueError(f"{count} dice of {size_mm:g} mm do not fit into {area[2]:g} x {area[3]:g} mm.")


def footprint(die: LyingDie) -> Points:
    """Corners (4, 2) in mm of the square under a flat die with sharp edges, clockwise as seen from above."""
    angle, half = math.radians(die.turn_deg), die.size_mm / 2
    across, down = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    middle = np.array([die.x_mm, die.y_mm])
    steps = (-across - down, across - down, across + down, down - across)
    return np.array([middle + half * step for step in steps])


def gap_mm(one: LyingDie, other: LyingDie) -> float:
    """How far apart two flat dice with sharp edges are along the best of their four directions; below 0: they overlap.

    By separating axes (Gottschalk, Lin and Manocha, SIGGRAPH 1996); it is the distance where a face is nearest.
    """
    first, second = footprint(one), footprint(other)
    best = -math.inf
    for square in (first, second):
        for edge in (square[1] - square[0], square[2] - square[1]):
            axis = edge / np.linalg.norm(edge)
            here, there = first @ axis, second @ axis
            best = max(best, float(here.min() - there.max()), float(there.min() - here.max()))
    return best


def _one_more(
    chance: np.random.Generator,
    dice: Sequence[LyingDie],
    colour: str,
    area: Area,
    touching: float,
    size_mm: float,
    make: int | Make,
) -> LyingDie | None:
    """A flat die that overlaps none of the others; None where no place was found."""
    # Two touch at once: each that is laid beside another makes one more that touches.
    beside = bool(dice) and chance.random() < touching
    for _ in range(TRIES):
        turn, value = float(chance.uniform(0, 360)), int(chance.integers(1, 7))
        x_mm = float(chance.uniform(area[0], area[0] + area[2]))
        y_mm = float(chance.uniform(area[1], area[1] + area[3]))
        die = LyingDie(x_mm, y_mm, turn, value, colour, size_mm=size_mm, make=make)
        if beside:
            die = _beside(chance, dice[int(chance.integers(len(dice)))], die)
        if is_within(die, area) and all(gap_mm(die, other) >= SLACK_MM / 2 for other in dice):
            return die
    return None


def _beside(chance: np.random.Generator, other: LyingDie, die: LyingDie) -> LyingDie:
    """The die moved up to a side of another until they touch; its own turn only where a corner touches."""
    side = math.radians(other.turn_deg) + int(chance.integers(4)) * math.pi / 2
    turn = other.turn_deg + int(chance.integers(4)) * 90
    if chance.random() >= FACE_TO_FACE:
        turn = die.turn_deg
    own = math.radians(turn) - side
    reach = (other.size_mm + die.size_mm * (abs(math.cos(own)) + abs(math.sin(own)))) / 2 + SLACK_MM
    along = float(chance.uniform(-0.6, 0.6)) * other.size_mm
    x_mm = other.x_mm + reach * math.cos(side) - along * math.sin(side)
    y_mm = other.y_mm + reach * math.sin(side) + along * math.cos(side)
    return LyingDie(x_mm, y_mm, turn % 360, die.value, die.colour, size_mm=die.size_mm, make=die.make)


def is_within(die: LyingDie, area: Area) -> bool:
    """Whether a flat die lies wholly within an area."""
    low, high = footprint(die).min(axis=0), footprint(die).max(axis=0)
    return bool((low >= area[:2]).all() and (high <= np.add(area[:2], area[2:])).all())


def _odd_one(
    chance: np.random.Generator, dice: Sequence[LyingDie], colour: str, area: Area, odd: Odd
) -> LyingDie | None:
    """A die that lies as asked; None where it came to lie in another one."""
    other = dice[int(chance.integers(len(dice)))]
    die = LyingDie(0, 0, 0, int(chance.integers(1, 7)), colour, size_mm=other.size_mm, make=other.make)
    if odd == "stacked":
        away, way = chance.uniform(0, 0.3) * other.size_mm, chance.uniform(0, 2 * math.pi)
        x_mm, y_mm = other.x_mm + away * math.cos(way), other.y_mm + away * math.sin(way)
        turn, lift = float(chance.uniform(0, 360)), other.size_mm
        return LyingDie(x_mm, y_mm, turn, die.value, colour, lift_mm=lift, size_mm=die.size_mm, make=die.make)
    if odd == "leaning on a die":
        side_deg = other.turn_deg + 90 * int(chance.integers(4))
        new = _leaning(chance, die, (other.x_mm, other.y_mm), side_deg, other.size_mm / 2)
        corners = Body(new).corners_mm[:, :2]
        rest = [each for each in dice if each is not other]
        clear = all(math.hypot(each.x_mm - new.x_mm, each.y_mm - new.y_mm) > 1.5 * die.size_mm for each in rest)
        inside = (corners >= area[:2]).all() and (corners <= np.add(area[:2], area[2:])).all()
        return new if clear and inside else None
    new = _at_edge(chance, die, area, odd)
    clear = all(math.hypot(each.x_mm - new.x_mm, each.y_mm - new.y_mm) > 1.5 * die.size_mm for each in dice)
    return new if clear else None


def _leaning(
    chance: np.random.Generator, die: LyingDie, at: tuple[float, float], side_deg: float, before_mm: float = 0.0
) -> LyingDie:
    """Standing on one lower edge, the opposite one caught on a wall's face, which is `before_mm` in front of `at`.

    `side_deg` is the direction from the wall towards the die.
    """
    tilt_deg = float(chance.uniform(15, 40))
    tilt, side = math.radians(tilt_deg), math.radians(side_deg)
    # Seen from the side, the raised lower edge is what reaches furthest towards the wall.
    reach = before_mm + die.size_mm / 2 * (math.cos(tilt) + math.sin(tilt)) + SLACK_MM
    x_mm, y_mm = at[0] + reach * math.cos(side), at[1] + reach * math.sin(side)
    turned_deg = side_deg % 360
    return LyingDie(
        x_mm, y_mm, turned_deg, die.value, die.colour, tilt_deg, turned_deg, size_mm=die.size_mm, make=die.make
    )


def _at_edge(chance: np.random.Generator, die: LyingDie, area: Area, odd: Odd) -> LyingDie:
    """At a random side of the area: leaning on its wall, or with its middle over its edge."""
    left, top, width, height = area
    side, share = int(chance.integers(4)), float(chance.uniform(0.15, 0.85))
    spot = ((left, top + share * height), (left + share * width, top))
    far = ((left + width, spot[0][1]), (spot[1][0], top + height))
    x_mm, y_mm = (*spot, *far)[side]
    if odd == "leaning on the wall":
        # From the wall into the area: right, down, left, up.
        return _leaning(chance, die, (x_mm, y_mm), 90.0 * side)
    turn = float(chance.uniform(0, 360))
    return LyingDie(x_mm, y_mm, turn, die.value, die.colour, size_mm=die.size_mm, make=die.make)
