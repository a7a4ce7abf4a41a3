"""`/enrol`: unknown markers are listed where they lie, named by a tap of the host's, and taken back by another."""

from __future__ import annotations

import re
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.table.felt import Feeling
from companion.table.geometry import Area
from companion.table.sightings import MarkerId, Reading, Rejection
from tests.games.sealed_bid.layout import LAYOUT
from tests.web.conftest import CODE, blocks, sit, text_of, wait_until
from web.app import create_app
from web.views import enrolment
from web.views.enrolment import MOST_LISTED, SHOWN_MM

ZONE = LAYOUT.find("bid.0")
X_MM, Y_MM = ZONE.x_mm + 12.75, ZONE.y_mm + 12.75


_looks = count(1)


def see(room: Room, *markers: int, x_mm: float = X_MM, y_mm: float = Y_MM) -> None:
    """A look at a mat on which these unknown markers lie and no others, long after the one before."""
    odd = tuple(Rejection(MarkerId(each), "unknown", x_mm, y_mm, "It is unknown.") for each in markers)
    room.see(Reading(10.0 * next(_looks), rejected=odd))
    wanted = {(each, x_mm) for each in markers}
    wait_until(room, lambda now: {(each.marker, each.x_mm) for each in now.markings.strangers} == wanted)


def page_of(client: FlaskClient) -> str:
    reply = client.get("/enrol")
    assert reply.status_code == 200
    return reply.get_data(as_text=True)


@pytest.mark.parametrize("address", ["/enrol", "/enrol/stream", "/enrol/300.jpg"])
def test_nobody_but_the_host_sees_any_of_it(app: Flask, client: FlaskClient, address: str) -> None:
    for device in (client, sit(app, 0)):
        reply = device.get(address)
        assert reply.status_code == 403
        assert "Only the host may do this. Open the host page and type the host code first." in text_of(reply.text)


@pytest.mark.parametrize("address", ["/enrol", "/enrol/forget"])
def test_nobody_but_the_host_names_a_marker(app: Flask, room: Room, client: FlaskClient, address: str) -> None:
    for device in (client, sit(app, 0)):
        reply = device.post(address, data={"marker": "300", "kind": "card:3"})
        assert reply.status_code == 403
        assert "Only the host may do this." in reply.text
    assert room.session.snapshot().markings.enrolled == {}


def test_a_marker_is_listed_named_and_taken_back(room: Room, host: FlaskClient) -> None:
    see(room, 300)
    listed = page_of(host)
    assert "<b>Marker 300</b>" in listed
    assert "Seat 1: bid" in listed
    for look in GAMES["sealed_bid"].mat.pieces.values():
        # A die and a figure carry no marker, gold is coins of some value, and a blank card is what its owner names it.
        has_marker = look.shape != "die" and look.kind not in (*GAMES["sealed_bid"].mat.kit.standees, "gold")
        is_offered = has_marker and not look.label.endswith("not named yet")
        assert (f'name="kind" value="{look.kind}"' in listed) == is_offered
    assert 'aria-label="Marker 300 is: Card 3"' in listed
    assert 'aria-label="Marker 300 is: Start token"' in listed
    reply = host.post("/enrol", data={"marker": "300", "kind": "card:3"})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/enrol")
    assert room.session.snapshot().markings.enrolled == {300: "card:3"}
    named = page_of(host)
    assert "<b>Marker 300</b>" not in named
    assert "No camera looks at this table." in named
    assert 'aria-label="Forget marker 300"' in named
    assert re.search(r'<b>Card 3</b><br><span class="label">Marker 300</span>', named)
    assert host.post("/enrol/forget", data={"marker": "300"}).status_code == 303
    assert room.session.snapshot().markings.enrolled == {}
    again = page_of(host)
    assert "<b>Marker 300</b>" in again
    assert "None yet. What you enrol counts at once, and in all later games." in again


def test_a_script_is_told_in_words(room: Room, host: FlaskClient) -> None:
    reply = host.post("/enrol", data={"marker": "300", "kind": "card:3"}, headers={"Accept": "application/json"})
    assert reply.json is not None
    assert reply.json["text"].startswith("Marker 300 is read as card 3 from now on.")


