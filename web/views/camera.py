"""What the camera sees: the picture with everything recognised drawn over it, and a page that shows it large.

Public: it shows the mat, as everybody at the table sees it.
"""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, render_template, request

from companion.runtime.text import printable
from web.http.forms import parse_number
from web.http.refusals import Refused
from web.render.pages import place_of
from web.views.desk import Desk, Picture

LEAST_PX: Final = 320
MOST_PX: Final = 1920
USUAL_PX: Final = 960


def camera_page(desk: Desk) -> Blueprint:
    """`/camera` and `/camera.jpg`."""
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
