"""A Ship Screen as it is printed: two halves, each folded along its middle to a wall of two layers, with a wing.

One sheet is not wide enough to hide a mini board from the front and from both sides. The lower part of each half is the
inside, with the rules in short; the upper part, upside down, is the outside once it is folded back.

     .--------------------.-----------.--.
     |  outside: wing     |  front    |  |     each half, seen from the inside, not folded:
     |- - - - - - - - - - | - - - - - | -|     the left one has a tab that goes into the right one
     |  inside: wing      |  front    |tab
     '--------------------'-----------'--'
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from companion.games.rolling_with_the_waves.data.bonuses import WHEN, Bonuses
from companion.games.rolling_with_the_waves.data.figures import PAINTS, PRINTED, named
from companion.games.rolling_with_the_waves.mat.pirate_map import ASSUMED, polyline, printed, star
from companion.games.shared.figures import Figure
from companion.games.shared.files import read_as
from companion.language.message import filled
from companion.language.values import Name
from companion.table.geometry import Area
from companion.table.ink import BLACK, GREY, PALE, Drawing, Field, Ink, Line, Words, moved_ink, turned_ink

KIND = "ship_screen"
Side: TypeAlias = Literal["left", "right"]
SIDES: Final[tuple[Side, ...]] = ("left", "right")
WING_MM, FRONT_MM, TAB_MM, HIGH_MM = 116.0, 70.0, 8.0, 130.0
"""The wings hide a mini board from both sides, the two fronts from before; so high, nobody who sits sees over it."""
_EDGE = 5.0
_LEAD_MM, _SIZE_PT = 5.4, 8.5
_FOLD_DASH = 3.0


_AID: Final = read_as(__package__, "aid.toml", dict[str, tuple[str, ...]])
"""The lines of the inside, by wing and front of each side."""


def draw(figures: Sequence[Figure], bonuses: Bonuses, colour: str, number: int, side: Side) -> Drawing:
    """One half of the screen of one crew, as the owner sees it from the inside."""
    gaps = _gaps(figures)
    wing_x, front_x = (0.0, WING_MM) if side == "left" else (FRONT_MM, 0.0)
    width = WING_MM + FRONT_MM + (TAB_MM if side == "left" else 0)
    wing, front = _AID[f"wing_{side}"], _AID[f"front_{side}"]
    if side == "right" and bonuses:
        further = (f"- +{bonus.points} {WHEN[bonus.when]}" for bonus in bonuses)
        front = (*front, "By the owner of the game:", *further)
    inside = [
        *(moved_ink(ink, wing_x, HIGH_MM) for ink in _panel(wing, gaps, WING_MM)),
        *(moved_ink(ink, front_x, HIGH_MM) for ink in _panel(front, gaps, FRONT_MM)),
    ]
    # Seen from before, what is on the left for its owner is on the right.
    outside = [
        *(moved_ink(ink, width - wing_x - WING_MM, 0) for ink in _ship(colour, WING_MM)),
        *(moved_ink(ink, width - front_x - FRONT_MM, 0) for ink in _name(colour, FRONT_MM)),
    ]
    turned = [turned_ink(ink, width, HIGH_MM) for ink in outside]
    ink = (*turned, *inside, *_folds(side, width))
    return Drawing(f"{KIND}:{side}", number, f"Ship Screen, {colour}, {side} half", width, 2 * HIGH_MM, ink)


def _gaps(figures: Sequence[Figure]) -> dict[str, Name]:
    """What is filled into the lines of the aid."""
    by_name = named(figures)
    rows = {
        row: ", ".join(printed(by_name[name]) for name in by_name if name.startswith(f"{row}_") and name[-1].isdigit())
        for row in ("hull", "ports", "crew", "small", "large")
    }
    singles = {name: printed(by_name[name]) for name in ("drunken", "small_squares", "large_squares")}
    cap = by_name["infamy_cap"]
    sign = f"{ASSUMED} assumed: the booklet does not say it" if star(*figures) else ""
    gaps = {
        **rows,
        **singles,
        "cap": f"at most {printed(cap)}" if cap.value else f"no limit{star(cap)}",
        "sign": sign,
    }
    numbers = {"draw": "draw_per_player", "bury": "bury_bonus", "full": "full_bonus", "divisor": "points_divisor"}
    numbers |= {"infamy": "infamy", "spirits": "spirits", "raised": "raised", "greatest": "greatest_bonus"}
    gaps |= {name: f"{getattr(PRINTED, field)}" for name, field in numbers.items()}
    return {name: Name(text) for name, text in gaps.items()}


def _panel(lines: Sequence[str], gaps: Mapping[str, Name], width_mm: float) -> Iterator[Ink]:
    y_mm, room = 10.0, width_mm - 2 * _EDGE
    for line in lines:
        text = str(filled(line, **gaps))
        if text.startswith("# "):
            yield Words(_EDGE, y_mm, text.removeprefix("# "), 13, bold=True, room_mm=room)
            y_mm += 2
        elif text.startswith("- "):
            yield Words(_EDGE + 4, y_mm, text.removeprefix("- "), _SIZE_PT, room_mm=room - 4)
        else:
            yield Words(_EDGE, y_mm, text, _SIZE_PT + 0.5, bold=True, room_mm=room)
        y_mm += _LEAD_MM


def _name(colour: str, width_mm: float) -> Iterator[Ink]:
    """The front's outside: whose ship it is."""
    middle = width_mm / 2
    yield Words(middle, 42, "The ship of", 14, "middle", GREY, room_mm=width_mm - 2 * _EDGE)
    yield Words(middle, 60, colour.capitalize(), 34, "middle", bold=True, room_mm=width_mm - 2 * _EDGE)
    yield Field(Area(_EDGE, 68, width_mm - 2 * _EDGE, 8), fill=PAINTS.get(colour, GREY), line=GREY)
    yield from _sea(width_mm)


