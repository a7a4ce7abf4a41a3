"""The stream: ids, what was missed, one newest fragment for many changes, and its ends."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.live.requests import Client, End, LeaveSeat, TakeSeat, Tap
from companion.live.room import Room
from companion.live.snapshot import Moment, Snapshot
from companion.storage.limits import Limits
from tests.companion.tables import own
from tests.games.sealed_bid.words import RULES
from tests.said import said
from tests.web.conftest import blocks, sit
from web.http.parties import Party
from web.http.parts import split_parts, tag_of_page
from web.http.refusals import Refused
from web.http.stream import Feed, Place, follow, format_event, format_place, parse_place
from web.http.viewers import Streams

HOST = Client("host")


def tap_token(room: Room) -> None:
    reply = room.session.submit(HOST, Tap(({"type": "PlaceToken", "seat": 0},), 1, "t"))
    assert reply.accepted, reply.text


def deal(room: Room, cards: int) -> None:
    """Deal cards one by one, each an act of its own."""
    for number in range(cards):
        revision = room.session.snapshot().revision
        act: dict[str, Any] = {"type": "Draw", "seat": number % 3}
        assert room.session.submit(HOST, Tap((act,), revision, f"d{number}")).accepted


def parse(block: str) -> tuple[str, str, Any]:
    """Event, id and data of one block."""
    fields = dict(line.split(": ", 1) for line in block.strip().splitlines())
    return fields.get("event", ""), fields.get("id", ""), json.loads(fields.get("data", "null"))


def draw_revision(snapshot: Snapshot) -> str:
    return f"revision {snapshot.revision}"


def read(stream: Iterator[str], until: str = "page") -> list[tuple[str, str, Any]]:
    """The events up to and with the next one of a kind."""
    events = []
    for block in stream:
        if block.startswith(("event:", "id:")):
            events.append(parse(block))
            if events[-1][0] == "beat":
                events.pop()
            elif events[-1][0] == until:
                return events
    return events


def test_a_stream_tells_at_once_how_often_it_will_be_heard_and_keeps_to_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = follow(room, Feed(None, draw_revision), None, never)
    next(stream)
    assert parse(next(stream)) == ("beat", "", 4000)
    read(stream)
    monkeypatch.setattr("web.http.stream.BEAT_S", 0.0)
    monkeypatch.setattr("web.http.stream.SLICE_S", 0.0)
    for _ in range(2):  # also where nothing happens
        assert parse(next(stream)) == ("beat", f"{room.session.game_id}:1", 4000)


def test_a_row_that_shows_nothing_is_told_all_the_same(room: Room) -> None:
    stream = follow(room, Feed(None, lambda snapshot: "the same"), None, never)
    read(stream)
    reply = room.session.submit(HOST, TakeSeat(0, "Ada", "key"))
    assert reply.accepted
    assert parse(next(stream))[:2] in (("beat", f"{room.session.game_id}:2"), ("log", f"{room.session.game_id}:2"))


def test_a_brief_stream_ends_with_the_first_page_and_is_asked_for_again_later(app: Flask, room: Room) -> None:
    tap_token(room)
    stream = list(blocks(app.test_client().get("/stream?brief&after=", buffered=False)))
    assert stream[0] == "retry: 4000\n\n"
    assert said([parse(each)[0] for each in stream[1:]]) == ["beat", "log", "page"]


def never() -> bool:
    return False


def test_a_newcomer_gets_the_log_and_one_page(room: Room) -> None:
    tap_token(room)
    stream = follow(room, Feed(None, draw_revision), None, never)
    assert next(stream) == "retry: 2000\n\n"
    log, page = read(stream)
    game = room.session.game_id
    assert said(log) == (
        "log",
        f"{game}:2",
        {
            "number": 2,
            "text": "Seat 1 gets the start token by lot.",
            "rules": [{"id": "B-011", "words": str(RULES["B-011"])}],
            "kind": "act",
            "has_evidence": False,
        },
    )
    assert page[:2] == ("page", f"{game}:2")
    assert page[2]["html"] == "revision 2"


def test_a_client_that_comes_back_gets_what_it_missed_and_nothing_twice(room: Room) -> None:
    tap_token(room)
    deal(room, 3)
    game = room.session.game_id
    events = read(follow(room, Feed(None, draw_revision), Place(game, 3), never))
    assert [(event, number) for event, number, _ in events] == [
        ("log", f"{game}:4"),
        ("log", f"{game}:5"),
        ("page", f"{game}:5"),
    ]
    (only,) = read(follow(room, Feed(None, draw_revision), Place(game, 5), never))
    assert only[0] == "page"


@pytest.mark.parametrize("place", [Place("another-game", 1), Place("", 0)])
def test_a_client_from_another_game_starts_anew(room: Room, place: Place) -> None:
    tap_token(room)
    events = read(follow(room, Feed(None, draw_revision), place, never))
    assert [event for event, _, _ in events] == ["log", "page"]


def test_a_client_that_claims_to_have_seen_the_future_starts_anew(room: Room) -> None:
    tap_token(room)
    events = read(follow(room, Feed(None, draw_revision), Place(room.session.game_id, 900), never))
    assert [event for event, _, _ in events] == ["log", "page"]


def test_many_changes_are_all_logged_but_drawn_once(room: Room) -> None:
    tap_token(room)
    drawn: list[int] = []

    def draw(snapshot: Snapshot) -> str:
        drawn.append(snapshot.revision)
        return draw_revision(snapshot)

    stream = follow(room, Feed(None, draw), None, never)
    read(stream)
    deal(room, 6)  # the client reads nothing meanwhile
    events = read(stream)
    assert [event for event, _, _ in events] == ["log"] * 6 + ["page"]
    assert events[-1][2]["html"] == "revision 8"
    assert drawn == [2, 8]


def prompt_of(snapshot: Snapshot) -> str:
    return f"prompt {snapshot.revision // 2}"


def test_a_new_prompt_goes_ahead_of_the_log_and_the_page(room: Room) -> None:
    tap_token(room)
    stream = follow(room, Feed(None, draw_revision, draw_prompt=prompt_of), None, never)
    assert [event for event, _, _ in read(stream)] == ["log", "page"], "the first page has its prompt"
    deal(room, 2)
    prompt, *log, page = read(stream)
    # Without an id: whoever is cut off behind it still wants the lines.
    assert prompt == ("prompt", "", {"html": "prompt 2", "place": f"{room.session.game_id}:4"})
    assert [event for event, _, _ in log] == ["log", "log"]
    assert page[2]["html"] == "revision 4"


def test_after_its_prompt_a_stream_waits_before_it_draws_the_page(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The prompts of all streams go out before any of them draws its page, which takes much longer."""
    order, wait = list[str](), room.session.wait_for_seat

    def draw(snapshot: Snapshot) -> str:
        order.append("page")
        return draw_revision(snapshot)

    def rest(seat: int | None, seen: Moment, timeout: float) -> Snapshot:
        order.append("rest")
        return wait(seat, seen, timeout)

    tap_token(room)
    stream = follow(room, Feed(None, draw, draw_prompt=prompt_of), None, never)
    read(stream)
    deal(room, 2)
    monkeypatch.setattr(room.session, "wait_for_seat", rest)
    order.clear()
    events = [event for event, _, _ in read(stream)]
    assert (events[0], events[-1]) == ("prompt", "page")
    assert order == ["rest", "page"]


