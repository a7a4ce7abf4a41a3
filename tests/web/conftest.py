"""A real room on a folder of its own, its pages, and clients for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.live.snapshot import Snapshot
from companion.storage.home import Home
from tests.companion.tables import own, virtual, wait_for
from web.app import create_app
from web.http.access import Access

CODE = "PEARL7"
NAMES = ("Ada", "Ben", "Cleo", "Dora")


def wait_until(room: Room, is_so: Callable[[Snapshot], bool]) -> Snapshot:
    """The first snapshot of which something is so; fails where nothing changes any more before that."""
    return wait_for(room.session, is_so)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table that plays with its own cards: nothing happens unless it is tapped."""
    made = Room(GAMES, Home(tmp_path).make(), pace_s=0.0)
    own(made)
    yield made
    made.close()


@pytest.fixture
def virtual_room(tmp_path: Path) -> Iterator[Room]:
    """A table whose cards the companion deals at once."""
    made = Room(GAMES, Home(tmp_path).make(), pace_s=0.0)
    virtual(made)
    yield made
    made.close()


@pytest.fixture
def boxed_room(tmp_path: Path) -> Iterator[Room]:
    """A table for two at which a game is on whose box is corrected on a page."""
    made = Room(GAMES, Home(tmp_path).make(), pace_s=0.0)
    made.open_new("atlantis_rising", {"players": 2}, seed=1)
    yield made
    made.close()


@pytest.fixture
def app(room: Room) -> Flask:
    return make_app(room)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A device that has no cookie yet."""
    return app.test_client()


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    """A device that typed the host code."""
    device = app.test_client()
    assert device.post("/host/unlock", data={"code": CODE}).status_code == 303
    return device


def make_app(room: Room) -> Flask:
    """The pages of a room, with errors answered as they are at the table."""
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


def named(secret_key: bytes) -> str:
    """What the cookies of the table with this key end in."""
    response = Response()
    Access(secret_key, CODE).give_host(response)
    return response.headers["Set-Cookie"].partition("=")[0].removeprefix("companion-host-")


def sit(app: Flask, seat: int, name: str = "") -> FlaskClient:
    """A device of its own for the person in a seat."""
    device = app.test_client()
    reply = device.post(f"/seat/{seat + 1}/take", data={"name": name or NAMES[seat]})
    assert reply.status_code == 303, reply.get_data(as_text=True)
    return device


def everybody(room: Room) -> tuple[Flask, list[FlaskClient]]:
    """The pages of a virtual game with a person in each seat, and their devices, as the first seat is to bid."""
    app = make_app(room)
    devices = [sit(app, seat) for seat in range(3)]
    virtual(room, order="turn")
    wait_until(room, lambda now: now.view(None).table.phase.value == "seal")
    return app, devices


def blocks(reply: TestResponse) -> Iterator[str]:
    """The blocks of a streamed answer, as they come."""
    for part in reply.response:
        assert isinstance(part, str | bytes)
        yield part if isinstance(part, str) else part.decode()


def text_of(page: str) -> str:
    """The words of a page with single spaces."""
    return " ".join(page.split())
