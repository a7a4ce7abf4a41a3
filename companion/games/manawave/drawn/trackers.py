"""A sheet a player with the Tribe tracker and three Clan trackers, for tables without a camera, and pointers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.manawave.looks import COLOURS, SIGNS
from companion.table.geometry import Area
from companion.table.ink import BLACK, GREY, PALE, WHITE, Drawing, Field, Ink, Line, Outline, Words
from companion.table.layout import Spot

SHEET: Final = "tracker_sheet"
POINTERS: Final = "pointers"
WIDTH_MM: Final = 190.0
HIGH_MM: Final = 258.0
ON_CLAN: Final = ("population", "mana", "attack", "shield", "sacrifice", "growth")
ON_TRIBE: Final = ("mana", "attack", "shield", "sacrifice", "growth", "soulstain")
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
    wide, high = POINTER_MM
    colour = COLOURS["modality"]
    for index in range(_POINTERS_ACROSS * _POINTERS_DOWN):
        row, column = divmod(index, _POINTERS_ACROSS)
        x, y = column * wide, row * high
        corners = (Spot(x + 1.5, y + 2), Spot(x + wide - 1.5, y + high / 2), Spot(x + 1.5, y + high - 2))
        yield Outline(corners, colour)
        yield Words(x + 2.4, y + high / 2 + 1.1, SIGNS["modality"], 8, colour=WHITE, bold=True)
    yield from (
        Line(column * wide, 0, column * wide, high * _POINTERS_DOWN, PALE) for column in range(1, _POINTERS_ACROSS)
    )
    yield from (Line(0, row * high, wide * _POINTERS_ACROSS, row * high, PALE) for row in range(1, _POINTERS_DOWN))
