"""The photograph of a roll; of one that is asked about, with what each die shows, or is likeliest to, beside it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final

from markupsafe import Markup

from companion.referee.rolls import NO_DIE, AskedDie, RollSight

Point = tuple[float, float]

DISC_MM: Final = 8.0
"""Radius of a value's disc."""
DIE_MM: Final = 9.0
"""Radius of what a die of 16 mm must show of itself: its pips, and some of its edge."""
RING_MM: Final = 12.5
"""Radius of the ring around a die in doubt: beyond the corners of one of 16 mm."""
CLOSE_MM: Final = 26.0
"""Side of the picture of one die: itself, and a little of what lies around it."""
WITHIN_MM: Final = 5.0
"""From the middle of a die to where its line begins."""
RINGS_MM: Final = (18.0, 26.0, 34.0, 42.0, 50.0, 58.0)
"""How far from a die its number may stand: beyond the corner of one of 16 mm, or past its neighbours."""
WAYS: Final = 12
"""Directions that are tried at each distance."""
FARTHER: Final = 0.1
"""What a millimetre of distance counts against one that is covered: a number far off is looked for longer."""
WORDS: Final = "The dice tray as the camera saw this roll."


def roll_photo(address: str, asked: RollSight | None) -> Markup:
    """The photograph at that address, empty without one; of a roll that is asked about with the values of its dice."""
    if not address:
        return Markup("")
    if asked is None:
        return Markup('<img class="roll-photo" src="{}" alt="{}">').format(address, WORDS)
    dice = [(die.x_mm, die.y_mm) for die in asked.dice]
    discs = places(dice, asked.photo_mm)
    lines = Markup("").join(_line(die, disc) for die, disc in zip(dice, discs, strict=True))
    numbers = Markup("").join(_value(die, disc) for die, disc in zip(asked.dice, discs, strict=True))
    rings = Markup("").join(_ring(die, asked.number) for die in asked.dice)
    return Markup(
        '<svg class="roll-photo" viewBox="0 0 {0:.1f} {1:.1f}" role="img" aria-label="{2}">'
        '<image href="{3}" width="{0:.1f}" height="{1:.1f}"/>{4}{5}{6}</svg>'
    ).format(*asked.photo_mm, WORDS, address, rings, lines, numbers)


def close_up(address: str, asked: RollSight, die: AskedDie) -> Markup:
    """One die out of the photograph at that address; its words stand beside it."""
    corner = (die.x_mm - CLOSE_MM / 2, die.y_mm - CLOSE_MM / 2)
    return Markup(
        '<svg class="close-up" viewBox="{:.1f} {:.1f} {:.1f} {:.1f}" aria-hidden="true">'
        '<image href="{}" width="{:.1f}" height="{:.1f}"/></svg>'
    ).format(*corner, CLOSE_MM, CLOSE_MM, address, *asked.photo_mm)


def die_id(roll: int, die: int) -> str:
    """The id, on a page, of what may be said of a die of the roll that is asked about."""
    return f"asked-{roll}-{die}"


def places(dice: Sequence[Point], photo_mm: tuple[float, float]) -> list[Point]:
    """Where the number of each die stands, in mm of the photograph: inside it, and where it covers least.

    Those that have the least choice come first; each takes the place at which what it covers of dice and of other
    numbers, and a tenth of its distance, come to the least.
    """
    choices = [_choices(die, photo_mm) for die in dice]
    alone = [_best(die, each, dice, ()) for die, each in zip(dice, choices, strict=True)]
    chosen = dict[int, Point]()
    for at in sorted(range(len(dice)), key=lambda at: alone[at][0], reverse=True):
        chosen[at] = _best(dice[at], choices[at], dice, chosen.values())[1]
    return [chosen[at] for at in range(len(dice))]


def _best(
    die: Point, choices: Sequence[Point], dice: Sequence[Point], discs: Collection[Point]
) -> tuple[float, Point]:  # fmt: skip
    """What the best place for a die's number costs, and where it is."""
    # Rounded, or the last bit would choose among places that are as good.
    costs = [round(_covered_mm(place, dice, discs) + FARTHER * math.dist(place, die), 3) for place in choices]
    return min(costs), choices[costs.index(min(costs))]


def _choices(die: Point, photo_mm: tuple[float, float]) -> list[Point]:
    """Places around a die, from up to the left on, that are inside the photograph; where none is, one at its rim."""
    angles = [math.tau * (way / WAYS + 5 / 8) for way in range(WAYS)]
    around = [(die[0] + ring * math.cos(at), die[1] + ring * math.sin(at)) for ring in RINGS_MM for at in angles]
    return [place for place in around if _is_inside(place, photo_mm)] or [_inside(die, photo_mm)]


def _is_inside(place: Point, photo_mm: tuple[float, float]) -> bool:
    return all(DISC_MM <= at <= size - DISC_MM for at, size in zip(place, photo_mm, strict=True))


def _inside(place: Point, photo_mm: tuple[float, float]) -> Point:
    x, y = (min(max(at, DISC_MM), size - DISC_MM) for at, size in zip(place, photo_mm, strict=True))
    return x, y


def _covered_mm(place: Point, dice: Sequence[Point], discs: Collection[Point]) -> float:
    """How far a number's disc reaches over dice and other discs, one after the other, in mm."""
    return sum(
        max(0.0, DISC_MM + radius - math.dist(place, other))
        for others, radius in ((dice, DIE_MM), (discs, DISC_MM))
        for other in others
    )


def _line(die: Point, disc: Point) -> Markup:
    """From within a die, or it would seem to mean a neighbour, to its number, which is drawn over the end."""
    away = math.dist(die, disc)
    share = WITHIN_MM / away if away else 0.0
    start = (at + share * (to - at) for at, to in zip(die, disc, strict=True))
    return Markup('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="#f3cd86" stroke-width="1.5"/>').format(
        *start, *disc
    )


def _ring(die: AskedDie, roll: int) -> Markup:
    """Around each die, where a tap means it; it is seen where the die is in doubt."""
    stroke = "#f3cd86" if die.value is None else "none"
    return Markup(
        '<circle data-die="{}" cx="{:.1f}" cy="{:.1f}" r="{:.1f}" fill="none" stroke="{}" stroke-width="1.5" '
        'stroke-dasharray="5 3"/>'
    ).format(die_id(roll, die.number), die.x_mm, die.y_mm, RING_MM, stroke)


def _value(die: AskedDie, disc: Point) -> Markup:
    """What a die shows; what is only likeliest is of another colour, and has a question mark."""
    x_mm, y_mm = disc
    ground, ink = ("#f3cd86", "#0a1822") if die.value is None else ("#0a1822", "#ffffff")
    return Markup(
        '<circle cx="{0:.1f}" cy="{1:.1f}" r="{2:.1f}" fill="{5}" stroke="#f3cd86"/>'
        '<text x="{0:.1f}" y="{3:.1f}" text-anchor="middle" fill="{6}">{4}</text>'
    ).format(x_mm, y_mm, DISC_MM, y_mm + 4, shown_words(die), ground, ink)


def shown_words(die: AskedDie) -> str:
    """What a die shows, in a few letters: "5", "5?" where that is only likeliest, "–" where no die lies."""
    value = "" if die.shown is None else "–" if die.shown == NO_DIE else str(die.shown)
    return value if die.value is not None else f"{value}?"