def test_a_prompt_that_stays_is_not_sent_ahead(room: Room) -> None:
    tap_token(room)
    stream = follow(room, Feed(None, draw_revision, draw_prompt=prompt_of), None, never)
    read(stream)
    deal(room, 1)  # revision 3: the prompt of revision 2
    assert [event for event, _, _ in read(stream)] == ["log", "page"]


def parts_of(html: str) -> dict[str, str]:
    """The parts of a page or of its live part; the log is none of them."""
    return {name: part for name, part in split_parts(html).items() if name}


@pytest.mark.parametrize("seat", [None, 0])
def test_an_act_sends_each_part_that_it_changed_once_and_no_other(app: Flask, room: Room, seat: int | None) -> None:
    client = sit(app, 0)
    path = "/" if seat is None else "/seat/1/"
    before = parts_of(client.get(path).text)
    stream = blocks(client.get(f"{path}stream", buffered=False))
    (first,) = [data for event, _, data in read(stream) if event == "page"]
    assert parts_of(first["html"]) == before
    assert first["parts"] == list(before)
    tap_token(room)
    events = {event: data for event, _, data in read(stream)}
    after = parts_of(client.get(path).text)
    changed = {name for name, part in after.items() if before.get(name) != part}
    ahead, then = parts_of(events["prompt"]["html"]), parts_of(events["page"]["html"])
    assert "prompt" in ahead
    assert set(ahead) | set(then) == changed
    assert set(ahead) & set(then) == set()
    assert {**ahead, **then}.items() <= after.items(), "word for word"
    assert set(after) - changed, "something stays"
    assert events["page"]["parts"] == list(after)


