"""Dice thrown by the page of a virtual table: a person the own, the host any, whoever looks on none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from tests.companion.instant import InstantWorld
from tests.companion.lucky import lucky
from tests.games.sealed_bid.layout import KIT, layout_of
from tests.web.conftest import CODE, sit
from web.app import create_app


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """The first seat and the third are to roll a die each."""
    made = Room(GAMES, Home(tmp_path).make(), pace_s=0.0)
    lucky(made)
    yield made
    made.close()


@pytest.fixture
def world() -> InstantWorld:
    return InstantWorld(layout_of(3, luck=True), KIT)


@pytest.fixture
def app(room: Room, world: InstantWorld) -> Flask:
    return create_app(room, secret_key=b"a key for tests", host_code=CODE, world=lambda: world)


def throw(client: FlaskClient, address: str, key: str) -> tuple[int, str]:
    reply = client.post(f"{address}virtual/roll", json={"key": key})
    return reply.status_code, reply.get_json()["text"]


def offered(client: FlaskClient, address: str) -> list[Any]:
    return [roll["label"] for roll in client.get(f"{address}virtual.json").get_json()["rolls"]]


def test_a_person_throws_the_own_die_the_host_any(app: Flask, room: Room, world: InstantWorld) -> None:
    ada, ben, guest, host = sit(app, 0), sit(app, 1), app.test_client(), app.test_client()
    assert host.post("/host/unlock", data={"code": CODE}).status_code == 303
    assert offered(ada, "/seat/1/") == ["Ada rolls"]
    assert offered(ben, "/seat/2/") == offered(guest, "/") == []
    assert offered(host, "/") == ["Ada rolls", "Seat 3 rolls"]
    assert throw(ada, "/seat/1/", "seat0") == (200, "Done.")
    assert ([die.colour for die in world.rolled()], room.session.snapshot().roll.named) == (["red"], "seat0")
    assert throw(host, "/", "seat2") == (200, "Done.")
    assert ([die.colour for die in world.rolled()], room.session.snapshot().roll.named) == (["green"], "seat2")


@pytest.mark.parametrize("key", ["seat2", "seat1", ""])
def test_what_is_not_theirs_to_throw_lies_as_it_lay(app: Flask, world: InstantWorld, key: str) -> None:
    ada = sit(app, 0)
    refused = "That roll is not yours to throw now. Look at the table again."
    assert throw(ada, "/seat/1/", key) == (409, refused)
    assert throw(app.test_client(), "/", "seat0")[0] == 403
    assert ada.post("/seat/1/virtual/roll", json={"value": 6}).status_code == 400
    assert world.thrown == 0
