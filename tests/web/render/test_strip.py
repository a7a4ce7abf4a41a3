"""The strip on the pages: still lamps, and the live picture for those that move."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

import web
from companion.language.message import NOTHING, say
from companion.lights.scene import Glow, Scene
from companion.live.health import Health
from companion.live.requests import Correct
from companion.live.room import Room
from companion.outputs.strip import Glimpse
from companion.table.devices import DeviceHealth
from tests.companion.tables import HOST
from tests.web.conftest import CODE, everybody, sit
from tests.web.sights import SIGHTS, show
from web.app import create_app
from web.render.strip import LAMPS, draw_strip

SCRIPT = (Path(web.__file__).parent / "static" / "strip.js").read_text()
GLIMPSE = Glimpse(7, ("#ff0000", "#00ff00"), say("Ann acts."), True)


def fills(page: str) -> list[str]:
    return re.findall(r'<rect class="lamp"[^>]* fill="(#[0-9a-f]{6})"/>', page)


def test_the_lamps_show_the_scene_from_the_first_seat_clockwise() -> None:
    drawn = draw_strip(Scene((Glow(0.25, 0.5, "#ff0000", NOTHING),)))
    assert fills(drawn) == ["#000000"] * 15 + ["#ff0000"] * 30 + ["#000000"] * 15
    assert 'aria-hidden="true">' in drawn


@pytest.mark.parametrize(("motion", "moves"), [("steady", False), ("breathe", True), ("travel_back", True)])
def test_lamps_that_move_are_marked_for_the_script(motion: str, moves: bool) -> None:
    drawn = draw_strip(Scene((Glow(0.25, 0.5, "#ff0000", "", motion=motion),)))  # type: ignore[arg-type]
    assert (" data-scene=" in drawn) is moves


def test_without_a_player_the_strip_stands_still(client: FlaskClient, room: Room) -> None:
    assert room.session.submit(HOST, Correct({"phase": "award", "round": 3})).accepted
    reply = client.get("/strip.json")
    assert (reply.status_code, reply.mimetype, reply.headers["Cache-Control"]) == (200, "application/json", "no-store")
    # All three have won: 0.9 of a third of the lamps each, in its colour at 0.8 of the level.
    seats = (["#c28548"] * 18, ["#4ba0ad"] * 18, ["#b7728e"] * 18)
    pixels = [lamp for seat in seats for lamp in (*seat, "#000000", "#000000")]
    assert len(pixels) == LAMPS
    text = "Seat 1 wins. Seat 2 wins. Seat 3 wins."
    assert reply.json == {"number": 0, "pixels": pixels, "text": text, "moves": False}


def test_with_a_player_everybody_gets_what_the_strip_shows(room: Room) -> None:
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, strip=lambda: GLIMPSE)
    for device in (app.test_client(), sit(app, 1)):
        assert device.get("/strip.json").json == {
            "number": 7,
            "pixels": ["#ff0000", "#00ff00"],
            "text": "Ann acts.",
            "moves": True,
        }


def fit_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strip is among the devices from now on."""
    lines, strip = Health.lines, DeviceHealth("strip", "ok", "A strip of 60 pixels.")
    monkeypatch.setattr(Health, "lines", lambda self, *rest: (*lines(self, *rest), strip))


@pytest.mark.parametrize(
    ("sight", "words"),
    [
        ("mismatch", "Dashes before "),
        ("question", "Dots all round: tap which act was done."),
        ("restoring", "A light runs back, anticlockwise: put the pieces back as they lay."),
    ],
)
def test_what_the_table_asks_for_is_in_the_words_beside_the_strip(
    app: Flask, monkeypatch: pytest.MonkeyPatch, sight: str, words: str
) -> None:
    show(monkeypatch, SIGHTS[sight])
    fit_strip(monkeypatch)
    for device, path in ((app.test_client(), "/"), (sit(app, 0), "/seat/1/")):
        page = device.get(path).text
        part = page[page.index('data-part="strip"') :]
        assert words in part[: part.index("</section>")]
        assert " data-scene=" in part
        assert words in device.get("/strip.json").text
    assert words in app.test_client().get("/table.json").text


def test_where_there_is_no_strip_the_table_shows_none(client: FlaskClient) -> None:
    assert 'data-part="strip"' not in client.get("/").text


def test_the_public_strip_and_every_seats_strip_say_the_same(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    fit_strip(monkeypatch)
    app, devices = everybody(room)
    strip = app.test_client().get("/strip.json").json
    assert strip is not None
    assert strip["text"]
    for seat, device in enumerate(devices):
        page = device.get(f"/seat/{seat + 1}/").text
        assert html.escape(strip["text"]) in page
        assert fills(page) == strip["pixels"]


def test_a_seats_page_has_no_lamps_where_no_strip_is_fitted(app: Flask) -> None:
    assert 'data-part="strip"' not in sit(app, 0).get("/seat/1/").text


def test_the_script_spares_who_does_not_look_and_asks_for_nothing() -> None:
    for sparing in ("document.hidden", "IntersectionObserver", "prefers-reduced-motion"):
        assert sparing in SCRIPT
    assert "fetch" not in SCRIPT
    assert "import" not in SCRIPT, "what asks stands in another module"
    assert "PAINT_MS = 200" in SCRIPT, "painted five times a second: at most two and a half flashes"
