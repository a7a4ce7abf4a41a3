"""A person at a virtual table rolls by a button of the own seat's page, and tells nothing of what the dice show."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from tests.companion.lucky import lucky
from tests.companion.tables import own, play_to
from tests.games.sealed_bid.model import Phase
from tests.web.conftest import make_app, sit


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """The first and the third seat are to roll a die each; hands are there, and do nothing by themselves."""
    made = Room(GAMES, Home(tmp_path).make(), pace_s=0.0, has_hands=True)
    lucky(made)
    yield made
    made.close()


def page_of(client: FlaskClient, seat: int) -> str:
    return html.unescape(client.get(f"/seat/{seat + 1}/").get_data(as_text=True))


def buttons(page: str) -> list[tuple[str, str]]:
    part = re.search(r'data-part="settle".*?</section>', page, re.S)
    return re.findall(r'name="key" value="([^"]+)"[^>]*>([^<]+)<', part[0]) if part else []


def revision_of(page: str) -> str:
    found = re.search(r'name="revision" value="(\d+)"', page)
    assert found is not None
    return found[1]


def test_a_seat_rolls_its_own_by_a_button_and_no_other_page_has_it(room: Room) -> None:
    app = make_app(room)
    ada, ben = sit(app, 0), sit(app, 1)
    page = page_of(ada, 0)
    assert buttons(page) == [("seat0", "Roll your die for a point")]
    assert buttons(page_of(ben, 1)) == []
    assert "Tap what is yours to do, above." in page
    sent = {"key": "seat0", "revision": revision_of(page)}
    refused = ben.post("/seat/2/settle", data=sent, headers={"Accept": "application/json"})
    assert refused.status_code == 409
    assert ben.post("/seat/1/settle", data=sent).status_code == 403
    done = ada.post("/seat/1/settle", data=sent, headers={"Accept": "application/json"})
    assert (done.status_code, done.json["text"]) == (200, "The hands at the table do it now.")  # type: ignore[index]
    assert "The hands at the table do it now. Watch the table." in page_of(ada, 0)
    assert buttons(page_of(ada, 0)) == []
    assert ada.post("/seat/1/settle", data={"key": "seat0"}).status_code == 400


def test_a_seat_that_has_had_it_reads_for_whom_it_waits(room: Room) -> None:
    session = own(room, pawn=True)
    play_to(session, Phase.GUARD.value)
    app = make_app(room)
    ada, ben = sit(app, 0), sit(app, 1)
    found = re.search(r'name="actions" value="([^"]+)"', ada.get("/seat/1/").get_data(as_text=True))
    assert found is not None
    tap = {"actions": html.unescape(found[1]), "revision": revision_of(page_of(ada, 0))}
    assert ada.post("/seat/1/tap", data=tap).status_code == 303
    assert "You have it. It goes on once Ben has it too." in page_of(ada, 0)
    assert "You have it" not in page_of(ben, 1)
    at_the_table = re.findall(r'<li class="seat-.*?</li>', ada.get("/").get_data(as_text=True), re.S)
    told = [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in at_the_table]
    assert told[:2] == ["1 Ada has it", "2 waiting for Ben"]
    assert ben.post("/seat/2/tap", data=tap).status_code == 303
    assert session.snapshot().view(None).table.phase is Phase.SEAL
