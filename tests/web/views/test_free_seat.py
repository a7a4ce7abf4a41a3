"""The page of a seat in which something is sealed says so to whoever is about to sit down, and to the host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.live.room import Room
from tests.companion.live.test_sealed import ADA, BO, guess, guessing
from tests.companion.tables import HOST, open_room, own, play_to, undo
from tests.web.conftest import CODE, make_app

TOLD = (
    "A choice is sealed here. Whoever sits down reads it, and all at the table are told. "
    "It may be made anew as long as it can be taken back."
)
HOST_TOLD = "A choice is sealed in seat 1. Whoever sits down there next reads it, and all are told."
LEAVER_TOLD = "What you have sealed stays here. Whoever sits down next reads it, and all are told."


@pytest.fixture
def guessed(tmp_path: Path) -> Iterator[Room]:
    """Ada has sealed a guess, and Bo is still to guess."""
    with open_room(tmp_path) as room:
        assert guess(guessing(room), ADA, 1).accepted
        yield room


def page(device: FlaskClient, path: str, status: int = 200) -> str:
    reply = device.get(path)
    assert reply.status_code == status, path
    return reply.get_data(as_text=True)


def host_of(room: Room) -> FlaskClient:
    device = make_app(room).test_client()
    assert device.post("/host/unlock", data={"code": CODE}).status_code == 303
    return device


def test_whoever_may_sit_down_is_told_that_the_sealed_choice_comes_along(guessed: Room) -> None:
    host = host_of(guessed)
    assert TOLD in page(host, "/seat/1/", 403), "Ada sits there, and may be asked for the seat"
    assert TOLD not in page(host, "/seat/2/", 403)
    assert host.post("/host/seat", data={"seat": "1", "do": "free"}).status_code == 303
    assert "Seat 1 is free" in page(host, "/seat/1/")
    assert "</a>. What is chosen in secret waits for whoever sits here." in page(host, "/seat/1/")
    assert TOLD in page(host, "/seat/1/")
    stranger = make_app(guessed).test_client()
    stranger.post("/seat/1/take", data={"name": "Cem"})
    own = page(stranger, "/seat/1/")
    assert "You have guessed: Bo." in own
    assert LEAVER_TOLD in own


def test_who_waits_for_a_seat_and_the_host_are_told_too(guessed: Room) -> None:
    host, asking = host_of(guessed), make_app(guessed).test_client()
    assert HOST_TOLD in page(host, "/host")
    asking.post("/seat/1/take", data={"name": "Cem"})
    assert "Waiting for the host" in page(asking, "/seat/1/", 403)
    assert TOLD in page(asking, "/seat/1/", 403)


def test_what_everybody_has_seen_is_no_news_there(guessed: Room) -> None:
    session = guessed.session
    assert guess(session, BO, 0).accepted
    play_to(session, "reveal")
    assert session.submit(HOST, undo(session, 5)).accepted
    assert session.snapshot().view(0).own_sealed
    host = host_of(guessed)
    assert TOLD not in page(host, "/seat/1/", 403)
    assert HOST_TOLD not in page(host, "/host")


@pytest.mark.waves
def test_a_game_in_which_nothing_is_sealed_says_nothing_of_it(guessed: Room) -> None:
    own(guessed, "waves")
    device = make_app(guessed).test_client()
    device.post("/seat/3/take", data={"name": "Cem"})
    assert LEAVER_TOLD not in page(device, "/seat/3/")
