"""The mat as an SVG picture: the zones of the layout, and in each what the rules say must lie there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from markupsafe import Markup

from companion.games.core import View
from companion.games.game import AnyGame
from companion.table.expected import Anything, Backs, Content, ExpectedZone, Pieces, Pile
from companion.table.geometry import Area, LaidPiece, lay_zone, zone_area
from companion.table.layout import Layout, Zone
from companion.table.pieces import PieceKind
from web.render.pieces import TEXT_WIDTH, Box, back, badge, face, find_kind, fit

AnyView: TypeAlias = View[Any, Any]
"""The view of a seat, or of the public, in any game."""
LABEL_SIZE, LEAST_LABEL = 19.0, 14.0
"""Letters of a zone's words: read from an arm's length, and how small they may become before words are left out."""
LABEL_BAND = 16.0
ZONES_REMEMBERED = 128
"""Drawings kept of zones, three times: an act changes a few of thirty."""
MARGIN = 20.0
"""Room round the mat for the labels of zones at its edge, in millimetres."""


class _Label(msgspec.Struct, frozen=True):
    """Where a zone's words stand, and how wide they may be."""

    box: Box
    text: str
    note: str
    is_inside: bool = False
    """On a plate over the pieces, because there is no room beside the zone."""


class _ZonePicture(msgspec.Struct, frozen=True):
    """One zone: what it must hold, and the pieces that show, the lowest first."""

    zone: Zone
    expected: ExpectedZone
    pieces: tuple[LaidPiece, ...]


def draw_mat(game: AnyGame, view: AnyView, is_at_rest: bool = False) -> Markup:
    """The expected table as one SVG image with a title and a description in words.

    Pieces have their true size and lie where the layout puts them, over and under one another as on the table.
    On a mat `is_at_rest` nobody is to act: no zone is marked, and none has a note.
    """
    layout, kit = game.layout(view), game.kit()
    kinds = dict(game.piece_kinds())
    expected = {each.zone: each for each in game.expected_table(view).zones}
    zones = []
    for zone in layout.zones:
        each = expected.get(zone.zone) or ExpectedZone(zone.zone, Anything())
        each = msgspec.structs.replace(each, note="") if is_at_rest else each
        zones.append(_ZonePicture(zone, each, lay_zone(zone, each.content, kit)))
    upwards = sorted(zones, key=lambda each: each.zone.layer)
    return Markup(
        '<svg class="mat" viewBox="{}" role="img" aria-labelledby="mat-title mat-words">'
        '<title id="mat-title">{}</title><desc id="mat-words">{}</desc>{}{}{}{}</svg>'
    ).format(
        view_box(layout),
        f"The mat of {game.title}",
        describe_mat([each.expected for each in zones], kinds),
        _cloth(layout),
        Markup("").join(_outline(each) for each in zones),
        Markup("").join(_content(each, _kinds_in(each, kinds)) for each in upwards),
        Markup("").join(_words(label) for label in _labels(layout, zones)),
    )


def draw_ground(game: AnyGame, view: AnyView) -> Markup:
    """The mat alone, without a piece: its zones with their names, as elements of an SVG with `view_box`."""
    layout = game.layout(view)
    expected = {each.zone: each for each in game.expected_table(view).zones}
    zones = []
    for zone in layout.zones:
        named = expected.get(zone.zone) or ExpectedZone(zone.zone, Anything())
        empty = ExpectedZone(zone.zone, Anything(), named.label, name=named.name)
        zones.append(_ZonePicture(zone, empty, ()))
    return Markup("{}{}{}").format(
        _cloth(layout),
        Markup("").join(_outline(each, each.expected.name) for each in zones),
        Markup("").join(_words(label) for label in _labels(layout, zones)),
    )


def view_box(layout: Layout) -> str:
    """What an SVG of this mat shows, in millimetres: the mat and a margin for words at its edge."""
    return f"{-MARGIN / 2} {-MARGIN} {layout.width_mm + MARGIN} {layout.height_mm + 2 * MARGIN}"


def _cloth(layout: Layout) -> Markup:
    return Markup('<rect class="cloth" x="0" y="0" width="{}" height="{}" rx="14"/>').format(
        layout.width_mm, layout.height_mm
    )


