"""A table with own cards and no camera: every page says where the next act is tapped and by whom, with a link there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.live.room import Room
from companion.table.devices import DeviceHealth
from tests.companion.tables import HOST, open_room, own, tap_first, tap_of, virtual
from tests.web.conftest import CODE, make_app, sit, text_of
from web.render.where import where_to_tap

ABSENT = (DeviceHealth("camera", "absent", "No camera: tap what is done."),)


@pytest.fixture
def eyeless(tmp_path: Path) -> Iterator[Room]:
    """A table of three without a camera, which only people who tap tell of anything."""
    with open_room(tmp_path, probe=lambda: ABSENT) as room:
        own(room, order="turn")
        yield room


def where(device: FlaskClient, address: str) -> str:
    """The sentence on a page, each link with its address behind it; empty where there is none."""
    page = device.get(address).get_data(as_text=True)
    sentence = page.partition('<p class="where">')[2].partition("</p>")[0]
    return unescape(text_of(re.sub(r'<a href="([^"]*)">([^<]*)</a>', r"\2 (\1)", sentence)))


def to_bids(room: Room) -> tuple[int, ...]:
    """Tap until bids are sealed; who is to seal one."""
    while room.session.snapshot().view(None).table.phase.value != "seal":
        assert tap_first(room.session, HOST).accepted
    snapshot = room.session.snapshot()
    return snapshot.game.prompt(snapshot.view(None)).seats


def test_where_nobody_sits_a_seat_and_the_host_code_lead_to_it(eyeless: Room) -> None:
    app = make_app(eyeless)
    code = "type the host code (/host?then=table)"
    sentence = f"Nobody sits there yet: take a seat (#players) to tap it on your phone, or {code} to tap it here."
    assert where(app.test_client(), "/") == sentence
    (bidder,) = to_bids(eyeless)
    number = bidder + 1
    assert where(app.test_client(), "/") == (
        f"Nobody sits in seat {number}: take it (/seat/{number}/) to tap it on your phone, or {code} to tap it here."
    )
    page = app.test_client().get("/").get_data(as_text=True)
    assert 'id="players"' in page


def test_each_page_names_who_taps_and_the_page_that_offers_it_says_nothing(eyeless: Room) -> None:
    app = make_app(eyeless)
    (bidder,) = to_bids(eyeless)
    other = (bidder + 1) % 3
    host, ada, ben = app.test_client(), sit(app, bidder, "Ada"), sit(app, other, "Ben")
    assert host.post("/host/unlock", data={"code": CODE}).status_code == 303
    there = "table page (/#choices)"
    assert where(app.test_client(), "/") == (
        "Ada taps it on their own page; to tap it here, type the host code (/host?then=table)."
    )
    assert where(host, "/host") == f"Tap it on the {there}, or let Ada do it on their own page."
    assert where(ben, f"/seat/{other + 1}/") == f"Ada taps it on their own page, or the host on the {there}."
    assert where(host, "/") == "", "the acts are there"
    assert where(ada, f"/seat/{bidder + 1}/") == ""
    assert 'id="choices"' in host.get("/").get_data(as_text=True)
    assert ada.post(f"/seat/{bidder + 1}/leave").status_code == 303
    assert where(host, "/host") == f"Tap it on the {there}."
    assert where(ben, f"/seat/{other + 1}/") == f"Nobody sits in seat {bidder + 1}: the host taps it on the {there}."


def test_several_who_may_tap_are_named_up_to_two(eyeless: Room) -> None:
    app = make_app(eyeless)
    for seat in (0, 1):
        sit(app, seat)
    code = "type the host code (/host?then=table)."
    assert where(app.test_client(), "/") == f"Ada and Ben can tap it on their own page; to tap it here, {code}"
    sit(app, 2)
    assert where(app.test_client(), "/") == f"Everybody who sits can tap it on their own page; to tap it here, {code}"


def test_a_free_seat_says_that_it_can_be_tapped_for_once_taken(eyeless: Room) -> None:
    page = text_of(make_app(eyeless).test_client().get("/seat/2/").get_data(as_text=True))
    assert "Take it, and this page has what you can tap." in page
    assert 'Until then the host taps for it on the <a href="/#choices">table page</a>.' in page


def test_the_host_code_typed_for_the_table_page_leads_there_and_to_no_page_of_others(eyeless: Room) -> None:
    app = make_app(eyeless)
    page = app.test_client().get("/host?then=table").get_data(as_text=True)
    assert 'data-then="/"' in page
    assert "Open the table page" in page
    reply = app.test_client().post("/host/unlock", data={"code": CODE, "then": "table"})
    assert (reply.status_code, reply.headers["Location"]) == (303, "/")
    for odd in ("//evil.example", "host", ""):
        reply = app.test_client().post("/host/unlock", data={"code": CODE, "then": odd})
        assert reply.headers["Location"] == "/host"
        assert "data-then" not in app.test_client().get("/host", query_string={"then": odd}).get_data(as_text=True)


@pytest.mark.parametrize("status", ["ok", "absent"])
def test_nobody_is_sent_anywhere_where_bots_play(tmp_path: Path, status: str) -> None:
    health = (DeviceHealth("camera", status, "There."),)  # type: ignore[arg-type]
    with open_room(tmp_path, pace_s=60.0, probe=lambda: health) as room:
        virtual(room)
        assert where(make_app(room).test_client(), "/") == ""


def test_with_a_camera_only_what_it_cannot_see_is_to_be_tapped(tmp_path: Path) -> None:
    with open_room(tmp_path, probe=lambda: (DeviceHealth("camera", "ok", "There."),)) as room:
        own(room, order="turn")
        told = set[bool]()
        for _ in range(12):
            snapshot = room.session.snapshot()
            is_told = any(all(act.sense == "told" for act in each.actions) for each in snapshot.choices(None))
            assert bool(where_to_tap(snapshot, None, False, "table")) is is_told
            told.add(is_told)
            assert tap_first(room.session, HOST).accepted
        assert told == {True, False}


def test_the_hosts_table_page_takes_back_what_one_tap_told_and_comes_back(eyeless: Room) -> None:
    app = make_app(eyeless)
    host, link = app.test_client(), '<a href="/host/undo?then=table">Undo …</a>'
    assert link not in host.get("/").get_data(as_text=True)
    assert host.post("/host/unlock", data={"code": CODE}).status_code == 303
    assert link in host.get("/").get_data(as_text=True)
    assert host.get("/host/undo?then=table").status_code == 409, "nothing is done yet"
    assert tap_first(eyeless.session, HOST).accepted
    dealt = eyeless.session.snapshot().choices(None)[0]
    assert len(dealt.actions) > 1
    assert eyeless.session.submit(HOST, tap_of(dealt.actions, eyeless.session.snapshot().revision)).accepted
    page = text_of(host.get("/host/undo?then=table").get_data(as_text=True))
    assert f"Undo the last {len(dealt.actions)} acts?" in page
    assert 'data-then="/"' in page
    assert f'value="{len(dealt.actions)}"' in host.get("/host").get_data(as_text=True).partition('id="steps"')[2][:200]
    revision = str(eyeless.session.snapshot().revision)
    sent = {"steps": str(len(dealt.actions)), "revision": revision, "then": "table"}
    reply = host.post("/host/undo", data=sent)
    assert (reply.status_code, reply.headers["Location"]) == (303, "/")
    assert eyeless.session.snapshot().last_told == eyeless.session.snapshot().can_undo == 1
    assert "Undo the last act?" in host.get("/host/undo").get_data(as_text=True)
