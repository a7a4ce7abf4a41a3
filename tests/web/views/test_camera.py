"""The camera's picture on the pages: its widths, what is not sent twice, and what is said where there is none."""

from __future__ import annotations

from contextlib import closing

import pytest
from flask.testing import FlaskClient

from companion.live.room import Room
from tests.web.conftest import CODE, blocks, text_of
from web.app import create_app
from web.views.camera import Glimpses


class Shots:
    """A camera's pictures: bytes that tell the look and the width."""

    def __init__(self) -> None:
        self.number: int | None = 7

    def __call__(self, width_px: int) -> tuple[int, bytes] | None:
        return None if self.number is None else (self.number, f"JPEG {self.number} of {width_px}".encode())


@pytest.fixture
def shots() -> Shots:
    return Shots()


@pytest.fixture
def guest(room: Room, shots: Shots) -> FlaskClient:
    """A device without a cookie, at a table with a camera."""
    return create_app(room, secret_key=b"a key for tests", host_code=CODE, picture=shots).test_client()


@pytest.mark.parametrize(
    ("width", "given"), [("640", 640), ("1", 160), ("-5", 160), ("1920", 1920), ("99999", 1920), (None, 960)]
)
def test_the_picture_has_the_width_asked_for_within_bounds(guest: FlaskClient, width: str | None, given: int) -> None:
    reply = guest.get("/camera.jpg" if width is None else f"/camera.jpg?width={width}")
    assert (reply.status_code, reply.mimetype, reply.data) == (200, "image/jpeg", f"JPEG 7 of {given}".encode())
    assert reply.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("width", ["wide", "", "1e3", "٣"])
def test_a_width_that_is_no_number_is_refused_in_words(guest: FlaskClient, width: str) -> None:
    reply = guest.get("/camera.jpg", query_string={"width": width})
    assert reply.status_code == 400
    assert f"The width cannot be “{width}”. Give a whole number from 160 to 1920." in reply.text


def test_a_picture_is_sent_again_only_when_there_is_a_newer_one(guest: FlaskClient, shots: Shots) -> None:
    tag = guest.get("/camera.jpg?width=640").headers["ETag"]
    seen = {"If-None-Match": tag}
    again = guest.get("/camera.jpg?width=640", headers=seen)
    assert (again.status_code, again.data) == (304, b"")
    assert guest.get("/camera.jpg?width=800", headers=seen).status_code == 200
    shots.number = 8
    assert guest.get("/camera.jpg?width=640", headers=seen).data == b"JPEG 8 of 640"


def test_before_the_first_picture_the_page_says_so(guest: FlaskClient, shots: Shots) -> None:
    shots.number = None
    reply = guest.get("/camera.jpg")
    assert reply.status_code == 503
    assert "The camera has not sent a picture yet. Wait a moment, then reload." in reply.text


@pytest.mark.parametrize("path", ["/camera.jpg", "/camera"])
def test_without_a_camera_there_is_no_picture(client: FlaskClient, path: str) -> None:
    reply = client.get(path)
    assert reply.status_code == 404
    assert "No camera looks at this table. Plug one in, then start the companion again." in reply.text


def test_the_table_page_has_the_panel_only_where_there_is_a_camera(client: FlaskClient, guest: FlaskClient) -> None:
    panel = '<img data-camera src="/camera.jpg?width=640" alt="The mat as the camera sees it'
    assert panel in guest.get("/").text
    assert "camera.jpg" not in client.get("/").text


def test_the_camera_page_shows_the_picture_large_and_the_prompt(guest: FlaskClient) -> None:
    text = text_of(guest.get("/camera").text)
    assert 'src="/camera.jpg?width=1280"' in text
    assert "Draw lots: lay the start token before whoever begins." in text
    assert 'data-stream="/camera/stream"' in text
    assert "/static/news." in text, "what just happened is drawn there too"
    with closing(guest.get("/camera/stream")) as reply:
        page = next(block for block in blocks(reply) if "event: page" in block)
    assert '"parts":["prompt","news","sight"]' in page


def test_a_stream_tells_of_a_picture_once_hands_have_left_it(room: Room) -> None:
    now, seen, snapshot = 100.0, 1, room.session.snapshot()
    glimpses = Glimpses(lambda: seen, lambda: now)
    assert glimpses.news(snapshot, at_once=False) == 1, "the first one at once"
    told: list[object] = []
    for step in range(80):  # hands move for 14 seconds, then rest
        now += 0.25
        seen += step < 56
        told.append(glimpses.news(snapshot, at_once=False))
    while_moving, at_rest = told[:56], told[56:]
    assert len([each for each in while_moving if each]) == 2, "one in six seconds"
    assert [each for each in at_rest if each] == [57], "and the last"
    seen += 1
    assert glimpses.news(snapshot, at_once=True) == 58, "whoever looks in takes what there is"
    assert glimpses.news(snapshot, at_once=True) is None


def test_the_table_page_is_told_of_pictures_by_its_stream(guest: FlaskClient) -> None:
    reply = guest.get("/stream?brief")
    assert "event: picture\ndata: 7\n" in reply.text