def _ship(colour: str, width_mm: float) -> Iterator[Ink]:
    """The wing's outside: a ship under sail."""
    middle, water = width_mm / 2, 96.0
    hull = ((-38, -14), (-26, 4), (24, 4), (40, -18), (28, -12), (-38, -14))
    yield from polyline([(middle + x, water + y) for x, y in hull], BLACK, 0.5)
    for mast, high in ((-20.0, 52.0), (12.0, 62.0)):
        x_mm = middle + mast
        yield Line(x_mm, water - 13, x_mm, water - 13 - high, BLACK, 0.5)
        for foot, wide in ((0.12, 14.0), (0.5, 11.0)):
            low, top = water - 13 - foot * high, water - 13 - (foot + 0.32) * high
            sail = [(x_mm - wide, low), (x_mm + wide, low), (x_mm + wide * 0.8, top), (x_mm - wide * 0.8, top)]
            yield from polyline([*sail, sail[0]], BLACK, 0.4)
    flag = middle + 12
    yield Field(Area(flag, water - 75, 12, 7), fill=PAINTS.get(colour, GREY), line=GREY)
    for port in range(-20, 24, 11):
        yield Field(Area(middle + port, water - 8, 4, 4), line=BLACK, line_mm=0.3)
    yield from _sea(width_mm)


def _sea(width_mm: float) -> Iterator[Ink]:
    for y_mm in (104.0, 111.0, 118.0):
        points = [(x / 2, y_mm + 1.6 * math.sin(x / 7 + y_mm)) for x in range(8, int(2 * width_mm) - 7)]
        yield from polyline(points[::3], PALE, 0.4)


def _folds(side: Side, width_mm: float) -> Iterator[Ink]:
    """Dashed lines: fold; those across the whole half are folded back, the upright ones towards oneself."""
    yield Line(0, HIGH_MM, width_mm, HIGH_MM, GREY, 0.2, _FOLD_DASH)
    corner = WING_MM if side == "left" else FRONT_MM
    yield Line(corner, 0, corner, 2 * HIGH_MM, GREY, 0.2, _FOLD_DASH)
    if side == "left":
        tab = WING_MM + FRONT_MM
        yield Line(tab, 0, tab, 2 * HIGH_MM, GREY, 0.2, 1.0)
        yield Words(tab + 1, 2 * HIGH_MM - 2, "tab", 6, colour=GREY, room_mm=TAB_MM - 2)
