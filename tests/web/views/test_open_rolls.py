"""Several rolls open at once, on the pages: who says which comes next, whose one was, and which a typed one is."""

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
from companion.table.dice import DieSighting, RollSighting
from tests.companion.lucky import die, lucky, to_luck
from tests.games.sealed_bid.dice import LuckDice
from tests.games.sealed_bid.model import Rolled
from tests.web.conftest import make_app, sit, wait_until

ANA, CEM = "seat0", "seat2"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Ada and Cleo are to roll a die each; the other seat took the prize."""
    made = Room(GAMES, Home(tmp_path).make(), pace_s=0.0)
    lucky(made)
    yield made
    made.close()


def text_of(client: FlaskClient, address: str = "/") -> str:
    return html.unescape(client.get(address).get_data(as_text=True))


def named(page: str) -> list[tuple[str, str, str]]:
    """Key, whether it is named, and words of each button by which a roll is named."""
    found = re.findall(r'<button name="key" value="(\w+)"[^>]*aria-pressed="(\w+)"[^>]*>([^<]*)', page)
    return [(key, pressed, words.strip()) for key, pressed, words in found]


def say(client: FlaskClient, address: str, **fields: object) -> tuple[int, str]:
    reply = client.post(address, data=fields, headers={"Accept": "application/json"})
    assert reply.json is not None
    return reply.status_code, reply.json["text"]


def see(room: Room, seen: RollSighting) -> None:
    before = room.session.snapshot().roll.number
    room.roll(seen)
    wait_until(room, lambda now: now.roll.number > before)


def rolled(room: Room) -> tuple[Rolled, ...]:
    found = room.session.snapshot().view(None).table.rolled
    assert isinstance(found, tuple)
    return found


def test_the_host_names_any_roll_a_seat_its_own_and_a_guest_none(app: Flask, host: FlaskClient) -> None:
    ada, ben, guest = sit(app, 0), sit(app, 1), app.test_client()
    both = [(ANA, "false", "Ada rolls"), (CEM, "false", "Seat 3 rolls")]
    assert named(text_of(host)) == named(text_of(host, "/host")) == both
    assert named(text_of(ada, "/seat/1/")) == both[:1]
    assert named(text_of(ben, "/seat/2/")) == named(text_of(guest)) == []
    assert "Tap whose roll comes next, then roll the dice into the tray." in text_of(ada, "/seat/1/")
    assert "Several rolls are open. Each is named on its seat's page or by the host, then rolled." in text_of(guest)


def test_a_roll_that_was_named_is_marked_and_counts_at_once(app: Flask, room: Room, host: FlaskClient) -> None:
    ada = sit(app, 0)
    assert say(ada, "/seat/1/dice/say", do="name", key=ANA, roll=0) == (200, "Ada rolls next.")
    assert named(text_of(host)) == [(ANA, "true", "Ada rolls"), (CEM, "false", "Seat 3 rolls")]
    see(room, die(4))
    assert rolled(room) == (Rolled(0, 4),)
    # Only one is left open: nothing has to be said of it.
    assert named(text_of(host)) == []


def test_whose_a_roll_was_is_tapped_where_nobody_had_said_it(app: Flask, room: Room, host: FlaskClient) -> None:
    see(room, die(5))
    assert "Several rolls are open. Tap whose this one is." in text_of(host)
    ada, cleo = sit(app, 0), sit(app, 2)
    number = room.session.snapshot().roll.number
    assert f'name="roll" value="{number}"' in text_of(cleo, "/seat/3/")
    assert [key for key, _, _ in named(text_of(cleo, "/seat/3/"))] == [CEM]
    assert say(ada, "/seat/1/dice/say", do="name", key=CEM, roll=number) == (
        403,
        "“Cleo rolls” is another seat's to tap. Ask them, or the host.",
    )
    assert say(cleo, "/seat/3/dice/say", do="name", key=CEM, roll=number) == (200, "Counted.")
    assert rolled(room) == (Rolled(2, 5),)
    assert say(cleo, "/seat/3/dice/say", do="name", key=CEM, roll=number) == (
        409,
        "That roll is open no more. Look at the page again.",
    )


def test_of_a_roll_that_is_typed_it_is_said_which_it_is(app: Flask, room: Room, host: FlaskClient) -> None:
    cleo = sit(app, 2)
    assert re.findall(r'<option value="(seat\d)">', text_of(host)) == [ANA, CEM]
    assert '<input type="hidden" name="roll_of" value="seat2">' in text_of(cleo, "/seat/3/")
    dice = {"value.1": 6, "colour.1": "green"}
    assert say(host, "/dice/type", **dice) == (
        400,
        "Several rolls are open. Choose first which of them this one is.",
    )
    assert say(cleo, "/seat/3/dice/type", roll_of=ANA, **dice) == (
        400,
        "Nothing was typed, or nothing can be rolled now. Choose what at least one die shows.",
    )
    assert say(cleo, "/seat/3/dice/type", **dice)[0] == 200
    assert rolled(room) == (Rolled(2, 6),)


def test_what_cannot_be_named_is_refused(room: Room, host: FlaskClient) -> None:
    assert say(host, "/dice/say", do="name", key="seat1", roll=0)[0] == 409
    assert say(host, "/dice/say", do="name", key=ANA, roll="x")[0] == 400
    assert rolled(room) == ()


def test_without_a_board_pages_ask_and_name_and_show_no_counts(
    room: Room, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LuckDice, "board", lambda self, view: None)
    page = text_of(host)
    assert [key for key, _, _ in named(page)] == [ANA, CEM]
    assert "Who rolls next?" in page
    assert "Type a roll" not in page
    assert "The evening’s dice" not in page
    see(room, die(3))
    assert [key for key, _, _ in named(text_of(host))] == [ANA, CEM]
    assert say(host, "/dice/type", **{"value.1": 6}) == (
        400,
        "No roll is typed at this game. Roll the dice into the tray, or tap what they come to.",
    )
    say(host, "/dice/say", do="name", key=ANA, roll=room.session.snapshot().roll.number)
    assert "Seat 3 rolls" in text_of(host)
    assert rolled(room) == (Rolled(0, 3),)


def test_a_game_without_luck_has_no_dice_on_its_pages(tmp_path: Path) -> None:
    room = Room(GAMES, Home(tmp_path).make(), pace_s=0.0)
    try:
        room.open_new("sealed_bid", {"cards": "own"}, 1)
        assert 'data-part="roll"' not in text_of(make_app(room).test_client())
        room.open_new("sealed_bid", {"cards": "own", "luck": True}, 1)
        to_luck(room.session)
        assert 'data-part="roll"' in text_of(make_app(room).test_client())
    finally:
        room.close()


def test_whose_a_roll_is_and_what_it_shows_is_one_tap(app: Flask, room: Room, host: FlaskClient) -> None:
    lies = DieSighting(None, (5,), "red", 500.0, 300.0, 0.6, "doubtful")
    see(room, RollSighting(1.0, 1, "doubtful", (lies,), "One die cannot be read for certain."))
    number, cleo, ada = room.session.snapshot().roll.number, sit(app, 2), sit(app, 0)
    assert re.findall(r'<button class="primary" name="key" value="(\w+)"', text_of(host)) == [ANA, CEM]
    assert re.findall(r'<button class="primary" name="key" value="(\w+)"', text_of(cleo, "/seat/3/")) == [CEM]
    agreed = {"do": "agree", "roll": number, "values": "5", "key": CEM}
    assert say(ada, "/seat/1/dice/say", **agreed)[0] == 403
    assert rolled(room) == ()
    # A red die is not Cleo's: that was not shown before the roll had a name, and is asked.
    assert say(cleo, "/seat/3/dice/say", **agreed) == (200, "Noted.")
    assert "Count it as it is" in text_of(cleo, "/seat/3/")
    assert say(cleo, "/seat/3/dice/say", do="count", roll=number) == (200, "Counted.")
    assert rolled(room) == (Rolled(2, 5),)
