"""A Pirate Map as it is printed, by the figures in force: 210 x 148 mm, its marker at the top left.

Squares are large enough for a digit of a dry-erase pen. `places` says where each is, by the keys that the pages' map
has for the same squares and circles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.rolling_with_the_waves.data.bonuses import WHEN, Bonuses
from companion.games.rolling_with_the_waves.data.figures import PAINTS, PRINTED, Sheet, named
from companion.games.rolling_with_the_waves.state.records import CANNONS, CHESTS, TRACKS
from companion.games.shared.figures import Figure
from companion.table.geometry import Area
from companion.table.ink import GREY, Drawing, Field, Ink, Line, Words

KIND = "map"
WIDTH_MM, HEIGHT_MM = 210.0, 148.0
_LEFT, _RIGHT = 4.0, 206.0
_NEST = 20.0
_CHEST_WIDE, _CHEST_STEP, _CHEST_TOP, _CHEST_HIGH = 66.0, 68.0, 32.0, 36.0
_ISLAND_TOP, _ISLAND_HIGH = 69.5, 11.5
_ROWS_TOP, _ROW_STEP, _SIDE = 91.5, 15.5, 10.0
_COLUMNS = (_LEFT, 109.0)
_CIRCLE, _CIRCLE_STEP, _CIRCLES = 9.0, 10.0, 53.0
_BONUS_STEP, _BONUS_ROWS = 37.5, 3
_INFAMY_LEFT, _INFAMY_TOP, _INFAMY_HIGH, _IN_A_ROW = 31.0, 134.0, 10.5, 18
_CANNON = "circles are shots; full: it fires, you gain its lowest value"
_ROWS = (
    ("hull", 0, 0, "Hull", "each circle blocks one shot at you"),
    ("ports", 0, 1, "Ports", f"each round your level in Infamy; greatest sum {PRINTED.greatest_bonus} more"),
    ("crew", 0, 2, "Crew", "at each circle one die of your colour goes into the bag"),
    ("raise", 1, 0, "Raise Spirits", f"both full: write {PRINTED.raised} for one other die, and erase both"),
    ("small", 1, 1, "Small cannon", _CANNON),
    ("large", 1, 2, "Large cannon", _CANNON),
)
"""Each row below the chests: its key, its column, its place in it, its name, and what it is good for."""
GOLD, INK, TINT = "#8a6a1f", "#1d1d1d", "#d6d6d6"
ASSUMED = "*"
"""Stands behind every figure that nobody has confirmed."""


def places(sheet: Sheet) -> dict[str, Area]:
    """Every square and circle of the map; circles have "circle" or "infamy" in their key."""
    found = dict[str, Area]()
    for chest in CHESTS:
        columns, room = sheet.columns(chest), sheet.squares(f"chest.{chest}")
        side = min(12.0, _CHEST_HIGH / (room // columns))
        for index in range(room):
            row, column = divmod(index, columns)
            x_mm = _LEFT + chest * _CHEST_STEP + (columns - 1 - column) * side
            found[f"chest.{chest}.{index}"] = Area(x_mm, _CHEST_TOP + _CHEST_HIGH - (row + 1) * side, side, side)
    for key, column, row, *_ in _ROWS:
        left, top = _COLUMNS[column], _ROWS_TOP + row * _ROW_STEP
        for index in range(sheet.squares(key)):
            found[f"{key}.{index}"] = Area(left + index * _SIDE, top, _SIDE, _SIDE)
        for index in range(len(sheet.sums(key))):
            x_mm = left + _CIRCLES + index * _CIRCLE_STEP
            found[f"{key}.circle.{index}"] = Area(x_mm, top + (_SIDE - _CIRCLE) / 2, _CIRCLE, _CIRCLE)
    in_rows = 1 if sheet.cap <= _IN_A_ROW else 2
    across, step = (8.0, 9.7) if in_rows == 1 else (5.0, 5.5)
    for index in range(sheet.cap):
        row, column = divmod(index, -(-sheet.cap // in_rows))
        found[f"infamy.{index}"] = Area(_INFAMY_LEFT + column * 9.7, _INFAMY_TOP + row * step, across, across)
    return found


def draw(figures: Sequence[Figure], bonuses: Bonuses, colour: str, number: int) -> Drawing:
    """The map of one crew."""
    sheet = Sheet(tuple(figures))
    found, by_name = places(sheet), named(figures)
    ink = [*_head(colour), *_chests(sheet, by_name, found), *_ends(), *_rows(sheet, by_name, found), *_bonuses(bonuses)]
    ink += _infamy(by_name["infamy_cap"], found)
    if star(*figures):
        note = f"{ASSUMED} assumed: the booklet does not say it. Type what you know on the host page, and print again."
        ink.append(Words(_LEFT, 147, note, 6.3, colour=GREY, room_mm=_RIGHT - _LEFT))
    return Drawing(KIND, number, f"Pirate Map, {colour}", WIDTH_MM, HEIGHT_MM, tuple(ink))


def _head(colour: str) -> Iterator[Ink]:
    """Whose it is, and the three crow's nests."""
    yield Words(29, 11, "Pirate Map", 18, bold=True, room_mm=50)
    yield Words(29, 18.5, colour.capitalize(), 13, bold=True, room_mm=50)
    yield Field(Area(29, 20.5, 50, 3), fill=PAINTS.get(colour, GREY), line=GREY)
    first = _RIGHT - PRINTED.draw_per_player * (_NEST + 1) + 1
    for nest in range(PRINTED.draw_per_player):
        yield Field(Area(first + nest * (_NEST + 1), 4, _NEST, _NEST), line=INK, line_mm=0.3)
    yield Words(first - 2, 10, "Crow's nests", 9, "right", bold=True, room_mm=58)
    yield Words(first - 2, 14, "for the dice that you have drafted;", 6.3, "right", GREY, room_mm=58)
    yield Words(first - 2, 17, "with the mat, lay them on its crow's nest", 6.3, "right", GREY, room_mm=58)


