"""A roll whose dice are drafted, at a virtual table: where it is thrown, what of it is left, and no hand for cards."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.state.model import BagFilled, Draft, PoolRolled, TakeBag
from companion.live.room import Room
from companion.storage.home import Home
from companion.table.devices import DeviceHealth
from tests.companion.tables import HOST, tap_of
from tests.web.conftest import CODE, make_app, sit
from tests.web.world import SmallWorld
from web.app import create_app

pytestmark = pytest.mark.rolling_with_the_waves

ROLL = PoolRolled((4, 5, 6, 1, 2, 3), ("clear", "red", "red", "blue", "blue", "clear"))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table of two that is about to roll, where dice are read."""
    made = Room(GAMES, Home(tmp_path).make(), probe=lambda: (DeviceHealth("dice", "ok", "It reads."),))
    session = made.open_new("rolling_with_the_waves", {"players": 2}, seed=1)
    for act in (BagFilled(), TakeBag(0)):
        assert session.submit(HOST, tap_of([act], session.snapshot().revision)).accepted
    yield made
    made.close()


@pytest.fixture
def virtual(room: Room) -> Flask:
    """The same at a virtual table."""
    now = room.session.snapshot()
    world = SmallWorld(now.game.mat.layout(now.view(None)), now.game.mat.kit)
    return create_app(room, secret_key=b"a key for tests", host_code=CODE, world=lambda: world)


def text_of(client: FlaskClient, address: str) -> str:
    return html.unescape(client.get(address).text)


READ, ON_PIECES = (
    "Nothing to tap: the dice are read in the tray.",
    "Nothing to tap: roll on the page “Pieces”, and the dice are read in the tray.",
)


def test_whoever_rolls_is_told_that_the_dice_are_read(room: Room) -> None:
    app = make_app(room)
    assert READ in text_of(sit(app, 0), "/seat/1/")
    assert READ not in text_of(sit(app, 1), "/seat/2/")  # the first player rolls


def test_at_a_virtual_table_they_are_told_where_to_roll(virtual: Flask) -> None:
    assert ON_PIECES in text_of(sit(virtual, 0), "/seat/1/")


def test_dice_that_were_drafted_are_marked(room: Room, client: FlaskClient) -> None:
    for act in (ROLL, Draft(0, "red", 6, "free")):
        assert room.session.submit(HOST, tap_of([act], room.session.snapshot().revision)).accepted
    page = text_of(client, "/")
    assert page.count("<small>taken</small>") == 1
    assert "<span>red 6</span><small>taken</small>" in page


def test_a_game_without_cards_has_no_hand(virtual: Flask) -> None:
    ada = sit(virtual, 0)
    page = text_of(ada, "/seat/1/virtual")
    assert "Turn over" in page
    for words in ("data-has-hand", "Your hand", "In the hands", "Into my hand", "H takes it"):
        assert words not in page, words
    told = ada.get("/seat/1/virtual.json").get_json()
    assert (told["hand"], told["hands"]) == (None, [])
