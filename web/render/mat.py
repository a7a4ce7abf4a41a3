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
ZONES_REMEMBERED = 128
"""Drawings kept of zones, three times: an act changes a few of thirty."""
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
    zones = [
        _ZonePicture(zone, each, lay_zone(zone, each.content, kit))
        for zone, each in zip(layout.zones, _expected(game, view, is_at_rest), strict=True)
    ]
    upwards = sorted(zones, key=lambda each: each.zone.layer)
    return Markup(
        '<svg class="mat" viewBox="{}" role="img" aria-labelledby="mat-title mat-words">'
        '<title id="mat-title">{}</title><desc id="mat-words">{}</desc>{}{}{}{}</svg>'
    ).format(
        view_box(layout),
        f"The mat of {game.title}",
        " ".join(describe_mat([each.expected for each in zones], kinds)),
        _cloth(layout),
        Markup("").join(_outline(each) for each in zones),
        Markup("").join(_content(each, _kinds_in(each, kinds)) for each in upwards),
        _all_words(layout, zones),
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
        _all_words(layout, zones),
    )


def view_box(layout: Layout) -> str:
    """What an SVG of this mat shows, in millimetres: the mat and a margin for words at its edge."""
    return f"{-MARGIN / 2} {-MARGIN} {layout.width_mm + MARGIN} {layout.height_mm + 2 * MARGIN}"


def _cloth(layout: Layout) -> Markup:
    return Markup('<rect class="cloth" x="0" y="0" width="{}" height="{}" rx="14"/>').format(
        layout.width_mm, layout.height_mm
    )


def mat_words(game: AnyGame, view: AnyView, is_at_rest: bool = False) -> tuple[str, ...]:
    """What lies on the mat in words, a sentence a zone; of one at rest without what it asks."""
    return describe_mat(_expected(game, view, is_at_rest), dict(game.piece_kinds()))


def _expected(game: AnyGame, view: AnyView, is_at_rest: bool) -> list[ExpectedZone]:
    """Every zone of the layout, in its order."""
    expected = {each.zone: each for each in game.expected_table(view).zones}
    zones = [expected.get(zone.zone) or ExpectedZone(zone.zone, Anything()) for zone in game.layout(view).zones]
    return [msgspec.structs.replace(each, note="") for each in zones] if is_at_rest else zones


def describe_mat(zones: Iterable[ExpectedZone], kinds: dict[str, PieceKind]) -> tuple[str, ...]:
    """A sentence for each zone; zones without a name and a piece are left out."""
    sentences = []
    for each in zones:
        content, note = content_words(each.content, kinds), f" ({each.note})" if each.note else ""
        if isinstance(each.content, Anything):
            sentences += [f"{each.label}{note}."] if each.label else []
        elif each.label or content:
            place = each.name or each.label or "Elsewhere"
            sentences.append(f"{place[0].upper()}{place[1:]}{note}: {content or 'empty'}.")
    return tuple(sentences)


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


def _all_words(layout: Layout, zones: Sequence[_ZonePicture]) -> Markup:
    """The words of every zone, twice: for a tablet on the table, and for a phone in a hand. The style shows one."""
    size = PHONE_SHARE * (layout.width_mm + MARGIN)
    near = _Letters(size, size, 0.84 * size, is_phone=True)
    far_words, near_words = (
        Markup("").join(_words(label) for label in _labels(layout, zones, letters)) for letters in (FAR, near)
    )
    return Markup('{}<g class="near">{}</g>').format(far_words, near_words)


def _labels(layout: Layout, zones: Sequence[_ZonePicture], letters: _Letters) -> list[_Label]:
    """Every label where the layout has it, or above or below its zone, as wide as zones and pieces leave it room.

    Where the words fit nowhere, they stand on a plate inside the zone; on a phone they are left out.
    """
    taken = [_box(area) for each in zones for area in (zone_area(each.zone), *(piece.area for piece in each.pieces))]
    labels: list[_Label] = []
    for each in zones:
        for text, note in _wordings(each.expected, letters):
            label = _place(each.zone, text, note, layout.width_mm + MARGIN / 2, taken, letters)
            if letters.is_phone and label.box.width < _width(text, note, letters) - 0.1:
                continue
            taken.append(label.box)
            labels.append(label)
            break
    return labels


def _wordings(expected: ExpectedZone, letters: _Letters) -> list[tuple[str, str]]:
    """Label and note of a zone; for a phone then also less of it, down to whose it is."""
    label, note = expected.label, expected.note
    wordings = [(label, note)]
    if letters.is_phone:
        wordings += [(label, ""), (label.rpartition(": ")[0], "")]
    return [(text, more) for text, more in wordings if text or more]


def _width(text: str, note: str, letters: _Letters) -> float:
    return TEXT_WIDTH * letters.size * len(f"{text} · {note}" if note and text else text or note)


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
    if back and shifted.x >= 0 and room == edge - wanted.x and _room(shifted, edge, taken) >= wanted.width:
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
    room = width - TEXT_WIDTH * size * len(colon + what)
    if not whose or room < 2 * TEXT_WIDTH * size:
        return fit(text, width, size)
    return f"{fit(whose, room, size)}{colon}{what}"


@lru_cache(maxsize=ZONES_REMEMBERED)
def _words(label: _Label) -> Markup:
    note = f" · {label.note}" if label.note and label.text else label.note
    count, box, letters = max(1, len(label.text + note)), label.box, label.letters
    size = max(letters.least, min(letters.size, box.width / (TEXT_WIDTH * count)))
    text = _whole_end(label.text, box.width - TEXT_WIDTH * size * len(note), size) if label.text else ""
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