def _chests(sheet: Sheet, by_name: dict[str, Figure], found: dict[str, Area]) -> Iterator[Ink]:
    for chest in CHESTS:
        left = _LEFT + chest * _CHEST_STEP
        sign = star(by_name[f"chest{chest + 1}_rows"], by_name[f"chest{chest + 1}_columns"])
        yield Words(left, 30.3, f"Chest {chest + 1}{sign}", 9, bold=True, room_mm=18)
        hint = "fill from 1 up; robbed from the last value down"
        yield Words(left + 17, 30.3, hint, 6.3, colour=GREY, room_mm=_CHEST_WIDE - 17)
        for index in range(sheet.squares(f"chest.{chest}")):
            yield from square(found[f"chest.{chest}.{index}"], index + 1)
        yield from island(Area(left, _ISLAND_TOP, 32, _ISLAND_HIGH))
        yield from badge(Area(left + 34, _ISLAND_TOP, 13, _ISLAND_HIGH), PRINTED.bury_bonus, "buried")
        yield Words(left + 49, _ISLAND_TOP + 5, "cross it out,", 6.3, colour=GREY, room_mm=17)
        yield Words(left + 49, _ISLAND_TOP + 8, "box the chest", 6.3, colour=GREY, room_mm=17)


def _ends() -> Iterator[Ink]:
    """The two signs of the end."""
    for left, words in (
        (_COLUMNS[0], "ends the game: all three chests filled or buried"),
        (_COLUMNS[1], "ends the game: all squares of Hull, Ports and Crew filled"),
    ):
        yield from skull(left, 82)
        yield Words(left + 5.5, 85, words, 6.5, colour=GOLD, room_mm=90)


def _rows(sheet: Sheet, by_name: dict[str, Figure], found: dict[str, Area]) -> Iterator[Ink]:
    for key, column, row, name, hint in _ROWS:
        left, top = _COLUMNS[column], _ROWS_TOP + row * _ROW_STEP
        sign = star(by_name[f"{key}_squares"]) if key in CANNONS else ""
        yield Words(left, top - 1.2, f"{name}{sign}", 9, bold=True, room_mm=26)
        yield Words(left + 27, top - 1.2, hint, 6.3, colour=GREY, room_mm=70)
        for index in range(sheet.squares(key)):
            yield from square(found[f"{key}.{index}"], index + 1)
        for index in range(len(sheet.sums(key))):
            yield from circle(found[f"{key}.circle.{index}"], by_name[f"{key}_{index + 1}"])
        if key in TRACKS:
            yield from badge(Area(left + 85, top, 13, _SIDE), PRINTED.full_bonus, "all filled")


def _bonuses(bonuses: Bonuses) -> Iterator[Ink]:
    """The owner's further bonuses, beside Raise Spirits, which is the shortest row."""
    column, top = _COLUMNS[1] + PRINTED.spirits * _SIDE + 2, _ROWS_TOP + 2.5
    for place, bonus in enumerate(bonuses):
        across, down = divmod(place, _BONUS_ROWS)
        x_mm, y_mm = column + across * _BONUS_STEP, top + down * 3.5
        yield Words(x_mm, y_mm, f"+{bonus.points}", 6, colour=GOLD, bold=True, room_mm=4.5)
        yield Words(x_mm + 4.7, y_mm, f"{WHEN[bonus.when]}", 6, colour=GREY, room_mm=_BONUS_STEP - 5)


def _infamy(cap: Figure, found: dict[str, Area]) -> Iterator[Ink]:
    """The circles; those that are coloured at the start are grey, and have a ring more."""
    yield Words(_LEFT, 137.5, f"Infamy{star(cap)}", 9, bold=True, room_mm=26)
    yield Words(_LEFT, 140.8, f"at the end {PRINTED.points_divisor}: 1 point", 6.3, colour=GREY, room_mm=26)
    if not cap.value:
        yield Words(_LEFT, 143.6, "no limit: write the number", 6.3, colour=GREY, room_mm=26)
        yield Field(Area(_INFAMY_LEFT, _INFAMY_TOP, 30, _INFAMY_HIGH), line=INK, line_mm=0.3)
        yield Words(_INFAMY_LEFT + 32, 140.8, f"{PRINTED.infamy} at the start", 6.5, colour=GREY, room_mm=30)
        return
    yield Words(_LEFT, 143.6, "grey: from the start", 6.3, colour=GREY, room_mm=26)
    for index in range(cap.value):
        area = found[f"infamy.{index}"]
        is_filled = index < PRINTED.infamy
        yield Field(area, fill=TINT if is_filled else "", line=INK, is_round=True, line_mm=0.3)
        if is_filled:
            inner = Area(area.x_mm + 0.8, area.y_mm + 0.8, area.width_mm - 1.6, area.height_mm - 1.6)
            yield Field(inner, line=INK, is_round=True)


def printed(figure: Figure) -> str:
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
    yield Words(middle, area.y_mm + area.height_mm / 2 + 1.2, printed(figure), 9, "middle", room_mm=area.width_mm - 1.5)


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
