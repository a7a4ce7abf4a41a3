"""What is put together on a seat's own page: by buttons or on a drawing, with script or without, for its eyes alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Moment, Snapshot
from companion.storage.home import Home
from tests.companion.tables import own, play_to
from tests.web.conftest import blocks, make_app, sit
from web.http.stream import Feed, follow
from web.render.pages import Pages

ADA = "/seat/1/"


@pytest.fixture
def wagers(tmp_path: Path) -> Iterator[tuple[Room, Flask]]:
    """A table at which two are to wager, with a drawing of it."""
    yield from _table(tmp_path, board=True)


@pytest.fixture
def plain_wagers(tmp_path: Path) -> Iterator[tuple[Room, Flask]]:
    """The same without a drawing."""
    yield from _table(tmp_path)


def _table(folder: Path, **options: Any) -> Iterator[tuple[Room, Flask]]:
    room = Room(GAMES, Home(folder).make(), pace_s=0.0)
    own(room, players=2, wager=True, **options)
    yield room, make_app(room)
    room.close()


def seated(room: Room, app: Flask) -> tuple[FlaskClient, FlaskClient, Session]:
    ada, bo = sit(app, 0, "Ada"), sit(app, 1, "Bo")
    play_to(room.session, "wager")
    return ada, bo, room.session


def put(device: FlaskClient, chips: tuple[int, ...], seat: int = 0) -> Any:
    body = {"draft": {"type": "Wager", "seat": seat, "chips": chips}, "revision": 10**6}
    return device.post(f"/seat/{seat + 1}/tap", json=body)


def page(device: FlaskClient, seat: int = 0) -> str:
    return device.get(f"/seat/{seat + 1}/").get_data(as_text=True)


def test_buttons_put_it_together_and_keep_their_key(plain_wagers: tuple[Room, Flask]) -> None:
    ada, _, _ = seated(*plain_wagers)
    key = 'name="draft" value="{}" data-key="Your wager/on.1"'
    first = "{&#34;type&#34;:&#34;Wager&#34;,&#34;seat&#34;:0,&#34;chips&#34;:[0,1,0]}"
    assert key.format(first) in page(ada)
    assert "data-drafted" not in page(ada)
    assert put(ada, (0, 1, 0)).get_json()["draft"] == 1
    text = page(ada)
    assert key.format(first.replace("1,0]", "2,0]")) in text
    assert 'data-drafted="1"' in text
    assert "A chip on Bo (1 there)" in text
    assert 'name="draft" value="null" data-key="Your wager/Begin anew"' in text
    assert re.search(r'name="actions" value="[^"]*0,1,0[^"]*" data-key="Your wager/Seal this wager"', text)


def test_cells_of_a_drawing_put_it_together(wagers: tuple[Room, Flask]) -> None:
    ada, bo, _ = seated(*wagers)
    text = page(ada)
    assert re.search(r'data-key="board/wager/on.1" data-draft="[^"]*\[0,1,0\]\}"', text)
    assert not re.search(r'data-key="board/wager/off.1" data-draft', text)
    assert "A chip on Bo" not in text.partition('id="choices"')[2].partition("</section>")[0]
    assert put(ada, (0, 1, 0)).status_code == 200
    assert re.search(r'data-key="board/wager/off.1" data-draft="[^"]*\[0,0,0\]\}"', page(ada))
    assert not re.search(r'data-key="board/wager/off.\d" data-draft', page(bo, 1))
    assert '<button class="choice" name="draft"' in text.partition("<noscript>")[2]


def test_a_plain_form_puts_it_together(plain_wagers: tuple[Room, Flask]) -> None:
    ada, _, session = seated(*plain_wagers)
    form = {"draft": json.dumps({"type": "Wager", "seat": 0, "chips": [1, 0, 0]}), "revision": "1000"}
    reply = ada.post(f"{ADA}tap", data=form)
    assert (reply.status_code, reply.headers["Location"]) == (303, ADA)
    assert session.snapshot().view(0).draft is not None
    assert ada.post(f"{ADA}tap", data={"draft": "null", "revision": "1000"}).status_code == 303
    assert session.snapshot().view(0).draft is None
    for form in ({"draft": "", "revision": "1"}, {"draft": "[]", "revision": "1"}, {"draft": "null", "revision": ""}):
        refused = ada.post(f"{ADA}tap", data=form)
        assert refused.status_code == 400
        assert "could not be read" in refused.get_data(as_text=True)


def test_neither_host_nor_guest_nor_another_seat_puts_it_together(plain_wagers: tuple[Room, Flask]) -> None:
    room, app = plain_wagers
    _, bo, session = seated(room, app)
    host = app.test_client()
    assert host.post("/host/unlock", data={"code": "PEARL7"}).status_code == 303
    body = {"draft": {"type": "Wager", "seat": 0, "chips": [1, 0, 0]}, "revision": 1000}
    assert bo.post(f"{ADA}tap", json=body).status_code == 403
    assert app.test_client().post(f"{ADA}tap", json=body).status_code == 403
    assert host.post("/tap", json=body).status_code == 400
    assert bo.post("/seat/2/tap", json=body).status_code == 409
    assert session.snapshot().drafts.number(0) == 0


def test_two_pages_of_a_seat_show_the_same_and_the_json_too(plain_wagers: tuple[Room, Flask]) -> None:
    ada, bo, _ = seated(*plain_wagers)
    assert put(ada, (0, 0, 1)).status_code == 200
    assert page(ada) == page(ada)
    told = ada.get(f"{ADA}seat.json").get_json()
    assert told["view"]["draft"] == {"type": "Wager", "seat": 0, "chips": [0, 0, 1]}
    (first, *_) = told["choices"]
    assert first["draft"]["chips"] == [1, 0, 1]
    assert first["actions"] == []
    for other in (bo.get("/seat/2/seat.json"), bo.get("/table.json")):
        assert "draft" not in other.get_json()["view"]


@pytest.mark.parametrize("eyes", [None, 1])
def test_the_streams_of_others_neither_wake_nor_say_anything(wagers: tuple[Room, Flask], eyes: int | None) -> None:
    """Not even their heartbeats come at another time."""
    room, app = wagers
    ada, _, session = seated(room, app)
    pages = Pages(app.jinja_env)
    draw = (lambda now: pages.table(now, False)) if eyes is None else (lambda now: pages.seat(now, eyes))
    looks, waits = list[Snapshot](), list[float]()

    def may_look(now: Session) -> bool:
        looks.append(now.snapshot())
        return True

    honest = session.wait_for_seat

    def wait(seat: int | None, moment: Moment, timeout_s: float) -> Snapshot:
        waits.append(timeout_s)
        if len(waits) == 1:
            assert put(ada, (1, 0, 0)).status_code == 200
            assert honest(0, (moment[0], 0), timeout_s).view(0).draft is not None
            assert session.snapshot().moment(seat) == moment, "this stream would go on at once"
        return session.snapshot()

    session.wait_for_seat = wait  # type: ignore[method-assign]
    with app.test_request_context():
        events = follow(room, Feed(eyes, draw, may_look), None, lambda: len(waits) > 2)
        told = list(events)
    assert sum("event: page" in block for block in told) == 1
    assert "event:" in told[-1]
    assert (len(looks), len(waits)) == (1, 3), "it looks at the table once and goes on waiting"


def test_a_stream_sends_the_parts_that_a_tap_has_changed(plain_wagers: tuple[Room, Flask]) -> None:
    ada, _, _ = seated(*plain_wagers)
    stream = ada.get(f"{ADA}stream", buffered=False)
    told = blocks(stream)
    assert any("event: page" in block for block in told)
    assert put(ada, (1, 0, 0)).status_code == 200
    fresh = next(block for block in told if "event: page" in block)
    stream.close()
    sent = json.loads(fresh.partition("data: ")[2])
    assert re.findall(r'<section [^>]*data-part="(\w+)"', sent["html"]) == ["choices"]


def test_the_table_is_drawn_no_more_for_it(plain_wagers: tuple[Room, Flask]) -> None:
    """Else whoever asks for it could tell by the time that this takes that something is put together."""
    room, app = plain_wagers
    ada, _, session = seated(room, app)
    pages = Pages(app.jinja_env)
    with app.test_request_context():
        first = pages.table(session.snapshot(), True), pages.beside(session.snapshot(), None, False)
        assert put(ada, (1, 0, 0)).status_code == 200
        again = pages.table(session.snapshot(), True), pages.beside(session.snapshot(), None, False)
    assert [one is other for one, other in zip(first, again, strict=True)] == [True, True]
