"""Pages before the game: where to sit, what is played, who starts; and where free seats stand while it runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.deal import DEALT, OWN, with_cards
from companion.games.registry import GAMES
from companion.live.lobby import NOT_BEGUN, Lobby
from companion.live.room import Room
from companion.storage.home import Home
from tests.companion.tables import tap_of
from tests.games.registered import SEALED_BID
from tests.web.conftest import CODE, sit, text_of, wait_until
from tests.web.sights import SIGHTS, show
from tests.web.world import SmallWorld
from web.app import create_app

JSON = {"Accept": "application/json"}
ADDRESSES = ("http://127.0.0.1:8000/", "http://192.168.7.5:8000/")
NAME = SEALED_BID.name
FIRST = SEALED_BID.choices(SEALED_BID.view(SEALED_BID.new_game({"cards": "own"}, {}), None))[0].actions


def pages_of(room: Room) -> Flask:
    return create_app(room, secret_key=b"a key for tests", host_code=CODE, addresses=lambda: ADDRESSES)


def open_table(folder: Path, seats_may_start: bool = True) -> Room:
    made = Room(GAMES, Home(folder).make(), pace_s=0.0, opens_with=Lobby("waiting", seats_may_start))
    made.open_new(NAME, with_cards(SEALED_BID, {}, OWN), seed=1, lobby="waiting")
    return made


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table in its lobby, with own cards."""
    made = open_table(tmp_path)
    yield made
    made.close()


@pytest.fixture
def app(room: Room) -> Flask:
    return pages_of(room)


def host_of(app: Flask) -> FlaskClient:
    device = app.test_client()
    assert device.post("/host/unlock", data={"code": CODE}).status_code == 303
    return device


def live_of(page: str) -> str:
    """The live part alone, with single spaces."""
    return text_of(page.partition('id="live"')[2].partition("</main>")[0])


def test_a_device_without_a_seat_reads_where_to_sit_what_is_played_and_the_address(app: Flask) -> None:
    sit(app, 1, "Ben")
    page = live_of(app.test_client().get("/").text)
    assert "Where do you sit?" in page
    assert re.findall(r'<a class="place" href="(.*?)">', page) == ["/seat/1/", "/seat/2/", "/seat/3/"]
    assert page.count("Sit here") == 2
    assert "Ben</b>" in page
    assert "<dt>Players</dt><dd>3</dd>" in page
    assert "192.168.7.5:8000" in page
    assert "127.0.0.1" not in page
    assert "Any seated phone can tap Start." in page
    assert 'action="/start"' not in page, "nobody starts who neither sits nor is the host"


def test_who_sits_starts_and_all_pages_show_the_game(room: Room, app: Flask) -> None:
    anna = sit(app, 0, "Anna")
    page = live_of(anna.get("/seat/1/").text)
    assert "Free seats are people without a phone." in page
    assert 'action="/seat/1/start"' in page
    assert "data-tap" not in page, "nothing can be tapped before"
    refused = anna.post("/seat/1/tap", json=as_json(room), headers=JSON)
    assert (refused.status_code, refused.json["text"]) == (409, NOT_BEGUN)  # type: ignore[index]
    assert anna.post("/seat/1/start").headers["Location"] == "/seat/1/"
    assert "data-tap" in live_of(anna.get("/seat/1/").text)
    assert "Where do you sit?" not in app.test_client().get("/").text


def as_json(room: Room) -> dict[str, object]:
    tap = tap_of(FIRST, room.session.snapshot().revision)
    return {"actions": list(tap.actions), "revision": tap.revision, "tap_id": tap.tap_id}


def test_everybody_sits_and_the_start_speaks_of_no_free_seats(app: Flask) -> None:
    devices = [sit(app, seat) for seat in range(3)]
    page = live_of(devices[2].get("/seat/3/").text)
    assert "Everybody sits. Start the game." in page
    assert "without a phone" not in page
    assert "Everybody sits." in live_of(app.test_client().get("/").text)


def test_where_the_host_alone_may_start_the_others_read_so(tmp_path: Path) -> None:
    room = open_table(tmp_path, seats_may_start=False)
    app = pages_of(room)
    anna, host = sit(app, 0, "Anna"), host_of(app)
    assert "The host taps Start." in live_of(anna.get("/seat/1/").text)
    assert anna.post("/seat/1/start", headers=JSON).status_code == 403
    for path in ("/", "/host"):
        assert re.search(r'action="(/host)?/start"', live_of(host.get(path).text))
    assert host.post("/start").status_code == 303
    assert room.session.snapshot().lobby is None
    room.close()


