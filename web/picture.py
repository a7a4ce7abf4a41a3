"""The mat as an SVG picture: the zones of the layout, and in each what the rules say must lie there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import msgspec
from markupsafe import Markup

from companion.games.core import AnyGame, View
from companion.table.expected import Anything, Backs, Content, ExpectedZone, Pieces, Pile
from companion.table.layout import Layout, Zone
from companion.table.pieces import PieceKind
from web.pieces import TEXT_WIDTH, Box, back, badge, face, find_kind, fit, size_of

AnyView: TypeAlias = View[Any, Any]
"""The view of a seat, or of the public, in any game."""
LABEL_SIZE = 14.0
LABEL_BAND = 16.0
MARGIN = 20.0
"""Room round the mat for the labels of zones at its edge, in millimetres."""


class _Label(msgspec.Struct, frozen=True):
    """Where a zone's words stand, and how wide they may be."""

    box: Box
    text: str
    note: str
    is_inside: bool = False
    """On a plate over the pieces, because there is no room beside the zone."""


def draw_mat(game: AnyGame, view: AnyView) -> Markup:
    """The expected table as one SVG image with a title and a description in words."""
    layout = game.layout(view)
    kinds = dict(game.piece_kinds())
    expected = {each.zone: each for each in game.expected_table(view).zones}
    pairs = [(zone, expected.get(zone.zone) or ExpectedZone(zone.zone, Anything())) for zone in layout.zones]
    return Markup(
        '<svg class="mat" viewBox="{} {} {} {}" role="img" aria-labelledby="mat-title mat-words">'
        '<title id="mat-title">{}</title><desc id="mat-words">{}</desc>'
        '<rect class="cloth" x="0" y="0" width="{}" height="{}" rx="14"/>{}{}</svg>'
    ).format(
        -MARGIN / 2,
        -MARGIN,
        layout.width_mm + MARGIN,
        layout.height_mm + 2 * MARGIN,
        f"The mat of {game.title}",
        describe_mat([each for _, each in pairs], kinds),
        layout.width_mm,
        layout.height_mm,
        Markup("").join(_zone(zone, each, kinds) for zone, each in pairs),
        Markup("").join(_words(label) for label in _labels(layout, pairs)),
    )


def describe_mat(zones: Iterable[ExpectedZone], kinds: dict[str, PieceKind]) -> str:
    """What lies on the mat in words, zone after zone; zones without a name and a piece are left out."""
    sentences = []
    for each in zones:
        content = content_words(each.content, kinds)
        if each.label or content:
            note = f" ({each.note})" if each.note else ""
            sentences.append(f"{each.label or each.zone}{note}: {content or 'empty'}.")
    return " ".join(sentences)


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


def _zone(zone: Zone, expected: ExpectedZone, kinds: dict[str, PieceKind]) -> Markup:
    box = Box(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)
    marked = " marked" if expected.note else ""
    drawn = _content(expected.content, box, zone.fan, kinds)
    return Markup('<g data-zone="{}"><rect class="zone{}" x="{}" y="{}" width="{}" height="{}" rx="7"/>{}</g>').format(
        zone.zone, marked, box.x, box.y, box.width, box.height, drawn
    )


def _content(content: Content, box: Box, fan: str, kinds: dict[str, PieceKind]) -> Markup:
    match content:
        case Pieces(names):
            pieces = [find_kind(kinds, name) for name in names]
            places = spread(box, pieces, fan)
            return Markup("").join(face(kind, place) for kind, place in zip(pieces, places, strict=True))
        case Backs(name, count):
            return _backs(find_kind(kinds, name), count, box, fan)
        case Pile(name, count, top):
            return _pile(find_kind(kinds, name), count, find_kind(kinds, top) if top else None, box)
        case Anything():
            return Markup("")


def _backs(kind: PieceKind, count: int, box: Box, fan: str) -> Markup:
    if count == 0:
        return Markup("")
    places = spread(box, [kind] * count, fan)
    last = places[-1]
    number = badge(f"{count}", last.x + last.width / 2, last.y + last.height / 2)
    return Markup("").join((*(back(kind, place) for place in places), number))


def _pile(kind: PieceKind, count: int, top: PieceKind | None, box: Box) -> Markup:
    if count == 0:
        return badge("0", box.x + box.width / 2, box.y + box.height / 2)
    (place,) = spread(box, [top or kind], "none")
    drawn = face(top, place) if top is not None else back(kind, place)
    # Low on the card: the number and the sign of the top card stay free.
    return drawn + badge(f"{count}", place.x + place.width - 14, place.y + place.height / 2 - 8)


