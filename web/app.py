"""The app factory: one room, its pages, and the rules that every answer keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Flask, Response, request
from werkzeug.routing import BaseConverter, ValidationError

from companion.games.core import Seat
from companion.storage.addresses import Addresses, name_in
from companion.table.fault_plans import Spoiler
from companion.table.felt import Buttons
from web.http.access import Access, comes_from_here
from web.http.bodies import MOST_BYTES, InMemory
from web.http.cookies import cookie_page, is_untried
from web.http.net import Net
from web.http.pairing import Pairing
from web.http.parts import tag_of_page
from web.http.refusals import Refused, refuse_unread, register
from web.http.speech import speak
from web.http.thrift import KEPT, may_be_kept, serve_static, spare
from web.http.viewers import Streams
from web.render.noscript import REST_S, may_be_typed_in
from web.render.own_cards import Holders
from web.render.pages import Pages
from web.views.box import box_page
from web.views.camera import camera_page
from web.views.compare import compare_page
from web.views.desk import Desk, Picture, PresentWorld, Seen
from web.views.dice import dice_page
from web.views.enrolment import Crop, enrol_page
from web.views.evidence import evidence_page
from web.views.faults import bad_pages, spoil_pages
from web.views.host import host_page
from web.views.saved import saved_page
from web.views.seat import seat_page
from web.views.setup import Setup, setup_page
from web.views.strip import PresentStrip, strip_page
from web.views.table import table_page
from web.views.virtual_table import virtual_page

if TYPE_CHECKING:
    from companion.live.room import Room

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": Chromium then says of a plain form, sent without script, that it comes from nowhere.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class SeatNumber(BaseConverter):
    """A seat in an address: people count from 1, the engine from 0."""

    regex = r"\d{1,4}"

    def to_python(self, value: str) -> Seat:
        if not value.isascii():
            raise ValidationError
        return int(value) - 1

    def to_url(self, value: Seat) -> str:
        return str(value + 1)


def create_app(
    room: Room,
    *,
    secret_key: bytes,
    host_code: str,
    picture: Picture | None = None,
    seen: Seen | None = None,
    world: PresentWorld | None = None,
    hands: Callable[[], None] | None = None,
    holders: Holders | None = None,
    strip: PresentStrip | None = None,
    buttons: Buttons | None = None,
    pairing: Pairing | None = None,
    crop: Crop | None = None,
    setup: Setup | None = None,
    spoiler: Spoiler | None = None,
    names: Iterable[str] = (),
    addresses: Callable[[], Sequence[str]] = tuple,
    has_net: bool = False,
) -> Flask:
    """The pages of one room. `secret_key` signs the cookies; `host_code` opens the host page.

    `picture` gives what the camera sees (None: there is no camera, and no page speaks of one), `seen` the number of
    that picture without drawing it (None: it is drawn and asked). `world` gives the virtual table whose pieces can be
    moved on a page (None: the pieces are real), `buttons` those of its board.
    `hands` lets the hands at that table lay what was tapped, or put it right (None: nobody has hands there), and
    `holders` tells each person what they hold (None: they look at their cards themselves).
    `pairing` is opened by a button at the table (None: there is no such button, and no page speaks of one).

    `crop` cuts a part of the mat out of the camera's picture (None: there is no camera).

    `strip` gives the strip as it glows now (None: nobody plays the light, and pages show it without motion). `setup`
    tells whether the table is fit to be read (None: there is no camera, and no page speaks of it).

    `spoiler` lets virtual devices and pages fail on purpose (None: they are real, and no page speaks of it).

    `names` are those under which the pages may be opened besides addresses and the machine's own.

    `addresses` gives those under which pages are opened, this machine's own first; the lobby shows those for phones.

    With `has_net` a page of which something cannot be drawn is sent bare, with its buttons; else it is an error 500.

    `app.extensions["companion-streams"]` holds the `Streams`, so that whoever serves the app can end them,
    `app.extensions["companion-known"]` tells who shows a `Cookie` header, and `app.extensions["companion-most-body"]`
    how large a body may be.
    """
    folder = Path(__file__).parent
    app = Flask("web", root_path=str(folder))
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES, MAX_FORM_MEMORY_SIZE=MOST_BYTES)
    app.request_class = InMemory
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.url_map.converters["seat"] = SeatNumber
    app.jinja_env.globals.update(
        has_camera=picture is not None,
        has_world=world is not None,
        has_setup=setup is not None,
        has_hands=hands is not None,
        tag_of_page=tag_of_page,
        is_untried=is_untried,
        may_be_typed_in=may_be_typed_in,
        rest_s=REST_S,
    )
    access, net = Access(secret_key, host_code), Net(has_net)
    pages = Pages(app.jinja_env, net, addresses, holders)
    speak(app, room.registry.values())
    serve_static(app)
    desk = Desk(room, access, pages, Streams(net=net), picture, seen, world, buttons, spoiler, hands, holders)
    app.context_processor(lambda: {"mine": desk.my_seats})
    app.extensions["companion-streams"] = desk.streams
    app.extensions["companion-known"] = desk.known
    app.extensions["companion-most-body"] = desk.most_body
    _check_requests(app, desk, Addresses(names))
    register(app)
    _add_pages(app, desk, pairing, crop, strip, setup)
    if spoiler is not None:
        app.register_blueprint(bad_pages(desk, spoiler))
        spoil_pages(app, spoiler)
    return app


def _check_requests(app: Flask, desk: Desk, addresses: Addresses) -> None:
    """What every request passes before its page, and every answer after it."""
    app.before_request(lambda: _refuse_foreign_names(addresses))
    app.before_request(_refuse_strangers)
    app.before_request(lambda: refuse_unread(request, desk.most_body))
    # The last is run first: cookies are renamed on the answer that is sent.
    app.after_request(spare)
    app.after_request(desk.rename_cookies)
    app.after_request(_lead_to_a_path)
    app.after_request(_set_headers)


def _add_pages(
    app: Flask,
    desk: Desk,
    pairing: Pairing | None,
    crop: Crop | None,
    strip: PresentStrip | None,
    setup: Setup | None,
) -> None:
    for blueprint in (
        cookie_page(),
        table_page(desk),
        seat_page(desk),
        host_page(desk, pairing),
        saved_page(desk),
        compare_page(desk),
        box_page(desk),
        camera_page(desk),
        virtual_page(desk),
        evidence_page(desk),
        enrol_page(desk, crop),
        dice_page(desk),
        strip_page(desk, strip),
        setup_page(desk, setup),
    ):
        app.register_blueprint(blueprint)


def _refuse_foreign_names(addresses: Addresses) -> None:
    """Raise `Refused` for what was sent to a name that is not this table's: anybody's name may lead here."""
    sent_to = request.environ.get("HTTP_HOST")
    if sent_to is None or addresses.knows(sent_to):  # no browser leaves it out
        return
    name = name_in(sent_to)
    called = f"the name “{name}”" if name else "the name that was used"
    line = f'names = ["{name or "table.example.org"}"]'
    raise Refused(
        403,
        f"This table does not go by {called}. Open the address that the companion printed when it started. If the "
        f"name is yours, such as a reverse proxy's, write {line} into companion.toml and start the companion again.",
        "not-here",
    )


def _refuse_strangers() -> None:
    """Raise `Refused` for a POST that another site's page has sent."""
    if request.method not in ("GET", "HEAD", "OPTIONS") and not comes_from_here(request):
        raise Refused(
            403,
            "This was sent from a page that is not the companion's. Open the companion's own page and tap there. If a "
            "proxy such as nginx stands between, it must pass on the address that was asked for: write "
            "proxy_set_header Host $http_host; beside its proxy_pass.",
            "not-yours",
        )


def _lead_to_a_path(response: Response) -> Response:
    """The same, but a redirect has a path alone: the host before it would be what the request said of itself."""
    there = urlsplit(response.headers.get("Location", ""))
    if not (there.scheme or there.netloc):
        return response
    path = "/" + there.path.lstrip("/") + (f"?{there.query}" if there.query else "")
    return Response(status=response.status_code, headers={"Location": path})


def _set_headers(response: Response) -> Response:
    for header, value in HEADERS.items():
        response.headers[header] = value
    if request.endpoint == "static":
        response.headers["Cache-Control"] = KEPT if may_be_kept() else "no-cache"
    else:
        response.headers["Cache-Control"] = "no-store"
    return response
