"""What the camera sees: the picture with everything recognised drawn over it, and a page that shows it large.

Public: it shows the mat, as everybody at the table sees it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, render_template, request

from companion.live.snapshot import Snapshot
from companion.runtime.text import printable
from web.http.forms import parse_number
from web.http.refusals import Refused
from web.http.stream import open_stream
from web.render.pages import place_of
from web.views.desk import Desk, Picture, Seen, prompt_feed

LEAST_PX: Final = 160
MOST_PX: Final = 1920
USUAL_PX: Final = 960
STILL_S: Final = 1.2
"""Hands have left a picture that stays so long."""
AT_LEAST_EVERY_S: Final = 6.0
"""While hands move on and on."""


def camera_page(desk: Desk) -> Blueprint:
    """`/camera`, its stream, and `/camera.jpg`."""
    pages = Blueprint("camera", __name__)

    @pages.get("/camera")
    def show() -> str:
        require_camera(desk)
        snapshot, is_host = desk.room.session.snapshot(), desk.is_host()
        return render_template(
            "camera.html",
            title=snapshot.game.title,
            live=desk.pages.beside(snapshot, None, is_host),
            after=place_of(snapshot),
        )

    @pages.get("/camera/stream")
    def stream() -> Response:
        return open_stream(desk.room, desk.streams, prompt_feed(desk, None, desk.is_host()), request)

    @pages.get("/camera.jpg")
    def jpeg() -> Response:
        width = _width(request.args.get("width", str(USUAL_PX)))
        number, picture = take_picture(require_camera(desk), width)
        tag = f"{number}-{width}"
        is_known = request.if_none_match.contains_weak(tag)
        response = Response(status=304) if is_known else Response(picture, mimetype="image/jpeg")
        response.set_etag(tag)
        return response

    return pages


class Glimpses:
    """Tells one stream of the camera's pictures: of each that stays, and of few while hands move."""

    event, every_s = "picture", 0.25

    def __init__(self, seen: Seen, clock: Callable[[], float] = time.monotonic) -> None:
        """`seen` gives the number of the picture there is now."""
        self._seen, self._clock = seen, clock
        self._newest: int | None = None
        self._told: int | None = None
        self._since_s = self._told_s = float("-inf")

    def news(self, snapshot: Snapshot, *, at_once: bool) -> object | None:
        """The picture's number."""
        number, now_s = self._seen(), self._clock()
        if number != self._newest:
            self._newest, self._since_s = number, now_s
        if number is None or number == self._told:
            return None
        stays = now_s - self._since_s >= STILL_S or now_s - self._told_s >= AT_LEAST_EVERY_S
        if not (stays or at_once):
            return None
        self._told, self._told_s = number, now_s
        return number


def glimpses(desk: Desk) -> tuple[Glimpses, ...]:
    """What tells a stream of the camera's pictures; empty where there is no camera."""
    if desk.picture is None:
        return ()
    picture = desk.picture
    return (Glimpses(desk.seen or (lambda: (picture(LEAST_PX) or (None,))[0])),)


def require_camera(desk: Desk) -> Picture:
    """The camera's picture; raises `Refused` (404) where there is no camera."""
    if desk.picture is None:
        raise Refused(404, "No camera looks at this table. Plug one in, then start the companion again.")
    return desk.picture


def take_picture(picture: Picture, width_px: int) -> tuple[int, bytes]:
    """The number of the newest look, and its JPEG; raises `Refused` (503) before the first."""
    taken = picture(width_px)
    if taken is None:
        raise Refused(503, "The camera has not sent a picture yet. Wait a moment, then reload.", "busy")
    return taken


def _width(typed: str) -> int:
    """The width asked for, no smaller and no larger than is good for a page."""
    number = parse_number(typed)
    if number is None:
        raise Refused(
            400, f"The width cannot be “{printable(typed)[:20]}”. Give a whole number from {LEAST_PX} to {MOST_PX}."
        )
    return min(max(number, LEAST_PX), MOST_PX)
