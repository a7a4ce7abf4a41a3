"""The words of the mat's zones as SVG: where they stand, how large, and what of them is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec
from markupsafe import Markup

from companion.table.expected import ExpectedZone
from companion.table.geometry import Area, zone_area
from companion.table.layout import Layout, Zone
from web.http.speech import said
from web.render.pieces import BOLD_WIDTH, REMEMBERED, Box, fit

LAYOUTS: Final = 64
"""Mats with their words that are remembered: between most acts no piece moves, and many pages draw one mat."""
Worded: TypeAlias = tuple[str, str]
"""What a zone is called, and its note, in the language of the page."""
MARGIN = 20.0
"""Room round the mat for the labels of zones at its edge, in millimetres."""


class _Letters(msgspec.Struct, frozen=True):
    """How large the words of zones are, in millimetres of the mat."""

    size: float
    least: float
    """How small they may become before words are left out."""
    band: float
    """The height of a line."""
    is_phone: bool = False
    """Words that do not fit are left out: what lies on the mat is told beside it."""


FAR = _Letters(19.0, 14.0, 16.0)
"""Read from an arm's length, on a tablet."""
PHONE_SHARE = 0.0255
"""Of the mat's width: a phone of 390 px shows it 352 px wide, and letters of 9 px are read in a hand."""


class _Label(msgspec.Struct, frozen=True):
    """Where a zone's words stand, and how wide they may be."""

    letters: _Letters
    box: Box
    text: str
    note: str
    is_inside: bool = False
    """On a plate over the pieces, because there is no room beside the zone."""


def zone_words(layout: Layout, zones: Sequence[ExpectedZone], pieces: Iterable[Area]) -> Markup:
    """The words of every zone, twice: for a tablet on the table, and for a phone in a hand. The style shows one.

    `zones` are those of the layout in its order, `pieces` what the words must not lie on.
    """
    worded = tuple((said(each.label), said(each.note)) for each in zones)
    return _zone_words(layout, worded, tuple(pieces))


@lru_cache(maxsize=LAYOUTS)
def _zone_words(layout: Layout, zones: tuple[Worded, ...], pieces: tuple[Area, ...]) -> Markup:
    taken = [_box(area) for area in (*(zone_area(zone) for zone in layout.zones), *pieces)]
    size = PHONE_SHARE * (layout.width_mm + MARGIN)
    near = _Letters(size, size, 0.84 * size, is_phone=True)
    far_words, near_words = (
        Markup("").join(_words(label) for label in _labels(layout, zones, taken, letters)) for letters in (FAR, near)
    )
    return Markup('{}<g class="near">{}</g>').format(far_words, near_words)


def _labels(layout: Layout, zones: Sequence[Worded], taken: Sequence[Box], letters: _Letters) -> list[_Label]:
    """Every label where the layout has it, or above or below its zone, as wide as zones and pieces leave it room.

    Where the words fit nowhere, they stand on a plate inside the zone; on a phone they are left out. A note has what
    room is left once every zone has its words.
    """
    placed = dict[str, _Label]()
    for wordings in (_plain, _noted):
        for zone, worded in zip(layout.zones, zones, strict=True):
            others = [*taken, *[label.box for name, label in placed.items() if name != zone.zone]]
            for text, note in wordings(worded, letters):
                label = _place(zone, text, note, layout.width_mm, others, letters)
                is_needed = zone.zone not in placed and not letters.is_phone
                if is_needed or label.box.width >= _least(text, note, letters):
                    placed[zone.zone] = label
                    break
    return [each for each in placed.values() if not _is_said_beside(each, placed.values())]


def _is_said_beside(label: _Label, others: Iterable[_Label]) -> bool:
    """Whether a name alone stands before a label that begins with it: "Anna Anna: map" would be read as one."""
    for other in others:
        gap = other.box.x - label.box.x - label.box.width
        is_next = other.box.y == label.box.y and 0 <= gap < 2 * label.letters.size
        if is_next and label.text and other.text.startswith(f"{label.text}: "):
            return True
    return False


def _plain(worded: Worded, letters: _Letters) -> list[tuple[str, str]]:
    """The words of a zone without its note; for a phone then also whose it is alone."""
    label, _ = worded
    wordings = [label, label.rpartition(": ")[0]] if letters.is_phone else [label]
    return [(text, "") for text in wordings if text]


