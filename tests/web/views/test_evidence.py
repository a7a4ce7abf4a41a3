"""“Show me”: what an act was learned from, for the table, a seat and the host, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.live.chronicle import Account
from companion.live.requests import Undo
from companion.live.room import Room
from companion.storage.home import Home
from companion.table.felt import Feeling
from tests.companion.seen import SeenTable, Snapper
from tests.companion.tables import HOST, own, play_to, tap_first, ticking_clock, wait_for
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.words import RULES
from tests.said import said
from tests.web.conftest import CODE, blocks, make_app, sit, text_of
from web.views.evidence import sure_words


@pytest.fixture
def snapper() -> Snapper:
    return Snapper()


@pytest.fixture
def room(tmp_path: Path, snapper: Snapper) -> Iterator[Room]:
    """A table at which acts are photographed."""
    made = Room(GAMES, Home(tmp_path).make(), clock=ticking_clock(), photographer=snapper)
    own(made)
    yield made
    made.close()


@pytest.fixture
def app(room: Room) -> Flask:
    return make_app(room)


@pytest.fixture
def table(room: Room) -> SeenTable:
    return SeenTable(room.session)


@pytest.fixture
def told(table: SeenTable) -> Account:
    """The first act of the game: the camera saw who begins."""
    return table.act()


def address(room: Room, row: object = 2, base: str = "/", end: str = "") -> str:
    return f"{base}evidence/{room.session.game_id}/{row}{end}"


def test_every_page_with_a_log_leads_to_what_was_seen(
    room: Room, app: Flask, client: FlaskClient, host: FlaskClient, told: Account
) -> None:
    assert tap_first(room.session).accepted
    ada = sit(app, 0)
    for device, page, base in ((client, "/", "/"), (host, "/host", "/host/"), (ada, "/seat/1/", "/seat/1/")):
        text = device.get(page).get_data(as_text=True)
        link = f'<a class="show" href="{address(room, base=base)}" aria-label="Show me: {told.line.text}">Show me</a>'
        assert text.count(link) == text.count("Show me</a>") == 1
        assert f'data-evidence="{base}evidence/"' in text
        shown = device.get(address(room, base=base))
        assert shown.status_code == 200
        words = text_of(shown.get_data(as_text=True))
        assert f'<h1 class="say">{told.line.text}</h1>' in words
        assert f'<a class="button" href="{page}">Back</a>' in words
        assert f'<img src="{address(room)}.jpg"' in words


def test_a_line_that_comes_live_says_that_there_is_something_to_show(client: FlaskClient, told: Account) -> None:
    lines = []
    for block in blocks(client.get("/stream")):
        if "event: page" in block:
            break
        if "event: log" in block:
            lines.append(json.loads(block.partition("data: ")[2]))
    assert said(lines) == [
        {
            "number": 2,
            "text": str(told.line.text),
            "rules": [{"id": rule, "words": str(RULES[rule])} for rule in told.line.rules],
            "kind": "act",
            "has_evidence": True,
        }
    ]


def test_the_page_says_who_told_where_and_how_surely(room: Room, client: FlaskClient, told: Account) -> None:
    words = text_of(client.get(address(room)).get_data(as_text=True))
    facts = words[words.index('<dl class="facts-of">') : words.index("</dl>")]
    assert "<dt>Told by</dt> <dd>the camera</dd>" in facts
    assert "<dt>Where</dt> <dd>Seat 1&#39;s token place</dd>" in facts
    assert (
        "<dt>Read</dt> <dd>Very clear, 100% <small>The least sure marker there; 100% measures exactly as printed."
        in facts
    )
    assert "<dt>At</dt> <dd>" in facts
    assert "The scale felt" not in facts
    assert "taken back" not in words


@pytest.mark.parametrize(
    ("confidence", "words"),
    [
        (1.0, "Very clear"),
        (0.8, "Very clear"),
        (0.79, "Clear"),
        (0.5, "Clear"),
        (0.3, "Fair"),
        (0.2, "Faint"),
        (-1, "Faint"),
    ],
)
def test_a_confidence_has_words(confidence: float, words: str) -> None:
    assert sure_words(confidence) == words


def test_the_photograph_is_what_was_taken(room: Room, client: FlaskClient, told: Account, snapper: Snapper) -> None:
    reply = client.get(address(room, end=".jpg"))
    assert (reply.status_code, reply.mimetype) == (200, "image/jpeg")
    assert reply.data == f"JPEG of {snapper.asked[0][1]}".encode()
    assert reply.headers["Cache-Control"] == "no-store"


def test_a_photograph_of_another_moment_says_so(
    room: Room, client: FlaskClient, table: SeenTable, snapper: Snapper
) -> None:
    snapper.late = 2
    table.act()
    words = text_of(client.get(address(room)).get_data(as_text=True))
    assert "<dt>Photograph</dt> <dd>0.2 s after the look</dd>" in words


def test_a_photograph_that_is_missing_or_changed_leaves_the_rest_of_the_page(
    room: Room, client: FlaskClient, told: Account
) -> None:
    file = room.session.photos.path(2)
    for content, wanted in ((b"another", "is not the photograph that was taken"), (None, "of row 2 is missing")):
        if content is None:
            file.unlink()
        else:
            file.write_bytes(content)
        shown = client.get(address(room))
        assert shown.status_code == 200
        assert wanted in shown.get_data(as_text=True)
        assert str(told.line.text) in shown.get_data(as_text=True)
        assert "<img" not in shown.get_data(as_text=True)
        reply = client.get(address(room, end=".jpg"))
        assert reply.status_code == 404
        assert wanted in reply.get_data(as_text=True)


def test_an_act_without_a_photograph_says_why(
    room: Room, client: FlaskClient, table: SeenTable, snapper: Snapper
) -> None:
    snapper.is_blind = True
    table.act()
    text = "There is no photograph: the camera&#39;s picture was gone when the act was understood."
    assert text in client.get(address(room)).get_data(as_text=True)
    assert client.get(address(room, end=".jpg")).status_code == 404


def test_an_act_of_the_card_reader_says_so(room: Room, client: FlaskClient) -> None:
    play_to(room.session, "prize")
    room.feel(Feeling())
    room.feel(Feeling(card=next(tag for tag, kind in SEALED_BID.mat.kit.tags.items() if kind == "card:4")))
    row = wait_for(room.session, lambda now: now.view(None).table.phase.value == "pearls").last_row
    words = text_of(client.get(address(room, row)).get_data(as_text=True))
    assert "There is no photograph: a card on the reader told of this act, and no camera." in words
    assert "<dt>Told by</dt> <dd>the board</dd>" in words
    assert "<dt>Felt</dt> <dd>a card on the reader</dd>" in words
    assert "<dt>Where</dt>" not in words
    assert client.get(address(room, row, end=".jpg")).status_code == 404


def test_an_act_that_was_taken_back_says_so(room: Room, client: FlaskClient, told: Account) -> None:
    assert room.session.submit(HOST, Undo()).accepted
    assert "This act was taken back." in client.get(address(room)).get_data(as_text=True)


@pytest.mark.parametrize(
    "row", ["1", "99", "999999999999999", "-1", "0", "two", "2.5", "٢", "2%00", "..%2f2", "2.jpg.jpg"]
)
def test_a_row_that_is_no_act_is_refused_in_words(room: Room, client: FlaskClient, told: Account, row: str) -> None:
    for end in ("", ".jpg"):
        reply = client.get(address(room, row, end=end))
        assert reply.status_code == 404, reply.get_data(as_text=True)
        words = reply.get_data(as_text=True)
        assert "There is no act of that number in this game." in words or "There is no page at this address." in words


def test_an_act_that_was_tapped_has_nothing_to_show(room: Room, client: FlaskClient) -> None:
    assert tap_first(room.session).accepted
    for end in ("", ".jpg"):
        reply = client.get(address(room, end=end))
        assert reply.status_code == 404
        assert (
            "This act was told by the host and not by a sensor, so there is nothing to show. "
            "Choose one that says “Show me” in the log."
        ) in reply.get_data(as_text=True)


@pytest.mark.parametrize("game", ["sealed-bid-1", "..", "..%2f..%2fkeys", "%2fetc%2fpasswd"])
def test_another_games_act_is_refused_whatever_the_address_says(client: FlaskClient, told: Account, game: str) -> None:
    for end in ("2", "2.jpg", "passwd", "keys.json"):
        reply = client.get(f"/evidence/{game}/{end}")
        assert reply.status_code == 404
        assert "cookie_key" not in reply.get_data(as_text=True)
    words = client.get("/evidence/sealed-bid-1/2").get_data(as_text=True)
    assert "This act is of another game than the one on the table." in words


def test_the_host_and_each_seat_have_their_own_door(
    room: Room, app: Flask, client: FlaskClient, host: FlaskClient, told: Account
) -> None:
    ada, ben = sit(app, 0), sit(app, 1)
    for device in (client, host, ben):
        reply = device.get(address(room, base="/seat/1/"))
        assert reply.status_code == 403
        assert str(told.line.text) not in reply.get_data(as_text=True)
        assert '<a class="button" href="/seat/1/">Back</a>' in reply.get_data(as_text=True)
    assert ada.get(address(room, base="/seat/1/")).status_code == 200
    assert ada.get(address(room, base="/seat/9/")).status_code == 404
    for device in (client, ada):
        assert device.get(address(room, base="/host/")).status_code == 403
        assert device.get("/host/evidence.json").status_code == 403


def test_a_seat_reads_an_act_in_its_own_words_and_the_others_in_public_ones(
    room: Room, app: Flask, client: FlaskClient, host: FlaskClient, told: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a game tells one seat only, its page alone tells."""
    game = type(room.session.snapshot().game)
    words = game.describe

    def describe(game: Any, view: Any, act: Any) -> str:
        return str(words(game, view, act)) + (" Only Ada knows." if view.seat == 0 else "")

    monkeypatch.setattr(game, "describe", describe)
    ada, ben = sit(app, 0), sit(app, 1)
    assert "Only Ada knows." in ada.get(address(room, base="/seat/1/")).get_data(as_text=True)
    for device, base in ((ben, "/seat/2/"), (ada, "/"), (client, "/"), (host, "/host/")):
        shown = device.get(address(room, base=base))
        assert shown.status_code == 200
        assert "Only Ada knows." not in shown.get_data(as_text=True)
    assert "Only Ada knows." not in host.get("/host/evidence.json").get_data(as_text=True)


def test_the_host_can_download_all_of_it(room: Room, host: FlaskClient, told: Account) -> None:
    assert tap_first(room.session).accepted
    reply = host.get("/host/evidence.json")
    assert reply.headers["Content-Disposition"] == f'attachment; filename="{room.session.game_id}-evidence.json"'
    seen, *tapped = json.loads(reply.data)
    assert (seen["row"], seen["by"], seen["sentence"], seen["stands"]) == (2, "camera", str(told.line.text), True)
    assert seen["evidence"]["zones"] == ["token.0"]
    assert seen["file"] == f"{room.session.game_id}.photos/2.jpg"
    assert "jpeg" not in seen
    assert {(each["by"], each["evidence"]) for each in tapped} == {("host", None)}
    assert 'href="/host/evidence.json"' in host.get("/host").get_data(as_text=True)
    assert CODE not in reply.get_data(as_text=True)
