"""Dice on the pages: the newest roll, what is asked of it, who may answer, rolls that are typed, and the counts."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from companion.table.devices import DeviceHealth
from companion.table.dice import RollSighting
from tests.companion.live.test_rolls import die, doubted, read, roll
from tests.companion.seen import Snapper
from tests.companion.tables import own
from tests.web.conftest import make_app, sit, wait_until

pytestmark = pytest.mark.rolling_with_the_waves

NO_MODEL = DeviceHealth("dice", "failed", "The dice model is not there. Until then type each roll in.")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table at which dice are rolled."""
    made = Room(GAMES, Home(tmp_path).make(), photographer=Snapper())
    made.open_new("rolling_with_the_waves", {"players": 2, "score_only": True}, seed=1)
    yield made
    made.close()


def see(room: Room, seen: RollSighting) -> None:
    before = room.session.snapshot().roll.number
    room.roll(seen)
    wait_until(room, lambda now: now.roll.number > before)


def values(room: Room) -> list[tuple[int, ...]]:
    return [each.values for each in room.session.snapshot().view(None).table.rolls]


def text_of(client: FlaskClient, address: str = "/") -> str:
    return html.unescape(client.get(address).get_data(as_text=True))


def test_before_the_first_roll_the_page_says_what_to_do(client: FlaskClient) -> None:
    page = text_of(client)
    assert "Roll the dice into the tray." in page
    assert "Nothing was rolled yet." in page
    assert "Type a roll" not in page  # a guest types nothing


def test_where_no_model_is_there_the_page_says_so(tmp_path: Path) -> None:
    room = Room(GAMES, Home(tmp_path).make(), probe=lambda: (NO_MODEL,))
    room.open_new("rolling_with_the_waves", {"score_only": True}, seed=1)
    try:
        app = make_app(room)
        assert NO_MODEL.text in text_of(app.test_client())
        assert "Type a roll" in text_of(sit(app, 0), "/seat/1/")
    finally:
        room.close()


def test_the_newest_roll_has_its_photograph_values_and_colours(room: Room, client: FlaskClient) -> None:
    see(
        room,
        roll(
            *(die(value, colour) for value, colour in zip((1, 2, 3, 4, 5, 6), ["red"] * 3 + ["clear"] * 3, strict=True))
        ),
    )
    page = text_of(client)
    assert "Roll 1" in page
    assert re.findall(r"<span>(\w+ \d)</span>", page) == ["red 1", "red 2", "red 3", "clear 4", "clear 5", "clear 6"]
    (address,) = re.findall(r'<img class="roll-photo" src="([^"]+)"', page)
    answer = client.get(address)
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", b"JPEG of 10")
    assert "Put it right" not in page  # a guest puts nothing right


def test_a_tap_on_the_die_puts_it_right(room: Room, app: Flask) -> None:
    see(room, read(1, 1, 2, 3, 5, 6))
    seat = sit(app, 1, "Ben")
    page = text_of(seat, "/seat/2/")
    (action,) = re.findall(r"value='?\"?(\[[^>]*?\"value\":4[^>]*?\])\"? data-key=\"die-1/4\"", page)
    revision = room.session.snapshot().revision
    reply = seat.post(
        "/seat/2/tap", data={"actions": action, "revision": revision}, headers={"Accept": "application/json"}
    )
    assert reply.json is not None
    assert reply.json["accepted"], reply.json
    assert values(room) == [(4, 1, 2, 3, 5, 6)]
    assert "put right" in text_of(seat, "/seat/2/")


def test_corrections_are_not_among_the_other_choices(room: Room, host: FlaskClient) -> None:
    see(room, read(1, 1, 2, 3, 5, 6))
    page = text_of(host)
    choices = page[page.index('data-part="choices"') : page.index('data-part="mat"')]
    assert "End the evening" in choices
    assert "DieCorrected" not in choices


def test_a_question_shows_its_photograph_and_takes_one_tap_a_die(room: Room, app: Flask, client: FlaskClient) -> None:
    see(room, doubted())
    guest, seat = text_of(client), sit(app, 0, "Ada")
    assert "One die leans: roll it again?" in guest
    assert "A seat or the host can answer." in guest
    (address,) = set(re.findall(r'<image href="([^"]+)"', guest))
    assert client.get(address).data == b"JPEG of 10"
    page = text_of(seat, "/seat/1/")
    (last,) = re.findall(r'id="asked-1-6" open.*?</details>', page, re.DOTALL)
    assert re.findall(r'name="value" value="(\d)"', last) == ["6", "1", "2", "3", "4", "5", "0"]  # the likeliest first
    reply = seat.post(
        "/seat/1/dice/say", data={"roll": 1, "die": 6, "value": 4}, headers={"Accept": "application/json"}
    )
    assert reply.json is not None
    assert reply.json["text"] == "Counted."
    assert values(room) == [(1, 2, 3, 4, 5, 4)]
    gone = client.get("/dice/another-game/1.jpg")
    assert gone.status_code == 404


