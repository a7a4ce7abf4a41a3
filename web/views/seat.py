"""A seat's own page: everything in it is made from that seat's view, and only the person in the seat gets it."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, render_template, request

from companion.games.core import Seat
from companion.live.requests import LeaveSeat, TakeSeat
from web.http.access import new_key
from web.http.cookies import refuse_cookieless, try_cookies
from web.http.forms import read_name, read_seat_tap, read_settle
from web.http.refusals import Refused, answer, see_other, wants_json
from web.http.stream import SLICE_S, Feed, open_stream
from web.render.lobby import seats_to_take
from web.render.own_cards import do_own, own_mark
from web.render.pages import place_of, seat_words
from web.render.table_json import seat_json
from web.views.desk import Desk, json_of

OWN_EVERY_S: Final = 0.2
"""How often it is asked whether people at a virtual table hold what its page shows."""


def seat_page(desk: Desk) -> Blueprint:
    """`/seat/<n>/` and what belongs to it; the number in the address is the one that people see, from 1."""
    pages = Blueprint("seat", __name__, url_prefix="/seat/<seat:seat>")

    @pages.before_request
    def check() -> None:
        desk.check_seat((request.view_args or {}).get("seat", -1))

    @pages.get("/")
    def show(seat: Seat) -> Response:
        return _own_page(desk, seat) if desk.holds(seat) else _closed_page(desk, seat)

    @pages.get("/stream")
    def stream(seat: Seat) -> Response:
        desk.require_seat(seat)
        key = desk.access.seat_key(request, seat) or ""
        feed = Feed(
            seat,
            lambda snapshot: desk.pages.seat(snapshot, seat),
            lambda session: session.holds(seat, key),
            lambda snapshot: desk.pages.ahead(snapshot, seat),
            besides=lambda: own_mark(desk.room.session.snapshot(), seat, desk.holders),
            every_s=OWN_EVERY_S if desk.holders is not None else SLICE_S,
        )
        return open_stream(desk.room, desk.streams, feed, request)

    @pages.get("/seat.json")
    def as_json(seat: Seat) -> Response:
        desk.require_seat(seat)
        return json_of(seat_json(desk.room.session.snapshot(), seat, desk.pages.net))

    @pages.post("/tap")
    def tap(seat: Seat) -> Response:
        client = desk.require_seat(seat)
        wanted = read_seat_tap(request)
        by_hand = do_own(desk.room.session.snapshot(), seat, wanted, desk.holders)
        return answer(by_hand or desk.room.session.submit(client, wanted), _address(seat))

    @pages.post("/start")
    def start(seat: Seat) -> Response:
        return answer(desk.room.start(desk.require_seat(seat)), _address(seat))

    @pages.post("/settle")
    def settle(seat: Seat) -> Response:
        client = desk.require_seat(seat)
        return answer(desk.room.session.submit(client, read_settle(request)), _address(seat))

    @pages.post("/take")
    def take(seat: Seat) -> Response:
        return refuse_cookieless("the seat is as it was") or _take(desk, seat)

    @pages.post("/leave")
    def leave(seat: Seat) -> Response:
        reply = desk.room.session.submit(desk.require_seat(seat), LeaveSeat(seat))
        response = answer(reply, "/")
        if reply.accepted:
            desk.access.take_seat_back(response, seat)
            desk.access.unmark_seat(response, seat)
        return response

    return pages


def _own_page(desk: Desk, seat: Seat) -> Response:
    snapshot = desk.room.session.snapshot()
    return Response(
        render_template(
            "seat.html",
            title=snapshot.game.title,
            seat=seat,
            name=snapshot.seats[seat].name,
            has_sealed_choices=snapshot.has_sealed_choices,
            live=desk.pages.seat(snapshot, seat),
            lines=desk.pages.lines(snapshot, seat),
            after=place_of(snapshot),
        )
    )


def _closed_page(desk: Desk, seat: Seat) -> Response:
    """Whose seat it is, and how to get it; 403 where somebody else sits there."""
    snapshot = desk.room.session.snapshot()
    info = snapshot.seats[seat]
    waits = snapshot.waits(seat, desk.access.seat_key(request, seat) or "")
    has = seat_words(snapshot, seat)
    page = render_template(
        "seat_closed.html",
        title=snapshot.game.title,
        info=info,
        waits=waits,
        has=has if snapshot.lobby is None else (),
        place=seats_to_take(snapshot, snapshot.view(None))[seat],
        lobby=snapshot.lobby,
        has_sealed_choices=snapshot.has_sealed_choices,
    )
    return try_cookies(Response(page, 403 if info.holder == "person" else 200))


def _take(desk: Desk, seat: Seat) -> Response:
    """Sit down, rename oneself, or ask the host. A client keeps its key while it waits, so that consent finds it."""
    name = read_name(request)
    known = desk.access.seat_key(request, seat) or ""
    # A key that counts for nothing any more may have been copied: it never comes back to life.
    now = desk.room.session.snapshot()
    key = known if known and (now.holds(seat, known) or now.waits(seat, known)) else new_key()
    is_free = now.seats[seat].holder != "person"
    if not desk.access.may_take_seat(request.remote_addr or "", is_free):
        raise Refused(
            429,
            "Seats are taken, asked for or renamed too often from this device. Wait a minute, then send it once.",
            "busy",
        )
    reply = desk.room.sit_down(TakeSeat(seat, name, key))
    waits = reply.code == "waiting"
    # The seat's page itself tells that the host must agree, and opens once they do.
    response = see_other(_address(seat)) if waits and not wants_json() else answer(reply, _address(seat))
    if reply.accepted or waits:
        desk.access.give_seat(response, seat, key)
        desk.access.mark_seat(response, seat)
    return response


def _address(seat: Seat) -> str:
    return f"/seat/{seat + 1}/"
