"""What a device may keep, and how often it may try: cookies, brakes, codes and pairing, at a real server over its wire.

`test_access` and `test_pairing` know every case of this; here is that the server on the network does as they say.
"""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from http.cookies import Morsel, SimpleCookie
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from companion.live.room import Room
from tests.companion.tables import own
from tests.web.conftest import CODE, named
from web.app import create_app
from web.http.pairing import PAUSE_S, Pairing
from web.http.server import PageServer

PRESSES = 4
OF_TABLE = named(b"a key for tests")
TABLE, THIRD = "127.0.0.1", "127.0.0.3"


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str


class Device:
    """A browser of its own address that keeps cookies, each for its path, and follows no redirect."""

    def __init__(self, port: int, address: str = TABLE) -> None:
        self._port, self._address = port, address
        self.cookies = dict[str, Morsel[str]]()

    def get(self, path: str, site: str = "") -> Reply:
        """The answer to a GET, which another site's page may have sent."""
        return self._ask("GET", path, None, {"Sec-Fetch-Site": site} if site else {})

    def post(self, path: str, form: Mapping[str, str] | None = None) -> Reply:
        """The answer to a form of this table's own page."""
        origin = {"Origin": f"http://127.0.0.1:{self._port}", "Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, urlencode(form or {}), origin)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Reply:
        sent = [f"{name}={kept.value}" for name, kept in self.cookies.items() if path.startswith(kept["path"])]
        if sent:
            headers["Cookie"] = "; ".join(sent)
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, 20, (self._address, 0))) as line:
            line.request(method, path, body, headers | {"Accept": "text/html"})
            answer = line.getresponse()
            for header in answer.msg.get_all("Set-Cookie") or []:
                self.cookies |= SimpleCookie(header)
            return Reply(answer.status, dict(answer.getheaders()), answer.read().decode())


@pytest.fixture
def now_s() -> list[float]:
    """The time at the pairing button, to be set."""
    return [1000.0]


@pytest.fixture
def pairing(now_s: list[float]) -> Pairing:
    return Pairing(lambda: now_s[0], lambda: PRESSES)


@pytest.fixture
def device(room: Room, pairing: Pairing) -> Iterator[Callable[..., Device]]:
    app = create_app(room, secret_key=b"a key for tests", host_code=CODE, pairing=pairing)
    server = PageServer(app, host="127.0.0.1", port=0)
    server.start()
    yield lambda address=TABLE, kind=Device: kind(server.port, address)
    server.stop()


@pytest.fixture
def host(device: Callable[..., Device]) -> Device:
    made = device()
    assert made.post("/host/unlock", {"code": CODE}).status == 303
    return made


def test_a_freed_seats_old_cookie_opens_nothing_any_more(
    device: Callable[..., Device], host: Device, room: Room
) -> None:
    ada, eve = device(), device(THIRD)
    assert ada.post("/seat/1/take", {"name": "Ada"}).status == 303
    eve.cookies |= ada.cookies
    assert eve.get("/seat/1/seat.json").status == 200, "as long as Ada sits there, it is Ada's"
    first = room.session.game_id
    own(room)
    assert host.post("/host/seat", {"seat": "1", "do": "free"}).status == 303
    assert eve.get("/seat/1/seat.json").status == 403
    assert ada.post("/seat/1/take", {"name": "Ada"}).status == 303
    assert ada.get("/seat/1/seat.json").status == 200
    assert eve.get("/seat/1/seat.json").status == 403, "who sits down again gets another key"
    assert host.post("/host/resume", {"game_id": first}).status == 303
    assert eve.get("/seat/1/seat.json").status == 403, "nor does a saved game bring the old one back"


def test_cookies_are_kept_from_scripts_and_from_what_other_sites_send(
    device: Callable[..., Device], host: Device
) -> None:
    ada = device()
    ada.post("/seat/1/take", {"name": "Ada"})
    ada.post("/host/pair")
    kept = {
        name.removesuffix(f"-{OF_TABLE}"): (each["path"], each["httponly"], each["samesite"])
        for name, each in ada.cookies.items()
    }
    assert kept == {
        "companion-seat-1": ("/seat/1/", True, "Lax"),
        "companion-at-1": ("/", True, "Lax"),
        "companion-pairing": ("/host", True, "Strict"),
    }
    assert host.cookies[f"companion-host-{OF_TABLE}"]["samesite"] == "Lax"


def test_renaming_and_asking_for_a_seat_have_a_brake(device: Callable[..., Device], room: Room) -> None:
    ada, tim = device(), device(THIRD)
    assert ada.post("/seat/1/take", {"name": "Ada"}).status == 303
    replies = [ada.post("/seat/1/take", {"name": f"Ada {number}"}) for number in range(7)]
    assert [reply.status for reply in replies] == [303] * 6 + [429]
    assert replies[-1].headers["Retry-After"] == "60"
    assert "renamed too often from this device. Wait a minute" in replies[-1].text
    assert room.session.snapshot().names[0] == "Ada 5"
    found = list[int]()
    for _ in range(7):
        tim.cookies.clear()
        found.append(tim.post("/seat/1/take", {"name": "Tim"}).status)
    assert found == [303] * 6 + [429]


def test_a_code_in_an_address_is_not_judged_and_stays_in_none(device: Callable[..., Device], host: Device) -> None:
    guest = device()
    for code in (CODE, *["GUESS1"] * 6):
        for asking, site in ((guest, "cross-site"), (guest, "none"), (host, "cross-site")):
            before = dict(asking.cookies)
            reply = asking.get(f"/host?code={code}", site)
            assert (reply.status, reply.headers["Location"]) == (303, "/host")
            assert asking.cookies == before
    assert "Type the host code" in guest.get("/host").text
    assert guest.post("/host/unlock", {"code": CODE}).status == 303, "no wrong code was counted"
    assert "Back and forth" in guest.get("/host").text


def test_an_empty_code_is_a_wrong_one(device: Callable[..., Device]) -> None:
    guest = device()
    assert [guest.post("/host/unlock", {"code": code}).status for code in ("", " ", "\t")] == [403] * 3
    assert not any(name.startswith("companion-host") for name in guest.cookies)


def test_who_watches_the_host_page_is_not_paired_by_anothers_presses(
    device: Callable[..., Device], pairing: Pairing, now_s: list[float]
) -> None:
    phone, watcher = device(), device(THIRD)
    assert phone.post("/host/pair").status == 303
    assert f"Press the pairing button {PRESSES} times" in phone.get("/host").text
    seen = watcher.get("/host").text
    assert "Ask to pair this device" in seen, "the page of who has not asked is as if nobody had"
    assert f"{PRESSES} times" not in seen
    for _ in range(PRESSES):
        now_s[0] += 0.5
        pairing.press()
    now_s[0] += PAUSE_S + 0.1
    watcher.post("/host/pair")
    assert "Back and forth" not in watcher.get("/host").text
    assert "This device may come in" in phone.get("/host").text
    assert phone.post("/host/pair").status == 303
    assert "Back and forth" in phone.get("/host").text