def test_all_right_counts_what_the_page_showed_by_one_tap(room: Room, app: Flask, client: FlaskClient) -> None:
    see(room, doubted())
    seat = sit(app, 0, "Ada")
    page = text_of(seat, "/seat/1/")
    assert "All right: 1, 2, 3, 4, 5, 6</button>" in page
    photo = page[page.index('<svg class="roll-photo"') : page.index('class="roll-dice"')]
    assert re.findall(r">([^<>]+)</text>", photo) == ["1", "2", "3", "4", "5", "6?"]
    assert 'aria-label="Die 6: 6, it seems, blue, leans. Say what it shows"' in page
    assert "All right" not in text_of(client)  # a guest looks on
    (shown,) = re.findall(r'name="values" value="([^"]+)"', page)
    data = {"roll": 1, "do": "agree", "values": shown}
    reply = seat.post("/seat/1/dice/say", data=data, headers={"Accept": "application/json"})
    assert reply.json is not None
    assert reply.json["text"] == "Counted."
    assert values(room) == [(1, 2, 3, 4, 5, 6)]


@pytest.mark.parametrize("shown", ["", "1,2,x", "1,2,3,4,5,7", ",".join("1" * 101)])
def test_what_no_button_says_is_refused(room: Room, host: FlaskClient, shown: str) -> None:
    see(room, doubted())
    assert host.post("/dice/say", data={"roll": 1, "do": "agree", "values": shown}).status_code == 400
    assert values(room) == []


def test_a_roll_of_too_few_is_counted_or_left_out_by_the_host(room: Room, host: FlaskClient) -> None:
    see(room, read(1, 2, 3, 4, 5))
    assert "Count it as it is" in text_of(host)
    host.post("/dice/say", data={"roll": 1, "do": "drop"})
    assert values(room) == []
    see(room, read(1, 2, 3, 4, 4, at_s=9.0))
    host.post("/dice/say", data={"roll": 2, "do": "count"})
    assert values(room) == [(1, 2, 3, 4, 4)]


@pytest.mark.parametrize("address", ["/dice/say", "/dice/type", "/seat/1/dice/say", "/seat/2/dice/type"])
def test_strangers_say_and_type_nothing(room: Room, client: FlaskClient, address: str) -> None:
    see(room, doubted())
    data = {"roll": 1, "die": 6, "value": 4, "value.1": 3, "colour.1": "red"}
    answer = client.post(address, data=data)
    assert answer.status_code == 403
    assert values(room) == []


def test_a_seat_speaks_for_itself_only(room: Room, app: Flask) -> None:
    see(room, doubted())
    assert sit(app, 0, "Ada").post("/seat/2/dice/say", data={"roll": 1, "die": 6, "value": 4}).status_code == 403


def test_a_roll_is_typed_by_hand(room: Room, app: Flask) -> None:
    seat = sit(app, 1, "Ben")
    data = {
        "value.1": "3",
        "colour.1": "red",
        "value.2": "",
        "colour.2": "unknown",
        "value.4": "6",
        "colour.4": "clear",
    }
    assert seat.post("/seat/2/dice/type", data=data, headers={"Accept": "application/json"}).json["accepted"]  # type: ignore[index]
    assert values(room) == [(3, 6)]
    assert '<img class="roll-photo"' not in text_of(seat, "/seat/2/")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "Choose what at least one die shows."),
        ({"value.1": "9", "colour.1": "red"}, "Give a whole number from 1 to 6."),
        ({"value.1": "3", "colour.1": "pink"}, "has a colour that the list has not"),
    ],
)
def test_what_cannot_be_typed_is_said(room: Room, host: FlaskClient, data: dict[str, str], words: str) -> None:
    answer = host.post("/dice/type", data=data, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert words in answer.get_data(as_text=True)
    assert values(room) == []


@pytest.mark.parametrize(
    "data", [{"roll": "x"}, {"roll": "1", "do": "juggle"}, {"roll": "1", "die": "6", "value": "7"}]
)
def test_what_cannot_be_said_is_refused(room: Room, host: FlaskClient, data: dict[str, str]) -> None:
    see(room, doubted())
    assert host.post("/dice/say", data=data).status_code == 400
    assert values(room) == []


def test_the_evening_is_counted_on_every_page(room: Room, app: Flask, client: FlaskClient, host: FlaskClient) -> None:
    see(room, read(1, 1, 2, 3, 5, 6))
    see(room, read(1, 4, 4, 4, 5, 6, at_s=9.0))
    for page in (text_of(client), text_of(host, "/host"), text_of(sit(app, 0), "/seat/1/")):
        row = re.search(r'<th scope="row">all dice</th>((?:<td>\d+</td>)+)', page)
        assert row is not None
        assert re.findall(r"\d+", row.group(1)) == ["3", "1", "1", "3", "2", "2"]
        assert "So far nothing speaks against these dice." in page


def test_other_games_have_no_dice(tmp_path: Path) -> None:
    room = Room(GAMES, Home(tmp_path).make())
    own(room)
    try:
        assert 'data-part="roll"' not in text_of(make_app(room).test_client())
    finally:
        room.close()