def describe_mat(zones: Iterable[ExpectedZone], kinds: dict[str, PieceKind]) -> str:
    """What lies on the mat in words, zone after zone; zones without a name and a piece are left out."""
    sentences, places = [], place_words(zones := tuple(zones))
    for each in zones:
        content = content_words(each.content, kinds)
        if each.label or content:
            place, note = places[each.zone] or "Elsewhere", f" ({each.note})" if each.note else ""
            sentences.append(f"{place[0].upper()}{place[1:]}{note}: {content or 'empty'}.")
    return " ".join(sentences)


def place_words(zones: Iterable[ExpectedZone]) -> dict[str, str]:
    """What people call each zone: its label where no other has the same, or its name; empty where it has neither."""
    zones = tuple(zones)
    labels = Counter(each.label for each in zones)
    return {
        each.zone: each.label if each.label and (labels[each.label] == 1 or not each.name) else each.name
        for each in zones
    }


def content_words(content: Content, kinds: dict[str, PieceKind]) -> str:
    """What one zone holds, in words; empty where it holds nothing or the rules do not say."""
    match content:
        case Pieces(names):
            counts = {name: names.count(name) for name in names}
            return ", ".join(_times(find_kind(kinds, name).label, number) for name, number in counts.items())
        case Backs(kind, count):
            return _times(find_kind(kinds, kind).label, count) if count else ""
        case Pile(_, count, top):
            words = "no card" if count == 0 else "1 card" if count == 1 else f"{count} cards"
            return f"{words}, {find_kind(kinds, top).label} on top" if top else words
        case Anything():
            return ""


def _times(label: str, number: int) -> str:
    return label if number == 1 else f"{number} × {label}"


@lru_cache(maxsize=ZONES_REMEMBERED)
def _outline(picture: _ZonePicture, name: str = "") -> Markup:
    zone, marked = picture.zone, " marked" if picture.expected.note else ""
    named = Markup(' data-name="{}"').format(name) if name else ""
    return Markup('<rect class="zone{}" x="{}" y="{}" width="{}" height="{}" rx="5"{}/>').format(
        marked, zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm, named
    )


def _kinds_in(picture: _ZonePicture, kinds: dict[str, PieceKind]) -> tuple[PieceKind, ...]:
    return tuple(find_kind(kinds, piece.kind) for piece in picture.pieces)


@lru_cache(maxsize=ZONES_REMEMBERED)
def _content(picture: _ZonePicture, kinds: tuple[PieceKind, ...]) -> Markup:
    """What lies in a zone; `kinds` are those of its pieces, in their order."""
    drawn = Markup("").join(_piece(piece, kind) for piece, kind in zip(picture.pieces, kinds, strict=True))
    return Markup('<g data-zone="{}">{}{}{}</g>').format(picture.zone.zone, drawn, _mark(picture), _count(picture))


def _mark(picture: _ZonePicture) -> Markup:
    """An edge around the top piece of a zone that asks for attention."""
    if not picture.expected.note or not picture.pieces:
        return Markup("")
    box = _box(picture.pieces[-1].area)
    return Markup('<rect class="attention" x="{}" y="{}" width="{}" height="{}" rx="5"/>').format(
        box.x, box.y, box.width, box.height
    )


def _piece(piece: LaidPiece, kind: PieceKind) -> Markup:
    box = _box(piece.area)
    return face(kind, box) if piece.face_up else back(kind, box)


def _count(picture: _ZonePicture) -> Markup:
    """How many cards lie there, where they cannot be counted by their faces."""
    top = _box(picture.pieces[-1].area) if picture.pieces else None
    match picture.expected.content:
        case Backs(_, count) if top is not None:
            return badge(f"{count}", top.x + top.width / 2, top.y + top.height / 2)
        case Pile(_, count, _):
            if top is None:
                zone = picture.zone
                return badge("0", zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2)
            # Low on the card: its number and its sign stay free.
            return badge(f"{count}", top.x + top.width - 18, top.y + top.height * 0.7)
        case _:
            return Markup("")


def _box(area: Area) -> Box:
    return Box(area.x_mm, area.y_mm, area.width_mm, area.height_mm)


