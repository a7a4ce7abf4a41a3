"""Papers held against the companion: each row, what differs, and both ways to put it right."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.live.requests import Correct
from companion.live.room import Room
from companion.storage.home import Home
from tests.companion.tables import HOST

pytestmark = pytest.mark.rolling_with_the_waves

SENT = {"was:hull.0.1": "4", "fact:hull.0.1": "5", "was:hull.0.2": "2", "fact:hull.0.2": "0"}
MORE = {"was:buried1.1": "0", "fact:buried1.1": "1", "was:infamy.1": "5", "fact:infamy.1": "7"}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table of two at which the first map has 4 and 2 on its Hull."""
    made = Room(GAMES, Home(tmp_path).make())
    made.open_new("rolling_with_the_waves", {"players": 2}, seed=1)
    assert made.session.submit(HOST, Correct({"hull.0.1": 4, "hull.0.2": 2})).accepted
    yield made
    made.close()


def text_of(answer: str) -> str:
    return html.unescape(answer)


def test_every_map_stands_there_row_by_row(host: FlaskClient) -> None:
    assert "/host/compare" in host.get("/host").text
    page = text_of(host.get("/host/compare").text)
    assert page.count("as on paper</label>") == 2 * 11  # Infamy, Raise Spirits, chests, tracks, cannons, islands
    assert page.count('class="drawn"') == 2
    assert 'name="fact:hull.0.1" min="0" max="7" value="4"' in page


def test_a_guest_compares_nothing(client: FlaskClient) -> None:
    assert client.get("/host/compare").status_code == 403
    assert client.post("/host/compare", data=SENT).status_code == 403


def test_what_differs_is_mended_on_paper_or_in_the_companion(host: FlaskClient, room: Room) -> None:
    page = text_of(host.post("/host/compare", data={**SENT, **MORE}).text)
    assert "4 squares differ." in page
    told = page.replace("<span>", "").replace("</span>", "")
    assert "Hull, square 1: erase the 5 and write 4." in told
    assert "Hull, square 2: write 2." in told
    assert "Chest 1 is buried: take the cross off." in told
    assert "Infamy: make it 5." in told
    assert "Hull, square 1: the paper has 5, the companion 4." in told
    reply = host.post("/host/correct", data=SENT, headers={"Accept": "application/json"})
    assert reply.json is not None
    assert reply.json["accepted"], reply.json
    assert room.session.snapshot().view(None).table.played.maps[0].hull == (5,)


def test_where_nothing_was_changed_every_paper_is_right(host: FlaskClient) -> None:
    same = {"was:hull.0.1": "4", "fact:hull.0.1": "4"}
    assert "Every paper is as the companion has it." in host.post("/host/compare", data=same).text