class Counter:
    """Something that counts how often it was asked, and tells every other number."""

    event, every_s = "count", 0.0

    def __init__(self) -> None:
        self.asked = 0

    def news(self, snapshot: Snapshot, *, at_once: bool) -> object | None:
        self.asked += 1
        return None if self.asked % 2 else [self.asked, at_once]


def test_a_page_that_is_shown_already_is_not_sent_when_its_stream_opens(app: Flask, room: Room) -> None:
    text = app.test_client().get("/").text
    (has,) = re.findall(r' data-has="(\w+)"', text)
    address = f"/stream?brief&after={room.session.game_id}:1"
    assert read(blocks(app.test_client().get(f"{address}&has={has}", buffered=False))) == []
    (other,) = read(blocks(app.test_client().get(f"{address}&has=00000000", buffered=False)))
    assert other[0] == "page"
    assert parts_of(other[2]["html"]) == parts_of(text)

    mat, acts = '<section data-part="mat">still</section>', '<section data-part="acts">{}</section>'
    feed = Feed(None, lambda now: mat + acts.format(now.revision), extras=[Counter()])
    stream = follow(room, feed, None, never, has=tag_of_page(feed.draw(room.session.snapshot())))
    assert [event for event, _, _ in read(stream, "count")] == ["count"]
    tap_token(room)
    *_, (_, _, page) = read(stream)
    assert (page["html"], page["parts"]) == (acts.format(2), ["mat", "acts"]), "the part that stays is not sent"


def test_what_changes_by_itself_is_told_between_the_acts_and_nothing_where_it_stays(room: Room) -> None:
    stream = follow(room, Feed(None, draw_revision, extras=[Counter()]), None, never)
    assert [data for event, _, data in read(stream, "count") if event == "count"] == [[2, False]]
    assert read(stream, "count") == [("count", "", [4, False])]
    looked_in = list(follow(room, Feed(None, draw_revision, extras=[Counter(), Counter()]), None, never, is_brief=True))
    assert [parse(each)[0] for each in looked_in[1:]] == ["beat", "page"]


def test_a_page_that_looks_the_same_is_not_sent_again(room: Room) -> None:
    looks = iter([False, False, False, True])
    stream = follow(room, Feed(None, lambda snapshot: "the same"), None, lambda: next(looks, True))
    read(stream)
    tap_token(room)
    assert [parse(block)[0] for block in stream] == ["log"]


def test_a_new_game_goes_on_in_the_same_stream(room: Room) -> None:
    tap_token(room)
    stream = follow(room, Feed(None, draw_revision), None, never)
    read(stream)
    before = room.session.game_id
    own(room)
    (page,) = read(stream)
    assert page[1] == f"{room.session.game_id}:1"
    assert not page[1].startswith(f"{before}:")


def test_a_seats_stream_ends_when_its_key_no_longer_counts(app: Flask, room: Room) -> None:
    ada = sit(app, 0)
    stream = blocks(ada.get("/seat/1/stream", buffered=False))
    assert [event for event, _, _ in read(stream)] == ["log", "page"]
    room.session.submit(HOST, LeaveSeat(0))
    assert list(stream) == ["event: gone\ndata: {}\n\n"]


def test_a_stream_ends_with_its_room(room: Room) -> None:
    stream = follow(room, Feed(None, draw_revision), None, never)
    read(stream)
    room.close()
    assert list(stream) == []


def test_the_end_of_a_game_is_told_and_the_stream_stays(room: Room) -> None:
    stream = follow(room, Feed(None, lambda now: f"ended {now.ended}"), None, never)
    read(stream)
    room.session.submit(HOST, End())
    events = read(stream)
    assert events[-1][2]["html"] == "ended True"
    assert [data["kind"] for event, _, data in events if event == "log"] == ["end"]