def _labels(layout: Layout, zones: Sequence[_ZonePicture]) -> list[_Label]:
    """Every label where the layout has it, or above or below its zone, as wide as zones and pieces leave it room.

    Where the words fit nowhere, they stand on a plate inside the zone.
    """
    taken = [_box(area) for each in zones for area in (zone_area(each.zone), *(piece.area for piece in each.pieces))]
    labels: list[_Label] = []
    for each in zones:
        if each.expected.label or each.expected.note:
            label = _place(each, layout.width_mm + MARGIN / 2, taken)
            taken.append(label.box)
            labels.append(label)
    return labels


def _place(picture: _ZonePicture, edge: float, taken: Sequence[Box]) -> _Label:
    zone, text, note = picture.zone, picture.expected.label, picture.expected.note
    wanted = TEXT_WIDTH * LABEL_SIZE * len(f"{text} · {note}" if note and text else text or note)
    if zone.label is not None:
        x, y = zone.label.x_mm, zone.label.y_mm
        return _Label(_beside_edge(Box(x, y, wanted, LABEL_BAND), edge, taken), text, note)
    above, below = zone.y_mm - LABEL_BAND, zone.y_mm + zone.height_mm
    room = {y: _room(zone.x_mm, y, edge, taken) for y in (above, below)}
    y = above if room[above] >= min(wanted, room[below]) else below
    if room[y] < min(wanted, zone.width_mm * 0.8):
        inside = Box(zone.x_mm + 2, below - LABEL_BAND - 2, min(wanted + 4, zone.width_mm - 4), LABEL_BAND)
        return _Label(inside, text, note, is_inside=True)
    return _Label(_beside_edge(Box(zone.x_mm, y, wanted, LABEL_BAND), edge, taken), text, note)


def _beside_edge(wanted: Box, edge: float, taken: Sequence[Box]) -> Box:
    """As much of a box as is free; one that would hang over the edge ends there, if what is left of it is free too."""
    room = _room(wanted.x, wanted.y, edge, taken)
    back = max(0.0, wanted.x + wanted.width - edge)
    shifted = wanted.x - back
    if back and shifted >= 0 and room == edge - wanted.x and _room(shifted, wanted.y, edge, taken) >= wanted.width:
        return Box(shifted, wanted.y, wanted.width, wanted.height)
    return Box(wanted.x, wanted.y, min(wanted.width, room), wanted.height)


def _room(x: float, y: float, edge: float, taken: Iterable[Box]) -> float:
    """How wide a label may be that starts at a point, before it meets something or the edge of the picture."""
    limit = edge
    for box in taken:
        if box.y < y + LABEL_BAND and y < box.y + box.height and box.x + box.width > x:
            limit = min(limit, box.x - 4)
    return max(0.0, limit - x)


def _whole_end(text: str, width: float, size: float) -> str:
    """The words of a place, shortened where they are too wide: of "Anna: Elder" the name, and not what lies there."""
    whose, colon, what = text.rpartition(": ")
    room = width - TEXT_WIDTH * size * len(colon + what)
    if not whose or room < 2 * TEXT_WIDTH * size:
        return fit(text, width, size)
    return f"{fit(whose, room, size)}{colon}{what}"


@lru_cache(maxsize=ZONES_REMEMBERED)
def _words(label: _Label) -> Markup:
    note = f" · {label.note}" if label.note and label.text else label.note
    letters, box = max(1, len(label.text + note)), label.box
    size = max(LEAST_LABEL, min(LABEL_SIZE, box.width / (TEXT_WIDTH * letters)))
    text = _whole_end(label.text, box.width - TEXT_WIDTH * size * len(note), size) if label.text else ""
    marked = Markup('<tspan class="note">{}</tspan>').format(note) if note else ""
    plate = Markup('<rect class="label-plate" x="{}" y="{}" width="{}" height="{}" rx="4"/>').format(
        box.x, box.y, box.width, box.height
    )
    return Markup('{}<text class="zone-label" x="{}" y="{}" font-size="{}">{}{}</text>').format(
        plate if label.is_inside else "",
        f"{box.x + 2:.1f}",
        f"{box.y + LABEL_BAND - 3:.1f}",
        f"{size:.4g}",
        text,
        marked,
    )
