"""The mini board: where each icon is on it, and how it is printed. Print, page and what reads its dice go by this.

In millimetres from the board's top left as its owner reads it. The arrangement is our own, and assumed. Thin lines and
grey words, so that nothing is taken for a die.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from companion.games.rolling_with_the_waves.data.figures import PRINTED
from companion.games.rolling_with_the_waves.state.records import BURY_ICONS, ICONS, NUMERALS, STEPS, Icon
from companion.games.rolling_with_the_waves.words.names import icon_title
from companion.games.shared.files import read_as
from companion.table.geometry import Area
from companion.table.ink import GREY, Drawing, Field, Ink, Words

_ROWS: Final = (
    ("", "chest1", "chest2", "chest3", "hull"),
    ("raise", "bury1", "bury2", "bury3"),
    ("cannon_small", "cannon_large", "ports", "crew"),
)
_AT: Final = {icon: (column, row) for row, icons in enumerate(_ROWS) for column, icon in enumerate(icons)}
PLACES: Final[dict[Icon, tuple[int, int]]] = {icon: _AT[icon] for icon in ICONS}
"""Column and row of each icon; in the first place the marker is printed. Five beside one another fit on a phone."""
COLUMNS: Final = 5
WIDTH_MM: Final = 136.0
HEIGHT_MM: Final = 118.0
_LEFT_MM, _COLUMN_MM = 0.5, 27.0
_ROWS_MM: Final = ((2.0, 30.0), (32.0, 44.0), (76.0, 30.0))
"""Top and height of each row: three dice fit on a bury icon, of which two may reach over its sides."""
EDGE_MM: Final = 3.0
"""A die whose middle is nearer to the line between two icons may lie on either."""
KIND = "mini_board"
_SIDE_WORDS: Final = read_as(__package__, "aid.toml", dict[str, tuple[str, ...]])["mini_board"]
_SIDE_LEFT, _SIDE_TOP, _ROOM = 109.5, 38.0, 25.0


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

    def is_near(field: Area) -> bool:
        across = min(x_mm - field.x_mm, field.x_mm + field.width_mm - x_mm)
        return min(across, y_mm - field.y_mm, field.y_mm + field.height_mm - y_mm) > -EDGE_MM

    return tuple(icon for icon in PLACES if is_near(area(icon)))


def draw(colour: str, number: int) -> Drawing:
    """The mini board of one crew."""
    return Drawing(KIND, number, f"Mini board, {colour}", WIDTH_MM, HEIGHT_MM, (*_fields(), *_printed_words(colour)))


def _fields() -> Iterator[Ink]:
    steps = {icon: numeral for numeral, icons in zip(NUMERALS, STEPS.values(), strict=True) for icon in icons}
    for icon in PLACES:
        field = area(icon)
        yield Field(field, line=GREY)
        words = f"{steps[icon]}  {icon_title(icon)}"
        yield Words(field.x_mm + 1, field.y_mm + 2.6, words, 6.5, colour=GREY, room_mm=_ROOM)
        if icon in BURY_ICONS:
            note = f"all {PRINTED.draw_per_player} dice"
            yield Words(field.x_mm + 1, field.y_mm + 5.2, note, 6, colour=GREY, room_mm=_ROOM)


def _printed_words(colour: str) -> Iterator[Ink]:
    yield Words(_SIDE_LEFT, _SIDE_TOP, "Mini board", 9, colour=GREY, bold=True, room_mm=_ROOM)
    yield Words(_SIDE_LEFT, _SIDE_TOP + 4.5, colour.capitalize(), 9, colour=GREY, room_mm=_ROOM)
    for line, text in enumerate(_SIDE_WORDS):
        yield Words(_SIDE_LEFT, _SIDE_TOP + 11 + 3 * line, text, 6, colour=GREY, room_mm=_ROOM)
    call = "Lay your dice on the icons, unseen by the others. Call out when all lie. Once all have called, move none."
    yield Words(4, 110.5, call, 6.5, colour=GREY, room_mm=WIDTH_MM - 8)
    push = "Then open the screen, or push this board onto its place on the mat, as it lies: its dice are read there."
    yield Words(4, 114.5, push, 6.5, colour=GREY, room_mm=WIDTH_MM - 8)