@pytest.mark.parametrize(
    ("form", "status", "text"),
    [
        ({}, 400, "The marker cannot be “”. Give a whole number from 0 to 586."),
        ({"marker": "x", "kind": "card:3"}, 400, "The marker cannot be “x”. Give a whole number from 0 to 586."),
        ({"marker": "587", "kind": "card:3"}, 400, "The marker cannot be “587”. Give a whole number from 0 to 586."),
        ({"marker": "300"}, 409, "This game has no piece “”. Choose one from its list."),
        ({"marker": "300", "kind": "<b>"}, 409, "This game has no piece “&lt;b&gt;”. Choose one from its list."),
        ({"marker": "60", "kind": "card:1"}, 409, "Marker 60 stands for card 5 in this game&#39;s own kit."),
        ({"marker": "4", "kind": "card:1"}, 409, "Marker 4 is the back of every card, in every game."),
        ({"marker": "1", "kind": "card:1"}, 409, "Marker 1 is a corner of the mat, in every game."),
        ({"marker": "586", "kind": "card:1"}, 409, "Marker 586 means that nothing lies there, in every game."),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    room: Room, host: FlaskClient, form: dict[str, str], status: int, text: str
) -> None:
    reply = host.post("/enrol", data=form)
    assert reply.status_code == status
    assert text in reply.text
    assert room.session.snapshot().markings.enrolled == {}


def test_one_that_is_not_enrolled_cannot_be_forgotten(host: FlaskClient) -> None:
    reply = host.post("/enrol/forget", data={"marker": "300"})
    assert reply.status_code == 409
    assert "Marker 300 is not enrolled. Look at the list again." in reply.text


def test_where_between_the_zones_one_lies_is_told_in_words(room: Room, host: FlaskClient) -> None:
    see(room, 300, x_mm=1.0, y_mm=1.0)
    assert "beside every place, top left of the mat" in page_of(host)
    see(room, 301, x_mm=LAYOUT.width_mm - 1, y_mm=LAYOUT.height_mm / 2)
    assert "beside every place, middle right of the mat" in page_of(host)
    see(room, 302, x_mm=LAYOUT.width_mm * 0.3, y_mm=LAYOUT.height_mm - 1)
    assert "beside every place, bottom left of the mat" in page_of(host)


def test_a_marker_that_several_pieces_carry_is_warned_of(room: Room, host: FlaskClient) -> None:
    see(room, 300, 300)
    assert "It is seen 2 times: several pieces carry it, and only a face-down card may." in page_of(host)


def test_many_are_listed_a_few_at_a_time(room: Room, host: FlaskClient) -> None:
    see(room, *range(300, 300 + MOST_LISTED + 2))
    listed = page_of(host)
    assert listed.count('class="stranger"') == MOST_LISTED
    assert "And 2 more. They are listed once these are enrolled or off the mat." in listed


def test_the_page_follows_the_mat(room: Room, host: FlaskClient) -> None:
    stream = blocks(host.get("/enrol/stream"))
    assert any("No camera looks at this table." in each for each in stream if "event: page" in each)
    see(room, 300)
    assert any("Marker 300" in each for each in stream if "event: page" in each)


def test_a_piece_of_the_mat_is_shown_around_it(room: Room) -> None:
    asked: list[Area] = []

    def crop(area: Area) -> bytes:
        asked.append(area)
        return b"a picture"

    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, crop=crop)
    host = app.test_client()
    host.post("/host/unlock", data={"code": CODE})
    assert "No unknown marker is seen. Lay the card on the mat, its marker up and nothing over it." in page_of(host)
    see(room, 300)
    (address,) = re.findall(r'src="(/enrol/300\.jpg\?at=[\d-]+)"', page_of(host))
    reply = host.get(address)
    assert (reply.data, reply.mimetype) == (b"a picture", "image/jpeg")
    assert asked == [Area(X_MM - SHOWN_MM / 2, Y_MM - SHOWN_MM / 2, SHOWN_MM, SHOWN_MM)]
    unseen = host.get("/enrol/301.jpg")
    assert unseen.status_code == 404
    assert "Marker 301 is not seen now. Lay it on the mat, uncovered, then reload the page." in unseen.text
    # Another picture where it lies elsewhere: the browser asks again.
    see(room, 300, x_mm=X_MM + 30)
    assert address not in page_of(host)
    room.see(Reading(10.0 * next(_looks), unseen="The lens cap is on."))
    wait_until(room, lambda now: not now.markings.strangers)
    assert "The mat is not in view. The lens cap is on." in page_of(host)


def test_where_the_companion_deals_the_cards_it_says_that_it_reads_none(virtual_room: Room) -> None:
    app = create_app(virtual_room, secret_key=b"a key for tests", host_code=CODE, crop=lambda area: b"")
    host = app.test_client()
    host.post("/host/unlock", data={"code": CODE})
    assert "The companion deals the cards of this game itself, so it reads none on the mat." in page_of(host)


def test_the_host_page_leads_there_and_a_lost_piece_is_printed_again_where_its_kit_is_printed(
    host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert '<a href="/enrol">Unknown cards</a>' in host.get("/host").text
    assert "companion print sealed_bid --list" in page_of(host)
    monkeypatch.setattr(enrolment, "KITS", {})
    assert "companion print" not in page_of(host)


def test_a_tag_that_nobody_knows_is_listed_named_and_taken_back(room: Room, host: FlaskClient) -> None:
    assert "No unknown card lies there." in page_of(host)
    room.feel(Feeling())
    room.feel(Feeling(card="04ffeedd"))
    wait_until(room, lambda now: bool(now.markings.unknown_tag))
    listed = page_of(host)
    assert "The card on it, tag 04ffeedd, is a …" in listed
    assert listed.count('aria-label="The card on the reader is: ') == len(GAMES["sealed_bid"].reader.kinds)
    assert host.post("/enrol/tag", data={"tag": "04ffeedd", "kind": "card:3"}).status_code == 303
    assert room.session.snapshot().markings.tags == {"04ffeedd": "card:3"}
    named = page_of(host)
    assert "No unknown card lies there." in named
    assert 'aria-label="Forget tag 04ffeedd"' in named
    assert host.post("/enrol/tag/forget", data={"tag": "04ffeedd"}).status_code == 303
    assert "The card on it, tag 04ffeedd, is a …" in page_of(host)


def test_a_card_whose_tag_is_drawn_anew_is_told_there_and_not_asked_about(room: Room, host: FlaskClient) -> None:
    room.feel(Feeling())
    room.feel(Feeling(card="08ffeedd"))
    wait_until(room, lambda now: bool(now.pressed))
    listed = page_of(host)
    assert "this card shows another number each time, as phones and bank cards do" in listed
    assert "08ffeedd" not in listed


@pytest.mark.parametrize("address", ["/enrol/tag", "/enrol/tag/forget"])
def test_nobody_but_the_host_names_a_tag(app: Flask, room: Room, client: FlaskClient, address: str) -> None:
    for device in (client, sit(app, 0)):
        assert device.post(address, data={"tag": "04ffeedd", "kind": "card:3"}).status_code == 403
    assert room.session.snapshot().markings.tags == {}