def _noted(worded: Worded, letters: _Letters) -> list[tuple[str, str]]:
    return [worded] if worded[1] else []


def _least(text: str, note: str, letters: _Letters) -> float:
    """How wide a label has to be: on a phone for all its words, else for some of the name before what lies there."""
    whose, _, what = text.rpartition(": ")
    kept = text if letters.is_phone or not whose else f"{whose[:4]}: {what}"
    return _width(kept, note, letters) * letters.least / letters.size - 0.1


def _width(text: str, note: str, letters: _Letters) -> float:
    return BOLD_WIDTH * letters.size * len(f"{text} · {note}" if note and text else text or note)


def _place(zone: Zone, text: str, note: str, edge: float, taken: Sequence[Box], letters: _Letters) -> _Label:
    wanted, band = _width(text, note, letters), letters.band
    above, below = zone.y_mm - band, zone.y_mm + zone.height_mm
    if zone.label is not None:
        x, y = zone.label.x_mm, zone.label.y_mm - (band - FAR.band if zone.label.y_mm < zone.y_mm else 0.0)
        return _Label(letters, _beside_edge(Box(x, y, wanted, band), edge, taken), text, note)
    room = {y: _room(Box(zone.x_mm, y, 0, band), edge, taken) for y in (above, below)}
    y = above if room[above] >= min(wanted, room[below]) else below
    if room[y] < min(wanted, zone.width_mm * 0.8):
        inside = Box(zone.x_mm + 2, below - band - 2, min(wanted + 4, zone.width_mm - 4), band)
        return _Label(letters, inside, text, note, is_inside=True)
    return _Label(letters, _beside_edge(Box(zone.x_mm, y, wanted, band), edge, taken), text, note)


def _beside_edge(wanted: Box, edge: float, taken: Sequence[Box]) -> Box:
    """As much of a box as is free; one that would hang over the edge ends there, if what is left of it is free too."""
    room = _room(wanted, edge, taken)
    back = max(0.0, wanted.x + wanted.width - edge)
    shifted = msgspec.structs.replace(wanted, x=wanted.x - back)
    if back and shifted.x >= 0 and room == edge - wanted.x and _room(shifted, edge, taken) > wanted.width - 0.1:
        return shifted
    return msgspec.structs.replace(wanted, width=min(wanted.width, room))


def _room(at: Box, edge: float, taken: Iterable[Box]) -> float:
    """How wide a label may be that starts where this box does, before it meets something or the picture's edge."""
    limit = edge
    for box in taken:
        if box.y < at.y + at.height and at.y < box.y + box.height and box.x + box.width > at.x:
            limit = min(limit, box.x - 4)
    return max(0.0, limit - at.x)


def _whole_end(text: str, width: float, size: float) -> str:
    """The words of a place, shortened where they are too wide: of "Anna: Elder" the name, and not what lies there."""
    whose, colon, what = text.rpartition(": ")
    room = width - BOLD_WIDTH * size * len(colon + what)
    if not whose or room < 2 * BOLD_WIDTH * size:
        return fit(text, width, size)
    return f"{fit(whose, room, size)}{colon}{what}"


@lru_cache(maxsize=REMEMBERED)
def _words(label: _Label) -> Markup:
    note = f" · {label.note}" if label.note and label.text else label.note
    count, box, letters = max(1, len(label.text + note)), label.box, label.letters
    size = max(letters.least, min(letters.size, box.width / (BOLD_WIDTH * count)))
    text = _whole_end(label.text, box.width - BOLD_WIDTH * size * len(note), size) if label.text else ""
    marked = Markup('<tspan class="note">{}</tspan>').format(note) if note else ""
    plate = Markup('<rect class="label-plate" x="{}" y="{}" width="{}" height="{}" rx="4"/>').format(
        box.x, box.y, box.width, box.height
    )
    return Markup('{}<text class="{}" x="{}" y="{}" font-size="{}">{}{}</text>').format(
        plate if label.is_inside else "",
        "near-label" if letters.is_phone else "zone-label",
        f"{box.x + 2:.1f}",
        f"{box.y + letters.band - 3:.1f}",
        f"{size:.4g}",
        text,
        marked,
    )


def _box(area: Area) -> Box:
    return Box(area.x_mm, area.y_mm, area.width_mm, area.height_mm)
