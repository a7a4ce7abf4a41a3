"""What mats show besides zones and markers; tracker sheets, pointers, and how all that is printed is made."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from companion.games.drawings import Drawings, MatPrint
from companion.games.manawave.data.effects import COUNTERS
from companion.games.manawave.data.playset import Playset
from companion.games.manawave.mat import dial
from companion.games.manawave.mat.expected import ZONES, words_of, zone_words
from companion.games.manawave.mat.looks import COLOURS, KIT, SIGNS
from companion.games.manawave.rules.tiles import TILE_MM
from companion.games.manawave.words.sentences import BUY, STEPS
from companion.language.message import Message, say, written
from companion.table.geometry import Area
from companion.table.ink import BLACK, GREY, PALE, WHITE, Drawing, Field, Ink, Line, Outline, Words
from companion.table.layout import Layout, Spot, Zone

_WAVE: Final = "#b7d3ea"
"""So pale that it is never taken for a marker's edge."""
_TITLES: Final = "#5d86a8"
_CARD_MM: Final = (KIT.sizes["card"].width_mm, KIT.sizes["card"].height_mm)
_APART_MM: Final = 4.0
_ON_CARDS: Final = ("source", "sink", "pile", "choice", "monument", "offer")
_ROWS: Final = 5
_INTO_WAVE_MM: Final = 6.0
"""So far a tile of the first row reaches out of its line's zone towards the wave."""
_ARROW_MM: Final = 150.0
"""About so far from arrow to arrow."""


def mat_print(layout: Layout) -> MatPrint:
    """Words and ink of one of the two mats."""
    words = {zone.zone: told for zone in layout.zones if (told := _words(zone.zone)) is not None}
    return MatPrint(words, tuple(_ink(layout)))


def _words(zone: str) -> Message | None:
    """What a place is called on the mat; None for those whose cards are printed with their names."""
    kind, _, rest = zone.partition(".")
    if kind in ("source", "sink"):
        return None
    return words_of(ZONES[kind].printed, rest) if ZONES[kind].printed else zone_words(zone)[0]


def _ink(layout: Layout) -> Iterator[Ink]:
    """The way of the wave from the Source to the Sink, and words that are read from afar, for both sides."""
    start, end = _card(layout.find("source")), _card(layout.find("sink"))
    yield from _wave(start[0] + _CARD_MM[0] + 3, end[0] - 3, start[1] + _CARD_MM[1] / 2)
    for zone in layout.zones:
        kind = zone.zone.partition(".")[0]
        if kind == "monument":
            yield from _position(zone)
        if kind in _ON_CARDS:
            yield from _on_card(zone, str(_words(zone.zone) or zone.zone.capitalize()))
        elif ZONES[kind].printed:
            yield from _large(zone, ZONES[kind].lies)
        elif kind == "lane":
            yield from _line(zone)


def _on_card(zone: Zone, text: str) -> Iterator[Ink]:
    """What is called so on the outline of its card, upright for either side."""
    x_mm, y_mm = _card(zone)
    middle = x_mm + _CARD_MM[0] / 2
    yield Words(middle, y_mm + 76, text, 18, "middle", _TITLES)
    yield Words(middle, y_mm + 58, text, 18, "middle", _TITLES, upside_down=True)


def _large(zone: Zone, lies: str) -> Iterator[Ink]:
    """A place of one player: what it is, and what comes to lie there, as that player reads it."""
    title = str(_words(zone.zone))
    middle, low = zone.x_mm + zone.width_mm * 0.55, zone.y_mm + zone.height_mm / 2
    lines = ((title, 24.0, -2.0), (lies, 14.0, 6.0)) if lies else ((title, 16.0, 2.0),)
    turned = zone.turned
    for text, size_pt, down in lines:
        yield Words(middle, low + (-down if turned else down), text, size_pt, "middle", _TITLES, upside_down=turned)


def _line(zone: Zone) -> Iterator[Ink]:
    """The name of a line at its outer end, and where its tiles lie, in rows from the wave."""
    middle, name = zone.x_mm + zone.width_mm / 2, str(_words(zone.zone))
    low, turned = zone.y_mm + zone.height_mm, zone.turned
    yield Words(middle, zone.y_mm + 2.5 if turned else low - 2.5, name, 16, "middle", _TITLES, True, 0, turned)
    first = low + _INTO_WAVE_MM - TILE_MM if turned else zone.y_mm - _INTO_WAVE_MM
    for row in range(_ROWS):
        top = first - row * TILE_MM if turned else first + row * TILE_MM
        yield Field(Area(middle - TILE_MM / 2, top, TILE_MM, TILE_MM), line=PALE, is_round=True, dash_mm=2)


def _wave(left_mm: float, right_mm: float, y_mm: float) -> Iterator[Ink]:
    """Three wavy lines beside one another, with heads of arrows at their end and on the way."""
    count = round((right_mm - left_mm) / 2)
    across = [left_mm + (right_mm - left_mm) * step / count for step in range(count + 1)]
    for off_mm in (-_APART_MM, 0, _APART_MM):
        points = [(x, y_mm + off_mm + 2.5 * math.sin((x - left_mm) / 5)) for x in across]
        yield from (Line(*one, *two, _WAVE, 0.9) for one, two in pairwise(points))
    number = int((right_mm - left_mm) / _ARROW_MM)  # a short way has an arrow at its end alone
    for tip in (*(left_mm + (right_mm - left_mm) * (each + 0.5) / number for each in range(number)), right_mm):
        high = 2 * _APART_MM
        yield Outline((Spot(tip - 9, y_mm - high), Spot(tip, y_mm), Spot(tip - 9, y_mm + high)), _WAVE)


