r"""The round dial: a lower disc with a marker and a number for each round, and an upper one whose window shows one.

   upper disc              lower disc, turned below it
  .---[   ]---.            .---3---4---.       markers stand around the middle, their heads outward;
 /    [ 4 ]    \          2             5      so the shown one stands upright. The edge of the lower
|       o       |         |      o      |      disc, by which it is turned, reaches out below the upper.
 \             /          1             6
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from companion.games.manawave.mat.looks import DIAL, KIT
from companion.table.geometry import Area
from companion.table.ink import BLACK, GREY, PALE, Drawing, Field, Ink, Line, Mark, Words

KIND: Final = "dial"
NUMBERS: Final = range(DIAL + 1)
_SIZE: Final = KIT.sizes["dial"]
LOWER_MM: Final = _SIZE.width_mm
UPPER_MM: Final = LOWER_MM - 8
REACH_MM: Final = LOWER_MM / 2 - _SIZE.marker_y_mm
"""From the middle of the dial to the middle of each marker."""
STEP_DEG: Final = 360 / len(NUMBERS)
_TURNS: Final = tuple((number, number * STEP_DEG) for number in NUMBERS)
DIGIT_MM: Final = 6.0
_HALF = KIT.print_mm(_SIZE) / 2
_DIGITS_AT = REACH_MM - _HALF - 1.2 - DIGIT_MM
"""From the middle of the dial to the foot of each number."""
_SLACK = 0.25
WINDOW: Final = Area(-_HALF - _SLACK, -REACH_MM - _HALF - _SLACK, 2 * (_HALF + _SLACK), 0)
"""The window as seen from the middle of the dial; so high that marker and number show."""
WINDOW_HIGH: Final = 2 * _HALF + DIGIT_MM + 3.2
_HOLE = 2.0
_STROKES: Final = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")
_SEGMENTS: Final = {
    "a": (0, 0, 1, 0),
    "b": (1, 0, 1, 1),
    "c": (1, 1, 1, 2),
    "d": (0, 2, 1, 2),
    "e": (0, 1, 0, 2),
    "f": (0, 0, 0, 1),
    "g": (0, 1, 1, 1),
}
"""Of a digit as on a pocket calculator, one wide and two high."""


def window() -> Area:
    """The window on the upper disc, from that disc's top left."""
    middle = UPPER_MM / 2
    return Area(WINDOW.x_mm + middle, WINDOW.y_mm + middle, WINDOW.width_mm, WINDOW_HIGH)


def lower() -> Drawing:
    """The disc with all markers."""
    return Drawing(f"{KIND}:lower", 1, "Round dial, lower disc", LOWER_MM, LOWER_MM, tuple(_lower()), marks())


def marks() -> tuple[Mark, ...]:
    """Where each number's marker is on the lower disc; 0 is shown at first."""
    middle = LOWER_MM / 2
    return tuple(Mark(f"round:{number}", *_at(middle, REACH_MM, 0, turn), turn) for number, turn in _TURNS)


def _at(middle: float, out_mm: float, right_mm: float, turn_deg: float) -> tuple[float, float]:
    """A point so far outward and to the right of the middle line, on a disc turned clockwise."""
    sine, cosine = math.sin(math.radians(turn_deg)), math.cos(math.radians(turn_deg))
    return middle + out_mm * sine + right_mm * cosine, middle - out_mm * cosine + right_mm * sine


def _lower() -> Iterator[Ink]:
    middle = LOWER_MM / 2
    yield Field(Area(0, 0, LOWER_MM, LOWER_MM), line=BLACK, is_round=True)
    yield from _hole(middle)
    for number, turn in _TURNS:
        yield from _number(f"{number}", middle, turn)
        outer, inner = (_at(middle, out, 0, turn) for out in (LOWER_MM / 2 - 1, LOWER_MM / 2 - 3.5))
        yield Line(*inner, *outer, GREY, 0.4)
    yield Words(middle, middle - 12, "Round dial, lower disc", 8, "middle", GREY)
    yield Words(middle, middle + 14, "Pin it below the upper disc.", 7, "middle", GREY)


def _number(digits: str, middle: float, turn_deg: float) -> Iterator[Ink]:
    """A number below a marker, turned with it."""
    wide, gap = DIGIT_MM / 2, DIGIT_MM / 4
    left = -(len(digits) * wide + (len(digits) - 1) * gap) / 2
    for place, digit in enumerate(digits):
        start = left + place * (wide + gap)
        for segment in _STROKES[int(digit)]:
            x1, y1, x2, y2 = _SEGMENTS[segment]
            corners = ((start + x * wide, _DIGITS_AT + DIGIT_MM - y * wide) for x, y in ((x1, y1), (x2, y2)))
            one, other = (_at(middle, out, right, turn_deg) for right, out in corners)
            yield Line(*one, *other, BLACK, 1.0)


def _hole(middle: float) -> Iterator[Ink]:
    yield Field(Area(middle - _HOLE, middle - _HOLE, 2 * _HOLE, 2 * _HOLE), line=BLACK, is_round=True)
    yield Line(middle - 4, middle, middle + 4, middle, GREY)
    yield Line(middle, middle - 4, middle, middle + 4, GREY)


def upper() -> Drawing:
    """The disc with the window."""
    return Drawing(f"{KIND}:upper", 1, "Round dial, upper disc", UPPER_MM, UPPER_MM, tuple(_upper()))


def _upper() -> Iterator[Ink]:
    middle, cut = UPPER_MM / 2, window()
    yield Field(Area(0, 0, UPPER_MM, UPPER_MM), line=BLACK, is_round=True)
    yield Field(cut, line=BLACK, dash_mm=2)
    for line, text in enumerate(("cut out", "this window")):
        yield Words(middle, cut.y_mm + 12 + 4 * line, text, 8, "middle", GREY)
    yield from _hole(middle)
    yield Words(middle, middle + 16, "Round", 22, "middle", bold=True)
    yield Words(middle, middle + 23, "or the wave's strength", 10, "middle")
    how = ("Turn the disc below by its edge until", "the window shows the number.", "Over 12 leave it at 12.")
    for line, text in enumerate(how):
        yield Words(middle, middle + 34 + 4.5 * line, text, 8, "middle", GREY)
    yield Line(middle - 30, middle + 28, middle + 30, middle + 28, PALE)
