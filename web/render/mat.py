"""The mat as an SVG picture: the zones of the layout, and in each what the rules say must lie there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from markupsafe import Markup

from companion.games.core import View
from companion.games.game import AnyGame
from companion.language.message import NOTHING, Message, listing, lone, say
from companion.language.values import Count, Noun
from companion.table.expected import Anything, Backs, Content, ExpectedZone, Pieces, Pile, Worth
from companion.table.geometry import Area, LaidPiece, lay_zone
from companion.table.kit import Kit
from companion.table.layout import Layout, Spot, Zone
from companion.table.pieces import PieceKind
from companion.table.standees import feet
from web.http.speech import lang, said
from web.render.labels import MARGIN, zone_words
from web.render.pieces import SIZES, Box, back, badge, face, find_kind

AnyView: TypeAlias = View[Any, Any]
"""The view of a seat, or of the public, in any game."""
CARD = Noun("card")
ZONES_REMEMBERED = 128
"""Drawings kept of zones, twice: an act changes a few of thirty."""


class _ZonePicture(msgspec.Struct, frozen=True):
    """One zone: what it must hold, and the pieces that show, the lowest first."""

    zone: Zone
    expected: ExpectedZone
    pieces: tuple[LaidPiece, ...]
    standing: tuple[tuple[str, Spot], ...] = ()
    """Kind and foot of what stands there and carries no marker."""


class DrawnMat(msgspec.Struct, frozen=True):
    """The expected table, for who sees it and for who cannot."""

    picture: Markup
    words: tuple[Message, ...]
    """What lies there, a sentence a zone; of a mat at rest without what it asks."""


def draw_mat(game: AnyGame, view: AnyView, is_at_rest: bool = False) -> DrawnMat:
    """The expected table as one SVG image with a title and a description in words.

    Pieces have their true size and lie where the layout puts them, over and under one another as on the table.
    On a mat `is_at_rest` nobody is to act: no zone is marked, and none has a note.
    """
    layout, kit = game.mat.layout(view), game.mat.kit
    kinds = dict(game.mat.pieces)
    zones = [
        _ZonePicture(
            zone,
            each,
            lay_zone(zone, each.content, kit, each.places),
            tuple(zip(each.standing, _feet(zone, each.standing, kit), strict=True)),
        )
        for zone, each in zip(layout.zones, _expected(game, view, is_at_rest), strict=True)
    ]
    words = describe_mat([each.expected for each in zones], kinds)
    upwards = sorted(zones, key=lambda each: each.zone.layer)
    picture = Markup(
        '<svg class="mat" viewBox="{}" role="img" aria-labelledby="mat-title mat-words">'
        '<title id="mat-title">{}</title><desc id="mat-words"{}>{}</desc>{}{}{}{}{}</svg>'
    ).format(
        view_box(layout),
        f"The mat of {game.title}",
        lang(words),
        " ".join(map(said, words)),
        _cloth(layout),
        Markup("").join(_outline(each) for each in zones),
        Markup("").join(_content(each, _kinds_in(each, kinds)) for each in upwards),
        Markup("").join(
            face(find_kind(kinds, kind), standee_box(kit, kind, foot)) for each in zones for kind, foot in each.standing
        ),
        _zone_words(layout, zones),
    )
    return DrawnMat(picture, words)


def _feet(zone: Zone, kinds: Sequence[str], kit: Kit) -> Iterator[Spot]:
    """Where standing pieces are drawn: around the middle of their zone, where they hide no number of a piece."""
    at = feet(zone, kinds, kit)
    if at:
        right = zone.x_mm + zone.width_mm / 2 - (at[0].x_mm + max(each.x_mm for each in at)) / 2
        down = zone.y_mm + zone.height_mm / 2 - (at[0].y_mm + at[-1].y_mm) / 2
        yield from (Spot(each.x_mm + right, each.y_mm + down) for each in at)


def standee_box(kit: Kit, kind: str, foot: Spot) -> Box:
    """Where a piece that stands on its foot there is drawn: upright, as it looks from the lower edge of the mat."""
    width = kit.standees[kind].foot_mm
    wide, tall = SIZES["pawn"]
    height = width * tall / wide
    return Box(foot.x_mm - width / 2, foot.y_mm + width / 2 - height, width, height)


def draw_ground(game: AnyGame, view: AnyView) -> Markup:
    """The mat alone, without a piece: its zones with their names, as elements of an SVG with `view_box`."""
    layout = game.mat.layout(view)
    expected = {each.zone: each for each in game.mat.expected(view).zones}
    zones = []
    for zone in layout.zones:
        named = expected.get(zone.zone) or ExpectedZone(zone.zone, Anything())
        empty = ExpectedZone(zone.zone, Anything(), named.label, name=named.name)
        zones.append(_ZonePicture(zone, empty, ()))
    return Markup("{}{}{}").format(
        _cloth(layout),
        Markup("").join(_outline(each, each.expected.name) for each in zones),
        _zone_words(layout, zones),
    )


def _zone_words(layout: Layout, zones: Sequence[_ZonePicture]) -> Markup:
    pieces = (piece.area for each in zones for piece in each.pieces)
    return zone_words(layout, [each.expected for each in zones], pieces)


def view_box(layout: Layout) -> str:
    """What an SVG of this mat shows, in millimetres: the mat and a margin for words at its edge."""
    return f"{-MARGIN / 2} {-MARGIN} {layout.width_mm + MARGIN} {layout.height_mm + 2 * MARGIN}"


def _cloth(layout: Layout) -> Markup:
    return Markup('<rect class="cloth" x="0" y="0" width="{}" height="{}" rx="14"/>').format(
        layout.width_mm, layout.height_mm
    )


def _expected(game: AnyGame, view: AnyView, is_at_rest: bool) -> list[ExpectedZone]:
    """Every zone of the layout, in its order."""
    expected = {each.zone: each for each in game.mat.expected(view).zones}
    zones = [expected.get(zone.zone) or ExpectedZone(zone.zone, Anything()) for zone in game.mat.layout(view).zones]
    return [msgspec.structs.replace(each, note=NOTHING) for each in zones] if is_at_rest else zones


def describe_mat(zones: Iterable[ExpectedZone], kinds: dict[str, PieceKind]) -> tuple[Message, ...]:
    """A sentence for each zone; zones without a name and a piece are left out."""
    sentences = []
    for each in zones:
        content, note = zone_content(each, kinds), each.note
        if isinstance(each.content, Anything) and not each.standing:
            if each.label:
                place = each.label
                sentences.append(
                    say("{place} ({note}).", place=place, note=note) if each.note else say("{place}.", place=place)
                )
        elif each.label or content:
            place, there = each.name or each.label or say("Elsewhere"), content or say("empty")
            sentences.append(
                say("{place:capital} ({note}): {content}.", place=place, note=note, content=there)
                if each.note
                else say("{place:capital}: {content}.", place=place, content=there)
            )
    return tuple(sentences)


def place_words(zones: Iterable[ExpectedZone]) -> dict[str, Message]:
    """What people call each zone: its label where no other has the same, or its name; empty where it has neither."""
    zones = tuple(zones)
    labels = Counter(each.label for each in zones)
    return {
        each.zone: each.label if each.label and (labels[each.label] == 1 or not each.name) else each.name
        for each in zones
    }


def zone_content(zone: ExpectedZone, kinds: dict[str, PieceKind]) -> Message | None:
    """What one zone holds, and what stands there, in words."""
    lies, counts = content_words(zone.content, kinds), Counter(zone.standing)
    if not counts:
        return lies
    stands = listing([_times(find_kind(kinds, kind).noun, number) for kind, number in counts.items()])
    return say("{content}; standing there: {pieces}", content=lies, pieces=stands) if lies else lone(stands)


def content_words(content: Content, kinds: dict[str, PieceKind]) -> Message | None:
    """What one zone holds, in words; None where it holds nothing or the rules do not say."""
    match content:
        case Pieces(names):
            counts = {name: names.count(name) for name in names}
            parts = [_times(find_kind(kinds, name).noun, number) for name, number in counts.items()]
            return lone(listing(parts, ",")) if parts else None
        case Backs(kind, count):
            return _times(find_kind(kinds, kind).noun, count) if count else None
        case Pile(_, count, top):
            cards = lone(Count(count, CARD)) if count else say("no card")
            return say("{cards}, {piece} on top", cards=cards, piece=find_kind(kinds, top).noun) if top else cards
        case Worth(sums):
            discs = [
                say("{number} {piece}", number=total, piece=find_kind(kinds, name).noun)
                for name, total in sums
                if total
            ]
            return lone(listing(discs, ",")) if discs else None
        case Anything():
            return None


def _times(piece: Noun, number: int) -> Message:
    return lone(piece) if number == 1 else say("{number} × {piece}", number=number, piece=piece)


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
