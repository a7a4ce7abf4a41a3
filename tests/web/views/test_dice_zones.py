"""Dice that were laid on the mat, on the pages: what is said, who may answer, and the photograph."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from tests.companion.live.test_dice_zones import all_behind, pushed, whole
from tests.companion.seen import Snapper
from tests.web.conftest import make_app, sit, wait_until

pytestmark = pytest.mark.rolling_with_the_waves


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table at which the first mini board was pushed onto its place and seen."""
    made = Room(GAMES, Home(tmp_path).make(), photographer=Snapper())
    session = all_behind(made)
    pushed(session, 0, "hull", "ports", "crew")
    wait_until(made, lambda now: any(each.answers for each in now.zones))
    yield made
    made.close()


def part(client: FlaskClient, address: str) -> str:
    page = client.get(address).get_data(as_text=True)
    found = re.search(r'<section class="part zones".*?</section>', page, re.S)
    assert found is not None
    return html.unescape(found[0])


def test_the_seat_confirms_what_is_seen_on_its_board_and_others_read_it(app: Flask, client: FlaskClient) -> None:
    ada, bo = sit(app, 0, "Ada"), sit(app, 1, "Bo")
    own = part(ada, "/seat/1/")
    assert "Do the dice of Ada lie so?" in own
    assert own.count("<button") == 1
    for page in (part(bo, "/seat/2/"), part(client, "/")):
        assert "<button" not in page
        assert "Others answer this: " in re.sub(r"</?span[^>]*>", "", page)
    shot = re.search(r'src="(/dice/[^"]*\.jpg)"', own)
    assert shot is not None
    assert ada.get(shot[1]).data == b"JPEG of 50"
    assert ada.get(shot[1].replace("board.0", "board.1")).status_code == 404


def test_a_tap_confirms_it(app: Flask, room: Room) -> None:
    ada = sit(app, 0, "Ada")
    own = part(ada, "/seat/1/")
    actions = re.search(r'name="actions" value=\'?"?(\[.*?\])["\']', own)
    revision = re.search(r'name="revision" value="(\d+)"', own)
    assert actions is not None
    assert revision is not None
    ada.post("/seat/1/tap", data={"actions": actions[1], "revision": revision[1], "tap_id": "one"})
    assert whole(room.session.snapshot()).icons[0] == ("hull", "ports", "crew")


def test_a_table_without_dice_to_speak_of_shows_none(tmp_path: Path) -> None:
    room = Room(GAMES, Home(tmp_path / "other").make())
    all_behind(room)
    assert "hidden" in part(make_app(room).test_client(), "/").partition(">")[0]
    room.close()
