"""What the mats of Manawave show besides zones and markers: what places are called, and the way of the wave."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from companion.games.drawings import MatPrint
from companion.games.manawave.acts import LETTERS
from companion.games.manawave.lines import TILE_MM, line_name
from companion.games.manawave.looks import KIT
from companion.language.message import Message, say
from companion.language.values import Name
from companion.table.geometry import Area
from companion.table.ink import PALE, Field, Ink, Line, Outline, Words
from companion.table.layout import Layout, Spot, Zone

_WAVE: Final = "#b7d3ea"
"""So pale that it is never taken for a marker's edge."""
_TITLES: Final = "#5d86a8"
_CARD_MM: Final = (KIT.sizes["card"].width_mm, KIT.sizes["card"].height_mm)
_APART_MM: Final = 4.0
_ON_CARDS: Final = ("source", "sink", "pile", "choice", "monument", "offer")
_LARGE: Final = {
    "clan": "",
    "modes": "",
    "tracker": "population, mana, attack, shield, sacrifice, growth",
    "tribe": "mana, attack, shield, sacrifice and growth until they are assigned; Soulstain stays",
}
"""Places whose words are large, each with what comes to lie there."""
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
    kind, _, rest = zone.partition(".")
    numbers = [int(each) for each in rest.split(".")] if rest else []
    match kind:
        case "round":
            return say("Round dial")
        case "pile":
            return say("Pile")
        case "choice":
            return say("Choice {letter}", letter=Name(LETTERS[numbers[0]]))
        case "monument":
            return say("Monument {position}", position=numbers[0] + 1)
        case "offer":
            return say("Playset {position}", position=numbers[0] + 1)
        case "clan":
            return say("Clan and Families {position}", position=numbers[1] + 1)
        case "tracker":
            return say("Clan tracker {position}", position=numbers[1] + 1)
        case "modes":
            return say("Modality counters {position}, each on its Family", position=numbers[1] + 1)
        case "tribe":
            return say("Tribe tracker, and Soulstain")
        case "nexus":
            return say("{name}", name=Name(f"N{numbers[0]}"))
        case "lane":
            return say("{name}", name=Name(line_name(numbers[1])))
    return None


def _ink(layout: Layout) -> Iterator[Ink]:
    """The way of the wave from the Source to the Sink, and words that are read from afar, for both sides."""
    start, end = _card(layout.find("source")), _card(layout.find("sink"))
    yield from _wave(start[0] + _CARD_MM[0] + 3, end[0] - 3, start[1] + _CARD_MM[1] / 2)
    for zone in layout.zones:
        kind = zone.zone.partition(".")[0]
        if kind == "monument":
            yield from _position(zone)
        if kind in _ON_CARDS:
            yield from _on_card(zone, str(_words(zone.zone) or zone_title(zone)))
        elif kind in _LARGE:
            yield from _large(zone, kind)
        elif kind == "lane":
            yield from _line(zone)


def zone_title(zone: Zone) -> str:
    """A zone that is called as its name is: "Source"."""
    return zone.zone.capitalize()


def _on_card(zone: Zone, text: str) -> Iterator[Ink]:
    """What is called so on the outline of its card, upright for either side."""
    x_mm, y_mm = _card(zone)
    middle = x_mm + _CARD_MM[0] / 2
    yield Words(middle, y_mm + 76, text, 18, "middle", _TITLES)
    yield Words(middle, y_mm + 58, text, 18, "middle", _TITLES, upside_down=True)


def _large(zone: Zone, kind: str) -> Iterator[Ink]:
    """A place of one player: what it is, and what comes to lie there, as that player reads it."""
    title = str(_words(zone.zone))
    middle, low = zone.x_mm + zone.width_mm * 0.55, zone.y_mm + zone.height_mm / 2
    lines = ((title, 24.0, -2.0), (_LARGE[kind], 14.0, 6.0)) if _LARGE[kind] else ((title, 16.0, 2.0),)
    for text, size_pt, down in lines:
        turned = zone.turned
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
    for tip in (*_tips(left_mm, right_mm), right_mm):
        high = 2 * _APART_MM
        yield Outline((Spot(tip - 9, y_mm - high), Spot(tip, y_mm), Spot(tip - 9, y_mm + high)), _WAVE)


def _tips(left_mm: float, right_mm: float) -> list[float]:
    """Where on a long way there are arrows: a short one has that at its end alone."""
    number = int((right_mm - left_mm) / _ARROW_MM)
    return [left_mm + (right_mm - left_mm) * (each + 0.5) / number for each in range(number)]


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
