"""Markers and tags that the game's kit does not know: which lie there now, and what the host says they stand for.

For the host only, and public facts only: what lies on the mat, and the names of the game's pieces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import msgspec
from flask import Blueprint, Response, current_app, render_template, request
from jinja2 import Environment
from markupsafe import Markup

from companion.games.game import AnyGame
from companion.games.prints import known_prints
from companion.language.message import Message
from companion.live.enrolment import Offered, card_words, label_of, namings, offered
from companion.live.requests import Enrol, Forget, ForgetTag, NameTag
from companion.live.snapshot import Snapshot
from companion.live.tags import DRAWN_ANEW, tags_offered
from companion.printing.kits import KITS
from companion.referee.unknown_markers import UnknownMarker
from companion.table.blanks import group_of
from companion.table.geometry import Area
from companion.table.kit import BIGGEST_ID
from companion.table.layout import Layout
from companion.table.pieces import PieceKind
from companion.table.sightings import MarkerId
from web.http.forms import read_number
from web.http.refusals import Refused, answer
from web.http.speech import said
from web.http.stream import Feed, open_stream
from web.render.mat import place_words
from web.render.pages import place_of
from web.render.pieces import icon
from web.views.desk import Desk

BACK: Final = "/enrol"
Crop: TypeAlias = Callable[[Area], bytes]
"""A part of the mat in the newest picture, as a JPEG; empty where the mat is not read."""
SHOWN_MM: Final = 96.0
"""Side of the part of the mat that is shown around a marker: a card and a little more, however it lies."""
MOST_LISTED: Final = 6
"""Unknown markers that are listed at once: each has a button for every kind of piece."""
_ROWS, _COLUMNS = ("top", "middle", "bottom"), ("left", "middle", "right")


class Found(msgspec.Struct, frozen=True):
    """One unknown marker as the page lists it."""

    marker: int
    where: str
    times: int
    whose: str
    """Which piece of another game has this marker, as a sentence; empty where none has."""
    picture: str
    """Address of a picture of it; another where it lies elsewhere. Empty where there is no camera to take one."""


class Blank(msgspec.Struct, frozen=True):
    """One blank card that is seen and has no name yet."""

    marker: int
    card: str
    where: str
    picture: str
    names: tuple[tuple[str, str, Markup], ...]
    """The names that are left: kind, words and picture of each."""


class Tagged(msgspec.Struct, frozen=True):
    """One named tag as the page lists it."""

    tag: str
    label: str
    picture: Markup


class Kept(msgspec.Struct, frozen=True):
    """One enrolled marker as the page lists it."""

    marker: int
    label: str
    picture: Markup
    card: str = ""
    """The blank card that has this name; empty where it is a further print."""


def enrol_page(desk: Desk, crop: Crop | None = None) -> Blueprint:
    """`/enrol`, its stream, its pictures and its forms. Without `crop` there is no camera to cut pictures from."""
    pages = Blueprint("enrol", __name__, url_prefix="/enrol")

    @pages.get("")
    def show() -> str:
        desk.require_host()
        snapshot = desk.room.session.snapshot()
        game = snapshot.game
        kit = KITS.get(game.name)
        return render_template(
            "enrol.html",
            title=game.title,
            live=draw_enrolment(current_app.jinja_env, snapshot, crop is not None),
            after=place_of(snapshot),
            game=game.name,
            example=kit.pieces[0] if kit else None,
        )

    @pages.get("/stream")
    def stream() -> Response:
        desk.require_host()
        environment = current_app.jinja_env
        feed = Feed(None, lambda snapshot: draw_enrolment(environment, snapshot, crop is not None))
        return open_stream(desk.room, desk.streams, feed, request)

    @pages.get("/<int:marker>.jpg")
    def picture(marker: int) -> Response:
        desk.require_host()
        now = desk.room.session.snapshot()
        found = next((each for each in (*now.markings.strangers, *now.markings.unnamed) if each.marker == marker), None)
        shown_mm = max(SHOWN_MM, _reach_mm(now, found)) if found is not None else 0.0
        jpeg = crop(_around(found, shown_mm)) if crop is not None and found is not None else b""
        if not jpeg:
            raise Refused(404, f"Marker {marker} is not seen now. Lay it on the mat, uncovered, then reload the page.")
        return Response(jpeg, mimetype="image/jpeg")

    _add_forms(pages, desk)
    return pages


def _add_forms(pages: Blueprint, desk: Desk) -> None:
    """What the host says of markers and tags, and takes back."""

    @pages.post("")
    def enrol() -> Response:
        client = desk.require_host()
        asked = Enrol(_marker(), request.form.get("kind", ""))
        return answer(desk.room.enrol(client, asked), BACK)

    @pages.post("/forget")
    def forget() -> Response:
        client = desk.require_host()
        return answer(desk.room.enrol(client, Forget(_marker())), BACK)

    @pages.post("/tag")
    def name_tag() -> Response:
        client = desk.require_host()
        return answer(desk.room.enrol(client, NameTag(_tag(), request.form.get("kind", ""))), BACK)

    @pages.post("/tag/forget")
    def forget_tag() -> Response:
        client = desk.require_host()
        return answer(desk.room.enrol(client, ForgetTag(_tag())), BACK)


def _tag() -> str:
    return request.form.get("tag", "")


def _marker() -> MarkerId:
    return MarkerId(read_number(request, "marker", "The marker", 0, BIGGEST_ID))


def _around(found: UnknownMarker, side_mm: float) -> Area:
    return Area(found.x_mm - side_mm / 2, found.y_mm - side_mm / 2, side_mm, side_mm)


def _reach_mm(snapshot: Snapshot, found: UnknownMarker) -> float:
    """Side of a square around a marker that has all of its piece in it, however it lies; 0 of a piece nobody knows."""
    kit = snapshot.game.mat.kit
    if found.marker not in kit.kinds:
        return 0.0
    size = kit.size(kit.kinds[found.marker])
    across = max(size.marker_x_mm, size.width_mm - size.marker_x_mm)
    down = max(size.marker_y_mm, size.height_mm - size.marker_y_mm)
    return 2 * math.hypot(across, down)


def draw_enrolment(environment: Environment, snapshot: Snapshot, has_pictures: bool) -> Markup:
    """The live part of the page: the unknown markers that are seen now, and those that are enrolled."""
    drawn = environment.get_template("_enrol.html").render(**_values(snapshot, has_pictures))
    return Markup(drawn)  # the template has escaped everything in it


def _values(snapshot: Snapshot, has_pictures: bool) -> dict[str, Any]:
    game, view = snapshot.game, snapshot.view(None)
    layout = game.mat.layout(view)
    labels = place_words(game.mat.expected(view).zones)
    looks = game.mat.pieces
    found = snapshot.markings.strangers
    return {
        "found": tuple(_found(each, layout, labels, has_pictures) for each in found[:MOST_LISTED]),
        "more": max(0, len(found) - MOST_LISTED),
        "idle": _idle(snapshot, has_pictures),
        "groups": _buttons(offered(game)),
        "has_reader": bool(game.reader.kinds),
        "unknown_tag": snapshot.markings.unknown_tag,
        "reader_trouble": DRAWN_ANEW if snapshot.pressed == DRAWN_ANEW else "",
        "tag_groups": _buttons(tags_offered(game)) if snapshot.markings.unknown_tag else (),
        "tagged": tuple(
            Tagged(tag, _capital(label_of(game, kind)), _icon(looks[kind]))
            for tag, kind in sorted(snapshot.markings.tags.items(), key=lambda each: (each[1], each[0]))
        ),
        "kept": tuple(
            Kept(marker, _capital(label_of(game, kind)), _icon(looks[kind]), _card(game, marker))
            for marker, kind in sorted(snapshot.markings.enrolled.items())
        ),
        "namings": namings(game, snapshot.markings.enrolled),
        "blanks": tuple(_blanks(snapshot, layout, labels, has_pictures)),
    }


def _buttons(groups: tuple[Offered, ...]) -> tuple[tuple[str, tuple[tuple[str, str, Markup], ...]], ...]:
    """A button for each kind that is offered: kind, words and picture, under its heading."""
    return tuple(
        (each.title, tuple((look.kind, _capital(label), _icon(look)) for look, label in each.kinds)) for each in groups
    )


def _card(game: AnyGame, marker: MarkerId) -> str:
    """The blank card with that marker in words; empty where it is none."""
    kind = game.mat.kit.kinds.get(marker)
    return card_words(game, kind) if kind is not None else ""


def _blanks(snapshot: Snapshot, layout: Layout, labels: dict[str, Message], has_pictures: bool) -> Iterator[Blank]:
    game = snapshot.game
    left = {each.group: each.left for each in namings(game, snapshot.markings.enrolled)}
    for each in snapshot.markings.unnamed:
        blank = game.mat.kit.kinds[each.marker]
        names = tuple((look.kind, _capital(label), _icon(look)) for look, label in left[group_of(blank)])
        seen = _found(each, layout, labels, has_pictures)
        yield Blank(each.marker, card_words(game, blank), seen.where, seen.picture, names)


def _found(each: UnknownMarker, layout: Layout, labels: dict[str, Message], has_pictures: bool) -> Found:
    where = said(labels.get(each.zone, ""))
    place = f"?at={each.x_mm:.0f}-{each.y_mm:.0f}"
    picture = f"{BACK}/{each.marker}.jpg{place}" if has_pictures else ""
    return Found(each.marker, where or _beside(each, layout), each.times, known_prints().stranger(each.marker), picture)


def _beside(each: UnknownMarker, layout: Layout) -> str:
    """Where between the zones it lies: in which of nine parts of the mat."""
    row = _ROWS[min(2, int(3 * each.y_mm / layout.height_mm))]
    column = _COLUMNS[min(2, int(3 * each.x_mm / layout.width_mm))]
    part = row if row == column else f"{row} {column}"
    return f"beside every place, {part} of the mat"


def _idle(snapshot: Snapshot, has_pictures: bool) -> str:
    """What is told where no unknown marker is seen."""
    if snapshot.is_dealt:
        return "The companion deals the cards of this game itself, so it reads none on the mat."
    if not has_pictures:
        return "No camera looks at this table. Plug one in, start the companion again, then lay the card on the mat."
    if snapshot.sight.state == "unseen":
        return f"The mat is not in view. {snapshot.sight.text}"
    return "No unknown marker is seen. Lay the card on the mat, its marker up and nothing over it."


def _icon(look: PieceKind) -> Markup:
    return icon(look, face_down=look.kind == "back")


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]
