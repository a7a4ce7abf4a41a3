"""The table page: public, for the tablet beside the mat and for anyone who looks in."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request

from web.http.forms import read_tap
from web.http.refusals import answer
from web.http.stream import Feed, open_stream
from web.render.pages import place_of
from web.render.table_json import public_json
from web.views.camera import glimpses
from web.views.desk import Desk, json_of


def table_page(desk: Desk) -> Blueprint:
    """`/`, `/stream`, `/table.json`, `/tap`, `/start` and `/health.json`."""
    pages = Blueprint("table", __name__)

    @pages.get("/")
    def show() -> str:
        snapshot, is_host = desk.room.session.snapshot(), desk.is_host()
        return render_template(
            "table.html",
            title=snapshot.game.title,
            live=desk.pages.table(snapshot, is_host),
            lines=desk.pages.lines(snapshot, None),
            after=place_of(snapshot),
            is_host=is_host,
        )

    @pages.get("/stream")
    def stream() -> Response:
        is_host = desk.is_host()
        feed = Feed(
            None,
            lambda snapshot: desk.pages.table(snapshot, is_host),
            draw_prompt=lambda snapshot: desk.pages.ahead(snapshot, None, is_host),
            extras=glimpses(desk),
        )
        return open_stream(desk.room, desk.streams, feed, request)

    @pages.get("/table.json")
    def table_json() -> Response:
        return json_of(public_json(desk.room.session.snapshot(), desk.pages.net))

    @pages.post("/tap")
    def tap() -> Response:
        client = desk.require_host()
        return answer(desk.room.session.submit(client, read_tap(request)), "/")

    @pages.post("/start")
    def start() -> Response:
        return answer(desk.room.start(desk.require_host()), "/")

    @pages.get("/health.json")
    def health() -> Response:
        snapshot = desk.room.session.snapshot()
        facts: dict[str, Any] = {
            "status": "ok" if all(device.status != "failed" for device in snapshot.health) else "failed",
            "game": snapshot.game.name,
            "last_row": snapshot.last_row,
            "devices": snapshot.health,
            "streams": desk.streams.open,
        }
        return json_of(facts)

    return pages