def test_each_seat_reads_the_log_in_its_own_words(virtual_room: Room, app: Flask) -> None:
    game_id = virtual_room.session.game_id
    for seat in (None, 0, 1):
        events = read(follow(virtual_room, Feed(seat, draw_revision), Place(game_id, 1), never))
        told = virtual_room.session.snapshot().log(seat)
        assert said([data["text"] for event, _, data in events if event == "log"]) == [
            str(line.text) for line in told[: len(events) - 1]
        ]


def test_the_header_of_a_reconnect_wins_over_the_address(client: FlaskClient, room: Room) -> None:
    tap_token(room)
    game = room.session.game_id
    reply = client.get(f"/stream?after={game}:0", headers={"Last-Event-ID": f"{game}:2"}, buffered=False)
    assert reply.mimetype == "text/event-stream"
    stream = blocks(reply)
    assert [next(stream)[:6] for _ in range(2)] == ["retry:", "event:"]
    assert next(stream).startswith(f"id: {game}:2\nevent: page\n")
    reply.close()


def from_address(app: Flask, address: str) -> TestResponse:
    return app.test_client().get("/stream", buffered=False, environ_base={"REMOTE_ADDR": address})


def test_the_13th_stream_of_an_address_is_refused_in_words_and_a_closed_one_makes_room(app: Flask) -> None:
    open_ones = [from_address(app, "192.168.1.7") for _ in range(12)]
    refused = from_address(app, "192.168.1.7")
    assert refused.status_code == 503
    words = unescape(refused.get_data(as_text=True))
    assert "All 12 live connections that this device's address may have are in use." in words
    assert "Close the companion's page on a device that nobody needs. Or take a seat: a seat has its own." in words
    assert from_address(app, "192.168.1.8").status_code == 200
    open_ones[0].close()
    open_ones[0].close()
    assert app.extensions["companion-streams"].open == 12
    assert from_address(app, "192.168.1.7").status_code == 200


def test_an_address_with_many_streams_gives_one_up_for_an_address_with_fewer(app: Flask) -> None:
    many = [from_address(app, f"192.168.1.{7 + number % 2}") for number in range(22)]
    streams: Streams = app.extensions["companion-streams"]
    assert from_address(app, "192.168.1.9").status_code == 200
    assert streams.open == 22
    assert b"event: page" not in b"".join(many[0].iter_encoded()), "the oldest has ended"


def test_where_all_have_as_many_nobody_gives_a_stream_up() -> None:
    streams = Streams(limits=Limits(all_streams=2))
    streams.enter(Party("192.168.1.7"))
    streams.enter(Party("192.168.1.8"))
    with pytest.raises(Refused, match="All 2 live connections for people without a seat are in use"):
        streams.enter(Party("192.168.1.9"))
    assert streams.enter(Party("seat 1", is_known=True)), "a seat has its own"


def test_no_more_streams_are_open_than_there_are_threads_for() -> None:
    streams = Streams(most=3)
    for seat in (1, 2, 3):
        streams.enter(Party(f"seat {seat}", is_known=True))
    with pytest.raises(Refused, match="All 3 live connections are in use"):
        streams.enter(Party("host", is_known=True))


def test_a_page_that_has_gone_needs_no_stream_any_more() -> None:
    streams, seat = Streams(limits=Limits(known_streams=1)), Party("seat 1", is_known=True)
    gone = threading.Event()
    streams.enter(seat, gone.is_set)
    with pytest.raises(Refused, match="that this device's seat may have"):
        streams.enter(seat)
    gone.set()
    streams.enter(seat)
    assert streams.open == 1


def test_a_stopping_server_takes_no_stream() -> None:
    streams = Streams()
    streams.stopping.set()
    with pytest.raises(Refused):
        streams.enter(Party("127.0.0.1"))


@pytest.mark.parametrize("place", [Place("7", 41), Place("sealed-bid-20261120-175614", 0), Place("a:b", 3)])
def test_places_round_trip(place: Place) -> None:
    assert parse_place(format_place(place)) == place


@pytest.mark.parametrize("text", ["", ":", "7", "7:", ":41", "7:x", "7:-1", "7:٣", "7:9999999999"])
def test_a_garbled_place_is_none(text: str) -> None:
    assert parse_place(text) is None


def test_an_event_is_one_line_of_data_whatever_it_holds() -> None:
    block = format_event("page", {"html": "a\nb\r\n\ndata: c"}, Place("7", 41))
    assert block == 'id: 7:41\nevent: page\ndata: {"html":"a\\nb\\r\\n\\ndata: c"}\n\n'
