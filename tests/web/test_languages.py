"""Each viewer reads a game in the language of their browser, at the same table and at the same time."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from tests.companion.tables import own, tap_first, wait_for
from tests.games.sealed_bid.model import Phase
from tests.web.conftest import blocks, everybody, make_app, sit, text_of
from web.http.server import PageServer

GERMAN = {"Accept-Language": "de-CH,de;q=0.9,en;q=0.5"}
ENGLISH = {"Accept-Language": "en-GB"}
SCRIPT = {"Accept": "application/json"}


def page(client: FlaskClient, address: str, language: dict[str, str]) -> str:
    reply = client.get(address, headers=language)
    assert reply.status_code == 200
    return text_of(html.unescape(reply.get_data(as_text=True)))


def text_in(reply: TestResponse) -> str:
    assert reply.json is not None
    return str(reply.json["text"])


def json_of(client: FlaskClient, address: str, language: dict[str, str]) -> Any:
    return client.get(address, headers=language).json


def test_two_browsers_at_one_table_read_it_each_in_its_language(app: Flask, host: FlaskClient) -> None:
    guest = app.test_client()
    for _ in range(3):  # what is kept of a moment is kept for each language
        german, english = page(guest, "/", GERMAN), page(guest, "/", ENGLISH)
        assert '<h1 class="say" lang="de">Lost aus: Legt den Startstein vor die Person, die beginnt.</h1>' in german
        assert '<h1 class="say">Draw lots: lay the start token before whoever begins.</h1>' in english
        assert ' lang="de"' not in english
        assert "Draw lots" not in german
    taps = page(host, "/", GERMAN)
    assert '<legend lang="de">Wer bekommt den Startstein?</legend>' in taps
    assert "<legend>Who gets the start token?</legend>" in page(host, "/", ENGLISH)


def test_whoever_asks_for_a_language_that_the_game_has_not_reads_english(app: Flask) -> None:
    for asked in ("fr", "", "tlh, *;q=0.1", "de;q=0, en", "x" * 2000):
        assert "Draw lots" in page(app.test_client(), "/", {"Accept-Language": asked})


def test_prompt_hand_choices_and_panels_of_a_seat(room: Room) -> None:
    _, devices = everybody(room)
    acting = next(seat for seat in range(3) if "Your bid" in page(devices[seat], f"/seat/{seat + 1}/", ENGLISH))
    german, english = (page(devices[acting], f"/seat/{acting + 1}/", each) for each in (GERMAN, ENGLISH))
    for said, meant in (
        ("Seal one of your cards as your bid, or two of one number.", "Lege eine deiner Karten verdeckt als Gebot hin"),
        ("Your bid", "Dein Gebot"),
        ("3 cards in hand", "3 Karten auf der Hand"),
        ("Round 1 · Sealed bids", "Runde 1 · Verdeckte Gebote"),
        ("The discard pile: no card.", "Der Ablagestapel: keine Karte."),
        ("Bids are sealed in turn.", "Geboten wird der Reihe nach."),
    ):
        assert said in english
        assert meant in german
        assert said not in german
    assert re.search(r'<p lang="de">3 Karten auf der Hand(, Startstein)?</p>', german)
    assert '<span lang="de">Geboten wird der Reihe nach.</span>' in german
    assert '<h2 class="title">Your hand</h2>' in german, "the page's own words are English, and not marked"


def test_the_log_of_the_first_page_and_of_the_stream(app: Flask, room: Room) -> None:
    tap_first(room.session)
    guest = app.test_client()
    name = room.session.snapshot().names[0]
    said, meant = f"{name} gets the start token by lot.", f"{name} bekommt durch das Los den Startstein."
    assert f'<span lang="de">{meant}</span>' in page(guest, "/", GERMAN)
    assert f"<span>{said}</span>" in page(guest, "/", ENGLISH)
    streams = {code: blocks(guest.get("/stream", headers=each, buffered=False)) for code, each in LANGUAGES.items()}
    first = {code: line_of(stream) for code, stream in streams.items()}
    assert (first["en"]["text"], first["en"].get("lang")) == (said, None)
    assert (first["de"]["text"], first["de"]["lang"]) == (meant, "de")
    assert "gibt" in first["de"]["rules"][0]["words"]
    # Both streams are open: the next line comes to each in its language.
    tap_first(room.session)
    assert line_of(streams["de"])["text"].endswith("zieht eine Karte.")
    assert line_of(streams["en"])["text"].endswith("draws a card.")


LANGUAGES = {"de": GERMAN, "en": ENGLISH}


def line_of(stream: Iterator[str]) -> Any:
    """The next line of the log that comes."""
    return next(json.loads(block.partition("data: ")[2]) for block in stream if "event: log\n" in block)


def test_what_is_refused_is_refused_in_the_language_of_whoever_tapped(host: FlaskClient) -> None:
    tap = {"actions": '[{"type":"TurnUpPrize","card":3}]', "revision": "1"}
    law, meant = "One prize is turned up at the start of a round", "Zu Beginn einer Runde wird ein Preis aufgedeckt"
    english = host.post("/tap", data=tap, headers={**ENGLISH, **SCRIPT})
    german = host.post("/tap", data=tap, headers={**GERMAN, **SCRIPT})
    assert (english.status_code, german.status_code) == (409, 409)
    assert text_in(english) == f"{law}; now it is: The lot."
    assert text_in(german) == f"{meant}; jetzt ist: Das Los."
    shown = host.post("/tap", data=tap, headers=GERMAN).get_data(as_text=True)
    assert f'<span lang="de">{meant}; jetzt ist: Das Los.</span>' in shown
    assert 'lang="de"' not in host.post("/tap", data=tap, headers=ENGLISH).get_data(as_text=True)


def test_a_new_game_that_cannot_be_is_refused_in_that_language(host: FlaskClient) -> None:
    form = {"game": "sealed_bid", "players": "3", "order": "any", "ties": "earlier"}
    german = host.post("/host/new", data=form, headers={**GERMAN, **SCRIPT})
    assert german.status_code == 409
    assert text_in(german).startswith(
        "Gleiche Gebote (ties) kann hier nicht 'earlier' sein: Das bedeutet nur etwas mit"
    )
    assert "Wer ein Gebot hinlegt (order) “der Reihe nach”" in text_in(german)


def test_the_host_corrects_in_that_language_and_reads_what_breaks(app: Flask, host: FlaskClient, room: Room) -> None:
    german, english = page(host, "/host", GERMAN), page(host, "/host", ENGLISH)
    assert '<span lang="de">Perlen in der Schale</span>' in german
    assert "<span>Pearls in the bowl</span>" in english
    assert '<summary lang="de">Stapel</summary>' in german
    assert 'lang="de">Der Preis</option>' in german, "a phase by its title"
    assert "Perlenkarte" in german
    reply = host.post("/host/correct", data={"fact:pearls": "9", "was:pearls": "0"}, headers=GERMAN)
    assert reply.status_code == 303
    guest = app.test_client()
    broken, meant = "9 pearls are in the bowl, and the box has 5.", "9 Perlen sind in der Schale, und in der Schachtel"
    for _ in range(2):
        assert broken in page(guest, "/", ENGLISH)
        assert meant in page(guest, "/", GERMAN)
    assert room.session.snapshot().view(None).table.irregular == (broken.replace(".", " (B-012)."),)
    assert "Die Spielleitung berichtigt Runde: Perlen in der Schale 9." in page(guest, "/", GERMAN)
    assert "The host corrects Round: Pearls in the bowl 9." in page(guest, "/", ENGLISH)


def test_pages_of_json_speak_too(app: Flask, room: Room) -> None:
    ada = sit(app, 0)
    told = {code: json_of(ada, "/seat/1/seat.json", each) for code, each in LANGUAGES.items()}
    assert told["de"]["prompt"]["phase"] == "Runde 1 · Das Los"
    assert told["en"]["prompt"]["phase"] == "Round 1 · The lot"
    assert told["de"]["panels"][0]["lines"][0] == "0 Punkte"
    assert told["de"]["expected_table"]["zones"][0]["name"] == "der Stapel"
    tables = {code: json_of(ada, "/table.json", each) for code, each in LANGUAGES.items()}
    assert tables["de"]["prompt"]["why"] == "Der Zufall entscheidet, wer beginnt."
    assert tables["en"]["prompt"]["why"] == "Chance begins."
    tap_first(room.session)
    assert "ist am Zug" in json_of(ada, "/strip.json", GERMAN)["text"]
    assert " acts." in json_of(ada, "/strip.json", ENGLISH)["text"]


def test_a_game_without_the_language_is_read_in_english_and_not_marked(tmp_path: Path) -> None:
    room = Room(GAMES, Home(tmp_path).make(), pace_s=0.0)
    try:
        own(room, "rolling_with_the_waves", players=2, score_only=True)
        german = page(make_app(room).test_client(), "/", GERMAN)
        assert '<h1 class="say">Roll the dice into the tray: 6 of them.</h1>' in german
    finally:
        room.close()


@contextmanager
def served(app: Flask) -> Iterator[int]:
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    try:
        yield server.port
    finally:
        server.stop()


def fetch(port: int, address: str, language: dict[str, str]) -> str:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", address, headers=language)
    text = connection.getresponse().read().decode()
    connection.close()
    return html.unescape(text)


@pytest.mark.timeout(120)
def test_one_thread_of_a_real_server_answers_both_one_after_another(app: Flask, room: Room) -> None:
    tap_first(room.session)
    wait_for(room.session, lambda now: now.view(None).table.phase is Phase.DEAL)
    with served(app) as port:
        for language, words in 3 * ((GERMAN, "Gebt jeder Person drei Karten."), (ENGLISH, "Deal three cards")):
            assert words in fetch(port, "/", language)
            assert words in fetch(port, "/table.json", language)
            assert words in fetch(port, "/stream?brief&after=", language)
