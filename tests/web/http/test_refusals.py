"""What cannot be read or found is answered with a sentence: what, where, what to do; never with a traceback."""

from __future__ import annotations

import logging

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.room import Room
from tests.web.conftest import sit, text_of


def test_an_unknown_seat_names_the_seats_there_are(client: FlaskClient) -> None:
    for path in ("/seat/4/", "/seat/0/", "/seat/99/seat.json", "/seat/9/stream"):
        reply = client.get(path)
        assert reply.status_code == 404
        assert "The seats are 1, 2 and 3. Choose one on the table page." in reply.get_data(as_text=True)
    assert "There is no seat 4 at this table." in client.get("/seat/4/").get_data(as_text=True)


@pytest.mark.parametrize("path", ["/nowhere", "/seat/x/", "/seat/-1/", "/seat/12345678901234567890/", "/host/nothing"])
def test_an_unknown_address_is_answered_in_words(client: FlaskClient, path: str) -> None:
    reply = client.get(path)
    assert reply.status_code == 404
    assert "There is no page at this address." in reply.get_data(as_text=True)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"tap"',
        b"\xff\xfe",
        b'{"actions": [1], "revision": 1}',
        b'{"actions": [{}], "revision": "one"}',
        b'{"actions": [{}]}',
        b'{"actions": [{}], "revision": 1, "seat": 2}',
        b'{"actions": ' + b"[" * 5000 + b"]" * 5000 + b', "revision": 1}',
        b'{"actions": [{}], "revision": 1e999}',
    ],
)
def test_malformed_json_is_a_sentence(host: FlaskClient, body: bytes) -> None:
    reply = host.post("/tap", data=body, content_type="application/json")
    assert reply.status_code == 400
    assert reply.get_json() == {
        "accepted": False,
        "text": "This tap could not be read: it is not the JSON that the pages send. Reload the page and tap again.",
        "code": "malformed",
        "rule": "",
        "revision": 0,
    }


def test_a_tap_of_nothing_or_of_too_much_is_refused(host: FlaskClient) -> None:
    for count in (0, 101):
        reply = host.post("/tap", json={"actions": [{}] * count, "revision": 1})
        assert reply.get_json()["text"].startswith(f"A tap carries 1 to 100 acts, not {count}.")
    reply = host.post("/tap", json={"actions": [{}], "revision": 1, "tap_id": "x" * 65})
    assert reply.get_json()["text"].startswith("The tap's id is longer than 64 characters.")


@pytest.mark.parametrize("path", ["/tap", "/host/unlock", "/seat/1/take"])
def test_a_huge_body_is_refused(host: FlaskClient, path: str) -> None:
    for content_type in ("application/json", "application/x-www-form-urlencoded"):
        reply = host.post(path, data=b"name=" + b"x" * 17000, content_type=content_type)
        assert reply.status_code == 413
        assert "16 KiB is the limit" in reply.get_data(as_text=True)


def test_an_address_without_its_last_stroke_leads_to_the_page(client: FlaskClient) -> None:
    reply = client.get("/seat/1")
    assert (reply.status_code, reply.headers["Location"]) == (308, "/seat/1/")


def test_a_wrong_method_is_answered_in_words(client: FlaskClient) -> None:
    reply = client.get("/tap")
    assert reply.status_code == 405
    assert "POST" in reply.headers["Allow"]
    assert "This address cannot be used that way." in reply.get_data(as_text=True)


def test_an_illegal_tap_names_its_rule_as_json_and_as_a_page(host: FlaskClient) -> None:
    script = host.post("/tap", json={"actions": [{"type": "PlacePearls", "count": 3}], "revision": 1})
    assert script.status_code == 409
    assert script.get_json()["code"] == "illegal"
    rule = script.get_json()["rule"]
    form = host.post("/tap", data={"actions": '[{"type":"PlacePearls","count":3}]', "revision": "1"})
    assert form.status_code == 409
    page = text_of(form.get_data(as_text=True))
    assert script.get_json()["text"] in page
    assert f'<span class="rule">{rule}</span>' in page
    assert '<a class="button" href="/">Back</a>' in page


def test_a_plain_form_taps_and_returns_to_its_page(app: Flask, host: FlaskClient, room: Room) -> None:
    reply = host.post("/tap", data={"actions": '[{"type":"PlaceToken","seat":2}]', "revision": "1"})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/")
    assert room.session.snapshot().can_undo == 1
    assert host.post("/tap", data={"actions": '[{"type":"Draw","seat":2}]', "revision": "2"}).status_code == 303
    assert room.session.snapshot().can_undo == 2, "each tap of a form is another one"
    ada = sit(app, 0)
    reply = ada.post("/seat/1/tap", data={"actions": "[]", "revision": "3"})
    assert '<a class="button" href="/seat/1/">Back</a>' in reply.get_data(as_text=True)


def test_a_bug_shows_no_traceback_and_logs_no_message(
    client: FlaskClient, room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    secret = " ".join(["Ada", "holds", "a", "six"])  # not as one literal: a traceback quotes the source

    def fail() -> None:
        raise KeyError(secret)

    monkeypatch.setattr(room.session, "snapshot", fail)
    with caplog.at_level(logging.ERROR):
        reply = client.get("/")
    assert reply.status_code == 500
    assert "Something went wrong inside the companion. The game itself is safe." in reply.get_data(as_text=True)
    assert "Traceback" not in reply.get_data(as_text=True)
    assert "GET / could not be answered: KeyError" in caplog.text
    assert secret not in caplog.text


def test_every_answer_carries_the_safety_headers(client: FlaskClient, app: Flask) -> None:
    for path in ("/", "/seat/1/", "/host", "/nowhere", "/table.json", "/static/style.css"):
        with client.get(path) as reply:
            headers = reply.headers
        assert headers["Content-Security-Policy"].startswith("default-src 'self';")
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cache-Control"] == ("no-cache" if path.startswith("/static") else "no-store")
        assert "Connection" not in headers
