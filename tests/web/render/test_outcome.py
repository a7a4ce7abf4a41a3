"""The end of a game on the pages: who won, what each had, and the way to another one."""

from __future__ import annotations

import re

import msgspec
import pytest
from flask.testing import FlaskClient

from companion.live.room import Room
from tests.companion.tables import own, tap_first, virtual
from tests.web.conftest import CODE, make_app, sit, wait_until


def results(page: str) -> list[tuple[str, str]]:
    return re.findall(r'<li class="(won)?"><b class="name">([^<]+)', page.partition('class="results"')[2])


def host_of(room: Room) -> FlaskClient:
    device = make_app(room).test_client()
    assert device.post("/host/unlock", data={"code": CODE}).status_code == 303
    return device


def test_every_page_tells_the_end_and_the_host_may_play_again(room: Room) -> None:
    virtual(room, players=3)
    over = wait_until(room, lambda snapshot: snapshot.outcome is not None)
    assert over.outcome is not None
    app, host = make_app(room), host_of(room)
    anna = sit(app, 0, "Anna")
    names = {seat.seat: seat.name for seat in room.session.snapshot().seats}
    for device, address in ((app.test_client(), "/"), (anna, "/seat/1/"), (host, "/"), (host, "/host")):
        page = device.get(address).get_data(as_text=True)
        shown = results(page)
        assert [name for won, name in shown if won] == [names[seat] for seat in over.outcome.winners]
        assert [won for won, _ in shown] == sorted((won for won, _ in shown), reverse=True), "the winners first"
        assert {name for _, name in shown} == set(names.values())
        assert ("/host/again" in page) == (device is host)
    first = room.session.game_id
    assert anna.post("/host/again").status_code == 403
    assert room.session.game_id == first
    assert host.post("/host/again").status_code == 303
    assert room.session.game_id != first
    again = room.session.snapshot()
    assert (len(again.seats), again.seats[0].name) == (3, "Anna")


def test_a_game_that_goes_on_shows_no_end(room: Room, client: FlaskClient) -> None:
    own(room)
    tap_first(room.session)
    assert "How it ended" not in client.get("/").get_data(as_text=True)


def test_where_all_win_together_nobody_is_called_out(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    virtual(room, players=3)
    over = wait_until(room, lambda snapshot: snapshot.outcome is not None)
    assert over.outcome is not None
    over.outcome = msgspec.structs.replace(over.outcome, winners=(0, 1, 2))
    monkeypatch.setattr(room.session, "snapshot", lambda: over)
    shown = results(make_app(room).test_client().get("/").get_data(as_text=True))
    assert [won for won, _ in shown] == ["", "", ""]