def _position(zone: Zone) -> Iterator[Ink]:
    """The number of a position before its Monument, large enough for both sides, and upright for each."""
    number = str(int(zone.zone.partition(".")[2]) + 1)
    x_mm, y_mm = _card(zone)
    middle = y_mm + _CARD_MM[1] / 2
    yield Words(x_mm - 18, middle + 34, number, 44, "middle", _TITLES, bold=True)
    yield Words(x_mm - 18, middle - 34, number, 44, "middle", _TITLES, bold=True, upside_down=True)


def _card(zone: Zone) -> tuple[float, float]:
    """The top left corner of the card that lies in a zone."""
    assert zone.first is not None
    return zone.first.x_mm, zone.first.y_mm


# --- what else is printed ---


SHEET: Final = "tracker_sheet"
POINTERS: Final = "pointers"
WIDTH_MM: Final = 190.0
HIGH_MM: Final = 258.0
ON_CLAN: Final = ("population", *COUNTERS)
ON_TRIBE: Final = (*COUNTERS, "soulstain")
_TOP, _HEAD, _BLOCK, _FIELD = 12.0, 7.0, 61.0, 52.0
_BAND = 9.0
POINTER_MM: Final = (12.0, 10.0)
_POINTERS_ACROSS, _POINTERS_DOWN = 8, 3
"""Each player has eight Families at most in the eight rounds of a game, and some are over."""


def sheet(seat: int) -> Drawing:
    """The sheet of one player, counted from 1."""
    return Drawing(SHEET, seat, f"Tracker sheet, player {seat}", WIDTH_MM, HIGH_MM, tuple(_sheet(seat)))


def _sheet(seat: int) -> Iterator[Ink]:
    yield Words(3, 7, f"Manawave: trackers of player {seat}", 13, bold=True)
    yield Words(WIDTH_MM - 3, 7, "Lay counters into the fields, or write.", 8, "right", GREY)
    blocks = (("Tribe tracker", ON_TRIBE), *((f"Clan tracker, position {each}", ON_CLAN) for each in (1, 2, 3)))
    for place, (title, kinds) in enumerate(blocks):
        top = _TOP + place * _BLOCK
        yield Words(3, top + 4.8, title, 11, bold=True)
        wide = WIDTH_MM / len(kinds)
        for column, kind in enumerate(kinds):
            yield from _field(Area(column * wide + 1, top + _HEAD, wide - 2, _FIELD), kind)


def _field(area: Area, kind: str) -> Iterator[Ink]:
    """A field with its colour, sign and name in a band at its head."""
    colour = COLOURS[kind]
    ink = BLACK if kind in ("mana", "shield", "growth") else WHITE
    yield Field(area, line=BLACK, line_mm=0.3)
    yield Field(Area(area.x_mm, area.y_mm, area.width_mm, _BAND), fill=colour, line=BLACK)
    yield Words(area.x_mm + 1.5, area.y_mm + 6.2, SIGNS[kind], 13, colour=ink, bold=True)
    name = "Soulstain" if kind == "soulstain" else kind
    yield Words(area.x_mm + 8, area.y_mm + 6, name, 9, colour=ink, bold=True, room_mm=area.width_mm - 9)


def pointers() -> Drawing:
    """Small arrows that are laid beside the modality in which a Family is."""
    wide, high = POINTER_MM
    size = (wide * _POINTERS_ACROSS, high * _POINTERS_DOWN)
    return Drawing(POINTERS, 1, "Pointers to modalities", *size, tuple(_pointers()))


def _pointers() -> Iterator[Ink]:
    (wide, high), colour = POINTER_MM, COLOURS["modality"]
    for index in range(_POINTERS_ACROSS * _POINTERS_DOWN):
        row, column = divmod(index, _POINTERS_ACROSS)
        x, y = column * wide, row * high
        corners = (Spot(x + 1.5, y + 2), Spot(x + wide - 1.5, y + high / 2), Spot(x + 1.5, y + high - 2))
        yield Outline(corners, colour)
        yield Words(x + 2.4, y + high / 2 + 1.1, SIGNS["modality"], 8, colour=WHITE, bold=True)
    for column in range(1, _POINTERS_ACROSS):
        yield Line(column * wide, 0, column * wide, high * _POINTERS_DOWN, PALE)
    for row in range(1, _POINTERS_DOWN):
        yield Line(0, row * high, wide * _POINTERS_ACROSS, row * high, PALE)


@cache
def drawings(own: Playset | None) -> Drawings:
    """Dial, tracker sheets and pointers, for the demonstration sets or a playset of somebody's own."""
    pieces = (dial.lower(), dial.upper(), sheet(1), sheet(2), pointers())
    return Drawings(pieces, BUY, (), (_of_cards(own),), STEPS, is_sold=False)


def _of_cards(own: Playset | None) -> Message:
    if own is None:
        return say(
            "Cards and their figures are the companion's own demonstration set, assumed where Manawave's text gives "
            "none. Cards of your own are printed with --playset FILE."
        )
    if own.name:
        return say("Cards are those of the playset {name}. Play it with the same file.", name=written(own.name))
    return say("Cards are those of a playset of your own. Play it with the same file.")
