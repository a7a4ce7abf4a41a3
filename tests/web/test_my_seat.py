"""Whoever holds a seat finds it from every page, and moves pieces as that seat."""

from __future__ import annotations

from pathlib import Path

from companion.live.room import Room
from tests.companion.tables import open_room, own
from tests.web.conftest import CODE, make_app, named, sit
from tests.web.world import SmallWorld
from web.app import create_app

LINK = 'href="/seat/2/" aria-label="Your seat: Anna"'


def test_every_page_leads_to_the_seat_of_who_took_it_and_nobody_elses_does(room: Room) -> None:
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, picture=lambda width: None)
    anna, stranger = sit(app, 1, "Anna"), app.test_client()
    anna.post("/host/unlock", data={"code": CODE})
    for address in ("/", "/host", "/camera", "/enrol"):
        assert LINK in anna.get(address).get_data(as_text=True), address
        assert "Your seat" not in stranger.get(address).get_data(as_text=True)
    assert anna.post("/seat/2/leave").status_code == 303
    assert "Your seat" not in anna.get("/").get_data(as_text=True)


def test_a_mark_is_a_link_and_opens_nothing(room: Room) -> None:
    app = make_app(room)
    sit(app, 1, "Anna")
    liar = app.test_client()
    for name in ("2", "99", "0", "x", "00000000"):
        liar.set_cookie(f"companion-at-{name}-{named(b'a key for tests')}", "1")
    assert "Your seat: " in liar.get("/").get_data(as_text=True)
    assert liar.get("/seat/2/").status_code == 403
    assert liar.get("/seat/2/seat.json").status_code == 403


def test_pieces_are_moved_as_the_seat(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room)
        snapshot = room.session.snapshot()
        world = SmallWorld(snapshot.game.mat.layout(snapshot.view(None)), snapshot.game.mat.kit)
        app = create_app(room, secret_key=b"a key for tests", host_code=CODE, world=lambda: world)
        anna, stranger = sit(app, 1, "Anna"), app.test_client()
        assert 'href="/seat/2/virtual">Move pieces' in anna.get("/").get_data(as_text=True)
        assert 'href="/virtual">Move pieces' in stranger.get("/").get_data(as_text=True)
        assert "this page as Anna" in anna.get("/virtual").get_data(as_text=True)
