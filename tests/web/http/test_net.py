"""Where something of a page cannot be drawn: the buttons and the host's undo stay, it is said, and the log has it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.room import Room
from tests.companion.tables import open_room, own, play_to, tap_first
from tests.games.members import exchanged, member
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.model import BidView
from tests.web.conftest import CODE, make_app, sit
from web.app import create_app

SECRET = "what one seat alone knows"
SAID = "Something on this page cannot be drawn."
BROKEN = (
    *("screen.boards", "screen.panels", "facts", "mat.expected", "light.scene", "screen.own_pieces", "mat.layout"),
    *("screen.rule_words", "prompt"),
)
"""What of a game breaks, one after the other."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table at which everything is tapped, and some of it on a board."""
    with open_room(tmp_path) as made:
        own(made, board=True, players=2)
        assert tap_first(made.session).accepted
        yield made


def netted(room: Room) -> Flask:
    """The pages as a companion serves them that people play with."""
    return create_app(room, secret_key=b"a key for tests", host_code=CODE, has_net=True)


def broken(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """Let that part break for as long as the table is as the host has corrected it."""
    whole = member(SEALED_BID, part)

    def fail(view: BidView, *more: Any) -> Any:
        if view.table.why == ("host",):
            raise ValueError(SECRET)
        return whole(view, *more)

    monkeypatch.setattr(SealedBid, *exchanged(SEALED_BID, part, fail))


def hosting(app: Flask) -> FlaskClient:
    host = sit(app, 0)
    assert host.post("/host/unlock", data={"code": CODE}).status_code == 303
    return host


def buttons(page: str) -> list[str]:
    """What the buttons for acts of a page send."""
    return re.findall(r'class="choice" name="actions" value="([^"]*)"', page)


def correct(host: FlaskClient) -> None:
    """What breaks pages here, and no law of the game."""
    reply = host.post("/host/correct", data={"fact:round": "2"})
    assert reply.status_code == 303, reply.text


def undo(room: Room, host: FlaskClient) -> None:
    assert host.get("/host/undo").status_code == 200
    revision = str(room.session.snapshot().revision)
    assert host.post("/host/undo", data={"steps": "1", "revision": revision}).status_code == 303


@pytest.mark.parametrize("part", BROKEN)
def test_pages_that_a_correction_breaks_keep_their_buttons_and_the_undo(
    part: str, room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host = hosting(netted(room))
    broken(monkeypatch, part)
    correct(host)
    pages = {address: host.get(address) for address in ("/", "/host", "/seat/1/")}
    assert {reply.status_code for reply in pages.values()} == {200}
    assert SAID in "".join(reply.text for reply in pages.values())
    told = host.get("/table.json").json
    assert told is not None
    assert told["game_id"] == room.session.game_id
    with host.get("/stream?brief=1") as stream:
        assert b"event: page" in stream.data
    assert "could not be drawn: ValueError" in caplog.text
    assert SECRET not in caplog.text
    # The way back, and then an act by a button of the page.
    undo(room, host)
    assert SAID not in host.get("/").text
    correct(host)
    (act, *_) = buttons(host.get("/").text)
    sent = {"actions": html.unescape(act), "revision": str(room.session.snapshot().revision)}
    assert host.post("/tap", data=sent).status_code == 303
    assert SAID not in host.get("/").text


def test_what_would_be_tapped_on_a_broken_board_is_a_button(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    host = hosting(netted(room))
    play_to(room.session, "seal")
    assert "Tap it on the drawing." in host.get("/seat/1/").text
    broken(monkeypatch, "screen.boards")
    correct(host)
    page = host.get("/seat/1/").text
    assert SAID in page
    assert len(buttons(page)) == len(room.session.snapshot().choices(0)) == 2


def test_without_the_net_a_fault_is_an_error(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    host = hosting(make_app(room))
    broken(monkeypatch, "screen.boards")
    correct(host)
    assert (host.get("/").status_code, host.get("/table.json").status_code) == (500, 500)