def spread(box: Box, pieces: Sequence[PieceKind], fan: str) -> list[Box]:
    """Where each piece lies in a zone, the bottom one first; larger pieces are scaled down to fit."""
    if not pieces:
        return []
    if fan == "grid":
        return _grid(box, pieces)
    sizes = [_scaled(size_of(kind), box.width, box.height) for kind in pieces]
    if fan == "right":
        return _row(box, sizes)
    if fan == "down":
        return [
            Box(each.y, each.x, each.height, each.width) for each in _row(_turned(box), [size[::-1] for size in sizes])
        ]
    return [
        Box(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)
        for width, height in sizes
    ]


def _row(box: Box, sizes: Sequence[tuple[float, float]]) -> list[Box]:
    """Pieces from left to right, side by side while there is room, then each over the edge of the one before."""
    widest = max(width for width, _ in sizes)
    step = min(widest + 3, (box.width - widest) / (len(sizes) - 1)) if len(sizes) > 1 else 0.0
    left = box.x + (box.width - widest - step * (len(sizes) - 1)) / 2
    return [Box(left + step * index, box.y + (box.height - size[1]) / 2, *size) for index, size in enumerate(sizes)]


def _turned(box: Box) -> Box:
    return Box(box.y, box.x, box.height, box.width)


def _grid(box: Box, pieces: Sequence[PieceKind]) -> list[Box]:
    """Equal cells, in the number of columns that lets the pieces be largest."""
    width, height = size_of(pieces[0])

    def scale(columns: int) -> float:
        rows = -(-len(pieces) // columns)
        return min(box.width / columns / (width + 4), box.height / rows / (height + 4), 1.0)

    columns = max(range(1, len(pieces) + 1), key=lambda number: (scale(number), -abs(number - len(pieces) ** 0.5)))
    rows = -(-len(pieces) // columns)
    cell_width, cell_height, by = box.width / columns, box.height / rows, scale(columns)
    return [
        Box(
            box.x + cell_width * (index % columns) + (cell_width - width * by) / 2,
            box.y + cell_height * (index // columns) + (cell_height - height * by) / 2,
            width * by,
            height * by,
        )
        for index in range(len(pieces))
    ]


def _scaled(size: tuple[float, float], width: float, height: float) -> tuple[float, float]:
    by = min(1.0, width / size[0], height / size[1])
    return size[0] * by, size[1] * by


def _labels(layout: Layout, pairs: Sequence[tuple[Zone, ExpectedZone]]) -> list[_Label]:
    """Every label above or below its zone, where its words fit best between the zones and the labels before it.

    Where they fit nowhere, they stand on a plate inside the zone.
    """
    taken = [Box(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm) for zone in layout.zones]
    labels: list[_Label] = []
    for zone, each in pairs:
        if each.label or each.note:
            label = _place(zone, each, layout.width_mm + MARGIN / 2, taken)
            taken.append(label.box)
            labels.append(label)
    return labels


def _place(zone: Zone, each: ExpectedZone, edge: float, taken: Sequence[Box]) -> _Label:
    wanted = (
        TEXT_WIDTH
        * LABEL_SIZE
        * len(f"{each.label} · {each.note}" if each.note and each.label else each.label or each.note)
    )
    above, below = zone.y_mm - LABEL_BAND, zone.y_mm + zone.height_mm
    room = {y: _room(zone.x_mm, y, edge, taken) for y in (above, below)}
    y = above if room[above] >= min(wanted, room[below]) else below
    if room[y] < min(wanted, zone.width_mm * 0.8):
        inside = Box(zone.x_mm + 2, below - LABEL_BAND - 2, min(wanted + 4, zone.width_mm - 4), LABEL_BAND)
        return _Label(inside, each.label, each.note, is_inside=True)
    return _Label(Box(zone.x_mm, y, min(wanted, room[y]), LABEL_BAND), each.label, each.note)


def _room(x: float, y: float, edge: float, taken: Iterable[Box]) -> float:
    """How wide a label may be that starts at a point, before it meets something or the edge of the picture."""
    limit = edge
    for box in taken:
        if box.y < y + LABEL_BAND and y < box.y + box.height and box.x + box.width > x:
            limit = min(limit, box.x - 4)
    return max(0.0, limit - x)


def _words(label: _Label) -> Markup:
    baseline = label.box.y + LABEL_BAND - 4
    note = f" · {label.note}" if label.note and label.text else label.note
    text = fit(label.text, label.box.width - TEXT_WIDTH * LABEL_SIZE * len(note), LABEL_SIZE) if label.text else ""
    marked = Markup('<tspan class="note">{}</tspan>').format(note) if note else ""
    box = label.box
    plate = Markup('<rect class="label-plate" x="{}" y="{}" width="{}" height="{}" rx="4"/>').format(
        box.x, box.y, box.width, box.height
    )
    return Markup('{}<text class="zone-label" x="{}" y="{}" font-size="{}">{}{}</text>').format(
        plate if label.is_inside else "", f"{box.x + 2:.1f}", f"{baseline:.1f}", LABEL_SIZE, text, marked
    )
