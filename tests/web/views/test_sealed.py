"""A choice that is sealed from a page: never without the choice, and what pages say where one cannot be opened."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.games.bots import Autopilot
from companion.games.manawave.state.acts import Attach, Invest
from companion.games.manawave.state.model import Phase
from companion.games.registry import GAMES
from companion.live.requests import TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from companion.storage.home import Home
from tests.companion.tables import GUEST, HOST, own, person, play_to, tap_of
from tests.games.sealed_bid.model import Wager
from tests.web.conftest import CODE, make_app, sit, text_of
from web import PageServer

SEALS_NOTHING = (
    "That tap seals a choice and does not say which. Nothing was sealed. Reload the page and choose, then tap."
)
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Room]:
    room = Room(GAMES, Home(tmp_path).make(), pace_s=0.0)
    yield room
    room.close()


class Phone:
    """A device at a served table, over a connection of its own."""

    def __init__(self, port: int) -> None:
        self._port, self._cookie = port, ""

    def post(self, path: str, body: str, kind: str) -> tuple[int, Any]:
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)) as line:
            line.request("POST", path, body, {"Content-Type": kind, "Cookie": self._cookie})
            reply = line.getresponse()
            if cookies := reply.headers.get_all("Set-Cookie"):
                self._cookie = "; ".join(each.partition(";")[0] for each in cookies)
            text = reply.read()
        return reply.status, json.loads(text) if text.startswith(b"{") else text.decode()

    def tap(self, path: str, act: dict[str, Any]) -> tuple[int, Any]:
        return self.post(path, json.dumps({"actions": [act], "revision": 10**6}), "application/json")


@pytest.mark.manawave
@pytest.mark.parametrize(("phase", "kind"), [(Phase.PLACE, Attach), (Phase.INVEST, Invest)])
def test_a_page_seals_nothing_without_a_choice(table: Room, phase: Phase, kind: type) -> None:
    session = own(table, "manawave")
    _play_to(session, phase)
    server = PageServer(make_app(table), host="127.0.0.1", port=0)
    server.start()
    try:
        ada, host = Phone(server.port), Phone(server.port)
        assert host.post("/host/unlock", f"code={CODE}", FORM)[0] == 303
        assert host.post("/host/seat", "seat=1&do=free", FORM)[0] == 303
        assert ada.post("/seat/1/take", "name=Ada", FORM)[0] == 303
        last_row = session.snapshot().last_row
        for phone, path, seat in ((ada, "/seat/1/tap", 0), (host, "/tap", 0), (host, "/tap", 1)):
            status, said = phone.tap(path, {"type": kind.__name__, "seat": seat})
            assert (status, said["code"], said["text"]) == (400, "malformed", SEALS_NOTHING)
        assert session.snapshot().last_row == last_row
    finally:
        server.stop()


def _play_to(session: Session, phase: Phase) -> None:
    """Two people play Manawave until there, each in a seat: what bots would do."""
    for seat in (0, 1):
        assert session.submit(GUEST, TakeSeat(seat, ("Ada", "Bo")[seat], f"key {seat}")).accepted
    bots = Autopilot(GAMES["manawave"], 1)
    for ply in range(200):
        state = session._timeline.state
        if state.table.phase is phase:
            return
        proposal = bots.propose(state, ply, frozenset())
        assert proposal is not None
        act = proposal[0]
        client = person(act.actor) if act.seals and act.actor is not None else HOST
        assert session.submit(client, tap_of([act], session.snapshot().revision)).accepted, act
    raise AssertionError(f"no {phase} came")


def test_whoever_has_put_a_choice_together_seals_nothing_else_than_a_choice(table: Room) -> None:
    """It is on offer then as one example of many."""
    session, app = own(table, players=2, wager=True), make_app(table)
    ada = sit(app, 0, "Ada")
    play_to(session, "wager")
    act = {"type": "Wager", "seat": 0, "chips": (1, 0, 0)}
    assert ada.post("/seat/1/tap", json={"draft": act, "revision": 10**6}).status_code == 200
    reply = ada.post("/seat/1/tap", json={"actions": [{**act, "chips": ()}], "revision": 10**6})
    assert (reply.status_code, reply.get_json()["text"]) == (400, SEALS_NOTHING)
    assert ada.post("/seat/1/tap", json={"actions": [act], "revision": 10**6}).status_code == 200


def test_every_page_says_what_cannot_be_opened_and_the_host_is_offered_the_cure(
    table: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, app = own(table, players=2, wager=True), make_app(table)
    ada, host = sit(app, 0, "Ada"), app.test_client()
    host.post("/host/unlock", data={"code": CODE})
    play_to(session, "wager")
    with monkeypatch.context() as older:
        older.setattr("companion.referee.taps.check_choices", lambda acts: None)
        for client, act in ((person(0), Wager(0, ())), (HOST, Wager(1, (1, 0, 0)))):
            assert session.submit(client, tap_of([act], session.snapshot().revision)).accepted
    assert host.get("/health.json").get_json()["status"] == "failed"
    play_to(session, "open wagers")
    told = "Ada sealed nothing: no choice was told, so none can be opened. The host undoes the last 4 acts on the host "
    for device, path in ((ada, "/seat/1/"), (ada, "/"), (host, "/host")):
        page = text_of(re.sub("<[^>]+>", "", device.get(path).get_data(as_text=True)))
        assert page.count(told) >= 1, path
    assert told in ada.get("/table.json").get_json()["prompt"]["text"]
    assert "Undo the last 4 acts?" in host.get("/host/undo").get_data(as_text=True)
    assert re.search(r'<input id="steps" [^>]*value="4"', host.get("/host").get_data(as_text=True))