def test_the_start_needs_a_seat_or_the_host_code(room: Room, app: Flask) -> None:
    device = app.test_client()
    for path in ("/start", "/seat/1/start", "/host/start"):
        assert device.post(path, headers=JSON).status_code == 403
    assert room.session.snapshot().lobby is not None


def test_a_name_is_changed_and_a_seat_left_before_the_start(room: Room, app: Flask) -> None:
    anna = sit(app, 0, "Anna")
    page = live_of(anna.get("/seat/1/").text)
    assert 'action="/seat/1/take"' in page
    assert 'action="/seat/1/leave"' in page
    assert anna.post("/seat/1/take", data={"name": "Anne"}).status_code == 303
    assert room.session.snapshot().names[0] == "Anne"


def test_the_table_as_json_says_that_it_waits(app: Flask) -> None:
    device = host_of(app)
    assert device.get("/table.json").json["lobby"] == "waiting"  # type: ignore[index]
    device.post("/start")
    assert device.get("/table.json").json["lobby"] is None  # type: ignore[index]


def test_free_seats_stand_first_while_the_game_runs_but_not_where_the_device_has_one(app: Flask) -> None:
    anna = sit(app, 0, "Anna")
    anna.post("/seat/1/start")
    page = app.test_client().get("/").text
    live = live_of(page)
    assert live.index('data-part="sit"') < live.index('data-part="prompt"')
    strip = live[live.index('data-part="sit"') : live.index('data-part="prompt"')]
    assert re.findall(r'href="(.*?)"', strip) == ["/seat/2/", "/seat/3/"]
    assert "has-seat" not in page
    assert "has-seat" in anna.get("/").text
    for seat in (1, 2):
        sit(app, seat)
    assert 'data-part="sit"' not in app.test_client().get("/").text


def test_pieces_of_a_virtual_table_are_not_moved_before_the_start(room: Room) -> None:
    now = room.session.snapshot()
    world = SmallWorld(now.game.mat.layout(now.view(None)), now.game.mat.kit)
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, world=lambda: world)
    anna = sit(app, 0, "Anna")
    refused = anna.post("/seat/1/virtual/turn", json={"piece": 1}, headers=JSON)
    assert (refused.status_code, refused.json["text"]) == (409, NOT_BEGUN)  # type: ignore[index]
    assert "The game has not begun." in anna.get("/seat/1/virtual").text


def test_a_virtual_camera_that_looks_for_its_mat_does_not_move_the_start(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = room.session.snapshot()
    world = SmallWorld(now.game.mat.layout(now.view(None)), now.game.mat.kit)
    show(monkeypatch, SIGHTS["unseen"])
    real, virtual = pages_of(room), create_app(room, secret_key=b"k", host_code=CODE, world=lambda: world)
    for app, is_told in ((real, True), (virtual, False)):
        assert ("Not in view" in sit(app, 0, "Anna").get("/seat/1/").text) is is_told


def test_whoever_sits_down_at_a_demonstration_comes_to_a_table_of_their_own(tmp_path: Path) -> None:
    room = Room(GAMES, Home(tmp_path).make(), pace_s=0.0)
    room.open_new(NAME, with_cards(SEALED_BID, {}, DEALT), seed=1, lobby="demonstration")
    app = pages_of(room)
    wait_until(room, lambda now: now.can_undo > 3)
    shown = room.session.game_id
    device, host = app.test_client(), host_of(app)
    assert "Demonstration." in live_of(device.get("/").text)
    assert "Open a table of your own" in host.get("/host").text
    assert shown not in host.get("/host/games").text
    assert "Bots show a game now." in text_of(device.get("/seat/2/").text)
    anna = sit(app, 1, "Anna")
    assert "Demonstration." not in device.get("/").text
    page = live_of(anna.get("/seat/2/").text)
    assert "Bots take the free seats." in page
    assert shown not in host.get("/host/games").text
    assert room.session.snapshot().last_row == 2, "nothing but a seat"
    room.close()


def test_every_page_that_draws_the_sign_of_a_seat_has_the_sheet_that_says_how_large(app: Flask) -> None:
    host = host_of(app)
    drawn = {path: page for path in ("/", "/seat/2/", "/host") if "seat-sign" in (page := host.get(path).text)}
    assert {"/", "/seat/2/"} <= drawn.keys()
    assert [path for path, page in drawn.items() if not re.search(r"/static/lobby\.\w+\.css", page)] == []
